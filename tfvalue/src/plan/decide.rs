//! Decides what to plan, attribute by attribute.

use super::elements;
use super::{pair, spelling};
use crate::error::Result;
use crate::model::{Field, Flags, Keep, Model};
use crate::refinements::Refinements;
use crate::schema::Nesting;
use crate::ty::{ObjectType, Type};
use crate::value::Value;

/// Plans a value from its configuration and its prior value.
pub(super) struct Planner {
    /// Whether anything changes: computed attributes then become unknown.
    pub(super) changed: bool,
}

/// An object, or the value of an attribute, before and after the change.
#[derive(Clone, Copy)]
pub(super) struct Site<'a> {
    /// The configuration; `None` below a parent that is null in the configuration.
    pub(super) config: Option<&'a Value>,
    /// The prior value; `None` if there is no prior object around it.
    pub(super) prior: Option<&'a Value>,
    /// Whether Terraform compares the value with this prior value.
    pub(super) aligned: bool,
}

impl<'a> Site<'a> {
    fn member(self, name: &str) -> Self {
        self.map(|object| object.get(name))
    }

    fn map(self, member: impl Fn(&'a Value) -> Option<&'a Value>) -> Self {
        Site {
            config: self.config.and_then(&member),
            prior: self.prior.and_then(&member),
            aligned: self.aligned,
        }
    }

    /// Returns the type that the objects have, and the planned one too, unless they contain dynamic
    /// values. The places of members are those in this type.
    fn shape(self) -> Option<&'a ObjectType> {
        self.config.or(self.prior)?.object_type()
    }

    fn is_configured(self) -> bool {
        self.config.is_some_and(|config| !config.is_null())
    }
}

impl Planner {
    /// Plans an object: its members, and then what its struct's function changes.
    pub(super) fn object(
        &self,
        model: Model,
        flags: Option<Flags>,
        site: Site<'_>,
    ) -> Result<Value> {
        let fields = model.fields;
        let shape = site.shape().filter(|shape| shape.len() == fields.len());
        let mut places = Vec::with_capacity(fields.len());
        let mut members = Vec::with_capacity(fields.len());
        let mut near = 0;
        for field in fields {
            let name = field.name();
            let found = shape.and_then(|shape| shape.position_near(name, near));
            let place = found.unwrap_or(near);
            let site = site.map(|object| object.get_near(name, &mut { place }));
            near = place + 1;
            let member = self.member(field, flags, site);
            members.push(member.map_err(|error| field.blame(error))?);
            places.extend(found);
        }
        if self.changed {
            self.forget_dependent(fields, flags, site, &mut members)?;
        }
        let object = match shape {
            Some(shape) if places.len() == fields.len() => {
                Value::object_of_shape(shape, places.into_iter().zip(members))
            }
            _ => Value::object(fields.iter().map(Field::name).zip(members))?,
        };
        match model.hook {
            Some(hook) => hook(site.config, site.prior, &object),
            None => Ok(object),
        }
    }

    /// Marks a member with `keep(unless_changed)` as unknown if one of the other members changes.
    fn forget_dependent(
        &self,
        fields: &[Field],
        flags: Option<Flags>,
        site: Site<'_>,
        members: &mut [Value],
    ) -> Result<()> {
        let Some(prior) = site.prior else {
            return Ok(()); // all of them are unknown
        };
        let mut again = true;
        while std::mem::take(&mut again) {
            for (at, field) in fields.iter().enumerate() {
                let Keep::UnlessChanged(names) = field.planning().keep else {
                    continue;
                };
                let here = site.member(field.name());
                let is_kept = field.flags_among(flags).computed
                    && !here.is_configured()
                    && !members[at].is_unknown();
                let has_changed = |name: &&str| {
                    let other = fields.iter().position(|field| field.name() == *name);
                    other.is_some_and(|other| Some(&members[other]) != prior.get(name))
                };
                if is_kept && names.iter().any(has_changed) {
                    members[at] = unknown(field, here)?;
                    again = true;
                }
            }
        }
        Ok(())
    }

