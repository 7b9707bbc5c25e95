//! D: a new state that contradicts the refinements in the plan.

use super::row::Verdict::{Accepted, Rejected};
use super::row::{Row, apply};

pub(super) fn rows() -> Vec<Row> {
    let mut rows = kept();
    rows.extend(broken());
    rows
}

fn d(id: &'static str, name: &'static str, planned: &str, new: &str, verdict: super::Verdict) -> Row {
    apply(id, name, ["c0", planned, new], verdict)
}

const PREFIX: &str = "c7080c 82 01 c2 02 'abc'";
const AT_LEAST_5: &str = "c7070c 82 01 c2 03 92 05 c3";
const ABOVE_5: &str = "c7070c 82 01 c2 03 92 05 c2";
const AT_MOST_5: &str = "c7070c 82 01 c2 04 92 05 c3";
const BELOW_5: &str = "c7070c 82 01 c2 04 92 05 c2";
const LENGTH_2_OR_MORE: &str = "c7050c 82 01 c2 05 02";
const LENGTH_2_OR_LESS: &str = "c7050c 82 01 c2 06 02";
const NOT_NULL: &str = "c7030c 81 01 c2";

fn kept() -> Vec<Row> {
    let rows = [
        ("D1", "s_c", PREFIX, "'abcd'"),
        ("D1", "s_c", PREFIX, "'abc'"),
        // A prefix that does not exclude null.
        ("D1", "s_c", "c7060c 81 02 'abc'", "c0"),
        ("D2", "n_c", AT_LEAST_5, "05"),
        ("D2", "n_c", ABOVE_5, "'5.5'"),
        ("D2", "n_c", AT_MOST_5, "05"),
        ("D2", "n_c", BELOW_5, "=-0.5"),
        ("D2", "n_c", "c7050c 81 03 92 05 c3", "c0"),
        ("D3", "l_c", LENGTH_2_OR_MORE, "92 'a' 'a'"),
        ("D3", "l_c", LENGTH_2_OR_LESS, "90"),
        ("D3", "set_c", LENGTH_2_OR_MORE, "92 'a' 'b'"),
        ("D3", "m_c", LENGTH_2_OR_LESS, "81 'k' 'v'"),
        ("D3", "nl_c", LENGTH_2_OR_LESS, "91 82 'a' c0 'n' c0"),
        ("D4", "s_c", NOT_NULL, "''"),
        ("D4", "b_c", NOT_NULL, "c2"),
        ("D4", "obj_c", NOT_NULL, "82 'a' c0 'n' c0"),
        ("D", "s_c", "d40000", "c0"),
        ("D", "l_c", "92 d40000 'b'", "92 'a' 'b'"),
        ("D", "set_c", "92 d40000 'b'", "91 'b'"),
        ("D", "l_c", "91 c7080c 82 01 c2 02 'abc'", "91 'abcd'"),
        ("D", "dyn_c", "d40000", "92 c408 22737472696e6722 'x'"),
        ("D", "dyn_c", "92 c408 22737472696e6722 c7080c 82 01 c2 02 'abc'", "92 c408 22737472696e6722 'abcd'"),
        // A typed unknown value that becomes a value of another type.
        ("D", "dyn_c", "d40000", "92 c408 226e756d62657222 01"),
    ];
    rows.into_iter().map(|(id, name, planned, new)| d(id, name, planned, new, Accepted)).collect()
}

