#![no_main]
//! Reads a state file as a whole and as a stream.

use libfuzzer_sys::fuzz_target;
use tfvalue::Result;
use tfvalue_show as show;
use tfvalue_show::state_file::{Instances, StateFile};

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
});
