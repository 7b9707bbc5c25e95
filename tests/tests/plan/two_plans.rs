//! During apply, Terraform plans again when more values are known. The second plan must agree with the first plan,
//! regardless of what the unknown values turn out to be.

use std::collections::BTreeMap;
use std::fmt::Write;

use tfvalue::plan::{Planned, resource_change};
use tfvalue::rules::{
    BothPlans, PlanRequest, PlanResponse, PlannedAction, action, check_final_plan, check_plan,
    check_replacement_plan,
};
use tfvalue::schema::Block;
use tfvalue::{Attr, Set, TfSchema, Unknown, Value};
use tfvalue_tests::random;

use crate::source::Source;

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Server {
    #[tf(required, same_as = case_insensitive)]
    name: Attr<String>,
    #[tf(optional)]
    note: Attr<String>,
    #[tf(computed)]
    revision: Attr<i64>,
    #[tf(computed, keep(unless_changed = "name, tags"))]
    url: Attr<String>,
    #[tf(optional, same_as = any_order, replace)]
    hosts: Attr<Vec<Attr<String>>>,
    #[tf(optional, same_as(each = case_insensitive))]
    tags: Attr<Vec<Attr<String>>>,
    #[tf(optional, same_as(each = case_insensitive))]
    marks: Attr<Set<Attr<String>>>,
    #[tf(optional, same_as(each = case_insensitive))]
    labels: Attr<BTreeMap<String, Attr<String>>>,
    #[tf(optional)]
    one: Attr<Part>,
    #[tf(optional)]
    list: Attr<Vec<Attr<Part>>>,
    #[tf(optional, pair_by = "key")]
    named: Attr<Vec<Attr<Part>>>,
    #[tf(optional)]
    set: Attr<Set<Attr<Part>>>,
    #[tf(optional, pair_by = "key, zone")]
    named_set: Attr<Set<Attr<Part>>>,
    #[tf(optional)]
    map: Attr<BTreeMap<String, Attr<Part>>>,
    #[tf(optional)]
    secrets: Attr<Vec<Attr<Secret>>>,
    #[tf(optional, computed)]
    chosen: Attr<Chosen>,
    #[tf(optional, computed)]
    choices: Attr<Vec<Attr<Chosen>>>,
    #[tf(optional, pair_by = "key")]
    sized: Attr<Vec<Attr<Sized>>>,
    #[tf(optional, pair_by = "key")]
    sized_set: Attr<Set<Attr<Sized>>>,
    #[tf(block)]
    block: Attr<Part>,
    #[tf(block)]
    blocks: Unknown<Vec<Part>>,
    #[tf(block, pair_by = "key")]
    named_blocks: Unknown<Vec<Part>>,
    #[tf(block)]
    block_set: Unknown<Set<Part>>,
    #[tf(block)]
    block_map: Unknown<BTreeMap<String, Part>>,
}

#[derive(TfSchema)]
struct Part {
    #[tf(required, same_as = case_insensitive)]
    key: Attr<String>,
    #[tf(default = "main")]
    zone: Attr<String>,
    #[tf(optional, replace)]
    kind: Attr<String>,
    #[tf(optional, replace(when = shrinks))]
    size: Attr<i64>,
    #[tf(optional, computed, keep, replace(if_configured))]
    hint: Attr<String>,
    #[tf(computed, keep)]
    id: Attr<String>,
    #[tf(computed)]
    serial: Attr<i64>,
    #[tf(optional, same_as = any_order)]
    hosts: Attr<Vec<Attr<String>>>,
    #[tf(optional)]
    inner: Attr<Inner>,
    #[tf(optional)]
    inners: Attr<Vec<Attr<Inner>>>,
    #[tf(optional)]
    inner_set: Attr<Set<Attr<Inner>>>,
}

#[derive(TfSchema)]
struct Inner {
    #[tf(optional, same_as = case_insensitive)]
    name: Attr<String>,
    #[tf(default = 1, replace)]
    level: Attr<i64>,
    #[tf(computed, keep)]
    id: Attr<String>,
}

