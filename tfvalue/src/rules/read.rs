//! The checks for all calls that read a state: refresh, data sources, ephemeral resources, import and upgrade.

use super::crash;
use super::fault::{Fault, Phase};
use super::messages::OpenedEphemeral;
use super::part::NULL;
use super::plan_valid::{self, Site};
use super::report::Report;
use super::response;
use super::rule::Rule;
use crate::schema::Block;
use crate::value::Value;

/// Checks the new state in a response to `ReadResource`. The state is null if the object no longer exists.
///
/// # Examples
///
/// ```
/// use tfvalue::rules::check_refresh;
/// use tfvalue::{Attr, TfSchema, Type, Value};
/// # #[derive(TfSchema)]
/// # #[tf(kind = resource)]
/// # struct Server {
/// #     #[tf(computed)]
/// #     id: Attr<String>,
/// #     #[tf(required)]
/// #     name: Attr<String>,
/// # }
/// #
/// let state = |id: Value| Value::object([("id", id), ("name", "web".into())]);
/// let faults = check_refresh(&Server::block(), &state(Value::unknown(Type::String))?);
/// assert_eq!(faults[0].path, "id".into());
/// assert_eq!(faults[0].summary(), "Provider produced invalid object");
/// assert_eq!(check_refresh(&Server::block(), &state("i-1".into())?), []);
/// # Ok::<(), tfvalue::Error>(())
/// ```
#[must_use]
pub fn check_refresh(block: &Block, new: &Value) -> Vec<Fault> {
    known(Phase::Refresh, block, new).into_faults(block, new)
}

/// Checks the state in a response to `ReadDataSource`.
///
/// # Examples
///
/// ```
/// use tfvalue::rules::check_data_source;
/// use tfvalue::{Attr, TfSchema, Value};
///
/// #[derive(TfSchema)]
/// #[tf(kind = data_source)]
/// struct Image {
///     #[tf(computed)]
///     id: Attr<String>,
/// }
///
/// let missing = Value::null(Image::block().implied_type());
/// let faults = check_data_source(&Image::block(), &missing);
/// assert_eq!(faults[0].summary(), "Provider produced null object");
/// ```
#[must_use]
pub fn check_data_source(block: &Block, state: &Value) -> Vec<Fault> {
    let mut report = conforming(Phase::ReadData, block, state);
    if !report.has_fatal() {
        not_null(state, &mut report);
        response::write_only(block, state, &mut report);
        if !report.has_fatal() {
            unknown(block, state, &mut report);
            crash::check(block, state, &mut report);
        }
    }
    report.into_faults(block, state)
}

/// Checks the result in a response to `OpenEphemeralResource` against the configuration.
///
/// Terraform checks the result like a plan without a prior state, so all configured values must be returned unchanged.
///
/// # Examples
///
/// ```
/// use tfvalue::rules::{OpenedEphemeral, check_ephemeral_resource};
/// use tfvalue::{Attr, TfSchema, Type, Value};
///
/// #[derive(TfSchema)]
/// #[tf(kind = ephemeral)]
/// struct Token {
///     #[tf(required)]
///     role: Attr<String>,
///     #[tf(computed)]
///     text: Attr<String>,
/// }
///
/// let config = Value::object([("role", "admin".into()), ("text", Value::null(Type::String))])?;
/// let result = Value::object([("role", "reader"), ("text", "t-1")])?;
/// let opened = OpenedEphemeral { config: &config, result: &result };
/// let faults = check_ephemeral_resource(&Token::block(), opened);
/// assert_eq!(faults[0].path, "role".into());
/// # Ok::<(), tfvalue::Error>(())
/// ```
#[must_use]
pub fn check_ephemeral_resource(block: &Block, opened: OpenedEphemeral<'_>) -> Vec<Fault> {
    let OpenedEphemeral { config, result } = opened;
    let mut report = conforming(Phase::OpenEphemeral, block, result);
    if !report.has_fatal() {
        let site = Site {
            prior: &NULL,
            config,
            planned: result,
        };
        plan_valid::block(block, site, &mut report);
    }
    report.into_faults(block, result)
}