    fn member(&self, field: &Field, flags: Option<Flags>, site: Site<'_>) -> Result<Value> {
        if let (true, Some(nesting)) = (field.is_block(), field.nesting()) {
            return self.block(field, nesting, site);
        }
        let within = field.flags_within(flags);
        let flags = field.flags_among(flags);
        if flags.write_only {
            return Ok(null(field, site));
        }
        // Without a configuration around it, the provider computes the member, whatever its flags are.
        let is_computed = flags.computed || site.config.is_none();
        let default = match (site.config, field.planning().default) {
            (Some(config), Some(default)) if config.is_null() => Some(default()?),
            _ => None,
        };
        let configured = default.as_ref().or(site.config);
        let configured = configured.filter(|value| !value.is_null());
        match (configured, field.nesting()) {
            (Some(value), _) if value.is_unknown() => Ok(value.clone()),
            (Some(value), None) => Ok(match field.same_as() {
                Some(same_as) if site.aligned => spelling::whole(same_as, site.prior, value),
                _ => value.clone(),
            }),
            (Some(value), Some(nesting)) => self.nested(field, within, nesting, value, site),
            (None, Some(_)) if is_removed(field, flags, within, site) => Ok(null(field, site)),
            (None, nesting) if is_computed => self.computed(field, within, nesting, site),
            (None, _) => Ok(null(field, site)),
        }
    }

    /// Plans a computed attribute that is not configured.
    fn computed(
        &self,
        field: &Field,
        flags: Option<Flags>,
        nesting: Option<Nesting>,
        site: Site<'_>,
    ) -> Result<Value> {
        match site.prior {
            Some(prior) if field.keeps_value(prior) => return Ok(prior.clone()),
            Some(prior) if !self.changed => return Ok(prior.clone()),
            _ => {}
        }
        // Members can keep their values within an object that the provider computes. A collection can
        // have other elements after apply, so it is unknown.
        match (nesting, site.prior) {
            (Some(Nesting::Single | Nesting::Group), Some(prior))
                if !prior.is_null() && keeps_any(field.fields()) =>
            {
                let site = Site {
                    config: None,
                    ..site
                };
                self.object(field.model(), flags, site)
            }
            _ => unknown(field, site),
        }
    }

    fn block(&self, field: &Field, nesting: Nesting, site: Site<'_>) -> Result<Value> {
        match site.config {
            Some(config) if config.is_unknown() => Ok(config.clone()),
            Some(config) if !config.is_null() => self.nested(field, None, nesting, config, site),
            // Of a single block, or below a parent that is null.
            _ => Ok(null(field, site)),
        }
    }

    /// Plans a known value of objects.
    fn nested(
        &self,
        field: &Field,
        flags: Option<Flags>,
        nesting: Nesting,
        config: &Value,
        site: Site<'_>,
    ) -> Result<Value> {
        if let Nesting::Single | Nesting::Group = nesting {
            let config = Some(config);
            return self.element(field, flags, Site { config, ..site });
        }
        let pairs = match site.prior {
            Some(prior) if prior.is_present() => {
                pair::elements(field, flags, nesting, config, prior)
            }
            _ => pair::Pairs::none(),
        };
        elements::map(config, |at, element| {
            let (prior, is_aligned) = pairs.of(at);
            let site = Site {
                config: Some(element),
                prior,
                aligned: site.aligned && is_aligned,
            };
            self.element(field, flags, site)
        })
    }

    /// Plans an object. One that is null or unknown in the configuration stays so.
    fn element(&self, field: &Field, flags: Option<Flags>, site: Site<'_>) -> Result<Value> {
        match site.config {
            Some(config) if !config.is_present() => Ok(config.clone()),
            _ => {
                let prior = site.prior.filter(|prior| prior.is_present());
                self.object(field.model(), flags, Site { prior, ..site })
            }
        }
    }
}

