//! Data sources, ephemeral resources and functions.

use super::calls::{Core, Go, Run};
use super::config::Config;
use super::harness::CLIENT;
use super::outcome::Outcome;
use crate::rules;
use crate::schema::Block;
use crate::tfplugin::calls::data_source::{read_data_source, validate_data_resource_config};
use crate::tfplugin::calls::ephemeral::{
    close_ephemeral_resource, open_ephemeral_resource, renew_ephemeral_resource,
    validate_ephemeral_resource_config,
};

pub(super) fn data_source(core: &Core, type_name: &str, block: &Block, config: &Config) -> Outcome {
    let mut run = Run::new(core, "read", type_name, block);
    // The reason is in the outcome.
    let _ = read(&mut run, config);
    run.outcome
}

fn read(run: &mut Run<'_>, config: &Config) -> Go<()> {
    let (validate, method) = ("ValidateDataResourceConfig", "ReadDataSource");
    let (known, planned) = run.config(config)?;
    let request = validate_data_resource_config::Request {
        type_name: run.type_name.clone(),
        config: run.write(validate, &planned)?,
    };
    let response: validate_data_resource_config::Response = run.call(validate, &request)?;
    run.diagnose(response.diagnostics)?;
    // Terraform reads a data source when its configuration is known.
    let request = read_data_source::Request {
        type_name: run.type_name.clone(),
        config: run.write(method, &known)?,
        client_capabilities: CLIENT,
        ..read_data_source::Request::default()
    };
    let response: read_data_source::Response = run.call(method, &request)?;
    run.diagnose(response.diagnostics)?;
    run.outcome.value = run.read(method, response.state)?;
    let faults = rules::check_data(run.block, &run.outcome.value);
    run.rules(method, faults)
}

pub(super) fn ephemeral_resource(
    core: &Core,
    type_name: &str,
    block: &Block,
    config: &Config,
) -> Outcome {
    let mut run = Run::new(core, "open", type_name, block);
    // The reason is in the outcome.
    let _ = open(&mut run, config);
    run.outcome
}

fn open(run: &mut Run<'_>, config: &Config) -> Go<()> {
    let (validate, method) = ("ValidateEphemeralResourceConfig", "OpenEphemeralResource");
    let (renew, close) = ("RenewEphemeralResource", "CloseEphemeralResource");
    let (known, planned) = run.config(config)?;
    let request = validate_ephemeral_resource_config::Request {
        type_name: run.type_name.clone(),
        config: run.write(validate, &planned)?,
    };
    let response: validate_ephemeral_resource_config::Response = run.call(validate, &request)?;
    run.diagnose(response.diagnostics)?;
    let request = open_ephemeral_resource::Request {
        type_name: run.type_name.clone(),
        config: run.write(method, &known)?,
        client_capabilities: CLIENT,
    };
    let response: open_ephemeral_resource::Response = run.call(method, &request)?;
    run.diagnose(response.diagnostics)?;
    run.outcome.value = run.read(method, response.result)?;
    let faults = rules::check_ephemeral(run.block, &known, &run.outcome.value);
    run.rules(method, faults)?;
    let mut private = response.private;
    if response.renew_at.is_some() {
        let type_name = run.type_name.clone();
        let request = renew_ephemeral_resource::Request { type_name, private };
        let response: renew_ephemeral_resource::Response = run.call(renew, &request)?;
        run.diagnose(response.diagnostics)?;
        private = response.private;
    }
    let type_name = run.type_name.clone();
    let request = close_ephemeral_resource::Request { type_name, private };
    let response: close_ephemeral_resource::Response = run.call(close, &request)?;
    run.diagnose(response.diagnostics)
}
