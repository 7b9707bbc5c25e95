//! Tests of the harness for providers: each fault in a faulty provider is found, and a correct provider passes.

mod alarms;
mod ephemerals;
#[cfg(feature = "inventory")]
mod examples;
mod faults;
mod foreign;
mod functions;
mod paths;
mod plans_only;
mod planted;
mod property;
mod shapes;
mod shop;
mod shrinking;
mod spoiled;
mod steps;
