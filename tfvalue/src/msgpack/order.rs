//! Puts the entries of maps and the elements of sets into canonical order, after they were
//! written.
//!
//! Source: wire format and reference implementation: keys bytewise; sets of strings bytewise, of
//! numbers by value, of bools false first; then unknowns, then nulls. Sets of anything else keep
//! the order in which they came.

use std::cmp::Ordering;
use std::collections::HashSet;

use super::read::Reader;
use crate::error::{Error, Result};
use crate::number::Number;

/// Sorts `count` entries that stand at the end of `out`, from `start` on.
///
/// # Errors
///
/// If a key is there twice.
#[cold]
pub(super) fn sort_entries(out: &mut Vec<u8>, start: usize, count: usize) -> Result<()> {
    let mut entries = Vec::with_capacity(count);
    let mut reader = Reader::new(&out[start..]);
    for _ in 0..count {
        let from = reader.pos();
        let key = reader.str("a key")?;
        reader.skip()?;
        entries.push((key, reader.since(from)));
    }
    entries.sort_by_key(|(key, _)| *key);
    if let Some(twice) = entries.windows(2).find(|pair| pair[0].0 == pair[1].0) {
        return Err(Error::repeated(twice[0].0));
    }
    let sorted: Vec<u8> = entries
        .into_iter()
        .flat_map(|(_, bytes)| bytes)
        .copied()
        .collect();
    out.truncate(start);
    out.extend_from_slice(&sorted);
    Ok(())
}

/// Puts the set that stands at the end of `out`, from `start` on, into canonical form.
///
/// With `number_text`, strings among its elements are numbers.
pub(super) fn normalise_set(out: &mut Vec<u8>, start: usize, number_text: bool) -> Result<()> {
    let mut reader = Reader::new(&out[start..]);
    if reader.at_unknown()? || reader.nil()? {
        return Ok(());
    }
    let count = reader.array_len("a set")?;
    let mut elements = Vec::with_capacity(count);
    for _ in 0..count {
        elements.push(element(&mut reader, number_text)?);
    }
    if elements
        .iter()
        .all(|(rank, _)| !matches!(rank, Rank::Compound { .. }))
    {
        elements.sort_by(|(a, _), (b, _)| a.cmp_primitive(b));
        elements.dedup_by(|(a, _), (b, _)| a.same(b));
    } else {
        let mut seen = HashSet::with_capacity(count);
        elements.retain(|(rank, bytes)| rank.holds_unknown() || seen.insert(*bytes));
    }
    let mut set = Vec::with_capacity(out.len() - start);
    super::write::array_len(&mut set, elements.len())?;
    elements
        .iter()
        .for_each(|(_, bytes)| set.extend_from_slice(bytes));
    out.truncate(start);
    out.extend_from_slice(&set);
    Ok(())
}

/// What decides the place of an element.
enum Rank<'a> {
    Bool(bool),
    Number(Number),
    String(&'a str),
    Unknown,
    Null,
    Compound { unknown: bool },
}

impl Rank<'_> {
    fn class(&self) -> u8 {
        match self {
            Rank::Bool(_) | Rank::Number(_) | Rank::String(_) | Rank::Compound { .. } => 0,
            Rank::Unknown => 1,
            Rank::Null => 2,
        }
    }

    fn cmp_primitive(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Rank::Bool(a), Rank::Bool(b)) => a.cmp(b),
            (Rank::Number(a), Rank::Number(b)) => a.cmp(b),
            (Rank::String(a), Rank::String(b)) => a.cmp(b),
            _ => self.class().cmp(&other.class()),
        }
    }

    fn same(&self, other: &Self) -> bool {
        !self.holds_unknown() && self.cmp_primitive(other).is_eq()
    }

    fn holds_unknown(&self) -> bool {
        matches!(self, Rank::Unknown | Rank::Compound { unknown: true })
    }
}

fn element<'a>(reader: &mut Reader<'a>, number_text: bool) -> Result<(Rank<'a>, &'a [u8])> {
    let from = reader.pos();
    let rank = match reader.peek()? {
        0xc0 => Rank::Null,
        0xc2 | 0xc3 => Rank::Bool(reader.clone().bool()?),
        0xa0..=0xbf | 0xd9..=0xdb if !number_text => Rank::String(reader.clone().str("a string")?),
        _ if reader.at_unknown()? => Rank::Unknown,
        0x80..=0x9f | 0xdc..=0xdf => {
            let unknown = reader.skip_noting_unknowns()?;
            return Ok((Rank::Compound { unknown }, reader.since(from)));
        }
        _ => Rank::Number(reader.clone().number()?.into_number()?),
    };
    reader.skip()?;
    Ok((rank, reader.since(from)))
}
