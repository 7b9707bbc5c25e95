//! A value below a sensitive attribute that has another type than the attribute was shown: the names of its
//! members in paths, and the keys of its maps.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;

use tfvalue::rules::{
    self, Action, ApplyResponse, BothPlans, Fault, OpenedEphemeral, PlanRequest, PlanResponse,
};
use tfvalue::schema::Block;
use tfvalue::tfplugin6::{DynamicValue, RawState, plan_resource_change};
use tfvalue::{
    Attr, Dynamic, Error, Refinements, Set, TfSchema, Type, Unknown, Value, json, msgpack, plan,
};

const SECRET: &str = "hunter2";
const DIGITS: &str = "48151623";

#[derive(Clone, Default, TfSchema)]
#[tf(kind = resource)]
struct Vault {
    #[tf(optional, sensitive)]
    text: Attr<String>,
    #[tf(optional, sensitive)]
    number: Attr<u8>,
    #[tf(optional, sensitive, replace)]
    list: Attr<Vec<Attr<u8>>>,
    #[tf(optional, sensitive)]
    set: Attr<Set<Attr<u8>>>,
    #[tf(optional, sensitive)]
    map: Attr<BTreeMap<String, Attr<u8>>>,
    #[tf(optional, sensitive)]
    any: Attr<Dynamic>,
    #[tf(optional, write_only)]
    unstored: Attr<BTreeMap<String, Attr<u8>>>,
    #[tf(optional, computed, sensitive)]
    one: Attr<Part>,
    #[tf(optional, sensitive)]
    parts: Attr<Vec<Attr<Part>>>,
    #[tf(optional, sensitive)]
    part_set: Attr<Set<Attr<Part>>>,
    #[tf(optional, sensitive)]
    part_map: Attr<BTreeMap<String, Attr<Part>>>,
    #[tf(optional)]
    open: Attr<Login>,
    #[tf(optional)]
    logins: Attr<Vec<Attr<Login>>>,
    #[tf(optional)]
    login_set: Attr<Set<Attr<Login>>>,
    #[tf(optional)]
    login_map: Attr<BTreeMap<String, Attr<Login>>>,
    #[tf(block)]
    door: Unknown<Vec<Login>>,
    #[tf(block)]
    key: Unknown<Set<Login>>,
}

#[derive(Clone, Default, TfSchema)]
struct Part {
    #[tf(optional)]
    pin: Attr<u8>,
    #[tf(optional)]
    keys: Attr<BTreeMap<String, Attr<u8>>>,
    #[tf(optional, computed)]
    inner: Attr<BTreeMap<String, Attr<Inner>>>,
}

#[derive(Clone, Default, TfSchema)]
struct Inner {
    #[tf(optional, computed)]
    id: Attr<u8>,
}

#[derive(Clone, Default, PartialEq, TfSchema)]
struct Login {
    #[tf(optional, sensitive)]
    pin: Attr<u8>,
    #[tf(optional, sensitive)]
    keys: Attr<BTreeMap<String, Attr<u8>>>,
}

fn object<const N: usize>(members: [(&str, Value); N]) -> Value {
    Value::object(members).unwrap()
}

fn map(element: &Value) -> Value {
    let other = Value::null(element.ty());
    Value::map(Type::Dynamic, [(SECRET, element.clone()), ("z", other)]).unwrap()
}

