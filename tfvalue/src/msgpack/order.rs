//! Sorts map entries and set elements after they have been written.
//!
//! Source: the wire format documentation and the reference implementation. Keys are sorted bytewise. Sets of strings
//! are sorted bytewise, sets of numbers by value, and sets of bools with false first. Unknowns follow, and then nulls.
//! Sets with other elements keep the caller's order.

use std::cmp::Ordering;
use std::collections::HashSet;

use super::read::Reader;
use super::write;
use crate::error::{Error, Result};
use crate::number::Number;
use crate::text;
use crate::ty::Type;

/// Sorts the last `count` entries of `out`, which begin at `start`.
///
/// # Errors
///
/// Fails if a key occurs more than once.
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

/// In sets of up to this size, elements are compared in pairs. Larger sets use a hash table.
const FEW: usize = 16;

/// Sorts the set from `start` to the end of `out`, and removes duplicates. The elements of the set begin at `starts`.
///
/// If `number_text` is `true`, strings are decimal numbers.
pub(super) fn normalize_set(
    out: &mut Vec<u8>,
    start: usize,
    starts: &[usize],
    number_text: bool,
) -> Result<()> {
    if starts.len() < 2 {
        return Ok(());
    }
    let elements = elements(out, starts);
    if !number_text && elements.clone().is_sorted_by(are_ascending_text) {
        return Ok(());
    }
    let is_compound = |element: &[u8]| matches!(element[0], 0x80..=0x9f | 0xdc..=0xdf);
    let kept = if elements.clone().any(is_compound) {
        without_repeated(elements, starts.len())?
    } else {
        sorted(elements, number_text)?
    };
    let Some(kept) = kept else {
        return Ok(());
    };
    let (count, bytes) = (kept.len(), kept.concat());
    replace(out, start, count, &bytes)
}

/// Sorts the set from `start` to the end of `out` by the bytes of its elements, and removes duplicates.
pub(super) fn sort_set(out: &mut Vec<u8>, start: usize, starts: &[usize]) -> Result<()> {
    let mut elements = elements(out, starts).collect::<Vec<_>>();
    elements.sort_unstable();
    let mut kept: Vec<&[u8]> = Vec::with_capacity(elements.len());
    for element in elements {
        if kept.last() != Some(&element) || Reader::new(element).skip_noting_unknowns()? {
            kept.push(element);
        }
    }
    let (count, bytes) = (kept.len(), kept.concat());
    replace(out, start, count, &bytes)
}

/// Sorts all sets in the value from `start` to the end of `out`. The type of the value is `ty`.
pub(super) fn normalize_sets(out: &mut Vec<u8>, start: usize, ty: &Type) -> Result<()> {
    let written = out.split_off(start);
    let mut reader = Reader::new(&written);
    copy(&mut reader, out, ty)
}

/// Copies a value and sorts the sets in the copy.
fn copy(reader: &mut Reader<'_>, out: &mut Vec<u8>, ty: &Type) -> Result<()> {
    if reader.peek()? == 0xc0 || reader.at_unknown()? {
        return copy_as_it_is(reader, out);
    }
    match ty {
        Type::Set(element) => {
            let len = reader.array_len("a set")?;
            let start = out.len();
            write::array_len(out, len)?;
            let mut starts = Vec::with_capacity(len);
            for _ in 0..len {
                starts.push(out.len());
                copy(reader, out, element)?;
            }
            normalize_set(out, start, &starts, **element == Type::Number)
        }
        Type::List(element) => {
            let len = reader.array_len("a list")?;
            write::array_len(out, len)?;
            (0..len).try_for_each(|_| copy(reader, out, element))
        }
        Type::Tuple(types) => {
            let len = reader.array_len("a tuple")?;
            write::array_len(out, len)?;
            let types = types.iter().chain(std::iter::repeat(&Type::Dynamic));
            types.take(len).try_for_each(|ty| copy(reader, out, ty))
        }
        Type::Map(element) => copy_entries(reader, out, |_| element),
        Type::Object(object) => copy_entries(reader, out, |name| {
            object
                .get(name)
                .map_or(&Type::Dynamic, |attribute| &attribute.ty)
        }),
        _ => copy_as_it_is(reader, out),
    }
}

fn copy_entries<'t>(
    reader: &mut Reader<'_>,
    out: &mut Vec<u8>,
    ty: impl Fn(&str) -> &'t Type,
) -> Result<()> {
    let len = reader.map_len("a map")?;
    write::map_len(out, len)?;
    for _ in 0..len {
        let key = reader.str("a key")?;
        write::text(out, key)?;
        copy(reader, out, ty(key))?;
    }
    Ok(())
}

fn copy_as_it_is(reader: &mut Reader<'_>, out: &mut Vec<u8>) -> Result<()> {
    let from = reader.pos();
    reader.skip()?;
    out.extend_from_slice(reader.since(from));
    Ok(())
}

