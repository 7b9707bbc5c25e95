//! Checks the conformance vectors and captures in `data/`.

use std::path::Path;

use tfvalue_tests::conformance::{self, Report};

/// Each file, with the number of its vectors and the number of its exempt vectors.
const FILES: [(&str, usize, usize); 9] = [
    ("vectors/public.jsonl", 3611, 38),
    ("vectors/reject.jsonl", 416, 2),
    ("vectors/lenient.jsonl", 227, 3),
    ("vectors/json_lenient.jsonl", 169, 9),
    ("vectors/types.jsonl", 100, 1),
    ("captures/dynamic_values.jsonl", 302, 0),
    ("captures/raw_states.jsonl", 101, 0),
    ("captures/aws/dynamic_values.jsonl", 933, 0),
    ("captures/aws/raw_states.jsonl", 123, 0),
];

/// Checks a file in `FILES`.
fn run(file: &str) {
    let expected = FILES.iter().find(|(name, ..)| *name == file).unwrap();
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("data")
        .join(file);
    let mut report = Report::default();
    conformance::run(&path, &mut report).unwrap();
    assert_eq!(report.failed(), 0, "{report}");
    let vectors = report.passed() + report.allowed();
    assert_eq!((file, vectors, report.allowed()), *expected, "{report}");
}

#[test]
fn public() {
    run("vectors/public.jsonl");
}

#[test]
fn reject() {
    run("vectors/reject.jsonl");
}

#[test]
fn lenient() {
    run("vectors/lenient.jsonl");
}

#[test]
fn json_lenient() {
    run("vectors/json_lenient.jsonl");
}

#[test]
fn types() {
    run("vectors/types.jsonl");
}

#[test]
fn captures() {
    run("captures/dynamic_values.jsonl");
    run("captures/raw_states.jsonl");
}

#[test]
fn aws_captures() {
    run("captures/aws/dynamic_values.jsonl");
    run("captures/aws/raw_states.jsonl");
}

#[test]
fn the_documents_have_these_figures() {
    let vectors: usize = FILES.iter().map(|(_, vectors, _)| vectors).sum();
    let exempt: usize = FILES.iter().map(|(.., exempt)| exempt).sum();
    let (thousands, rest) = (vectors / 1000, vectors % 1000);
    let text = format!(
        "{thousands},{rest:03} vectors and captured messages, {exempt} of them with a known difference"
    );
    let readme = include_str!("../../../README.md");
    let comparison = include_str!("../../../tfvalue/guide/src/tasks/comparison.md");
    assert!(readme.contains(&text), "{text}");
    assert!(comparison.contains(&text), "{text}");
}
