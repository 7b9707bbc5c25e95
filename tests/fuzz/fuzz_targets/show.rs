#![no_main]
//! Reads a plan, a state and a configuration in the format of `show -json`, and writes them again; a plan is also read
//! as a stream.

use libfuzzer_sys::fuzz_target;
use tfvalue::Result;
use tfvalue_show::{self as show, Configuration, Document, Plan, ResourceChanges, State};

fuzz_target!(|bytes: &[u8]| {
    check::<State>(bytes);
    check::<Configuration>(bytes);
    let plan = check::<Plan>(bytes);
    let streamed: Result<Vec<_>> = ResourceChanges::from_reader(bytes).collect();
    if let (Some(plan), Ok(streamed)) = (plan, streamed) {
        assert_eq!(streamed.len(), plan.resource_changes.len());
    }
});

fn check<T: Document>(bytes: &[u8]) -> Option<T> {
    let document = show::from_slice::<T>(bytes).ok()?;
    let written = show::to_vec(&document).unwrap();
    let again = show::from_slice::<T>(&written).unwrap();
    assert_eq!(show::to_vec(&again).unwrap(), written);
    Some(document)
}
