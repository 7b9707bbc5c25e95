//! Streams of messages, and the futures of calls.

pub(crate) mod events;
pub(crate) mod later;
pub(crate) mod messages;
pub(crate) mod responses;
