//! Data sources, ephemeral resources and functions.

use tfvalue::__internal::testing as internal;
use tfvalue::rules::{self, OpenedEphemeral, Phase};
use tfvalue::schema::Block;
use tfvalue::tfplugin6::{
    call_function, close_ephemeral_resource, open_ephemeral_resource, read_data_source,
    renew_ephemeral_resource,
};
use tfvalue::{Error, Type, Value, functions::FunctionError};

use super::calls::Core;
use super::change::compare_private;
use super::config::Config;
use super::outcome::Outcome;
use super::part::{self, PartKind};
use super::run::{Go, Run};

pub(super) fn data_source(core: &Core, type_name: &str, block: &Block, config: &Config) -> Outcome {
    let mut run = Run::new(core, "read", type_name, block);
    // The outcome contains the reason.
    let _ = read(&mut run, config);
    run.outcome
}

fn read(run: &mut Run<'_>, config: &Config) -> Go<()> {
    let method = "ReadDataSource";
    let (known, planned) = run.config(config)?;
    part::validate_twice(run, PartKind::DataSource, [&planned, &known])?;
    // Terraform reads a data source once the configuration of the data source is known.
    let request = read_data_source::Request {
        type_name: run.type_name.clone(),
        config: run.write(method, &known)?,
        client_capabilities: Some(run.core.client()),
        ..read_data_source::Request::default()
    };
    let response: read_data_source::Response = run.call(method, &request)?;
    run.diagnose(response.diagnostics)?;
    run.defer(Phase::ReadData, response.deferred.as_ref())?;
    run.outcome.value = run.read(method, response.state)?;
    let faults = rules::check_data_source(run.block, &run.outcome.value);
    run.rules(method, faults)
}

pub(super) fn ephemeral_resource(
    core: &Core,
    type_name: &str,
    block: &Block,
    config: &Config,
) -> Outcome {
    let mut run = Run::new(core, "open", type_name, block);
    // The outcome contains the reason.
    let _ = open(&mut run, config);
    run.outcome
}

fn open(run: &mut Run<'_>, config: &Config) -> Go<()> {
    let (known, planned) = run.config(config)?;
    part::validate_twice(run, PartKind::EphemeralResource, [&planned, &known])?;
    let is_other = live(run, &known, Closes::AsOpened)?;
    if !is_other {
        return Ok(());
    }
    let value = run.outcome.value.clone();
    let again = live(run, &known, Closes::AsRenewed);
    if again.is_err() {
        run.outcome.title += ", closed as OpenTofu does, with the private data of the last renewal";
    }
    run.outcome.value = value;
    again.map(drop)
}

/// The private data that is used to close an ephemeral resource.
#[derive(Clone, Copy, PartialEq)]
enum Closes {
    /// The private data that `open` has stored. Terraform uses this data.
    ///
    /// Source: `ephemeralResourceInstImpl.Close` in `internal/terraform/node_resource_ephemeral.go`, 1.11 to 1.16.
    AsOpened,
    /// The private data that the last `renew` has stored. OpenTofu uses this data.
    ///
    /// Source: `OpenEphemeralResourceInstance` in `internal/shared/ephemeral_resource.go`, 1.12.
    AsRenewed,
}

/// Opens, renews and closes an ephemeral resource. Returns `true` if the private data has changed in between.
fn live(run: &mut Run<'_>, config: &Value, closes: Closes) -> Go<bool> {
    let open = "OpenEphemeralResource";
    let request = open_ephemeral_resource::Request {
        type_name: run.type_name.clone(),
        config: run.write(open, config)?,
        client_capabilities: Some(run.core.client()),
    };
    let opened: open_ephemeral_resource::Response = run.call(open, &request)?;
    run.diagnose(opened.diagnostics)?;
    run.defer(Phase::OpenEphemeral, opened.deferred.as_ref())?;
    run.outcome.value = run.read(open, opened.result)?;
    let result = &run.outcome.value;
    let faults = rules::check_ephemeral_resource(run.block, OpenedEphemeral { config, result });
    run.rules(open, faults)?;
    run.must(
        "a resource that was opened cannot be renewed or closed",
        |run| end(run, opened.private, opened.renew_at.is_some(), closes),
    )
}

