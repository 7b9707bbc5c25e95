//! B: which shapes of objects and scalars are accepted.

use tfvalue::schema::Block;

use super::row::Verdict::{Accepted, Stricter, Undecodable};
use super::row::{Message, Row, apply, computed, plan, string};

pub(super) fn rows(block: &Block) -> Vec<Row> {
    let mut rows = whole(block);
    rows.extend(objects());
    rows.extend(other_kinds());
    rows.extend(headers());
    rows.extend(maps());
    rows
}

/// Responses in which the whole object is changed.
fn whole(block: &Block) -> Vec<Row> {
    let config = || Message::Members(vec![("s", string("a"))]);
    let bytes = config().encode(block).msgpack;
    let count = bytes[2];
    let with_count = |count: u8, rest: &[u8]| [&[0xde, 0, count], rest].concat();
    // The last entry is `zo`, which is null.
    let (all, fewer) = (&bytes[3..], &bytes[3..bytes.len() - 4]);
    let entry = |name: &str| [&string(name)[..], &[0xc0]].concat();
    let row = |id, planned: Vec<u8>, verdict| Row {
        config: config(),
        planned: Message::Msgpack(planned),
        ..plan(id, "s", "", "", verdict)
    };
    vec![
        row("B", bytes.clone(), Accepted),
        row("B01", with_count(count - 1, fewer), Undecodable("an object with 26 attributes is required (25 given)", "zo: the attribute is missing")),
        row("B02", with_count(count + 1, &[all, &entry("zzz")].concat()), Undecodable("an object with 26 attributes is required (27 given)", r#"unsupported attribute "zzz""#)),
        row("B02b", with_count(count, &[fewer, &entry("zzz")].concat()), Undecodable(r#"["zzz"]: unsupported attribute"#, r#"unsupported attribute "zzz""#)),
        row("B04", with_count(count + 1, &[all, &entry("zo")].concat()), Undecodable("an object with 26 attributes is required (27 given)", r#"duplicate key "zo""#)),
        row("B04b", with_count(count, &[fewer, &entry("s_c")].concat()), Undecodable(r#"missing required attribute "zo""#, r#"duplicate key "s_c""#)),
        // Terraform ignores the rest of a message.
        row("B06", [&bytes[..], &[0xc0]].concat(), Stricter("a byte follows the value")),
        row("B07", vec![0x80], Undecodable(r#"missing required attribute "b""#, "b: the attribute is missing")),
        row("B", vec![0x90], Undecodable("an object is required", "an object is required, got a list")),
        row("B", string("a"), Undecodable("an object is required", "an object is required, got a string")),
        row("B", vec![0x01], Undecodable("an object is required", "an object is required, got a number")),
        row("B", vec![0xc1], Undecodable("an object is required", "an object is required, got a byte that is not MessagePack")),
        row("B", bytes[..bytes.len() - 1].to_vec(), Undecodable(r#"["zo"]: EOF"#, "zo: the input ends within the value")),
        row("B", bytes[..2].to_vec(), Undecodable("an object is required", "the input ends within the value")),
        row("B", [&[0xdf, 0, 0, 0, count], all].concat(), Accepted),
    ]
}

fn objects() -> Vec<Row> {
    let obj = |id, planned: &str, verdict| computed(id, "obj_c", planned, verdict);
    let nested = |id, planned: &str, verdict| computed(id, "nl_c", planned, verdict);
    let set = |id, planned: &str, verdict| computed(id, "ns_c", planned, verdict);
    vec![
        obj("B03", "82 'n' 01 'a' 'x'", Accepted),
        obj("B05", "82 c40161 'x' c4016e 01", Accepted),
        obj("B17", "81 'a' 'x'", Undecodable(": an object with 2 attributes is required (1 given)", "obj_c.n: the attribute is missing")),
        obj("B18", "83 'a' 'x' 'n' 01 'z' 01", Undecodable(": an object with 2 attributes is required (3 given)", r#"obj_c: unsupported attribute "z""#)),
        obj("B18", "82 'a' 'x' 'z' 01", Undecodable(r#"["z"]: unsupported attribute"#, r#"obj_c: unsupported attribute "z""#)),
        obj("B19", "80", Undecodable(r#"missing required attribute "a""#, "obj_c.a: the attribute is missing")),
        obj("B30", "82 'a' 'x' 'a' 'x'", Undecodable(r#"missing required attribute "n""#, r#"obj_c: duplicate key "a""#)),
        obj("B", "83 'a' 'x' 'n' 01 'a' 'y'", Undecodable(": an object with 2 attributes is required (3 given)", r#"obj_c: duplicate key "a""#)),
        obj("B", "82 01 'x' 'n' 01", Undecodable(": all keys must be strings", "obj_c: a string as the name of an attribute is required, got a number")),
        obj("B", "82 c0 'x' 'n' 01", Undecodable(r#"[""]: unsupported attribute"#, "obj_c: a string as the name of an attribute is required, got null")),
        obj("B", "de 0002 'a' 'x' 'n' 01", Accepted),
        obj("B", "82 d90161 'x' da00016e 01", Accepted),
        obj("B", "82 'a' c0 'n' c0", Accepted),
        obj("B", "82 'a' d40000 'n' d40000", Accepted),
        nested("B03", "91 82 'n' 01 'a' 'x'", Accepted),
        nested("B17", "91 81 'a' 'x'", Undecodable("[0]: an object with 2 attributes is required (1 given)", "nl_c[0].n: the attribute is missing")),
        nested("B18", "91 83 'a' 'x' 'n' 01 'z' 01", Undecodable("[0]: an object with 2 attributes is required (3 given)", r#"nl_c[0]: unsupported attribute "z""#)),
        nested("B30", "91 82 'a' 'x' 'a' 'x'", Undecodable(r#"nl_c[(not yet known)]: missing required attribute "n""#, r#"nl_c[0]: duplicate key "a""#)),
        nested("B32", "91 80", Undecodable(r#"nl_c[(not yet known)]: missing required attribute "n""#, "nl_c[0].a: the attribute is missing")),
        nested("B", "91 c0", Accepted),
        nested("B", "92 82 'a' 'x' 'n' 01 d40000", Accepted),
        nested("B", "91 90", Undecodable("[0]: an object is required", "nl_c[0]: an object is required, got a list")),
        set("B17", "91 81 'a' 'x'", Undecodable("[0]: an object with 2 attributes is required (1 given)", "ns_c[0].n: the attribute is missing")),
        set("B", "91 c0", Accepted),
        set("B", "91 82 'a' 'x' 'n' c3", Undecodable(r#"[0]["n"]: number is required"#, "ns_c[0].n: a number is required, got a bool")),
    ]
}

/// A value whose kind differs from the attribute's kind.
fn other_kinds() -> Vec<Row> {
    let wires = ["c3", "01", "=0.5", "'x'", "c40178", "90", "91 'x'", "80", "81 'x' 'x'"];
    let attributes: [(_, &[&str], _, _); 10] = [
        ("s_c", &["'x'", "c40178"], ": string is required", "s_c: a string is required"),
        ("n_c", &["01", "=0.5"], ": number is required", "n_c: a number is required"),
        ("b_c", &["c3"], ": bool is required", "b_c: a bool is required"),
        ("l_c", &["90", "91 'x'"], ": a list is required", "l_c: a list is required"),
        ("set_c", &["90", "91 'x'"], ": a set is required", "set_c: a set is required"),
        ("m_c", &["80", "81 'x' 'x'"], ": a map is required", "m_c: a map is required"),
        ("obj_c", &["80", "81 'x' 'x'"], ": an object is required", "obj_c: an object is required"),
        ("tup_c", &["90", "91 'x'"], ": a tuple is required", "tup_c: a tuple is required"),
        ("nl_c", &["90", "91 'x'"], ": a list is required", "nl_c: a list is required"),
        ("ns_c", &["90", "91 'x'"], ": a set is required", "ns_c: a set is required"),
    ];
    let mut rows = Vec::new();
    for (name, fits, terraform, ours) in attributes {
        for wire in wires.iter().filter(|wire| !fits.contains(wire)) {
            rows.push(computed("B", name, wire, Undecodable(terraform, ours)));
        }
    }
    let element = "[0]: an object is required";
    rows.push(computed("B", "nl_c", "91 'x'", Undecodable(element, "nl_c[0]: an object is required")));
    rows.push(computed("B", "ns_c", "91 'x'", Undecodable(element, "ns_c[0]: an object is required")));
    rows
}

fn headers() -> Vec<Row> {
    let s = |id, planned: &str, verdict| computed(id, "s_c", planned, verdict);
    vec![
        s("B13", "c4 01 78", Accepted),
        s("B", "d9 01 78", Accepted),
        s("B", "da 0001 78", Accepted),
        s("B", "db 00000001 78", Accepted),
        s("B", "c5 0001 78", Accepted),
        s("B", "c6 00000001 78", Accepted),
        s("B", "a0", Accepted),
        // Terraform stores U+FFFD.
        s("B16b", "a2 fffe", Stricter("UTF-8")),
        plan("B", "s", "'x'", "c4 01 78", Accepted),
        plan("B10", "b", "c3", "'true'", Undecodable(": bool is required", "b: a bool is required, got a string")),
        computed("B", "m_c", "de 0001 'k' 'v'", Accepted),
        computed("B", "m_c", "df 00000001 'k' 'v'", Accepted),
        computed("B", "l_c", "dc 0001 'v'", Accepted),
        computed("B", "l_c", "dd 00000001 'v'", Accepted),
        computed("B", "tup_c", "92 'x' 01", Accepted),
        computed("B", "tup_c", "90", Undecodable("2 elements are required, but got 0", "tup_c: a tuple of 2 elements is required, got 0")),
        computed("B", "tup_c", "91 'x'", Undecodable(": a tuple of length 2 is required", "tup_c: a tuple of 2 elements is required, got 1")),
        apply("B", "tup_c", ["c0", "d40000", "90"], Undecodable("2 elements are required, but got 0", "tup_c: a tuple of 2 elements is required, got 0")),
        apply("B19", "obj_c", ["c0", "d40000", "80"], Undecodable(r#"missing required attribute "a""#, "obj_c.a: the attribute is missing")),
        computed("B", "tup_c", "93 'x' 01 01", Undecodable(": a tuple of length 2 is required", "tup_c: a tuple of 2 elements is required, got 3")),
        computed("B", "tup_c", "92 01 'x'", Undecodable("[0]: string is required", "tup_c[0]: a string is required, got a number")),
        computed("B", "l_c", "92 'x' 01", Undecodable("[1]: string is required", "l_c[1]: a string is required, got a number")),
        computed("B", "l_c", "92 'x' c0", Accepted),
        computed("B", "set_n_c", "91 'x'", Undecodable("[0]: number is required", r#"set_n_c[0]: a number is required, got "x""#)),
        computed("B", "set_c", "91 c0", Accepted),
    ]
}

fn maps() -> Vec<Row> {
    let m = |id, planned: &str, verdict| computed(id, "m_c", planned, verdict);
    vec![
        m("B26", "81 c4016b 'v'", Accepted),
        // Terraform reads these keys as an empty string, keeps the last of several equal keys, and replaces bytes that
        // are not valid UTF-8. All these cases hide a mistake in the provider.
        m("B24", "81 01 'v'", Stricter("m_c")),
        m("B25", "82 'k' 'v' 'k' 'w'", Stricter("m_c")),
        m("B", "81 c3 'v'", Stricter("m_c")),
        m("B", "81 c0 'v'", Stricter("m_c")),
        m("B", "81 90 'v'", Stricter("m_c")),
        m("B", "81 '' 'v'", Accepted),
        m("B", "81 'k' c0", Accepted),
        m("B", "81 'k' d40000", Accepted),
        m("B", "81 'k' 01", Undecodable(r#"["k"]: string is required"#, r#"m_c["k"]: a string is required, got a number"#)),
        m("B", "81 a2fffe 'v'", Stricter("UTF-8")),
    ]
}
