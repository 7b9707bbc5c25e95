//! Blocks that the provider can set, available since Terraform 1.16.

use tfvalue::rules::{
    ApplyResponse, Fault, PlanRequest, PlanResponse, check_apply, check_plan, older,
    prepared_config, proposed_new_state,
};
use tfvalue::schema::{Attribute, Block, NestedBlock, Nesting};
use tfvalue::{Type, Value, types::Refinements};

/// A schema with computed blocks `disk` at the root and in `node`.
fn block(nesting: Nesting) -> Block {
    let disk = || {
        let size = Attribute::new("size", Type::Number).optional().computed();
        let inner = Block::new().attributes([size]).computed();
        NestedBlock::new("disk", nesting, inner)
    };
    let node = Block::new().block_types([disk()]);
    Block::new()
        .attributes([Attribute::new("name", Type::String).required()])
        .block_types([disk(), NestedBlock::new("node", Nesting::List, node)])
}

fn read(block: &Block, text: &str) -> Value {
    tfvalue::json::value_from_slice(text.as_bytes(), &block.implied_type()).unwrap()
}

fn with_disks(name: &str, disks: Value, node_disks: Value) -> Value {
    let node = Value::object([("disk", node_disks)]).unwrap();
    let nodes = Value::list(node.ty(), [node]).unwrap();
    Value::object([("name", name.into()), ("disk", disks), ("node", nodes)]).unwrap()
}

fn disks(nesting: Nesting, sizes: &[u32]) -> Value {
    let size = |size: &u32| Value::object([("size", Value::from(*size))]).unwrap();
    let ty = size(&0).ty();
    match nesting {
        Nesting::Single => sizes.first().map_or(Value::null(ty), size),
        Nesting::Set => Value::set(ty, sizes.iter().map(size)).unwrap(),
        Nesting::Map => {
            Value::map(ty, sizes.iter().map(|one| (one.to_string(), size(one)))).unwrap()
        }
        _ => Value::list(ty, sizes.iter().map(size)).unwrap(),
    }
}

/// Returns the text that Terraform prints after the address and the place of each fault.
fn places(faults: &[Fault]) -> Vec<String> {
    faults
        .iter()
        .map(|fault| {
            let text = fault.detail("example.com/a/b", "b_c.d");
            let text = text.split("\n\n").next().unwrap_or_default();
            let starts = [
                "planned an invalid value for b_c.d",
                "unexpected new value: ",
            ];
            let found = starts.iter().find_map(|start| text.split_once(start));
            found.map_or(text, |(_, text)| text).to_owned()
        })
        .collect()
}

#[test]
fn null_after_apply_is_reported_at_the_object_around() {
    for nesting in [Nesting::List, Nesting::Set, Nesting::Map] {
        let block = block(nesting);
        let (some, none) = (disks(nesting, &[1]), Value::null(disks(nesting, &[]).ty()));
        let planned = with_disks("a", some.clone(), some.clone());
        let apply = |new: &Value| check_apply(&block, &planned, ApplyResponse::new(new));
        let faults = apply(&with_disks("a", none.clone(), some.clone()));
        assert_eq!(places(&faults), ["null block value after apply."]);
        // The path is precise.
        assert_eq!(faults[0].path.to_string(), "disk");
        let faults = apply(&with_disks("a", some.clone(), none.clone()));
        assert_eq!(places(&faults), [".node[0]: null block value after apply."]);
        assert_eq!(faults[0].path.to_string(), "node[0].disk");
        let faults = apply(&with_disks("b", none, some));
        assert_eq!(faults.len(), 2);
    }
}

#[test]
fn a_single_block_may_be_null_after_apply() {
    let block = block(Nesting::Single);
    let none = disks(Nesting::Single, &[]);
    let planned = with_disks("a", Value::unknown(none.ty()), none.clone());
    let new = with_disks("a", none.clone(), none);
    assert_eq!(check_apply(&block, &planned, ApplyResponse::new(&new)), []);
}

#[test]
fn nothing_else_is_checked_next_to_blocks_that_were_unknown() {
    let block = block(Nesting::List);
    let some = disks(Nesting::List, &[1]);
    let unknown = Value::refined(some.ty(), Refinements::new().max_length(1).unwrap()).unwrap();
    let planned = with_disks("a", unknown, some.clone());
    let new = with_disks("other", some.clone(), disks(Nesting::List, &[2]));
    assert_eq!(check_apply(&block, &planned, ApplyResponse::new(&new)), []);
    let new = with_disks("other", disks(Nesting::List, &[1, 2]), some);
    let faults = check_apply(&block, &planned, ApplyResponse::new(&new));
    assert_eq!(faults.len(), 1);
    assert_eq!(faults[0].terraform_path(), "");
    assert!(places(&faults)[0].starts_with("final value cty.ListVal("));
}

