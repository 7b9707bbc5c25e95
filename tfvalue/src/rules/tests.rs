//! The checks take linear time. The work is measured as the number of members and values that the checks visit. For
//! small sets, the checks find the same faults as a comparison of each element with every other element.

mod nested;
mod patterns;

use super::correlate;
use super::fault::{Fault, Phase};
use super::outline::ElementKind;
use super::prior::SetElements;
use super::report::Report;
use super::{
    ApplyResponse, PlanRequest, PlanResponse, Rule, check_apply, check_plan, proposed_new_state,
};
use crate::limits::MAX_FAULTS;
use crate::path::Path;
use crate::refinements::Refinements;
use crate::schema::{Attribute, Block, NestedBlock, NestedType, Nesting};
use crate::ty::Type;
use crate::value::pairing::{self, Outlines};
use crate::value::{Value, work};

fn members() -> Vec<Attribute> {
    vec![
        Attribute::new("c", Type::String).computed(),
        Attribute::new("o", Type::String).optional(),
        Attribute::new("oc", Type::String).optional().computed(),
    ]
}

/// A schema with a set of blocks, and a schema with a set of nested attributes.
fn block() -> Block {
    let nested = NestedType::new(Nesting::Set, members());
    Block::new()
        .attributes([Attribute::new("n", nested).optional()])
        .block_types([NestedBlock::new(
            "b",
            Nesting::Set,
            Block::new().attributes(members()),
        )])
}

fn text(value: impl AsRef<str>) -> Value {
    Value::string(value)
}

fn null() -> Value {
    Value::null(Type::String)
}

fn unknown() -> Value {
    Value::unknown(Type::String)
}

fn state(count: usize, elements: impl Fn(usize) -> [Value; 3]) -> Value {
    let set = || {
        let elements = (0..count).map(|at| {
            let [c, o, oc] = elements(at);
            Value::object([("c", c), ("o", o), ("oc", oc)]).unwrap()
        });
        Value::set(Type::Dynamic, elements).unwrap()
    };
    Value::object([("n", set()), ("b", set())]).unwrap()
}

/// Checks that twice as many elements take twice the work, and that the work for each element is small.
#[track_caller]
fn check_work(run: impl Fn(usize)) {
    let measure = |count: usize| work::of(|| run(count));
    let (few, many) = (measure(500), measure(1000));
    assert!(
        few > 500,
        "{few} visits for 500 elements: they are not counted"
    );
    assert!(
        many <= few * 21 / 10,
        "{many} visits for 1000 elements, {few} for 500"
    );
    assert!(many <= 1000 * 2500, "{many} visits for 1000 elements");
}

#[test]
fn elements_that_differ_in_known_parts() {
    check_work(|count| {
        let last = count - 1;
        let prior = state(count, |at| {
            [text(format!("c{at}")), text(format!("o{at}")), null()]
        });
        let config = state(count, |at| {
            [null(), text(format!("o{}", last - at)), null()]
        });
        assert_eq!(
            proposed_new_state(
                &block(),
                PlanRequest {
                    config: &config,
                    prior: &prior
                }
            )
            .unwrap(),
            prior
        );
        let planned = state(count, |at| [unknown(), text(format!("o{at}")), unknown()]);
        assert_eq!(
            check_plan(
                &block(),
                PlanRequest {
                    config: &config,
                    prior: &prior
                },
                PlanResponse::new(&planned)
            ),
            []
        );
        let new = state(count, |at| {
            [
                text(format!("x{at}")),
                text(format!("o{}", last - at)),
                text("y"),
            ]
        });
        assert_eq!(
            check_apply(&block(), &planned, ApplyResponse::new(&new)),
            []
        );
        // One element differs.
        let name = |at| {
            if at == 7 {
                "z".to_owned()
            } else {
                format!("o{at}")
            }
        };
        let new = state(count, |at| [text("x"), text(name(at)), text("y")]);
        let faults = check_apply(&block(), &planned, ApplyResponse::new(&new));
        assert_eq!(faults.len(), 2);
        assert!(
            faults
                .iter()
                .all(|fault| fault.rule == Rule::PlannedSetElementUnmatched)
        );
    });
}

