//! The parts of a provider that have a configuration.

use tfvalue::__internal::testing as internal;
use tfvalue::rules::{self, Deferrals};
use tfvalue::schema::{Attribute, Block, Function, Schema};
use tfvalue::tfplugin6::{
    call_function, plan_action, validate_action_config, validate_data_resource_config,
    validate_ephemeral_resource_config, validate_list_resource_config, validate_provider_config,
    validate_resource_config,
};
use tfvalue::{Type, Value, tfplugin5};

use super::config::Config;
use super::finding::FindingKind;
use super::harness::{Harness, configure};
use super::instance::Instance;
use super::others;
use super::outcome::Outcome;
use super::run::{Go, Run};

/// A kind of provider part, for [`Property::of`](super::Property::of).
///
/// # Examples
///
/// ```
/// use tfvalue_testing::PartKind;
///
/// assert_eq!(PartKind::DataSource.address("shop_item"), "data.shop_item");
/// assert_eq!(PartKind::Resource.address("shop_item"), "shop_item");
/// assert_eq!(PartKind::of_address("data.shop_item"), (PartKind::DataSource, "shop_item"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum PartKind {
    /// A resource type.
    Resource,
    /// A data source.
    DataSource,
    /// An ephemeral resource.
    EphemeralResource,
    /// A list resource.
    ListResource,
    /// An action.
    Action,
    /// A function.
    Function,
    /// The provider itself, whose name is empty.
    Provider,
}

impl PartKind {
    /// All kinds.
    pub const ALL: &'static [PartKind] = &[
        PartKind::Resource,
        PartKind::DataSource,
        PartKind::EphemeralResource,
        PartKind::ListResource,
        PartKind::Action,
        PartKind::Function,
        PartKind::Provider,
    ];

    /// Returns the word that precedes the name in an address. The word is empty for resource types.
    fn word(self) -> &'static str {
        match self {
            PartKind::Resource => "",
            PartKind::DataSource => "data",
            PartKind::EphemeralResource => "ephemeral",
            PartKind::ListResource => "list",
            PartKind::Action => "action",
            PartKind::Function => "function",
            PartKind::Provider => "provider",
        }
    }

    /// Returns the address of a part, such as `data.shop_item`.
    #[must_use]
    pub fn address(self, name: &str) -> String {
        match (self.word(), name) {
            ("", name) => name.to_owned(),
            (word, "") => word.to_owned(),
            (word, name) => format!("{word}.{name}"),
        }
    }

    /// Returns the kind and the name in an address.
    #[must_use]
    pub fn of_address(address: &str) -> (Self, &str) {
        let (word, name) = match address.split_once('.') {
            Some(both) => both,
            None if address == PartKind::Provider.word() => (address, ""),
            None => ("", address),
        };
        let kind = PartKind::ALL.iter().find(|kind| kind.word() == word);
        match kind {
            Some(kind) => (*kind, name),
            None => (PartKind::Resource, address),
        }
    }

    /// Returns the method that validates a configuration.
    pub(super) fn validation(self) -> &'static str {
        match self {
            PartKind::DataSource => "ValidateDataResourceConfig",
            PartKind::EphemeralResource => "ValidateEphemeralResourceConfig",
            PartKind::ListResource => "ValidateListResourceConfig",
            PartKind::Action => "ValidateActionConfig",
            PartKind::Provider => "ValidateProviderConfig",
            PartKind::Resource => "ValidateResourceConfig",
            PartKind::Function => CALL,
        }
    }
}

/// Validates the configuration of a part. A function has no validation, so it is called.
pub(super) fn validate(run: &mut Run<'_>, kind: PartKind, value: &Value) -> Go<()> {
    let method = kind.validation();
    let type_name = run.type_name.clone();
    let client_capabilities = Some(run.core.client());
    let config = run.write(method, value)?;
    let diagnostics = match kind {
        PartKind::Function => return call(run, [value; 2], 1),
        PartKind::Resource => {
            let request = validate_resource_config::Request {
                type_name,
                config,
                client_capabilities,
            };
            run.call::<validate_resource_config::Response>(method, &request)?
                .diagnostics
        }
        PartKind::DataSource => {
            let request = validate_data_resource_config::Request { type_name, config };
            run.call::<validate_data_resource_config::Response>(method, &request)?
                .diagnostics
        }
        PartKind::EphemeralResource => {
            let request = validate_ephemeral_resource_config::Request { type_name, config };
            run.call::<validate_ephemeral_resource_config::Response>(method, &request)?
                .diagnostics
        }
        PartKind::ListResource => {
            let request = validate_list_resource_config::Request {
                type_name,
                config,
                ..validate_list_resource_config::Request::default()
            };
            run.call::<validate_list_resource_config::Response>(method, &request)?
                .diagnostics
        }
        PartKind::Action => {
            let request = validate_action_config::Request { type_name, config };
            run.call::<validate_action_config::Response>(method, &request)?
                .diagnostics
        }
        PartKind::Provider if run.core.version == 5 => {
            let request = tfplugin5::prepare_provider_config::Request { config };
            run.call::<tfplugin5::prepare_provider_config::Response>(method, &request)?
                .diagnostics
        }
        PartKind::Provider => {
            let request = validate_provider_config::Request { config };
            run.call::<validate_provider_config::Response>(method, &request)?
                .diagnostics
        }
    };
    run.diagnose(diagnostics)
}

