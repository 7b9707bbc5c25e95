//! A: how numbers are sent, and which numbers a provider may send back.

use super::row::Verdict::{Accepted, Crash, Rejected, Reworded, Stricter, TerraformsLoss, Undecodable, Unwritable};
use super::row::{Row, apply, computed, plan};

pub(super) fn rows() -> Vec<Row> {
    let mut rows = texts();
    rows.extend(doubles());
    rows.extend(exact());
    rows.extend(sent());
    rows.extend(headers());
    rows
}

const MISMATCH: &str = "does not match config value";

fn n(id: &'static str, config: &str, planned: &str, verdict: super::Verdict) -> Row {
    plan(id, "n", config, planned, verdict)
}

/// The spellings of numbers that Terraform can read.
fn texts() -> Vec<Row> {
    let required = || Undecodable(": number is required", "n: a number is required");
    let mut rows = Vec::new();
    for text in [
        "'0.1'", "'0.10'", "'1e-1'", "'.1'", "'+0.1'", "'1E-1'", "'10e-2'", "'0.01e+1'", "'00.1'",
    ] {
        rows.push(n("A02", "'0.1'", text, Accepted));
    }
    for text in [
        "' 0.1'", "'0.1 '", "''", "'NaN'", "'nan'", "'0,1'", "'1/10'", "'--1'", "'.'", "'1e'", "'e1'", "'0x1p-1'",
        "'0b1'", "'0o7'", "'0x10'", "'1_000'", "'true'", "'Infinity'",
    ] {
        rows.push(n("A", "'0.1'", text, required()));
    }
    for text in ["'Inf'", "'+Inf'", "'inf'"] {
        rows.push(n("A", "'0.1'", text, Rejected("planned value cty.NumberFloatVal(+Inf) does not match")));
    }
    rows.push(n("A", "'0.1'", "'-Inf'", Rejected("planned value cty.NumberFloatVal(-Inf) does not match")));
    rows.push(n("A", "01", "'1.'", Accepted));
    rows.push(n("A", "00", "'-0'", Accepted));
    rows.push(n("A", "ff", "'-1'", Accepted));
    rows
}

/// Doubles that replace numbers that are not doubles.
fn doubles() -> Vec<Row> {
    let third = &format!("'0.{}5'", "3".repeat(154));
    let double = "=0.3333333333333333";
    vec![
        n("A01", "'0.1'", "=0.1", Accepted),
        apply("A03", "n", ["'0.1'", "=0.1", "=0.1"], Accepted),
        n("A04", "'0.1'", "ca 3dcccccd", Rejected(MISMATCH)),
        n("A05", third, double, Rejected("planned value cty.NumberFloatVal(0.3333333333333333) does not match")).expression("1 / 3"),
        n("A06", third, third, Accepted).expression("1 / 3"),
        n("A07", third, "'0.3333333333333333'", Rejected(MISMATCH)).expression("1 / 3"),
        apply("A07b", "n", [third, third, double], Rejected("but now cty.NumberFloatVal(0.3333333333333333)")).expression("1 / 3"),
        n("A07d", "'0.3'", "=0.30000000000000004", Rejected(MISMATCH)),
        n("A07e", "'3.14'", "=3.14", Accepted),
        n("A07f", "'123456789.123456789'", "=123456789.123456789", Rejected(MISMATCH)),
        n("A11", "cf 0020000000000001", "=9007199254740992", Rejected(MISMATCH)),
        n("A12", "cf 0020000000000001", "'9007199254740993'", Accepted),
        // In Terraform, the double's own string has more digits than the shortest string.
        n("A24", &format!("'0.{}5'", "0".repeat(323)), "=5e-324", TerraformsLoss(MISMATCH)),
    ]
}

/// Numbers that Terraform does not send exactly, and values that are only just valid as numbers.
fn exact() -> Vec<Row> {
    let digits = "1.00000011920928955078125";
    let tenth = "0.1000000000000000055511151231257827021181583404541015625";
    vec![
        n("A22", "=1.00000011920928955078125", "=1.00000011920928955078125", TerraformsLoss(MISMATCH))
            .expression(digits),
        // Terraform accepts this plan, because the value differs from the value that was sent, and then rejects the
        // final plan.
        apply(
            "A22b",
            "n",
            ["=1.00000011920928955078125", &format!("'{digits}'"), &format!("'{digits}'")],
            Reworded("was cty.NumberFloatVal(1.0000001192092896), but now", MISMATCH),
        )
        .expression(digits),
        n("A23", "'18446744073709550000'", "'18446744073709550000'", TerraformsLoss(MISMATCH))
            .expression("pow(2, 64)"),
        n("A28", "=0.1", "=0.1", TerraformsLoss(MISMATCH)).expression(tenth),
        computed("A18", "n_c", "cb 7ff0000000000000", Unwritable("cannot serialize infinity as JSON")),
        computed("A", "n_c", "cb fff0000000000000", Unwritable("cannot serialize infinity as JSON")),
        computed("A19", "n_c", "cb 7ff8000000000000", Crash("Float.SetFloat64(NaN)", "a number is required")),
        computed("A", "n_c", "ca 7fc00000", Crash("Float.SetFloat64(NaN)", "a number is required")),
        computed("A21", "n_c", "=-0", Accepted),
        // Terraform writes a megabyte of zeros to the state.
        computed("A26", "n_c", "'1e1000000'", Stricter("a number of at most 4096 digits")),
        n("A", &format!("'1{}'", "0".repeat(400)), "'1e400'", Accepted),
    ]
}

/// Numbers whose wire form is chosen by Terraform, sent back unchanged.
fn sent() -> Vec<Row> {
    let forms = [
        "00", "7f", "cc80", "ccff", "cd0100", "cdffff", "ce00010000", "ceffffffff",
        "cf0000000100000000", "cf7fffffffffffffff", "ff", "e0", "d0df", "d080", "d1ff7f", "d18000",
        "d2ffff7fff", "d280000000", "d3ffffffff7fffffff", "d38000000000000000",
        "'9223372036854775808'", "'18446744073709551615'", "'-9223372036854775809'",
        "=0.5", "=1.5", "=2.5", "'0.1'", "'-0.1'", "'1.1'", "'0.30000000000000004'",
        "'100000000000000000000000000000000000000001'", "'0.00000000000000000001'",
    ];
    let mut rows: Vec<Row> = forms.iter().map(|form| n("A", form, form, Accepted)).collect();
    rows.push(n("A20", "'18446744073709551615'", "cf ffffffffffffffff", Accepted));
    rows
}

/// Numbers whose headers differ from the headers that Terraform writes.
fn headers() -> Vec<Row> {
    let mut rows = Vec::new();
    for (id, planned) in [
        ("A13", "=1"), ("A14", "'1'"), ("A15", "'1.0'"), ("A16", "d3 0000000000000001"),
        ("A", "d0 01"), ("A", "d1 0001"), ("A", "d2 00000001"), ("A", "cc 01"), ("A", "cd 0001"),
        ("A", "ce 00000001"), ("A", "cf 0000000000000001"), ("A", "ca 3f800000"), ("A", "d9 01 31"),
        ("A", "da 0001 31"), ("A", "db 00000001 31"), ("B14", "c4 01 31"), ("A", "c5 0001 31"),
        ("A", "c6 00000001 31"), ("A", "'1e0'"), ("A", "'01'"), ("A", "'+1'"), ("A", "'10e-1'"),
    ] {
        rows.push(n(id, "01", planned, Accepted));
    }
    rows
}
