//! Reduces a failing case to a smaller one.

use super::case::{Case, CaseStep};
use super::finding::{Finding, Identity};
use crate::error::Result;
use crate::ty::Type;
use crate::value::{Repr, Value};

/// The number of cases that are played at most.
const TRIES: usize = 2_000;

/// Returns the smallest case that fails first because of the same finding, and its findings.
pub(super) fn smallest(
    mut case: Case,
    mut findings: Vec<Finding>,
    ty: &Type,
    play: impl Fn(&Case) -> Vec<Finding>,
) -> (Case, Vec<Finding>) {
    let target = findings.first().map(Identity::of);
    let mut tries = 0..TRIES;
    loop {
        let mut candidates = smaller(&case, ty).take_while(|_| tries.next().is_some());
        let smaller = candidates.find_map(|candidate| {
            let found = play(&candidate);
            let is_same = found.first().map(Identity::of) == target;
            is_same.then_some((candidate, found))
        });
        drop(candidates);
        match smaller {
            Some(smaller) => (case, findings) = smaller,
            None => return (case, findings),
        }
    }
}

/// Returns the cases that are a bit smaller, the smallest first.
fn smaller<'a>(case: &'a Case, ty: &'a Type) -> impl Iterator<Item = Case> + 'a {
    let shorter = (0..case.len()).map(|index| {
        let mut shorter = case.clone();
        shorter.remove(index);
        shorter
    });
    let fresh = case.iter().enumerate().filter(|(_, step)| step.is_fresh);
    let kept = fresh.map(|(index, _)| {
        let mut kept = case.clone();
        kept[index].is_fresh = false;
        kept
    });
    let unknown = case.iter().enumerate();
    let unknown = unknown.filter(|(_, step)| step.unknown.is_some());
    let known = unknown.map(|(index, _)| {
        let mut known = case.clone();
        known[index].unknown = None;
        known
    });
    let members = case.iter().flat_map(|step| {
        let members = step.config.members().into_iter().flatten();
        members.map(move |(name, old)| (step, name, old))
    });
    let simpler = members.flat_map(move |(step, name, old)| {
        simpler(old, &part_type(ty, 0, name, old))
            .into_iter()
            .flat_map(move |new| {
                let in_all = with_member(case, |_| true, name, [old, &new]);
                let in_one = with_member(case, |one| std::ptr::eq(one, step), name, [old, &new]);
                let in_one = (in_one != in_all).then_some(in_one);
                in_one.into_iter().chain([in_all])
            })
    });
    shorter.chain(kept).chain(known).chain(simpler)
}

/// Changes an attribute in the steps in which it has the old value.
fn with_member(
    case: &Case,
    is_changed: impl Fn(&CaseStep) -> bool,
    name: &str,
    [old, new]: [&Value; 2],
) -> Case {
    let change = |step: &CaseStep| {
        let mut changed = step.clone();
        let Some(members) = step.config.members().filter(|_| is_changed(step)) else {
            return changed;
        };
        let members = members.map(|(key, value)| {
            let is_it = key == name && value == old;
            (key, if is_it { new } else { value }.clone())
        });
        if let Ok(config) = Value::object(members) {
            changed.config = config;
        }
        changed
    };
    case.iter().map(change).collect()
}

/// Returns simpler values of a type.
fn simpler(value: &Value, ty: &Type) -> Vec<Value> {
    let null = Value::null(ty.clone());
    if *value == null {
        return Vec::new();
    }
    let mut found = vec![null];
    let simple: Vec<Value> = match &value.0 {
        Repr::String(_) => vec!["a".into(), "b".into()],
        Repr::Number(_) => vec![1.into(), 2.into()],
        Repr::Bool(_) => vec![false.into()],
        _ => Vec::new(),
    };
    found.extend(simple.into_iter().take_while(|simple| simple != value));
    let parts: Vec<(String, Value)> = parts(value);
    if !matches!(value.0, Repr::Object(_)) {
        for index in 0..parts.len() {
            let mut fewer = parts.clone();
            fewer.remove(index);
            found.extend(with_parts(value, fewer).ok());
        }
    }
    for (index, (name, part)) in parts.iter().enumerate() {
        for new in simpler(part, &part_type(ty, index, name, part)) {
            let mut changed = parts.clone();
            changed[index].1 = new;
            found.extend(with_parts(value, changed).ok());
        }
    }
    found
}

/// Returns the type of a part of a value. Within a dynamic value, each part has its own.
fn part_type(ty: &Type, index: usize, name: &str, part: &Value) -> Type {
    let declared = match ty {
        Type::List(element) | Type::Set(element) | Type::Map(element) => Some(&**element),
        Type::Tuple(elements) => elements.get(index),
        Type::Object(object) => object.get(name).map(|member| &member.ty),
        _ => None,
    };
    declared.cloned().unwrap_or_else(|| part.ty())
}

fn parts(value: &Value) -> Vec<(String, Value)> {
    let elements = value.elements().into_iter().flatten();
    let elements = elements.map(|element| (String::new(), element.clone()));
    let entries = value.entries().into_iter().flatten();
    let named = entries.chain(value.members().into_iter().flatten());
    let named = named.map(|(key, element)| (key.to_owned(), element.clone()));
    elements.chain(named).collect()
}

/// Returns a value of the same kind with other parts.
fn with_parts(value: &Value, parts: Vec<(String, Value)>) -> Result<Value> {
    match &value.0 {
        Repr::List(items) => Value::list(items.element_type().clone(), values(parts)),
        Repr::Set(items) => Value::set(items.element_type().clone(), values(parts)),
        Repr::Tuple(_) => Ok(Value::tuple(values(parts))),
        Repr::Map(items) => Value::map(items.element_type().clone(), parts),
        _ => Value::object(parts),
    }
}

fn values(parts: Vec<(String, Value)>) -> Vec<Value> {
    parts.into_iter().map(|(_, value)| value).collect()
}
