//! Values in MessagePack, JSON and other formats: which values are read and written, and how much memory and time
//! reading and writing take.

mod aws;
mod configs;
mod conformance;
mod differences;
mod differential;
mod flatmap;
mod json;
mod memory;
mod msgpack;
mod other_formats;
mod plain;
mod probe_thing;
mod redact;
mod refinements;
mod robustness;
mod show_memory;
mod value;

use tfvalue_tests::peak::Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;
