//! The memory needed to iterate over the changes in a plan depends on the largest change and on the read buffer, but
//! not on the size of the plan.

use std::time::Instant;

use tfvalue::{Attr, TfSchema, Unknown};
use tfvalue_show::{self as show, Plan, ResourceChanges};
use tfvalue_tests::peak::{exception, measure};
use tfvalue_tests::plan_stream::PlanStream;

/// The size of a document that has many small parts.
const SIZE: usize = 1 << 18;

/// Some attributes of `aws_instance`.
#[derive(TfSchema)]
struct Instance {
    #[tf(computed)]
    id: Attr<String>,
    #[tf(block)]
    root_block_device: Unknown<Vec<Disk>>,
}

/// Some attributes of a disk.
#[derive(TfSchema)]
struct Disk {
    #[tf(optional)]
    encrypted: Attr<bool>,
    #[tf(computed)]
    volume_id: Attr<String>,
}

/// Counts the disks that are not encrypted.
fn plain_disks(plan: &mut PlanStream) -> tfvalue::Result<usize> {
    let mut plain = 0;
    for changed in ResourceChanges::from_reader(plan) {
        let instance: Instance = changed?.change.after().read_ignoring_unsupported()?;
        assert!(instance.id.is_unknown());
        let disks = instance.root_block_device.known().into_iter().flatten();
        for disk in disks {
            assert!(disk.volume_id.is_unknown());
            plain += usize::from(disk.encrypted.value() == Some(&false));
        }
    }
    Ok(plain)
}

#[test]
fn streams_a_plan_of_30_megabytes() {
    let mut plan = PlanStream::new(7_200);
    let begin = Instant::now();
    let (plain, peak) = measure(|| plain_disks(&mut plan));
    let (megabytes, kibibytes) = (plan.bytes / 1_000_000, peak / 1024);
    eprintln!(
        "{megabytes} MB: at most {kibibytes} KiB, {:.1?}",
        begin.elapsed()
    );
    assert_eq!(plain.unwrap(), 720);
    assert!(megabytes >= 30);
    assert!(peak < 1 << 20, "{kibibytes} KiB");
}

/// A plan that is read as a whole uses memory for its parts, but not for its text.
#[test]
fn limits_a_whole_plan() {
    let mut plan = PlanStream::new(1_000);
    let (read, peak) = measure(|| show::from_reader::<_, Plan>(&mut plan));
    assert_eq!(read.unwrap().resource_changes.len(), 1_000);
    assert!(peak < 2 * plan.bytes, "{peak} of {}", plan.bytes);
}

/// Checks many parts with as little text as possible: `@` is replaced with many parts, and `N` in each part is replaced
/// with a number.
#[test]
fn limits_small_parts() {
    const NAMES: &str = r#""address":"","mode":"","type":"","name":"""#;
    let parts = [
        (
            r#""resource_changes":[@]"#,
            r#"{NAMES,"change":{"actions":[]}}"#,
        ),
        (r#""output_changes":{@}"#, r#""N":{"actions":[]}"#),
        (r#""variables":{@}"#, r#""N":{}"#),
        (r#""relevant_attributes":[@]"#, r#"{"resource":""}"#),
        (r#""checks":[@]"#, r#"{"address":{},"status":""}"#),
        (r#"@"#, r#""N":0"#),
        (r#""planned_values":{"outputs":{@}}"#, r#""N":{}"#),
        (
            r#""planned_values":{"root_module":{"child_modules":[@]}}"#,
            "{}",
        ),
        (
            r#""planned_values":{"root_module":{"resources":[@]}}"#,
            "{NAMES}",
        ),
        (
            r#""configuration":{"root_module":{"variables":{@}}}"#,
            r#""N":{}"#,
        ),
        (
            r#""configuration":{"root_module":{"outputs":{@}}}"#,
            r#""N":{}"#,
        ),
        (
            r#""configuration":{"root_module":{"module_calls":{@}}}"#,
            r#""N":{"module":{}}"#,
        ),
        (r#""configuration":{"provider_config":{@}}"#, r#""N":{}"#),
        (
            r#""configuration":{"provider_config":{"x":{"expressions":{"x":[@]}}}}"#,
            "{}",
        ),
        (
            r#""configuration":{"provider_config":{"x":{"expressions":{@}}}}"#,
            r#""N":{}"#,
        ),
    ];
    for (around, part) in parts {
        let part = part.replace("NAMES", NAMES);
        let count = SIZE / (part.len() + 1);
        let many: Vec<String> = (0..count)
            .map(|at| part.replace('N', &format!("{at:x}")))
            .collect();
        let around = format!(r#"{{"format_version":"1.2",{around}}}"#);
        let json = around.replace('@', &many.join(","));
        let (read, peak) = measure(|| show::from_slice::<Plan>(json.as_bytes()));
        let times = peak / json.len();
        read.unwrap_or_else(|error| panic!("{around}: {error}"));
        // A module needs no members, so it may consist of two brackets and a comma.
        let limit = if around.contains("child_modules") {
            exception("for a document that consists of empty modules")
        } else {
            64
        };
        assert!(times <= limit, "{times} times: {around}");
    }
}
