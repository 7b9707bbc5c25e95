//! Finds the secrets in a value without reading the other parts of the value.

use std::borrow::Cow;

use super::mask::Masks;
use crate::error::{Error, Result};
use crate::limits::MAX_DEPTH;
use crate::msgpack::read::Reader;
use crate::msgpack::value_to_vec;
use crate::nfc::nfc;
use crate::schema::members::SchemaMembers;
use crate::schema::{Block, Nesting};
use crate::tfplugin::messages::DynamicValue;
use crate::ty::Type;

/// The sensitive and write-only attributes at any depth of a block, keyed by the names of the members.
#[derive(Default)]
pub(crate) struct SecretPlaces(Vec<(Cow<'static, str>, SecretPlace)>);

enum SecretPlace {
    /// The value is a secret.
    Secret,
    /// Objects contain secrets.
    Inside(Nesting, SecretPlaces),
}

impl SecretPlaces {
    /// Finds the secret attributes in a schema.
    pub(crate) fn of(block: &Block) -> Self {
        SecretPlaces::of_members(SchemaMembers::of_block(block))
    }

    fn of_members(members: SchemaMembers<'_>) -> Self {
        let places = members.iter().filter_map(|member| {
            let place = match member.objects() {
                _ if member.is_secret() => SecretPlace::Secret,
                Some((nesting, members)) => match SecretPlaces::of_members(members) {
                    places if places.is_empty() => return None,
                    places => SecretPlace::Inside(nesting, places),
                },
                None => return None,
            };
            Some((member.name().to_owned().into(), place))
        });
        SecretPlaces(places.collect())
    }

    /// Returns `true` if there are no secrets.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds the secrets of a value.
    ///
    /// # Errors
    ///
    /// Fails if the value does not match the type. In this case, the secrets before the mismatch are added.
    pub(crate) fn add_to(&self, masks: &mut Masks, value: &DynamicValue, ty: &Type) -> Result<()> {
        if value.msgpack.is_empty() {
            let bytes = value_to_vec(&value.decode_value(ty)?, ty)?;
            self.object(masks, &mut Reader::new(&bytes))
        } else {
            self.object(masks, &mut Reader::new(&value.msgpack))
        }
    }

    fn object(&self, masks: &mut Masks, reader: &mut Reader<'_>) -> Result<()> {
        if is_absent(reader)? {
            return reader.skip();
        }
        for _ in 0..reader.map_len("an object")? {
            let name = reader.str("a name")?;
            match self.0.iter().find(|(known, _)| *known == name) {
                Some((_, SecretPlace::Secret)) => secret(masks, reader, MAX_DEPTH)?,
                Some((_, SecretPlace::Inside(nesting, members))) => {
                    members.objects(*nesting, masks, reader)?;
                }
                None => reader.skip()?,
            }
        }
        Ok(())
    }

    fn objects(&self, nesting: Nesting, masks: &mut Masks, reader: &mut Reader<'_>) -> Result<()> {
        if is_absent(reader)? {
            return reader.skip();
        }
        // Blocks that contain dynamic values are sent with their type.
        skip_type(reader)?;
        match nesting {
            Nesting::Single | Nesting::Group => self.object(masks, reader)?,
            Nesting::List | Nesting::Set => {
                for _ in 0..reader.array_len("a list")? {
                    self.object(masks, reader)?;
                }
            }
            Nesting::Map => {
                for _ in 0..reader.map_len("a map")? {
                    reader.skip()?;
                    self.object(masks, reader)?;
                }
            }
        }
        Ok(())
    }
}

/// Adds all strings and numbers in a value, but no keys.
fn secret(masks: &mut Masks, reader: &mut Reader<'_>, depth: u8) -> Result<()> {
    skip_type(reader)?;
    match reader.peek()? {
        _ if is_absent(reader)? => reader.skip(),
        0xc2 | 0xc3 => reader.skip(), // a bool
        0xa0..=0xbf | 0xc4..=0xc6 | 0xd9..=0xdb => {
            masks.add(&nfc(reader.str("a string")?));
            Ok(())
        }
        0x80..=0x9f | 0xdc..=0xdf if depth == 0 => Err(Error::too_deep()),
        0x90..=0x9f | 0xdc | 0xdd => {
            let len = reader.array_len("a list")?;
            (0..len).try_for_each(|_| secret(masks, reader, depth - 1))
        }
        0x80..=0x8f | 0xde | 0xdf => {
            for _ in 0..reader.map_len("a map")? {
                reader.skip()?;
                secret(masks, reader, depth - 1)?;
            }
            Ok(())
        }
        _ => {
            masks.add(&reader.parsed_number()?.to_string());
            Ok(())
        }
    }
}

/// Skips the type of a dynamic value. A dynamic value is an array that contains the type and the value. Only a type is
/// encoded as binary.
fn skip_type(reader: &mut Reader<'_>) -> Result<()> {
    let start = reader.pos();
    if reader.peek()? == 0x92 {
        reader.array_len("a type and a value")?;
        if matches!(reader.peek()?, 0xc4..=0xc6) {
            return reader.skip();
        }
        reader.seek(start);
    }
    Ok(())
}

/// Returns `true` if the next value is null or unknown.
fn is_absent(reader: &Reader<'_>) -> Result<bool> {
    Ok(reader.peek()? == 0xc0 || reader.at_unknown()?)
}
