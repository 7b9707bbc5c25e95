//! Mutations of the wire form in MessagePack and in JSON.

use rmpv::Value as Tree;
use serde_json::{Value as Json, json};
use tfvalue::tfplugin6::DynamicValue;
use tfvalue::{Result, Type, Value, json};

use super::schema::CASE;
use crate::random::Rng;

/// Changes the MessagePack of a response in ways that most readers would reject, or would accept for another reason.
pub(super) fn in_msgpack(rng: &mut Rng, bytes: &[u8]) -> (DynamicValue, &'static str) {
    let mut tree = rmpv::decode::read_value(&mut &*bytes).expect("valid MessagePack");
    let mut out = Vec::new();
    let name = match rng.below(12) {
        0 => {
            wide(&mut out, &tree);
            "wire: widest headers"
        }
        1 => {
            out.extend(bytes);
            out.extend([0xc1, 0xff]);
            "wire: bytes after the value"
        }
        _ => {
            let mut left = 1 + rng.below(count(&tree).max(2) - 1);
            let name = visit(&mut tree, &mut left, rng).unwrap_or(super::mutate::NOTHING);
            rmpv::encode::write_value(&mut out, &tree).expect("writing to memory");
            name
        }
    };
    let response = DynamicValue {
        msgpack: out,
        ..Default::default()
    };
    (response, name)
}

fn count(tree: &Tree) -> usize {
    1 + match tree {
        Tree::Array(all) => all.iter().map(count).sum(),
        Tree::Map(all) => all.iter().map(|(_, value)| count(value)).sum::<usize>(),
        _ => 0,
    }
}

/// Changes the part with the given number, counted in the order of the bytes.
fn visit(tree: &mut Tree, left: &mut usize, rng: &mut Rng) -> Option<&'static str> {
    if *left == 0 {
        return Some(damage(tree, rng));
    }
    *left -= 1;
    match tree {
        Tree::Array(all) => all.iter_mut().find_map(|one| visit(one, left, rng)),
        Tree::Map(all) => {
            let mut others = all.iter_mut().filter(|(key, _)| key.as_str() != Some(CASE));
            others.find_map(|(_, value)| visit(value, left, rng))
        }
        _ => None,
    }
}

fn damage(tree: &mut Tree, rng: &mut Rng) -> &'static str {
    if rng.one_in(2)
        && let Some(name) = alike(tree, rng)
    {
        return name;
    }
    let (name, new) = match rng.below(9) {
        0 => ("wire: nil", Tree::Nil),
        1 => ("wire: bool", true.into()),
        2 => ("wire: number", 7.into()),
        3 => ("wire: string", "x".into()),
        4 => ("wire: array", Tree::Array(vec![Tree::Nil; rng.below(2)])),
        5 => {
            let entry = ("zzz".into(), Tree::Nil);
            ("wire: map", Tree::Map(vec![entry; rng.below(2)]))
        }
        6 => ("wire: unknown", Tree::Ext(0, vec![0])),
        7 => {
            let code = [0, 1, 13, -1][rng.below(4)];
            ("wire: long extension", Tree::Ext(code, vec![0; 2]))
        }
        _ => {
            let bodies = [
                &[0x80][..],
                &[0x81, 1, 0xc2],
                &[0x81, 2, 0xa1, b'a'],
                &[0, 0],
            ];
            (
                "wire: refinements",
                Tree::Ext(12, rng.pick(&bodies).to_vec()),
            )
        }
    };
    *tree = new;
    name
}

/// Writes a value in another form, or changes the parts of a container.
fn alike(tree: &mut Tree, rng: &mut Rng) -> Option<&'static str> {
    Some(match tree {
        Tree::Map(all) if all.len() > 1 => match rng.below(6) {
            0 => {
                all.remove(rng.below(all.len()));
                "wire: entry removed"
            }
            1 => {
                all.push(("zzz".into(), Tree::Nil));
                "wire: entry added"
            }
            2 => {
                all.reverse();
                "wire: entries reversed"
            }
            3 => {
                all[0].0 = all[1].0.clone();
                "wire: duplicate key"
            }
            4 => {
                let key = all[0].0.as_str().unwrap_or_default().as_bytes().to_vec();
                all[0].0 = Tree::Binary(key);
                "wire: key as bin"
            }
            _ => {
                all[0].0 = [Tree::Nil, true.into(), 7.into()][rng.below(3)].clone();
                "wire: key of another kind"
            }
        },
        Tree::Map(all) => {
            let values = all.iter().map(|(_, value)| value.clone());
            *tree = Tree::Array(values.collect());
            "wire: array for map"
        }
        Tree::Array(all) if !all.is_empty() => match rng.below(3) {
            0 => {
                all.pop();
                "wire: element removed"
            }
            1 => {
                all.push(Tree::Nil);
                "wire: nil added"
            }
            _ => {
                let keys = all.iter().enumerate();
                let entries = keys.map(|(key, value)| (key.to_string().into(), value.clone()));
                *tree = Tree::Map(entries.collect());
                "wire: map for array"
            }
        },
        Tree::Integer(number) => {
            let float = number.as_f64().unwrap_or_default();
            let text = number.to_string();
            *tree = [
                Tree::F64(float),
                Tree::F32(float as f32),
                text.into(),
                format!("{number}.0").into(),
            ][rng.below(4)]
            .clone();
            "wire: number in another form"
        }
        Tree::F64(number) => {
            let text = number.to_string();
            *tree = [Tree::F32(*number as f32), text.into()][rng.below(2)].clone();
            "wire: number in another form"
        }
        Tree::Boolean(value) => {
            *tree = [Tree::from(u8::from(*value)), value.to_string().into()][rng.below(2)].clone();
            "wire: bool in another form"
        }
        Tree::String(text) => {
            let mut bytes = text.as_bytes().to_vec();
            if rng.one_in(2) {
                *tree = Tree::Binary(bytes);
                "wire: string as bin"
            } else {
                bytes.insert(rng.below(bytes.len() + 1), 0xff);
                *tree = Tree::Binary(bytes);
                "wire: string that is not UTF-8"
            }
        }
        _ => return None,
    })
}

