//! Random types, values and strings, generated from a seed.

mod rng;
mod text;
mod tree;
mod types;
mod values;

pub use self::rng::Rng;
pub use self::text::{number, string};
pub use self::tree::{Tree, Uneven, uneven_type};
pub use self::types::{concrete, name, ty};
pub use self::values::value;