#[test]
fn elements_that_are_alike() {
    check_work(|count| {
        let planned = state(count, |_| [unknown(), text("o"), unknown()]);
        let new = state(count, |at| [text(format!("x{at}")), text("o"), text("y")]);
        assert_eq!(
            check_apply(&block(), &planned, ApplyResponse::new(&new)),
            []
        );
        let other = state(count, |at| {
            [text(format!("x{at}")), text("other"), text("y")]
        });
        assert_eq!(
            check_apply(&block(), &planned, ApplyResponse::new(&other)).len(),
            MAX_FAULTS.min(2 * count)
        );
        let prior = state(count, |at| {
            [text(format!("x{at}")), text("o"), text(format!("y{at}"))]
        });
        let config = state(1, |_| [null(), text("o"), null()]);
        proposed_new_state(
            &block(),
            PlanRequest {
                config: &config,
                prior: &prior,
            },
        )
        .unwrap();
        let config = state(count, |at| [text(format!("{at}")), text("o"), null()]);
        proposed_new_state(
            &block(),
            PlanRequest {
                config: &config,
                prior: &prior,
            },
        )
        .unwrap();
    });
}

/// There are too many trials to find all of these faults, but every reported fault exists.
#[test]
fn elements_that_only_refinements_tell_apart() {
    let promise = |prefix: &str| {
        let refinements = Refinements::new().full_prefix(prefix).unwrap();
        Value::refined(Type::String, refinements).unwrap()
    };
    check_work(|count| {
        let planned = state(count, |at| [promise(&format!("a{at}-")), null(), null()]);
        let new = state(count, |at| [text(format!("b{at}-1")), null(), null()]);
        let faults = check_apply(&block(), &planned, ApplyResponse::new(&new));
        let (incomplete, faults): (Vec<_>, Vec<_>) =
            faults.into_iter().partition(Fault::is_incomplete);
        let places: Vec<&str> = incomplete.iter().map(Fault::terraform_path).collect();
        assert_eq!(places, [".n", ".b"]);
        assert!(!incomplete.iter().any(Fault::is_fatal));
        assert!(!faults.is_empty());
        assert!(
            faults
                .iter()
                .all(|fault| fault.rule == Rule::PlannedSetElementUnmatched)
        );
        let right = state(count, |at| {
            [text(format!("a{}-1", count - 1 - at)), null(), null()]
        });
        let faults = check_apply(&block(), &planned, ApplyResponse::new(&right));
        assert!(faults.iter().all(Fault::is_incomplete), "{faults:?}");
    });
}

#[test]
fn elements_that_leave_out_different_members() {
    check_work(|count| {
        let choice = |at| if at % 2 == 0 { null() } else { text("oc") };
        let config = state(count, |at| [null(), text(format!("o{at}")), choice(at)]);
        let prior = state(count, |at| [text("c"), text(format!("o{at}")), text("oc")]);
        assert_eq!(
            proposed_new_state(
                &block(),
                PlanRequest {
                    config: &config,
                    prior: &prior
                }
            )
            .unwrap(),
            prior
        );
    });
}

/// The order of the caller decides nothing.
#[test]
fn elements_are_paired_in_the_order_of_terraform() {
    let any = || [null(), null(), null()];
    let configured = || [null(), null(), text("x")];
    let prior = state(1, |_| [text("c"), null(), text("x")]);
    let expected = state(2, |at| match at {
        0 => [text("c"), null(), text("x")],
        _ => any(),
    });
    for first in [0, 1] {
        let config = state(2, |at| if at == first { any() } else { configured() });
        let request = PlanRequest {
            config: &config,
            prior: &prior,
        };
        let proposed = proposed_new_state(&block(), request).unwrap();
        assert_eq!(proposed, expected, "{config}");
    }
}

