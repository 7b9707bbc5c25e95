//! C: which encodings of unknown values are accepted.

use super::row::Verdict::{Accepted, Crash, Laxer, Stricter, Undecodable};
use super::row::{Row, computed, wire};

pub(super) fn rows() -> Vec<Row> {
    let mut rows = extensions();
    rows.extend(refinements());
    rows.extend(zeros());
    rows.extend(keys());
    rows.extend(bounds());
    rows.extend(contradictions());
    rows
}

fn c(name: &'static str, planned: &str, verdict: super::Verdict) -> Row {
    computed("C", name, planned, verdict)
}

/// An unknown value with a payload that contains refinements.
fn refined(payload: &str) -> String {
    let len = wire(payload).len();
    if len < 256 {
        format!("c7 {len:02x} 0c {payload}")
    } else {
        format!("c8 {len:04x} 0c {payload}")
    }
}

/// The codes and lengths of extensions.
fn extensions() -> Vec<Row> {
    let mut rows = Vec::new();
    for planned in [
        "d40000", "c70000", "d400ff", "d40500", "c70005", "d4ff00", "c700ff", "d40b00", "d40d00", "d47f00", "d48000",
        "c7010000", "c8000000", "c800010000", "c90000000000", "c9000000010000", "c7010c80", "d40c80", "d50c8000",
        "c7000c",
    ] {
        rows.push(c("s_c", planned, Accepted));
    }
    // According to the specification of the wire format, every extension is an unknown value.
    for (planned, text) in [
        ("d5000000", ": unsupported extension type 0x00 with len 2"),
        ("d5050000", ": unsupported extension type 0x05 with len 2"),
        ("c70305000000", ": unsupported extension type 0x05 with len 3"),
        ("d6ff00000000", ": unsupported extension type 0x-1 with len 4"),
        ("d7ff0000000000000000", ": unsupported extension type 0x-1 with len 8"),
        ("c70cff000000000000000000000000", ": unsupported extension type 0x-1 with len 12"),
        ("d800 00000000000000000000000000000000", ": unsupported extension type 0x00 with len 16"),
        ("c800020500 00", ": unsupported extension type 0x05 with len 2"),
    ] {
        rows.push(c("s_c", planned, Laxer(text)));
    }
    for name in ["n_c", "b_c", "l_c", "set_c", "m_c", "obj_c", "tup_c", "nl_c", "ns_c", "dyn_c", "l_dyn_c"] {
        rows.push(c(name, "d40000", Accepted));
    }
    rows
}

