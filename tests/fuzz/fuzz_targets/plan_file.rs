#![no_main]
//! Reads a plan file: an archive, or a message that this puts into an archive, behind its checksums.

use std::io::{Cursor, Write};
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use tfvalue::schema::{self, ProviderSchemas};
use tfvalue::show::plan_file::PlanFile;
use tfvalue::show::{self, Plan};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

static SCHEMAS: LazyLock<ProviderSchemas> = LazyLock::new(|| {
    let json = include_bytes!("../../data/captures/plan_files/terraform-1.16.0-rc2.schema.json");
    schema::json::from_slice(json).unwrap()
});

const STATE: &[u8] = include_bytes!("../../data/captures/plan_files/terraform-1.16.0-rc2.tfstate");

fn archive(plan: &[u8]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in [("tfplan", plan), ("tfstate", STATE), ("tfstate-prev", STATE)] {
        writer.start_file(name, SimpleFileOptions::default()).unwrap();
        writer.write_all(content).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

fuzz_target!(|input: (bool, &[u8])| {
    let (is_archive, bytes) = input;
    let file = if is_archive {
        PlanFile::with_limit(bytes, 1 << 20)
    } else {
        // The version of the format and of the program.
        let message = [b"\x08\x03\x72\x061.16.0", bytes].concat();
        PlanFile::with_limit(&archive(&message), 1 << 20)
    };
    let Ok(file) = file else { return };
    let _ = (file.previous_state(), file.configuration().count(), file.lock_file());
    if let Ok(plan) = file.plan(&SCHEMAS) {
        let json = show::to_vec(&plan).unwrap();
        let again: Plan = show::from_slice(&json).unwrap();
        assert_eq!(show::to_vec(&again).unwrap(), json);
    }
});
