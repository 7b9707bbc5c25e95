//! Recognizes errors whose messages report a bug in the provider.

use tfvalue::tfplugin6::Diagnostic;

use super::calls::is_error;

/// Phrases that SDKs use in errors that users of the provider cannot avoid.
///
/// Sources: terraform-plugin-framework 1.19, terraform-plugin-sdk 2.40, terraform-plugin-mux 0.23.
const PHRASES: [&str; 10] = [
    "reported to the provider developer",
    "report this to the provider developer",
    "report this issue to the provider developer",
    "report the following to the provider developer",
    "following information to the provider developer",
    "always an error in the provider",
    "always a problem with the provider",
    "always an issue with the provider",
    "bug in the provider",
    "with the provider itself, and not a user issue",
];

/// The framework's messages about numbers that do not fit. These messages also contain one of the phrases above. The
/// errors are caused by a user of Terraform, not by the author of the provider.
const NUMBERS: [&str; 2] = [" is not an integer", " cannot be represented as a "];

/// Replaces line breaks, which SDKs insert, by spaces.
pub(super) fn in_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns `true` for an error that reports a bug in the provider.
pub(super) fn is_bug(method: &str, diagnostic: &Diagnostic) -> bool {
    if !is_error(diagnostic) {
        return false;
    }
    let text = [&*diagnostic.summary, &*diagnostic.detail].map(in_one_line);
    let has = |phrase: &&str| text.iter().any(|one| one.contains(*phrase));
    // A function has no validation.
    let is_checked = method.starts_with("Validate") || method == "CallFunction";
    let is_of_number = is_checked && NUMBERS.iter().any(has);
    PHRASES.iter().any(has) && !is_of_number
}

#[cfg(test)]
mod tests {
    use tfvalue::Diagnostic as Error;

    use super::is_bug;

    #[test]
    fn errors_that_name_themselves_bugs_are_found() {
        let bug = |method, detail: &str| is_bug(method, &Error::error("Error", detail).into());
        for detail in [
            "An unexpected error. This is always an error in the provider. Please report the following to the \
             provider developer:\n\nPath: a",
            "This is always an issue in the Terraform Provider and should be reported to the provider\ndevelopers.",
            "An unexpected error was encountered when importing the resource. This is always a problem with the \
             provider. Please give the following information to the provider developer:\n\nx",
            "this is an issue\nwith the provider itself, and not a user issue. Please report\nthis",
        ] {
            assert!(bug("PlanResourceChange", detail), "{detail}");
            assert!(bug("ValidateResourceConfig", detail), "{detail}");
        }
        for detail in [
            "This resource does not support import. Please contact the provider developer for additional information.",
            "the name is taken",
        ] {
            assert!(!bug("ImportResourceState", detail), "{detail}");
        }
        let number = "This is always an error in the provider. Please report the following to the provider \
                      developer:\n\nValue 0.5 is not an integer.";
        assert!(!bug("ValidateResourceConfig", number));
        assert!(!bug("CallFunction", number));
        assert!(bug("PlanResourceChange", number));
        let warning = Error::warning("Warning", "This is a bug in the provider");
        assert!(!is_bug("ReadResource", &warning.into()));
    }
}
