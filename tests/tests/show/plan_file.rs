//! Plan files of each release, next to what it showed of them, and hostile archives.
//!
//! The files in `data/captures/plan_files` were made from the configuration there, with `TF_VAR_secret=open-sesame`: an
//! apply, and then a plan with `-var size=4`.

use std::collections::BTreeMap;
use std::fs;
use std::io::{Cursor, Read, Write};
use std::path::Path;

use tfvalue::schema::{self, ProviderSchema, ProviderSchemas};
use tfvalue::show::plan_file::PlanFile;
use tfvalue::show::state_file::{Rewrite, StateFile};
use tfvalue::show::{self, Plan, Raw, State};
use tfvalue::{Attr, Dynamic, TfSchema, Type, Value};
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

const RELEASES: [&str; 3] = [
    "terraform-1.11.4",
    "terraform-1.16.0-rc2",
    "opentofu-1.12.6",
];

fn file(name: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/captures/plan_files");
    fs::read(folder.join(name)).unwrap()
}

fn schemas(release: &str) -> ProviderSchemas {
    schema::json::from_slice(&file(&format!("{release}.schema.json"))).unwrap()
}

fn plan_file(release: &str) -> Vec<u8> {
    file(&format!("{release}.plan"))
}

/// Returns what the release showed, without what its plan file lacks.
fn shown(release: &str, plan: &Plan) -> Plan {
    let mut shown: Plan = show::from_slice(&file(&format!("{release}.plan.json"))).unwrap();
    assert!(shown.configuration.take().is_some());
    shown
        .variables
        .retain(|name, _| plan.variables.contains_key(name));
    shown
}

/// Returns a plan as a value, to be compared. The order of relevant attributes has no meaning.
fn value(mut plan: Plan) -> Value {
    let attributes = &mut plan.relevant_attributes;
    attributes.sort_by_key(|attribute| serde_json::to_string(attribute).unwrap());
    let json = Raw::from_json(&show::to_string(&plan).unwrap()).unwrap();
    json.to_value(&Type::Dynamic).unwrap()
}

#[test]
fn the_plan_is_what_each_release_shows() {
    for release in RELEASES {
        let file = PlanFile::from_slice(&plan_file(release)).unwrap();
        let plan = file.plan(&schemas(release)).unwrap();
        let shown = shown(release, &plan);
        assert_eq!(shown.resource_changes.len(), 9, "{release}");
        assert!(value(plan.clone()) == value(shown), "{release}");
        assert!(release.ends_with(file.terraform_version()));
        assert_eq!(
            (file.backend(), file.workspace()),
            (Some("local"), Some("default"))
        );

        let config: BTreeMap<_, _> = file
            .configuration()
            .map(|one| ((one.module, one.name), one.content))
            .collect();
        let names: Vec<_> = config.keys().copied().collect();
        assert_eq!(
            names,
            [("", "main.tf"), ("m", "main.tf"), ("m.n", "main.tf")]
        );
        assert_eq!(config[&("", "main.tf")], self::file("main.tf"));
        assert!(file.lock_file().unwrap().is_some());
        let previous = file.previous_state().unwrap();
        let prior = file.prior_state().unwrap();
        assert_eq!(previous.resources.len(), prior.resources.len());
        let text = format!("{file:?} {plan:?} {:?}", file.configuration().next());
        assert!(!text.contains("sesame"));
    }
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
        let mut written = Vec::new();
        Rewrite::new()
            .run(&bytes[..], &mut written, |_, _| Ok(()))
            .unwrap();
        assert!(written == bytes);
    }
}

/// The resource that is built into Terraform 1.11.
#[derive(TfSchema)]
#[tf(kind = resource)]
struct Data {
    #[tf(computed)]
    id: Attr<String>,
    #[tf(optional)]
    input: Attr<Dynamic>,
    #[tf(computed)]
    output: Attr<Dynamic>,
    #[tf(optional)]
    triggers_replace: Attr<Dynamic>,
}

fn derived<T: TfSchema>() -> ProviderSchemas {
    let provider = ProviderSchema::new().resource_schemas([("terraform_data", T::schema())]);
    let mut schemas = ProviderSchemas::default();
    schemas
        .provider_schemas
        .insert("terraform.io/builtin/terraform".into(), provider);
    schemas
}

#[test]
fn derived_structs_have_the_schemas() {
    let release = RELEASES[0];
    let plan = PlanFile::from_slice(&plan_file(release))
        .unwrap()
        .plan(&derived::<Data>())
        .unwrap();
    assert!(value(plan.clone()) == value(shown(release, &plan)));
    let changes = plan.resource_changes.iter();
    let read: Vec<Data> = changes
        .map(|change| change.change.after().read().unwrap())
        .collect();
    assert!(
        read.iter()
            .any(|data| data.id.is_unknown() && data.output.is_unknown())
    );
    assert!(read.iter().all(|data| !data.input.is_null() && data.triggers_replace.value().is_none_or(|_| true)));
}

