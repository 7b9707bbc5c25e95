//! Random configurations and states for a schema.

use std::collections::BTreeSet;

use tfvalue::rules::range_includes;
use tfvalue::schema::{Attribute, AttributeType, Block, NestedBlock, NestedType, Nesting};
use tfvalue::{
    Number, Result, Type, Value,
    types::{ObjectType, Refinements},
};

use super::computed;
use super::parts::{each, is_object, keys, map_attributes, parts, with_parts};
use super::schema::{self, CASE};
use crate::random::{self, Rng};

const TEXTS: &[&str] = &["a", "b", "ab", "abc", "", "\u{e9}", "x y"];
const KEYS: &[&str] = &["k", "l", "m m"];

/// Returns a random string. Strings are often equal to one another.
pub(super) fn text(rng: &mut Rng) -> String {
    match rng.below(4) {
        // The configuration parser drops a byte order mark at the start.
        0 => {
            let text = random::string(rng);
            text.trim_start_matches('\u{feff}')
                .chars()
                .take(40)
                .collect()
        }
        _ => rng.pick(TEXTS).to_owned(),
    }
}

/// Returns distinct keys.
fn keys_of(rng: &mut Rng, count: usize) -> Vec<String> {
    if !rng.one_in(4) {
        return KEYS[..count].iter().map(|&key| key.to_owned()).collect();
    }
    let key = |rng: &mut Rng| Value::string(text(rng));
    let all: BTreeSet<String> = (0..count)
        .filter_map(|_| key(rng).as_str().map(str::to_owned))
        .collect();
    all.into_iter().collect()
}

/// Returns a finite number.
fn number(rng: &mut Rng) -> Result<Number> {
    let number = match rng.below(4) {
        0 => random::number(rng),
        1 => rng.pick(&["0.25", "0.5", "1.5", "0.1", "-2.75"]).parse()?,
        _ => Number::from(rng.below(5) as u64),
    };
    // Terraform cannot store infinities, and has no literal for a negative zero.
    let text = number.to_string().to_ascii_lowercase();
    let is_special = text.ends_with("inf") || text == "-0";
    Ok(if is_special { Number::from(0) } else { number })
}

/// How often values are unknown: one in this many values, or never.
pub(super) type Unknowns = Option<usize>;

/// Returns a random configuration of a block.
pub(super) fn config(rng: &mut Rng, block: &Block, unknowns: Unknowns) -> Result<Value> {
    let mut all = members(rng, &block.attributes, unknowns)?;
    for nested in &block.block_types {
        all.push((nested.type_name.to_string(), blocks(rng, nested, unknowns)?));
    }
    Value::object(all)
}

fn members(
    rng: &mut Rng,
    attributes: &[Attribute],
    unknowns: Unknowns,
) -> Result<Vec<(String, Value)>> {
    let member = |one: &Attribute| {
        let ty = one.implied_type();
        let is_absent = !one.optional && !one.required || one.optional && rng.one_in(3);
        let value = match &one.ty {
            _ if is_absent => Value::null(ty),
            AttributeType::Nested(nested) => objects(rng, nested, unknowns)?,
            _ => value(rng, &ty, unknowns)?,
        };
        Ok((one.name.to_string(), value))
    };
    attributes.iter().map(member).collect()
}

fn is_unknown(rng: &mut Rng, unknowns: Unknowns) -> bool {
    unknowns.is_some_and(|n| rng.one_in(n))
}

fn objects(rng: &mut Rng, nested: &NestedType, unknowns: Unknowns) -> Result<Value> {
    let ty = nested.implied_type();
    if is_unknown(rng, unknowns) {
        return Ok(unknown(rng, &ty));
    }
    let object = |rng: &mut Rng| Value::object(members(rng, &nested.attributes, unknowns)?);
    let element = |rng: &mut Rng, ty: &Type| match rng.below(16) {
        0 if !has_special(nested) => Ok(Value::null(ty.clone())),
        1 if unknowns.is_some() => Ok(Value::unknown(ty.clone())),
        _ => object(rng),
    };
    collection(rng, &ty, element)
}

/// Returns `true` if any of the nested attributes is sensitive or write-only.
fn has_special(nested: &NestedType) -> bool {
    nested.attributes.iter().any(|one| {
        let is_special = one.sensitive || one.write_only;
        is_special || matches!(&one.ty, AttributeType::Nested(nested) if has_special(nested))
    })
}

