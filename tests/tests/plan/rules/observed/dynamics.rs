//! J: dynamic values.

use tfvalue_tests::hex;

use super::Verdict;
use super::row::Verdict::{Accepted, Crash, Rejected, Stricter, Undecodable};
use super::row::{Row, computed, dynamic, plan};

fn d(id: &'static str, planned: &str, verdict: Verdict) -> Row {
    computed(id, "dyn_c", planned, verdict)
}

pub(super) fn rows() -> Vec<Row> {
    let deep = |depth: usize| format!(r#"{}"string"{}"#, r#"["list","#.repeat(depth), "]".repeat(depth));
    let string = &dynamic(r#""string""#, "'x'");
    let number = &dynamic(r#""number""#, "01");
    let mut rows = vec![
        d("J", string, Accepted),
        d("J", "c0", Accepted),
        d("J", "d40000", Accepted),
        plan("J", "dyn_c", string, string, Accepted),
        plan("J", "dyn_c", string, number, Rejected(r#"planned value cty.NumberIntVal(1) does not match config value cty.StringVal("x")"#)),
        plan("J", "dyn_c", string, "d40000", Rejected(r#"planned value cty.DynamicVal does not match config value cty.StringVal("x")"#)),
        d("J1", r#"92 '"string"' 'x'"#, Accepted),
        d("J2", r#"92 '[ "list", "string" ]' 91 'x'"#, Accepted),
        d("J", &dynamic(r#" "string" "#, "'x'"), Accepted),
        d("J", &dynamic(r#""string""#, "c0"), Accepted),
        d("J", &dynamic(r#""string""#, "d40000"), Accepted),
        d("J", &dynamic(r#""string""#, "c7080c 82 01 c2 02 'abc'"), Accepted),
        d("J5", &dynamic(r#""dynamic""#, string), Accepted),
        d("J5", &dynamic(r#""dynamic""#, "c0"), Accepted),
        d("J5", &dynamic(r#""dynamic""#, "d40000"), Accepted),
        d("J5", &dynamic(r#""dynamic""#, "'x'"), Undecodable(": msgpack: invalid code=a1 decoding array length", "dyn_c: a type and a value is required, got a string")),
        d("J7", &dynamic(r#"["object",{"a":"string"},["a"]]"#, "81 'a' 'x'"), Accepted),
        d("J7", &dynamic(r#"["object",{"a":"string"},["a"]]"#, "80"), Stricter("dyn_c.a: the attribute is missing")),
        d("J7", &dynamic(r#"["object",{"a":"string"},["b"]]"#, "81 'a' 'x'"), Crash(r#"optional contains undeclared attribute "b""#, "dyn_c")),
        d("J", &dynamic(r#"["list",["list","number"]]"#, "91 91 01"), Accepted),
        d("J", &dynamic(r#"["set","string"]"#, "92 'x' 'x'"), Accepted),
        d("J", &dynamic(r#"["map","bool"]"#, "81 'k' c3"), Accepted),
        d("J", &dynamic(r#"["tuple",["string","number"]]"#, "92 'x' 01"), Accepted),
        d("J", &dynamic(r#"["tuple",["dynamic"]]"#, &format!("91 {string}")), Accepted),
        d("J", &dynamic(r#"["tuple",["dynamic"]]"#, "91 c0"), Accepted),
        d("J", &dynamic(r#"["list","dynamic"]"#, "c0"), Accepted),
        d("J", &dynamic(r#"["list","dynamic"]"#, &format!("92 {string} {string}")), Accepted),
        d("J", &dynamic(r#"["set","dynamic"]"#, "c0"), Accepted),
        d("J", &dynamic(r#"["object",{"n":"dynamic"}]"#, "81 'n' d40000"), Accepted),
    ];
    for (ty, value, text) in [
        (r#""string""#, "01", ": string is required"),
        (r#""number""#, "'x'", ": number is required"),
        (r#""text""#, "'x'", r#": invalid primitive type name "text""#),
        (r#""any""#, "'x'", r#": invalid primitive type name "any""#),
        ("string", "'x'", ": invalid character 's' looking for beginning of value"),
        ("", "'x'", ": EOF"),
        ("null", "'x'", ": invalid type description"),
        ("1", "'x'", ": invalid type description"),
        ("[]", "90", ": invalid complex type kind name"),
        (r#"["list"]"#, "90", ": expected comma after array element"),
        (r#"["list","string","string"]"#, "90", ": unexpected extra data in type description"),
        (r#"["tuple","string"]"#, "90", ": json: cannot unmarshal string into Go value of type []cty.Type"),
        (r#"["object",["a"]]"#, "80", ": json: cannot unmarshal array into Go value of type map[string]cty.Type"),
        (r#"["array","string"]"#, "90", ": invalid complex type kind name"),
        (r#"["list","string"]"#, "80", ": a list is required"),
        (r#"["object",{}]"#, "81 'a' 'x'", ": an object with 0 attributes is required (1 given)"),
        (r#""string" x"#, "'x'", ": extraneous data after type description"),
        (r#"["capsule","x"]"#, "'x'", ": invalid complex type kind name"),
    ] {
        rows.push(d("J", &dynamic(ty, value), Undecodable(text, "dyn_c")));
    }
    for (planned, text) in [
        ("'x'", ": msgpack: invalid code=a1 decoding array length"),
        ("01", ": msgpack: invalid code=1 decoding array length"),
        ("90", ": dynamic value array must have exactly two elements"),
        ("91 'x'", ": dynamic value array must have exactly two elements"),
        ("93 c40822737472696e6722 'x' 'x'", ": dynamic value array must have exactly two elements"),
        ("92 01 'x'", ": msgpack: invalid code=1 decoding string/bytes length"),
        ("80", ": msgpack: invalid code=80 decoding array length"),
    ] {
        rows.push(d("J", planned, Undecodable(text, "dyn_c")));
    }
    rows.push(d("J", &dynamic(&deep(16), &format!("{} 'x'", "91".repeat(16))), Accepted));
    // Terraform does not compare an empty tuple with its type, and does not limit the depth.
    rows.push(d("J", &dynamic(r#"["tuple",["string"]]"#, "90"), Stricter("a tuple of 1 element")));
    let (ty, value) = (deep(300), format!("{} 'x'", "91".repeat(300)));
    let ty = format!("{:04x} {}", ty.len(), hex::encode(ty.as_bytes()));
    rows.push(d("J", &format!("92 c5 {ty} {value}"), Stricter("nested more than 128 levels deep")));
    let list = |planned: &str, verdict| computed("J9", "l_dyn_c", planned, verdict);
    let map = |planned: &str, verdict| computed("J10", "m_dyn_c", planned, verdict);
    rows.extend([
        list(&format!("92 {string} {string}"), Accepted),
        list(&format!("92 {string} {number}"), Crash("inconsistent list element types", "l_dyn_c")),
        list(&format!("92 {string} c0"), Accepted),
        list("91 'x'", Undecodable("[0]: msgpack: invalid code=a1 decoding array length", "l_dyn_c[0]: a type and a value is required, got a string")),
        map(&format!("81 'a' {string}"), Accepted),
        map(&format!("82 'a' {string} 'b' {number}"), Crash("inconsistent map element types", "m_dyn_c")),
    ]);
    rows
}
