//! The table of differences.

use tfvalue::rules::{Phase, Rule};

use super::{Difference, Kind, Programs, WRITE_ONLY, write_only};
use crate::agreement::record::Expected;

pub(super) const TABLE: &[Difference] = &[
    Difference {
        reason: "the rules print U+FFFD for a byte that is not UTF-8",
        programs: Programs::All,
        kind: Kind::Like(|fault, printed| {
            printed.contains("\\x") && without_bytes(printed) == without_bytes(fault.detail)
        }),
    },
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
        reason: "the rules name only the types that differ, not the attributes of objects",
        programs: Programs::All,
        kind: Kind::Like(|fault, printed| {
            let words = "wrong final value type: ";
            let before = fault.detail.split_once(words).map(|(before, _)| before);
            let before = before.filter(|_| fault.rule == Rule::WrongFinalType);
            before.is_some_and(|before| printed.starts_with(&format!("{before}{words}")))
        }),
    },
    Difference {
        reason: "older versions find first that blocks are null instead of unknown",
        programs: Programs::Before(1, 15),
        kind: Kind::Like(|fault, printed| {
            // The address is not in the log.
            let at = format!("{}: planned value cty.NullVal(", fault.place);
            let is_at =
                printed.starts_with(&at) || printed.contains(&format!("{}{at}", fault.address));
            let text = " for unknown dynamic block";
            fault.rule == Rule::NullBlocks && is_at && printed.contains(text)
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
            match (fault.phase, fault.rule) {
                (Phase::Import, Rule::WriteOnlyValue) => {
                    let own = fault.detail.strip_prefix("Provider")?;
                    Some(import + &own.replacen(" during import", "", 1))
                }
                // There is no space.
                (Phase::Import, Rule::NullResult) => {
                    Some(import + "returned an instance with no state.")
                }
                _ => None,
            }
        }),
    },
    Difference {
        reason: "an import block has other words, and the rules hide keys of sensitive maps",
        programs: Programs::All,
        kind: Kind::Like(|fault, printed| {
            let import = format!(
                "While attempting to import with ID {}, the provider",
                fault.id()
            );
            let at = format!("{}{}[", fault.address, fault.place);
            let is_it = (fault.phase, fault.rule) == (Phase::Import, Rule::WriteOnlyValue);
            is_it && printed.starts_with(&import) && printed.contains(&at)
        }),
    },
    Difference {
        reason: "the rules do not know whether a null result is that of a Create or Update",
        programs: Programs::All,
        kind: Kind::Like(|fault, printed| {
            let is_text_of = |action: &str| {
                let theirs = format!("After applying a {action} plan");
                printed == fault.detail.replace("After applying the plan", &theirs)
            };
            let is_it = (fault.phase, fault.rule) == (Phase::Apply, Rule::NullResult);
            is_it && ["Create", "Update"].into_iter().any(is_text_of)
        }),
    },
    Difference {
        reason: "the rules hide sensitive values, and the places within them",
        programs: Programs::All,
        kind: Kind::Hidden,
    },
    Difference {
        reason: "OpenTofu begins a sentence in lower case",
        programs: Programs::OpenTofu,
        kind: Kind::Text(|fault| {
            let text = fault
                .detail
                .replace(": Root object was", ": root object was");
            (fault.rule == Rule::PresentNowAbsent).then_some(text)
        }),
    },
    Difference {
        reason: "OpenTofu prints its name, and the address of the provider's configuration",
        programs: Programs::OpenTofu,
        kind: Kind::Text(|fault| Some(fault.detail.to_owned())),
    },
    Difference {
        reason: "OpenTofu has other words for write-only attributes, with the type only",
        programs: Programs::OpenTofu,
        kind: Kind::Message(|fault| {
            let place = fault.place;
            let text = format!(
                "{}{place:?} while it is meant to be nil. This is an issue in the provider SDK.",
                write_only(fault)?
            );
            let is_it = fault.rule == Rule::WriteOnlyValue && fault.phase != Phase::Import;
            is_it.then_some((WRITE_ONLY, text))
        }),
    },
    Difference {
        reason: "OpenTofu says that an ephemeral resource is null",
        programs: Programs::OpenTofu,
        kind: Kind::Message(|fault| {
            let text = format!(
                "Provider {:?} produced a null value for {}.\n\nThis is a bug in the provider, which \
                 should be reported in the provider's own issue tracker.",
                "provider[\"registry.opentofu.org/example/agree\"]", fault.address
            );
            let is_it = fault.phase == Phase::OpenEphemeral
                && fault.rule == Rule::PlannedForAbsence
                && fault.place.is_empty();
            is_it.then_some(("Provider produced null object", text))
        }),
    },
    Difference {
        reason: "OpenTofu does not check write-only attributes of an imported state, but refreshes it",
        programs: Programs::OpenTofu,
        kind: Kind::Accepted(|fault| {
            (fault.phase, fault.rule) == (Phase::Import, Rule::WriteOnlyValue)
        }),
    },
    Difference {
        reason: "OpenTofu accepts unknown values in refreshed, upgraded and moved states",
        programs: Programs::OpenTofu,
        kind: Kind::Accepted(|fault| {
            let is_read = matches!(fault.phase, Phase::Refresh | Phase::Upgrade | Phase::Move);
            is_read && fault.rule == Rule::UnknownInResult
        }),
    },
    Difference {
        reason: "OpenTofu does not compare ephemeral resources with the configuration",
        programs: Programs::OpenTofu,
        kind: Kind::Accepted(|fault| fault.phase == Phase::OpenEphemeral),
    },
    Difference {
        reason: "OpenTofu rejects unknown values in ephemeral resources",
        programs: Programs::OpenTofu,
        kind: Kind::Surplus(|printed, _| {
            let text = "produced a value for ephemeral.";
            printed.detail.contains(text) && printed.detail.contains(" that is not wholly known")
        }),
    },
    Difference {
        reason: "the provider sends U+FFFD back for a byte that is not UTF-8",
        programs: Programs::All,
        kind: Kind::Surplus(|printed, _| {
            printed.detail.contains("\\xff") && printed.detail.contains('\u{fffd}')
        }),
    },
    Difference {
        reason: "OpenTofu goes on after write-only attributes in the result of apply",
        programs: Programs::OpenTofu,
        kind: Kind::Surplus(|printed, expected| {
            let is_write_only = |one: &Expected| {
                matches!(one, Expected::Fault { phase, rule, .. }
                    if (*phase, *rule) == (Phase::Apply, Rule::WriteOnlyValue))
            };
            let text = "the provider still indicated an unknown value";
            printed.detail.contains(text) && expected.iter().any(is_write_only)
        }),
    },
];

/// Returns a text without bytes that are not UTF-8, as Go and the rules print them.
fn without_bytes(text: &str) -> String {
    let mut parts = text.split("\\x");
    let first = parts.next().unwrap_or_default().to_owned();
    let text = parts.fold(first, |all, part| all + part.get(2..).unwrap_or_default());
    text.replace('\u{fffd}', "")
}
