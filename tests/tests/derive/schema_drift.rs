//! Changes to schemas, and the subset of changes that are breaking.

use std::sync::Arc;

use std::path::PathBuf;

use tfvalue::schema::diff::{
    ChangeKind, SchemaChange, Snapshot, check_snapshot, compare, compare_providers,
};
use tfvalue::schema::json;
use tfvalue::schema::{
    Attribute, AttributeType, Block, Function, Identity, IdentityAttribute, NestedBlock,
    NestedType, Nesting, Parameter, ProviderSchema, Schema, StringKind,
};
use tfvalue::{Attr, Set, TfSchema, Type, Unknown};

fn attribute(set: impl FnOnce(&mut Attribute)) -> Attribute {
    let mut attribute = Attribute::new("a", Type::String).optional();
    set(&mut attribute);
    attribute
}

fn of(attributes: Vec<Attribute>) -> Schema {
    Schema::new(Block::new().attributes(attributes))
}

fn messages(changes: &[SchemaChange]) -> Vec<String> {
    changes.iter().map(ToString::to_string).collect()
}

/// Checks the description of a change and of the reverse change.
#[track_caller]
fn both(old: &Schema, new: &Schema, there: &[&str], back: &[&str]) {
    assert_eq!(messages(&compare(old, new)), there);
    assert_eq!(messages(&compare(new, old)), back);
    assert_eq!(compare(new, new), []);
}

#[test]
fn attributes() {
    let before = of(vec![attribute(|_| {})]);
    for (set, there, back) in [
        (
            (|one| {
                one.optional = false;
                one.required = true;
            }) as fn(&mut Attribute),
            "breaking: a: is now required",
            "a: is no longer required",
        ),
        (
            |one| one.computed = true,
            "a: is now computed",
            "breaking: a: is no longer computed",
        ),
        (
            |one| one.sensitive = true,
            "breaking: a: is now sensitive",
            "a: is no longer sensitive",
        ),
        (
            |one| one.write_only = true,
            "breaking: a: is now write-only",
            "a: is no longer write-only",
        ),
        (
            |one| one.deprecated = true,
            "a: is now deprecated",
            "a: is no longer deprecated",
        ),
        (
            |one| one.description_kind = StringKind::Markdown,
            "a: description changed",
            "a: description changed",
        ),
        (
            |one| one.ty = AttributeType::Type(Type::list(Type::String)),
            r#"breaking: a: type changed from "string" to ["list","string"]"#,
            r#"breaking: a: type changed from ["list","string"] to "string""#,
        ),
    ] {
        both(&before, &of(vec![attribute(set)]), &[there], &[back]);
    }
    let computed = attribute(|one| {
        one.optional = false;
        one.computed = true;
    });
    both(
        &before,
        &of(vec![computed]),
        &[
            "breaking: a: can no longer be configured",
            "a: is now computed",
        ],
        &[
            "a: can now be configured",
            "breaking: a: is no longer computed",
        ],
    );
    both(
        &before,
        &of(Vec::new()),
        &["breaking: a: removed"],
        &["a: added"],
    );
    let required = attribute(|one| {
        one.optional = false;
        one.required = true;
    });
    let added = compare(Schema::default(), of(vec![required]));
    assert_eq!(messages(&added), ["breaking: a: added and required"]);
    let mut newer = before.clone();
    newer.version = 2;
    both(
        &before,
        &newer,
        &["version changed from 0 to 2"],
        &["breaking: version changed from 2 to 0"],
    );
}

#[test]
fn nested_attributes() {
    let member = |ty: Type| Attribute::new("b", ty).optional();
    let nested = |nesting, member| {
        let ty = NestedType::new(nesting, [member]);
        of(vec![Attribute::new("a", ty).optional()])
    };
    both(
        &nested(Nesting::List, member(Type::Bool)),
        &nested(Nesting::Set, member(Type::Number)),
        &[
            "breaking: a: nesting changed from list to set",
            r#"breaking: a.b: type changed from "bool" to "number""#,
        ],
        &[
            "breaking: a: nesting changed from set to list",
            r#"breaking: a.b: type changed from "number" to "bool""#,
        ],
    );
    // A plain object type and the same type described member by member have the same wire form.
    let plain = nested(Nesting::List, member(Type::Bool))
        .block
        .implied_type();
    let Type::Object(plain) = plain else {
        panic!("{plain}")
    };
    let plain = of(vec![attribute(|one| {
        one.ty = AttributeType::Type(plain[0].ty.clone());
    })]);
    both(&plain, &nested(Nesting::List, member(Type::Bool)), &[], &[]);
}

