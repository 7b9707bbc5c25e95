//! I: absent blocks and nested attributes, in each nesting mode.

use tfvalue::Type;
use tfvalue::schema::{Attribute, Block, NestedBlock, NestedType, Nesting};

use super::Verdict;
use super::row::Verdict::{Accepted, Crash, Rejected, Reworded, Stricter, Undecodable};
use super::row::{Row, apply, dynamic, plan};

/// Returns a schema that has a block and a nested attribute for each nesting mode, and the two blocks that are dynamic
/// on the wire.
pub(super) fn schema() -> Block {
    let members = || {
        [
            Attribute::new("a", Type::String).optional(),
            Attribute::new("c", Type::String).optional().computed(),
        ]
    };
    let block = |name, nesting| NestedBlock::new(name, nesting, Block::new().attributes(members()));
    let dynamic = || Block::new().attributes([Attribute::new("d", Type::Dynamic).optional()]);
    let nested = |name, nesting| Attribute::new(name, NestedType::new(nesting, members())).optional();
    Block::new()
        .attributes([
            nested("nl", Nesting::List),
            nested("nm", Nesting::Map),
            nested("ns", Nesting::Single),
            nested("nset", Nesting::Set),
        ])
        .block_types([
            block("bg", Nesting::Group),
            block("bl", Nesting::List),
            block("bm", Nesting::Map),
            block("bs", Nesting::Single),
            block("bset", Nesting::Set),
            NestedBlock::new("dl", Nesting::List, dynamic()),
            NestedBlock::new("dm", Nesting::Map, dynamic()),
        ])
}

const NONE: &str = "82 'a' c0 'c' c0";
const ONE: &str = "82 'a' 'x' 'c' c0";
const TWO: &str = "82 'a' 'y' 'c' c0";
/// A list block and a map block that have dynamic attributes but no elements.
const NO_TUPLE: &str = "92 c40c 5b227475706c65222c5b5d5d 90";
const NO_OBJECT: &str = "92 c40d 5b226f626a656374222c7b7d5d 80";

const ABSENCE: &str = "planned for absence but config wants existence";
const EXISTENCE: &str = "planned for existence but config wants absence";
const UNKNOWN: &str = "planned unknown for configured value";
const ELEMENT: &str = "element representing nested block must not be unknown itself; set nested attribute values to unknown";
const NO_ELEMENTS: &str = "block count in plan (0) disagrees with count in config (1)";
const NO_MEMBERS: &str = "count in plan (cty.NumberIntVal(0)) disagrees with count in config (cty.NumberIntVal(1))";
const Y_FOR_X: &str = r#"planned value cty.StringVal("y") does not match config value cty.StringVal("x")"#;
const NULL_FOR_X: &str = r#"planned value cty.NullVal(cty.String) does not match config value cty.StringVal("x")"#;
/// Our error message for a response that crashes or can crash Terraform.
const SHAPE: &str = "the blocks are not a tuple or object of blocks";

pub(super) fn rows() -> Vec<Row> {
    let mut rows = absent();
    rows.extend(wrong_blocks());
    rows.extend(wrong_attributes());
    rows.extend(dynamic_blocks());
    rows.extend(new_states());
    rows
}

fn i(name: &'static str, config: &str, planned: &str, verdict: Verdict) -> Row {
    plan("I", name, config, planned, verdict)
}

