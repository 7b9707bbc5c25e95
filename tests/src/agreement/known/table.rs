//! The table of differences.

use tfvalue::rules::{Phase, Rule};

use super::{Difference, Kind, Programs, WRITE_ONLY, write_only};
use crate::agreement::diagnostics::quoted;
use crate::agreement::provider::MOVED;

pub(super) const TABLE: &[Difference] = &[
    Difference {
        reason: "the rules print U+FFFD for a byte that is not UTF-8",
        programs: Programs::All,
        kind: Kind::Like(|fault, printed| {
            printed.contains("\\x") && letters(printed) == letters(fault.detail)
        }),
    },
    Difference {
        reason: "the program names the action of the plan that was applied",
        programs: Programs::All,
        kind: Kind::Like(|fault, printed| {
            let is_it = |action| {
                let named = format!("applying a {action} plan");
                fault.detail.replacen("applying the plan", &named, 1) == printed
            };
            fault.rule == Rule::NullResult && ["Create", "Update"].into_iter().any(is_it)
        }),
    },
    Difference {
        reason: "the rules print all digits of a number, and the program those of 512 bits",
        programs: Programs::All,
        kind: Kind::Like(|fault, printed| {
            let few = with_digits(fault.detail, WHOLE_DIGITS);
            fault.detail != printed
                && few != fault.detail
                && with_digits(printed, WHOLE_DIGITS) == few
        }),
    },
    Difference {
        reason: "the rules print all digits of a whole number that is a double, and the program those of 53 bits",
        programs: Programs::All,
        kind: Kind::Like(|fault, printed| {
            let [own, theirs] =
                [fault.detail, printed].map(|text| with_digits(text, DOUBLE_DIGITS));
            fault.detail != printed && own == theirs
        }),
    },
    Difference {
        reason: "Terraform stops at a write-only attribute that is missing, without its place",
        programs: Programs::All,
        kind: Kind::Instead(|fault, printed| {
            let start = "Error validating write-only attributes: at step ";
            let is_missing = printed.detail.starts_with(start)
                && printed.detail.contains(": object has no attribute ");
            let phases = [Phase::Plan, Phase::Import, Phase::Move];
            fault.rule == Rule::WrongType && is_missing && phases.contains(&fault.phase)
        }),
    },
    Difference {
        reason: "the program does not check the type of what is imported, moved or opened",
        programs: Programs::All,
        kind: Kind::Instead(|fault, printed| {
            let (_, number) = fault.address.rsplit_once('.').unwrap_or_default();
            let text = match fault.phase {
                _ if fault.rule != Rule::WrongType => return false,
                Phase::Import => {
                    // The program prints the error again, without the address.
                    let start = format!("failed to encode {} in state: ", fault.address);
                    printed
                        .summary
                        .strip_prefix(&start)
                        .unwrap_or(&printed.summary)
                }
                Phase::Move => {
                    let start = format!("encode the value in state for {MOVED}.{number}: ");
                    printed.detail.split_once(&start).unwrap_or_default().1
                }
                Phase::OpenEphemeral => return printed.detail.contains("inconsistent result: "),
                _ => return false,
            };
            text.starts_with("attribute") && text.contains(" required")
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
            // The log does not contain the address.
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
        reason: "OpenTofu has other words for a null result of an import block, with the ID only",
        programs: Programs::OpenTofu,
        kind: Kind::Text(|fault| {
            let is_it = (fault.phase, fault.rule) == (Phase::Import, Rule::NullResult);
            is_it.then(|| {
                format!(
                    "While attempting to import with {}, the provider returned an instance with no \
                     state.",
                    fault.id()
                )
            })
        }),
    },
    Difference {
        reason: "the program also prints the address from which an object moves",
        programs: Programs::All,
        kind: Kind::Text(|fault| {
            let (_, number) = fault.address.rsplit_once('.')?;
            let from = format!("for the move from {MOVED}.{number} to ");
            let is_it = (fault.phase, fault.rule) == (Phase::Move, Rule::UnknownIdentity);
            is_it.then(|| fault.detail.replace("for the move to ", &from))
        }),
    },
    Difference {
        reason: "the program prints sensitive values and places within them, which the rules hide",
        programs: Programs::All,
        kind: Kind::Hidden,
    },
    Difference {
        reason: "OpenTofu begins a sentence in lower case",
        programs: Programs::OpenTofu,
        kind: Kind::Text(|fault| {
            let text = fault.detail.replace("Root object was", "root object was");
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
            let place = quoted(fault.place);
            let text = format!(
                "{}{place} while it is meant to be nil. This is an issue in the provider SDK.",
                write_only(fault)?
            );
            let is_it = fault.rule == Rule::WriteOnlyValue && fault.phase != Phase::Import;
            is_it.then_some((WRITE_ONLY, text))
        }),
    },
    Difference {
        reason: "OpenTofu has the same words for an upgraded and a moved state of a wrong type",
        programs: Programs::OpenTofu,
        kind: Kind::Message(|fault| {
            let is_read = matches!(fault.phase, Phase::Upgrade | Phase::Move);
            let problem = fault.detail.split_once(match fault.phase {
                Phase::Upgrade => "invalid result: ",
                _ => "operation: ",
            });
            let (_, problem) = problem.filter(|_| is_read && fault.rule == Rule::WrongType)?;
            let problem =
                problem.strip_suffix(". This is a bug in the relevant provider; Please report it.");
            let problem = match problem {
                Some(problem) if fault.place.is_empty() => format!("{problem}."),
                Some(problem) => format!("{}: {problem}.", fault.place),
                None => fault.detail.split_once("invalid result: ")?.1.to_owned(),
            };
            let text = format!(
                "The registry.opentofu.org/example/agree provider changed the state for {}, but produced an \
                 invalid result: {problem}",
                fault.address
            );
            Some(("Invalid resource state transformation", text))
        }),
    },
    Difference {
        reason: "newer versions have other words for a changed result of a function",
        programs: Programs::Since(1, 14),
        kind: Kind::Text(|fault| {
            let text = fault.detail.replacen("provider function", "function", 1);
            (fault.rule == Rule::FunctionResultChanged).then_some(text)
        }),
    },
];

/// Returns the letters of a string in sorted order, because sets are printed in a different order. Bytes that are not
/// valid UTF-8 are omitted in the forms in which Go and the rules print them.
fn letters(text: &str) -> Vec<char> {
    let mut parts = text.split("\\x");
    let first = parts.next().unwrap_or_default().to_owned();
    let text = parts.fold(first, |all, part| all + part.get(2..).unwrap_or_default());
    let mut letters: Vec<char> = text.chars().filter(|&one| one != '\u{fffd}').collect();
    letters.sort_unstable();
    letters
}

/// The number of digits that must be the same in both strings; these are fewer digits than 512 bits and 53 bits can
/// represent, respectively.
const WHOLE_DIGITS: usize = 150;
const DOUBLE_DIGITS: usize = 14;

/// Returns a string with each number truncated to its first digits.
fn with_digits(text: &str, most: usize) -> String {
    let mut count = 0;
    let mut keep = |letter: char| {
        count = if letter.is_ascii_digit() {
            count + 1
        } else {
            0
        };
        count <= most
    };
    text.chars().filter(|&letter| keep(letter)).collect()
}