#[test]
fn blocks() {
    let of = |nesting, min_items, max_items| {
        let disk = Block::new().attributes([attribute(|_| {})]);
        let disk = NestedBlock::new("disk", nesting, disk)
            .min_items(min_items)
            .max_items(max_items);
        Schema::new(Block::new().block_types([disk]))
    };
    let before = of(Nesting::List, 0, 0);
    both(
        &before,
        &of(Nesting::List, 1, 2),
        &[
            "breaking: disk: minimum number of blocks changed from 0 to 1",
            "breaking: disk: maximum number of blocks changed from unlimited to 2",
        ],
        &[
            "disk: minimum number of blocks changed from 1 to 0",
            "disk: maximum number of blocks changed from 2 to unlimited",
        ],
    );
    both(
        &before,
        &of(Nesting::Map, 0, 0),
        &["breaking: disk: nesting changed from list to map"],
        &["breaking: disk: nesting changed from map to list"],
    );
    both(
        &before,
        &Schema::default(),
        &["breaking: disk: removed"],
        &["disk: added"],
    );
    let added = compare(Schema::default(), of(Nesting::List, 1, 0));
    assert_eq!(messages(&added), ["breaking: disk: added and required"]);
    let mut within = before.clone();
    Arc::make_mut(&mut within.block.block_types[0].block)
        .attributes
        .clear();
    both(
        &before,
        &within,
        &["breaking: disk.a: removed"],
        &["disk.a: added"],
    );
}

#[test]
fn providers() {
    let function = |parameters: Vec<Parameter>| Function::new(Type::String).parameters(parameters);
    let nullable = Parameter::new("p", Type::Bool).allow_null_value();
    let identity = |ty| Identity::new([IdentityAttribute::required("id", ty)]);
    let old = ProviderSchema::new()
        .provider(of(vec![attribute(|_| {})]))
        .functions([
            ("f", function(vec![nullable.clone()])),
            ("g", function(vec![nullable])),
        ])
        .resource_identity_schemas([("r", identity(Type::String))]);
    let new = ProviderSchema::new()
        .functions([
            ("f", function(vec![Parameter::new("q", Type::Bool)])),
            ("g", function(Vec::new())),
        ])
        .resource_identity_schemas([("r", identity(Type::Number))]);
    assert_eq!(
        messages(&compare_providers(&old, &new)),
        [
            "breaking: provider: removed",
            r#"breaking: functions["f"].q: no longer accepts null"#,
            r#"functions["f"].q: description changed"#,
            r#"breaking: functions["g"]: parameters changed"#,
            r#"breaking: resource_identity_schemas["r"].id: type changed from "string" to "number""#,
        ]
    );
    assert_eq!(compare_providers(&new, &new), []);

    // Only resources and identities are stored.
    let version = |version| {
        let mut schema = Schema::default();
        schema.version = version;
        schema
    };
    let of = |one| {
        ProviderSchema::new()
            .provider(version(one))
            .resource_schemas([("a", version(one))])
            .data_source_schemas([("a", version(one))])
    };
    assert_eq!(
        messages(&compare_providers(&of(1), &of(0))),
        [
            "provider: version changed from 1 to 0",
            r#"breaking: resource_schemas["a"]: version changed from 1 to 0"#,
            r#"data_source_schemas["a"]: version changed from 1 to 0"#,
        ]
    );
}