/// Small sets are compared exactly as in Terraform: each element is compared with every other element.
#[test]
fn all_faults_of_small_sets() {
    let promise = |prefix: String| {
        let refinements = Refinements::new().full_prefix(&prefix).unwrap();
        Value::refined(Type::String, refinements).unwrap()
    };
    let planned = state(100, |at| [promise(format!("a{at}-")), null(), null()]);
    let new = state(100, |at| {
        [
            text(format!("a{}-1", if at == 5 { 6 } else { at })),
            null(),
            null(),
        ]
    });
    let faults = check_apply(&block(), &planned, ApplyResponse::new(&new));
    let paths: Vec<String> = faults.iter().map(|fault| fault.path.to_string()).collect();
    assert_eq!(paths, ["n", "b"]);
}

/// Small random numbers, which are the same on every run.
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }

    fn text(&mut self) -> Value {
        let promise = |prefix| Refinements::new().full_prefix(prefix).unwrap();
        match self.below(8) {
            0 | 1 => unknown(),
            2 => Value::refined(Type::String, promise("a")).unwrap(),
            3 | 4 => null(),
            5 => text("b"),
            _ => text("a1"),
        }
    }

    fn set(&mut self, mut element: impl FnMut(&mut Self) -> Value, ty: &Type) -> Value {
        let count = self.below(3);
        let elements: Vec<Value> = (0..count).map(|_| element(self)).collect();
        Value::set(ty.clone(), elements).unwrap()
    }

    /// Returns the value of a block of [`nested_block`].
    fn object(&mut self, depth: usize) -> Value {
        let ty = nested_block(depth).implied_type();
        let members = ty_members(&ty).map(|(name, ty)| {
            let value = match (name, ty) {
                ("t", _) => self.set(Self::text, &Type::String),
                ("l", ty) => {
                    let count = self.below(3);
                    let elements: Vec<Value> = (0..count).map(|_| self.text()).collect();
                    if count == 2 {
                        Value::list(Type::String, elements).unwrap()
                    } else {
                        Value::null(ty.clone())
                    }
                }
                ("set" | "ns", ty) if self.below(4) > 0 => {
                    let element = nested_block(0).implied_type();
                    if self.below(6) == 0 {
                        Value::null(ty.clone())
                    } else {
                        self.set(|random| random.object(0), &element)
                    }
                }
                ("set" | "ns", ty) => Value::unknown(ty.clone()),
                ("list", ty) => {
                    let count = self.below(3);
                    let elements: Vec<Value> = (0..count).map(|_| self.object(0)).collect();
                    match self.below(5) {
                        0 => Value::null(ty.clone()),
                        1 => Value::unknown(ty.clone()),
                        _ => Value::list(nested_block(0).implied_type(), elements).unwrap(),
                    }
                }
                ("one" | "n", ty) => match self.below(4) {
                    0 => Value::null(ty.clone()),
                    1 => Value::unknown(ty.clone()),
                    _ => self.object(0),
                },
                _ => self.text(),
            };
            (name.to_owned(), value)
        });
        let members: Vec<_> = members.collect();
        Value::object(members).unwrap()
    }
}

fn ty_members(ty: &Type) -> impl Iterator<Item = (&str, &Type)> {
    let Type::Object(object) = ty else {
        unreachable!("blocks are objects");
    };
    object
        .iter()
        .map(|attribute| (&*attribute.name, &attribute.ty))
}

fn nested_block(depth: usize) -> Block {
    let mut attributes = members();
    attributes.push(
        Attribute::new("t", Type::set(Type::String))
            .optional()
            .computed(),
    );
    attributes.push(Attribute::new("l", Type::list(Type::String)).optional());
    if depth == 0 {
        return Block::new().attributes(attributes);
    }
    let inner = nested_block(0);
    attributes.push(
        Attribute::new(
            "n",
            NestedType::new(Nesting::Single, inner.attributes.clone()),
        )
        .optional(),
    );
    let set = NestedType::new(Nesting::Set, inner.attributes.clone());
    attributes.push(Attribute::new("ns", set).optional());
    let blocks = [
        ("list", Nesting::List),
        ("one", Nesting::Single),
        ("set", Nesting::Set),
    ];
    Block::new()
        .attributes(attributes)
        .block_types(blocks.map(|(name, nesting)| NestedBlock::new(name, nesting, inner.clone())))
}

