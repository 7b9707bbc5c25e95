//! Under construction.

#[cfg(feature = "tfplugin6")]
pub mod tfplugin6;
