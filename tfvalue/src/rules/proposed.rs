//! The proposed new state.

use std::borrow::Cow;

use super::order;
use super::part;
use super::prior::SetElements;
use crate::error::Result;
use crate::path::Step;
use crate::plan::request::PlanRequest;
use crate::schema::config::hide_secrets;
use crate::schema::{Attribute, AttributeType, Block, NestedBlock, NestedType, Nesting};
use crate::ty::Type;
use crate::value::pairing;
use crate::value::{At, Repr, Value};

/// Returns the proposed new state that Terraform sends with `PlanResourceChange`. It is the configuration, with prior
/// values for computed attributes that are not configured.
///
/// A new element of a map is treated as a new object, as in Terraform 1.12 and later. See [`older`](super::older) for
/// earlier versions and OpenTofu.
///
/// An element of a set receives the computed values of a prior element. This element is the first prior element that
/// differs only in computed attributes that are not configured, and that is not paired with another element. The
/// elements of a new set are in the order of go-cty, so that the state has the same bytes as in Terraform. Terraform
/// compares each element with each prior element, which takes quadratic time. This function takes linear time. In two
/// rare cases, this function does not pair elements of a set with their prior elements, and the result differs from
/// Terraform's. The first case is a configuration that omits computed attributes in more than 64 different
/// combinations. The second case is a set in which more than 256 elements differ only within lists and maps.
///
/// # Errors
///
/// Fails if the elements of a collection receive different types, which crashes Terraform. This is possible only for
/// dynamic attributes.
///
/// # Examples
///
/// ```
/// use tfvalue::rules::{PlanRequest, proposed_new_state};
/// use tfvalue::{Attr, TfSchema, Type, Value};
///
/// #[derive(TfSchema)]
/// #[tf(kind = resource)]
/// struct Server {
///     #[tf(computed)]
///     id: Attr<String>,
///     #[tf(required)]
///     name: Attr<String>,
/// }
///
/// let state = |id: Value, name: &str| Value::object([("id", id), ("name", name.into())]);
/// let prior = state("i-1".into(), "old")?;
/// let config = state(Value::null(Type::String), "new")?;
/// let proposed = proposed_new_state(&Server::block(), PlanRequest { config: &config, prior: &prior })?;
/// assert_eq!(proposed, state("i-1".into(), "new")?);
/// # Ok::<(), tfvalue::Error>(())
/// ```
pub fn proposed_new_state(block: &Block, request: PlanRequest<'_>) -> Result<Value> {
    propose(block, request, NewKeys::AsObjects)
}

/// The proposed value for an element of a map that has no prior element.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum NewKeys {
    /// The proposed value is the same as for a new object.
    AsObjects,
    /// The proposed value is the configuration of the element.
    AsConfigured,
}

/// Proposes a new state. Terraform pairs the elements of sets in the order of go-cty.
pub(super) fn propose(block: &Block, request: PlanRequest<'_>, keys: NewKeys) -> Result<Value> {
    let (config, prior) = (
        order::as_sent(request.config)?,
        order::as_sent(request.prior)?,
    );
    of_block(block, &prior, &config, keys)
}

fn of_block(block: &Block, prior: &Value, config: &Value, keys: NewKeys) -> Result<Value> {
    if prior.is_null() && config.is_null() {
        return Ok(prior.clone());
    }
    let proposed = if prior.is_null() {
        object(block, &block.empty(), config, keys)
    } else {
        object(block, prior, config, keys)
    };
    proposed.map_err(|error| hide_secrets(block, error))
}

/// Returns the planned state of a data source that is read during apply. It is the configuration, with unknown values
/// for computed attributes that are not configured.
///
/// See [`older`](super::older) for Terraform 1.11 and OpenTofu.
///
/// # Errors
///
/// Fails in the same cases as [`proposed_new_state`], and for a list of blocks with dynamic attributes, which also
/// crashes Terraform.
///
/// # Examples
///
/// ```
/// use tfvalue::rules::planned_data_source;
/// use tfvalue::{Attr, TfSchema, Type, Value};
///
/// #[derive(TfSchema)]
/// #[tf(kind = data_source)]
/// struct Image {
///     #[tf(computed)]
///     id: Attr<String>,
///     #[tf(required)]
///     name: Attr<String>,
/// }
///
/// let config = Value::object([("id", Value::null(Type::String)), ("name", "web".into())])?;
/// let planned = planned_data_source(&Image::block(), &config)?;
/// assert!(planned.get("id").is_some_and(Value::is_unknown));
/// assert_eq!(planned.get("name"), Some(&Value::from("web")));
/// # Ok::<(), tfvalue::Error>(())
/// ```
pub fn planned_data_source(block: &Block, config: &Value) -> Result<Value> {
    let prior = &Value::unknown(block.implied_type());
    proposed_new_state(block, PlanRequest { config, prior })
}

fn object(block: &Block, prior: &Value, config: &Value, keys: NewKeys) -> Result<Value> {
    if !config.is_present() {
        return Ok(prior.clone());
    }
    let blocks = block.block_types.iter().map(|nested| {
        let name = &nested.type_name;
        let (prior, config) = (part::block(prior, nested), part::block(config, nested));
        let blocks = blocks(nested, &prior, &config, keys);
        Ok((
            name,
            blocks.map_err(|error| error.at_step(Step::Attribute(name.clone())))?,
        ))
    });
    let blocks = blocks.collect::<Result<Vec<_>>>()?;
    let attributes = members(&block.attributes, prior, config, keys)?;
    let blocks = blocks
        .into_iter()
        .filter(|(name, _)| block.attribute(name).is_none());
    part::object(config, blocks.chain(attributes).collect())
}

