//! Mutations of responses.

use tfvalue::tfplugin6::DynamicValue;
use tfvalue::{Path, Result, Type, Value, msgpack, paths::Step};

use super::parts::{at, parts, paths, replace, with_parts};
use super::schema::CASE;
use super::{values, wire};
use crate::random::Rng;

/// The name of a response that has no mutation.
pub(super) const NOTHING: &str = "nothing";

/// The maximum number of mutations that are tried until one of them changes the response.
const TRIES: usize = 10;

/// Changes parts of a response, or its wire form. `donors` are values with the same schema, such as the configuration
/// and the prior state.
pub(super) fn mutate(
    rng: &mut Rng,
    honest: &Value,
    ty: &Type,
    donors: &[&Value],
) -> Result<(DynamicValue, &'static str)> {
    let unchanged = DynamicValue::encode_value(honest, ty)?;
    for _ in 0..TRIES {
        let changed = match rng.below(10) {
            0 | 1 => Some(wire::in_msgpack(rng, &unchanged.msgpack)),
            2 => wire::in_json(rng, honest, ty).ok(),
            _ => values_of(rng, honest, ty, donors),
        };
        if let Some((changed, name)) = changed.filter(|(changed, _)| *changed != unchanged) {
            return Ok((changed, name));
        }
    }
    Ok((unchanged, NOTHING))
}

/// Changes values of a response.
fn values_of(
    rng: &mut Rng,
    honest: &Value,
    ty: &Type,
    donors: &[&Value],
) -> Option<(DynamicValue, &'static str)> {
    let (mut value, mut msgpack, mut name) = one(rng, honest, ty, donors)?;
    let more = if rng.one_in(3) { 1 + rng.below(2) } else { 0 };
    for _ in 0..more {
        if value.members().is_none() {
            break;
        }
        if let Some(next) = one(rng, &value, ty, donors) {
            (value, msgpack, _) = next;
            name = "several";
        }
    }
    let response = DynamicValue {
        msgpack,
        ..Default::default()
    };
    Some((response, name))
}

/// Changes one part. Returns the value, its wire form and the name of the change.
fn one(
    rng: &mut Rng,
    honest: &Value,
    ty: &Type,
    donors: &[&Value],
) -> Option<(Value, Vec<u8>, &'static str)> {
    let paths: Vec<_> = paths(honest)
        .into_iter()
        .filter(|path| !is_case(honest, path))
        .collect();
    for _ in 0..50 {
        let path = &paths[rng.below(paths.len())];
        let (Some(part), true) = (at(honest, path), !path.is_empty() || rng.one_in(4)) else {
            continue;
        };
        let Ok(Some((name, new))) = change(rng, &part, path, donors) else {
            continue;
        };
        let mutated = replace(honest, path, new).and_then(|new| with_case(honest, new));
        let Ok(mutated) = mutated else { continue };
        if let Ok(bytes) = msgpack::value_to_vec(&mutated, ty) {
            return Some((mutated, bytes, name));
        }
    }
    None
}

fn is_case(value: &Value, path: &[usize]) -> bool {
    let first = path.first().and_then(|&index| value.members()?.nth(index));
    first.is_some_and(|(name, _)| name == CASE)
}

/// Returns the mutated object with the original number of the case.
fn with_case(honest: &Value, mutated: Value) -> Result<Value> {
    let (Some(case), Some(members)) = (honest.get(CASE), mutated.members()) else {
        return Ok(mutated);
    };
    let is_case = |name: &str| name == CASE;
    Value::object(
        members.map(|(name, value)| (name, if is_case(name) { case } else { value }.clone())),
    )
}

