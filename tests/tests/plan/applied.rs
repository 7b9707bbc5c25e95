//! A plan for the configuration that was just applied is empty, regardless of how the service handles empty values and
//! of the order in which the elements of sets arrive.

use std::collections::BTreeMap;
use std::fmt::Write;

use tfvalue::plan::{Planned, resource_change, semantic_equality};
use tfvalue::rules::{PlanRequest, PlanResponse, check_plan};
use tfvalue::schema::Block;
use tfvalue::{Attr, Path, Result, Set, TfSchema, Type, Unknown, Value, paths::Step};
use tfvalue_tests::random;

use crate::source::Source;

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Server {
    #[tf(optional, empty_as_null, replace)]
    note: Attr<String>,
    #[tf(computed)]
    revision: Attr<i64>,
    #[tf(optional)]
    set: Attr<Set<Attr<Part>>>,
    #[tf(optional, empty_as_null)]
    empty_set: Attr<Set<Attr<Part>>>,
    #[tf(optional, computed)]
    chosen_set: Attr<Set<Attr<Part>>>,
    #[tf(optional, same_as = any_order)]
    any_order: Attr<Vec<Attr<Part>>>,
    #[tf(optional)]
    parts: Attr<Vec<Attr<Part>>>,
    #[tf(optional)]
    part_map: Attr<BTreeMap<String, Attr<Part>>>,
    #[tf(block)]
    block_set: Unknown<Set<Part>>,
    #[tf(block)]
    outer_set: Unknown<Set<Outer>>,
    #[tf(block, same_as = any_order)]
    outer_blocks: Unknown<Vec<Outer>>,
}

#[derive(TfSchema)]
struct Outer {
    #[tf(optional, empty_as_null)]
    key: Attr<String>,
    #[tf(block, empty_as_null)]
    one: Attr<Inner>,
    #[tf(block)]
    set: Unknown<Set<Inner>>,
    #[tf(block)]
    part: Attr<Part>,
}

#[derive(TfSchema)]
struct Part {
    #[tf(optional, empty_as_null)]
    key: Attr<String>,
    #[tf(optional, empty_as_null, replace)]
    size: Attr<i64>,
    #[tf(optional, empty_as_null)]
    on: Attr<bool>,
    #[tf(optional, computed, empty_as_null)]
    zone: Attr<String>,
    #[tf(default = "", empty_as_null)]
    text: Attr<String>,
    #[tf(optional, empty_as_null)]
    list: Attr<Vec<Attr<String>>>,
    #[tf(optional, empty_as_null)]
    names: Attr<Set<Attr<String>>>,
    #[tf(optional, empty_as_null)]
    map: Attr<BTreeMap<String, Attr<String>>>,
    #[tf(optional, empty_as_null, replace)]
    one: Attr<Inner>,
    #[tf(optional, empty_as_null)]
    inners: Attr<Vec<Attr<Inner>>>,
    #[tf(optional, empty_as_null, same_as = any_order)]
    any_order: Attr<Vec<Attr<Inner>>>,
    #[tf(optional, empty_as_null)]
    inner_set: Attr<Set<Attr<Inner>>>,
    #[tf(optional)]
    inner_map: Attr<BTreeMap<String, Attr<Inner>>>,
    #[tf(computed, keep)]
    id: Attr<String>,
    #[tf(computed)]
    serial: Attr<i64>,
}

#[derive(TfSchema)]
struct Inner {
    #[tf(optional, empty_as_null, replace)]
    name: Attr<String>,
    #[tf(optional, empty_as_null)]
    level: Attr<i64>,
    #[tf(optional)]
    exact: Attr<String>,
    #[tf(computed, keep)]
    id: Attr<String>,
}

/// The attributes and blocks with `empty_as_null`.
const EMPTY_AS_NULL: [&str; 15] = [
    "note",
    "empty_set",
    "key",
    "one",
    "size",
    "on",
    "zone",
    "text",
    "list",
    "names",
    "map",
    "inners",
    "inner_set",
    "name",
    "level",
];