/// The framework's error about a required attribute that is null. The framework reports it for each required attribute
/// in an unknown object, regardless of the author's code.
const REQUIRED: &str = "Missing Configuration for Required Attribute";

/// Validates a configuration as Terraform does while some of its values are unknown. An error is a finding if the
/// configuration is valid once the values are known, because users of Terraform would see the error.
pub(super) fn validate_planned(
    run: &mut Run<'_>,
    kind: PartKind,
    [planned, known]: [&Value; 2],
) -> Go<()> {
    let validated = validate(run, kind, planned);
    if validated.is_err() && planned != known && run.outcome.failed.is_some() {
        let is_own = run.outcome.errors().any(|one| one.summary != REQUIRED);
        let mut other = Run::quiet(run.core, "", &run.type_name, run.block);
        if is_own && validate(&mut other, kind, known).is_ok() {
            run.outcome.must =
                Some("the configuration is valid, but not while one of its values is unknown");
        }
    }
    validated
}

/// Validates a configuration as Terraform does, once without the values of other objects and once with these values.
pub(super) fn validate_twice(
    run: &mut Run<'_>,
    kind: PartKind,
    [planned, known]: [&Value; 2],
) -> Go<()> {
    validate_planned(run, kind, [planned, known])?;
    validate(run, kind, known)
}

/// Returns a schema for configurations that contain the arguments of a function.
pub(super) fn schema_of(function: &Function) -> Schema {
    let parameter = |(index, one): (usize, &tfvalue::schema::Parameter)| {
        let attribute = Attribute::new(argument(index), one.ty.clone());
        if one.allow_null_value {
            attribute.optional()
        } else {
            attribute.required()
        }
    };
    let parameters = function.parameters.iter().enumerate().map(parameter);
    let more = function.variadic_parameter.iter();
    let more = more.map(|one| Attribute::new(MORE, Type::list(one.ty.clone())).required());
    Schema::new(Block::new().attributes(parameters.chain(more)))
}

/// The name of the attribute for the arguments of the variadic parameter. It sorts after the others.
pub(super) const MORE: &str = "more";

/// Returns the name of an argument. The names sort by position.
fn argument(index: usize) -> String {
    format!("argument_{index:03}")
}

/// Returns the function arguments that a configuration contains.
pub(super) fn arguments(config: &Value) -> Vec<Value> {
    let members: Vec<_> = config.members().into_iter().flatten().collect();
    let count = members.iter().filter(|(name, _)| *name != MORE).count();
    let own = (0..count).filter_map(|index| config.get(&*argument(index)));
    let more = config.get(MORE).and_then(Value::elements);
    own.chain(more.into_iter().flatten()).cloned().collect()
}

impl Instance<'_> {
    /// Uses a part that has no state, as Terraform does.
    pub(super) fn use_part(&self, config: &Config) -> Outcome {
        let (core, name, block) = (self.core, &*self.type_name, &self.schema.block);
        match self.kind {
            PartKind::DataSource => others::data_source(core, name, block, config),
            PartKind::EphemeralResource => others::ephemeral_resource(core, name, block, config),
            kind => {
                let mut run = Run::new(core, "use", name, block);
                // The outcome contains the reason.
                let _ = use_in(&mut run, kind, config);
                run.outcome
            }
        }
    }
}

fn use_in(run: &mut Run<'_>, kind: PartKind, config: &Config) -> Go<()> {
    let (known, planned) = run.config(config)?;
    if kind == PartKind::Function {
        return call(run, [&planned, &known], 2);
    }
    validate_twice(run, kind, [&planned, &known])?;
    match kind {
        PartKind::Action => {
            plan(run, &planned)?;
            plan(run, &known)
        }
        PartKind::Provider => {
            if planned != known {
                configure(run, &Config::from(planned))?;
            }
            configure(run, &Config::from(known))
        }
        _ => Ok(()),
    }
}