/// The value that Terraform sends for an absent block or attribute, and responses with null instead of this value.
fn absent() -> Vec<Row> {
    let null = "c0";
    let group = "attribute representing a group of nested blocks must be empty to indicate no blocks, not null";
    let list = "attribute representing a list of nested blocks must be empty to indicate no blocks, not null";
    let map = "attribute representing a map of nested blocks must be empty to indicate no blocks, not null";
    let set = "attribute representing a set of nested blocks must be empty to indicate no blocks, not null";
    vec![
        plan("I1", "bg", NONE, NONE, Accepted),
        plan("I1", "bl", "90", "90", Accepted),
        plan("I1", "bm", "80", "80", Accepted),
        plan("I1", "bset", "90", "90", Accepted),
        plan("I1", "bs", null, null, Accepted),
        plan("I1", "dl", NO_TUPLE, NO_TUPLE, Accepted),
        plan("I1", "dm", NO_OBJECT, NO_OBJECT, Accepted),
        plan("I1", "nl", null, null, Accepted),
        plan("I1", "nm", null, null, Accepted),
        plan("I1", "ns", null, null, Accepted),
        plan("I1", "nset", null, null, Accepted),
        plan("I2", "bg", NONE, null, Reworded(ABSENCE, group)),
        plan("I3", "bl", "90", null, Rejected(list)),
        plan("I3", "bset", "90", null, Rejected(set)),
        plan("I3", "dl", NO_TUPLE, null, Rejected(list)),
        plan("I4", "bm", "80", null, Rejected(map)),
        plan("I4", "dm", NO_OBJECT, null, Rejected(map)),
        plan("I5", "bs", null, NONE, Rejected(EXISTENCE)),
        i("nl", null, "90", Rejected("planned value cty.ListValEmpty")),
        i("nm", null, "80", Rejected("planned value cty.MapValEmpty")),
        i("ns", null, NONE, Rejected("planned value cty.ObjectVal")),
        i("nset", null, "90", Rejected("planned value cty.SetValEmpty")),
    ]
}

