#![doc = include_str!("../README.md")]

pub mod plugin;
pub mod proto;
pub mod service;
