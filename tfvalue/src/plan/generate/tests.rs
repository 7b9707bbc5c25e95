//! Tests, with random schemas that contain relations, that a created object can be imported with its generated
//! configuration.

use super::super::resource;
use super::generated_config;
use crate::attr::{Attr, Set, Unknown};
use crate::model::{
    About, Constraints, Field, Flags, Literal, Model, Planning, TfSchema, TfType, TypeFacts,
};
use crate::plan::request::PlanRequest;
use crate::schema::Block;
use crate::ty::Type;
use crate::validate;
use crate::value::Value;

/// A generator of pseudorandom numbers.
struct Rng(u64);

impl Rng {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % limit
    }

    fn pick<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }
}

/// The struct for nested attributes and nested blocks.
struct Part;

const PART: &[Field] = &[
    Field::of::<Attr<String>>("alias")
        .attribute(Flags::NONE.optional())
        .validate(const { &Constraints::NONE.conflicts_with(&["key"]) }),
    Field::of::<Attr<String>>("id")
        .attribute(Flags::NONE.computed())
        .plan(const { &Planning::NONE.keep() }),
    Field::of::<Attr<String>>("key").attribute(Flags::NONE.optional().computed()),
    Field::of::<Attr<i64>>("level")
        .attribute(Flags::NONE.optional().computed().default())
        .plan(const { &Planning::NONE.default(|| Ok(Value::from(1))) }),
];

impl TfType for Part {
    const FACTS: TypeFacts = Field::facts_of_schema::<Part>(PART, About::NOTHING);
}

impl TfSchema for Part {}

const NAMES: [&str; 8] = ["a", "b", "c", "d", "e", "f", "g", "h"];

fn field(rng: &mut Rng, name: &'static str) -> Field {
    const DEFAULT: &Planning = &Planning::NONE.default(|| Ok("std".into()));
    let optional = Flags::NONE.optional();
    let text = Field::of::<Attr<String>>(name);
    match rng.below(12) {
        0 => text.attribute(Flags::NONE.required()),
        1 | 2 => text.attribute(optional),
        3 | 4 => text.attribute(optional.computed()),
        5 | 6 => text.attribute(optional.computed().default()).plan(DEFAULT),
        7 => Field::of::<Attr<Part>>(name).attribute(optional),
        8 => Field::of::<Attr<Part>>(name).attribute(optional.computed()),
        9 => Field::of::<Attr<Vec<Attr<Part>>>>(name).attribute(optional),
        10 => Field::of::<Unknown<Vec<Part>>>(name).block(false, 0, 0),
        _ => Field::of::<Unknown<Set<Part>>>(name).block(false, 0, 0),
    }
}

fn constraints(rng: &mut Rng, name: &str, is_text: bool) -> Constraints {
    let mut constraints = Constraints::NONE;
    for _ in 0..rng.below(3) {
        let mut others: Vec<_> = NAMES.into_iter().filter(|other| *other != name).collect();
        while others.len() > 3 || (others.len() > 1 && rng.below(2) == 0) {
            others.remove(rng.below(others.len()));
        }
        let others: &[&str] = others.leak();
        constraints = match rng.below(4) {
            0 => constraints.conflicts_with(others),
            1 => constraints.exactly_one_of(others),
            2 => constraints.at_least_one_of(others),
            _ => constraints.required_with(others),
        };
    }
    // Services compute values that a configuration must not have.
    if is_text && rng.below(4) == 0 {
        const ALLOWED: &[Literal] = &[Literal::Text("std"), Literal::Text("x"), Literal::Text("y")];
        constraints = constraints.one_of(ALLOWED);
    }
    constraints
}

fn schema(rng: &mut Rng) -> Model<'static> {
    let fields = NAMES.map(|name| {
        let field = field(rng, name);
        let is_text = field.wire_type() == Type::String;
        let constraints = Box::leak(Box::new(constraints(rng, name, is_text)));
        field.validate(constraints)
    });
    Model::new(Vec::from(fields).leak())
}

