#![no_main]
//! Reads a plan, a state and a configuration in the format of `show -json`, and writes them again; a plan is also read
//! as a stream. The values, paths and types inside are read, too.

use libfuzzer_sys::fuzz_target;
use tfvalue::{Result, Type};
use tfvalue_show::{
    self as show, Change, Configuration, Document, Plan, Resource, ResourceChanges, Snapshot, State,
};

fuzz_target!(|bytes: &[u8]| {
    if let Some(state) = check::<State>(bytes) {
        state.resources().map(Resource::snapshot).for_each(read);
        let outputs = state.values.iter().flat_map(|one| one.outputs.values());
        outputs.for_each(|output| drop(output.ty()));
    }
    if let Some(config) = check::<Configuration>(bytes) {
        let variables = config.root_module.iter();
        let variables = variables.flat_map(|module| module.variables.values());
        variables.for_each(|variable| drop(variable.ty()));
    }
    let plan = check::<Plan>(bytes);
    let streamed: Result<Vec<_>> = ResourceChanges::from_reader(bytes).collect();
    if let (Some(plan), Ok(streamed)) = (plan, streamed) {
        assert_eq!(streamed.len(), plan.resource_changes.len());
        plan.output_changes.values().for_each(read_change);
        for relevant in &plan.relevant_attributes {
            _ = relevant.path(&Type::Dynamic);
        }
        for resource in streamed {
            read_change(&resource.change);
        }
    }
});

fn check<T: Document>(bytes: &[u8]) -> Option<T> {
    let document = show::from_slice::<T>(bytes).ok()?;
    let written = show::to_vec(&document).unwrap();
    let again = show::from_slice::<T>(&written).unwrap();
    assert_eq!(show::to_vec(&again).unwrap(), written);
    Some(document)
}

fn read_change(change: &Change) {
    _ = change.replace_paths(&Type::Dynamic);
    read(change.before());
    read(change.after());
}

/// Reads a value without a type, and again with the type that it has.
fn read(snapshot: Snapshot<'_>) {
    _ = snapshot.unknown_paths(&Type::Dynamic);
    _ = snapshot.sensitive_paths(&Type::Dynamic);
    if let Ok(value) = snapshot.value(&Type::Dynamic) {
        assert_eq!(snapshot.value(&value.ty()).unwrap(), value);
    }
}