/// Plans an action.
fn plan(run: &mut Run<'_>, config: &Value) -> Go<()> {
    let method = "PlanAction";
    let request = plan_action::Request {
        action_type: run.type_name.clone(),
        config: run.write(method, config)?,
        client_capabilities: Some(run.core.client()),
    };
    let response: plan_action::Response = run.call(method, &request)?;
    run.diagnose(response.diagnostics)?;
    if let Some(deferred) = response.deferred {
        let faults = rules::check_action_deferral(Deferrals::NotAllowed, deferred.reason);
        run.rules(method, faults)?;
    }
    Ok(())
}

/// Calls a function once with the arguments that are known in the plan, and some times with all arguments. The results
/// must agree.
fn call(run: &mut Run<'_>, [planned, known]: [&Value; 2], times: usize) -> Go<()> {
    let functions = &run.core.announced().schema.functions;
    let Some(function) = functions.get(&run.type_name) else {
        return Ok(());
    };
    if !allows_nulls(function, &arguments(known)) {
        return Ok(());
    }
    let mut earlier = None;
    // If the number of arguments is not known, Terraform does not call the function in the plan.
    let is_counted = !planned.get(MORE).is_some_and(Value::is_unknown);
    if planned != known && is_counted && accepts(function, &arguments(planned)) {
        earlier = call_once(run, function, &arguments(planned))?.filter(Value::is_wholly_known);
    }
    for _ in 0..times {
        let result = call_once(run, function, &arguments(known))?;
        let Some(result) = result else {
            return Ok(());
        };
        let faults = rules::check_function(&function.return_type, &result, earlier.as_ref());
        run.rules(CALL, faults)?;
        run.outcome.value = result.clone();
        earlier = Some(result);
    }
    Ok(())
}

const CALL: &str = "CallFunction";

/// Returns `true` if Terraform calls a function with the given arguments, some of which are unknown.
fn accepts(function: &Function, arguments: &[Value]) -> bool {
    let mut both = parameters(function).zip(arguments);
    both.all(|(one, value)| one.allow_unknown_values || value.is_wholly_known())
}

/// Returns `true` if each null argument has a parameter that allows null. Otherwise, Terraform does not call the
/// function.
fn allows_nulls(function: &Function, arguments: &[Value]) -> bool {
    let mut both = parameters(function).zip(arguments);
    both.all(|(one, value)| one.allow_null_value || !value.is_null())
}

fn parameters(function: &Function) -> impl Iterator<Item = &tfvalue::schema::Parameter> {
    let more = function.variadic_parameter.iter().cycle();
    function.parameters.iter().chain(more)
}

/// Calls a function. Returns `None` if the function returns an error, because functions may return errors.
fn call_once(run: &mut Run<'_>, function: &Function, arguments: &[Value]) -> Go<Option<Value>> {
    let encoded = parameters(function).zip(arguments);
    let encoded = encoded.map(|(one, value)| internal::encode_as_sent(value, &one.ty));
    let encoded: tfvalue::Result<Vec<_>> = encoded.collect();
    let encoded =
        encoded.or_else(|error| run.stop(CALL, FindingKind::InvalidTest, error.to_string()))?;
    let request = call_function::Request {
        name: run.type_name.clone(),
        arguments: encoded,
    };
    let response: call_function::Response = run.call(CALL, &request)?;
    if let Some(error) = response.error {
        let error = tfvalue::Diagnostic::error("Error in function call", error.text);
        run.diagnose(vec![error.into()])?;
        return Ok(None);
    }
    let result = response.result.unwrap_or_default();
    let result = result.decode_value(&function.return_type);
    result
        .map(Some)
        .or_else(|error| run.stop(CALL, rules::Rule::WrongType.into(), error.to_string()))
}

impl<C> Harness<C> {
    /// Returns a part of the provider.
    #[track_caller]
    pub(super) fn part(&self, kind: PartKind, name: &str) -> Instance<'_> {
        let core = &self.core;
        let all = core.announced();
        let schema = match kind {
            PartKind::Resource => core.schema(|all| &all.resource_schemas, "resource type", name),
            PartKind::DataSource => {
                core.schema(|all| &all.data_source_schemas, "data source", name)
            }
            PartKind::EphemeralResource => core.schema(
                |all| &all.ephemeral_resource_schemas,
                "ephemeral resource",
                name,
            ),
            PartKind::ListResource => {
                core.schema(|all| &all.list_resource_schemas, "list resource", name)
            }
            PartKind::Action | PartKind::Function | PartKind::Provider => {
                match all.configured.get(&(kind, name.to_owned())) {
                    Some(schema) => schema,
                    None => panic!("the provider has no {}", kind.address(name)),
                }
            }
        };
        let mut instance = Instance::new(core, name, schema);
        instance.kind = kind;
        instance
    }
}
