//! A sample of the comparison with the reference implementation; `--bin differential` compares
//! as many cases as are wanted.

use tfvalue::Value;
use tfvalue_tests::differential::{Op, Oracle, is_newer_than_15, run};
use unicode_normalization::UnicodeNormalization;

#[test]
fn random_cases_agree() {
    let Some(mut oracle) = Oracle::start().unwrap() else {
        return println!("skipped: go is missing");
    };
    let report = run(&mut oracle, 1, 0, 5_000).unwrap();
    println!("{report}");
    assert_eq!(report.failed, 0, "{report}");
    // The sample must hold enough of everything.
    assert!(report.same > 2_000 && report.refused > 1_000, "{report}");
}

/// Compares the normal form of every character by itself, in parts, and between marks of the lowest
/// and the highest class.
#[test]
fn normalisation_differs_in_new_characters_only() {
    let Some(mut oracle) = Oracle::start().unwrap() else {
        return println!("skipped: go is missing");
    };
    let texts: Vec<(char, String)> = ('\u{80}'..=char::MAX)
        .flat_map(|c| {
            let parts: String = [c].into_iter().nfd().collect();
            [
                (c, c.to_string()),
                (c, parts),
                (c, format!("-\u{315}{c}\u{334}")),
            ]
        })
        .collect();
    let requests: Vec<_> = texts
        .iter()
        .map(|(_, text)| (Op::Normalise, "", text.as_bytes()))
        .collect();
    let answers = oracle.ask(&requests).unwrap();
    let mut differing: Vec<char> = texts
        .iter()
        .zip(answers)
        .filter(|((_, text), answer)| answer.read.done() != Some(normalised(text).as_bytes()))
        .map(|((c, _), _)| *c)
        .collect();
    differing.dedup();
    println!("{} characters differ", differing.len());
    let surprising: Vec<String> = differing
        .iter()
        .filter(|c| !is_newer_than_15(**c))
        .map(|c| format!("{:x}", u32::from(*c)))
        .collect();
    assert!(surprising.is_empty(), "{} {surprising:?}", surprising.len());
}

/// The reference implementation takes U+10391 and U+345 for U+391 and U+345.
#[test]
fn composition_beyond_the_basic_plane_is_a_fault_of_the_reference() {
    let Some(mut oracle) = Oracle::start().unwrap() else {
        return println!("skipped: go is missing");
    };
    let text = "\u{10391}\u{345}";
    let answer = oracle.ask(&[(Op::Normalise, "", text.as_bytes())]).unwrap();
    assert_eq!(answer[0].read.done(), Some("\u{1fbc}".as_bytes()));
    assert_eq!(normalised(text), text);
}

fn normalised(text: &str) -> String {
    Value::string(text).as_str().unwrap_or_default().to_owned()
}