/// Checks the state of an object in a response to `ImportResourceState`. Terraform refreshes the object next.
///
/// # Examples
///
/// ```
/// use tfvalue::rules::check_import;
/// use tfvalue::{Attr, TfSchema, Value};
/// # #[derive(TfSchema)]
/// # #[tf(kind = resource)]
/// # struct Server {
/// #     #[tf(computed)]
/// #     id: Attr<String>,
/// #     #[tf(required)]
/// #     name: Attr<String>,
/// # }
/// #
/// let missing = Value::null(Server::block().implied_type());
/// let faults = check_import(&Server::block(), &missing);
/// assert_eq!(faults[0].summary(), "Import returned null resource");
/// ```
#[must_use]
pub fn check_import(block: &Block, state: &Value) -> Vec<Fault> {
    let mut report = written(Phase::Import, block, state);
    if !report.has_fatal() {
        not_null(state, &mut report);
    }
    report.into_faults(block, state)
}

/// Checks the state in a response to `UpgradeResourceState`.
///
/// # Examples
///
/// ```
/// use tfvalue::rules::check_upgrade;
/// use tfvalue::{Attr, TfSchema, Type, Value};
/// # #[derive(TfSchema)]
/// # #[tf(kind = resource)]
/// # struct Server {
/// #     #[tf(computed)]
/// #     id: Attr<String>,
/// #     #[tf(required)]
/// #     name: Attr<String>,
/// # }
/// #
/// let state = Value::object([("id", Value::unknown(Type::String)), ("name", "web".into())])?;
/// let faults = check_upgrade(&Server::block(), &state);
/// assert_eq!(faults[0].summary(), "Invalid resource state upgrade");
/// # Ok::<(), tfvalue::Error>(())
/// ```
#[must_use]
pub fn check_upgrade(block: &Block, state: &Value) -> Vec<Fault> {
    known(Phase::Upgrade, block, state).into_faults(block, state)
}

/// Checks the target state in a response to `MoveResourceState`.
///
/// # Examples
///
/// ```
/// use tfvalue::rules::check_move;
/// use tfvalue::{Attr, TfSchema, Type, Value};
/// # #[derive(TfSchema)]
/// # #[tf(kind = resource)]
/// # struct Server {
/// #     #[tf(computed)]
/// #     id: Attr<String>,
/// #     #[tf(required)]
/// #     name: Attr<String>,
/// # }
/// #
/// let state = Value::object([("id", Value::unknown(Type::String)), ("name", "web".into())])?;
/// let faults = check_move(&Server::block(), &state);
/// assert_eq!(faults[0].summary(), "Provider returned invalid value");
/// # Ok::<(), tfvalue::Error>(())
/// ```
#[must_use]
pub fn check_move(block: &Block, state: &Value) -> Vec<Fault> {
    let mut report = written(Phase::Move, block, state);
    if !report.has_fatal() {
        unknown(block, state, &mut report);
    }
    report.into_faults(block, state)
}

fn conforming(phase: Phase, block: &Block, value: &Value) -> Report {
    let mut report = Report::new(phase);
    response::conforms(block, value, &mut report);
    report
}

/// Checks an imported or moved state. Terraform checks write-only attributes first.
fn written(phase: Phase, block: &Block, state: &Value) -> Report {
    let mut report = Report::new(phase);
    response::write_only(block, state, &mut report);
    if !report.has_fatal() {
        response::conforms(block, state, &mut report);
    }
    report
}

fn known(phase: Phase, block: &Block, value: &Value) -> Report {
    let mut report = conforming(phase, block, value);
    if report.has_fatal() {
        return report;
    }
    unknown(block, value, &mut report);
    // Terraform stops at unknown values, except in an upgraded state.
    if !report.has_fatal() || phase == Phase::Upgrade {
        response::write_only(block, value, &mut report);
    }
    if !report.has_fatal() && phase == Phase::Refresh {
        crash::check(block, value, &mut report);
    }
    report
}

/// Reports each unknown value. Terraform does not report the places of these values.
fn unknown(block: &Block, value: &Value, report: &mut Report) {
    report.vague("The returned state contains unknown values", |report| {
        response::unknown(block, value, report);
    });
}

fn not_null(value: &Value, report: &mut Report) {
    if value.is_null() {
        report.plain(Rule::NullResult, [None, None], "the value is null");
    }
}
