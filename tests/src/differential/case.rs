//! A test case: an input, generated from a seed and a case number.

use std::fmt;

use tfvalue::{Type, Value, json, msgpack};

use super::mutate::{is_harmless, mutate};
use super::oracle::Op;
use super::sloppy::Sloppy;
use super::sloppy_json::SloppyJson;
use super::uneven;
use crate::hex;
use crate::random::{self, Rng, Uneven};

/// The maximum nesting depth of types.
const DEPTH: usize = 3;

/// An input for both implementations to read.
#[derive(Clone, Debug)]
pub struct Case {
    /// The seed.
    pub seed: u64,
    /// The case number.
    pub number: u64,
    /// The kind of input.
    pub op: Op,
    /// The type constraint with which to read the input.
    pub ty: Type,
    /// The input.
    pub input: Vec<u8>,
    /// Whether the input was written by tfvalue. If so, writing the value again must produce the same input.
    pub canonical: bool,
}

impl Case {
    /// Generates a case.
    ///
    /// # Errors
    ///
    /// Fails if the library cannot write a generated value.
    pub fn new(seed: u64, number: u64) -> tfvalue::Result<Self> {
        let rng = &mut Rng::new(seed, number);
        loop {
            let case = Case::any(rng, seed, number)?;
            if is_harmless(&case.input) {
                return Ok(case);
            }
        }
    }

    fn any(rng: &mut Rng, seed: u64, number: u64) -> tfvalue::Result<Self> {
        if rng.one_in(10) {
            return Case::uneven(rng, seed, number);
        }
        let ty = random::ty(rng, DEPTH);
        let concrete = random::concrete(rng, &ty.without_optional());
        let value = random::value(rng, &concrete)?;
        let case = |op, input, canonical| Case {
            seed,
            number,
            op,
            ty: ty.clone(),
            input,
            canonical,
        };
        Ok(match rng.below(16) {
            0..4 => match msgpack::value_to_vec(&value, &ty) {
                Ok(bytes) => case(Op::Msgpack, bytes, true),
                // Terraform would crash on this value.
                Err(error) if ty.has_dynamic() && uneven::is_about_types(&error) => {
                    case(Op::Msgpack, sloppy(rng, &value, &ty), false)
                }
                Err(error) => return Err(error),
            },
            4..7 => case(Op::Msgpack, sloppy(rng, &value, &ty), false),
            7..11 => {
                let mut bytes = match msgpack::value_to_vec(&value, &ty) {
                    Ok(bytes) if rng.one_in(2) => bytes,
                    _ => sloppy(rng, &value, &ty),
                };
                mutate(rng, &mut bytes);
                case(Op::Msgpack, bytes, false)
            }
            11 => match json::value_to_string(&value, &ty) {
                Ok(text) => case(Op::Json, text.into_bytes(), true),
                Err(_) => case(Op::Json, sloppy_json(rng, &value, &ty), false),
            },
            12 => case(Op::Json, sloppy_json(rng, &value, &ty), false),
            13 | 14 => {
                let mut text = sloppy_json(rng, &value, &ty);
                mutate(rng, &mut text);
                case(Op::Json, text, false)
            }
            _ => {
                let mut json = ty.to_json().into_bytes();
                let canonical = rng.one_in(3);
                if !canonical {
                    mutate(rng, &mut json);
                }
                case(Op::Type, json, canonical)
            }
        })
    }

    /// Generates a case with dynamic values inside collections, whose elements may have different types.
    fn uneven(rng: &mut Rng, seed: u64, number: u64) -> tfvalue::Result<Self> {
        let ty = random::uneven_type(rng);
        let tree = Uneven::new(rng).tree(&ty)?;
        let (op, input) = match uneven::json(&tree) {
            Ok(text) if rng.one_in(3) => (Op::Json, text.into_bytes()),
            _ => {
                let mut bytes = Vec::new();
                uneven::msgpack(&tree, &mut bytes)?;
                (Op::Msgpack, bytes)
            }
        };
        Ok(Case {
            seed,
            number,
            op,
            ty,
            input,
            canonical: false,
        })
    }
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Case {
            seed, number, op, ..
        } = self;
        writeln!(f, "{op:?}, --seed {seed} --first {number} --cases 1")?;
        writeln!(f, "  type   {}", self.ty.to_json())?;
        let text = self.input.escape_ascii();
        write!(f, "  input  {text}\n  hex    {}", hex::encode(&self.input))
    }
}

fn faults(rng: &mut Rng) -> usize {
    [0, 0, 20, 60][rng.below(4)]
}

fn sloppy(rng: &mut Rng, value: &Value, ty: &Type) -> Vec<u8> {
    let faults = faults(rng);
    let mut writer = Sloppy {
        rng,
        out: Vec::new(),
        faults,
    };
    writer.value(value, ty);
    writer.out
}

fn sloppy_json(rng: &mut Rng, value: &Value, ty: &Type) -> Vec<u8> {
    let faults = faults(rng);
    let mut writer = SloppyJson {
        rng,
        out: String::new(),
        faults,
    };
    writer.value(value, ty);
    writer.out.into_bytes()
}
