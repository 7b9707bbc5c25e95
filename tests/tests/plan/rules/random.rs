//! Random values: no function panics, and values that are returned unchanged have no faults.

use tfvalue::rules::{
    ApplyResponse, BothPlans, OpenedEphemeral, PlanRequest, PlanResponse, action, check_apply,
    check_data_source, check_ephemeral_resource, check_final_plan, check_import, check_plan,
    check_refresh, check_replacement_plan, check_upgrade, coerce, normalize_legacy_object,
    planned_data_source, proposed_new_state, replace_paths,
};
use tfvalue::schema::{AttributeType, Block};
use tfvalue::{Path, Result, Type, Value};
use tfvalue_tests::random::{self, Rng};

use super::schema::block;

/// Returns a value of the block's type, of a similar type, or of any type.
fn any(rng: &mut Rng, block: &Block) -> Value {
    let ty = match rng.below(4) {
        0 => random::ty(rng, 3).without_optional(),
        _ => block.implied_type(),
    };
    let ty = random::concrete(rng, &ty);
    random::value(rng, &ty).unwrap()
}

#[test]
fn nothing_panics() {
    let block = block();
    for case in 0..random::cases(400) {
        let rng = &mut Rng::new(14, case);
        let [a, b, c] = [(); 3].map(|()| any(rng, &block));
        let mut paths: Vec<Path> = Vec::new();
        a.walk(|path, _| {
            paths.push(path.clone());
            paths.len() < 40
        });
        for legacy in [false, true] {
            let planned = check_plan(
                &block,
                PlanRequest {
                    config: &b,
                    prior: &a,
                },
                PlanResponse::new(&c)
                    .requires_replace(&paths)
                    .legacy_type_system(legacy),
            );
            let applied = check_apply(
                &block,
                &b,
                ApplyResponse::new(&c).legacy_type_system(legacy),
            );
            for fault in planned.iter().chain(&applied) {
                assert!(!fault.detail("p", "a.b").is_empty() && !fault.summary().is_empty());
            }
        }
        let actions = [
            action(&block, &a, PlanResponse::new(&b).requires_replace(&paths)),
            action(&block, &b, PlanResponse::new(&c).requires_replace(&paths)),
        ];
        let _ = check_final_plan(
            &block,
            BothPlans {
                first: (&b, actions[0]),
                last: (&c, actions[1]),
            },
        );
        let _ = check_ephemeral_resource(
            &block,
            OpenedEphemeral {
                config: &b,
                result: &c,
            },
        );
        for check in [
            check_data_source,
            check_import,
            check_refresh,
            check_replacement_plan,
            check_upgrade,
        ] {
            let _ = check(&block, &c);
        }
        let _ = replace_paths(&block, &a, PlanResponse::new(&b).requires_replace(&paths));
        let _ = normalize_legacy_object(&block, &c);
        // Elements with different dynamic types are an error.
        let _: [Result<Value>; 3] = [
            proposed_new_state(
                &block,
                PlanRequest {
                    config: &b,
                    prior: &a,
                },
            ),
            planned_data_source(&block, &b),
            coerce(&block, &c),
        ];
    }
}

/// Sets write-only attributes to null.
fn without_write_only(block: &Block, value: Value) -> Value {
    value
        .transform(|_, part| {
            let Some(members) = part.members() else {
                return Ok(part);
            };
            let members = members.map(|(name, value)| match name {
                "w" => (name.to_owned(), Value::null(Type::String)),
                _ => (name.to_owned(), value.clone()),
            });
            Value::object(members.collect::<Vec<_>>())
        })
        .unwrap_or_else(|_| Value::null(block.implied_type()))
}

#[test]
fn echoes_have_no_fault() {
    // Blocks that contain dynamic attributes are excluded, because random values contain no tuples of blocks.
    let mut block = block();
    block
        .block_types
        .retain(|nested| nested.implied_type() != Type::Dynamic);
    block
        .attributes
        .retain(|one| !matches!(&one.ty, AttributeType::Type(Type::Dynamic)));
    let mut checked = 0;
    for case in 0..random::cases(500) {
        let rng = &mut Rng::new(15, case);
        let ty = random::concrete(rng, &block.implied_type());
        let value = without_write_only(&block, random::value(rng, &ty).unwrap());
        let null = Value::null(block.implied_type());
        // A state has no null or unknown blocks.
        let is_config = |value: &Value| {
            let mut nested = block
                .block_types
                .iter()
                .filter(|one| one.type_name != "one");
            nested.all(|one| {
                value
                    .get(&*one.type_name)
                    .is_some_and(|blocks| !blocks.is_null() && !blocks.is_unknown())
            })
        };
        if value.is_null() || value.is_unknown() || !is_config(&value) {
            continue;
        }
        checked += 1;
        let mut faults = check_plan(
            &block,
            PlanRequest {
                config: &value,
                prior: &null,
            },
            PlanResponse::new(&value),
        );
        faults.retain(|fault| !fault.is_crash());
        assert_eq!(faults, [], "{value}");
        let known = value.clone().transform(|_, part| {
            Ok(if part.is_unknown() {
                Value::null(part.ty())
            } else {
                part
            })
        });
        let known = known.unwrap();
        let mut faults = check_apply(&block, &known, ApplyResponse::new(&known));
        faults.retain(|fault| !fault.is_crash());
        assert_eq!(faults, [], "{known}");
        let proposed = proposed_new_state(
            &block,
            PlanRequest {
                config: &known,
                prior: &known,
            },
        )
        .unwrap();
        let mut faults = check_plan(
            &block,
            PlanRequest {
                config: &known,
                prior: &known,
            },
            PlanResponse::new(&proposed),
        );
        faults.retain(|fault| !fault.is_crash());
        assert_eq!(faults, [], "{known}");
    }
    assert!(checked > 33, "{checked}");
}
