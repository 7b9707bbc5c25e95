//! The advice in a finding, which is the annotation that makes two values equivalent.

use tfvalue::__internal::testing::{SAME_AS, double};
use tfvalue::Value;

/// The minimum length of a truncated string, in characters.
const LEAST_CUT: usize = 16;

/// Returns the code that an author can write if a service treats both values as equal. For a provider that is not
/// written with this crate, the advice does not mention annotations.
pub(super) fn of(expected: &Value, actual: &Value, is_foreign: bool) -> Option<String> {
    if is_absent(expected, actual) || is_absent(actual, expected) {
        let advice = if is_foreign {
            "the service treats null and empty values as the same: return the configured value"
        } else {
            "with `empty_as_null`, null and empty values mean the same"
        };
        return Some(advice.to_owned());
    }
    let are_same = |canonical: fn(&Value) -> Option<Value>| {
        let canonical = (canonical(expected), canonical(actual));
        matches!(canonical, (Some(expected), Some(actual)) if expected == actual)
    };
    if are_same(double) {
        let advice = if is_foreign {
            "the values differ only beyond the precision of a 64-bit float: return the configured number"
        } else {
            "the values differ only beyond the precision of an `f64`: a field of this type with `lossy` keeps the \
                 configured number"
        };
        return Some(advice.to_owned());
    }
    let rule = SAME_AS.iter().find(|(_, canonical)| are_same(*canonical));
    if let Some((name, _)) = rule {
        return Some(if is_foreign {
            format!(
                "both values mean the same ({}): return the configured spelling",
                name.replace('_', " ")
            )
        } else {
            format!("with the rule `{name}` of `same_as`, both values mean the same")
        });
    }
    of_texts(expected.as_str()?, actual.as_str()?, is_foreign)
}

/// Returns `true` if one value is null, and many services treat the other value like null.
pub(super) fn is_absent(null: &Value, other: &Value) -> bool {
    null.is_null() && is_zero(other)
}

/// Returns `true` for an empty string, list, set or map, for zero, and for `false`.
pub(super) fn is_zero(value: &Value) -> bool {
    value.as_str().is_some_and(str::is_empty)
        || value.as_bool() == Some(false)
        || value.as_number().is_some_and(|number| *number == 0.into())
        || is_empty(value)
}

/// Returns `true` for a collection without elements.
pub(super) fn is_empty(value: &Value) -> bool {
    value.elements().is_some_and(|mut all| all.next().is_none())
        || value.entries().is_some_and(|mut all| all.next().is_none())
}

/// Returns the code that an author can write if an update changes a computed value that the plan had kept.
pub(super) fn of_kept(is_foreign: bool) -> &'static str {
    if is_foreign {
        "the plan had the prior value: plan it as unknown if an update can change the value"
    } else {
        "`keep` plans the prior value: remove it if an update can change the value"
    }
}

/// Returns the code that an author can write if a service changes strings.
fn of_texts(expected: &str, actual: &str, is_foreign: bool) -> Option<String> {
    if expected.trim() == actual.trim() {
        let advice = if is_foreign {
            "only white space differs: reject such strings, or return the configured one"
        } else {
            "only white space differs: reject such strings with `check`, or give the field a type for which both \
                 mean the same"
        };
        return Some(advice.to_owned());
    }
    let count = actual.chars().count();
    let is_cut = count >= LEAST_CUT && expected.starts_with(actual);
    is_cut.then(|| {
        if is_foreign {
            format!("the text was cut: reject values longer than {count} characters")
        } else {
            format!("the text was cut: `length = ..={count}` rejects longer values")
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tfvalue::Type;

    #[test]
    fn advice_names_the_annotation() {
        let list = |strings: [&str; 2]| Value::list(Type::String, strings).unwrap();
        let null = || Value::null(Type::String);
        let long = || "0.1234567890123456789".parse::<tfvalue::Number>().unwrap();
        for (expected, actual, advice) in [
            (null(), "".into(), Some("`empty_as_null`")),
            (0.into(), Value::null(Type::Number), Some("`empty_as_null`")),
            (null(), "a".into(), None),
            (
                long().into(),
                Value::try_from(0.123_456_789_012_345_68).unwrap(),
                Some("`lossy`"),
            ),
            (1.into(), 2.into(), None),
            ("Web".into(), "web".into(), Some("`case_insensitive`")),
            ("1h".into(), "60m".into(), Some("`duration`")),
            ("{}".into(), "{ }".into(), Some("`json`")),
            (list(["a", "b"]), list(["b", "a"]), Some("`any_order`")),
            ("a".into(), "b".into(), None),
            ("a\n".into(), "a".into(), Some("`check`")),
            ("ab".into(), "a".into(), None),
            (
                "x".repeat(65).into(),
                "x".repeat(64).into(),
                Some("`length = ..=64`"),
            ),
        ] {
            let got = of(&expected, &actual, false);
            assert_eq!(
                got.is_some(),
                advice.is_some(),
                "{expected} {actual}: {got:?}"
            );
            assert!(got.unwrap_or_default().contains(advice.unwrap_or_default()));
            // Annotations mean nothing to the author of another provider.
            let foreign = of(&expected, &actual, true);
            assert_eq!(foreign.is_some(), advice.is_some());
            assert!(!foreign.unwrap_or_default().contains('`'));
        }
    }
}
