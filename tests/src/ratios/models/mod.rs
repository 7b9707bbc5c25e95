//! Structs for the payloads.

#![allow(missing_docs)] // the fields are those of the payloads

pub mod derived;
pub mod stock;
