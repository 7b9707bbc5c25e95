//! A sample of the comparison with the reference implementation; `--bin differential` compares
//! as many cases as are wanted.

use tfvalue_tests::differential::{Op, Oracle, run};

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

/// Tells where the two know other versions of Unicode.
#[test]
fn normalisation_differs_in_new_characters_only() {
    let Some(mut oracle) = Oracle::start().unwrap() else {
        return println!("skipped: go is missing");
    };
    let all: Vec<String> = ('\u{80}'..=char::MAX)
        .map(|c| format!("a{c}\u{345}\u{315}"))
        .collect();
    let requests: Vec<_> = all
        .iter()
        .map(|text| (Op::Normalise, "", text.as_bytes()))
        .collect();
    let answers = oracle.ask(&requests).unwrap();
    let differing: Vec<u32> = all
        .iter()
        .zip(answers)
        .filter(|(text, answer)| answer.read.done() != Some(normalised(text).as_bytes()))
        .filter_map(|(text, _)| text.chars().nth(1).map(u32::from))
        .collect();
    println!("{} {:x?}", differing.len(), differing);
}

fn normalised(text: &str) -> String {
    tfvalue::Value::string(text)
        .as_str()
        .unwrap_or_default()
        .to_owned()
}