/// Which refinements belong to which type.
fn refinements() -> Vec<Row> {
    let mut rows = Vec::new();
    for (name, payload) in [
        ("s_c", "81 01 c2"),
        ("b_c", "81 01 c2"),
        ("n_c", "81 01 c2"),
        ("l_c", "81 01 c2"),
        ("obj_c", "81 01 c2"),
        ("tup_c", "81 01 c2"),
        ("nl_c", "81 01 c2"),
        ("s_c", "81 02 'abc'"),
        ("s_c", "81 02 ''"),
        ("s_c", "81 02 c403616263"),
        ("n_c", "81 03 92 05 c3"),
        ("n_c", "81 04 92 05 c2"),
        ("l_c", "81 05 02"),
        ("set_c", "81 06 02"),
        ("m_c", "82 05 01 06 02"),
        ("nl_c", "81 05 01"),
        ("dyn_c", "81 01 c2"),
        ("dyn_c", "81 02 'abc'"),
        ("dyn_c", "81 05 02"),
    ] {
        rows.push(c(name, &refined(payload), Accepted));
    }
    for (name, payload, text) in [
        ("s_c", "81 03 92 05 c3", ": failed to decode msgpack extension body: numeric bound refinement for non-number type"),
        ("s_c", "81 04 92 05 c3", ": failed to decode msgpack extension body: numeric bound refinement for non-number type"),
        ("s_c", "81 05 02", ": failed to decode msgpack extension body: length lower bound refinement for non-collection type"),
        ("s_c", "81 06 02", ": failed to decode msgpack extension body: length lower bound refinement for non-collection type"),
        ("n_c", "81 02 'a'", ": failed to decode msgpack extension body: string prefix refinement for non-string type"),
        ("n_c", "81 05 02", ": failed to decode msgpack extension body: length lower bound refinement for non-collection type"),
        ("b_c", "81 02 'a'", ": failed to decode msgpack extension body: string prefix refinement for non-string type"),
        ("b_c", "81 03 92 05 c3", ": failed to decode msgpack extension body: numeric bound refinement for non-number type"),
        ("l_c", "81 02 'a'", ": failed to decode msgpack extension body: string prefix refinement for non-string type"),
        ("l_c", "81 03 92 05 c3", ": failed to decode msgpack extension body: numeric bound refinement for non-number type"),
        ("tup_c", "81 05 02", ": failed to decode msgpack extension body: length lower bound refinement for non-collection type"),
        ("tup_c", "81 02 'a'", ": failed to decode msgpack extension body: string prefix refinement for non-string type"),
        ("s_c", "81 02 01", ": failed to decode msgpack extension body: string prefix refinement is not string"),
        ("s_c", "81 01 01", ": failed to decode msgpack extension body: null refinement is not boolean"),
        ("s_c", "81 01 'x'", ": failed to decode msgpack extension body: null refinement is not boolean"),
        ("n_c", "81 03 05", ": failed to decode msgpack extension body: length bound refinement must be [number, bool] array"),
        ("n_c", "81 03 91 05", ": failed to decode msgpack extension body: length bound refinement must be [number, bool] array"),
        ("n_c", "81 03 93 05 c3 c3", ": failed to decode msgpack extension body: length bound refinement must be [number, bool] array"),
        ("n_c", "81 03 92 c0 c3", ": failed to decode msgpack extension body: length bound refinement must be [number, bool] array"),
        ("n_c", "81 03 92 05 01", ": failed to decode msgpack extension body: length bound refinement must be [number, bool] array"),
        ("n_c", "81 03 92 'x' c3", ": failed to decode msgpack extension body: length bound refinement must be [number, bool] array"),
        ("n_c", "81 03 92 d40000 c3", ": failed to decode msgpack extension body: length bound refinement must be [number, bool] array"),
        ("l_c", "81 05 'x'", ": failed to decode msgpack extension body: length bound refinement must be integer or [integer, bool] array"),
        ("l_c", "81 05 =1", ": failed to decode msgpack extension body: length bound refinement must be integer or [integer, bool] array"),
        ("l_c", "81 05 =1.5", ": failed to decode msgpack extension body: length bound refinement must be integer or [integer, bool] array"),
    ] {
        rows.push(c(name, &refined(payload), Undecodable(text, name)));
    }
    let text = ": failed to decode msgpack extension body: length lower bound refinement for non-collection type";
    let ours = "obj_c: refinements of an object are required, got others";
    rows.push(c("obj_c", &refined("81 05 02"), Undecodable(text, ours)));
    rows
}

/// Refinements without a meaning, which no program sends. Terraform reads null as a zero value.
fn zeros() -> Vec<Row> {
    let mut rows = Vec::new();
    for (name, payload, error) in [
        ("s_c", "81 02 c0", "a string prefix is required, got null"),
        ("s_c", "81 01 c0", "a bool is required, got null"),
        ("l_c", "81 05 c0", "a number is required, got null"),
        ("l_c", "81 05 ff", "a length is required"),
        ("l_c", "81 05 d3ffffffffffffffff", "a length is required"),
        // There is no number between the bounds.
        ("n_c", "82 03 92 05 c2 04 92 05 c2", "an empty range of numbers"),
    ] {
        rows.push(c(name, &refined(payload), Stricter(error)));
    }
    rows
}

