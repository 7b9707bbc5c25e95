//! What Terraform checks in a plan, written from its rules (`AssertPlanValid`).

use tfvalue::schema::{Attribute, AttributeType, Block, Nesting};
use tfvalue::{Type, Value};

/// Returns why Terraform rejects a plan.
pub(crate) fn faults(block: &Block, prior: &Value, config: &Value, planned: &Value) -> Vec<String> {
    let mut faults = Vec::new();
    body(block, prior, config, planned, "", &mut faults);
    faults
}

fn body(
    block: &Block,
    prior: &Value,
    config: &Value,
    planned: &Value,
    at: &str,
    faults: &mut Vec<String>,
) {
    if config.is_null() != planned.is_null() {
        faults.push(format!("{at}: planned and configured existence differ"));
    }
    if config.is_null() || planned.is_null() {
        return;
    }
    members(&block.attributes, prior, config, planned, at, faults);
    for nested in &block.block_types {
        let name = &nested.type_name;
        let (p, c, n) = (part(prior, name), part(config, name), part(planned, name));
        let at = format!("{at}.{name}");
        if n.is_null() && nested.nesting != Nesting::Single {
            faults.push(format!("{at}: null blocks"));
            continue;
        }
        if n == c {
            continue;
        }
        if c.is_unknown() || n.is_unknown() {
            faults.push(format!("{at}: unknown blocks differ"));
            continue;
        }
        let object = |p: &Value, c: &Value, n: &Value, at: &str, faults: &mut Vec<String>| {
            if n.is_unknown() {
                faults.push(format!("{at}: unknown element"));
                return;
            }
            body(&nested.block, p, c, n, at, faults);
        };
        match nested.nesting {
            Nesting::Single | Nesting::Group => object(&p, &c, &n, &at, faults),
            Nesting::Set => {
                if n.elements().into_iter().flatten().any(Value::is_unknown) {
                    faults.push(format!("{at}: unknown element"));
                }
            }
            _ => each(&p, &c, &n, &at, faults, object),
        }
    }
}

fn members(
    attributes: &[Attribute],
    prior: &Value,
    config: &Value,
    planned: &Value,
    at: &str,
    faults: &mut Vec<String>,
) {
    for attribute in attributes {
        let name = &attribute.name;
        let (p, c, n) = (part(prior, name), part(config, name), part(planned, name));
        member(attribute, &p, &c, &n, &format!("{at}.{name}"), faults);
    }
}

fn member(
    attribute: &Attribute,
    p: &Value,
    c: &Value,
    n: &Value,
    at: &str,
    faults: &mut Vec<String>,
) {
    let is_same = n == c || n.is_unknown() && c.is_unknown();
    if is_same || n == p && !p.is_null() && !c.is_null() {
        if attribute.write_only && !n.is_null() {
            faults.push(format!("{at}: write-only value"));
        }
        return;
    }
    if attribute.write_only {
        if !n.is_null() {
            faults.push(format!("{at}: write-only value"));
        }
        return;
    }
    if attribute.computed && (!attribute.optional || c.is_null()) {
        return;
    }
    if c.is_null() {
        faults.push(format!("{at}: planned value for a non-computed attribute"));
        return;
    }
    let AttributeType::Nested(nested) = &attribute.ty else {
        faults.push(format!(
            "{at}: does not match the configuration: {n} for {c} after {p}"
        ));
        return;
    };
    if n.is_null() || n.is_unknown() {
        faults.push(format!("{at}: planned {n} for a configured value"));
        return;
    }
    let object = |p: &Value, c: &Value, n: &Value, at: &str, faults: &mut Vec<String>| {
        members(&nested.attributes, p, c, n, at, faults);
    };
    match nested.nesting {
        Nesting::Single | Nesting::Group => object(p, c, n, at, faults),
        Nesting::Set => {
            let counts = [c, n].map(|value| value.elements().into_iter().flatten().count());
            let is_open = [c, n].iter().any(|value| !value.is_wholly_known());
            if counts[0] != counts[1] && !is_open {
                faults.push(format!("{at}: the number of elements differs"));
            }
        }
        _ => each(p, c, n, at, faults, object),
    }
}

type Faults<'a> = &'a mut Vec<String>;

fn each(
    p: &Value,
    c: &Value,
    n: &Value,
    at: &str,
    faults: Faults<'_>,
    check: impl Fn(&Value, &Value, &Value, &str, Faults<'_>),
) {
    let none = || Value::null(Type::Dynamic);
    if let (Some(configs), Some(planned)) = (c.elements(), n.elements()) {
        let (configs, planned): (Vec<_>, Vec<_>) = (configs.collect(), planned.collect());
        if configs.len() != planned.len() {
            faults.push(format!("{at}: the number of elements differs"));
            return;
        }
        for (index, (c, n)) in configs.into_iter().zip(planned).enumerate() {
            let p = p.get(index).cloned().unwrap_or_else(none);
            check(&p, c, n, &format!("{at}[{index}]"), faults);
        }
        return;
    }
    let keys = |value: &Value| {
        value
            .entries()
            .into_iter()
            .flatten()
            .map(|(key, _)| key.to_owned())
            .collect::<Vec<_>>()
    };
    if keys(c) != keys(n) {
        faults.push(format!("{at}: the keys differ"));
        return;
    }
    for key in keys(c) {
        let of = |value: &Value| value.get(key.as_str()).cloned().unwrap_or_else(none);
        check(&of(p), &of(c), &of(n), &format!("{at}[{key:?}]"), faults);
    }
}

/// Returns a member; null below a parent that is null.
fn part(object: &Value, name: &str) -> Value {
    object
        .get(name)
        .cloned()
        .unwrap_or_else(|| Value::null(Type::Dynamic))
}
