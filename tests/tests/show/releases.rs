//! State files from each release, along with the output that the same release printed for them.
//!
//! The files in `data/captures/releases` were created from the configuration in that folder, with
//! `TF_VAR_secret=open-sesame`: first an apply, and then a plan with `-var size=4`.

use std::fs;
use std::path::Path;

use tfvalue::Type;
use tfvalue::schema::{self, ProviderSchemas};
use tfvalue_show::state_file::StateFile;
use tfvalue_show::{self as show, Raw, State};

const RELEASES: [&str; 3] = [
    "terraform-1.11.4",
    "terraform-1.16.0-rc2",
    "opentofu-1.12.6",
];

fn file(name: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/captures/releases");
    fs::read(folder.join(name)).unwrap()
}

fn schemas(release: &str) -> ProviderSchemas {
    schema::json::from_slice(&file(&format!("{release}.schema.json"))).unwrap()
}

#[test]
fn the_state_is_what_each_release_shows() {
    for release in RELEASES {
        let bytes = file(&format!("{release}.tfstate"));
        let state: StateFile = show::from_slice(&bytes).unwrap();
        let shown: State = show::from_slice(&file(&format!("{release}.state.json"))).unwrap();
        let schemas = schemas(release);
        let mut count = 0;
        for (resource, instance) in state.instances() {
            let address = resource.address(instance);
            let found = shown
                .resources()
                .find(|one| one.address == address)
                .unwrap();
            let schema = resource.schema(instance, &schemas).unwrap();
            let value = instance.value(&schema).unwrap();
            let json = tfvalue::json::value_to_string(&value, &value.ty()).unwrap();
            let shown = found.snapshot().value(&Type::Dynamic).unwrap();
            assert_eq!(
                Raw::from_json(&json)
                    .unwrap()
                    .to_value(&Type::Dynamic)
                    .unwrap(),
                shown
            );
            count += 1;
        }
        assert_eq!(count, shown.resources().count());
    }
}