/// The keys of refinements, and the payload as a whole.
fn keys() -> Vec<Row> {
    let s = |payload: &str, verdict| c("s_c", &refined(payload), verdict);
    let junk = "00".repeat(1020);
    vec![
        s("82 02 'abc' 01 c2", Accepted),
        s("82 01 c2 02 'abc'", Accepted),
        s("82 01 c2 09 05", Accepted),
        // Terraform does not skip the value after an unknown key, but reads it as the next key.
        s("82 09 05 01 c2", Laxer(": failed to decode msgpack extension body: length lower bound refinement for non-collection type")),
        s("82 09 c0 01 c2", Accepted),
        s("81 00 c0", Accepted),
        s("81 ff c0", Accepted),
        s("81 d001 c2", Accepted),
        s("81 'a' c2", Undecodable(": failed to decode msgpack extension body: non-integer key in map", "s_c: a whole number is required, got another")),
        s("81 c0 c2", Stricter("a number is required, got null")),
        s("82 01 c2 01 c2", Accepted),
        s("82 02 'abc' 02 'abcd'", Accepted),
        s("81 01 c2 00", Accepted),
        s("80 00", Accepted),
        s("82 01 c2", Undecodable(": failed to decode msgpack extension body: non-integer key in map", "s_c: the input ends within the value")),
        s("de 0001 01 c2", Accepted),
        s("df 00000001 01 c2", Accepted),
        s("90", Accepted),
        s("01", Accepted),
        s("c0", Accepted),
        s(&format!("81 01 c2 {junk}"), Accepted),
        s(&format!("81 01 c2 {junk} 00 00 00"), Undecodable(": oversize unknown value refinement", "s_c: the refinements take 1026 bytes")),
        c("s_c", "d50c80 00", Accepted),
        c("s_c", "d60c 81 01 c2 00", Accepted),
        c("s_c", "c9 00000003 0c 81 01 c2", Accepted),
    ]
}

/// How bounds are written.
fn bounds() -> Vec<Row> {
    let mut rows = Vec::new();
    for (name, payload) in [
        ("n_c", "81 03 92 =0.5 c3"),
        ("n_c", "81 03 92 '0.1' c3"),
        ("n_c", "81 03 92 ff c3"),
        ("n_c", "82 03 92 01 c3 04 92 02 c3"),
        ("n_c", "82 04 92 02 c3 03 92 01 c3"),
        ("n_c", "82 03 92 01 c2 04 92 02 c2"),
        ("l_c", "81 06 cf7fffffffffffffff"),
        ("l_c", "82 06 02 05 01"),
    ] {
        rows.push(c(name, &refined(payload), Accepted));
    }
    // These values are known: null, a number, an empty collection.
    for (name, payload) in [
        ("s_c", "81 01 c3"),
        ("n_c", "81 01 c3"),
        ("l_c", "81 01 c3"),
        ("n_c", "83 01 c2 03 92 05 c3 04 92 05 c3"),
        ("s_c", "82 01 c3 02 'abc'"),
        ("n_c", "82 01 c3 03 92 05 c3"),
        ("l_c", "82 01 c3 05 02"),
        ("l_c", "83 01 c2 05 00 06 00"),
        ("set_c", "83 01 c2 05 00 06 00"),
        ("m_c", "83 01 c2 05 00 06 00"),
    ] {
        rows.push(c(name, &refined(payload), Accepted));
    }
    rows
}

/// Refinements that exclude each other.
fn contradictions() -> Vec<Row> {
    let mut rows = Vec::new();
    for (name, payload, text) in [
        ("n_c", "82 03 92 05 c3 04 92 01 c3", "number lower bound cty.NumberIntVal(5) is greater than upper bound cty.NumberIntVal(1)"),
        ("n_c", "82 03 92 05 c3 04 92 05 c2", "number lower bound cty.NumberIntVal(5) is greater than upper bound cty.NumberIntVal(5)"),
        ("n_c", "82 03 92 05 c2 04 92 05 c3", "number lower bound cty.NumberIntVal(5) is greater than upper bound cty.NumberIntVal(5)"),
        ("l_c", "82 05 05 06 01", "collection length upper bound 1 is less than lower bound 5"),
        ("s_c", "82 02 'abc' 02 'x'", "refined prefix is inconsistent with previous refined prefix"),
        ("s_c", "82 01 c2 01 c3", "refining non-null value as null"),
        ("l_c", "81 06 ff", "collection length upper bound -1 is less than lower bound 0"),
    ] {
        rows.push(c(name, &refined(payload), Crash(text, name)));
    }
    rows
}
