//! Tests of masking.

use super::*;
use crate::value::work;

fn found(masks: &mut [Masks], text: &str) -> String {
    let mut text = MaskedText::new(text);
    for masks in masks {
        text.search(masks);
    }
    text.masked().into_owned()
}

fn all(secrets: &[&str]) -> Masks {
    let mut masks = Masks::default();
    for secret in secrets {
        masks.add(secret);
    }
    masks
}

fn masked(secrets: &[&str], text: &str) -> String {
    found(&mut [all(secrets)], text).replace(MASK, "*")
}

#[test]
fn replaces_secrets() {
    assert_eq!(masked(&["hush"], "say hush, hushhush!"), "say *, **!");
    assert_eq!(masked(&["hush"], "say nothing"), "say nothing");
    assert_eq!(masked(&[], "hush"), "hush");
    assert_eq!(
        masked(&["gr\u{fc}n"], "\u{fc}gr\u{fc}n\u{fc}"),
        "\u{fc}*\u{fc}"
    );
}

#[test]
fn the_longest_secret_counts() {
    let secrets = ["abcd", "abcdef", "abcdefghij", "abce"];
    assert_eq!(masked(&secrets, "abcdefghi"), "*ghi");
    assert_eq!(masked(&secrets, "abcdefghij"), "*");
    assert_eq!(masked(&secrets, "abcdx abcex abc"), "*x *x abc");
}

#[test]
fn secrets_that_overlap_are_masked_together() {
    assert_eq!(masked(&["abcd", "cdefgh"], "xabcdefghy"), "x*y");
}

#[test]
fn trivial_values_are_not_masked() {
    let secrets = ["", " ", "a", "abc", "true", "null", "  abc\n"];
    assert_eq!(masked(&secrets, "a abc true null"), "a abc true null");
}

