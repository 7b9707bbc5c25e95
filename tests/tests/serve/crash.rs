//! A case continues after a known crash. If the service runs in the provider's process, its objects are lost in the
//! crash, and this loss does not count as a deletion by another call.

use std::process::Command;

use tfvalue_client::Client;
use tfvalue_testing::{FindingKind, Harness, Property};

#[test]
fn a_crash_does_not_count_as_a_change_of_other_objects() {
    let command = Command::new(env!("CARGO_BIN_EXE_fuse"));
    let harness = Harness::restarting(move || Client::start(&command).wait()).unwrap();
    harness.configure("{}").succeeds();
    let (report, failures) = Property::new("fuse_item", || harness.fresh())
        .hint("text", r#"["a", "b", "c", "boom"]"#)
        .cases(20)
        .failures();
    assert!(report.applied > 25, "{report:?}");
    let kinds: Vec<_> = failures.iter().map(|one| one.findings[0].kind).collect();
    let texts: Vec<_> = failures.iter().map(ToString::to_string).collect();
    assert!(
        !kinds.is_empty() && kinds.iter().all(|kind| *kind == FindingKind::Crash),
        "{}",
        texts.join("\n")
    );
}