fn broken() -> Vec<Row> {
    let rows = [
        ("D1", "s_c", PREFIX, "'xyz'", r#"UnknownVal(cty.String).Refine().NotNull().StringPrefixFull("abc").NewValue()"#),
        ("D1", "s_c", PREFIX, "'ab'", r#"UnknownVal(cty.String).Refine().NotNull().StringPrefixFull("abc").NewValue()"#),
        ("D1", "s_c", PREFIX, "c0", r#"UnknownVal(cty.String).Refine().NotNull().StringPrefixFull("abc").NewValue()"#),
        ("D2", "n_c", AT_LEAST_5, "04", "UnknownVal(cty.Number).Refine().NotNull().NumberLowerBound(cty.NumberIntVal(5), true).NewValue()"),
        ("D2", "n_c", ABOVE_5, "05", "UnknownVal(cty.Number).Refine().NotNull().NumberLowerBound(cty.NumberIntVal(5), false).NewValue()"),
        ("D2", "n_c", AT_MOST_5, "06", "UnknownVal(cty.Number).Refine().NotNull().NumberUpperBound(cty.NumberIntVal(5), true).NewValue()"),
        ("D2", "n_c", BELOW_5, "05", "UnknownVal(cty.Number).Refine().NotNull().NumberUpperBound(cty.NumberIntVal(5), false).NewValue()"),
        ("D3", "l_c", LENGTH_2_OR_MORE, "91 'a'", "UnknownVal(cty.List(cty.String)).Refine().NotNull().CollectionLengthLowerBound(2).NewValue()"),
        ("D3", "l_c", LENGTH_2_OR_LESS, "93 'a' 'a' 'a'", "UnknownVal(cty.List(cty.String)).Refine().NotNull().CollectionLengthUpperBound(2).NewValue()"),
        ("D3", "set_c", LENGTH_2_OR_MORE, "92 'a' 'a'", "UnknownVal(cty.Set(cty.String)).Refine().NotNull().CollectionLengthLowerBound(2).NewValue()"),
        ("D3", "m_c", LENGTH_2_OR_MORE, "81 'k' 'v'", "UnknownVal(cty.Map(cty.String)).Refine().NotNull().CollectionLengthLowerBound(2).NewValue()"),
        ("D3", "nl_c", LENGTH_2_OR_MORE, "90", r#"UnknownVal(cty.List(cty.Object(map[string]cty.Type{"a":cty.String, "n":cty.Number}))).Refine().NotNull().CollectionLengthLowerBound(2).NewValue()"#),
        ("D4", "s_c", NOT_NULL, "c0", "UnknownVal(cty.String).RefineNotNull()"),
        ("D4", "b_c", NOT_NULL, "c0", "UnknownVal(cty.Bool).RefineNotNull()"),
        ("D4", "obj_c", NOT_NULL, "c0", r#"UnknownVal(cty.Object(map[string]cty.Type{"a":cty.String, "n":cty.Number})).RefineNotNull()"#),
        ("D4", "n_c", AT_LEAST_5, "c0", "UnknownVal(cty.Number).Refine().NotNull().NumberLowerBound(cty.NumberIntVal(5), true).NewValue()"),
        ("D4", "l_c", LENGTH_2_OR_LESS, "c0", "UnknownVal(cty.List(cty.String)).Refine().NotNull().CollectionLengthUpperBound(2).NewValue()"),
        ("D6", "s_c", "d40000", "d40000", "unknown value cty.UnknownVal(cty.String)"),
        ("D6", "s_c", PREFIX, PREFIX, r#"unknown value cty.UnknownVal(cty.String).Refine().NotNull().StringPrefixFull("abc").NewValue()"#),
        ("D6", "l_c", "91 d40000", "91 d40000", "unknown value cty.UnknownVal(cty.String)"),
        ("D6", "l_c", "91 'a'", "91 d40000", "unknown value cty.UnknownVal(cty.String)"),
        ("D6", "dyn_c", "d40000", "d40000", "unknown value cty.DynamicVal"),
        ("D", "l_c", "91 c7080c 82 01 c2 02 'abc'", "91 'x'", r#"UnknownVal(cty.String).Refine().NotNull().StringPrefixFull("abc").NewValue()"#),
        ("D", "set_c", "91 c7080c 82 01 c2 02 'abc'", "91 'x'", r#"planned set element cty.UnknownVal(cty.String).Refine().NotNull().StringPrefixFull("abc").NewValue() does not correlate with any element in actual"#),
        ("D", "set_c", "91 d40000", "92 'a' 'b'", "length changed from 1 to 2"),
        ("D", "l_c", "91 d40000", "92 'a' 'b'", "new element 1 has appeared"),
        ("D", "dyn_c", "92 c408 22737472696e6722 d40000", "92 c408 226e756d62657222 01", "wrong final value type: string required"),
        ("D", "s_c", "'a'", "'b'", r#"was cty.StringVal("a"), but now cty.StringVal("b")"#),
        ("D", "s_c", "'a'", "c0", r#"was cty.StringVal("a"), but now null"#),
        ("D", "s_c", "c0", "'a'", r#"was null, but now cty.StringVal("a")"#),
        ("D", "n_c", "01", "02", "was cty.NumberIntVal(1), but now cty.NumberIntVal(2)"),
        ("D", "obj_c", "82 'a' 'x' 'n' d40000", "82 'a' 'y' 'n' 01", r#"was cty.StringVal("x"), but now cty.StringVal("y")"#),
    ];
    rows.into_iter().map(|(id, name, planned, new, text)| d(id, name, planned, new, Rejected(text))).collect()
}