#[test]
fn other_schemas_are_errors_without_secrets() {
    #[derive(TfSchema)]
    #[tf(kind = resource)]
    struct Other {
        #[tf(computed)]
        id: Attr<bool>,
    }
    let file = PlanFile::from_slice(&plan_file(RELEASES[0])).unwrap();
    let text = file.plan(&derived::<Other>()).unwrap_err().to_string();
    assert!(
        text.starts_with(r#"resource_changes["terraform_data."#) && !text.contains("sesame"),
        "{text}"
    );
    let error = file
        .plan(&ProviderSchemas::default())
        .unwrap_err()
        .to_string();
    assert!(
        error.ends_with(r#"the schemas have no provider "terraform.io/builtin/terraform""#),
        "{error}"
    );
}

/// Returns an archive with other members.
fn archive(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in members {
        writer
            .start_file(*name, SimpleFileOptions::default())
            .unwrap();
        writer.write_all(content).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

/// Returns the plan file with changed members.
fn changed(bytes: &[u8], mut change: impl FnMut(&str, &mut Vec<u8>)) -> Vec<u8> {
    let mut source = ZipArchive::new(Cursor::new(bytes)).unwrap();
    let mut members = Vec::new();
    for at in 0..source.len() {
        let mut member = source.by_index(at).unwrap();
        let (name, mut content) = (member.name().to_owned(), Vec::new());
        member.read_to_end(&mut content).unwrap();
        change(&name, &mut content);
        members.push((name, content));
    }
    let members: Vec<_> = members
        .iter()
        .map(|(name, content)| (&**name, &**content))
        .collect();
    archive(&members)
}

/// Replaces bytes in the plan.
fn with(bytes: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
    changed(bytes, |name, content| {
        if name == "tfplan" {
            let at = content
                .windows(from.len())
                .position(|window| window == from)
                .unwrap();
            content.splice(at..at + from.len(), to.iter().copied());
        }
    })
}

#[track_caller]
fn assert_refused(bytes: &[u8], expected: &str) {
    let error = PlanFile::from_slice(bytes).unwrap_err().to_string();
    assert!(error.contains(expected), "{error}");
}

#[test]
fn other_releases_are_refused_by_name() {
    let (terraform, tofu) = (plan_file(RELEASES[0]), plan_file(RELEASES[2]));
    assert!(PlanFile::from_slice(&with(&terraform, b"1.11.4", b"1.13.0")).is_ok());
    let refused = |version: &[u8]| with(&terraform, b"1.11.4", version);
    assert_refused(
        &refused(b"1.17.0"),
        "plan files of Terraform 1.17.0 are not supported",
    );
    assert_refused(
        &refused(b"1.10.9"),
        "plan files of Terraform 1.10.9 are not supported",
    );
    assert_refused(
        &refused(b"2.12.0"),
        "plan files of Terraform 2.12.0 are not supported",
    );
    let refused = with(&tofu, b"1.12.6", b"1.13.0");
    assert_refused(&refused, "plan files of OpenTofu 1.13.0 are not supported");
    let refused = with(&terraform, b"\x08\x03", b"\x08\x04");
    assert_refused(
        &refused,
        "version 4 of the plan file is not supported, only version 3",
    );
}

#[test]
fn other_files_are_refused_by_name() {
    for (bytes, got) in [
        (
            &br#"{"meta":{},"encrypted_data":"","encryption_version":"v0"}"#[..],
            "an encrypted plan of OpenTofu",
        ),
        (
            br#" {"remote_plan_format":1,"run_id":"run-1"}"#,
            "a bookmark of a plan that HCP Terraform keeps",
        ),
        (b"tfplan\x02", "a plan of Terraform 0.11 or older"),
        (b"", "another file"),
    ] {
        assert_refused(bytes, &format!("a plan file is required, got {got}"));
    }
    assert_refused(
        &archive(&[("main.tf", b"")]),
        r#"the plan file has no part "tfplan""#,
    );
    let state = changed(&plan_file(RELEASES[0]), |name, content| {
        if name == "tfstate" {
            *content = b"{\n\"version\": 5}".to_vec();
        }
    });
    let error = PlanFile::from_slice(&state)
        .unwrap()
        .plan(&schemas(RELEASES[0]))
        .unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("version: version 4 of the state file is required"),
        "{error}"
    );
}

#[test]
fn hostile_archives_are_errors() {
    for name in [
        "../a",
        "a/../../b",
        "/etc/passwd",
        "a\\b",
        "C:a",
        "\\\\host\\a",
    ] {
        assert_refused(&archive(&[(name, b"")]), "which leaves its folder");
    }
    let bomb = vec![0; 4 << 20];
    let bomb = archive(&[("tfplan", b""), ("tfstate", &bomb)]);
    assert!(bomb.len() < 8 << 10);
    let error = PlanFile::with_limit(&bomb, 1 << 20)
        .unwrap_err()
        .to_string();
    assert_eq!(
        error,
        "the parts of the plan file have more than 1048576 bytes"
    );
    let many = vec![0; 600 << 10];
    let many = archive(&[("a", &many), ("b", &many)]);
    assert!(PlanFile::with_limit(&many, 1 << 20).is_err());
}

#[test]
fn damaged_files_never_panic() {
    let bytes = plan_file(RELEASES[1]);
    let schemas = schemas(RELEASES[1]);
    for at in (0..bytes.len()).step_by(131) {
        assert!(PlanFile::from_slice(&bytes[..at]).is_err(), "{at}");
        let mut other = bytes.clone();
        other[at] ^= 0x15;
        let _ = PlanFile::from_slice(&other).and_then(|file| file.plan(&schemas));
    }
    // Behind the checksums: the messages themselves.
    let mut source = ZipArchive::new(Cursor::new(&bytes)).unwrap();
    let len = usize::try_from(source.by_name("tfplan").unwrap().size()).unwrap();
    let mut read = 0;
    for at in (0..len).step_by(97) {
        for damage in [|byte: &mut u8| *byte ^= 0x01, |byte: &mut u8| *byte = 0xff] {
            let other = changed(&bytes, |name, content| {
                if name == "tfplan" {
                    damage(&mut content[at]);
                }
            });
            read += u32::from(
                PlanFile::from_slice(&other)
                    .and_then(|file| file.plan(&schemas))
                    .is_ok(),
            );
        }
    }
    assert!(read > 0);
}