/// Writes each header in its longest form.
fn wide(out: &mut Vec<u8>, tree: &Tree) {
    let mut header = |marker: u8, len: usize| {
        out.push(marker);
        out.extend((len as u32).to_be_bytes());
    };
    match tree {
        Tree::Array(all) => {
            header(0xdd, all.len());
            all.iter().for_each(|one| wide(out, one));
        }
        Tree::Map(all) => {
            header(0xdf, all.len());
            for (key, value) in all {
                wide(out, key);
                wide(out, value);
            }
        }
        Tree::String(text) => {
            header(0xdb, text.as_bytes().len());
            out.extend(text.as_bytes());
        }
        Tree::Binary(bytes) => {
            header(0xc6, bytes.len());
            out.extend(bytes);
        }
        Tree::Integer(number) if number.is_i64() => {
            out.push(0xd3);
            out.extend(number.as_i64().unwrap_or_default().to_be_bytes());
        }
        Tree::Ext(code, payload) => {
            header(0xc9, payload.len());
            out.push(*code as u8);
            out.extend(payload);
        }
        other => rmpv::encode::write_value(out, other).expect("writing to memory"),
    }
}

/// Writes a response as JSON, often with a change. Fails if the value cannot be represented in JSON.
pub(super) fn in_json(
    rng: &mut Rng,
    value: &Value,
    ty: &Type,
) -> Result<(DynamicValue, &'static str)> {
    let text = json::value_to_string(value, ty)?;
    let (text, name) = match rng.below(8) {
        0 => (format!(" {text}\n"), "JSON"),
        1 => (format!("{text} x"), "JSON: text after the value"),
        2 => {
            let member = format!("{{\"{CASE}\":\"1\",");
            (text.replacen('{', &member, 1), "JSON: duplicate member")
        }
        3 => (
            text.replacen(":\"", ":\"\\ud800", 1),
            "JSON: half a character",
        ),
        _ => {
            let mut tree: Json = serde_json::from_str(&text).expect("JSON");
            let mut left = 1 + rng.below(json_count(&tree).max(2) - 1);
            let name = json_visit(&mut tree, &mut left, rng).unwrap_or("JSON");
            (tree.to_string(), name)
        }
    };
    let response = DynamicValue {
        json: text.into_bytes(),
        ..Default::default()
    };
    Ok((response, name))
}

fn json_count(tree: &Json) -> usize {
    1 + match tree {
        Json::Array(all) => all.iter().map(json_count).sum(),
        Json::Object(all) => all.values().map(json_count).sum::<usize>(),
        _ => 0,
    }
}

fn json_visit(tree: &mut Json, left: &mut usize, rng: &mut Rng) -> Option<&'static str> {
    if *left == 0 {
        return Some(json_damage(tree, rng));
    }
    *left -= 1;
    match tree {
        Json::Array(all) => all.iter_mut().find_map(|one| json_visit(one, left, rng)),
        Json::Object(all) => {
            let mut others = all.iter_mut().filter(|(key, _)| *key != CASE);
            others.find_map(|(_, value)| json_visit(value, left, rng))
        }
        _ => None,
    }
}

fn json_damage(tree: &mut Json, rng: &mut Rng) -> &'static str {
    let (name, new) = match (&*tree, rng.below(8)) {
        (_, 0) => ("JSON: null", Json::Null),
        (_, 1) => ("JSON: bool", true.into()),
        (_, 2) => ("JSON: number", json!(7.5)),
        (_, 3) => ("JSON: string", "True".into()),
        (Json::Object(all), 4) => {
            let rest = all.iter().skip(1);
            let rest = rest.map(|(key, value)| (key.clone(), value.clone()));
            ("JSON: member removed", Json::Object(rest.collect()))
        }
        (Json::Object(all), _) => {
            let mut all = all.clone();
            all.insert("zzz".to_owned(), Json::Null);
            ("JSON: member added", all.into())
        }
        (Json::Array(all), 4) => {
            let rest = all.iter().skip(1).cloned();
            ("JSON: element removed", Json::Array(rest.collect()))
        }
        (Json::Array(all), _) => {
            let more = all.iter().cloned().chain([Json::Null]);
            ("JSON: element added", Json::Array(more.collect()))
        }
        (Json::Number(number), _) => ("JSON: string for a number", number.to_string().into()),
        (Json::Bool(value), _) => {
            let text = if rng.one_in(2) {
                value.to_string()
            } else {
                u8::from(*value).to_string()
            };
            ("JSON: string for a bool", text.into())
        }
        (_, 4) => ("JSON: empty object", json!({})),
        (_, 5) => ("JSON: object", json!({ "zzz": 1 })),
        _ => ("JSON: array", json!([[], null])),
    };
    *tree = new;
    name
}