#[test]
fn plans() {
    for nesting in [Nesting::List, Nesting::Set, Nesting::Map, Nesting::Single] {
        let block = block(nesting);
        let [none, some, two] = [&[][..], &[1], &[1, 2]].map(|sizes| disks(nesting, sizes));
        let unknown = Value::unknown(some.ty());
        let config = with_disks("a", none.clone(), some.clone());
        let config = prepared_config(&block, &config).unwrap();
        let request = PlanRequest {
            config: &config,
            prior: &Value::null(block.implied_type()),
        };
        let proposed = proposed_new_state(&block, request).unwrap();
        assert!(proposed.get("disk").unwrap().is_null());
        let plan = |block: &Block, disks: &Value, of_node: &Value| {
            let planned = with_disks("a", disks.clone(), of_node.clone());
            places(&check_plan(block, request, PlanResponse::new(&planned)))
        };
        for planned in [&some, &two, &unknown] {
            assert_eq!(plan(&block, planned, &some), [""; 0]);
        }
        let faults = plan(&block, &some, &unknown);
        let text = ".node[0].disk: planned unknown value for configured block.";
        assert_eq!(faults, [text]);
        let older = older::without_computed_blocks(&block);
        let faults = plan(&older, &unknown, &some);
        let text = ".disk: planned unknown value for non-computed block.";
        assert_eq!(faults, [text]);
    }
}

#[test]
fn only_computed_blocks_are_null_in_a_configuration() {
    let block = block(Nesting::List);
    let config = read(
        &block,
        r#"{"name": "a", "disk": [], "node": [{"disk": []}]}"#,
    );
    let prepared = prepared_config(&block, &config).unwrap();
    let text = r#"{ disk = null, name = "a", node = [{ disk = null }] }"#;
    assert_eq!(prepared.to_string(), text);
    let config = read(&block, r#"{"name": "a", "disk": [], "node": []}"#);
    let prepared = prepared_config(&block, &config).unwrap();
    assert_eq!(
        prepared.to_string(),
        r#"{ disk = null, name = "a", node = [] }"#
    );
}

/// A state that contains the elements of a set of blocks, each with a name and computed blocks.
fn in_set(elements: &[(&str, Value)]) -> (Block, Value) {
    let size = Attribute::new("size", Type::Number).optional().computed();
    let disk = Block::new().attributes([size]).computed();
    let element = Block::new()
        .attributes([Attribute::new("name", Type::String).required()])
        .block_types([NestedBlock::new("disk", Nesting::List, disk)]);
    let ty = element.implied_type();
    let block = Block::new().block_types([NestedBlock::new("node", Nesting::Set, element)]);
    let elements = elements.iter().map(|(name, disks)| {
        Value::object([("name", Value::from(*name)), ("disk", disks.clone())]).unwrap()
    });
    let set = Value::set(ty, elements).unwrap();
    (block, Value::object([("node", set)]).unwrap())
}

#[test]
fn an_element_of_a_set_fits_any_if_its_computed_blocks_were_unknown() {
    let some = disks(Nesting::List, &[1]);
    let unknown = Value::unknown(some.ty());
    let (block, planned) = in_set(&[("a", unknown.clone()), ("b", unknown)]);
    let (_, new) = in_set(&[("c", some.clone()), ("d", some.clone())]);
    assert_eq!(check_apply(&block, &planned, ApplyResponse::new(&new)), []);
    let (_, planned) = in_set(&[("a", some.clone())]);
    let (_, new) = in_set(&[("c", some)]);
    let faults = check_apply(&block, &planned, ApplyResponse::new(&new));
    assert!(places(&faults)[0].starts_with(".node: planned set element "));
}

#[test]
fn an_element_of_a_set_with_null_blocks_does_not_fit_itself() {
    let some = disks(Nesting::List, &[1]);
    let none = Value::null(some.ty());
    let (block, planned) = in_set(&[("a", none), ("b", some)]);
    let faults = check_apply(&block, &planned, ApplyResponse::new(&planned));
    assert_eq!(faults.len(), 1);
    assert!(places(&faults)[0].starts_with(".node: planned set element "));
}