/// Returns a state as the service returns it: null instead of some empty values, and empty values instead of some nulls.
fn returned(source: &mut Source, state: Value) -> Value {
    let respell = |path: &Path, value: Value| -> Result<Value> {
        let is_same = match path.steps().last() {
            Some(Step::Attribute(name)) => EMPTY_AS_NULL.contains(&&**name),
            _ => false,
        };
        if !is_same || source.rng.one_in(2) {
            return Ok(value);
        }
        let (ty, empty) = (value.ty(), empty(&value.ty()));
        Ok(match value {
            value if value.is_null() => empty,
            value if value == empty => Value::null(ty),
            value => value,
        })
    };
    state.transform(respell).unwrap()
}

fn empty(ty: &Type) -> Value {
    let none = Vec::<Value>::new;
    match ty {
        Type::String => "".into(),
        Type::Number => 0.into(),
        Type::Bool => false.into(),
        Type::List(ty) => Value::list(Type::clone(ty), none()).unwrap(),
        Type::Set(ty) => Value::set(Type::clone(ty), none()).unwrap(),
        Type::Map(ty) => Value::map(Type::clone(ty), [("", ""); 0]).unwrap(),
        Type::Object(object) => {
            let members = object.iter();
            let members = members.map(|one| (one.name.clone(), Value::null(one.ty.clone())));
            Value::object(members).unwrap()
        }
        ty => Value::null(ty.clone()),
    }
}

/// Returns a value with the elements of its sets in a different order.
fn turned(value: &Value) -> Value {
    let turn = |_: &Path, value: Value| match value.ty() {
        Type::Set(ty) if !value.is_unknown() && !value.is_null() => {
            let mut elements: Vec<Value> = value.elements().unwrap().cloned().collect();
            elements.reverse();
            Value::set(Type::clone(&ty), elements)
        }
        _ => Ok(value),
    };
    value.clone().transform(turn).unwrap()
}

/// Returns the number of elements at all depths.
fn elements(value: &Value) -> usize {
    let mut count = 0;
    let visit = |path: &Path, value: Value| {
        count += usize::from(matches!(path.steps().last(), Some(Step::Index(_))));
        Ok(value)
    };
    value.clone().transform(visit).unwrap();
    count
}

struct Case {
    block: Block,
    source: Source,
    faults: String,
}

impl Case {
    fn plan(&mut self, config: &Value, prior: &Value) -> Planned {
        let request = PlanRequest { config, prior };
        let planned = resource_change::<Server>(request).unwrap();
        let response = PlanResponse::new(&planned.state);
        let response = response.requires_replace(&planned.requires_replace);
        for fault in check_plan(&self.block, request, response) {
            writeln!(self.faults, "{fault}").unwrap();
        }
        planned
    }

    /// Applies a configuration and returns the new state.
    fn apply(&mut self, config: &Value, prior: &Value) -> Value {
        let mut planned = self.plan(config, prior);
        if !planned.requires_replace.is_empty() {
            planned = self.plan(config, &Value::null(self.block.implied_type()));
        }
        let state = self.source.apply(&planned);
        let answer = returned(&mut self.source, state.clone());
        let kept = semantic_equality::<Server>(&planned.state, answer.clone()).unwrap();
        // If the service does not distinguish several elements of a set, they count as one element.
        if kept != state && elements(&answer) == elements(&state) {
            writeln!(self.faults, "applied {state}\n     got {kept}").unwrap();
        }
        state
    }

    fn expect_empty_plan(&mut self, config: &Value, state: &Value) {
        let again = self.plan(&turned(config), state);
        if again.state != *state || !again.requires_replace.is_empty() {
            let (planned, paths) = (again.state, again.requires_replace);
            writeln!(self.faults, "state   {state}\nplanned {planned}\n{paths:?}").unwrap();
        }
    }
}

#[test]
fn a_plan_after_apply_is_empty() {
    let mut report = String::new();
    for case in 0..random::cases(150) {
        let block = Server::block();
        let source = Source::new(&block, case).with_empty();
        let mut state = Value::null(block.implied_type());
        let mut config = None;
        let faults = String::new();
        let mut this = Case {
            block,
            source,
            faults,
        };
        for _ in 0..3 {
            let next = this.source.config(&this.block, config.as_ref());
            state = this.apply(&next, &state);
            this.expect_empty_plan(&next, &state);
            config = Some(next);
        }
        if !this.faults.is_empty() {
            writeln!(report, "case {case}:\n{}", this.faults).unwrap();
        }
    }
    assert!(report.is_empty(), "{report}");
}