fn collection(
    rng: &mut Rng,
    ty: &Type,
    mut element: impl FnMut(&mut Rng, &Type) -> Result<Value>,
) -> Result<Value> {
    let count = rng.below(4);
    match ty {
        Type::List(ty) => {
            let elements = (0..count)
                .map(|_| element(rng, ty))
                .collect::<Result<Vec<_>>>()?;
            Value::list(Type::clone(ty), elements)
        }
        Type::Set(ty) => {
            let elements = (0..count)
                .map(|_| element(rng, ty))
                .collect::<Result<Vec<_>>>()?;
            Value::set(Type::clone(ty), elements)
        }
        Type::Map(ty) => {
            let keys = keys_of(rng, count).into_iter();
            let elements = keys.map(|key| Ok((key, element(rng, ty)?)));
            Value::map(Type::clone(ty), elements.collect::<Result<Vec<_>>>()?)
        }
        ty => element(rng, ty),
    }
}

pub(super) fn blocks(rng: &mut Rng, nested: &NestedBlock, unknowns: Unknowns) -> Result<Value> {
    let block = &nested.block;
    let ty = block.implied_type();
    let is_deep = block
        .block_types
        .iter()
        .any(|one| !one.block.block_types.is_empty());
    let count = rng.below(if is_deep { 2 } else { 4 });
    // Computed blocks are absent more often, so that the provider can set them.
    let count = if block.computed && rng.one_in(2) {
        0
    } else {
        count
    };
    let one = |rng: &mut Rng| config(rng, block, unknowns);
    let is_unknown = unknowns.is_some() && rng.one_in(8);
    let is_dynamic = ty.has_dynamic();
    match nested.nesting {
        Nesting::Single if count == 0 => Ok(Value::null(ty)),
        Nesting::Group if count == 0 => Ok(block.empty()),
        Nesting::Single | Nesting::Group => one(rng),
        Nesting::List | Nesting::Map if is_unknown && is_dynamic => {
            Ok(Value::unknown(Type::Dynamic))
        }
        Nesting::List if is_unknown => Ok(Value::unknown(Type::list(ty))),
        Nesting::Set if is_unknown => Ok(Value::unknown(Type::set(ty))),
        Nesting::Map if is_unknown => Ok(Value::unknown(Type::map(ty))),
        Nesting::Map => {
            let keys = keys_of(rng, count).into_iter();
            let entries = keys.map(|key| Ok((key, one(rng)?)));
            let entries = entries.collect::<Result<Vec<_>>>()?;
            if is_dynamic {
                Value::object(entries)
            } else {
                Value::map(ty, entries)
            }
        }
        nesting => {
            let elements = (0..count).map(|_| one(rng)).collect::<Result<Vec<_>>>()?;
            match nesting {
                Nesting::Set => Value::set(ty, elements),
                _ if is_dynamic => Ok(Value::tuple(elements)),
                _ => Value::list(ty, elements),
            }
        }
    }
}

/// Returns a random value of a type; the value is not null.
pub(super) fn value(rng: &mut Rng, ty: &Type, unknowns: Unknowns) -> Result<Value> {
    if is_unknown(rng, unknowns) {
        let typed = schema::nested_type(rng, 2, false).without_optional();
        let is_typed = *ty == Type::Dynamic && rng.one_in(2);
        return Ok(unknown(rng, if is_typed { &typed } else { ty }));
    }
    Ok(match ty {
        Type::String => Value::string(text(rng)),
        Type::Number => Value::from(number(rng)?),
        Type::Bool => Value::from(rng.one_in(2)),
        Type::Dynamic => {
            let object = Type::Object(ObjectType::new([("p", Type::String)]));
            let types = [
                &Type::String,
                &Type::Number,
                &Type::Bool,
                &Type::tuple([Type::String, Type::Number]),
                &object,
            ];
            let ty = match rng.below(4) {
                0 => schema::nested_type(rng, 2, false).without_optional(),
                _ => rng.pick(&types).clone(),
            };
            literal(&value(rng, &ty, None)?)?
        }
        Type::List(_) | Type::Set(_) | Type::Map(_) => {
            return collection(rng, ty, |rng, ty| part(rng, ty, unknowns));
        }
        Type::Tuple(types) => {
            let parts = types.iter().map(|ty| part(rng, ty, unknowns));
            Value::tuple(parts.collect::<Result<Vec<_>>>()?)
        }
        Type::Object(object) => {
            let member = |one: &tfvalue::types::ObjectAttribute| {
                Ok((one.name.to_string(), part(rng, &one.ty, unknowns)?))
            };
            Value::object(object.iter().map(member).collect::<Result<Vec<_>>>()?)?
        }
    })
}

