//! The minimum and maximum numbers of blocks, which Terraform checks.

use super::{EVERYTHING, SMALL};
use crate::harness::{Bench, by_both_protocols};

by_both_protocols! {
    too_few_in_a_list
    too_many_in_a_list
    too_many_in_a_set
    too_few_in_a_list_inside_a_set
    too_many_in_a_set_inside_a_list
    duplicate_single_block
}

/// Asserts that Terraform rejects the network after a part of the network is replaced.
#[track_caller]
fn assert_rejected(bench: &Bench, network: &str, part: &str, replacement: &str, summary: &str) {
    let changed = network.replacen(part, replacement, 1);
    assert_ne!(changed, network, "the network does not contain {part}");
    bench.configure(&changed);
    let error = bench.run(&["validate", "-json"]).exits(1).error();
    assert_eq!(error.summary, summary, "{error:?}");
}

const SUBNET: &str = "subnet { range = \"192.0.2.0/24\" }";

fn too_few_in_a_list(bench: &Bench) {
    assert_rejected(bench, SMALL, SUBNET, "", "Insufficient subnet blocks");
}

fn too_many_in_a_list(bench: &Bench) {
    let four = format!("{SUBNET}\n").repeat(4);
    assert_rejected(bench, SMALL, SUBNET, &four, "Too many subnet blocks");
}

fn too_many_in_a_set(bench: &Bench) {
    let filter = |port| format!("filter {{\n port = {port}\n source {{ range = \"r\" }}\n}}\n");
    let five: String = (1..=5).map(filter).collect();
    let parts = format!("{SUBNET}\n{five}");
    assert_rejected(bench, SMALL, SUBNET, &parts, "Too many filter blocks");
}

fn too_few_in_a_list_inside_a_set(bench: &Bench) {
    let source = "source { range = \"0.0.0.0/0\" }";
    assert_rejected(bench, EVERYTHING, source, "", "Insufficient source blocks");
}

fn too_many_in_a_set_inside_a_list(bench: &Bench) {
    let pool = "pool {\n first = \"a\"\n last = \"b\"\n}\n";
    let third = format!("{pool}pool {{");
    assert_rejected(bench, EVERYTHING, "pool {", &third, "Too many pool blocks");
}

fn duplicate_single_block(bench: &Bench) {
    let burst = "burst { seconds = 5 }";
    let twice = format!("{burst}\n{burst}");
    assert_rejected(bench, EVERYTHING, burst, &twice, "Duplicate burst block");
}
