//! Structs for the payloads.

#![allow(missing_docs)] // they are what the payloads are

pub mod derived;
pub mod stock;
