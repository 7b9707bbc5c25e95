//! The known differences between the rules and the program, and the reasons for these differences.

mod table;

use std::sync::OnceLock;

use tfvalue::rules::{Phase, Rule};
use tfvalue_testing::acceptance::{Product, Program};

use self::table::TABLE;
use super::diagnostics::{Fit, Printed};
use super::record::Expected;
use crate::binary;

/// A message from the program that differs from the message from the rules.
pub(super) struct Difference {
    /// What differs, and why.
    pub(super) reason: &'static str,
    /// The programs in which the difference occurs.
    programs: Programs,
    kind: Kind,
}

enum Programs {
    All,
    /// Terraform before this version, and OpenTofu.
    Before(u64, u64),
    /// Terraform since this version.
    Since(u64, u64),
    OpenTofu,
}

enum Kind {
    /// Returns the text that the program prints instead of the expected text.
    Text(fn(&Fault<'_>) -> Option<String>),
    /// Returns the summary and the text that the program prints instead of the expected summary and text.
    Message(fn(&Fault<'_>) -> Option<(&'static str, String)>),
    /// Returns `true` if the program prints this text instead of the expected text.
    Like(fn(&Fault<'_>, &str) -> bool),
    /// Returns `true` if the program prints this message instead of one or more expected faults.
    Instead(fn(&Fault<'_>, &Printed) -> bool),
    /// A message that contains values that the rules hide.
    Hidden,
}

/// An expected fault.
struct Fault<'a> {
    rule: Rule,
    phase: Phase,
    detail: &'a str,
    place: &'a str,
    address: &'a str,
}

/// The summary of OpenTofu's errors about write-only attributes.
const WRITE_ONLY: &str = "Invalid provider response";

/// Returns the beginning of OpenTofu's message about a write-only attribute, up to the path.
fn write_only(fault: &Fault<'_>) -> Option<String> {
    let mut parts = fault.address.split('.');
    let ty = parts.find(|part| part.starts_with("agree_"))?;
    Some(format!(
        "Resource type {ty:?} returned an actual value for the write-only attribute "
    ))
}

fn is_tofu(binary: &Program) -> bool {
    binary.product == Product::OpenTofu
}

impl<'a> Fault<'a> {
    /// Returns the fault with a different message.
    fn of(expected: &'a Expected, detail: &'a str) -> Option<Self> {
        let Expected::Fault {
            rule,
            phase,
            place,
            address,
            ..
        } = expected
        else {
            return None;
        };
        Some(Fault {
            rule: *rule,
            phase: *phase,
            detail,
            place,
            address,
        })
    }

    /// Returns the ID of an imported object.
    fn id(&self) -> &str {
        self.address.rsplit(".c").next().unwrap_or_default()
    }
}

/// Returns `true` for Terraform before this version, and for OpenTofu.
fn is_before(binary: &Program, version: (u64, u64)) -> bool {
    is_tofu(binary) || binary.version < version
}

/// Returns `true` if the program proposes new elements of maps exactly as configured.
pub(super) fn proposes_older_maps() -> bool {
    binary::find().is_some_and(|binary| is_before(binary, (1, 12)))
}

/// Returns `true` if the program can allow deferrals, as experimental builds can.
pub(super) fn allows_deferrals() -> bool {
    static FOUND: OnceLock<bool> = OnceLock::new();
    *FOUND.get_or_init(|| {
        let arguments = ["plan", "-allow-deferral", "-json"];
        let run = |binary: &Program| {
            let folder = tempfile::tempdir().ok()?;
            let output = binary
                .command(folder.path())
                .args(arguments)
                .output()
                .ok()?;
            // Without configuration files, programs that do not support the argument report an error about it, and
            // other programs report the missing files.
            let text = String::from_utf8_lossy(&output.stdout).into_owned();
            Some(text.contains("No configuration files"))
        };
        binary::find().and_then(run).unwrap_or_default()
    })
}

/// Returns `true` if the program supports identities and checks them.
pub(super) fn has_identities() -> bool {
    binary::find().is_some_and(|binary| !is_before(binary, (1, 12)))
}

/// Returns `true` if the program supports computed blocks.
pub(super) fn has_computed_blocks() -> bool {
    binary::find().is_some_and(|binary| !is_before(binary, (1, 16)))
}

/// Returns `true` if the program checks the reason why an action is deferred.
pub(super) fn checks_deferred_actions() -> bool {
    has_computed_blocks()
}

/// Returns `true` if an ephemeral resource is closed with the private data of its last renewal.
pub(super) fn closes_with_renewed() -> bool {
    judges_as_tofu()
}

/// Returns `true` if, during apply, the program sends the private data of the first plan in the request for the second
/// plan.
pub(super) fn sends_planned_private() -> bool {
    has_computed_blocks()
}

/// Returns `true` if the program compares unknown results of functions.
pub(super) fn compares_unknown_results() -> bool {
    binary::find().is_some_and(|binary| is_before(binary, (1, 14)))
}

/// Returns `true` if the program detects a path to a key that an unknown object does not have.
/// Older programs do not detect such a path.
pub(super) fn finds_unknown_members() -> bool {
    has_computed_blocks()
}

/// Returns `true` if the program prints identical messages about several objects only once.
pub(super) fn prints_once(binary: &Program) -> bool {
    !is_before(binary, (1, 16))
}

/// Returns `true` if the program is OpenTofu.
pub(super) fn judges_as_tofu() -> bool {
    binary::find().is_some_and(is_tofu)
}

impl Difference {
    /// Returns `true` if the rule computes the complete message that the program prints.
    pub(super) fn is_exact(&self) -> bool {
        matches!(self.kind, Kind::Text(_) | Kind::Message(_) | Kind::Hidden)
    }

    /// Returns `true` if the program prints values that the rules hide.
    pub(super) fn is_hiding(&self) -> bool {
        matches!(self.kind, Kind::Hidden)
    }

    fn is_of(&self, binary: &Program) -> bool {
        match self.programs {
            Programs::All => true,
            Programs::OpenTofu => is_tofu(binary),
            Programs::Before(major, minor) => is_before(binary, (major, minor)),
            Programs::Since(major, minor) => !is_before(binary, (major, minor)),
        }
    }

    fn explains(&self, binary: &Program, expected: &Expected, printed: &Printed) -> bool {
        let Expected::Fault {
            summary, revealed, ..
        } = expected
        else {
            return false;
        };
        if self.is_hiding() {
            let fits = |one: &Expected| printed.fit(binary, one) >= Fit::Known;
            return revealed
                .iter()
                .any(|one| fits(one) || expected.at_place_of(one).is_some_and(|it| fits(&it)));
        }
        let own = words(binary, expected.detail());
        let printed_detail = words(binary, &printed.detail());
        let Some(fault) = Fault::of(expected, &own) else {
            return false;
        };
        if let Kind::Message(message) = self.kind {
            let is_it = |(summary, text)| summary == printed.summary && text == printed.detail();
            return message(&fault).is_some_and(is_it);
        }
        if let Kind::Instead(is_it) = self.kind {
            return is_it(&fault, printed);
        }
        printed.summary == *summary
            && match self.kind {
                Kind::Text(text) => text(&fault).is_some_and(|text| text == printed_detail),
                Kind::Like(is_like) => is_like(&fault, &printed_detail),
                _ => false,
            }
    }
}

/// Returns a string as Terraform prints it.
fn words(binary: &Program, text: &str) -> String {
    if !is_tofu(binary) {
        return text.to_owned();
    }
    let text = text.replace("OpenTofu will", "Terraform will");
    let text = text.replace("OpenTofu state", "Terraform state");
    text.replace("\"provider[\\\"", "\"")
        .replace("\\\"]\"", "\"")
}

/// Returns the known difference between an expected message and a printed message.
pub(super) fn explain(
    binary: &Program,
    expected: &Expected,
    printed: &Printed,
) -> Option<&'static Difference> {
    // The most exact text comes first.
    let rank = |one: &Difference| match one.kind {
        Kind::Text(_) | Kind::Message(_) | Kind::Instead(_) => 0,
        Kind::Hidden => 1,
        Kind::Like(_) => 2,
    };
    let ranks = (0..3).flat_map(|wanted| TABLE.iter().filter(move |one| rank(one) == wanted));
    let mut all = ranks.filter(|one| one.is_of(binary));
    all.find(|one| one.explains(binary, expected, printed))
}

/// Returns `true` if a printed message is about a value that the rules hide.
pub(super) fn is_hidden(binary: &Program, expected: &Expected, printed: &Printed) -> bool {
    let hidden = TABLE.iter().find(|one| one.is_hiding());
    hidden.is_some_and(|one| one.explains(binary, expected, printed))
}

/// Returns `true` if a printed message represents several faults, including this fault.
pub(super) fn stands_for(binary: &Program, expected: &Expected, printed: &Printed) -> bool {
    let mut all = TABLE.iter().filter(|one| one.is_of(binary));
    all.any(|one| matches!(one.kind, Kind::Instead(_)) && one.explains(binary, expected, printed))
}

/// Returns the known difference if a program crashes where Terraform does not.
pub(super) fn crash(binary: &Program, text: &str) -> Option<&'static str> {
    if !is_tofu(binary) {
        // A prior state can only be unknown after a deferral.
        let is_prior =
            text.contains("objchange.assertPlanValid") && text.contains("cty.Value.True(");
        is_prior
            .then_some("Terraform crashes on unknown blocks of a state whose refresh was deferred")
    } else if text.contains("objchange.assertPlannedAttrValid") {
        Some("OpenTofu crashes on a null element of nested attributes in a plan")
    } else if text.contains("objchange.AssertObjectCompatible") && text.contains(").refresh(") {
        Some("OpenTofu crashes on a refreshed state after an unknown object or a wrong type")
    } else if text.contains("configschema.(*Block).ValueMarks") {
        Some("OpenTofu crashes on blocks of a wrong shape without sensitive attributes, too")
    } else {
        None
    }
}