/// Values with the secret in every place: in text, digits, keys, names, types and refinements.
fn secrets() -> Vec<Value> {
    let text = Value::from(SECRET);
    let number = Value::from(DIGITS.parse::<i64>().unwrap());
    let prefix = Refinements::new().full_prefix(SECRET).unwrap();
    let least = Refinements::new().at_least(DIGITS.parse::<i64>().unwrap(), true);
    let mut all = vec![
        text.clone(),
        Value::from("1"),
        Value::from(true),
        number.clone(),
        Value::refined(Type::String, prefix).unwrap(),
        Value::refined(Type::Number, least.unwrap()).unwrap(),
    ];
    for part in all.clone() {
        let named = object([(SECRET, part.clone())]);
        all.extend([map(&part), map(&named), named]);
        all.push(object([("pin", part.clone()), ("keys", map(&part))]));
        all.push(object([
            ("keys", object([(SECRET, part.clone())])),
            ("pin", 1.into()),
        ]));
        let keys = Value::null(Type::map(Type::Number));
        let id = object([("id", part.clone()), (SECRET, part.clone())]);
        let whole = [("pin", 1.into()), ("keys", keys), ("inner", map(&id))];
        all.push(object(whole.clone()));
        let surplus = whole.into_iter().chain([(SECRET, part)]);
        all.push(Value::object(surplus).unwrap());
    }
    let collections = all.clone().into_iter().flat_map(|part| {
        let null = Value::null(part.ty());
        [
            Value::list(Type::Dynamic, [part.clone(), null.clone()]).unwrap(),
            Value::set(Type::Dynamic, [part.clone(), null]).unwrap(),
            Value::tuple([part.clone(), Value::from(1)]),
            map(&part),
        ]
    });
    all.extend(collections.collect::<Vec<_>>());
    let types = all.iter().map(Value::ty).collect::<Vec<_>>();
    all.extend(types.iter().cloned().map(Value::null));
    all.extend(types.into_iter().map(Value::unknown));
    all
}

/// Returns objects in which one sensitive attribute has the value.
fn vaults(empty: &Value, secret: &Value) -> Vec<Value> {
    let with = |object: &Value, name: &str, value: &Value| {
        let members = object.members().unwrap();
        let members =
            members.map(|(own, old)| (own, if own == name { value } else { old }.clone()));
        Value::object(members).unwrap()
    };
    let mut all = Vec::new();
    for attribute in Vault::block()
        .attributes
        .iter()
        .filter(|one| one.sensitive || one.write_only)
    {
        all.push(with(empty, &attribute.name, secret));
    }
    let login = object([
        ("pin", Value::null(Type::Number)),
        ("keys", Value::null(Type::map(Type::Number))),
    ]);
    for name in ["pin", "keys"] {
        let login = with(&login, name, secret);
        let null = Value::null(login.ty());
        let list = Value::list(Type::Dynamic, [login.clone(), null]).unwrap();
        let set = Value::set(Type::Dynamic, [login.clone()]).unwrap();
        let map = Value::map(Type::Dynamic, [("k", login.clone())]).unwrap();
        all.extend([
            with(empty, "open", &login),
            with(empty, "logins", &list),
            with(empty, "login_set", &set),
            with(empty, "login_map", &map),
            with(empty, "door", &list),
            with(empty, "door", &Value::tuple([login.clone()])),
            with(empty, "key", &set),
        ]);
    }
    all
}

/// The texts that functions returned.
#[derive(Default)]
struct Texts {
    /// The number of texts by function.
    searched: BTreeMap<&'static str, usize>,
    /// Texts with the secret.
    leaks: BTreeSet<(&'static str, String)>,
}

impl Texts {
    fn hides(&mut self, function: &'static str, text: &impl Display) {
        let text = text.to_string();
        if text.contains(SECRET) || text.contains(DIGITS) {
            self.leaks.insert((function, text));
        }
        *self.searched.entry(function).or_default() += 1;
    }

    fn error<T>(&mut self, function: &'static str, result: Result<T, Error>) -> Option<T> {
        let error = match result {
            Ok(value) => return Some(value),
            Err(error) => error,
        };
        self.hides(
            function,
            &format_args!("{error} {error:?} {}", error.path()),
        );
        for fault in error.faults() {
            self.hides(
                function,
                &format_args!("{} {}", fault.path(), fault.message()),
            );
        }
        self.hides(
            function,
            &format!("{:?}", tfvalue::Diagnostics::from(error)),
        );
        None
    }

    fn faults(&mut self, function: &'static str, faults: &[Fault]) {
        for fault in faults {
            let (detail, place) = (fault.detail("p", "a.b"), fault.terraform_path());
            self.hides(
                function,
                &format_args!("{fault} {fault:?} {detail} {place}"),
            );
        }
    }

    /// Fails for texts with the secret, and if fewer functions rejected something.
    fn finish(self, functions: usize) {
        let Texts { searched, leaks } = self;
        let first = leaks.iter().take(40).collect::<Vec<_>>();
        assert!(leaks.is_empty(), "{} leaks: {first:#?}", leaks.len());
        assert!(searched.len() >= functions, "{searched:#?}");
        let all_reject = searched.values().all(|count| *count > 2);
        assert!(all_reject, "{searched:#?}");
    }

