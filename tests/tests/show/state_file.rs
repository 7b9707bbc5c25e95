//! State files: reading, streaming, and rejected input.

use std::io::Read;
use std::sync::Arc;

use tfvalue::schema::{Attribute, Block};
use tfvalue::{Attr, Result, TfSchema, Type, schema::Schema, types::TfIdentity};
use tfvalue_show::state_file::{Instance, Instances, Resource, StateFile};
use tfvalue_show::{self as show, CheckStatus, Key};

/// A state as Terraform writes it.
const FILE: &str = r#"{
  "version": 4,
  "terraform_version": "1.11.4",
  "serial": 18446744073709551615,
  "lineage": "8b2b1f9c-1d7b-4c1c-9a3f-0d5a4f2e6b11",
  "outputs": {
    "token": {"value": ["open-sesame"], "type": ["tuple", ["string"]], "sensitive": true, "deprecated": "no"}
  },
  "resources": [
    {
      "module": "module.m[\"a b\"]",
      "mode": "managed",
      "type": "x_user",
      "name": "u",
      "provider": "module.m.provider[\"registry.terraform.io/x/x\"].west",
      "instances": [
        {
          "index_key": "k\"${",
          "status": "tainted",
          "schema_version": 1,
          "attributes": {
            "id": "u-1",
            "password": "open-sesame",
            "size": 1.50,
            "any": {"value": [1], "type": ["list", "number"]}
          },
          "sensitive_attributes": [[{"type": "get_attr", "value": "password"}]],
          "identity_schema_version": 0,
          "identity": {"id": "u-1"},
          "private": "b3Blbi1zZXNhbWU=",
          "dependencies": ["x_user.other"],
          "create_before_destroy": true,
          "later": {"a": 1.0}
        },
        {
          "index_key": "k\"${",
          "deposed": "deadbeef",
          "schema_version": 0,
          "attributes_flat": {"id": "u-0", "password": "open-sesame"}
        }
      ]
    },
    {"mode": "data", "type": "x_user", "name": "d", "instances": [
      {"index_key": 3, "provider": "provider[\"registry.opentofu.org/x/x\"][\"eu\"]", "schema_version": 0, "skip_destroy": true}
    ]}
  ],
  "check_results": [
    {"object_kind": "check", "config_addr": "check.c", "status": "fail", "objects": [
      {"object_addr": "check.c", "status": "fail", "failure_messages": ["no"]}
    ]}
  ]
}
"#;

#[derive(TfSchema)]
#[tf(kind = resource, version = 1, upgrade(0 = Old), identity = Id)]
struct User {
    #[tf(computed)]
    id: Attr<String>,
    #[tf(optional)]
    password: Attr<String>,
    #[tf(optional)]
    size: Attr<tfvalue::Number>,
    #[tf(optional)]
    any: tfvalue::Dynamic,
}

#[derive(TfSchema)]
struct Old {
    #[tf(computed)]
    id: Attr<String>,
}

#[derive(TfSchema)]
#[tf(kind = identity)]
struct Id {
    #[tf(required)]
    id: String,
}

impl From<Old> for User {
    fn from(old: Old) -> Self {
        User {
            id: old.id,
            password: Attr::null(),
            size: Attr::null(),
            any: tfvalue::Dynamic::null(),
        }
    }
}

fn file() -> StateFile {
    show::from_str(FILE).unwrap()
}

