//! `RawState::move_to`.

use tfvalue::state::MoveSource;
use tfvalue::tfplugin6::RawState;
use tfvalue::{Attr, Diagnostic, Error, Result, TfSchema};

#[derive(TfSchema)]
#[tf(
    kind = resource,
    version = 5,
    moved_from(
        "old_server" = OldServer,
        "old_server" = OldServerV2,
        "hashicorp/null/null_resource" = NullResource,
    )
)]
struct Server {
    #[tf(required)]
    name: Attr<String>,
    #[tf(optional, sensitive)]
    pin: Attr<i64>,
}

#[derive(TfSchema)]
struct OldServer {
    #[tf(required)]
    title: Attr<String>,
    #[tf(optional, sensitive)]
    pin: Attr<i64>,
}

#[derive(TfSchema)]
#[tf(version = 2)]
struct OldServerV2 {
    #[tf(required)]
    label: Attr<String>,
}

#[derive(TfSchema)]
struct NullResource {
    #[tf(computed)]
    id: Attr<String>,
}

impl From<OldServer> for Server {
    fn from(old: OldServer) -> Self {
        Server {
            name: old.title,
            pin: old.pin,
        }
    }
}

impl TryFrom<OldServerV2> for Server {
    type Error = Error;

    fn try_from(old: OldServerV2) -> Result<Self> {
        let name = old.label.require("label")?.to_uppercase();
        Ok(Server {
            name: name.into(),
            pin: Attr::null(),
        })
    }
}

impl From<NullResource> for Server {
    fn from(old: NullResource) -> Self {
        Server {
            name: old.id,
            pin: Attr::null(),
        }
    }
}

const OURS: &str = "registry.terraform.io/example/inventory";

fn moved(
    (type_name, schema_version, provider_address): (&str, i64, &str),
    json: &str,
) -> Result<Server> {
    let source = MoveSource::new(type_name, schema_version, provider_address);
    let state = RawState {
        json: json.into(),
        ..RawState::default()
    };
    state.move_to::<Server>(&source)?.decode()
}

#[test]
fn the_type_and_the_version_select_the_struct() {
    let server = moved(
        ("old_server", 0, OURS),
        r#"{"title": "a", "pin": 1, "gone": 2}"#,
    )
    .unwrap();
    assert_eq!(server.name, "a");
    assert_eq!(server.pin, 1);
    let server = moved(("old_server", 2, "elsewhere"), r#"{"label": "a"}"#).unwrap();
    assert_eq!(server.name, "A");
}

#[test]
fn flatmaps_can_be_moved() {
    let flatmap = [("id".to_owned(), "7".to_owned())].into();
    let state = RawState {
        flatmap,
        ..RawState::default()
    };
    let source = MoveSource::new("null_resource", 0, "hashicorp/null");
    let server: Server = state.move_to::<Server>(&source).unwrap().decode().unwrap();
    assert_eq!(server.name, "7");
}

#[test]
fn the_end_of_the_provider_address_must_match() {
    let json = r#"{"id": "7"}"#;
    for provider in [
        "registry.terraform.io/hashicorp/null",
        "registry.opentofu.org/hashicorp/null",
    ] {
        assert_eq!(
            moved(("null_resource", 0, provider), json).unwrap().name,
            "7"
        );
    }
    for provider in [
        "",
        "hashicorp",
        "registry.terraform.io/myhashicorp/null",
        "a/hashicorp/null/b",
    ] {
        assert!(
            moved(("null_resource", 0, provider), json).is_err(),
            "{provider}"
        );
    }
}

#[test]
fn other_sources_are_errors() {
    let error = moved(("old_server", 1, OURS), "{}").err().unwrap();
    assert_eq!(
        error.to_string(),
        "a state of \"old_server\" with schema version 1 from provider \
         \"registry.terraform.io/example/inventory\" cannot be moved to this resource type; it \
         accepts \"old_server\" with schema version 0, \"old_server\" with schema version 2, \
         \"hashicorp/null/null_resource\" with schema version 0"
    );
    #[derive(TfSchema)]
    #[tf(kind = resource)]
    struct Alone {}
    let source = MoveSource::new("a", 0, "b");
    let error = RawState::default().move_to::<Alone>(&source).unwrap_err();
    assert_eq!(
        error.to_string(),
        "a state of \"a\" with schema version 0 from provider \"b\" cannot be moved to this \
         resource type; it accepts no other types"
    );
    assert_eq!(Diagnostic::from(error).summary(), "State cannot be moved");
}

#[test]
fn faults_have_paths_and_hide_secrets() {
    let error = moved(("old_server", 0, OURS), r#"{"title": [], "pin": "hush"}"#)
        .err()
        .unwrap();
    let faults: Vec<_> = error.faults().map(ToString::to_string).collect();
    assert_eq!(
        faults,
        [
            "title: a string is required, got a list at line 1 column 11",
            "pin: a number is required, got another value at line 1 column 22",
        ]
    );
    assert!(moved(("old_server", 0, OURS), "{").is_err());
    let error = moved(("old_server", 2, OURS), "{}").err().unwrap();
    assert_eq!(error.path().to_string(), "label");
}