/// Only a condition requires replacement.
#[derive(TfSchema)]
struct Sized {
    #[tf(optional, computed, keep, same_as = case_insensitive)]
    key: Attr<String>,
    #[tf(optional, computed, replace(when = shrinks))]
    size: Attr<i64>,
    #[tf(optional)]
    note: Attr<String>,
}

#[derive(TfSchema)]
struct Secret {
    #[tf(optional)]
    name: Attr<String>,
    #[tf(optional, write_only)]
    password: Attr<String>,
    #[tf(optional)]
    inner: Attr<InnerSecret>,
    #[tf(computed, keep)]
    id: Attr<String>,
}

#[derive(TfSchema)]
struct InnerSecret {
    #[tf(optional, write_only)]
    password: Attr<String>,
    #[tf(optional, replace)]
    level: Attr<i64>,
}

#[derive(TfSchema)]
struct Chosen {
    #[tf(default = 7200)]
    refresh: Attr<i64>,
    #[tf(default = "a", keep(unless_changed = "refresh"))]
    name: Attr<String>,
    #[tf(computed)]
    serial: Attr<i64>,
}

fn shrinks(prior: &Attr<i64>, planned: &Attr<i64>) -> bool {
    planned.is_unknown() || prior.value() > planned.value()
}

struct Case<'a> {
    block: &'a Block,
    prior: Value,
    /// The configuration during planning and during apply.
    configs: [Value; 2],
}

impl Case<'_> {
    fn plan(&self, config: &Value, prior: &Value, faults: &mut String) -> (Planned, PlannedAction) {
        let planned = resource_change::<Server>(PlanRequest { config, prior }).unwrap();
        let (state, paths) = (&planned.state, &planned.requires_replace);
        for fault in check_plan(
            self.block,
            PlanRequest { config, prior },
            PlanResponse::new(state).requires_replace(paths),
        ) {
            writeln!(faults, "{fault}").unwrap();
        }
        let action = action(
            self.block,
            prior,
            PlanResponse::new(state).requires_replace(paths),
        );
        (planned, action)
    }

    fn faults(&self) -> String {
        let mut faults = String::new();
        let null = Value::null(self.block.implied_type());
        let [first, second] = &self.configs;
        let (mut planned, mut action) = self.plan(first, &self.prior, &mut faults);
        let mut prior = &self.prior;
        if action == PlannedAction::Replace {
            // Terraform plans a new object, and deletes the old object before it plans again.
            prior = &null;
            planned = resource_change::<Server>(PlanRequest {
                config: first,
                prior,
            })
            .unwrap();
            for fault in check_replacement_plan(self.block, &planned.state) {
                writeln!(faults, "{fault}").unwrap();
            }
            action = PlannedAction::Create;
        }
        let (last, last_action) = self.plan(second, prior, &mut faults);
        let [before, after] = [(&planned, action), (&last, last_action)]
            .map(|(planned, action)| (&planned.state, action));
        for fault in check_final_plan(
            self.block,
            BothPlans {
                first: before,
                last: after,
            },
        ) {
            writeln!(faults, "{fault}").unwrap();
        }
        faults
    }
}

#[test]
fn the_second_plan_agrees_with_the_first() {
    let block = Server::block();
    let null = Value::null(block.implied_type());
    let mut report = String::new();
    let mut unknown = 0;
    let cases = random::cases(800);
    for case in 0..cases {
        let mut source = Source::new(&block, case);
        let config = source.config(&block, None);
        let planned = resource_change::<Server>(PlanRequest {
            config: &config,
            prior: &null,
        })
        .unwrap();
        let prior = source.apply(&planned);
        let second = source.config(&block, Some(&config));
        let often = 4 + source.rng.below(60);
        let first = source.forget_block(&block, &second, often);
        unknown += u64::from(!first.is_wholly_known());
        let configs = [first, second];
        let block = &block;
        let faults = Case {
            block,
            prior,
            configs,
        }
        .faults();
        if !faults.is_empty() {
            writeln!(report, "case {case}:\n{faults}").unwrap();
        }
    }
    assert!(unknown > cases / 2);
    assert!(report.is_empty(), "{report}");
}