type NamedValue<'a> = (&'a Cow<'static, str>, Value);

fn members<'a>(
    all: &'a [Attribute],
    prior: &Value,
    config: &Value,
    keys: NewKeys,
) -> Result<Vec<NamedValue<'a>>> {
    let member = |one: &'a Attribute| {
        let (prior, config) = (part::attribute(prior, one), part::attribute(config, one));
        let value = attribute(one, &prior, &config, keys);
        let step = || Step::Attribute(one.name.clone());
        Ok((&one.name, value.map_err(|error| error.at_step(step()))?))
    };
    all.iter().map(member).collect()
}

fn attribute(attribute: &Attribute, prior: &Value, config: &Value, keys: NewKeys) -> Result<Value> {
    if attribute.computed && config.is_null() {
        let is_removed = match &attribute.ty {
            AttributeType::Nested(nested) => attribute.optional && is_configured(nested, prior),
            AttributeType::Type(_) => false,
        };
        return Ok(if is_removed { config } else { prior }.clone());
    }
    match &attribute.ty {
        AttributeType::Nested(nested) if config.is_present() => {
            objects(nested, prior, config, keys)
        }
        _ => Ok(config.clone()),
    }
}

/// Returns `true` if a prior value has a member that only a configuration can set.
fn is_configured(nested: &NestedType, prior: &Value) -> bool {
    let is_set = |object: &Value| {
        nested
            .attributes
            .iter()
            .any(|one| match object.get_named(&one.name) {
                Some(value) if !value.is_null() => {
                    !one.computed
                        || match &one.ty {
                            AttributeType::Nested(nested) => is_configured(nested, value),
                            AttributeType::Type(_) => false,
                        }
                }
                _ => false,
            })
    };
    match nested.nesting {
        Nesting::Single | Nesting::Group => is_set(prior),
        _ => prior.placed_elements().any(|(_, element)| is_set(element)),
    }
}

/// Returns the proposed value of a nested attribute that is configured.
fn objects(nested: &NestedType, prior: &Value, config: &Value, keys: NewKeys) -> Result<Value> {
    let element = |prior: &Value, config: &Value| {
        // An unknown element becomes an object with unknown values.
        if config.is_null() {
            Ok(config.clone())
        } else {
            part::object(config, members(&nested.attributes, prior, config, keys)?)
        }
    };
    let ty = || match nested.implied_type() {
        Type::List(element) | Type::Set(element) | Type::Map(element) => Type::clone(&element),
        ty => ty,
    };
    let set = SetElements::new(&nested.attributes, &[]);
    match nested.nesting {
        Nesting::Single | Nesting::Group => element(prior, config),
        _ => collection((nested.nesting, keys), ty, &set, prior, config, element),
    }
}

/// Returns the proposed blocks of one type.
fn blocks(nested: &NestedBlock, prior: &Value, config: &Value, keys: NewKeys) -> Result<Value> {
    let block = &*nested.block;
    let one = |prior: &Value, config: &Value| of_block(block, prior, config, keys);
    let set = SetElements::new(&block.attributes, &block.block_types);
    match nested.nesting {
        _ if config.is_unknown() => Ok(config.clone()),
        Nesting::Single if config.is_null() => Ok(config.clone()),
        Nesting::Single | Nesting::Group => one(prior, config),
        _ => {
            let ty = || block.implied_type();
            collection((nested.nesting, keys), ty, &set, prior, config, one)
        }
    }
}

/// Returns the proposed list, map or set. `ty` is the type of the elements.
fn collection(
    (nesting, keys): (Nesting, NewKeys),
    ty: impl Fn() -> Type,
    set: &SetElements<'_>,
    prior: &Value,
    config: &Value,
    element: impl Fn(&Value, &Value) -> Result<Value>,
) -> Result<Value> {
    if !config.is_present() || part::count(config) == 0 {
        return Ok(config.clone());
    }
    let unknown = prior.is_unknown().then(|| Value::unknown(ty()));
    if prior.is_untyped() && matches!(config.0, Repr::Tuple(_)) && prior.is_unknown() {
        let text = "a list of blocks with dynamic attributes in a data source crashes Terraform";
        return Err(text.into());
    }
    if nesting == Nesting::Set {
        let pairs = match &unknown {
            Some(_) => vec![None; part::count(config)],
            None => pairing::pair(set, config, prior),
        };
        let elements = config.elements().into_iter().flatten().zip(pairs);
        let null = Value::null(ty());
        let elements = elements.map(|(config, prior)| element(prior.unwrap_or(&null), config));
        return order::set(ty(), elements.collect::<Result<_>>()?);
    }
    let elements = config.placed_elements().map(|(at, config)| {
        let known = at.of(prior);
        let is_new = nesting == Nesting::Map && known.is_none();
        let proposed = match known.or(unknown.as_ref()) {
            _ if is_new && keys == NewKeys::AsConfigured => Ok(config.clone()),
            // Dynamic attributes have the types that they have in the configuration.
            Some(_) if is_new => element(&Value::unknown(config.ty()), config),
            None if is_new => element(&Value::null(config.ty()), config),
            Some(prior) => element(prior, config),
            None => Ok(config.clone()),
        };
        proposed.map_err(|error| error.at_step(at.step()))
    });
    let elements = elements.collect::<Result<Vec<Value>>>()?;
    let names = config.placed_elements().map(|(at, _)| match at {
        At::Key(key) => key,
        At::Index(_) => "",
    });
    match &config.0 {
        Repr::Tuple(_) => Ok(Value::tuple(elements)),
        Repr::Map(_) => Value::map(ty(), names.zip(elements)),
        Repr::Object(_) => Value::object(names.zip(elements)),
        _ => Value::list(ty(), elements),
    }
}
