//! If the type of a value below a sensitive attribute differed from the type of the attribute, parts of the value were
//! shown: the names of its members in paths, and the keys of its maps.

mod messages;
mod values;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;

use tfvalue::rules::{
    self, ApplyResponse, BothPlans, Fault, OpenedEphemeral, PlanRequest, PlanResponse,
    PlannedAction,
};
use tfvalue::schema::Block;
use tfvalue::{Attr, Dynamic, Error, Set, TfSchema, Unknown, Value, plan};

use self::messages::Messages;
use self::values::{object, secrets, vaults};

const SECRET: &str = "hunter2";
const DIGITS: &str = "48151623";

#[derive(Clone, Default, TfSchema)]
#[tf(
    kind = resource,
    version = 1,
    upgrade(0 = Vault),
    moved_from("test_vault" = Vault),
    identity = Label,
    known_view = KnownVault,
)]
struct Vault {
    #[tf(optional)]
    label: Attr<String>,
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
    any: Dynamic,
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
#[tf(known_view = KnownPart)]
struct Part {
    #[tf(optional)]
    pin: Attr<u8>,
    #[tf(optional)]
    keys: Attr<BTreeMap<String, Attr<u8>>>,
    #[tf(optional, computed)]
    inner: Attr<BTreeMap<String, Attr<Inner>>>,
}

#[derive(Clone, Default, TfSchema)]
#[tf(known_view = KnownInner)]
struct Inner {
    #[tf(optional, computed)]
    id: Attr<u8>,
}

#[derive(Clone, Default, PartialEq, TfSchema)]
#[tf(known_view = KnownLogin)]
struct Login {
    #[tf(optional, sensitive)]
    pin: Attr<u8>,
    #[tf(optional, sensitive)]
    keys: Attr<BTreeMap<String, Attr<u8>>>,
}

#[derive(TfSchema)]
#[tf(kind = identity)]
struct Label {
    #[tf(required)]
    label: Attr<String>,
}

/// The texts that functions returned.
#[derive(Default)]
struct Texts {
    /// The number of strings that were searched, by function.
    searched: BTreeMap<&'static str, usize>,
    /// The strings that contain the secret, each with the function that returned it.
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

    /// Fails if a text contains the secret, or if fewer functions than expected rejected a value.
    fn finish(self, functions: usize) {
        let Texts { searched, leaks } = self;
        let first = leaks.iter().take(40).collect::<Vec<_>>();
        assert!(leaks.is_empty(), "{} leaks: {first:#?}", leaks.len());
        assert_eq!(searched.len(), functions, "{searched:#?}");
        let all_reject = searched.values().all(|count| *count > 2);
        assert!(all_reject, "{searched:#?}");
    }

    /// Passes two values to each function that takes a schema and values.
    fn of(&mut self, block: &Block, value: &Value, other: &Value) {
        self.error("validate_value", block.validate_value(value));
        self.error("from_config", Vault::from_config(value));
        self.error("coerce", rules::coerce(block, value));
        self.error(
            "planned_data_source",
            rules::planned_data_source(block, value),
        );
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
            self.faults("ephemeral", &rules::check_ephemeral_resource(block, opened));
            let response = ApplyResponse::new(config);
            self.faults("apply", &rules::check_apply(block, prior, response));
            let plans = BothPlans {
                first: (prior, PlannedAction::Update),
                last: (config, PlannedAction::Update),
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
            rules::check_data_source,
            rules::check_import,
            rules::check_upgrade,
        ] {
            self.faults("state", &check(block, value));
        }
    }
}

#[test]
fn values_of_other_types_are_hidden() {
    let block = Vault::block();
    let empty = block.empty();
    let mut texts = Texts::default();
    let messages = Messages::new();
    for (n, secret) in secrets().into_iter().enumerate().step_by(2) {
        // Each value is used in only some of the attributes, because testing all pairs would take minutes.
        for vault in vaults(&empty, &secret).iter().skip(n % 25).step_by(25) {
            texts.of(&block, vault, &empty);
            messages.send(vault, &empty, &mut texts);
        }
    }
    texts.finish(35);
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