/// Returns `true` if a planned object differs from the prior one in more than what concerns only the
/// provider.
pub(crate) fn is_changed(fields: &[Field], planned: &Value, prior: &Value) -> Result<bool> {
    for field in fields
        .iter()
        .filter(|field| !field.planning().provider_only)
    {
        let (planned, prior) = (planned.get(field.name()), prior.get(field.name()));
        let is_same = match (planned, prior) {
            (Some(planned), Some(prior)) if holds_provider_only(field.fields()) => {
                planned == prior
                    || without_provider_only(field, planned)?
                        == without_provider_only(field, prior)?
            }
            _ => planned == prior,
        };
        if !is_same {
            return Ok(true);
        }
    }
    Ok(false)
}

fn holds_provider_only(fields: &[Field]) -> bool {
    fields
        .iter()
        .any(|field| field.planning().provider_only || holds_provider_only(field.fields()))
}

fn concerns_only_provider(fields: &[Field]) -> bool {
    fields.iter().all(|field| field.planning().provider_only)
}

/// Returns a value of objects with null for all members that concern only the provider.
fn without_provider_only(field: &Field, value: &Value) -> Result<Value> {
    let Some(nesting) = field.nesting().filter(|_| value.is_present()) else {
        return Ok(value.clone());
    };
    if !holds_provider_only(field.fields()) {
        return Ok(value.clone());
    }
    // To add or remove an object of such members is no change, either.
    let is_single = matches!(nesting, Nesting::Single | Nesting::Group);
    if is_single && concerns_only_provider(field.fields()) {
        return Ok(Value::null(field.wire_type()));
    }
    let object = |object: &Value| {
        if !object.is_present() {
            return Ok(object.clone());
        }
        let members = field.fields().iter().map(|field| {
            let member = match object.get(field.name()) {
                Some(member) if !field.planning().provider_only => {
                    without_provider_only(field, member)?
                }
                _ => Value::null(field.wire_type()),
            };
            Ok((field.name(), member))
        });
        Value::object(members.collect::<Result<Vec<_>>>()?)
    };
    elements::map_objects(nesting, value, object)
}

/// Returns `true` if the configuration no longer has a nested attribute: a prior member is not null
/// that only a configuration sets. Terraform proposes null then.
fn is_removed(field: &Field, flags: Flags, within: Option<Flags>, site: Site<'_>) -> bool {
    let holds = |prior: &Value| holds_configured(field, within, prior);
    flags.optional && !field.keeps() && site.config.is_some() && site.prior.is_some_and(holds)
}

fn holds_configured(field: &Field, flags: Option<Flags>, value: &Value) -> bool {
    let within = field.flags_within(flags);
    let object = |object: &Value| {
        field.fields().iter().any(|field| {
            object.get(field.name()).is_some_and(|member| {
                let is_configured = !field.flags_among(within).computed && !member.is_null();
                is_configured || holds_configured(field, within, member)
            })
        })
    };
    match field.nesting() {
        Some(Nesting::Single | Nesting::Group) => object(value),
        Some(_) => elements::of(value)
            .into_iter()
            .any(|(_, element)| object(element)),
        None => false,
    }
}

/// Returns `true` if a member keeps its prior value, at any depth.
fn keeps_any(fields: &[Field]) -> bool {
    fields
        .iter()
        .any(|field| field.keeps() || keeps_any(field.fields()))
}

fn unknown(field: &Field, site: Site<'_>) -> Result<Value> {
    let ty = ty(field, site);
    match field.planning().refine {
        Some(refine) => Value::refined(ty, refine(Refinements::new())?),
        None => Ok(Value::unknown(ty)),
    }
}

fn null(field: &Field, site: Site<'_>) -> Value {
    match site.config {
        Some(config) if config.is_null() => config.clone(),
        _ => Value::null(field.wire_type()),
    }
}

/// Returns the type of an attribute. A null in the configuration has it, and it takes time to build.
fn ty(field: &Field, site: Site<'_>) -> Type {
    match site.config {
        Some(config) if config.is_null() => config.ty(),
        _ => field.wire_type(),
    }
}
