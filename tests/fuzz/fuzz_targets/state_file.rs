#![no_main]
//! Reads a state file as a whole and as a stream, and its objects with the schema of a provider.

use libfuzzer_sys::fuzz_target;
use tfvalue::{Attr, Dynamic, Result, TfSchema, msgpack};
use tfvalue_show as show;
use tfvalue_show::state_file::{Instances, StateFile};

/// The resource of the state files that this target begins with, `terraform_data`.
#[derive(TfSchema)]
#[tf(kind = resource)]
struct Data {
    #[tf(computed)]
    id: Attr<String>,
    #[tf(optional)]
    input: Dynamic,
    #[tf(computed)]
    output: Dynamic,
    #[tf(optional)]
    triggers_replace: Dynamic,
}

fuzz_target!(|bytes: &[u8]| {
    let whole = show::from_slice::<StateFile>(bytes);
    let streamed: Result<Vec<_>> = Instances::from_reader(bytes).collect();
    let (Ok(whole), Ok(streamed)) = (whole, streamed) else {
        return;
    };
    let addresses = streamed
        .iter()
        .map(|(resource, instance)| resource.address(instance));
    assert!(
        addresses.eq(whole
            .instances()
            .map(|(resource, instance)| resource.address(instance)))
    );
    let schema = Data::schema();
    let ty = schema.block.implied_type();
    for (_, instance) in &streamed {
        _ = instance.sensitive_paths(&ty);
        _ = instance.value(&schema);
        if let Ok(read) = instance.read_ignoring_unsupported::<Data>() {
            msgpack::to_vec(&read).unwrap();
        }
    }
});
