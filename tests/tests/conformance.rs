//! Checks the conformance vectors and captures in `data/`.

use std::path::Path;

use tfvalue_tests::conformance::{self, Report};
use tfvalue_tests::peak::Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Checks a file, and the number of its vectors and exempt vectors.
fn run(file: &str, vectors: usize, allowed: usize) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("data")
        .join(file);
    let mut report = Report::default();
    conformance::run(&path, &mut report).unwrap();
    assert_eq!(report.failed(), 0, "{report}");
    assert_eq!(report.allowed(), allowed, "{report}");
    assert_eq!(report.passed() + report.allowed(), vectors, "{report}");
}

#[test]
fn public() {
    run("vectors/public.jsonl", 3611, 38);
}

#[test]
fn reject() {
    run("vectors/reject.jsonl", 416, 2);
}

#[test]
fn lenient() {
    run("vectors/lenient.jsonl", 227, 3);
}

#[test]
fn json_lenient() {
    run("vectors/json_lenient.jsonl", 169, 9);
}

#[test]
fn types() {
    run("vectors/types.jsonl", 100, 1);
}

#[test]
fn captures() {
    run("captures/dynamic_values.jsonl", 302, 0);
    run("captures/raw_states.jsonl", 101, 0);
}

#[test]
fn aws_captures() {
    run("captures/aws/dynamic_values.jsonl", 933, 0);
    run("captures/aws/raw_states.jsonl", 123, 0);
}