fn wrong_blocks() -> Vec<Row> {
    let unknown = || {
        Reworded(
            "attribute representing nested block must not be unknown itself; set nested attribute values to unknown instead",
            "planned unknown value for non-computed block",
        )
    };
    let list = |elements: &str| format!("91 {elements}");
    let map = |element: &str| format!("81 'k' {element}");
    vec![
        i("bs", ONE, "c0", Rejected(ABSENCE)),
        i("bs", ONE, TWO, Rejected(Y_FOR_X)),
        i("bs", ONE, "d40000", unknown()),
        i("bs", ONE, "82 'a' 'x' 'c' d40000", Accepted),
        i("bs", ONE, "82 'a' 'x' 'c' 'z'", Accepted),
        i("bg", ONE, NONE, Rejected(NULL_FOR_X)),
        i("bg", ONE, "d40000", unknown()),
        i("bg", ONE, "82 'a' 'x' 'c' d40000", Accepted),
        i("bl", &list(ONE), "90", Rejected(NO_ELEMENTS)),
        i("bl", &list(ONE), &list(TWO), Rejected(Y_FOR_X)),
        i("bl", &list(ONE), &format!("92 {ONE} {ONE}"), Rejected("block count in plan (2) disagrees with count in config (1)")),
        i("bl", &list(ONE), "d40000", unknown()),
        i("bl", &list(ONE), &list("d40000"), Rejected(ELEMENT)),
        i("bl", &list(ONE), &list("c0"), Rejected(ABSENCE)),
        i("bl", "90", &list(NONE), Rejected("block count in plan (1) disagrees with count in config (0)")),
        i("bset", &list(ONE), &list("d40000"), Rejected(ELEMENT)),
        i("bset", &list(ONE), &list(TWO), Accepted),
        i("bset", &list(ONE), "d40000", unknown()),
        i("bset", &list(ONE), "90", Accepted),
        i("bm", &map(ONE), "80", Rejected(NO_ELEMENTS)),
        i("bm", &map(ONE), &format!("81 'l' {ONE}"), Rejected(r#"block key "l" from plan is not present in config"#)),
        i("bm", &map(ONE), &map(TWO), Rejected(Y_FOR_X)),
        i("bm", &map(ONE), &map("d40000"), Rejected(ELEMENT)),
        i("bm", &map(ONE), "d40000", unknown()),
        i("dl", NO_TUPLE, NO_OBJECT, Stricter(SHAPE)),
        i("dl", NO_TUPLE, "d40000", unknown()),
        i("dl", NO_TUPLE, "90", Undecodable(": dynamic value array must have exactly two elements", "dl: a dynamic value is a list of its type and the value")),
        i("dm", NO_OBJECT, NO_TUPLE, Stricter(SHAPE)),
        i("dm", NO_OBJECT, "d40000", unknown()),
    ]
}

fn wrong_attributes() -> Vec<Row> {
    let list = |elements: &str| format!("91 {elements}");
    let map = |element: &str| format!("81 'k' {element}");
    vec![
        i("ns", ONE, "c0", Rejected(ABSENCE)),
        i("ns", ONE, TWO, Rejected(Y_FOR_X)),
        i("ns", ONE, "d40000", Rejected(UNKNOWN)),
        i("ns", ONE, "82 'a' 'x' 'c' d40000", Accepted),
        i("nl", &list(ONE), "c0", Rejected(ABSENCE)),
        i("nl", &list(ONE), "90", Rejected(NO_MEMBERS)),
        i("nl", &list(ONE), &list(TWO), Rejected(Y_FOR_X)),
        i("nl", &list(ONE), "d40000", Rejected(UNKNOWN)),
        i("nl", &list(ONE), &list("d40000"), Rejected(r#"planned value cty.UnknownVal(cty.String) does not match config value cty.StringVal("x")"#)),
        i("nl", &list(ONE), &list("c0"), Rejected(NULL_FOR_X)),
        i("nset", &list(ONE), "90", Rejected(NO_MEMBERS)),
        i("nset", &list(ONE), &list(TWO), Accepted),
        i("nset", &list(ONE), "d40000", Rejected(UNKNOWN)),
        i("nm", &map(ONE), "80", Rejected(NO_MEMBERS)),
        i("nm", &map(ONE), &format!("81 'l' {ONE}"), Rejected(r#"map key "l" from plan is not present in config"#)),
        i("nm", &map(ONE), &map(TWO), Rejected(Y_FOR_X)),
        i("nm", &map(ONE), &map("c0"), Rejected(NULL_FOR_X)),
    ]
}

/// Lists and maps of blocks that are dynamic on the wire.
fn dynamic_blocks() -> Vec<Row> {
    let tuple = &dynamic(r#"["tuple",[["object",{"d":"string"}]]]"#, "91 81 'd' 'x'");
    let number = &dynamic(r#"["tuple",[["object",{"d":"number"}]]]"#, "91 81 'd' 01");
    let list = &dynamic(r#"["list",["object",{"d":"string"}]]"#, "91 81 'd' 'x'");
    let object = &dynamic(r#"["object",{"k":["object",{"d":"string"}]}]"#, "81 'k' 81 'd' 'x'");
    let map = &dynamic(r#"["map",["object",{"d":"string"}]]"#, "81 'k' 81 'd' 'x'");
    let other = &dynamic(r#"["object",{"l":["object",{"d":"string"}]}]"#, "81 'l' 81 'd' 'x'");
    let unknown = &dynamic(r#"["tuple",[["object",{"d":"string"}]]]"#, "91 d40000");
    let empty = &dynamic(r#"["tuple",[["object",{}]]]"#, "91 80");
    let empty_object = &dynamic(r#"["object",{"k":["object",{}]}]"#, "81 'k' 80");
    let no_map = &dynamic(r#"["map",["object",{"d":"string"}]]"#, "80");
    let string = &dynamic(r#""string""#, "'x'");
    vec![
        i("dl", tuple, tuple, Accepted),
        i("dl", tuple, list, Accepted),
        i("dl", tuple, number, Rejected(r#"planned value cty.NumberIntVal(1) does not match config value cty.StringVal("x")"#)),
        i("dl", tuple, NO_TUPLE, Rejected(NO_ELEMENTS)),
        i("dl", NO_TUPLE, tuple, Rejected("block count in plan (1) disagrees with count in config (0)")),
        i("dl", tuple, unknown, Rejected(ELEMENT)),
        i("dl", tuple, object, Stricter(SHAPE)),
        i("dl", tuple, empty, Crash("value has no attribute of that name", SHAPE)),
        i("dl", tuple, string, Crash("value is not a collection", SHAPE)),
        i("dm", object, object, Accepted),
        i("dm", object, map, Crash("not a list, map, or tuple type", SHAPE)),
        i("dm", NO_OBJECT, no_map, Accepted),
        i("dm", object, other, Rejected(r#"block key "l" from plan is not present in config"#)),
        i("dm", object, NO_OBJECT, Rejected(r#"block key "k" from config is not present in plan"#)),
        i("dm", NO_OBJECT, object, Rejected(r#"block key "k" from plan is not present in config"#)),
        i("dm", object, tuple, Crash("not a string", SHAPE)),
        i("dm", object, empty_object, Crash("value has no attribute of that name", SHAPE)),
        apply("I", "dl", [tuple, tuple, number], Rejected("wrong final value type: string required")),
        apply("I", "dl", [tuple, tuple, list], Accepted),
        apply("I", "dl", [tuple, tuple, NO_TUPLE], Rejected("block count changed from 1 to 0")),
        apply("I", "dm", [object, object, other], Rejected(r#"block key "k" has vanished"#)),
        apply("I", "dm", [object, object, map], Crash("AttributeTypes on non-object Type", SHAPE)),
        apply("I", "dm", [object, object, "c0"], Crash("AttributeTypes on non-object Type", SHAPE)),
        apply("I", "dm", [NO_OBJECT, NO_OBJECT, "c0"], Crash("AttributeTypes on non-object Type", SHAPE)),
        apply("I", "dm", [NO_OBJECT, NO_OBJECT, NO_TUPLE], Crash("AttributeTypes on non-object Type", SHAPE)),
        apply("I", "dm", [object, object, empty_object], Crash("value has no attribute of that name", SHAPE)),
        apply("I", "dl", [tuple, tuple, empty], Crash("value has no attribute of that name", SHAPE)),
        apply("I", "dl", [tuple, tuple, "c0"], Accepted),
        apply("I", "dl", [NO_TUPLE, NO_TUPLE, NO_OBJECT], Accepted),
        apply("I", "dl", [tuple, tuple, object], Crash("not a list, map, or tuple type", SHAPE)),
        apply("I", "dl", [tuple, tuple, string], Crash("value is not a collection", SHAPE)),
        apply("I", "dl", [NO_TUPLE, NO_TUPLE, string], Crash("value is not a collection", SHAPE)),
    ]
}

/// Blocks that change after apply.
fn new_states() -> Vec<Row> {
    let i = |name, config: &str, new: &str, verdict| apply("I", name, [config, config, new], verdict);
    let list = |elements: &str| format!("91 {elements}");
    let map = |element: &str| format!("81 'k' {element}");
    vec![
        i("bs", "c0", NONE, Rejected("was absent, but now present")),
        i("bs", ONE, "c0", Rejected("was present, but now absent")),
        i("bs", ONE, TWO, Rejected(r#"was cty.StringVal("x"), but now cty.StringVal("y")"#)),
        i("bg", NONE, "c0", Rejected("was present, but now absent")),
        i("bg", NONE, ONE, Rejected("was null, but now cty.StringVal")),
        i("bl", "90", "c0", Accepted),
        i("bl", "90", &list(NONE), Rejected("block count changed from 0 to 1")),
        i("bl", &list(ONE), "90", Rejected("block count changed from 1 to 0")),
        i("bl", &list(ONE), &list(TWO), Rejected(r#"was cty.StringVal("x"), but now cty.StringVal("y")"#)),
        i("bset", "90", "c0", Accepted),
        i("bset", &list(ONE), &list(TWO), Rejected("planned set element cty.ObjectVal")),
        i("bset", &list(ONE), "90", Rejected("planned set element cty.ObjectVal")),
        i("bm", "80", "c0", Accepted),
        i("bm", &map(ONE), "80", Rejected("block count changed from 1 to 0")),
        i("bm", &map(ONE), &format!("81 'l' {ONE}"), Accepted),
        i("ns", "c0", NONE, Rejected("was null, but now cty.ObjectVal")),
        i("nl", "c0", "90", Rejected("was null, but now cty.ListValEmpty")),
        i("nset", &list(ONE), &list(TWO), Rejected("planned set element cty.ObjectVal")),
        i("nm", &map(ONE), "80", Rejected(r#"element "k" has vanished"#)),
    ]
}
