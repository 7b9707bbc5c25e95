//! F and G: normalization, sets, and the order of lists.

use super::row::Verdict::{Accepted, Rejected, Stricter};
use super::row::{Row, apply, computed, plan};

pub(super) fn rows() -> Vec<Row> {
    let mut rows = normalization();
    rows.extend(sets());
    rows.extend(lists());
    rows
}

/// The composed form and the decomposed form of a letter.
const NFC: &str = "'\u{e9}'";
const NFD: &str = "'e\u{301}'";

fn normalization() -> Vec<Row> {
    let map = |key: &str| format!("81 {key} 'v'");
    vec![
        plan("F1", "s", NFC, NFD, Accepted),
        apply("F2", "s", [NFC, NFC, NFD], Accepted),
        apply("F3", "s", [NFC, NFD, NFD], Accepted),
        apply("F3", "s", [NFC, NFD, NFC], Accepted),
        plan("F4", "m_c", &map(NFC), &map(NFD), Accepted),
        apply("F4", "m_c", [&map(NFC), &map(NFC), &map(NFD)], Accepted),
        computed("F5", "set_c", &format!("92 {NFD} {NFC}"), Accepted),
        apply("F5", "set_c", ["c0", &format!("92 {NFD} {NFC}"), &format!("91 {NFC}")], Accepted),
        // Terraform keeps only one of two equal keys.
        computed("F6", "m_c", &format!("82 {NFD} 'v' {NFC} 'w'"), Stricter("m_c: duplicate key")),
        plan("F", "s", "'\u{fb01}'", "'fi'", Rejected("planned value cty.StringVal")),
        plan("F", "s", NFC, NFD, Accepted).expression(r#""e\u0301""#),
        plan("F", "s", "'\u{c5}'", "'\u{212b}'", Accepted).expression(r#""\u212b""#),
    ]
}

fn sets() -> Vec<Row> {
    let ab = "92 'a' 'b'";
    vec![
        plan("G1", "set", ab, "93 'b' 'a' 'a'", Accepted),
        plan("G1", "set", ab, "92 'b' 'a'", Accepted),
        apply("G2", "set", [ab, "92 'b' 'a'", ab], Accepted),
        apply("G2", "set", [ab, ab, "93 'a' 'b' 'a'"], Accepted),
        computed("G3", "set_n_c", "93 01 =1 '1'", Accepted),
        apply("G3", "set_n_c", ["c0", "93 01 =1 '1'", "91 01"], Accepted),
        computed("G3", "set_n_c", "92 =0.1 '0.1'", Accepted),
        apply("G3", "set_n_c", ["c0", "92 =0.1 '0.1'", "91 '0.1'"], Accepted),
        apply("G3", "ns_c", ["c0", "92 82 'a' 'x' 'n' 01 82 'n' =1 'a' 'x'", "91 82 'a' 'x' 'n' 01"], Accepted),
        plan("G", "set", ab, "91 'a'", Rejected("planned value cty.SetVal")),
        plan("G", "set", ab, "93 'a' 'b' 'c'", Rejected("planned value cty.SetVal")),
        plan("G", "set", "91 'a'", "d40000", Rejected("planned value cty.UnknownVal")),
        apply("G", "set", [ab, ab, "91 'a'"], Rejected(r#"planned set element cty.StringVal("b")"#)),
        apply("G", "set", [ab, ab, "92 'a' 'c'"], Rejected(r#"planned set element cty.StringVal("b")"#)),
        apply("G", "set", [ab, ab, "93 'a' 'b' 'c'"], Rejected(r#"actual set element cty.StringVal("c")"#)),
    ]
}

fn lists() -> Vec<Row> {
    let (ab, ba) = ("92 'a' 'b'", "92 'b' 'a'");
    vec![
        plan("G", "l", ab, ba, Rejected("does not match config value")),
        apply("G", "l", [ab, ab, ba], Rejected(r#"was cty.StringVal("a"), but now cty.StringVal("b")"#)),
        plan("G", "l", ab, "93 'a' 'b' 'b'", Rejected("planned value cty.ListVal")),
        apply("G", "l", [ab, ab, "91 'a'"], Rejected("element 1 has vanished")),
        apply("G", "l", [ab, ab, "93 'a' 'b' 'c'"], Rejected("new element 2 has appeared")),
        plan("G8", "l", "90", "c0", Rejected("does not match config value")),
        plan("G9", "l", "c0", "90", Rejected("for a non-computed attribute")),
        apply("G10", "l", ["90", "90", "c0"], Rejected("but now null")),
        apply("G10", "l_c", ["c0", "c0", "90"], Rejected("was null, but now cty.ListValEmpty(cty.String)")),
        plan("G8", "m_c", "80", "c0", Rejected("planned value cty.NullVal")),
        plan("G8", "set", "90", "c0", Rejected("planned value cty.NullVal")),
        plan("G8", "nl_c", "90", "c0", Rejected("planned for absence but config wants existence")),
        plan("G9", "l_c", "c0", "90", Accepted),
        plan("G8", "s", "''", "c0", Rejected("planned value cty.NullVal")),
        plan("G9", "s", "c0", "''", Rejected("planned value cty.StringVal")),
        apply("G", "m_c", ["81 'k' 'v'", "81 'k' 'v'", "81 'l' 'v'"], Rejected(r#"element "k" has vanished"#)),
        apply("G", "m_c", ["81 'k' 'v'", "81 'k' 'v'", "82 'k' 'v' 'l' 'v'"], Rejected(r#"new element "l" has appeared"#)),
        apply("G", "tup_c", ["92 'x' 01", "92 'x' 01", "92 'x' 02"], Rejected("was cty.NumberIntVal(1), but now cty.NumberIntVal(2)")),
        apply("G", "nl_c", ["91 82 'a' 'x' 'n' c0", "91 82 'a' 'x' 'n' c0", "91 82 'a' 'y' 'n' c0"], Rejected(r#"was cty.StringVal("x"), but now cty.StringVal("y")"#)),
    ]
}