#[test]
fn snapshots() {
    let folder = tempfile::tempdir().unwrap();
    let path: PathBuf = folder.path().join("schemas/thing.json");
    let mut schema = of(vec![attribute(|_| {})]);
    let fault = |schema: &Schema, update| match check_snapshot(schema, &path, update) {
        Ok(()) => None,
        Err(error) => Some(
            error
                .to_string()
                .replace(&path.display().to_string(), "FILE"),
        ),
    };
    let missing = fault(&schema, false).unwrap();
    assert!(
        missing.starts_with("cannot read the schema in FILE"),
        "{missing}"
    );
    assert_eq!(fault(&schema, true), None);
    assert_eq!(fault(&schema, false), None);

    // With a flag, a change that only adds parts is written without a new version.
    let added = Attribute::new("b", Type::String).optional();
    schema.block.attributes.push(added);
    assert_eq!(
        fault(&schema, false).unwrap(),
        "the schema differs from FILE: if this is intended, set \
         TFVALUE_UPDATE_SNAPSHOTS=1 to update the file\nb: added"
    );
    assert_eq!(fault(&schema, true), None);

    // A change that breaks stored states always requires a new version.
    schema.block.attributes[0].ty = AttributeType::Type(Type::Bool);
    for update in [false, true] {
        assert_eq!(
            fault(&schema, update).unwrap(),
            "the schema differs from FILE: increase its version, and upgrade older states\n\
             breaking: a: type changed from \"string\" to \"bool\""
        );
    }
    schema.version = 1;
    assert!(
        fault(&schema, false)
            .unwrap()
            .contains("TFVALUE_UPDATE_SNAPSHOTS")
    );
    assert_eq!(fault(&schema, true), None);
    assert_eq!(fault(&schema, false), None);
}

/// The resource in the previous release.
mod released {
    use tfvalue::{Attr, TfSchema};

    #[derive(TfSchema)]
    #[tf(kind = resource)]
    pub(super) struct Server {
        #[tf(required)]
        pub(super) name: Attr<String>,
        #[tf(default = 1)]
        pub(super) cpus: Attr<i64>,
        #[tf(default = "a", replace)]
        pub(super) rack: Attr<String>,
        #[tf(optional)]
        pub(super) note: Attr<String>,
        #[tf(optional, replace)]
        pub(super) size: Attr<i64>,
        #[tf(optional, sensitive)]
        pub(super) disks: Attr<Vec<Attr<Disk>>>,
    }

    #[derive(TfSchema)]
    pub(super) struct Disk {
        #[tf(optional)]
        pub(super) size: Attr<i64>,
    }
}

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Server {
    #[tf(required, replace)]
    name: Attr<String>,
    #[tf(default = 2)]
    cpus: Attr<i64>,
    #[tf(default = "b", replace)]
    rack: Attr<String>,
    #[tf(default = "n", replace(when = from_null))]
    note: Attr<String>,
    #[tf(optional, replace(if_configured))]
    size: Attr<i64>,
    #[tf(optional, sensitive)]
    disks: Attr<Vec<Attr<Disk>>>,
    // New attributes.
    #[tf(default = "main", replace)]
    zone: Attr<String>,
    #[tf(default = "main", replace(if_configured))]
    right: Attr<String>,
    #[tf(default = "main")]
    updated: Attr<String>,
    #[tf(default = "", empty_as_null, replace)]
    empty: Attr<String>,
    #[tf(optional, computed, replace)]
    chosen: Attr<String>,
    #[tf(default = 1, replace(when = never))]
    unreplaced: Attr<i64>,
    #[tf(default = Set::from_iter([Attr::from(Part { kind: "k".into() })]))]
    parts: Attr<Set<Attr<Part>>>,
    #[tf(optional)]
    more: Attr<Vec<Attr<Part>>>,
}

#[derive(TfSchema)]
struct Disk {
    #[tf(optional)]
    size: Attr<i64>,
    #[tf(default = "secret", sensitive, replace)]
    kind: Attr<String>,
}

#[derive(TfSchema, Clone, PartialEq)]
struct Part {
    #[tf(default = "k", replace)]
    kind: Attr<String>,
}

fn from_null(prior: &Attr<String>, _: &Attr<String>) -> bool {
    prior.is_null()
}

fn never(_: &Attr<i64>, _: &Attr<i64>) -> bool {
    false
}