#[test]
fn correlation_is_that_of_each_element_with_each() {
    let (block, mut random) = (nested_block(1), Random(1));
    // Each planned unknown string becomes known in the result.
    let completed = |element: &Value| {
        let complete = |_: &Path, part: Value| {
            let is_string = part.is_unknown() && part.ty() == Type::String;
            Ok(if is_string { text("a1") } else { part })
        };
        element.clone().transform(complete).unwrap()
    };
    let mut outcomes = [0; 3];
    for case in 0..500 {
        let ty = block.implied_type();
        let planned: Vec<Value> = (0..3).map(|_| random.object(1)).collect();
        let mut actual: Vec<Value> = planned.iter().map(completed).collect();
        match case % 3 {
            0 => {}
            1 => actual.push(random.object(1)),
            _ => actual[0] = random.object(1),
        }
        let [planned, actual] =
            [planned, actual].map(|elements| Value::set(ty.clone(), elements).unwrap());
        let fits = |planned: &Value, actual: &Value| {
            let mut report = Report::new(Phase::Apply);
            super::compatible::block(&block, planned, actual, &mut report);
            report.into_faults(&block, actual).is_empty()
        };
        let (planned_parts, actual_parts) = (planned.parts(), actual.parts());
        let lost = planned_parts
            .iter()
            .filter(|one| !actual_parts.iter().any(|other| fits(one, other)))
            .count();
        let new = actual_parts
            .iter()
            .filter(|one| !planned_parts.iter().any(|other| fits(other, one)))
            .count();
        let mut report = Report::new(Phase::Apply);
        correlate::sets(
            ElementKind::Blocks(&block),
            &planned,
            &actual,
            false,
            &mut report,
        );
        let faults = report.into_faults(&block, &actual);
        let of = |rule| faults.iter().filter(|fault| fault.rule == rule).count();
        assert_eq!(
            of(Rule::PlannedSetElementUnmatched),
            lost,
            "{planned} {actual}"
        );
        if lost == 0 {
            assert_eq!(
                of(Rule::ActualSetElementUnmatched),
                new,
                "{planned} {actual}"
            );
        }
        outcomes[usize::from(lost > 0) + usize::from(lost == 0 && new > 0) * 2] += 1;
    }
    assert!(outcomes.iter().all(|count| *count > 20), "{outcomes:?}");
}

#[test]
fn prior_elements_are_those_of_each_with_each() {
    let (block, mut random) = (nested_block(1), Random(2));
    let ty = block.implied_type();
    let elements = SetElements::new(&block.attributes, &block.block_types);
    let mut found = 0;
    for _ in 0..500 {
        let prior: Vec<Value> = (0..4).map(|_| random.object(1)).collect();
        // Configurations that leave out some computed members of prior elements.
        let mut config: Vec<Value> = prior
            .iter()
            .map(|element| {
                element
                    .clone()
                    .transform(|_, part| match part.as_str() {
                        Some("a1") => Ok(null()),
                        _ => Ok(part),
                    })
                    .unwrap()
            })
            .collect();
        config.push(random.object(1));
        let [prior, config] = [prior, config].map(|all| Value::set(ty.clone(), all).unwrap());
        let mut used = vec![false; prior.parts().len()];
        let expected: Vec<Option<&Value>> = config
            .parts()
            .iter()
            .map(|element| {
                let at = (0..used.len())
                    .find(|at| !used[*at] && elements.is_prior(&prior.parts()[*at], element))?;
                used[at] = true;
                Some(&prior.parts()[at])
            })
            .collect();
        found += expected.iter().flatten().count();
        assert_eq!(
            pairing::pair(&elements, &config, &prior),
            expected,
            "{config} {prior}"
        );
    }
    assert!(found > 166, "{found}");
}
