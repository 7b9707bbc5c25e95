//! Finds refinements of unknown kinds and duplicate refinements.

/// Returns `true` if an input may contain refinements with a key other than the six known keys.
pub(super) fn has_foreign_refinement(input: &[u8]) -> bool {
    payloads(input).any(is_foreign)
}

/// Returns `true` if an input may contain refinements with a duplicate key.
pub(super) fn has_repeated_refinement(input: &[u8]) -> bool {
    payloads(input).filter_map(keys).any(|mut keys| {
        keys.sort_unstable();
        keys.windows(2).any(|pair| pair[0] == pair[1])
    })
}

/// Returns `true` if a map of refinements has a key other than the six known keys, or if the map is malformed.
pub(super) fn is_foreign(payload: &[u8]) -> bool {
    keys(payload).is_none_or(|keys| keys.contains(&FOREIGN))
}

/// Represents any other key.
const FOREIGN: u8 = 0;

fn payloads(input: &[u8]) -> impl Iterator<Item = &[u8]> {
    (0..input.len()).filter_map(|at| payload(&input[at..]))
}

/// Returns the payload of an ext with code 12 if the input begins with such an ext.
fn payload(input: &[u8]) -> Option<&[u8]> {
    let (width, fixed) = match input.first()? {
        0xd5 => (0, 2),
        0xd6 => (0, 4),
        0xd7 => (0, 8),
        0xd8 => (0, 16),
        0xc7 => (1, 0),
        0xc8 => (2, 0),
        0xc9 => (4, 0),
        _ => return None,
    };
    let len = fixed + number(input.get(1..1 + width)?);
    let (code, rest) = input.get(1 + width..)?.split_first()?;
    // A shorter payload cannot be a map.
    (*code == 12 && len > 1).then_some(())?;
    rest.get(..len as usize)
}

/// Returns the keys of a map of refinements, or `None` if the map is malformed.
fn keys(payload: &[u8]) -> Option<Vec<u8>> {
    let (count, mut rest) = match payload.first()? {
        byte @ 0x80..=0x8f => (u64::from(byte & 15), &payload[1..]),
        0xde => (number(payload.get(1..3)?), &payload[3..]),
        0xdf => (number(payload.get(1..5)?), &payload[5..]),
        _ => return Some(Vec::new()),
    };
    let mut keys = Vec::new();
    for _ in 0..count {
        let after = skip(rest)?;
        keys.push(match &rest[..rest.len() - after.len()] {
            [key @ 1..=6] => *key,
            [0xcc..=0xd3, zeros @ .., key @ 1..=6] if zeros.iter().all(|&byte| byte == 0) => *key,
            _ => FOREIGN,
        });
        rest = skip(after)?;
    }
    Some(keys)
}

/// Skips one value.
fn skip(input: &[u8]) -> Option<&[u8]> {
    let (width, fixed, inner) = match *input.first()? {
        0x00..=0x7f | 0xe0..=0xff | 0xc0..=0xc3 => (0, 0, 0),
        byte @ 0xa0..=0xbf => (0, u64::from(byte & 31), 0),
        byte @ 0x90..=0x9f => (0, 0, u64::from(byte & 15)),
        byte @ 0x80..=0x8f => (0, 0, 2 * u64::from(byte & 15)),
        0xcc | 0xd0 => (0, 1, 0),
        0xcd | 0xd1 => (0, 2, 0),
        0xca | 0xce | 0xd2 => (0, 4, 0),
        0xcb | 0xcf | 0xd3 => (0, 8, 0),
        byte @ 0xd4..=0xd8 => (0, 1 + (1 << (byte - 0xd4)), 0),
        0xd9 | 0xc4 => (1, number(input.get(1..2)?), 0),
        0xda | 0xc5 => (2, number(input.get(1..3)?), 0),
        0xdb | 0xc6 => (4, number(input.get(1..5)?), 0),
        0xc7 => (1, 1 + number(input.get(1..2)?), 0),
        0xc8 => (2, 1 + number(input.get(1..3)?), 0),
        0xc9 => (4, 1 + number(input.get(1..5)?), 0),
        0xdc => (2, 0, number(input.get(1..3)?)),
        0xdd => (4, 0, number(input.get(1..5)?)),
        0xde => (2, 0, 2 * number(input.get(1..3)?)),
        0xdf => (4, 0, 2 * number(input.get(1..5)?)),
    };
    let mut rest = input.get(1 + width + fixed as usize..)?;
    for _ in 0..inner {
        rest = skip(rest)?;
    }
    Some(rest)
}

fn number(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0, |all, byte| all << 8 | u64::from(*byte))
}
