//! Nested blocks that contain dynamic: in the schema a list or map of objects, on the wire a
//! dynamic value, a tuple or an object of objects whose members are not wrapped again.
//!
//! Source: what Terraform does with dynamic inside list and map blocks.

use super::read::Reader;
use super::value::Decoder;
use crate::error::Result;
use crate::limits::MAX_DEPTH;
use crate::path::Step;
use crate::ty::Type;
use crate::value::Value;

/// Reads blocks that were written with their type in the schema. Each block may have different
/// dynamic types.
pub(super) fn blocks_from_slice(bytes: &[u8], ty: &Type) -> Result<Value> {
    let mut decoder = Decoder::new(Reader::new(bytes), MAX_DEPTH);
    if decoder.reader.at_unknown()? {
        return Ok(Value::unknown(Type::Dynamic));
    }
    if decoder.reader.nil()? {
        return Ok(Value::null(Type::Dynamic));
    }
    match ty {
        Type::List(element) => {
            let len = decoder.reader.array_len("a list of blocks")?;
            let blocks = (0..len).map(|at| {
                let block = decoder.value(element);
                block.map_err(|error| error.at_step(Step::Index(at as u64)))
            });
            Ok(Value::tuple(blocks.collect::<Result<Vec<_>>>()?))
        }
        Type::Map(element) => {
            let len = decoder.reader.map_len("a map of blocks")?;
            let blocks = (0..len).map(|_| {
                let label = decoder.reader.str("a label")?;
                let block = decoder.value(element);
                let block = block.map_err(|error| error.at_step(Step::Key(label.into())))?;
                Ok((label, block))
            });
            Value::object(blocks.collect::<Result<Vec<_>>>()?)
        }
        _ => decoder.value(ty),
    }
}