#[test]
fn every_member_is_read() {
    let file = file();
    assert_eq!(
        (file.serial, file.terraform_version.as_deref()),
        (u64::MAX, Some("1.11.4"))
    );
    let token = &file.outputs["token"];
    assert!(token.sensitive && token.ty().unwrap() == Some(Type::tuple([Type::String])));
    assert_eq!(token.deprecated.as_deref(), Some("no"));
    let check = &file.check_results[0];
    assert_eq!(
        (&*check.object_kind, &check.status),
        ("check", &CheckStatus::Fail)
    );
    assert_eq!(check.objects[0].failure_messages, ["no"]);

    let all: Vec<_> = file.instances().collect();
    let addresses: Vec<_> = all
        .iter()
        .map(|(resource, one)| resource.address(one))
        .collect();
    let user = r#"module.m["a b"].x_user.u["k\"$${"]"#;
    assert_eq!(addresses, [user, user, "data.x_user.d[3]"]);
    let providers: Vec<_> = all
        .iter()
        .map(|(resource, one)| resource.provider_name(one))
        .collect();
    let terraform = Some("registry.terraform.io/x/x");
    assert_eq!(
        providers,
        [terraform, terraform, Some("registry.opentofu.org/x/x")]
    );
    let (first, deposed, data) = (all[0].1, all[1].1, all[2].1);
    assert!(first.create_before_destroy && first.status.is_some());
    assert_eq!(first.dependencies, ["x_user.other"]);
    assert_eq!(
        first.private.as_ref().unwrap().get(),
        "\"b3Blbi1zZXNhbWU=\""
    );
    assert_eq!(first.other["later"].get(), r#"{"a": 1.0}"#);
    assert_eq!(deposed.deposed.as_deref(), Some("deadbeef"));
    assert!(data.skip_destroy && matches!(data.index_key, Some(Key::Number(3))));
}

#[test]
fn objects_are_read_as_structs_and_values() {
    let file = file();
    let all: Vec<_> = file.instances().map(|(_, instance)| instance).collect();
    let user: User = all[0].read().unwrap();
    assert_eq!(
        (user.id.as_deref(), user.any.is_null()),
        (Some("u-1"), false)
    );
    assert_eq!(user.size.value().unwrap().to_string(), "1.5");
    assert_eq!(user.any.value().unwrap().ty(), Type::list(Type::Number));
    let id: Id = all[0].read_identity().unwrap().unwrap();
    assert_eq!(id.id, "u-1");
    let upgraded: User = all[1].read().unwrap();
    assert!(upgraded.id.as_deref() == Some("u-0") && upgraded.password.is_null());
    assert!(all[1].read_identity::<Id>().unwrap().is_none());
    let partial: Old = all[0].read_ignoring_unsupported().unwrap();
    assert_eq!(partial.id.as_deref(), Some("u-1"));

    let value = all[0].value(&User::schema()).unwrap();
    assert_eq!(
        value.to_string(),
        r#"{ any = [1], id = "u-1", password = "open-sesame", size = 1.5 }"#
    );
    let identity = Id::identity_schema();
    let value = all[0].identity_value(&identity).unwrap().unwrap();
    assert_eq!(value.to_string(), r#"{ id = "u-1" }"#);
    let mut newer = Id::identity_schema();
    newer.version = 1;
    let error = all[0].identity_value(&newer).unwrap_err();
    assert_eq!(
        error.to_string(),
        "an identity of schema version 1 is required, got one of version 0"
    );
}

#[test]
fn every_fault_is_named_and_no_secret_is_shown() {
    let json = r#"{
        "schema_version": 1,
        "attributes": {"id": [], "password": {"open-sesame": "open-sesame"}, "size": "open-sesame"},
        "attributes_flat": {"open": "sesame"}, "identity": {"id": "open-sesame"}, "private": "open-sesame",
        "sensitive_attributes": [
            [{"type": "get_attr", "value": "password"}], [{"type": "get_attr", "value": "size"}]
        ]
    }"#;
    let instance: Instance = serde_json::from_str(json).unwrap();
    let error = instance.read::<User>().unwrap_err();
    let paths: Vec<_> = error
        .faults()
        .map(|fault| fault.path().to_string())
        .collect();
    assert_eq!(paths, ["id", "password", "size"], "{error}");
    let attributes = ["id", "password", "size"].map(|name| Attribute::new(name, Type::Number));
    let schema = Schema::new(Block::new().attributes(attributes)).version(1);
    for text in [
        error.to_string(),
        format!("{error:?}"),
        instance.value(&schema).unwrap_err().to_string(),
        format!("{instance:?} {:?}", file()),
    ] {
        assert!(!text.contains("sesame") && !text.contains("b3Bl"), "{text}");
    }
}

#[test]
fn other_documents_are_refused_by_name() {
    let encrypted = "a state file is required, got an encrypted state of OpenTofu, which `tofu state pull` decrypts \
                     with the configuration";
    let show = "a state file is required, got the output of `terraform show -json`";
    let version =
        "version: version 4 of the state file is required, got version 5 at line 1 column 13";
    for (json, expected) in [
        (
            r#"{"serial":1,"lineage":"a","meta":{},"encrypted_data":"eA==","encryption_version":"v0"}"#,
            encrypted,
        ),
        (r#"{"format_version":"1.0"}"#, show),
        (
            r#"{"planned_values":{}}"#,
            "a state file is required, got a plan",
        ),
        (r#"{"version": 5, "resources": 1}"#, version),
        ("{}", "version: the attribute is missing"),
        (
            r#"{"version":4,"serial":1}"#,
            "lineage: the attribute is missing",
        ),
        ("[]", "an object is required, got a list"),
    ] {
        let whole = show::from_str::<StateFile>(json).unwrap_err();
        let streamed = Instances::from_reader(json.as_bytes())
            .next()
            .unwrap()
            .unwrap_err();
        for error in [whole, streamed] {
            let text = error.to_string();
            assert!(
                text.starts_with(expected) || expected.contains(&error.message()),
                "{text}"
            );
        }
    }
}

/// A reader that returns one byte at a time.
struct Slow<'a>(&'a [u8]);

impl Read for Slow<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let len = 1.min(buffer.len());
        self.0.read(&mut buffer[..len])
    }
}

