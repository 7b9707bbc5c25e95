//! Values of a type, including null, unknown and refined values.

use tfvalue::{Result, Type, Value, types::Refinements};

use super::{Rng, number, string, types};

/// Returns a random value of a type.
///
/// # Errors
///
/// Fails if the library cannot combine the parts, which is a bug.
pub fn value(rng: &mut Rng, ty: &Type) -> Result<Value> {
    match rng.below(24) {
        0..2 => return Ok(Value::null(ty.clone())),
        2 => return Ok(Value::unknown(ty.clone())),
        3 => return refined(rng, ty),
        _ => {}
    }
    match ty {
        Type::String => Ok(Value::string(string(rng))),
        Type::Number => Ok(Value::from(number(rng))),
        Type::Bool => Ok(Value::from(rng.one_in(2))),
        Type::Dynamic if rng.one_in(2) => Ok(Value::null(Type::Dynamic)),
        Type::Dynamic => Ok(Value::unknown(Type::Dynamic)),
        Type::List(element) => Value::list((**element).clone(), elements(rng, element)?),
        Type::Set(element) => Value::set((**element).clone(), elements(rng, element)?),
        Type::Map(element) => {
            let mut entries = std::collections::BTreeMap::new();
            for _ in 0..count(rng) {
                let key = if rng.one_in(2) {
                    Value::string(types::name(rng))
                } else {
                    Value::string(string(rng))
                };
                let key = key.as_str().unwrap_or_default().to_owned();
                entries.insert(key, value(rng, element)?);
            }
            Value::map((**element).clone(), entries)
        }
        Type::Tuple(types) => {
            let elements: Result<Vec<Value>> = types.iter().map(|ty| value(rng, ty)).collect();
            elements.map(Value::tuple)
        }
        Type::Object(object) => {
            let members: Result<Vec<_>> = object
                .iter()
                .map(|attribute| Ok((attribute.name.clone(), value(rng, &attribute.ty)?)))
                .collect();
            Value::object(members?)
        }
    }
}

fn count(rng: &mut Rng) -> usize {
    match rng.below(60) {
        0 => 15 + rng.below(3),
        1..12 => 0,
        _ => 1 + rng.below(4),
    }
}

fn elements(rng: &mut Rng, element: &Type) -> Result<Vec<Value>> {
    (0..count(rng)).map(|_| value(rng, element)).collect()
}

fn refined(rng: &mut Rng, ty: &Type) -> Result<Value> {
    let mut known = Refinements::new();
    if rng.one_in(2) {
        known = known.not_null();
    }
    // Contradictory refinements are dropped.
    let known = match ty {
        Type::String if rng.one_in(4) => known.full_prefix(&(string(rng) + &string(rng)))?,
        Type::String => known.prefix(&string(rng))?,
        Type::Number => {
            let low = known
                .clone()
                .at_least(number(rng), rng.one_in(2))
                .unwrap_or(known);
            let high = low.clone().at_most(number(rng), rng.one_in(2));
            if rng.one_in(3) {
                low
            } else {
                high.unwrap_or(low)
            }
        }
        Type::List(_) | Type::Set(_) | Type::Map(_) => {
            let low = known.min_length(rng.below(4) as u64)?;
            let high = low
                .clone()
                .max_length(rng.below(8) as u64 * rng.below(40) as u64);
            if rng.one_in(3) {
                low
            } else {
                high.unwrap_or(low)
            }
        }
        _ => known,
    };
    Value::refined(ty.clone(), known)
}
