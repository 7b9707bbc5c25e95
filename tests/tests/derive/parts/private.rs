//! `PrivateData`: typed values in the private bytes of a resource.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use tfvalue::PrivateData;
use tfvalue::tfplugin6::{apply_resource_change, plan_resource_change, read_resource};

#[derive(Serialize, Deserialize, Debug, PartialEq)]
struct Upload {
    etag: String,
    parts: Vec<u32>,
}

fn upload() -> Upload {
    Upload {
        etag: "hush".to_owned(),
        parts: vec![1, 2],
    }
}

/// The private data that version 2 of the Go SDK stores, and the private data that terraform-plugin-framework stores.
const SDK: &[u8] =
    br#"{"e2bfb730-ecaa-11e6-8f88-34363bc7c4c0":{"create":1200000000000},"schema_version":"1"}"#;
const FRAMEWORK: &[u8] = br#"{"etag":"eyJhIjoxfQ=="}"#;

#[test]
fn values_survive_plan_apply_and_read() {
    let mut private = PrivateData::from_slice(b"").unwrap();
    private.set("upload", &upload()).unwrap();
    let planned = plan_resource_change::Response {
        planned_private: private.to_vec(),
        ..Default::default()
    };

    let apply = apply_resource_change::Request {
        planned_private: planned.planned_private,
        ..Default::default()
    };
    let mut private = PrivateData::from_slice(&apply.planned_private).unwrap();
    assert_eq!(private.get("upload").unwrap(), Some(upload()));
    private.set("attempts", &3).unwrap();
    let applied = apply_resource_change::Response {
        private: private.to_vec(),
        ..Default::default()
    };

    let read = read_resource::Request {
        private: applied.private,
        ..Default::default()
    };
    let private = PrivateData::from_slice(&read.private).unwrap();
    assert_eq!(private.get("upload").unwrap(), Some(upload()));
    assert_eq!(private.get("attempts").unwrap(), Some(3));
}

#[test]
fn foreign_keys_stay() {
    let mut private = PrivateData::from_slice(SDK).unwrap();
    assert_eq!(private.get::<Upload>("upload").unwrap(), None);
    private.set("a \"quoted\" key", &[true]).unwrap();
    assert!(private.remove("schema_version"));
    assert!(!private.remove("schema_version"));
    assert_eq!(
        String::from_utf8(private.to_vec()).unwrap(),
        r#"{"a \"quoted\" key":[true],"e2bfb730-ecaa-11e6-8f88-34363bc7c4c0":{"create":1200000000000}}"#
    );
    let again = PrivateData::from_slice(&private.to_vec()).unwrap();
    assert!(again.keys().eq(private.keys()));
    assert_eq!(PrivateData::from_slice(b"{}").unwrap().to_vec(), b"");
    let error = PrivateData::from_slice(FRAMEWORK)
        .unwrap()
        .get::<HashMap<String, u8>>("etag");
    assert_eq!(
        error.unwrap_err().to_string(),
        r#"private data["etag"]: a map is required, got a string"#
    );
}

#[test]
fn errors_and_debug_show_no_value() {
    for bytes in [
        &b"hush"[..],
        b"[]",
        b"\x81\xa1a\xa4hush",
        br#"{"a":1"#,
        b"\xff",
        b"null null",
    ] {
        let error = PrivateData::from_slice(bytes).unwrap_err();
        assert_eq!(
            error.to_string(),
            "private data: a JSON object is required, got other bytes"
        );
    }
    let mut private = PrivateData::default();
    private.set("upload", &upload()).unwrap();
    assert_eq!(format!("{private:?}"), r#"PrivateData{"upload"}"#);
    private
        .set(
            "upload",
            &HashMap::from([("etag", "hush"), ("parts", "hush")]),
        )
        .unwrap();
    let error = private.get::<Upload>("upload").unwrap_err();
    assert_eq!(
        error.to_string(),
        r#"private data["upload"]: a list is required, got a string"#
    );
    #[derive(Deserialize, Debug)]
    enum Kind {}
    private.set("kind", "hush").unwrap();
    let error = private.get::<Kind>("kind").unwrap_err();
    assert_eq!(
        error.to_string(),
        r#"private data["kind"]: the value is invalid (not shown, because it is sensitive)"#
    );
    assert!(private.set("key", &HashMap::from([((1, 2), 3)])).is_err());
    assert!(private.keys().eq(["kind", "upload"]));
}
