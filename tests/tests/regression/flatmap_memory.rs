//! A flatmap declares the length of a list with a count entry. Each counted element used memory for all members of its
//! type, even if there were no entries for the element.

use tfvalue::{Type, Value, errors::Category, types::ObjectType};

fn wide(attributes: usize) -> Type {
    let names = (0..attributes).map(|at| (format!("a{at}"), Type::String));
    Type::Object(ObjectType::new(names))
}

fn root(attributes: impl IntoIterator<Item = (String, Type)>) -> Type {
    Type::Object(ObjectType::new(attributes))
}

#[track_caller]
fn assert_limited(entries: &[(String, String)], ty: &Type) {
    let entries = entries.iter().map(|(k, v)| (k.as_str(), v.as_str()));
    let error = Value::from_flatmap(entries, ty).unwrap_err();
    assert_eq!(error.category(), Category::Limit, "{error}");
}

#[test]
fn limits_elements_without_entries() {
    let lists = |count: usize, len: usize| -> Vec<(String, String)> {
        (0..count)
            .map(|at| (format!("l{at}.#"), len.to_string()))
            .collect()
    };
    let types = |count: usize, element: &Type| {
        root((0..count).map(|at| (format!("l{at}"), Type::list(element.clone()))))
    };
    // Each list is short, but there are many lists.
    assert_limited(&lists(1_000, 1_000), &types(1_000, &Type::Bool));
    assert_limited(&lists(100, 100), &types(100, &wide(100)));
    // Each set has an element without entries.
    let sets: Vec<_> = (0..1_000)
        .flat_map(|at| [format!("s{at}.#"), format!("s{at}.1.a0")])
        .map(|key| (key, "1".to_owned()))
        .collect();
    let ty = root((0..1_000).map(|at| (format!("s{at}"), Type::set(wide(1_000)))));
    assert_limited(&sets, &ty);
}

/// Map keys can contain dots, so the same entry may be in several maps.
#[test]
fn limits_keys_in_several_maps() {
    let keys = (0..300).map(|depth| format!("m{}", ".%".repeat(depth)));
    let entries: Vec<_> = keys.map(|key| (key, "1".to_owned())).collect();
    let ty = Type::map(Type::map(Type::map(Type::String)));
    assert_limited(&entries, &root([("m".to_owned(), ty)]));
}

#[test]
fn values_may_be_null() {
    let ty = root([("l".to_owned(), Type::list(wide(100)))]);
    let value = Value::from_flatmap([("l.#", "100")], &ty).unwrap();
    assert_eq!(value.get("l").unwrap().elements().unwrap().len(), 100);
    // Elements with entries do not count toward the limit.
    let entries: Vec<_> = (0..100_000)
        .map(|at| (format!("l.{}.a{}", at / 100, at % 100), "x"))
        .chain([("l.#".to_owned(), "1000")])
        .collect();
    let entries = entries.iter().map(|(key, text)| (key.as_str(), *text));
    let value = Value::from_flatmap(entries, &ty).unwrap();
    assert_eq!(value.get("l").unwrap().elements().unwrap().len(), 1_000);
}
