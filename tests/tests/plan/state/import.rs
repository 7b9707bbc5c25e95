//! `DynamicValue::import`, `DynamicValue::import_identity` and `DynamicValue::identity`.

use std::collections::BTreeMap;

use tfvalue::tfplugin6::DynamicValue;
use tfvalue::{Attr, Diagnostic, Dynamic, Number, Set, TfSchema, Unknown, types::TfType};

#[derive(TfSchema)]
#[tf(kind = resource, import = "region/zone::number", identity = DiskIdentity)]
struct Disk {
    #[tf(flatten)]
    place: Place,
    #[tf(required)]
    number: Attr<Number>,
    #[tf(computed)]
    labels: Attr<Vec<Attr<String>>>,
    #[tf(optional)]
    any: Dynamic,
    #[tf(optional)]
    nested: Attr<Inner>,
    #[tf(block)]
    list: Unknown<Vec<Inner>>,
    #[tf(block)]
    set: Unknown<Set<Inner>>,
    #[tf(block)]
    map: Unknown<BTreeMap<String, Inner>>,
    #[tf(block)]
    single: Option<Inner>,
    #[tf(block(group))]
    group: Inner,
}

#[derive(TfSchema)]
struct Place {
    #[tf(required)]
    region: Attr<String>,
    #[tf(optional)]
    zone: Attr<String>,
}

#[derive(TfSchema, PartialEq)]
struct Inner {
    #[tf(optional)]
    name: Attr<String>,
}

#[derive(TfSchema)]
#[tf(kind = identity)]
struct DiskIdentity {
    #[tf(required)]
    number: Number,
    #[tf(optional)]
    region: Option<String>,
    #[tf(optional)]
    labels: Option<Vec<String>>,
}

fn import(id: &str) -> Result<Disk, String> {
    let state = DynamicValue::import::<Disk>(id).map_err(|error| {
        let faults: Vec<_> = error.faults().map(ToString::to_string).collect();
        faults.join("; ")
    })?;
    state.decode().map_err(|error| error.to_string())
}

#[test]
fn an_id_sets_its_attributes_and_nothing_else() {
    let state = DynamicValue::import::<Disk>("eu/b::1.50").unwrap();
    let value = state.decode_value(&Disk::ty()).unwrap();
    assert_eq!(
        value.to_string(),
        "{ any = null, group = { name = null }, labels = null, list = [], map = {}, \
         nested = null, number = 1.5, region = \"eu\", set = toset([]), single = null, zone = \"b\" }"
    );
    let disk: Disk = state.decode().unwrap();
    assert_eq!(disk.place.region, "eu");
}

#[test]
fn the_first_separators_split_and_the_last_part_is_the_rest() {
    #[derive(TfSchema)]
    #[tf(kind = resource, import = "bucket/key")]
    struct Object {
        #[tf(required)]
        bucket: Attr<String>,
        #[tf(required)]
        key: Attr<String>,
    }
    let object: Object = DynamicValue::import::<Object>("a/b/c::d")
        .unwrap()
        .decode()
        .unwrap();
    assert_eq!(
        (object.bucket.as_deref(), object.key.as_deref()),
        (Some("a"), Some("b/c::d"))
    );
}

#[test]
fn misshapen_ids_are_errors() {
    for id in [
        "", "eu", "eu/b", "eu/b:1", "/b::1", "eu/::1", "eu/b::", "eu::b/1",
    ] {
        let error = import(id).err().unwrap();
        let expected = format!("an ID of the form \"region/zone::number\" is required, got {id:?}");
        assert_eq!(error, expected);
    }
    assert_eq!(
        import("eu/b::x").err().unwrap(),
        "number: a number is required, got \"x\""
    );
}

#[test]
fn long_ids_are_shortened() {
    let error = import(&"x".repeat(100_000)).unwrap_err();
    assert!(error.len() < 200 && error.contains("xxx…\""), "{error}");
}

fn headline(error: tfvalue::Error) -> String {
    Diagnostic::from(error).summary().to_owned()
}

/// An import ID is not in the configuration.
#[test]
fn the_headline_names_the_id() {
    for id in ["", "a/b::x"] {
        let error = DynamicValue::import::<Disk>(id).unwrap_err();
        assert_eq!(headline(error), "Invalid import ID", "{id}");
    }
    let error = DynamicValue::import::<Secret>("x").unwrap_err();
    assert_eq!(headline(error), "Invalid import ID");

    #[derive(TfSchema)]
    #[tf(kind = resource, import = "key")]
    struct Secret {
        #[tf(optional, sensitive)]
        key: Attr<i64>,
    }
}

