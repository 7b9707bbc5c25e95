//! Simpler values, for smaller cases. Each simpler value has fewer parts, letters or digits, or is closer to zero, so
//! every search ends.

use tfvalue::{Number, Result, Type, Value};

use super::kinds::{Kind, kind};

/// The maximum length of a string in which single letters are removed and replaced.
const LETTERS: usize = 80;

/// Returns simpler values of a type, with the simplest first.
pub(super) fn of(value: &Value, ty: &Type) -> Vec<Value> {
    let null = Value::null(ty.clone());
    if *value == null {
        return Vec::new();
    }
    let mut found = vec![null];
    found.extend(value.as_str().map(strings).unwrap_or_default());
    found.extend(value.as_number().map(numbers).unwrap_or_default());
    found.extend((value.as_bool() == Some(true)).then(|| false.into()));
    let kind = kind(value);
    let parts: Vec<(String, Value)> = parts(value);
    if !matches!(kind, Some(Kind::Object)) {
        for index in 0..parts.len() {
            let mut fewer = parts.clone();
            fewer.remove(index);
            found.extend(with_parts(value, fewer).ok());
        }
    }
    for (index, (name, part)) in parts.iter().enumerate() {
        for new in of(part, &part_type(ty, index, name, part)) {
            let mut changed = parts.clone();
            changed[index].1 = new;
            found.extend(with_parts(value, changed).ok());
        }
    }
    if let Some(Kind::Map(_)) = kind {
        for index in 0..parts.len() {
            for key in shorter(&parts[index].0) {
                let mut changed = parts.clone();
                changed[index].0 = key;
                let is_new = parts.iter().all(|(other, _)| *other != changed[index].0);
                found.extend(with_parts(value, changed).ok().filter(|_| is_new));
            }
        }
    }
    found
}

fn strings(text: &str) -> Vec<Value> {
    let simple = ["a", "b"].into_iter().take_while(|simple| *simple != text);
    let shorter = match text {
        "a" | "b" => Vec::new(),
        _ => shorter(text),
    };
    let simple = simple.map(Value::from);
    simple.chain(shorter.into_iter().map(Value::from)).collect()
}

/// Returns shorter strings, and strings in which a letter is replaced with `a`.
fn shorter(text: &str) -> Vec<String> {
    let letters: Vec<char> = text.chars().collect();
    let count = letters.len();
    let mut found: Vec<String> = Vec::new();
    // The last of these strings lacks a single letter, so no length between two strings is missed.
    let mut removed = count / 2;
    while removed > 0 {
        found.push(letters[..count - removed].iter().collect());
        found.push(letters[removed..].iter().collect());
        removed /= 2;
    }
    if letters.iter().any(|letter| *letter != 'a') {
        found.push("a".repeat(count));
    }
    if count <= LETTERS {
        for index in 0..count {
            let without = letters[..index].iter().chain(&letters[index + 1..]);
            found.push(without.collect());
            if letters[index] != 'a' {
                let mut plain = letters.clone();
                plain[index] = 'a';
                found.push(plain.into_iter().collect());
            }
        }
    }
    found.dedup();
    found
}

fn numbers(number: &Number) -> Vec<Value> {
    let simple: Vec<Number> = [1, 2].map(Number::from).into();
    if simple.contains(number) {
        return simple
            .into_iter()
            .take_while(|simple| simple != number)
            .map(Value::from)
            .collect();
    }
    let mut found = simple;
    match number.as_i128() {
        Some(integer) => {
            if integer < 0 {
                found.extend(integer.checked_neg().map(Number::from));
            }
            let negative = [-1, -2].into_iter().filter(|other| integer < *other);
            found.extend(negative.map(Number::from));
            // `approach_zero` finds the integers in between.
        }
        None => found.extend(shorter_decimals(&number.to_string())),
    }
    found.retain(|other| other != number);
    found.into_iter().map(Value::from).collect()
}

