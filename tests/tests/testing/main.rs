//! The harness for tests of providers: each fault of a faulty provider is found, and a correct provider
//! passes.

mod examples;
mod faults;
mod property;
mod shapes;
mod shop;
mod spoiled;
mod steps;
