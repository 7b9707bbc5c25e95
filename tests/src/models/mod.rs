//! Structs for real resources, which several tests and programs use.

#![allow(missing_docs)] // the fields are those of the resources

pub mod aws;
pub mod derived;
pub mod stock;