/// Returns the value of a configuration without conversions: tuples and objects instead of collections.
fn literal(value: &Value) -> Result<Value> {
    if value.is_null() || value.is_unknown() {
        return Ok(value.clone());
    }
    let all = parts(value)
        .iter()
        .map(literal)
        .collect::<Result<Vec<_>>>()?;
    match value.ty() {
        Type::List(_) | Type::Set(_) | Type::Tuple(_) => Ok(Value::tuple(all)),
        Type::Map(_) | Type::Object(_) => Value::object(keys(value).into_iter().zip(all)),
        _ => Ok(value.clone()),
    }
}

fn part(rng: &mut Rng, ty: &Type, unknowns: Unknowns) -> Result<Value> {
    if rng.one_in(14) && *ty != Type::Dynamic {
        return Ok(Value::null(ty.clone()));
    }
    value(rng, ty, unknowns)
}

/// Returns an unknown value, with or without refinements. No value has a type with optional members, because Terraform
/// would compare this type with the type in the plan.
pub(super) fn unknown(rng: &mut Rng, ty: &Type) -> Value {
    let ty = &ty.without_optional();
    let known = Refinements::new();
    let known = if rng.one_in(2) {
        known.not_null()
    } else {
        known
    };
    let low = rng.below(3) as u64;
    let high = low + rng.below(3) as u64;
    let refined = match ty {
        _ if rng.one_in(2) => Ok(known),
        Type::String if rng.one_in(4) => known.full_prefix(&random::string(rng)),
        Type::String => known.full_prefix(["a", "ab", "b"][rng.below(3)]),
        Type::Number if rng.one_in(4) => match (random::number(rng), rng.one_in(2)) {
            (low, inclusive) if low.is_finite() => known.at_least(low, inclusive),
            // Terraform cannot store an infinity, and no number is greater than infinity.
            _ => Ok(known),
        },
        Type::Number if rng.one_in(2) => known.at_least(low, rng.one_in(2)),
        Type::Number => known
            .at_least(low, true)
            .and_then(|known| known.at_most(high + 1, rng.one_in(2))),
        Type::List(_) | Type::Set(_) | Type::Map(_) => known
            .min_length(low)
            .and_then(|known| known.max_length(high + 1)),
        _ => Ok(known),
    };
    let refined = refined.and_then(|known| Value::refined(ty.clone(), known));
    refined.unwrap_or_else(|_| Value::unknown(ty.clone()))
}

/// Replaces the unknown members of an object independently of each other.
pub(super) fn resolve_members(seed: u64, object: &Value) -> Result<Value> {
    let members = object.members().into_iter().flatten();
    let members = members.map(|(name, value)| {
        let rng = &mut Rng::new(seed, hash(name));
        Ok((name, resolve(rng, value)?))
    });
    Value::object(members.collect::<Result<Vec<_>>>()?)
}

/// The maximum number of values that are tried for an unknown value with refinements.
const RESOLUTIONS: usize = 400;

/// Replaces unknown values at every depth with known values that satisfy the refinements.
pub(super) fn resolve(rng: &mut Rng, all: &Value) -> Result<Value> {
    if !all.is_unknown() {
        let old = parts(all);
        if old.is_empty() {
            return Ok(all.clone());
        }
        let new = old.iter().map(|part| resolve(rng, part));
        return with_parts(all, new.collect::<Result<Vec<_>>>()?);
    }
    let ty = all.ty();
    let Some(known) = all.refinements() else {
        return value(rng, &ty, None);
    };
    for _ in 0..RESOLUTIONS {
        let candidate = match (known.known_prefix(), &ty) {
            (Some(prefix), Type::String) => Value::string(format!("{prefix}{}", rng.pick(TEXTS))),
            _ => value(rng, &ty, None)?,
        };
        if range_includes(&candidate, &known) != Some(false) {
            return Ok(candidate);
        }
    }
    let large = Value::from("1e60".parse::<Number>()?);
    let is_large = ty == Type::Number && range_includes(&large, &known) != Some(false);
    Ok(if is_large { large } else { Value::null(ty) })
}

