//! Decides what is planned for each attribute.

use super::{compare, pair, spelling};
use crate::error::Result;
use crate::model::{Field, Flags, Keep, Model, Names};
use crate::path::{Path, Step};
use crate::schema::Nesting;
use crate::ty::{ObjectType, Type};
use crate::value::{Value, elements};

/// Plans a value from its configuration and its prior value.
pub(super) struct Planner {
    /// Whether anything changes. If so, computed attributes become unknown.
    pub(super) changed: bool,
    /// The paths for which functions of structs require replacement. While an object is planned, the paths within the
    /// object are relative to the object.
    pub(super) requires_replace: Vec<Path>,
}

/// An object, or the value of an attribute, before and after the change.
#[derive(Clone, Copy)]
pub(super) struct Site<'a> {
    /// The configuration; `None` below a parent that is null in the configuration.
    pub(super) config: Option<&'a Value>,
    /// The prior value; `None` if the enclosing object has no prior value.
    pub(super) prior: Option<&'a Value>,
    /// The prior value at the same position, which Terraform accepts instead of the configured value. `None` within
    /// sets.
    pub(super) old: Option<&'a Value>,
    /// Whether a configuration can set the value and all objects that enclose it.
    pub(super) settable: bool,
}

impl<'a> Site<'a> {
    fn member(self, name: &str) -> Self {
        self.map(|object| object.get(name))
    }

    fn map(self, member: impl Fn(&'a Value) -> Option<&'a Value>) -> Self {
        Site {
            config: self.config.and_then(&member),
            prior: self.prior.and_then(&member),
            old: self.old.and_then(&member),
            ..self
        }
    }

    /// Returns the type of the objects, which is also the type of the planned object unless the objects contain dynamic
    /// values.
    fn shape(self) -> Option<&'a ObjectType> {
        self.config.or(self.prior)?.object_type()
    }

    fn is_configured(self) -> bool {
        self.config.is_some_and(|config| !config.is_null())
    }
}

impl Planner {
    /// Plans a part of a value. The function `step` returns the step that leads to the part, or `None` if no path leads
    /// to the part, as for an element of a set.
    fn within<T>(
        &mut self,
        step: impl Fn() -> Option<Step>,
        plan: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let before = self.requires_replace.len();
        let planned = plan(self);
        for path in &mut self.requires_replace[before..] {
            match step() {
                Some(step) => path.prepend(step),
                None => *path = Path::root(),
            }
        }
        planned
    }

