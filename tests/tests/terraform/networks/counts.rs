//! How many blocks there may be, which Terraform counts.

use super::{EVERYTHING, SMALL};
use crate::harness::{Bench, by_both_protocols};

by_both_protocols! {
    a_list_with_too_few
    a_list_with_too_many
    a_set_with_too_many
    a_list_inside_a_set_with_too_few
    a_set_inside_a_list_with_too_many
    a_single_block_given_twice
}

/// Asserts that Terraform refuses the network with this part of it replaced.
#[track_caller]
fn refuses(bench: &Bench, network: &str, part: &str, replacement: &str, summary: &str) {
    let changed = network.replacen(part, replacement, 1);
    assert_ne!(changed, network, "{part} is not there");
    bench.configure(&changed);
    let error = bench.run(&["validate", "-json"]).exits(1).error();
    assert_eq!(error.summary, summary, "{error:?}");
}

const SUBNET: &str = "subnet { range = \"192.0.2.0/24\" }";

fn a_list_with_too_few(bench: &Bench) {
    refuses(bench, SMALL, SUBNET, "", "Insufficient subnet blocks");
}

fn a_list_with_too_many(bench: &Bench) {
    let four = format!("{SUBNET}\n").repeat(4);
    refuses(bench, SMALL, SUBNET, &four, "Too many subnet blocks");
}

fn a_set_with_too_many(bench: &Bench) {
    let filter = |port| format!("filter {{\n port = {port}\n source {{ range = \"r\" }}\n}}\n");
    let five: String = (1..=5).map(filter).collect();
    let parts = format!("{SUBNET}\n{five}");
    refuses(bench, SMALL, SUBNET, &parts, "Too many filter blocks");
}

fn a_list_inside_a_set_with_too_few(bench: &Bench) {
    let source = "source { range = \"0.0.0.0/0\" }";
    refuses(bench, EVERYTHING, source, "", "Insufficient source blocks");
}

fn a_set_inside_a_list_with_too_many(bench: &Bench) {
    let pool = "pool {\n first = \"a\"\n last = \"b\"\n}\n";
    let third = format!("{pool}pool {{");
    refuses(bench, EVERYTHING, "pool {", &third, "Too many pool blocks");
}

fn a_single_block_given_twice(bench: &Bench) {
    let burst = "burst { seconds = 5 }";
    let twice = format!("{burst}\n{burst}");
    refuses(bench, EVERYTHING, burst, &twice, "Duplicate burst block");
}