    /// Gives a value and another one to each function that takes a schema and values.
    fn of(&mut self, block: &Block, value: &Value, other: &Value) {
        self.error("validate_value", block.validate_value(value));
        self.error("from_config", Vault::from_config(value));
        self.error("coerce", rules::coerce(block, value));
        self.error("proposed_data", rules::proposed_data(block, value));
        for [prior, config] in [[value, other], [other, value], [value, value]] {
            let request = PlanRequest { config, prior };
            self.error("proposed", rules::proposed_new_state(block, request));
            let respelled = plan::is_respelled::<Vault>(prior, config);
            self.error("is_respelled", respelled);
            let spelled = plan::semantic_equality::<Vault>(prior, config.clone());
            self.error("semantic_equality", spelled);
            if let Some(planned) = self.error("plan", plan::resource_change::<Vault>(request)) {
                self.hides("planned", &format!("{planned:?}"));
                self.error("planned.read", planned.read::<Vault>());
            }
            let opened = OpenedEphemeral {
                config: prior,
                result: config,
            };
            self.faults("ephemeral", &rules::check_ephemeral(block, opened));
            let response = ApplyResponse::new(config);
            self.faults("apply", &rules::check_apply(block, prior, response));
            let plans = BothPlans {
                first: (prior, Action::Update),
                last: (config, Action::Update),
            };
            self.faults("final plan", &rules::check_final_plan(block, plans));
            for planned in [value, other] {
                let response = PlanResponse::new(planned);
                let faults = rules::check_plan(block, request, response);
                self.faults("check_plan", &faults);
            }
        }
        for check in [
            rules::check_replacement_plan,
            rules::check_failed_apply,
            rules::check_refresh,
            rules::check_data,
            rules::check_import,
            rules::check_upgrade,
        ] {
            self.faults("state", &check(block, value));
        }
        self.bytes(value);
    }

    /// Reads the value in both formats.
    fn bytes(&mut self, value: &Value) {
        let ty = value.ty();
        let message = |msgpack, json| DynamicValue { msgpack, json };
        let mut messages = Vec::new();
        if let Ok(bytes) = msgpack::value_to_vec(value, &ty) {
            messages.push(message(bytes, Vec::new()));
        }
        if let Ok(text) = json::value_to_string(value, &ty) {
            let state = RawState {
                json: text.clone().into_bytes(),
                ..RawState::default()
            };
            self.error("upgrade", state.upgrade::<Vault>(0));
            messages.push(message(Vec::new(), text.into_bytes()));
        }
        for message in messages {
            self.error("decode", message.decode::<Vault>());
            self.error("decode_config", message.decode_config::<Vault>());
            for diagnostic in message.validate_config::<Vault>() {
                self.hides("validate_config", &format!("{diagnostic:?}"));
            }
            let request = plan_resource_change::Request {
                config: Some(message.clone()),
                prior_state: Some(message),
                ..Default::default()
            };
            self.error("request.plan", request.plan::<Vault>());
        }
    }
}

#[test]
fn values_of_other_types_are_hidden() {
    let block = Vault::block();
    let empty = rules::empty_value(&block);
    let mut texts = Texts::default();
    for (n, secret) in secrets().into_iter().enumerate() {
        // Each value is in some of the attributes, since all pairs take minutes.
        for vault in vaults(&empty, &secret).iter().skip(n % 16).step_by(16) {
            texts.of(&block, vault, &empty);
        }
    }
    texts.finish(17);
}

#[derive(TfSchema)]
struct Plain {
    #[tf(optional)]
    counts: Attr<BTreeMap<String, Attr<u8>>>,
}

#[test]
fn other_attributes_are_shown() {
    let config = object([("counts", object([("a", Value::from("x"))]))]);
    let block = Plain::block();
    let text = r#"counts["a"]: a number is required, got a string"#;
    let error = rules::coerce(&block, &config).unwrap_err();
    assert_eq!(error.to_string(), text);
    let error = Plain::from_config(&config).err().unwrap();
    assert!(error.to_string().ends_with(text), "{error}");
}