    /// Plans an object: first its members, and then the changes that the struct's function makes.
    pub(super) fn object(
        &mut self,
        model: Model<'_>,
        flags: Option<Flags>,
        site: Site<'_>,
    ) -> Result<Value> {
        let fields = model.fields;
        let names = || fields.iter().map(Field::name);
        let shape = site.shape().filter(|shape| shape.has_names(names()));
        let mut members = Vec::with_capacity(fields.len());
        for (at, field) in fields.iter().enumerate() {
            let name = field.name();
            let site = site.map(|object| match shape {
                Some(shape) => object.get_of_shape(shape, at, name),
                None => object.get_named(name),
            });
            let member = self.within(
                || Some(field.step()),
                |planner| planner.member(field, flags, site),
            );
            members.push(member.map_err(|error| field.blame(error))?);
        }
        if self.changed {
            self.forget_dependent(fields, flags, site, &mut members)?;
        }
        let object = match shape {
            Some(shape) => Value::object_of_shape(shape, members),
            None => Value::object(names().zip(members))?,
        };
        match model.hook {
            Some(hook) => hook(site.config, site.prior, &object, &mut self.requires_replace),
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
                let Keep::UnlessChanged(names) = &field.planning().keep else {
                    continue;
                };
                let here = site.member(field.name());
                let is_defaulted = here.config.is_some() && field.planning().default.is_some();
                let is_kept = field.flags_among(flags).computed
                    && !here.is_configured()
                    && !is_defaulted
                    && !members[at].is_unknown();
                if is_kept && changes_any(names, fields, members, prior)? {
                    members[at] = unknown(field, here)?;
                    again = true;
                }
            }
        }
        Ok(())
    }

    pub(super) fn member(
        &mut self,
        field: &Field,
        flags: Option<Flags>,
        site: Site<'_>,
    ) -> Result<Value> {
        if let (true, Some(nesting)) = (field.is_block(), field.nesting()) {
            return self.block(field, flags, nesting, site);
        }
        let within = field.flags_within(flags);
        let flags = field.flags_among(flags);
        if flags.write_only {
            return Ok(null(field, site));
        }
        let settable = site.settable && (flags.optional || !flags.computed);
        let site = Site { settable, ..site };
        // If the configuration of the enclosing object is absent, the provider computes the member, regardless of the
        // flags of the member.
        let is_computed = flags.computed || site.config.is_none();
        let default = match (site.config, &field.planning().default) {
            (Some(config), Some(default)) if config.is_null() => Some(default.value()?),
            _ => None,
        };
        let configured = default.as_ref().or(site.config);
        let configured = configured.filter(|value| !value.is_null());
        match (configured, field.nesting()) {
            (Some(value), _) if value.is_unknown() => Ok(value.clone()),
            (Some(value), None) => Ok(spelling::planned(field, site.old, value)),
            (Some(value), Some(nesting)) => self.nested(field, within, nesting, value, site),
            (None, Some(_)) if is_removed(field, flags, within, site) => Ok(null(field, site)),
            (None, nesting) if is_computed => self.computed(field, within, nesting, site),
            (None, _) => Ok(null(field, site)),
        }
    }

    /// Plans a computed attribute that is not configured.
    fn computed(
        &mut self,
        field: &Field,
        flags: Option<Flags>,
        nesting: Option<Nesting>,
        site: Site<'_>,
    ) -> Result<Value> {
        match site.prior {
            Some(prior) if field.keeps_value(prior) => return Ok(prior.clone()),
            Some(prior) if !self.changed => return Ok(prior.clone()),
            Some(prior) if nesting.is_none() && keeps_default(field, site, prior) => {
                return Ok(prior.clone());
            }
            _ => {}
        }
        // Members can keep their values within an object that the provider computes. A collection can have different
        // elements after apply, so the collection is unknown.
        let settable = site.settable && flags.is_none_or(|flags| flags.optional);
        match (nesting, site.prior) {
            (Some(Nesting::Single | Nesting::Group), Some(prior))
                if !prior.is_null() && keeps_any(field.fields(), settable) =>
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

    fn block(
        &mut self,
        field: &Field,
        flags: Option<Flags>,
        nesting: Nesting,
        site: Site<'_>,
    ) -> Result<Value> {
        match site.config {
            Some(config) if config.is_unknown() => Ok(config.clone()),
            Some(config) if !config.is_null() => self.nested(field, None, nesting, config, site),
            // Terraform sends null if the configuration has no blocks and the provider may set the blocks.
            Some(_) if field.is_computed_block() => {
                self.computed(field, flags, Some(nesting), site)
            }
            // A single block, or a block below a parent that is null.
            _ => Ok(null(field, site)),
        }
    }

    /// Plans a known value that contains objects.
    fn nested(
        &mut self,
        field: &Field,
        flags: Option<Flags>,
        nesting: Nesting,
        config: &Value,
        site: Site<'_>,
    ) -> Result<Value> {
        if is_planned_as_configured(field.model(), flags) {
            return Ok(config.clone());
        }
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
        let old = site.old.filter(|_| nesting != Nesting::Set);
        elements::map(config, |at, element| {
            let site = Site {
                config: Some(element),
                prior: pairs.of(at).0,
                old: old.and_then(|old| at.of(old)),
                ..site
            };
            let step = || (nesting != Nesting::Set).then(|| at.step());
            self.within(step, |planner| planner.element(field, flags, site))
        })
    }

    /// Plans an object. An object that is null in the configuration stays null.
    fn element(&mut self, field: &Field, flags: Option<Flags>, site: Site<'_>) -> Result<Value> {
        match site.config {
            Some(config) if config.is_unknown() => unknown_element(field, flags, config),
            Some(config) if config.is_null() => Ok(config.clone()),
            _ => {
                let prior = site.prior.filter(|prior| prior.is_present());
                self.object(field.model(), flags, Site { prior, ..site })
            }
        }
    }
}

/// Returns `true` if an object is always planned exactly as it is configured.
fn is_planned_as_configured(model: Model<'_>, flags: Option<Flags>) -> bool {
    let is_plain = |field: &Field| {
        let own = field.flags_among(flags);
        let hides_edits = || field.same_as().is_some_and(|same_as| same_as.hides_edits);
        !(own.computed || own.write_only || field.is_computed_block())
            && field.planning().default.is_none()
            && !hides_edits()
            && is_planned_as_configured(field.model(), field.flags_within(flags))
    };
    model.hook.is_none() && model.fields.iter().all(is_plain)
}

/// Plans an element that is unknown as a whole. Terraform requires the write-only members of such an element to be
/// null.
fn unknown_element(field: &Field, flags: Option<Flags>, element: &Value) -> Result<Value> {
    let is_secret = |field: &Field| field.flags_among(flags).write_only;
    if !field.fields().iter().any(is_secret) {
        return Ok(element.clone());
    }
    let ty = element.ty();
    let members = field.fields().iter().map(|field| {
        let ty = match &ty {
            Type::Object(object) => object.get(field.name()).map(|member| member.ty.clone()),
            _ => None,
        };
        let ty = ty.unwrap_or_else(|| field.wire_type());
        let value = if is_secret(field) {
            Value::null(ty)
        } else {
            Value::unknown(ty)
        };
        (field.name(), value)
    });
    Value::object(members)
}

/// Returns `true` if the planned members with these names differ from the members of the prior object.
fn changes_any(names: &Names, fields: &[Field], planned: &[Value], prior: &Value) -> Result<bool> {
    for (field, planned) in fields.iter().zip(planned) {
        if names.contains(field.name()) {
            let is_same = match prior.get(field.name()) {
                Some(prior) => compare::mean_the_same(field, planned, prior)?,
                None => false,
            };
            if !is_same {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// Returns `true` if a nested attribute was removed from the configuration. It was removed if its prior value has a
/// member that only a configuration can set. Terraform then proposes null.
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

/// Returns `true` if a member with a default keeps its prior value. This is the case if the parent is not configured,
/// so that the default does not apply, but a configuration could set both the parent and the member.
fn keeps_default(field: &Field, site: Site<'_>, prior: &Value) -> bool {
    let has_default = field.planning().default.is_some() && !field.keeps();
    site.config.is_none() && site.settable && has_default && !prior.is_null()
}

/// Returns `true` if a member at any depth keeps its prior value. A member with a default keeps its prior value if a
/// configuration can set the member.
fn keeps_any(fields: &[Field], settable: bool) -> bool {
    fields.iter().any(|field| {
        let has_default = settable && field.planning().default.is_some();
        has_default || field.keeps() || keeps_any(field.fields(), settable)
    })
}

fn unknown(field: &Field, site: Site<'_>) -> Result<Value> {
    let ty = ty(field, site);
    match &field.planning().promises {
        Some(promises) => Value::refined(ty, promises.refinements()?),
        None => Ok(Value::unknown(ty)),
    }
}

fn null(field: &Field, site: Site<'_>) -> Value {
    match site.config {
        Some(config) if config.is_null() => config.clone(),
        _ => Value::null(field.wire_type()),
    }
}

/// Returns the type of an attribute. If the configuration is null, returns the type of that null, because building the
/// type takes time.
fn ty(field: &Field, site: Site<'_>) -> Type {
    match site.config {
        Some(config) if config.is_null() => config.ty(),
        _ => field.wire_type(),
    }
}
