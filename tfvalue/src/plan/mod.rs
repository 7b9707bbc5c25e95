//! Planning from annotations.
//!
//! [`resource_change`] plans a change with the annotations of a struct. The annotations determine defaults, computed
//! attributes that become unknown or keep their values, spellings that mean the same thing, and the paths that require
//! replacement. The code is the same for all structs.

mod alike;
mod change;
mod compare;
mod decide;
mod existing;
#[cfg(feature = "provider")]
mod generate;
mod identity;
mod pair;
mod replace;
pub(crate) mod request;
mod spelling;

pub use crate::attr::same_as;

use std::{fmt, mem};

pub use self::change::Change;
#[doc(hidden)]
pub use self::change::call as call_plan;
pub(crate) use self::change::write as written;
pub(crate) use self::compare::is_changed;
pub(crate) use self::compare::{has_same_as, is_respelled as is_only_respelled};
use self::decide::{Planner, Site};
pub(crate) use self::existing::rules_by_path;
#[cfg(feature = "provider")]
pub(crate) use self::generate::generated_config;
use self::request::PlanRequest;
pub(crate) use self::spelling::has_empty;
pub(crate) use self::spelling::{Old, has_spellings};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::error::Result;
use crate::model::{self, Model, TfSchema};
use crate::path::Path;
use crate::schema::Block;
use crate::value::Value;

/// A planned change of a resource.
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub struct Planned {
    /// The planned state; null if the resource is to be destroyed.
    pub state: Value,
    /// The paths of changed attributes that require replacement, in the order of the attributes.
    pub requires_replace: Vec<Path>,
}

impl fmt::Debug for Planned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Planned")
            .field("requires_replace", &self.requires_replace)
            .finish_non_exhaustive() // the state can contain sensitive values
    }
}

impl Planned {
    /// Reads the planned state into a struct.
    ///
    /// # Errors
    ///
    /// Fails if the state does not fit `T`.
    pub fn read<T: TfSchema + DeserializeOwned>(&self) -> Result<T> {
        model::typed::read(&self.state)
    }

    /// Adds the paths from the annotations to the paths that require replacement. Paths from the annotations come
    /// before paths from functions.
    pub(crate) fn add_replacements(
        &mut self,
        model: Model<'_>,
        request: PlanRequest<'_>,
    ) -> Result<()> {
        let by_functions = mem::take(&mut self.requires_replace);
        let PlanRequest { config, prior } = request;
        if prior.is_null() {
            return Ok(()); // a new object
        }
        self.requires_replace = replace::paths(model.fields, config, prior, &self.state)?;
        for path in by_functions {
            if !self.requires_replace.contains(&path) {
                self.requires_replace.push(path);
            }
        }
        Ok(())
    }
}

/// Plans a change to a resource with the annotations of its struct.
///
/// Each attribute is planned as follows, at any depth and for every nesting mode:
///
/// * A configured value is planned unchanged. With `same_as(…, hide_edits)`, the prior value is planned instead if both
///   values mean the same thing, except in sets.
/// * A write-only attribute is planned as null.
/// * If the configuration is null, a `default` applies. If a parent is null, none of its attributes are planned, unless
///   the parent has a default or is computed.
/// * A computed attribute without a configured value is unknown on create, in a new element, and on an update that
///   changes any value. With `keep`, a computed attribute is unknown only if the object that contains the attribute is
///   new. A prior null is kept.
///
/// Elements of lists are paired with prior elements by index, and elements of maps by key. Elements of sets are paired
/// as in Terraform, by all members that are configured or not computed, including the members of sets within sets.
/// Lists with `same_as = any_order` are paired like sets. With `pair_by`, the elements of a list or set are paired by
/// the given members instead. Elements of a set can differ in the computed members that the configuration sets.
/// Elements with the first 64 combinations of these members are paired, and all other elements count as new.
///
/// An optional, computed nested attribute that is not configured is planned as null if its prior value has a member
/// that only a configuration can set. Such a nested attribute was removed from the configuration. With `keep`, the
/// nested attribute keeps its value.
///
/// # Errors
///
/// Fails if a default does not have the type of its attribute, or if a function of the provider fails.
///
/// # Examples
///
/// ```
/// use tfvalue::rules::PlanRequest;
/// use tfvalue::{Attr, TfSchema, Value, json, plan, types::TfType};
///
/// #[derive(TfSchema)]
/// #[tf(kind = resource)]
/// struct Server {
///     #[tf(required)]
///     name: Attr<String>,
///     #[tf(default = 1)]
///     cpus: Attr<i64>,
/// }
///
/// let config = json::value_from_slice(br#"{"name": "web", "cpus": null}"#, &Server::ty())?;
/// let create = PlanRequest { config: &config, prior: &Value::null(Server::ty()) };
/// let planned = plan::resource_change::<Server>(create)?;
/// assert_eq!(planned.state.to_string(), r#"{ cpus = 1, name = "web" }"#);
/// # Ok::<(), tfvalue::Error>(())
/// ```
pub fn resource_change<T: TfSchema>(request: PlanRequest<'_>) -> Result<Planned> {
    if request.config.is_null() {
        return Ok(Planned {
            state: request.config.clone(),
            requires_replace: Vec::new(),
        });
    }
    resource(T::FACTS.model, request)
}

