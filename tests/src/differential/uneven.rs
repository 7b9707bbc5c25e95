//! Values that contain dynamic values inside collections; they are written without checking types.

use tfvalue::{Type, Value, json, msgpack};

use crate::random::Tree;

/// Writes a tree as MessagePack.
pub(super) fn msgpack(tree: &Tree, out: &mut Vec<u8>) -> tfvalue::Result<()> {
    match tree {
        Tree::Null => out.push(0xc0),
        Tree::Unknown => out.extend(b"\xd4\0\0"),
        Tree::Scalar(value) => out.extend(msgpack::value_to_vec(value, &value.ty())?),
        Tree::Dynamic(value) => out.extend(msgpack::value_to_vec(value, &Type::Dynamic)?),
        Tree::List(parts) | Tree::Set(parts) | Tree::Tuple(parts) => {
            out.push(0x90 | parts.len() as u8);
            for part in parts {
                msgpack(part, out)?;
            }
        }
        Tree::Map(parts) | Tree::Object(parts) => {
            out.push(0x80 | parts.len() as u8);
            for (key, part) in parts {
                msgpack(&Tree::Scalar(Value::from(&**key)), out)?;
                msgpack(part, out)?;
            }
        }
    }
    Ok(())
}

/// Writes a tree as JSON. Fails if there is an unknown value.
pub(super) fn json(tree: &Tree) -> tfvalue::Result<String> {
    Ok(match tree {
        Tree::Null => "null".to_owned(),
        Tree::Unknown => return Err(tfvalue::Error::msg("JSON has no unknown values")),
        Tree::Scalar(value) => json::value_to_string(value, &value.ty())?,
        Tree::Dynamic(value) => json::value_to_string(value, &Type::Dynamic)?,
        Tree::List(parts) | Tree::Set(parts) | Tree::Tuple(parts) => {
            let parts: tfvalue::Result<Vec<_>> = parts.iter().map(json).collect();
            format!("[{}]", parts?.join(","))
        }
        Tree::Map(parts) | Tree::Object(parts) => {
            let entry = |(key, part)| Ok(format!("\"{key}\":{}", json(part)?));
            let parts: tfvalue::Result<Vec<_>> = parts.iter().map(entry).collect();
            format!("{{{}}}", parts?.join(","))
        }
    })
}

/// Returns `true` if an error reports that the elements of a collection have different types.
pub(super) fn is_about_types(error: &tfvalue::Error) -> bool {
    error
        .message()
        .starts_with("the same type as in the other elements is required")
}
