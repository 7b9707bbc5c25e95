//! Ready-made types: durations, JSON documents, timeouts and private state.

mod go_duration;
mod json;
mod private;
mod timeouts;