/// Renews an ephemeral resource as often as the provider requests, but at most twice, and closes it. Returns `true` if
/// the private data has changed.
fn end(run: &mut Run<'_>, opened: Option<Vec<u8>>, mut renews: bool, closes: Closes) -> Go<bool> {
    let (renew, close) = ("RenewEphemeralResource", "CloseEphemeralResource");
    let type_name = run.type_name.clone();
    let mut private = opened.clone();
    let mut renewed = Ok(());
    for _ in 0..2 {
        if !renews {
            break;
        }
        let request = renew_ephemeral_resource::Request {
            type_name: type_name.clone(),
            private: private.clone(),
        };
        let response: renew_ephemeral_resource::Response = run.call(renew, &request)?;
        renewed = run.diagnose(response.diagnostics);
        let [old, new] =
            [&private, &response.private].map(|one| one.as_deref().unwrap_or_default());
        compare_private(run, renew, old, new);
        renews = renewed.is_ok() && response.renew_at.is_some();
        private = response.private;
    }
    let is_other = private != opened;
    if closes == Closes::AsOpened {
        private = opened;
    }
    // Terraform also closes the resource after an error.
    let request = close_ephemeral_resource::Request { type_name, private };
    let response: close_ephemeral_resource::Response = run.call(close, &request)?;
    renewed.and(run.diagnose(response.diagnostics))?;
    Ok(is_other)
}

/// Calls a function. Returns the result or the error of the function, or the reason why Terraform rejects the call.
pub(super) fn function(
    core: &Core,
    name: &str,
    arguments: &[Value],
) -> Result<Result<Value, FunctionError>, String> {
    let functions = &core.announced().schema.functions;
    let function = functions.get(name).ok_or("the provider does not have it")?;
    let text = |error: Error| error.to_string();
    let mut parameters: Vec<_> = function.parameters.iter().collect();
    if let Some(variadic) = &function.variadic_parameter {
        let more = arguments.len().saturating_sub(parameters.len());
        parameters.extend(std::iter::repeat_n(variadic, more));
    }
    if parameters.len() != arguments.len() {
        let (expected, got) = (parameters.len(), arguments.len());
        return Err(format!("{expected} arguments are required, got {got}"));
    }
    for (value, parameter) in arguments.iter().zip(&parameters) {
        if !parameter.allow_unknown_values && !value.is_wholly_known() {
            return Ok(Ok(Value::unknown(function.return_type.clone())));
        }
        if !parameter.allow_null_value && value.is_null() {
            return Err(format!("argument {:?} cannot be null", parameter.name));
        }
    }
    let encoded = arguments.iter().zip(parameters);
    let encoded = encoded.map(|(value, one)| internal::encode_as_sent(value, &one.ty));
    let request = call_function::Request {
        name: name.to_owned(),
        arguments: encoded.collect::<Result<_, _>>().map_err(text)?,
    };
    let result = match called(core, &request, &function.return_type)? {
        Ok(result) => result,
        Err(error) => return Ok(Err(error)),
    };
    let is_unknown = |value: &Value| !value.is_wholly_known();
    if is_unknown(&result) && !arguments.iter().any(is_unknown) {
        return Err("the result is not wholly known, although the arguments are".to_owned());
    }
    // Terraform often calls a function several times.
    if let Ok(again) = called(core, &request, &function.return_type)? {
        let faults = rules::check_function(&function.return_type, &again, Some(&result));
        if let Some(fault) = faults.first() {
            return Err(format!("called twice: {}", fault.problem()));
        }
    }
    Ok(Ok(result))
}

/// Calls a function once.
fn called(
    core: &Core,
    request: &call_function::Request,
    ty: &Type,
) -> Result<Result<Value, FunctionError>, String> {
    let response: call_function::Response = core.call("CallFunction", request)?;
    if let Some(error) = response.error {
        return Ok(Err(error.into()));
    }
    let result = response.result.unwrap_or_default();
    result
        .decode_value(ty)
        .map(Ok)
        .map_err(|error| error.to_string())
}
