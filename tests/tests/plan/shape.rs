//! Tables whose rows are run in every nesting mode.

use std::fmt::Write;

use serde_json::Value as Json;
use tfvalue::plan::Planned;
use tfvalue::rules::{PlanRequest, PlanResponse, check_plan};
use tfvalue::schema::Block;
use tfvalue::{Result, Value};
use tfvalue_tests::objects::object_of;

/// How the objects in a row are nested.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum In {
    One,
    List,
    Set,
    Map,
}

type Plan = fn(PlanRequest<'_>) -> Result<Planned>;

/// Where a row's object is placed: the nested attributes or blocks that contain the object, from the outermost to the
/// innermost.
pub(crate) struct Shape {
    pub(crate) steps: &'static [(&'static str, In)],
    pub(crate) block: Block,
    pub(crate) plan: Plan,
    pub(crate) semantic_equality: fn(&Value, Value) -> Result<Value>,
}

impl Shape {
    pub(crate) fn has_set(&self) -> bool {
        self.steps.iter().any(|(_, kind)| *kind == In::Set)
    }

    /// Returns the state with an object at the given place. If the object is `null`, the outermost value is omitted.
    pub(crate) fn state(&self, other: &str, object: &str) -> Value {
        let mut text = object.to_owned();
        if object != "null" {
            for (name, kind) in self.steps.iter().rev() {
                text = match kind {
                    In::One => format!(r#"{{"{name}": {text}}}"#),
                    In::List | In::Set => format!(r#"{{"{name}": [{text}]}}"#),
                    In::Map => format!(r#"{{"{name}": {{"k": {text}}}}}"#),
                };
            }
        }
        let mut state: Json = serde_json::from_str(&text).unwrap();
        if state.is_null() {
            state = Json::Object(serde_json::Map::new());
        }
        state["other"] = other.into();
        object_of(&self.block, &state)
    }

    /// Returns the path of a member of the object, or the path of the outermost set if there is a set.
    pub(crate) fn path(&self, member: &str) -> String {
        let mut path = String::new();
        for (at, (name, kind)) in self.steps.iter().enumerate() {
            path += if at == 0 { "" } else { "." };
            path += name;
            match kind {
                In::One => {}
                In::List => path += "[0]",
                In::Map => path += r#"["k"]"#,
                In::Set => return path,
            }
        }
        if !path.is_empty() {
            path += ".";
        }
        path + member
    }
}

/// A row of a table. The strings are JSON: `"?"` is unknown, and a missing attribute is null.
#[derive(Clone, Copy)]
pub(crate) struct Row {
    pub(crate) name: &'static str,
    /// Whether an attribute of the root changes as well.
    pub(crate) changed: bool,
    pub(crate) config: &'static str,
    /// The prior object, or `""` on create.
    pub(crate) prior: &'static str,
    pub(crate) planned: &'static str,
    /// The planned object inside a set, if it differs from the planned object elsewhere.
    pub(crate) in_sets: &'static str,
    /// The members that require replacement.
    pub(crate) replace: &'static [&'static str],
    /// Whether sets require replacement. Elements of sets have no paths, so the only path is the path of the set.
    pub(crate) replace_in_sets: bool,
}

impl Row {
    pub(crate) const fn new(name: &'static str, prior: &'static str, config: &'static str) -> Self {
        Row {
            name,
            changed: false,
            config,
            prior,
            planned: prior,
            in_sets: "",
            replace: &[],
            replace_in_sets: false,
        }
    }

    pub(crate) const fn changed(mut self) -> Self {
        self.changed = true;
        self
    }

    pub(crate) const fn planned(mut self, planned: &'static str) -> Self {
        self.planned = planned;
        self
    }

    pub(crate) const fn in_sets(mut self, planned: &'static str) -> Self {
        self.in_sets = planned;
        self
    }

    pub(crate) const fn replaces(mut self, members: &'static [&'static str]) -> Self {
        self.replace = members;
        self.replace_in_sets = !members.is_empty();
        self
    }

    pub(crate) const fn replaces_sets(mut self, replaces: bool) -> Self {
        self.replace_in_sets = replaces;
        self
    }

    fn faults_in(&self, shape: &Shape) -> String {
        let null = || Value::null(shape.block.implied_type());
        let config = shape.state("new", self.config);
        let prior = match self.prior {
            "" => null(),
            prior => shape.state(if self.changed { "old" } else { "new" }, prior),
        };
        let planned = match (shape.has_set(), self.in_sets) {
            (true, in_sets) if !in_sets.is_empty() => in_sets,
            _ => self.planned,
        };
        let expected = shape.state("new", planned);
        let replace: Vec<String> = match (shape.has_set(), self.replace_in_sets) {
            (true, true) => vec![shape.path("")],
            (true, false) => vec![],
            _ => self.replace.iter().map(|name| shape.path(name)).collect(),
        };
        let place = format!("{}, at {}", self.name, shape.path(""));
        let mut faults = String::new();
        let got = (shape.plan)(PlanRequest {
            config: &config,
            prior: &prior,
        })
        .unwrap();
        if got.state != expected {
            writeln!(
                faults,
                "{place}:\n  expected {expected}\n       got {}",
                got.state
            )
            .unwrap();
        }
        let paths: Vec<String> = got
            .requires_replace
            .iter()
            .map(ToString::to_string)
            .collect();
        if paths != replace {
            writeln!(faults, "{place}: expected {replace:?}, got {paths:?}").unwrap();
        }
        let replace = &got.requires_replace;
        for fault in check_plan(
            &shape.block,
            PlanRequest {
                config: &config,
                prior: &prior,
            },
            PlanResponse::new(&got.state).requires_replace(replace),
        ) {
            writeln!(faults, "{place}: Terraform rejects the plan: {fault}").unwrap();
        }
        let destroyed = (shape.plan)(PlanRequest {
            config: &null(),
            prior: &prior,
        })
        .unwrap();
        if !destroyed.state.is_null() || !destroyed.requires_replace.is_empty() {
            writeln!(faults, "{place}: destroying it plans {}", destroyed.state).unwrap();
        }
        faults
    }
}

/// Runs each row in each shape.
pub(crate) fn run(shapes: &[Shape], rows: &[Row]) {
    let mut faults = String::new();
    for row in rows {
        for shape in shapes {
            if !(shape.steps.is_empty() && [row.config, row.prior].contains(&"null")) {
                faults += &row.faults_in(shape);
            }
        }
    }
    assert!(faults.is_empty(), "\n{faults}");
}

/// Defines `shapes()` for a struct: the root, every nesting mode of attributes and blocks, and two levels of nesting.
macro_rules! shapes {
    ($part:ident) => {
        shapes!($part, $part);
    };
    // The second struct has the same members but no function, because a flattened struct cannot have a function.
    ($part:ident, $flattened:ident) => {
        #[derive(TfSchema, Clone)]
        #[tf(kind = resource)]
        struct Root {
            #[tf(optional)]
            other: Attr<String>,
            #[tf(flatten)]
            part: $flattened,
        }

        #[derive(TfSchema, Clone)]
        #[tf(kind = resource)]
        struct Modes {
            #[tf(optional)]
            other: Attr<String>,
            #[tf(optional)]
            one: Attr<$part>,
            #[tf(optional)]
            list: Attr<Vec<Attr<$part>>>,
            #[tf(optional)]
            set: Attr<Set<Attr<$part>>>,
            #[tf(optional)]
            map: Attr<BTreeMap<String, Attr<$part>>>,
            #[tf(block)]
            block: Attr<$part>,
            #[tf(block)]
            blocks: Unknown<Vec<$part>>,
            #[tf(block)]
            block_set: Unknown<Set<$part>>,
            #[tf(block)]
            block_map: Unknown<BTreeMap<String, $part>>,
            #[tf(optional)]
            in_one: Attr<Outer>,
            #[tf(optional)]
            in_list: Attr<Vec<Attr<Outer>>>,
            #[tf(optional)]
            in_set: Attr<Set<Attr<Outer>>>,
            #[tf(optional)]
            in_map: Attr<BTreeMap<String, Attr<Outer>>>,
            #[tf(block)]
            in_block: Attr<OuterBlock>,
            #[tf(block)]
            in_blocks: Unknown<Vec<OuterBlock>>,
            #[tf(block)]
            in_block_set: Unknown<Set<OuterBlock>>,
            #[tf(block)]
            in_block_map: Unknown<BTreeMap<String, OuterBlock>>,
        }

        #[derive(TfSchema, Clone)]
        struct Outer {
            #[tf(optional)]
            one: Attr<$part>,
            #[tf(optional)]
            list: Attr<Vec<Attr<$part>>>,
            #[tf(optional)]
            set: Attr<Set<Attr<$part>>>,
            #[tf(optional)]
            map: Attr<BTreeMap<String, Attr<$part>>>,
        }

        #[derive(TfSchema, Clone)]
        struct OuterBlock {
            #[tf(optional)]
            one: Attr<$part>,
            #[tf(block)]
            block: Attr<$part>,
            #[tf(block)]
            blocks: Unknown<Vec<$part>>,
            #[tf(block)]
            block_set: Unknown<Set<$part>>,
            #[tf(block)]
            block_map: Unknown<BTreeMap<String, $part>>,
        }

        #[derive(TfSchema, Clone)]
        #[tf(kind = resource)]
        struct Groups {
            #[tf(optional)]
            other: Attr<String>,
            #[tf(block(group))]
            group: $part,
        }

        fn shapes() -> Vec<crate::shape::Shape> {
            use crate::shape::In::{List, Map, One, Set};
            use tfvalue::plan::{resource_change, semantic_equality};
            let mut shapes = vec![
                crate::shape::Shape {
                    steps: &[],
                    block: Root::block(),
                    plan: resource_change::<Root>,
                    semantic_equality: semantic_equality::<Root>,
                },
                crate::shape::Shape {
                    steps: &[("group", One)],
                    block: Groups::block(),
                    plan: resource_change::<Groups>,
                    semantic_equality: semantic_equality::<Groups>,
                },
            ];
            let modes: &[&[(&str, crate::shape::In)]] = &[
                &[("one", One)],
                &[("list", List)],
                &[("set", Set)],
                &[("map", Map)],
                &[("block", One)],
                &[("blocks", List)],
                &[("block_set", Set)],
                &[("block_map", Map)],
                &[("in_one", One), ("one", One)],
                &[("in_one", One), ("list", List)],
                &[("in_one", One), ("set", Set)],
                &[("in_one", One), ("map", Map)],
                &[("in_list", List), ("one", One)],
                &[("in_list", List), ("list", List)],
                &[("in_list", List), ("set", Set)],
                &[("in_list", List), ("map", Map)],
                &[("in_set", Set), ("one", One)],
                &[("in_set", Set), ("list", List)],
                &[("in_set", Set), ("set", Set)],
                &[("in_set", Set), ("map", Map)],
                &[("in_map", Map), ("one", One)],
                &[("in_map", Map), ("list", List)],
                &[("in_map", Map), ("set", Set)],
                &[("in_map", Map), ("map", Map)],
                &[("in_block", One), ("one", One)],
                &[("in_block", One), ("blocks", List)],
                &[("in_block", One), ("block_set", Set)],
                &[("in_blocks", List), ("block", One)],
                &[("in_blocks", List), ("blocks", List)],
                &[("in_blocks", List), ("block_set", Set)],
                &[("in_blocks", List), ("block_map", Map)],
                &[("in_block_set", Set), ("one", One)],
                &[("in_block_set", Set), ("blocks", List)],
                &[("in_block_set", Set), ("block_set", Set)],
                &[("in_block_map", Map), ("block", One)],
                &[("in_block_map", Map), ("blocks", List)],
                &[("in_block_map", Map), ("block_map", Map)],
            ];
            shapes.extend(modes.iter().map(|steps| crate::shape::Shape {
                steps,
                block: Modes::block(),
                plan: resource_change::<Modes>,
                semantic_equality: semantic_equality::<Modes>,
            }));
            shapes
        }
    };
}
