//! How much memory it takes to go over the changes of a plan: what one of them takes, and what
//! is read at once, however large the plan.

use std::time::Instant;

use tfvalue::show::{Plan, ResourceChanges};
use tfvalue::{Attr, TfSchema, Unknown};
use tfvalue_tests::peak::{Counting, measure};
use tfvalue_tests::plan_stream::PlanStream;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Part of `aws_instance`.
#[derive(TfSchema)]
struct Instance {
    #[tf(computed)]
    id: Attr<String>,
    #[tf(block)]
    root_block_device: Unknown<Vec<Disk>>,
}

/// Part of a disk.
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
        let instance: Instance = changed?.change.after().view()?;
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
fn a_plan_of_a_hundred_megabytes() {
    let mut plan = PlanStream::new(24_000);
    let begin = Instant::now();
    let (plain, peak) = measure(|| plain_disks(&mut plan));
    let (megabytes, kibibytes) = (plan.bytes / 1_000_000, peak / 1024);
    eprintln!(
        "{megabytes} MB: {kibibytes} KiB at the most, {:.1?}",
        begin.elapsed()
    );
    assert_eq!(plain.unwrap(), 2_400);
    assert!(megabytes >= 100);
    assert!(peak < 1 << 20, "{kibibytes} KiB");
}

/// A whole plan takes its parts, but not its text beside them.
#[test]
fn a_plan_as_a_whole() {
    let mut plan = PlanStream::new(1_000);
    let (read, peak) = measure(|| Plan::from_reader(&mut plan));
    assert_eq!(read.unwrap().resource_changes.len(), 1_000);
    assert!(peak < 2 * plan.bytes, "{peak} of {}", plan.bytes);
}
