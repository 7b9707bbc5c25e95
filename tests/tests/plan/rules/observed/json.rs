//! E: responses in JSON.

use super::Verdict;
use super::row::Verdict::{Accepted, Rejected, Reworded, Stricter, Undecodable};
use super::row::{Message, Row, plan, string};

/// The blocks, which must not be null.
const BLOCKS: &str = r#""bl": [], "bm": {}, "bg": {"a": null, "c": null}"#;

fn e(id: &'static str, members: &str, verdict: Verdict) -> Row {
    Row {
        planned: Message::Json(format!("{{{members}, {BLOCKS}}}")),
        ..whole(id, Vec::new(), verdict)
    }
}

fn whole(id: &'static str, planned: Vec<u8>, verdict: Verdict) -> Row {
    Row {
        config: Message::Members(vec![("s", string("a"))]),
        planned: Message::Msgpack(planned),
        ..plan(id, "s", "", "", verdict)
    }
}

pub(super) fn rows() -> Vec<Row> {
    let s = r#""s": "a""#;
    let with = |id, members: &str, verdict| e(id, &format!("{s}, {members}"), verdict);
    vec![
        e("E1", s, Accepted),
        Row {
            new: Some(Message::Json(format!("{{{s}, {BLOCKS}}}"))),
            ..e("E2", s, Accepted)
        },
        Row {
            new: Some(Message::Json(format!(r#"{{"s": "b", {BLOCKS}}}"#))),
            ..e("E2", s, Rejected(r#"was cty.StringVal("a"), but now cty.StringVal("b")"#))
        },
        with("E3", r#""s_c": null"#, Accepted),
        e("E3", r#""s_c": "x""#, Rejected(r#"planned value cty.NullVal(cty.String) does not match config value cty.StringVal("a")"#)),
        with("E4", r#""zzz": 1"#, Undecodable(r#"unsupported attribute "zzz""#, r#"unsupported attribute "zzz""#)),
        with("E5", r#""n_c": "5", "b_c": "true""#, Accepted),
        with("E5", r#""s_c": 5"#, Accepted),
        with("E5", r#""s_c": true"#, Accepted),
        with("E5", r#""n_c": 1e2"#, Accepted),
        with("E5", r#""n_c": "x""#, Undecodable(".n_c: a number is required", r#"n_c: a number is required, got "x""#)),
        with("E5", r#""b_c": 1"#, Undecodable(".b_c: bool is required", "b_c: a bool is required, got a number")),
        with("E5", r#""b_c": "1""#, Accepted),
        with("E5", r#""b_c": "TRUE""#, Undecodable(r#".b_c: a bool is required; to convert from string, use lowercase "true""#, "b_c: a bool is required, got a string")),
        with("E5", r#""s_c": []"#, Undecodable(".s_c: string is required", "s_c: a string is required, got a list")),
        with("E", r#""l_c": ["a", null]"#, Accepted),
        with("E", r#""l_c": {}"#, Undecodable(".l_c: missing expected [", "l_c: a list is required, got a map")),
        with("E", r#""m_c": {"k": "v", "k": "w"}"#, Accepted),
        with("E", r#""set_c": ["a", "a"]"#, Accepted),
        with("E", r#""obj_c": {"a": "x"}"#, Accepted),
        with("E", r#""obj_c": {"a": "x", "z": 1}"#, Undecodable(r#".obj_c: unsupported attribute "z""#, r#"obj_c: unsupported attribute "z""#)),
        with("E", r#""tup_c": ["x"]"#, Undecodable("not enough tuple elements (need 2)", "tup_c: a tuple of 2 elements is required, got 1")),
        with("E", r#""nl_c": [{}]"#, Accepted),
        with("E", r#""nl_c": [null]"#, Accepted),
        with("E6", r#""dyn_c": "x""#, Undecodable(".dyn_c: missing expected {", "dyn_c: an object with a type and a value is required, got a string")),
        with("E6", r#""dyn_c": null"#, Accepted),
        with("E6", r#""dyn_c": {"type": "string", "value": "x"}"#, Accepted),
        with("E6", r#""dyn_c": {"value": "x", "type": "string"}"#, Accepted),
        with("E6", r#""dyn_c": {"type": "string"}"#, Undecodable(".dyn_c: missing value in dynamically-typed value", "dyn_c.value: the attribute is missing")),
        with("E6", r#""dyn_c": {"value": "x"}"#, Undecodable(".dyn_c: missing type in dynamically-typed value", "dyn_c.type: the attribute is missing")),
        with("E6", r#""dyn_c": {"type": "string", "value": "x", "z": 1}"#, Undecodable(r#".dyn_c: invalid key "z" in dynamically-typed value"#, r#"dyn_c: unsupported attribute "z""#)),
        whole("E7", Vec::new(), Rejected("planned for absence but config wants existence")),
        whole("E7", vec![0xc0], Rejected("planned for absence but config wants existence")),
        Row { planned: Message::Json("null".into()), ..whole("E7", Vec::new(), Rejected("planned for absence but config wants existence")) },
        Row { planned: Message::Json("[]".into()), ..whole("E", Vec::new(), Undecodable("missing expected {", "an object is required, got a list")) },
        Row { planned: Message::Json("{".into()), ..whole("E", Vec::new(), Undecodable("EOF", "the input ends within the value")) },
        // Terraform ignores the rest of a message.
        Row { planned: Message::Json(format!("{{{s}, {BLOCKS}}} x")), ..whole("E", Vec::new(), Stricter("something follows the value")) },
        Row { planned: Message::Json(format!("{{{s}}}")), ..whole("E3", Vec::new(), Reworded("planned for absence but config wants existence", "attribute representing a group of nested blocks must be empty")) },
    ]
}