/// Returns a configuration for the type of an attribute or block.
fn config(rng: &mut Rng, ty: &Type, at: &mut usize) -> Value {
    *at += 1;
    let mut elements = |rng: &mut Rng, element: &Type| -> Vec<Value> {
        (0..rng.below(3))
            .map(|_| config(rng, element, at))
            .collect()
    };
    match ty {
        Type::List(element) => Value::list(Type::clone(element), elements(rng, element)).unwrap(),
        Type::Set(element) => Value::set(Type::clone(element), elements(rng, element)).unwrap(),
        Type::Object(_) => {
            let null = Value::null(Type::String);
            let name = Value::string(format!("n{at}"));
            let (alias, key) = match rng.below(3) {
                0 => (name, null.clone()),
                1 => (null.clone(), name),
                // A set element that sets no members has no identity.
                _ => (Value::string(format!("m{at}")), null.clone()),
            };
            let level = match rng.below(3) {
                0 => Value::null(Type::Number),
                level => Value::from(level as i64),
            };
            let members = [
                ("alias", alias),
                ("id", null),
                ("key", key),
                ("level", level),
            ];
            Value::object(members).unwrap()
        }
        _ => rng.pick(&["x", "y", "std"]).into(),
    }
}

fn configuration(rng: &mut Rng, model: Model<'_>, block: &Block) -> Value {
    let mut at = 0;
    let members = model.fields.iter().map(|field| {
        let ty = field.wire_type();
        let attribute = block.attribute(field.name());
        let value = match attribute {
            Some(one) if !one.required && rng.below(2) == 0 => Value::null(ty),
            _ => config(rng, &ty, &mut at),
        };
        (field.name(), value)
    });
    Value::object(members.collect::<Vec<_>>()).unwrap()
}

/// Returns the state that a service creates from a planned state.
fn created(planned: Value) -> Value {
    let mut count = 0;
    let made = planned.transform(|_, part| {
        count += 1;
        Ok(match part.ty() {
            _ if !part.is_unknown() => part,
            Type::String => Value::string(format!("made-{count}")),
            ty => Value::null(ty),
        })
    });
    made.unwrap()
}

#[test]
fn generated_configurations_of_random_schemas_are_valid_and_change_nothing() {
    let mut rng = Rng(0x9E37_79B9_7F4A_7C15);
    let (mut schemas, mut shorter, mut longer) = (0, 0, 0);
    while schemas < 200 {
        let model = schema(&mut rng);
        let block = Field::block_of(model.fields, About::NOTHING);
        let null = Value::null(block.implied_type());
        let mut cases = 0;
        for _ in 0..30 {
            let config = configuration(&mut rng, model, &block);
            if !validate::faults(model, &config).is_empty() {
                continue;
            }
            cases += 1;
            let create = PlanRequest {
                config: &config,
                prior: &null,
            };
            let state = created(resource(model, create).unwrap().state);

            let generated = generated_config(model.fields, &block, &state).unwrap();
            let faults = validate::faults(model, &generated);
            let all =
                || format!("\nconfig:    {config}\nstate:     {state}\ngenerated: {generated}");
            assert!(faults.is_empty(), "{faults}{}", all());
            let update = PlanRequest {
                config: &generated,
                prior: &state,
            };
            let planned = resource(model, update).unwrap();
            assert_eq!(planned.state.to_string(), state.to_string(), "{}", all());
            assert!(planned.requires_replace.is_empty(), "{}", all());

            for field in model.fields {
                let is_set =
                    |value: &Value| validate::is_set(field, value.get(field.name()).unwrap());
                shorter += usize::from(is_set(&state) && !is_set(&generated));
                longer += usize::from(is_set(&generated) && !is_set(&config));
            }
        }
        schemas += usize::from(cases > 0);
    }
    assert!(shorter > 200 && longer > 40, "{shorter} {longer}");
}

/// If a state violates relations, the generated configuration violates as few relations as possible.
#[test]
fn states_that_break_relations() {
    const FIELDS: &[Field] = &[
        Field::of::<Attr<String>>("a")
            .attribute(Flags::NONE.optional())
            .validate(const { &Constraints::NONE.conflicts_with(&["b", "c"]) }),
        Field::of::<Attr<String>>("b").attribute(Flags::NONE.required()),
        Field::of::<Attr<String>>("c").attribute(Flags::NONE.optional()),
        Field::of::<Attr<String>>("d")
            .attribute(Flags::NONE.optional())
            .validate(const { &Constraints::NONE.required_with(&["e"]) }),
        Field::of::<Attr<String>>("e").attribute(Flags::NONE.optional().write_only()),
        Field::of::<Attr<String>>("f")
            .attribute(Flags::NONE.required())
            .validate(const { &Constraints::NONE.exactly_one_of(&["b"]) }),
    ];
    let block = Field::block_of(FIELDS, About::NOTHING);
    let null = || Value::null(Type::String);
    let state = |a: Value, d: Value| {
        let text = || Value::from("x");
        let members = [
            ("a", a),
            ("b", text()),
            ("c", text()),
            ("d", d),
            ("e", null()),
            ("f", text()),
        ];
        Value::object(members).unwrap()
    };
    let generated = generated_config(FIELDS, &block, &state("x".into(), "x".into())).unwrap();
    assert_eq!(generated, state(null(), null()));
}

