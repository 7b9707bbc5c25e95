//! What is said of unknown values, and how it is written.

use tfvalue::{Error, Refinements, Type, Value, msgpack};

/// Returns what is kept of a prefix.
fn kept(prefix: &str) -> String {
    let known = Refinements::new().prefix(prefix).unwrap();
    known.known_prefix().unwrap_or_default().to_owned()
}

/// Returns what is written of a prefix that is kept whole.
fn written(prefix: &str) -> String {
    let known = Refinements::new().full_prefix(prefix).unwrap();
    let value = Value::refined(Type::String, known).unwrap();
    let bytes = msgpack::value_to_vec(&value, &Type::String).unwrap();
    let value = msgpack::value_from_slice(&bytes, &Type::String).unwrap();
    let known = value.refinements().unwrap();
    known.known_prefix().unwrap_or_default().to_owned()
}

/// Made with the reference implementation.
#[test]
fn keeps_of_a_prefix_what_nothing_can_change() {
    let table = [
        ("hello", "hell"),
        ("https://", "https://"),
        ("a ", "a "),
        ("a", ""),
        ("", ""),
        ("cafe\u{301}", "caf"),
        ("10<", "10"),
        // Hangul: of consonants in a row, and of a syllable, the last.
        ("ᄀᄂ", "ᄀ"),
        ("가한", "가"),
        // Joined emoji are one cluster; so are the two halves of a flag.
        ("-👩\u{200d}👧", "-"),
        ("-🇩🇪", "-"),
        // A vowel sign that can combine is left out, and the consonant before it is not.
        ("-கொ", "-க"),
        ("-কে", "-ক"),
        // A sign that cannot combine belongs to its consonant.
        ("-कः", "-"),
        // For compatibility, this is a final consonant.
        ("abㄳ", "a"),
    ];
    for (prefix, expected) in table {
        assert_eq!(kept(prefix), expected, "{prefix:?}");
    }
}

/// Made with the reference implementation.
#[test]
fn cuts_long_prefixes() {
    assert_eq!(written(&"y".repeat(256)), "y".repeat(256));
    assert_eq!(written(&"y".repeat(257)), "y".repeat(254));
    assert_eq!(written(&"-".repeat(258)), "-".repeat(255));
    // The cut falls inside a character. It is left out, and what stands before it only if it can
    // combine.
    assert_eq!(written(&"é".repeat(200)), "é".repeat(126));
    assert_eq!(written(&"👍".repeat(100)), "👍".repeat(63));
}

#[test]
fn leaves_out_what_says_nothing() -> Result<(), Error> {
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