/// Plans a change from structs, in the same way as [`resource_change`] plans a change from values. Use this function in
/// the tests of a provider.
///
/// Returns the planned struct, and the paths of changed attributes that require replacement.
///
/// # Errors
///
/// Fails if a value cannot be written, or if planning fails.
///
/// # Examples
///
/// ```
/// use tfvalue::{Attr, Path, TfSchema, plan};
///
/// #[derive(TfSchema)]
/// #[tf(kind = resource)]
/// struct Server {
///     #[tf(computed, keep)]
///     id: Attr<String>,
///     #[tf(required, replace)]
///     name: Attr<String>,
///     #[tf(default = "small")]
///     size: Attr<String>,
///     #[tf(computed)]
///     revision: Attr<i64>,
/// }
///
/// let config = Server {
///     id: Attr::null(),
///     name: "web".into(),
///     size: Attr::null(),
///     revision: Attr::null(),
/// };
/// let (planned, _) = plan::typed(&config, None)?;
/// assert!(planned.id.is_unknown() && planned.revision.is_unknown());
/// assert_eq!(planned.size.as_deref(), Some("small"));
///
/// let prior = Server {
///     id: "srv-1".into(),
///     name: "mail".into(),
///     size: "small".into(),
///     revision: 1.into(),
/// };
/// let (planned, requires_replace) = plan::typed(&config, Some(&prior))?;
/// assert_eq!(planned.id.as_deref(), Some("srv-1"));
/// assert!(planned.revision.is_unknown());
/// assert_eq!(requires_replace, [Path::from("name")]);
/// # Ok::<(), tfvalue::Error>(())
/// ```
pub fn typed<T>(config: &T, prior: Option<&T>) -> Result<(T, Vec<Path>)>
where
    T: TfSchema + Serialize + DeserializeOwned,
{
    let ty = T::ty();
    let value = |value: &T| Value::of(value, &ty);
    let prior = prior.map_or_else(|| Ok(Value::null(ty.clone())), value)?;
    let config = value(config)?;
    let request = PlanRequest {
        config: &config,
        prior: &prior,
    };
    let planned = resource(T::FACTS.model, request)?;
    Ok((planned.read()?, planned.requires_replace))
}

fn resource(model: Model<'_>, request: PlanRequest<'_>) -> Result<Planned> {
    let mut planned = match unchanged(model, request)? {
        Some(planned) => planned,
        None => pass(model, request, true)?,
    };
    planned.add_replacements(model, request)?;
    Ok(planned)
}

/// Plans what the annotations decide, on the assumption that nothing changes. Returns `None` if something changes.
pub(crate) fn unchanged(model: Model<'_>, request: PlanRequest<'_>) -> Result<Option<Planned>> {
    let prior = request.prior;
    if prior.is_null() || changes_early(model, request)? {
        return Ok(None);
    }
    let planned = pass(model, request, false)?;
    let is_changed = is_changed(model.fields, prior, &planned.state)?;
    Ok((!is_changed).then_some(planned))
}

