//! Refinements of unknown values, and the way in which they are written.

use tfvalue::{Error, Type, Value, msgpack, types::Refinements};

/// Returns the part of a prefix that is kept if the string may continue with any characters.
fn kept(prefix: &str) -> String {
    let known = Refinements::new().prefix(prefix).unwrap();
    known.known_prefix().unwrap_or_default().to_owned()
}

/// Returns the part of a full prefix that is written.
fn written(prefix: &str) -> String {
    let known = Refinements::new().full_prefix(prefix).unwrap();
    let value = Value::refined(Type::String, known).unwrap();
    let bytes = msgpack::value_to_vec(&value, &Type::String).unwrap();
    let value = msgpack::value_from_slice(&bytes, &Type::String).unwrap();
    let known = value.refinements().unwrap();
    known.known_prefix().unwrap_or_default().to_owned()
}

/// The expected values are from go-cty.
#[test]
fn removes_characters_that_may_still_change() {
    let table = [
        ("hello", "hell"),
        ("https://", "https://"),
        ("a ", "a "),
        ("a", ""),
        ("", ""),
        ("cafe\u{301}", "caf"),
        ("10<", "10"),
        // Hangul: the last of several consonants, and the last letter in a syllable.
        ("ᄀᄂ", "ᄀ"),
        ("가한", "가"),
        // Joined emoji are one grapheme cluster, as are the two halves of a flag.
        ("-👩\u{200d}👧", "-"),
        ("-🇩🇪", "-"),
        // A vowel sign that can compose is removed, but the consonant before it is not.
        ("-கொ", "-க"),
        ("-কে", "-ক"),
        // A sign that cannot compose belongs to its consonant.
        ("-कः", "-"),
        // A compatibility letter for a final consonant.
        ("abㄳ", "a"),
    ];
    for (prefix, expected) in table {
        assert_eq!(kept(prefix), expected, "{prefix:?}");
    }
}

/// The expected values are from go-cty.
#[test]
fn shortens_long_prefixes() {
    assert_eq!(written(&"y".repeat(256)), "y".repeat(256));
    assert_eq!(written(&"y".repeat(257)), "y".repeat(254));
    assert_eq!(written(&"-".repeat(258)), "-".repeat(255));
    // The limit is inside a character. The character is removed, but the character before it is removed only if it can
    // compose.
    assert_eq!(written(&"é".repeat(200)), "é".repeat(126));
    assert_eq!(written(&"👍".repeat(100)), "👍".repeat(63));
}

#[test]
fn omits_refinements_without_effect() -> Result<(), Error> {
    let length = Refinements::new()
        .min_length(0)?
        .max_length(i64::MAX as u64)?;
    assert!(length.is_empty());
    assert!(Refinements::new().full_prefix("")?.is_empty());
    let value = Value::refined(Type::list(Type::Bool), length)?;
    assert_eq!(
        msgpack::value_to_vec(&value, &Type::Dynamic)?.last_chunk(),
        Some(&[0xd4, 0, 0])
    );
    Ok(())
}