#[test]
fn the_stream_has_the_same_objects() {
    let whole = file();
    let mut instances = Instances::from_reader(Slow(FILE.as_bytes()));
    let all: Result<Vec<(Arc<Resource>, Instance)>> = instances.by_ref().collect();
    let all = all.unwrap();
    let json = |one: &Instance| serde_json::to_string(one).unwrap();
    assert_eq!(all.len(), whole.instances().count());
    for ((resource, instance), (expected, one)) in all.iter().zip(whole.instances()) {
        assert_eq!(json(instance), json(one));
        assert_eq!(resource.address(instance), expected.address(one));
        assert!(resource.instances.is_empty());
    }
    assert_eq!(
        (instances.serial(), instances.lineage()),
        (Some(u64::MAX), Some(&*whole.lineage))
    );
    assert!(instances.next().is_none());
}

#[test]
fn the_stream_refuses_another_order() {
    for (resource, expected) in [
        (
            r#"{"instances": [], "mode": "managed", "type": "a", "name": "b"}"#,
            "resources[1]: to read one instance at a time, mode, type, name must come before instances",
        ),
        (
            r#"{"mode": "managed", "type": "a", "name": "b", "instances": [], "module": "module.m"}"#,
            "resources[1]: to read one instance at a time, module must come before instances",
        ),
        (
            r#"{"mode": "managed", "type": "a", "name": "b", "instances": [], "instances": []}"#,
            r#"resources[1]: duplicate key "instances""#,
        ),
    ] {
        let json = format!(
            r#"{{"version":4,"serial":1,"lineage":"","resources":[{{"mode":"data","type":"a","name":"a"}},{resource}]}}"#
        );
        let error = Instances::from_reader(json.as_bytes())
            .next()
            .unwrap()
            .unwrap_err();
        assert!(error.to_string().starts_with(expected), "{error}");
    }
}

#[test]
fn a_cut_or_changed_file_never_panics() {
    let bytes = FILE.as_bytes();
    for at in (0..bytes.len()).step_by(3) {
        for other in [None, Some(b'"'), Some(b'}'), Some(b'0')] {
            let mut hostile = bytes.to_vec();
            match other {
                Some(byte) => hostile[at] = byte,
                None => hostile.truncate(at),
            }
            let whole = show::from_slice::<StateFile>(&hostile);
            let streamed: Result<Vec<_>> = Instances::from_reader(&hostile[..]).collect();
            for (_, instance) in whole.iter().flat_map(StateFile::instances) {
                let _ = (instance.read::<User>(), instance.value(&User::schema()));
            }
            // Every state file that can be streamed can be read as a whole.
            if whole.is_err() && other.is_none() {
                assert!(streamed.is_err(), "{at}");
            }
        }
    }
}