/// Returns `true` if a changed configuration of an attribute without nested attributes certainly changes the attribute.
/// This takes little time, and if an attribute changes, the others need not be planned twice.
fn changes_early(model: Model<'_>, request: PlanRequest<'_>) -> Result<bool> {
    if model.hook.is_some() {
        return Ok(false); // the function can plan another value
    }
    let (start, mut planner) = start(request, false);
    let [mut near, mut near_prior] = [0; 2];
    for field in model.fields {
        let name = field.name();
        let config = request.config.get_near(name, &mut near);
        let prior = request.prior.get_near(name, &mut near_prior);
        let Some(old) = prior.filter(|_| field.nesting().is_none() && config != prior) else {
            continue;
        };
        let site = Site {
            config,
            prior,
            old: prior,
            ..start
        };
        let planned = planner.member(field, None, site);
        let planned = planned.map_err(|error| field.blame(error))?;
        if compare::is_changed_member(field, old, &planned)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Returns a planner and the place where it starts.
fn start(request: PlanRequest<'_>, changed: bool) -> (Site<'_>, Planner) {
    let prior = Some(request.prior).filter(|prior| !prior.is_null());
    let site = Site {
        config: Some(request.config),
        prior,
        old: prior,
        settable: true,
    };
    let planner = Planner {
        changed,
        requires_replace: Vec::new(),
    };
    (site, planner)
}

/// Returns a configuration with its defaults, for data sources and ephemeral resources, which Terraform does not plan.
/// Attributes that the configuration cannot set according to the schema have no defaults.
pub(crate) fn with_defaults(model: Model<'_>, block: &Block, config: &Value) -> Result<Value> {
    let prior = &Value::null(config.ty());
    let planned = pass(model, PlanRequest { config, prior }, true)?;
    let planned = planned.state.unknown_to_null()?;
    let is_set_by_provider = |name: &str| {
        let attribute = block.attribute(name);
        attribute.is_some_and(|attribute| !attribute.optional && !attribute.required)
    };
    let members = planned
        .members()
        .into_iter()
        .flatten()
        .map(|(name, planned)| {
            let configured = config.get(name).filter(|_| is_set_by_provider(name));
            (name, configured.unwrap_or(planned).clone())
        });
    Value::object(members)
}

/// Plans what the annotations decide. The computed values that a change makes unknown are included only if `changed` is
/// `true`.
pub(crate) fn pass(model: Model<'_>, request: PlanRequest<'_>, changed: bool) -> Result<Planned> {
    let (site, mut planner) = start(request, changed);
    let state = planner.object(model, None, site)?;
    let requires_replace = planner.requires_replace;
    Ok(Planned {
        state,
        requires_replace,
    })
}

/// Keeps the prior spelling of values that mean the same thing, according to `same_as`, `empty_as_null` and the
/// precision of floats.
///
/// After apply, call this function with the new state and the planned state. On refresh, call this function with the
/// refreshed state and the prior state. If a value in `new` means the same thing as the value in `prior`, the result
/// contains the value in `prior`.
///
/// A dynamic value keeps its prior types if both values have the same JSON representation, such as a map and an object,
/// or a null with a type and a null without a type.
///
/// # Errors
///
/// Fails if the values do not have the type of the schema of `T`.
///
/// # Examples
///
/// ```
/// use tfvalue::{Attr, TfSchema, json, plan, types::TfType};
///
/// #[derive(TfSchema)]
/// #[tf(kind = resource)]
/// struct Policy {
///     #[tf(required, same_as = json)]
///     document: Attr<String>,
/// }
///
/// let state = |json: &str| json::value_from_slice(json.as_bytes(), &Policy::ty());
/// let planned = state(r#"{"document": "{\"a\": 1}"}"#)?;
/// let returned = state(r#"{"document": "{\"a\":1}"}"#)?;
/// assert_eq!(plan::semantic_equality::<Policy>(&planned, returned)?, planned);
/// # Ok::<(), tfvalue::Error>(())
/// ```
pub fn semantic_equality<T: TfSchema>(prior: &Value, new: Value) -> Result<Value> {
    let model = T::FACTS.model;
    if has_spellings(model.fields) {
        spelled(model, Old::Planned, prior, &new)
    } else {
        Ok(new)
    }
}

/// Returns `true` if a planned state differs from the prior state only in the spelling of values that mean the same
/// thing, according to `same_as`, `empty_as_null` and the precision of floats.
///
/// Such a plan does not change any other attribute, not even a computed attribute. During apply, return such a planned
/// state without calling the service, because a call could change computed attributes.
///
/// The result does not depend on the order of the two states.
///
/// # Errors
///
/// Fails if the values do not have the type of the schema of `T`.
///
/// # Examples
///
/// ```
/// use tfvalue::rules::PlanRequest;
/// use tfvalue::{Attr, TfSchema, json, plan, types::TfType};
///
/// #[derive(TfSchema)]
/// #[tf(kind = resource)]
/// struct Record {
///     #[tf(required, same_as = any_order)]
///     hosts: Attr<Vec<Attr<String>>>,
///     #[tf(computed)]
///     revision: Attr<i64>,
/// }
///
/// let state = |json: &str| json::value_from_slice(json.as_bytes(), &Record::ty());
/// let config = state(r#"{"hosts": ["b", "a"], "revision": null}"#)?;
/// let prior = state(r#"{"hosts": ["a", "b"], "revision": 1}"#)?;
/// let request = PlanRequest { config: &config, prior: &prior };
/// let planned = plan::resource_change::<Record>(request)?.state;
/// assert_eq!(planned, state(r#"{"hosts": ["b", "a"], "revision": 1}"#)?);
/// assert!(plan::is_respelled::<Record>(&prior, &planned)?);
/// # Ok::<(), tfvalue::Error>(())
/// ```
pub fn is_respelled<T: TfSchema>(prior: &Value, planned: &Value) -> Result<bool> {
    compare::is_respelled(T::FACTS.model.fields, prior, planned)
}

/// Keeps the spelling of an old object, which can be null.
pub(crate) fn spelled(model: Model<'_>, kind: Old, old: &Value, new: &Value) -> Result<Value> {
    spelling::keep(model.fields, None, kind, old, new)
}

/// Returns the value that a function planned. Where this value means the same thing as the value that the annotations
/// plan, the result has the spelling of the latter. A struct does not keep every spelling. For example, a float has
/// fewer digits than the number in the configuration.
pub(crate) fn replanned(model: Model<'_>, planned: &Value, new: Value) -> Result<Value> {
    if has_spellings(model.fields) {
        spelled(model, Old::Planned, planned, &new)
    } else {
        Ok(new)
    }
}