type Changed = Option<(&'static str, Value)>;

fn change(rng: &mut Rng, part: &Value, path: &[usize], donors: &[&Value]) -> Result<Changed> {
    let ty = part.ty();
    let is_collection = matches!(
        ty,
        Type::List(_) | Type::Set(_) | Type::Map(_) | Type::Tuple(_)
    ) && !part.is_null()
        && !part.is_unknown();
    let changed = match rng.below(if is_collection { 11 } else { 6 }) {
        0 if part.is_null() => return empty(&ty),
        0 => ("null", Value::null(ty)),
        1 => ("unknown", Value::unknown(ty)),
        2 => ("refined unknown", values::unknown(rng, &ty)),
        3 => {
            let donor = donors[rng.below(donors.len())];
            match at(donor, path) {
                Some(value) if value != *part => ("a value of the request", value),
                _ => return Ok(None),
            }
        }
        4 | 5 => ("another value", values::value(rng, &ty, Some(12))?),
        _ => return elements(rng, part),
    };
    Ok(Some(changed))
}

fn empty(ty: &Type) -> Result<Changed> {
    let value = match ty {
        Type::List(ty) => Value::list(Type::clone(ty), [] as [Value; 0])?,
        Type::Set(ty) => Value::set(Type::clone(ty), [] as [Value; 0])?,
        Type::Map(ty) => Value::map(Type::clone(ty), [] as [(&str, Value); 0])?,
        Type::String => Value::string(""),
        Type::Number => Value::from(0),
        Type::Bool => Value::from(false),
        _ => return Ok(None),
    };
    Ok(Some(("empty for null", value)))
}

/// Changes the elements of a collection.
fn elements(rng: &mut Rng, value: &Value) -> Result<Changed> {
    let ty = value.ty();
    let mut all = parts(value);
    let element = match &ty {
        Type::List(ty) | Type::Set(ty) => Type::clone(ty),
        Type::Map(ty) => {
            let mut keys = super::parts::keys(value);
            let name = match rng.below(3) {
                0 if !all.is_empty() => {
                    let index = rng.below(all.len());
                    all.remove(index);
                    keys.remove(index);
                    "key removed"
                }
                1 if !all.is_empty() => {
                    let index = rng.below(all.len());
                    "other".clone_into(&mut keys[index]);
                    "key renamed"
                }
                _ => {
                    keys.push("new".to_owned());
                    all.push(values::value(rng, ty, None)?);
                    "key added"
                }
            };
            let value = Value::map(Type::clone(ty), keys.into_iter().zip(all))?;
            return Ok(Some((name, value)));
        }
        _ => all.first().map_or(Type::String, Value::ty),
    };
    let name = match rng.below(6) {
        0 if all.len() > 1 => {
            all.reverse();
            "reversed"
        }
        1 if !all.is_empty() => {
            all.remove(rng.below(all.len()));
            "element removed"
        }
        2 if !all.is_empty() => {
            let element = all[rng.below(all.len())].clone();
            all.push(element);
            "element duplicated"
        }
        3 => {
            all.clear();
            "emptied"
        }
        4 => {
            all.push(values::unknown(rng, &element));
            "unknown element added"
        }
        _ => {
            all.push(values::value(rng, &element, None)?);
            "element added"
        }
    };
    if name != "element duplicated" {
        return Ok(Some((name, with_parts(value, all)?)));
    }
    Ok(Some((name, with_parts(value, all)?)))
}

/// Returns paths that require replacement: paths of parts of the values, and incorrect paths.
pub(super) fn replace_paths(rng: &mut Rng, values: [&Value; 2]) -> Vec<Path> {
    let mut all = Vec::new();
    for value in values {
        value.walk(|path, _| {
            if !path.is_root() {
                all.push(path.clone());
            }
            true
        });
    }
    let mut chosen = Vec::new();
    for _ in 0..rng.below(3) {
        if all.is_empty() {
            break;
        }
        let path = all[rng.below(all.len())].clone();
        chosen.push(match rng.below(12) {
            0 => path.attribute("zzz"),
            1 => path.index(7),
            2 => path.step(Step::Key("zzz".into())),
            _ => path,
        });
    }
    chosen
}