#[test]
fn all_faults_of_an_id_are_reported_without_secrets() {
    #[derive(TfSchema)]
    #[tf(kind = resource, import = "a,b,c")]
    struct Numbers {
        #[tf(optional)]
        a: Attr<i64>,
        #[tf(optional, sensitive)]
        b: Attr<i64>,
        #[tf(optional)]
        c: Attr<i64>,
    }
    let faults = |id| {
        let error = DynamicValue::import::<Numbers>(id).unwrap_err();
        error.faults().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(
        faults("x,hush,y"),
        [
            "a: a number is required, got \"x\"",
            "b: a number is required, got another value",
            "c: a number is required, got \"y\"",
        ]
    );
    assert_eq!(
        faults("1,hush"),
        ["an ID of the form \"a,b,c\" is required, got another ID"]
    );
    let numbers: Numbers = DynamicValue::import::<Numbers>("1,2,-3")
        .unwrap()
        .decode()
        .unwrap();
    assert_eq!(
        (numbers.a.copied(), numbers.b.copied(), numbers.c.copied()),
        (Some(1), Some(2), Some(-3))
    );
}

#[test]
fn without_annotations_there_is_no_import() {
    #[derive(TfSchema)]
    #[tf(kind = resource)]
    struct Plain {}
    let error = DynamicValue::import::<Plain>("x").unwrap_err();
    assert_eq!(
        error.to_string(),
        "this resource type cannot be imported by ID"
    );
    assert_eq!(headline(error), "Import is not supported");
    let empty = DynamicValue::default();
    let error = DynamicValue::import_identity::<Plain>(&empty).unwrap_err();
    assert_eq!(error.to_string(), "this resource type has no identity");
    assert!(empty.identity::<Plain>().is_err());
}

#[test]
fn an_identity_and_a_state_convert_to_each_other() {
    let identity = DiskIdentity {
        number: "7".parse().unwrap(),
        region: Some("eu".into()),
        labels: Some(vec!["a".into(), "b".into()]),
    };
    let identity = DynamicValue::encode(&identity).unwrap();
    let state = DynamicValue::import_identity::<Disk>(&identity).unwrap();
    let disk: Disk = state.decode().unwrap();
    assert_eq!(disk.place.region, "eu");
    assert!(disk.place.zone.is_null());
    assert_eq!(disk.labels.value().unwrap()[1], "b");
    assert!(disk.list.known().unwrap().is_empty());
    assert_eq!(state.identity::<Disk>().unwrap(), identity);
}

#[test]
fn optional_attributes_of_an_identity_can_be_null() {
    let json = |text: &str| DynamicValue {
        json: text.into(),
        ..DynamicValue::default()
    };
    let state = DynamicValue::import_identity::<Disk>(&json(r#"{"number": 7}"#)).unwrap();
    let disk: Disk = state.decode().unwrap();
    assert!(disk.place.region.is_null() && disk.labels.is_null());
    let read: DiskIdentity = state.identity::<Disk>().unwrap().decode().unwrap();
    assert_eq!((read.region, read.labels), (None, None));
    assert_eq!(read.number, Number::from(7));

    let error = DynamicValue::import_identity::<Disk>(&json(r#"{"region": "eu"}"#)).unwrap_err();
    assert_eq!(error.to_string(), "number: a value is required, got null");
    let error = DynamicValue::import_identity::<Disk>(&DynamicValue::null()).unwrap_err();
    assert_eq!(error.to_string(), "number: a value is required, got null");
    assert!(DynamicValue::import_identity::<Disk>(&json(r#"{"number": []}"#)).is_err());
    assert!(DynamicValue::import_identity::<Disk>(&json("{")).is_err());
}

#[test]
fn the_identity_of_a_plan_can_be_unknown() {
    #[derive(TfSchema)]
    #[tf(kind = resource, identity = ServerIdentity)]
    struct Server {
        #[tf(computed)]
        id: Attr<String>,
    }
    #[derive(TfSchema)]
    #[tf(kind = identity)]
    struct ServerIdentity {
        #[tf(required)]
        id: Attr<String>,
    }
    let planned = DynamicValue::encode_plan(&Server {
        id: Attr::unknown(),
    })
    .unwrap();
    let identity: ServerIdentity = planned.identity::<Server>().unwrap().decode().unwrap();
    assert!(identity.id.is_unknown());
    assert_eq!(
        DynamicValue::null().identity::<Server>().unwrap(),
        DynamicValue::null()
    );
    let unknown = DynamicValue::encode(&identity).unwrap();
    let error = DynamicValue::import_identity::<Server>(&unknown).unwrap_err();
    assert_eq!(
        error.to_string(),
        "id: a known value is required, got an unknown value"
    );
}
