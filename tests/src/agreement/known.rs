//! The known differences between the rules and the program, with their reasons.

use tfvalue::rules::{Moment, Rule};

use super::diagnostics::Printed;
use super::record::Expected;
use crate::binary::Binary;

/// A message of the program that differs from that of the rules.
pub(super) struct Difference {
    /// What differs, and why.
    pub(super) reason: &'static str,
    /// The programs with the difference.
    programs: Programs,
    kind: Kind,
}

enum Programs {
    All,
    /// Terraform and OpenTofu before this version of Terraform.
    Before(u64, u64),
}

enum Kind {
    /// Returns the text that the program prints instead of an expected one.
    Text(fn(&Fault<'_>) -> Option<String>),
    /// Returns `true` if the program prints this text instead of an expected one.
    Like(fn(&Fault<'_>, &str) -> bool),
    /// Returns `true` for a message that is the same except for values that the rules hide.
    Hidden,
}

/// An expected fault.
struct Fault<'a> {
    rule: Rule,
    moment: Moment,
    detail: &'a str,
    place: &'a str,
    address: &'a str,
}

const TABLE: &[Difference] = &[
    Difference {
        reason: "older versions have other words for unknown blocks",
        programs: Programs::Before(1, 15),
        kind: Kind::Text(|fault| {
            let own = "planned unknown value for non-computed block";
            let theirs = "attribute representing nested block must not be unknown itself; set \
                          nested attribute values to unknown instead";
            (fault.rule == Rule::PlannedUnknownBlocks).then(|| fault.detail.replace(own, theirs))
        }),
    },
    Difference {
        reason: "older versions have other words for a null group of blocks",
        programs: Programs::Before(1, 15),
        kind: Kind::Text(|fault| {
            let own = "attribute representing a group of nested blocks must be empty to indicate no \
                       blocks, not null";
            let theirs = "planned for absence but config wants existence";
            (fault.rule == Rule::NullBlocks).then(|| fault.detail.replace(own, theirs))
        }),
    },
    Difference {
        reason: "older versions find first that blocks are null instead of unknown",
        programs: Programs::Before(1, 15),
        kind: Kind::Like(|fault, printed| {
            let at = format!(
                "{}{}: planned value cty.NullVal(",
                fault.address, fault.place
            );
            let text = " for unknown dynamic block";
            fault.rule == Rule::NullBlocks && printed.contains(&at) && printed.contains(text)
        }),
    },
    Difference {
        reason: "an import block has other words than the import command, with the ID, which the rules \
                 do not know",
        programs: Programs::All,
        kind: Kind::Text(|fault| {
            let import = format!(
                "While attempting to import with ID {}, the provider",
                fault.id()
            );
            match (fault.moment, fault.rule) {
                (Moment::Import, Rule::WriteOnlyValue) => {
                    let own = fault.detail.strip_prefix("Provider")?;
                    Some(import + &own.replacen(" during import", "", 1))
                }
                // There is no space.
                (Moment::Import, Rule::NullResult) => {
                    Some(import + "returned an instance with no state.")
                }
                _ => None,
            }
        }),
    },
    Difference {
        reason: "the rules do not know whether a null result is that of a Create or Update",
        programs: Programs::All,
        kind: Kind::Text(|fault| {
            let is_it = (fault.moment, fault.rule) == (Moment::Apply, Rule::NullResult);
            is_it.then(|| {
                fault
                    .detail
                    .replace("After applying the plan", "After applying a Create plan")
            })
        }),
    },
    Difference {
        reason: "the rules do not know whether a null result is that of a Create or Update",
        programs: Programs::All,
        kind: Kind::Text(|fault| {
            let is_it = (fault.moment, fault.rule) == (Moment::Apply, Rule::NullResult);
            is_it.then(|| {
                fault
                    .detail
                    .replace("After applying the plan", "After applying a Update plan")
            })
        }),
    },
    Difference {
        reason: "the rules hide sensitive values, and the places within them",
        programs: Programs::All,
        kind: Kind::Hidden,
    },
];

fn is_tofu(binary: &Binary) -> bool {
    binary.host == "registry.opentofu.org"
}

impl Fault<'_> {
    /// Returns the ID of an imported object.
    fn id(&self) -> &str {
        self.address.rsplit(".c").next().unwrap_or_default()
    }
}

impl Difference {
    fn is_of(&self, binary: &Binary) -> bool {
        match self.programs {
            Programs::All => true,
            Programs::Before(major, minor) => is_tofu(binary) || binary.version < (major, minor),
        }
    }

    fn explains(&self, expected: &Expected, printed: &Printed) -> bool {
        let Expected::Fault {
            rule,
            moment,
            summary,
            detail,
            place,
            address,
            is_hidden,
        } = expected
        else {
            return false;
        };
        if printed.summary != *summary {
            return false;
        }
        let fault = Fault {
            rule: *rule,
            moment: *moment,
            detail,
            place,
            address,
        };
        match self.kind {
            Kind::Text(text) => text(&fault).is_some_and(|text| text == printed.detail()),
            Kind::Like(is_like) => is_like(&fault, &printed.detail()),
            Kind::Hidden => {
                *is_hidden && has_values(*rule) && is_hidden_in(&fault, &printed.detail())
            }
        }
    }
}

/// Returns `true` if faults of a rule contain values or keys, unless they are hidden.
fn has_values(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::PlannedValueForNonComputed
            | Rule::PlannedValueDiffersFromConfig
            | Rule::ChangedUnknownBlocks
            | Rule::PlannedElementKey
            | Rule::MissingElementKey
            | Rule::PlannedSetElementUnmatched
            | Rule::ActualSetElementUnmatched
            | Rule::WrongFinalType
            | Rule::RefinementBroken
            | Rule::NowNull
            | Rule::WasNull
            | Rule::ValueChanged
            | Rule::ElementVanished
            | Rule::ElementAppeared
            | Rule::UnknownInResult
            | Rule::WriteOnlyValue
            | Rule::SensitiveValueInconsistent
    )
}

/// Returns `true` if a printed text is that of a fault, except for what follows the place.
fn is_hidden_in(fault: &Fault<'_>, printed: &str) -> bool {
    let is_logged = !fault.detail.contains(fault.address);
    let at = match fault.moment {
        _ if is_logged => format!(" {}", fault.place),
        Moment::Plan | Moment::Import => format!("{}{}", fault.address, fault.place),
        _ if fault.rule == Rule::WriteOnlyValue => format!("{}{}", fault.address, fault.place),
        Moment::Apply if fault.rule == Rule::UnknownInResult => {
            format!("{}{}", fault.address, fault.place)
        }
        _ => format!(" {}", fault.place),
    };
    let (detail, printed) = (format!(" {}", fault.detail), format!(" {printed}"));
    let Some((before, _)) = detail.split_once(&at) else {
        return false;
    };
    let rest = printed
        .strip_prefix(before)
        .and_then(|rest| rest.strip_prefix(&at));
    rest.is_some_and(|rest| rest.starts_with([':', '.', '[']))
}

/// Returns the known difference between a message that must be printed and one that is.
pub(super) fn explain(
    binary: &Binary,
    expected: &Expected,
    printed: &Printed,
) -> Option<&'static str> {
    let mut all = TABLE.iter().filter(|one| one.is_of(binary));
    let one = all.find(|one| one.explains(expected, printed));
    one.map(|one| one.reason)
}

/// Returns `true` if a printed message is about something that the rules hide.
pub(super) fn is_hidden(expected: &Expected, printed: &Printed) -> bool {
    let hidden = TABLE.iter().find(|one| matches!(one.kind, Kind::Hidden));
    hidden.is_some_and(|one| one.explains(expected, printed))
}
