//! Mutations of responses.

use tfvalue::{Path, Result, Step, Type, Value, msgpack};

use super::parts::{at, parts, paths, replace, with_parts};
use super::schema::CASE;
use super::values;
use crate::random::Rng;

/// Changes parts of a response, and returns its wire form. `donors` are values of the same schema,
/// such as the configuration and the prior state.
pub(super) fn mutate(
    rng: &mut Rng,
    honest: &Value,
    ty: &Type,
    donors: &[&Value],
) -> Result<(Vec<u8>, &'static str)> {
    let bytes = msgpack::value_to_vec(honest, ty)?;
    if rng.one_in(6) {
        return Ok(wire(rng, &bytes));
    }
    let Some((mut value, mut bytes, mut name)) = one(rng, honest, ty, donors) else {
        return Ok((bytes, "nothing"));
    };
    let more = if rng.one_in(3) { 1 + rng.below(2) } else { 0 };
    for _ in 0..more {
        if let Some(next) = one(rng, &value, ty, donors) {
            (value, bytes, _) = next;
            name = "several";
        }
    }
    Ok((bytes, name))
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

/// Returns the object with the number of the case.
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

/// Changes the wire form.
fn wire(rng: &mut Rng, bytes: &[u8]) -> (Vec<u8>, &'static str) {
    let mut tree = rmpv::decode::read_value(&mut &*bytes).expect("valid MessagePack");
    let count = count(&tree);
    let mut left = 1 + rng.below(count.max(2) - 1);
    let name = visit(&mut tree, &mut left, rng).unwrap_or("nothing");
    let mut out = Vec::new();
    rmpv::encode::write_value(&mut out, &tree).expect("writing to memory");
    (out, name)
}

fn count(tree: &rmpv::Value) -> usize {
    1 + match tree {
        rmpv::Value::Array(all) => all.iter().map(count).sum(),
        rmpv::Value::Map(all) => all.iter().map(|(_, value)| count(value)).sum::<usize>(),
        _ => 0,
    }
}

/// Changes the part with a number, in the order of the bytes.
fn visit(tree: &mut rmpv::Value, left: &mut usize, rng: &mut Rng) -> Option<&'static str> {
    if *left == 0 {
        return Some(damage(tree, rng));
    }
    *left -= 1;
    match tree {
        rmpv::Value::Array(all) => all.iter_mut().find_map(|one| visit(one, left, rng)),
        rmpv::Value::Map(all) => {
            let mut others = all.iter_mut().filter(|(key, _)| key.as_str() != Some(CASE));
            others.find_map(|(_, value)| visit(value, left, rng))
        }
        _ => None,
    }
}

fn damage(tree: &mut rmpv::Value, rng: &mut Rng) -> &'static str {
    match tree {
        rmpv::Value::Map(all) if all.len() > 1 && rng.one_in(3) => {
            all.remove(rng.below(all.len()));
            return "wire: entry removed";
        }
        rmpv::Value::Map(all) if rng.one_in(2) => {
            all.push(("zzz".into(), rmpv::Value::Nil));
            return "wire: entry added";
        }
        rmpv::Value::Array(all) if all.len() > 1 && rng.one_in(3) => {
            all.pop();
            return "wire: element removed";
        }
        rmpv::Value::Array(all) if rng.one_in(2) => {
            all.push(rmpv::Value::Nil);
            return "wire: nil added";
        }
        _ => {}
    }
    let (name, new) = match rng.below(7) {
        0 => ("wire: nil", rmpv::Value::Nil),
        1 => ("wire: bool", true.into()),
        2 => ("wire: number", 7.into()),
        3 => ("wire: string", "x".into()),
        // Terraform accepts an empty array as a tuple and an empty map as an object, and then crashes in
        // some collections.
        4 => ("wire: array", rmpv::Value::Array(vec![rmpv::Value::Nil])),
        5 => {
            let entry = ("zzz".into(), rmpv::Value::Nil);
            ("wire: map", rmpv::Value::Map(vec![entry]))
        }
        _ => ("wire: unknown", rmpv::Value::Ext(0, vec![0])),
    };
    *tree = new;
    name
}

/// Returns paths that require replacement: of parts of the values, and wrong ones.
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