/// Tries integers that are closer to zero until the closest failing integer is found, provided that all integers beyond
/// it also fail. Each failing integer is closer to zero than the previous failing integers. Integers between -3 and 3
/// have already been tried.
pub(super) fn approach_zero(integer: i128, mut fails: impl FnMut(i128) -> bool) {
    let mut fails = |size: u128| {
        let other = if integer < 0 {
            0i128.checked_sub_unsigned(size)
        } else {
            0i128.checked_add_unsigned(size)
        };
        other.is_some_and(&mut fails)
    };
    let mut least = integer.unsigned_abs();
    if least <= 3 {
        return;
    }
    if !fails(least - 1) {
        // The integer may be a multiple of some number instead of a limit.
        while least > 3 && fails(least / 2) {
            least /= 2;
        }
        return;
    }
    least -= 1;
    // Most limits are powers of two, and every other limit is close to a power of two.
    let (mut passes, mut power) = (1, least.ilog2());
    if fails(1 << power) {
        while power - passes > 1 {
            let middle = u32::midpoint(passes, power);
            if fails(1 << middle) {
                power = middle;
            } else {
                passes = middle;
            }
        }
        least = 1 << power;
        if !fails(least - 1) {
            return;
        }
        least -= 1;
    } else {
        passes = power;
    }
    let mut passes: u128 = 1 << passes;
    // Other limits are close to the last failing integer, such as numbers that a float rounds up to a power of two.
    let mut away = 16;
    while least - passes > away {
        if !fails(least - away) {
            passes = least - away;
            break;
        }
        least -= away;
        away *= 16;
    }
    while least - passes > 1 {
        let middle = u128::midpoint(passes, least);
        if fails(middle) {
            least = middle;
        } else {
            passes = middle;
        }
    }
}

/// Returns numbers with fewer digits.
fn shorter_decimals(text: &str) -> Vec<Number> {
    // A number in scientific notation with fewer digits can be greater.
    let Some((whole, fraction)) = text.split_once('.').filter(|_| !text.contains(['e', 'E']))
    else {
        return Vec::new();
    };
    let mut found = vec![whole.to_owned()];
    found.extend(text.strip_prefix('-').map(str::to_owned));
    if !matches!(whole, "0" | "-0") {
        found.push(format!("0.{fraction}"));
        found.extend((1..whole.len()).map(|count| format!("{}.{fraction}", &whole[..count])));
    }
    let mut removed = fraction.len() / 2;
    while removed > 0 {
        found.push(format!("{whole}.{}", &fraction[..fraction.len() - removed]));
        found.push(format!("{whole}.{}", &fraction[removed..]));
        removed /= 2;
    }
    found.iter().filter_map(|text| text.parse().ok()).collect()
}

/// Returns the type for a part of a value. Within a dynamic value, each part has its own type.
pub(super) fn part_type(ty: &Type, index: usize, name: &str, part: &Value) -> Type {
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

/// Returns a value of the same kind with the given parts.
fn with_parts(value: &Value, parts: Vec<(String, Value)>) -> Result<Value> {
    match kind(value) {
        Some(Kind::List(element)) => Value::list(element, values(parts)),
        Some(Kind::Set(element)) => Value::set(element, values(parts)),
        Some(Kind::Tuple) => Ok(Value::tuple(values(parts))),
        Some(Kind::Map(element)) => Value::map(element, parts),
        _ => Value::object(parts),
    }
}

fn values(parts: Vec<(String, Value)>) -> Vec<Value> {
    parts.into_iter().map(|(_, value)| value).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the smallest value with a property, and the number of values that were tried.
    fn smallest(value: Value, is_it: impl Fn(&Value) -> bool) -> (Value, usize) {
        let (mut value, mut tries) = (value, 0);
        loop {
            let smaller = of(&value, &value.ty()).into_iter().find(|smaller| {
                tries += 1;
                is_it(smaller)
            });
            match smaller {
                Some(smaller) => value = smaller,
                None => return (value, tries),
            }
        }
    }

    #[test]
    fn the_search_ends_at_the_limit() {
        let number = |text: &str| Value::from(text.parse::<Number>().unwrap());
        let (found, _) = smallest(number("99.999"), |value| {
            value.as_number().is_some_and(|it| {
                it.to_string()
                    .split('.')
                    .nth(1)
                    .is_some_and(|it| it.len() > 2)
            })
        });
        assert_eq!(found, number("0.999"));
        let long = |value: &Value| value.as_str().is_some_and(|it| it.chars().count() > 64);
        let (found, tries) = smallest("日".repeat(1025).into(), long);
        assert_eq!((found, tries < 2000), ("a".repeat(65).into(), true));
        let (found, _) = smallest("a\r\nb\r\n".into(), |value| {
            value.as_str().is_some_and(|it| it.ends_with('\n'))
        });
        assert_eq!(found, "\n".into());
    }
}