#[test]
fn lines_and_spellings_are_masked() {
    let key = "-----BEGIN KEY-----\nabcdefgh\n\"ab\"\\c\n";
    assert_eq!(masked(&[key], "line abcdefgh"), "line *");
    assert_eq!(masked(&[key], &format!("{key:?}")), "\"*\\n\"");
    assert_eq!(masked(&[key], key), "*\n");
    assert_eq!(masked(&["a\"b\\c"], r#"{"k":"a\"b\\c"}"#), r#"{"k":"*"}"#);
}

#[test]
fn long_secrets_are_masked_if_their_end_is_missing() {
    let secret = "k".repeat(60) + &"l".repeat(60);
    assert_eq!(masked(&[&secret], &secret[..100]), "*");
    assert_eq!(masked(&[&secret], &secret[..50]), &secret[..50]);
    let other = format!("{}m", &secret[..90]);
    assert_eq!(masked(&[&secret, &other], &other), "*");
}

/// Other programs use escapes that Rust does not write, with hexadecimal digits in either case. A string in one
/// notation can contain a string in another notation.
#[test]
fn secrets_are_found_in_the_escapes_of_all_notations() {
    let secret = "p\u{e4}s/s&\"1${a}\n<\u{1f600}>";
    let json = r#"p\u00e4s\/s\u0026\"1${a}\n\u003c\uD83D\uDE00\u003E"#;
    for text in [
        secret,
        json,
        r#"p\u00E4s/s\u0026\u00221${a}\u000A\u003C\ud83d\ude00\u003e"#,
        &format!("{secret:?}"),
        &format!("{json:?}"),
        &format!("{:?}", format!("{json:?}")),
        &serde_json::Value::from(secret).to_string(),
        &serde_json::Value::from(serde_json::Value::from(secret).to_string()).to_string(),
        r#"p\u{E4}s/s\x26\"1$${a}\n<\U0001f600>"#,
        r#"p\303\244s/s&\0421${a}\012<\xf0\x9f\x98\x80>"#,
        "p%C3%A4s/s%26%221%24%7ba%7d%0A%3C%F0%9F%98%80%3e",
        // A URL in the query of another URL.
        "p%25C3%25A4s/s%2526%25221%2524%257ba%257d%250A%253C%25F0%259F%2598%2580%253e",
    ] {
        let text = format!("<{text}>");
        let masked = masked(&[secret], &text)
            .replace("\\\\\\\"", "")
            .replace("\\\"", "")
            .replace('"', "");
        assert_eq!(masked, "<*>", "{text}");
    }
    assert_eq!(masked(&["pass word"], "?p=pass+word&q"), "?p=*&q");
    assert_eq!(masked(&["pass+word=1"], "?p=pass+word%3d1"), "?p=*");
    assert_eq!(
        masked(&["pass word&1"], "?u=x%3Fp%3Dpass%2Bword%25261"),
        "?u=x%3Fp%3D*"
    );
    assert_eq!(
        masked(&["pass word"], "?u=x%3Fp%3Dpass%2520word"),
        "?u=x%3Fp%3D*"
    );
    // JSON in a query.
    for query in ["%22a%5C%22b1%22", "%22%5C%22a%5C%5C%5C%22b1%5C%22%22"] {
        let masked = masked(&["a\"b1"], query);
        assert!(masked.contains('*') && !masked.contains('a'), "{masked}");
    }
    assert_eq!(masked(&["a\"b 1"], "?p=%22a%5C%22b+1%22"), "?p=%22*%22");
    // The secret itself contains text that looks like an escape.
    assert_eq!(masked(&[r"a\u0026b"], r"a\u0026b"), "*");
    assert_eq!(masked(&[r"a\u0026b"], r#""a\\u0026b""#), "\"*\"");
    assert_eq!(masked(&["100%25"], "100%25 and 100%2525"), "* and *");
}

#[test]
fn secrets_of_several_sources_are_masked_together() {
    let both = |one: &[&str], other: &[&str], text: &str| found(&mut [all(one), all(other)], text);
    assert_eq!(both(&["abcd"], &["cdef"], "<abcdef>"), format!("<{MASK}>"));
    assert_eq!(both(&["hush"], &["value", "sensitive"], "hush"), MASK);
    assert_eq!(
        both(&["hush"], &["value"], "hush value"),
        format!("{MASK} {MASK}")
    );
}

/// A mask in text that is the same for each value would reveal the secret.
#[test]
fn the_words_of_this_crate_are_not_masked() {
    assert_eq!(
        masked(&["value", "sensitive value"], "is (sensitive value) of"),
        "is * of"
    );
    let error = |number: &str| {
        let number: crate::Number = number.parse().unwrap();
        i64::try_from(&number).unwrap_err().to_string()
    };
    let text = error("9223372036854775808");
    let required = "a whole number from -9223372036854775808 to 9223372036854775807 is required";
    assert_eq!(
        masked(&["9223372036854775808"], &text),
        format!("{required}, got *")
    );
    let text = error("9223372036854775807.5");
    let masked_text = masked(&["9223372036854775807", "whole"], &text);
    assert_eq!(masked_text, format!("{required}, got *.5"));
    // The bounds in the text are not the bounds of any type.
    let text = "a whole number from 0 to 65536 is required";
    assert_eq!(
        masked(&["65536"], text),
        "a whole number from 0 to * is required"
    );
    // The secret is longer than the unmasked words.
    let text = "a whole number from 0 to 65535 is required, got 7";
    assert_eq!(
        masked(&["65535 is required, got 7"], text),
        "a whole number from 0 to *"
    );
}

/// Previously, searching took quadratic time if a secret repeated a short pattern.
#[test]
fn the_work_is_linear() {
    for (secret, text) in [
        ("a", "a"),
        ("ab", "ab"),
        ("aab", "a"),
        ("abcabd", "abc"),
        ("a", "\\u0061"),
        ("a", "%61"),
        ("a", "%5Cu0061"),
        ("a ", "%5Cu0061+"),
    ] {
        let work = |size: usize| {
            let mut masks = all(&[&(secret.repeat(size) + "c")]);
            let text = text.repeat(size * 4);
            work::of(|| {
                let mut text = MaskedText::new(&text);
                text.search(&mut masks);
                text.masked();
            })
        };
        let (less, more) = (work(1_000), work(8_000));
        assert!(more <= less * 9, "{secret} {text}: {less} {more}");
    }
    let secret = "a".repeat(1 << 20) + "b";
    let text = "a".repeat(1 << 20);
    assert_eq!(masked(&[&secret], &text), "*");
    let many: Vec<_> = (0..10_000)
        .map(|number| format!("aaaa{number:05}"))
        .collect();
    let many: Vec<_> = many.iter().map(String::as_str).collect();
    assert_eq!(masked(&many, &text), text);
}

#[test]
fn strings_can_be_added_one_by_one() {
    let mut masks = Masks::default();
    let work = work::of(|| {
        for number in 0..2_000 {
            let secret = format!("token-{number}");
            masks.add(&secret);
            let mut text = MaskedText::new(&secret);
            text.search(&mut masks);
            assert_eq!(text.masked(), MASK);
        }
    });
    assert!(work < 2_000_000, "{work}");
    assert!(masks.searches.len() <= 12);
}
