//! Runs a case that only plans and creates nothing.

use std::thread;

use tfvalue::__internal::testing as internal;
use tfvalue::rules::Rule;
use tfvalue::{Result, Type, Value};

use super::case::CaseStep;
use super::change::PLAN;
use super::clock;
use super::config::Config;
use super::finding::{Finding, Identity};
use super::instance::{Current, Instance};
use super::kinds::{Kind, kind};
use super::play::World;
use super::property::PropertyReport;

impl<C: Send + Sync + 'static> World<'_, '_, C> {
    /// Plans a configuration and pretends that the plan was applied.
    pub(super) fn plan(&mut self, step: &CaseStep, report: &mut PropertyReport) {
        if step.is_fresh {
            self.object.forget();
        }
        if step.unknown.is_some() {
            let outcome = self.object.plan_twice(&step.given(), || {});
            self.collect(outcome);
            if self.fails() {
                return;
            }
        }
        let outcome = self.object.plan(Config::from(step.config.clone()));
        let planned = outcome.planned.clone();
        let prior = self.object.value();
        self.plan_later(&step.config, [&planned, &prior]);
        if self.fails() {
            return;
        }
        let has_plan = outcome.deferred.is_none() && !planned.is_null();
        let is_planned = has_plan && outcome.findings.iter().all(|finding| finding.is_logged);
        if !self.collect(outcome) {
            report.rejected += 1;
            return;
        }
        report.applied += 1;
        if is_planned {
            self.object.pretend(&planned, &step.config);
            self.plan_again(&step.config);
        }
    }

    /// If a plan contains the time of day, makes both plans of a new object with a pause in between. Terraform rejects a
    /// final plan with another time.
    pub(super) fn plan_later(&mut self, config: &Value, [planned, prior]: [&Value; 2]) {
        let mut shows_time = false;
        planned.walk(|path, value| {
            let is_given = |given: &Value| given.lookup(path).is_ok_and(|one| one == value);
            if clock::is_now(value) && !is_given(config) && !is_given(prior) {
                let kind = Rule::ValueChanged.into();
                let found = Finding::new(PLAN, kind, path.clone(), String::new());
                shows_time |= !self.known.contains(&Identity::of(&found));
            }
            true
        });
        if shows_time {
            let mut object = self.harness.resource(&self.property.type_name);
            object.is_pretended = true;
            let pause = || thread::sleep(clock::until_next_second());
            let outcome = object.plan_twice(&Config::from(config.clone()), pause);
            self.tolerate(outcome);
        }
    }

    /// Plans the same configuration again. Skips a case that only a real change could clarify, because a provider may
    /// record in private data that it has used a write-only value.
    fn plan_again(&mut self, config: &Value) {
        let uses_private =
            !internal::write_only_places(&self.object.schema.block, config).is_empty();
        if uses_private {
            return;
        }
        let outcome = self.object.plan_again(config);
        self.tolerate(outcome);
    }

    /// Plans to destroy the object.
    pub(super) fn end_plans(&mut self) {
        let outcome = self.object.plan_destroy_only();
        self.collect(outcome);
        self.upgrade_older(self.object.stored.clone());
    }
}

impl Instance<'_> {
    /// Stores a planned object as if it had been created.
    fn pretend(&mut self, planned: &Value, config: &Value) {
        self.is_pretended = true;
        self.configured = Some(config.clone());
        let state = filled(planned, &self.schema.block.implied_type());
        let _ = self.run("pretend", |object, run| {
            if let Ok(value) = state {
                let current = Current {
                    value,
                    ..Current::nothing(run)
                };
                object.stored = Some(object.store(run, &current)?);
            }
            Ok(())
        });
    }
}

/// Replaces unknown values with arbitrary known values.
fn filled(value: &Value, ty: &Type) -> Result<Value> {
    if value.is_wholly_known() {
        return Ok(value.clone());
    }
    if value.is_unknown() {
        return any(ty);
    }
    let elements = |ty: &Type| {
        let elements = value.elements().into_iter().flatten();
        elements
            .map(|one| filled(one, ty))
            .collect::<Result<Vec<_>>>()
    };
    match (kind(value), ty) {
        (Some(Kind::List(_)), Type::List(one)) => Value::list(Type::clone(one), elements(one)?),
        (Some(Kind::Set(_)), Type::Set(one)) => Value::set(Type::clone(one), elements(one)?),
        (Some(Kind::Map(_)), Type::Map(one)) => {
            let entries = value.entries().into_iter().flatten();
            let entries = entries.map(|(key, part)| Ok((key.to_owned(), filled(part, one)?)));
            Value::map(Type::clone(one), entries.collect::<Result<Vec<_>>>()?)
        }
        (Some(Kind::Tuple), _) => {
            let parts = value.elements().into_iter().flatten();
            let parts = parts.map(|part| filled(part, &part.ty()));
            Ok(Value::tuple(parts.collect::<Result<Vec<_>>>()?))
        }
        (Some(Kind::Object), _) => {
            let members = value.members().into_iter().flatten();
            let members = members.map(|(name, part)| {
                let own = match ty {
                    Type::Object(object) => object.get(name).map(|member| member.ty.clone()),
                    _ => None,
                };
                Ok((
                    name.to_owned(),
                    filled(part, &own.unwrap_or_else(|| part.ty()))?,
                ))
            });
            Value::object(members.collect::<Result<Vec<_>>>()?)
        }
        _ => Ok(value.clone()),
    }
}

/// Replaces the members of an object that are null with arbitrary values.
pub(super) fn without_nulls(value: &Value, ty: &Type) -> Result<Value> {
    let members = value.members().into_iter().flatten();
    Value::object(
        members
            .map(|(name, part)| {
                let own = match ty {
                    Type::Object(object) if part.is_null() => object.get(name),
                    _ => None,
                };
                let part = own.map_or_else(|| Ok(part.clone()), |member| any(&member.ty))?;
                Ok((name.to_owned(), part))
            })
            .collect::<Result<Vec<_>>>()?,
    )
}

/// Returns a known value of a type.
fn any(ty: &Type) -> Result<Value> {
    match ty {
        Type::Bool => Ok(false.into()),
        Type::Number => Ok(1.into()),
        Type::String | Type::Dynamic => Ok("a".into()),
        Type::List(one) => Value::list(Type::clone(one), Vec::<Value>::new()),
        Type::Set(one) => Value::set(Type::clone(one), Vec::<Value>::new()),
        Type::Map(one) => Value::map(Type::clone(one), Vec::<(String, Value)>::new()),
        Type::Tuple(tuple) => Ok(Value::tuple(
            tuple.iter().map(any).collect::<Result<Vec<_>>>()?,
        )),
        Type::Object(object) => {
            let members = object.into_iter();
            let members = members.map(|member| Ok((member.name.clone(), any(&member.ty)?)));
            Value::object(members.collect::<Result<Vec<_>>>()?)
        }
    }
}
