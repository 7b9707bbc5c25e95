//! No fault contains a sensitive value, even where Terraform prints the value.

use tfvalue::Type;
use tfvalue::rules::{ApplyResponse, PlanRequest, PlanResponse, check_apply, check_plan};
use tfvalue::schema::{Attribute, Block, NestedBlock, NestedType, Nesting};

#[test]
fn secrets_are_in_no_fault() {
    let inner = || {
        vec![
            Attribute::new("c", Type::String).computed(),
            Attribute::new("s", Type::String).optional().sensitive(),
            Attribute::new("m", Type::map(Type::String))
                .optional()
                .sensitive(),
        ]
    };
    let mut attributes = inner();
    for (name, nesting) in [
        ("n_one", Nesting::Single),
        ("n_list", Nesting::List),
        ("n_map", Nesting::Map),
        ("n_set", Nesting::Set),
    ] {
        attributes.push(Attribute::new(name, NestedType::new(nesting, inner())).optional());
        let secret = NestedType::new(nesting, [Attribute::new("o", Type::String).optional()]);
        attributes.push(
            Attribute::new(format!("secret_{name}"), secret)
                .optional()
                .sensitive(),
        );
    }
    let blocks = [
        ("one", Nesting::Single),
        ("list", Nesting::List),
        ("map", Nesting::Map),
        ("set", Nesting::Set),
    ];
    let blocks = blocks
        .map(|(name, nesting)| NestedBlock::new(name, nesting, Block::new().attributes(inner())));
    let block = Block::new().attributes(attributes).block_types(blocks);
    let read = |text: &str| {
        tfvalue_tests::objects::object_of(&block, &serde_json::from_str(text).unwrap())
    };
    let members = |secret: &str| format!(r#"{{"s": "{secret}", "m": {{"{secret}": "{secret}"}}}}"#);
    let whole = |secret: &str| {
        let one = members(secret);
        let o = format!(r#"{{"o": "{secret}"}}"#);
        read(&format!(
            r#"{{"s": "{secret}", "m": {{"{secret}": "v"}}, "n_one": {one}, "n_list": [{one}], "n_map": {{"k": {one}}},
            "n_set": [{one}], "one": {one}, "list": [{one}], "map": {{"k": {one}}}, "set": [{one}],
            "secret_n_one": {o}, "secret_n_list": [{o}], "secret_n_map": {{"{secret}": {o}}}, "secret_n_set": [{o}]}}"#
        ))
    };
    let states = [read("{}"), whole("hunter2"), whole("hunter3"), whole("?")];
    let mut count = 0;
    for a in &states {
        for b in &states {
            for legacy in [false, true] {
                let planned = check_plan(
                    &block,
                    PlanRequest {
                        config: a,
                        prior: a,
                    },
                    PlanResponse::new(b).legacy_type_system(legacy),
                );
                let other = check_plan(
                    &block,
                    PlanRequest {
                        config: a,
                        prior: &states[1],
                    },
                    PlanResponse::new(b).legacy_type_system(legacy),
                );
                let applied =
                    check_apply(&block, a, ApplyResponse::new(b).legacy_type_system(legacy));
                for fault in planned.iter().chain(&other).chain(&applied) {
                    let text = format!("{fault} {fault:?} {}", fault.detail("p", "a.b"));
                    assert!(!text.contains("hunter"), "{text}");
                    count += 1;
                }
            }
        }
    }
    assert!(count > 100, "{count}");
}
