#![no_main]
//! Reads a state file as a whole and as a stream, and writes it again.

use libfuzzer_sys::fuzz_target;
use tfvalue::Result;
use tfvalue::show::state_file::{Instances, Rewrite, StateFile};
use tfvalue::show;

fuzz_target!(|bytes: &[u8]| {
    let whole = show::from_slice::<StateFile>(bytes);
    let streamed: Result<Vec<_>> = Instances::from_reader(bytes).collect();
    let mut written = Vec::new();
    let rewritten = Rewrite::new().run(bytes, &mut written, |_, _| Ok(()));
    assert_eq!(streamed.is_ok(), rewritten.is_ok());
    if rewritten.is_ok() {
        assert_eq!(written, bytes);
    }
    let (Ok(whole), Ok(streamed)) = (whole, streamed) else {
        return;
    };
    let addresses = streamed.iter().map(|(resource, instance)| resource.address(instance));
    assert!(addresses.eq(whole.instances().map(|(resource, instance)| resource.address(instance))));

    let mut changed = Vec::new();
    let change = Rewrite::new().serial(|serial| serial / 2).lineage("l").run(bytes, &mut changed, |_, instance| {
        instance.schema_version /= 2;
        instance.attributes = None;
        Ok(())
    });
    if change.is_ok() {
        let changed: StateFile = show::from_slice(&changed).unwrap();
        assert_eq!((changed.serial, &*changed.lineage), (whole.serial / 2, "l"));
        assert_eq!(changed.instances().count(), whole.instances().count());
    }
});
