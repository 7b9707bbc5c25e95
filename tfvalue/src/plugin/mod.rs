//! What both sides of a plugin's protocol share: the process that `serve` runs, and the client that
//! starts it.

pub(crate) mod address;
pub(crate) mod budget;
pub(crate) mod certificate;
pub(crate) mod frames;
pub(crate) mod names;
pub(crate) mod tls;