#[test]
fn rules_of_structs() {
    let (old, new) = (Snapshot::of::<released::Server>(), Snapshot::of::<Server>());
    let replaces = "the default replaces existing objects: write `replace(if_configured)`, or set the attribute in \
                    `read` or `upgrade`";
    let changes = compare(&old, &new);
    assert_eq!(
        messages(&changes),
        [
            "chosen: added",
            "breaking: cpus: default changed from 1 to 2",
            "disks.kind: added",
            &format!("breaking: disks.kind: {replaces}"),
            "empty: added",
            "more: added",
            "breaking: name: replacement by a change: changed from never to always",
            "note: is now computed",
            r#"breaking: note: now has the default "n""#,
            "breaking: note: replacement by a change: changed from never to under a condition",
            &format!("breaking: note: {replaces}"),
            "parts: added",
            &format!("breaking: parts: {replaces}"),
            r#"breaking: rack: default changed from "a" to "b""#,
            &format!("breaking: rack: {replaces}"),
            "right: added",
            "size: replacement by a change: changed from always to if configured",
            "unreplaced: added",
            "updated: added",
            "zone: added",
            &format!("breaking: zone: {replaces}"),
        ]
    );
    assert!(
        changes
            .iter()
            .any(|one| one.kind == ChangeKind::ReplacesExisting)
    );
    assert_eq!(compare(&new, &new), []);
    // Unknown rules are not compared, except for the rules of new parts.
    let unknown = compare(released::Server::schema(), &new);
    let texts = messages(&unknown);
    assert!(texts.contains(&format!("breaking: zone: {replaces}")));
    assert!(
        !texts
            .iter()
            .any(|text| text.contains("cpus") || text.contains("rack"))
    );
}

#[test]
fn rules_of_blocks() {
    #[derive(TfSchema)]
    #[tf(kind = resource)]
    struct Old {
        #[tf(block)]
        disk: Unknown<Vec<Disk>>,
    }
    #[derive(TfSchema)]
    #[tf(kind = resource)]
    struct New {
        #[tf(block, replace)]
        disk: Unknown<Vec<Disk>>,
    }
    let changes = compare(Snapshot::of::<Old>(), Snapshot::of::<New>());
    assert_eq!(
        messages(&changes),
        ["breaking: disk: replacement by a change: changed from never to always"]
    );
}

/// A default within a sensitive attribute is as secret as the attribute.
#[test]
fn defaults_within_secrets_are_not_written() {
    #[derive(TfSchema)]
    #[tf(kind = resource)]
    struct Vault {
        #[tf(optional, sensitive)]
        parts: Attr<Vec<Attr<Hidden>>>,
    }
    #[derive(TfSchema)]
    struct Hidden {
        #[tf(default = "open-sesame")]
        word: Attr<String>,
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("vault.json");
    check_snapshot(Snapshot::of::<Vault>(), &path, true).unwrap();
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.contains("word") && !text.contains("sesame"), "{text}");
}

#[test]
fn snapshots_have_rules() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("server.json");
    let fault = |snapshot: &Snapshot, update| match check_snapshot(snapshot, &path, update) {
        Ok(()) => String::new(),
        Err(error) => error.message().replace(&path.display().to_string(), "FILE"),
    };
    // A file from an older version of this crate contains no rules.
    let old = Snapshot::of::<released::Server>();
    check_snapshot(released::Server::schema(), &path, true).unwrap();
    assert!(fault(&old, false).ends_with("the file has no rules of a struct"));
    assert_eq!(fault(&old, true), "");
    assert_eq!(fault(&old, false), "");
    let without = fault(&released::Server::schema().into(), false);
    assert!(
        without.ends_with("compare it with `Snapshot::of`"),
        "{without}"
    );

    let text = std::fs::read_to_string(&path).unwrap();
    let written: serde_json::Value = serde_json::from_str(&text).unwrap();
    let rules = serde_json::json!({
        "cpus": {"default": "1"},
        "rack": {"default": "\"a\"", "replace": "always"},
        "size": {"replace": "always"},
    });
    assert_eq!(written["rules"], rules);
    let read: Snapshot = json::from_str(&text).unwrap();
    assert_eq!(compare(&read, &old), []);

    let new = Snapshot::of::<Server>();
    let report = fault(&new, false);
    assert!(
        report.contains("\nbreaking: zone: the default replaces existing objects"),
        "{report}"
    );
    assert_eq!(fault(&new, true), "");
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(
        text.contains("(sensitive value)") && !text.contains("secret"),
        "{text}"
    );
    assert_eq!(fault(&new, false), "");
}