/// Returns the plan of a correct provider: the proposed new state, in which computed attributes and blocks without a
/// value are either unknown or already known. The choice depends only on `seed` and the path, so that the same choice
/// is made for a second plan.
pub(super) fn plan(block: &Block, seed: u64, prior: &Value, proposed: &Value) -> Result<Value> {
    let proposed = computed::planned(block, seed, prior, proposed)?;
    map_attributes(block, &proposed, "", &mut |attribute, value, path| {
        if attribute.write_only {
            return Some(Value::null(value.ty()));
        }
        if attribute.name == CASE || !attribute.computed || !value.is_null() {
            return None;
        }
        let mut rng = Rng::new(seed, hash(path));
        let ty = attribute.implied_type();
        Some(match rng.below(4) {
            0 => value.clone(),
            1 => Value::unknown(ty),
            2 => unknown(&mut rng, &ty),
            _ => self::value(&mut rng, &ty, None).ok()?,
        })
    })
}

/// Returns the result of a correct provider: all values are known, and write-only attributes are null.
pub(super) fn state(rng: &mut Rng, block: &Block, value: &Value) -> Result<Value> {
    let known = map_attributes(block, value, "", &mut |attribute, value, _| {
        attribute.write_only.then(|| Value::null(value.ty()))
    })?;
    let known = known_blocks(rng, block, &known)?;
    let state = resolve(rng, &known)?;
    // Also set write-only attributes to null inside attributes that were unknown.
    map_attributes(block, &state, "", &mut |attribute, value, _| {
        attribute.write_only.then(|| Value::null(value.ty()))
    })
}

/// Removes unknown blocks, because a value of their dynamic type would crash Terraform, and replaces the blocks that
/// the provider sets with other blocks.
fn known_blocks(rng: &mut Rng, block: &Block, value: &Value) -> Result<Value> {
    if value.members().is_none() {
        return Ok(value.clone());
    }
    let none = block.empty();
    let members = keys(value).into_iter().zip(parts(value));
    let members = members.map(|(name, value)| {
        let Some(nested) = block.block_type(&name) else {
            return Ok((name, value));
        };
        let is_unknown = value.is_unknown() && nested.implied_type() == Type::Dynamic;
        let is_free = value.is_unknown() && value.refinements().is_none();
        let value = match none.get(&*name) {
            _ if nested.block.computed && is_free => computed::blocks(rng, nested)?,
            Some(none) if is_unknown => none.clone(),
            _ => each(&value, is_object(nested.nesting), "", &mut |value, _| {
                known_blocks(rng, &nested.block, value)
            })?,
        };
        Ok((name, value))
    });
    Value::object(members.collect::<Result<Vec<_>>>()?)
}

/// Returns a random state that is similar to a configuration.
pub(super) fn prior(rng: &mut Rng, block: &Block, config: &Value) -> Result<Value> {
    let filled = computed::filled(&mut rng.clone(), block, config)?;
    let filled = computed::in_prior(rng, block, &filled)?;
    state(rng, block, &filled)
}

/// The number of decimal digits that Terraform never changes. It computes with 512 bits.
const DIGITS: usize = 150;

/// Returns a number in which the digits that Terraform may change are replaced with zeros.
fn rounded(number: &Number) -> Result<Number> {
    let text = number.to_string();
    let digits = text.trim_start_matches(['-', '0', '.']);
    if digits.len() <= DIGITS {
        return Ok(number.clone());
    }
    let (kept, rest) = text.split_at(text.len() - digits.len() + DIGITS);
    let rest = rest.replace(|letter: char| letter.is_ascii_digit(), "0");
    Ok(format!("{kept}{rest}").parse()?)
}

/// Returns the value with the elements of sets in the order of their string forms, and with fewer digits in numbers
/// that Terraform may round.
pub(super) fn comparable(value: &Value) -> Result<Value> {
    if let Some(number) = value.as_number() {
        return Ok(Value::from(rounded(number)?));
    }
    let known = value.refinements();
    if let Some(known) = known.filter(|it| it.lower().is_some() || it.upper().is_some()) {
        let mut new = Refinements::new();
        if known.is_not_null() {
            new = new.not_null();
        }
        if let Some(low) = known.lower() {
            new = new.at_least(rounded(&low.value)?, low.inclusive)?;
        }
        if let Some(high) = known.upper() {
            new = new.at_most(rounded(&high.value)?, high.inclusive)?;
        }
        return Value::refined(value.ty(), new);
    }
    let old = parts(value);
    if old.is_empty() {
        return Ok(value.clone());
    }
    let mut new = old.iter().map(comparable).collect::<Result<Vec<_>>>()?;
    if matches!(value.ty(), Type::Set(_)) {
        new.sort_by_key(Value::to_string);
    }
    with_parts(value, new)
}

pub(super) fn hash(text: &str) -> u64 {
    let step = |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    text.bytes().fold(0xcbf2_9ce4_8422_2325, step)
}
