//! Values that contain a secret and whose types differ from the types of their attributes.

use tfvalue::{TfSchema, Type, Value, types::Refinements};

use super::{DIGITS, SECRET, Vault};

pub(super) fn object<const N: usize>(members: [(&str, Value); N]) -> Value {
    Value::object(members).unwrap()
}

fn map(element: &Value) -> Value {
    let other = Value::null(element.ty());
    Value::map(Type::Dynamic, [(SECRET, element.clone()), ("z", other)]).unwrap()
}

/// Returns values with the secret everywhere: in strings, digits, keys, names, types and refinements.
pub(super) fn secrets() -> Vec<Value> {
    let text = Value::from(SECRET);
    let number = Value::from(DIGITS.parse::<i64>().unwrap());
    let prefix = Refinements::new().full_prefix(SECRET).unwrap();
    let least = Refinements::new().at_least(DIGITS.parse::<i64>().unwrap(), true);
    let mut all = vec![
        text.clone(),
        Value::from("1"),
        Value::from(true),
        number.clone(),
        Value::refined(Type::String, prefix).unwrap(),
        Value::refined(Type::Number, least.unwrap()).unwrap(),
    ];
    for part in all.clone() {
        let named = object([(SECRET, part.clone())]);
        all.extend([map(&part), map(&named), named]);
        all.push(object([("pin", part.clone()), ("keys", map(&part))]));
        all.push(object([
            ("keys", object([(SECRET, part.clone())])),
            ("pin", 1.into()),
        ]));
        let keys = Value::null(Type::map(Type::Number));
        let id = object([("id", part.clone()), (SECRET, part.clone())]);
        let whole = [("pin", 1.into()), ("keys", keys), ("inner", map(&id))];
        all.push(object(whole.clone()));
        let surplus = whole.into_iter().chain([(SECRET, part)]);
        all.push(Value::object(surplus).unwrap());
    }
    let collections = all.clone().into_iter().flat_map(|part| {
        let null = Value::null(part.ty());
        [
            Value::list(Type::Dynamic, [part.clone(), null.clone()]).unwrap(),
            Value::set(Type::Dynamic, [part.clone(), null]).unwrap(),
            Value::tuple([part.clone(), Value::from(1)]),
            map(&part),
        ]
    });
    all.extend(collections.collect::<Vec<_>>());
    let types = all.iter().map(Value::ty).collect::<Vec<_>>();
    all.extend(types.iter().cloned().map(Value::null));
    all.extend(types.into_iter().map(Value::unknown));
    all
}

/// Returns objects in which one sensitive attribute has the value.
pub(super) fn vaults(empty: &Value, secret: &Value) -> Vec<Value> {
    let with = |object: &Value, name: &str, value: &Value| {
        let members = object.members().unwrap();
        let members =
            members.map(|(own, old)| (own, if own == name { value } else { old }.clone()));
        Value::object(members).unwrap()
    };
    let mut all = Vec::new();
    for attribute in Vault::block()
        .attributes
        .iter()
        .filter(|one| one.sensitive || one.write_only)
    {
        all.push(with(empty, &attribute.name, secret));
    }
    let login = object([
        ("pin", Value::null(Type::Number)),
        ("keys", Value::null(Type::map(Type::Number))),
    ]);
    for name in ["pin", "keys"] {
        let login = with(&login, name, secret);
        let null = Value::null(login.ty());
        let list = Value::list(Type::Dynamic, [login.clone(), null]).unwrap();
        let set = Value::set(Type::Dynamic, [login.clone()]).unwrap();
        let map = Value::map(Type::Dynamic, [("k", login.clone())]).unwrap();
        all.extend([
            with(empty, "open", &login),
            with(empty, "logins", &list),
            with(empty, "login_set", &set),
            with(empty, "login_map", &map),
            with(empty, "door", &list),
            with(empty, "door", &Value::tuple([login.clone()])),
            with(empty, "key", &set),
        ]);
    }
    all
}