/// Services return empty values for the alternatives that are not set.
#[test]
fn an_alternative_that_says_something_is_set() {
    const OTHERS: &Constraints = &Constraints::NONE.exactly_one_of(&["b", "c", "d", "e"]);
    const FIELDS: &[Field] = &[
        Field::of::<Attr<String>>("a")
            .attribute(Flags::NONE.optional())
            .validate(OTHERS),
        Field::of::<Attr<i64>>("b").attribute(Flags::NONE.optional()),
        Field::of::<Attr<bool>>("c").attribute(Flags::NONE.optional()),
        Field::of::<Attr<Vec<String>>>("d").attribute(Flags::NONE.optional()),
        Field::of::<Attr<Part>>("e").attribute(Flags::NONE.optional()),
    ];
    let block = Field::block_of(FIELDS, About::NOTHING);
    let part = |alias: &str| {
        let null = || Value::null(Type::String);
        let members = [
            ("alias", alias.into()),
            ("id", null()),
            ("key", null()),
            ("level", Value::from(0)),
        ];
        Value::object(members).unwrap()
    };
    let empty = || {
        [
            ("a", Value::from("")),
            ("b", Value::from(0)),
            ("c", Value::from(false)),
            ("d", Value::list(Type::String, Vec::<Value>::new()).unwrap()),
            ("e", part("")),
        ]
    };
    let full = [
        Value::from("x"),
        Value::from(1),
        Value::from(true),
        Value::list(Type::String, [Value::from("")]).unwrap(),
        part("x"),
    ];
    for (index, value) in full.into_iter().enumerate() {
        let mut state = empty();
        let name = state[index].0;
        state[index].1 = value;
        let state = Value::object(state).unwrap();
        let generated = generated_config(FIELDS, &block, &state).unwrap();
        for field in FIELDS {
            let value = generated.get(field.name()).unwrap();
            assert_eq!(!value.is_null(), field.name() == name, "{generated}");
        }
    }
    // If all alternatives are empty, the configuration sets the first alternative.
    let generated = generated_config(FIELDS, &block, &Value::object(empty()).unwrap()).unwrap();
    assert_eq!(generated.get("a"), Some(&Value::from("")));
    assert!(generated.get("b").unwrap().is_null());
}

/// An alternative that is not empty is set even if the plan keeps the alternative or if the alternative is deprecated.
#[test]
fn a_kept_or_deprecated_alternative_that_says_something_is_set() {
    const B: &Constraints = &Constraints::NONE.exactly_one_of(&["b"]);
    const A: &Constraints = &Constraints::NONE.exactly_one_of(&["a"]);
    let text = |name| Field::of::<Attr<String>>(name);
    let kept = Flags::NONE.optional().computed();
    let optional = Flags::NONE.optional();
    for (first, second) in [
        (
            text("a").attribute(kept).validate(B),
            text("b").attribute(kept),
        ),
        (
            text("a").attribute(optional).deprecated("old").validate(B),
            text("b").attribute(optional).deprecated("old").validate(A),
        ),
    ] {
        let fields = [first, second];
        let block = Field::block_of(&fields, About::NOTHING);
        for (a, b) in [("", "x"), ("x", "")] {
            let state = Value::object([("a", Value::from(a)), ("b", Value::from(b))]).unwrap();
            let generated = generated_config(&fields, &block, &state).unwrap();
            let is_set = |name: &str| !generated.get(name).unwrap().is_null();
            assert_eq!(
                [is_set("a"), is_set("b")],
                [!a.is_empty(), !b.is_empty()],
                "{generated}"
            );
        }
    }
}