/// Returns the bytes of each element at the end of `out`.
fn elements<'a>(out: &'a [u8], starts: &'a [usize]) -> impl Iterator<Item = &'a [u8]> + Clone {
    let ends = starts.iter().skip(1).copied().chain([out.len()]);
    starts
        .iter()
        .zip(ends)
        .map(|(start, end)| &out[*start..end])
}

/// Replaces the list from `start` to the end of `out` with a list of `elements`.
fn replace(out: &mut Vec<u8>, start: usize, count: usize, elements: &[u8]) -> Result<()> {
    out.truncate(start);
    write::array_len(out, count)?;
    out.extend_from_slice(elements);
    Ok(())
}

/// Returns `true` if both elements are short strings and the first string sorts before the second.
fn are_ascending_text(a: &&[u8], b: &&[u8]) -> bool {
    match (*a, *b) {
        ([0xa0..=0xbf, a @ ..], [0xa0..=0xbf, b @ ..]) => text::less(a, b),
        _ => false,
    }
}

/// Returns the elements without duplicates, or `None` if all elements are different. Elements that contain unknown
/// values are never equal.
fn without_repeated<'a>(
    elements: impl Iterator<Item = &'a [u8]> + Clone,
    count: usize,
) -> Result<Option<Vec<&'a [u8]>>> {
    if count <= FEW && all_differ(elements.clone()) {
        return Ok(None);
    }
    let mut seen = HashSet::with_capacity(count);
    let mut kept = Vec::with_capacity(count);
    for element in elements {
        if seen.insert(element) || Reader::new(element).skip_noting_unknowns()? {
            kept.push(element);
        }
    }
    Ok((kept.len() < count).then_some(kept))
}

/// Returns `true` if there are no duplicates among up to [`FEW`] elements.
fn all_differ<'a>(elements: impl Iterator<Item = &'a [u8]>) -> bool {
    let mut seen = [&[][..]; FEW];
    for (count, element) in elements.enumerate() {
        if seen[..count].contains(&element) {
            return false;
        }
        seen[count] = element;
    }
    true
}

/// Sorts primitive elements and removes duplicates. Returns `None` if nothing changes.
fn sorted<'a>(
    elements: impl Iterator<Item = &'a [u8]> + Clone,
    number_text: bool,
) -> Result<Option<Vec<&'a [u8]>>> {
    let mut last: Option<Rank<'_>> = None;
    let mut is_sorted = true;
    for element in elements.clone() {
        let rank = Rank::of(element, number_text)?;
        is_sorted &= last.is_none_or(|last| last.stays_before(&rank));
        last = Some(rank);
    }
    if is_sorted {
        return Ok(None);
    }
    let ranked = elements.map(|element| Ok((Rank::of(element, number_text)?, element)));
    let mut ranked = ranked.collect::<Result<Vec<_>>>()?;
    ranked.sort_by(|(a, _), (b, _)| a.cmp(b));
    ranked.dedup_by(|(b, _), (a, _)| !a.stays_before(b));
    Ok(Some(
        ranked.into_iter().map(|(_, element)| element).collect(),
    ))
}

/// The sort key of a primitive element.
enum Rank<'a> {
    Bool(bool),
    Number(Number),
    String(&'a [u8]),
    Unknown,
    Null,
}

impl<'a> Rank<'a> {
    fn of(element: &'a [u8], number_text: bool) -> Result<Self> {
        let mut reader = Reader::new(element);
        Ok(match element[0] {
            0xc0 => Rank::Null,
            0xc2 | 0xc3 => Rank::Bool(reader.bool()?),
            0xa0..=0xbf | 0xd9..=0xdb if !number_text => {
                Rank::String(reader.str_bytes("a string")?)
            }
            _ if reader.at_unknown()? => Rank::Unknown,
            _ => Rank::Number(reader.number()?.into_number()?),
        })
    }

    fn class(&self) -> u8 {
        match self {
            Rank::Bool(_) | Rank::Number(_) | Rank::String(_) => 0,
            Rank::Unknown => 1,
            Rank::Null => 2,
        }
    }

    fn cmp(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Rank::Bool(a), Rank::Bool(b)) => a.cmp(b),
            (Rank::Number(a), Rank::Number(b)) => a.cmp(b),
            (Rank::String(a), Rank::String(b)) => a.cmp(b),
            _ => self.class().cmp(&other.class()),
        }
    }

    /// Returns `true` if both elements are kept in this order. Unknowns are never equal.
    fn stays_before(&self, other: &Self) -> bool {
        match self.cmp(other) {
            Ordering::Less => true,
            Ordering::Equal => matches!(self, Rank::Unknown),
            Ordering::Greater => false,
        }
    }
}
