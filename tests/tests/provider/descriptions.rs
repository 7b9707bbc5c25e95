//! Mistakes in descriptions: each mistake results in an error with the path and a message.

#![allow(clippy::reversed_empty_ranges, reason = "they are mistakes")]

use std::time::Duration;

use tfvalue::provider::{Description, Operation, Rules};
use tfvalue::schema::diff::{self, Snapshot};
use tfvalue::schema::{
    Attribute, Block, Identity, IdentityAttribute, NestedBlock, NestedType, Nesting, Schema,
};
use tfvalue::{Type, Value};
use tfvalue_testing::Harness;

use crate::runtime_types::Objects;

fn schema() -> Schema {
    let secret = NestedType::new(
        Nesting::Single,
        [Attribute::new("pin", Type::Number).optional().sensitive()],
    );
    let disk = Block::new().attributes([Attribute::new("size", Type::Number).required()]);
    let lists = Type::list(Type::list(Type::String));
    let block = Block::new()
        .attributes([
            Attribute::new("id", Type::String).computed(),
            Attribute::new("revision", Type::Number).computed(),
            Attribute::new("name", Type::String).required(),
            Attribute::new("flag", Type::Bool).optional(),
            Attribute::new("zone", Type::String).optional(),
            Attribute::new("lists", lists).optional(),
            Attribute::new("secret", secret).optional().computed(),
            Attribute::new("wo", Type::String).optional().write_only(),
        ])
        .block_types([NestedBlock::new("disk", Nesting::List, disk)]);
    Schema::new(block).version(1)
}

fn rules(path: &str, rules: Rules) -> Description {
    Description::new(schema()).rules(path, rules)
}

/// Descriptions, with their errors.
type Case = (fn() -> Description, &'static [&'static str]);

/// Mistakes in the rules themselves.
const RULES: &[Case] = &[
    (
        || rules("lists", Rules::new().each(Rules::new().replace())),
        &[
            "lists: `each` contains a rule about planning, which has no effect there: remove it, or set it for the whole value",
        ],
    ),
    (
        || {
            rules(
                "lists",
                Rules::new().each(Rules::new().conflicts_with(["nope"])),
            )
        },
        &[
            "lists: `each` contains a rule that names other members, which has no effect there: remove it, or set it for the whole value",
        ],
    ),
    (
        || rules("name", Rules::new().each(Rules::new().length(1..=3))),
        &[
            "name: `each` is only for lists, sets and maps: remove it, or write its constraints without `each`",
        ],
    ),
    (
        || {
            rules(
                "lists",
                Rules::new().each(Rules::new().each(Rules::new().range(1..=3))),
            )
        },
        &[
            "lists: `range` is only for numbers: remove it, or use `length` for the number of characters or elements",
        ],
    ),
    (
        || rules("flag", Rules::new().one_of([true])),
        &["flag: `one_of` requires strings or numbers"],
    ),
    (
        || rules("name", Rules::new().one_of(Vec::<String>::new())),
        &["name: `one_of` lists no values: add some"],
    ),
    (
        || rules("flag", Rules::new().regex("^a")),
        &[
            "flag: `regex` is only for strings: remove it, or write `each(regex = …)` for the elements of a list, set or map",
        ],
    ),
    (
        || rules("flag", Rules::new().one_of([true]).regex("(")),
        &[
            "flag: `one_of` requires strings or numbers",
            "flag: `regex` is not valid: regex parse error:\n    (\n    ^\nerror: unclosed group",
        ],
    ),
    (
        || {
            rules("disk.size", Rules::new().range(5..=1))
                .rules("name", Rules::new().length(0..0))
                .rules("zone", Rules::new().length(7..=5))
        },
        &[
            "disk.size: `range` is empty, so no value is valid: change its bounds",
            "name: `length` is empty, so no value is valid: change its bounds",
            "zone: `length` is empty, so no value is valid: change its bounds",
        ],
    ),
    (
        || rules("disk.size", Rules::new().range(1..1)),
        &["disk.size: `range` is empty, so no value is valid: change its bounds"],
    ),
    (
        || {
            rules("revision", Rules::new().promise_range(5..=1))
                .rules("id", Rules::new().promise_length(0..0))
        },
        &[
            "id: `promise_length` is empty, so no value is possible: change its bounds",
            "id: the promises `min_length` and `max_length` in `refine` are only for lists, sets and maps: remove them",
            "revision: `promise_range` is empty, so no value is possible: change its bounds",
        ],
    ),
    (
        || rules("name", Rules::new().hide_edits()),
        &[
            "name: `same_as` requires a rule, because the type has none: add one, as in `same_as(rule = json, hide_edits)`",
        ],
    ),
];

/// Rules that are not suitable for the attribute.
const ATTRIBUTES: &[Case] = &[
    (
        || rules("name", Rules::new().keep()).rules("flag", Rules::new().keep()),
        &[
            "flag: `keep` is only for computed attributes: make it computed, or remove `keep`",
            "name: `keep` is only for computed attributes: make it computed, or remove `keep`",
        ],
    ),
    (
        || rules("disk", Rules::new().keep()),
        &["disk: `keep` is only for attributes"],
    ),
    (
        || rules("name", Rules::new().promise_not_null()),
        &[
            "name: promises are only for computed attributes, whose unknown values the provider plans: remove them",
        ],
    ),
    (
        || rules("id", Rules::new().empty_as_null().promise_not_null()),
        &[
            "id: `refine` promises that the value is neither null nor empty, but `empty_as_null` stores an empty value as null: remove one of them",
        ],
    ),
    (
        || rules("wo", Rules::new().replace()),
        &[
            "wo: `replace` cannot compare a write-only attribute, which is never stored: put it on an attribute that holds a version of the value",
        ],
    ),
    (
        || rules("wo", Rules::new().provider_only()),
        &[
            "wo: `same_as` and `provider_only` have no effect on a write-only attribute, which is never stored: remove them",
        ],
    ),
    (
        || rules("id", Rules::new().replace()),
        &[
            "id: `replace` has no effect on an attribute that only the provider sets: make it optional, or remove `replace`",
        ],
    ),
    (
        || rules("zone", Rules::new().replace().provider_only()),
        &[
            "zone: `provider_only` conflicts with `replace`: a change that concerns only the provider requires no new object",
        ],
    ),
    (
        || rules("name", Rules::new().fingerprint("id")),
        &[
            "name: `fingerprint` is only for write-only attributes, because Terraform sees changes of all others: make it write-only, or remove `fingerprint`",
            "name: `fingerprint` names `id`, which cannot count changes: it requires a number that only the provider sets, with the rule `keep`",
        ],
    ),
    (
        || {
            let value = Value::object([("pin", "hunter2")]).unwrap();
            rules("secret", Rules::new().default(value).keep())
        },
        &[
            "secret: `keep` conflicts with `default`, which always decides the value: remove one of them",
            "secret: the default does not fit: pin: a number is required, got a string",
        ],
    ),
    (
        || rules("secret.pin", Rules::new().default("hunter2")),
        &[
            "secret.pin: `default` requires that the attribute is optional and computed",
            "secret.pin: the default does not fit: a number is required, got a string",
        ],
    ),
    (
        || {
            rules("id", Rules::new().keep())
                .rules("id", Rules::new().keep())
                .rules("nope", Rules::new())
        },
        &[
            "id: the rules of this path are there twice",
            "nope: there are rules, but the schema has no attribute or nested block here",
        ],
    ),
    (
        || {
            Description::new(schema()).timeouts([
                (Operation::Create, Duration::from_secs(1)),
                (Operation::Create, Duration::MAX),
            ])
        },
        &[
            "timeouts: duplicate key \"create\"",
            "timeouts.create: the rules of this path are there twice",
            "timeouts.create: the text is not a duration: write one such as \"1h30m\"",
        ],
    ),
];

/// Rules that name other attributes.
const RELATIONS: &[Case] = &[
    (
        || {
            rules(
                "zone",
                Rules::new().conflicts_with(["zone", "flag", "flag"]),
            )
        },
        &[
            "zone: `conflicts_with` names `zone`, the attribute itself: name other attributes",
            "zone: `conflicts_with` names `flag` twice: remove one of them",
        ],
    ),
    (
        || {
            let both = Rules::new()
                .conflicts_with(["flag"])
                .required_with(["flag"]);
            rules("zone", both)
        },
        &[
            "zone: `conflicts_with` and `required_with` both name `flag`, so this one can never be set: remove one of the names",
        ],
    ),
    (
        || rules("zone", Rules::new().at_least_one_of(["nope"])),
        &["zone: there is no attribute or nested block `nope` in the same object"],
    ),
    (
        || rules("id", Rules::new().keep_unless_changed(["id", "nope"])),
        &[
            "id: `keep_unless_changed` names `id`, the attribute itself: name other attributes",
            "id: there is no attribute or nested block `nope` in the same object",
        ],
    ),
];

/// Rules that have no effect, or that no value satisfies.
const CONTRADICTIONS: &[Case] = &[
    (
        || rules("name", Rules::new().length(..=0)),
        &[
            "name: `length` allows only the empty value, so there is nothing to configure: change its bounds",
        ],
    ),
    (
        || rules("name", Rules::new().regex(".*")).rules("zone", Rules::new().regex(r"[^\s\S]")),
        &[
            "name: `regex` matches every string, so it has no effect: remove it, or change it",
            "zone: `regex` matches no string, so no value is valid: change it",
        ],
    ),
    (
        || rules("name", Rules::new().replace_if_configured()),
        &[
            "name: `if_configured` has no effect on an attribute or block that is always configured: write `replace`",
        ],
    ),
    (
        || rules("disk", Rules::new().pair_by(["size"])),
        &[
            "disk: `pair_by` has no effect, because no member of the elements depends on a prior element: remove it, or add `same_as = any_order` if the order has no meaning",
        ],
    ),
    (
        || {
            let id = Rules::new().keep_unless_changed(["name", "revision"]);
            rules("id", id).rules("name", Rules::new().replace())
        },
        &[
            "id: `unless_changed` names `name`, whose change requires a new object, in which all computed values are unknown: remove the name, or write `keep` if there is no other",
        ],
    ),
    (
        || rules("id", Rules::new().keep_unless_changed(["revision"])),
        &[
            "id: `unless_changed` names `revision`, which is unknown on each update, so this attribute is never kept: add `keep` to `revision`, or remove `keep` here",
        ],
    ),
    (
        || {
            rules("id", Rules::new().keep_unless_changed(["revision"]))
                .rules("revision", Rules::new().keep_unless_changed(["id"]))
        },
        &[
            "id: `unless_changed` names `revision`, which no update changes, or only a change of this attribute: write `keep`, or name an attribute that a configuration can set",
            "revision: `unless_changed` names `id`, which no update changes, or only a change of this attribute: write `keep`, or name an attribute that a configuration can set",
        ],
    ),
    (
        || {
            rules("zone", Rules::new().required_with(["flag"]))
                .rules("flag", Rules::new().required_with(["lists"]))
                .rules("lists", Rules::new().conflicts_with(["zone"]))
        },
        &[
            "zone: no configuration can set `zone`: `lists` and `zone` would both have to be set, but exclude each other; remove a name from one of the relations",
        ],
    ),
    (
        || {
            rules("zone", Rules::new().exactly_one_of(["flag"]))
                .rules("flag", Rules::new().exactly_one_of(["zone"]))
        },
        &[
            "zone: `exactly_one_of` is on `flag` already, so each mistake would be reported twice: remove it here",
        ],
    ),
    (
        || {
            rules("revision", Rules::new().keep().promise_range(1..))
                .rules("wo", Rules::new().fingerprint("revision"))
        },
        &[
            "wo: `fingerprint` names `revision`, which cannot have `refine`, because planning alone counts the changes, from 1: remove `refine` there",
        ],
    ),
    (
        || {
            let value = Value::object([("pin", 7)]).unwrap();
            rules("secret", Rules::new().default(value))
                .rules("secret.pin", Rules::new().range(1000..))
        },
        &[
            "secret: the default is not valid: pin: a number of at least 1000 is required, got another number",
        ],
    ),
    (
        || Description::new(schema()).identity(Identity::new([])),
        &["an identity without attributes identifies no object: add an attribute"],
    ),
    (
        || {
            let rule = Block::new().attributes([Attribute::new("doc", Type::String).required()]);
            let block = Block::new().block_types([NestedBlock::new("rule", Nesting::Set, rule)]);
            let hidden = Rules::new()
                .same_as(tfvalue::plan::same_as::json)
                .hide_edits();
            Description::new(Schema::new(block)).rules("rule.doc", hidden)
        },
        &[
            "rule: `hide_edits` has no effect within elements of a set, which Terraform identifies by their values: remove it from the members, or use a list or map",
        ],
    ),
];

/// Promises that contradict the constraints on the same attribute.
#[test]
fn promises_agree_with_constraints() {
    type Case = (fn() -> Rules, &'static str);
    const CASES: &[Case] = &[
        (
            || Rules::new().range(..=5).promise_range(6..),
            "`refine` promises a number that `range` does not allow: change one of them",
        ),
        (
            || Rules::new().one_of([1, 2]).promise_range(3..),
            "`refine` promises a number that `one_of` does not list: change one of them",
        ),
    ];
    fn describe(rules: fn() -> Rules) -> Description {
        let size = Attribute::new("size", Type::Number).optional().computed();
        let schema = Schema::new(Block::new().attributes([size]));
        Description::new(schema).rules("size", rules())
    }
    let faults = [
        Objects::new(|| describe(CASES[0].0)),
        Objects::new(|| describe(CASES[1].0)),
    ]
    .map(|objects| objects.provider().schemas().unwrap_err().to_string());
    for (fault, (_, expected)) in faults.iter().zip(CASES) {
        assert!(fault.ends_with(expected), "{fault}");
    }
}

/// Each member changes only together with the other members, regardless of the order in which the members are examined.
#[test]
fn members_that_only_name_one_another_never_change() {
    const COUNT: usize = 14;
    fn describe() -> Description {
        let names: Vec<_> = (0..COUNT).map(|index| format!("m{index}")).collect();
        let attributes = names.iter().cloned();
        let attributes = attributes.map(|name| Attribute::new(name, Type::Number).computed());
        let description = Description::new(Schema::new(Block::new().attributes(attributes)));
        names.iter().fold(description, |description, name| {
            let others = names.iter().filter(|other| *other != name);
            let rules = Rules::new().keep_unless_changed(others.cloned());
            description.rules(name.as_str(), rules)
        })
    }
    let objects = Objects::new(describe);
    let faults = objects.provider().schemas().unwrap_err().to_string();
    for index in 0..COUNT {
        let expected = format!(
            "m{index}: `unless_changed` names `m{}`",
            usize::from(index == 0)
        );
        assert!(faults.contains(&expected), "{expected}: {faults}");
    }
}

/// Mistakes in the type as a whole.
const TYPES: &[Case] = &[
    (
        || {
            Description::new(schema())
                .upgrade(0, Block::new(), Ok)
                .upgrade(0, Block::new(), Ok)
                .upgrade(1, Block::new(), Ok)
                .upgrade(7, Block::new(), Ok)
                .upgrade(-1, Block::new(), Ok)
        },
        &[
            "duplicate version 0 in `upgrade`: remove one of them",
            "`upgrade` from version 1 has no effect, because the current version is 1: raise the version of the schema, or remove this upgrade",
            "`upgrade` from version 7 has no effect, because the current version is 1: raise the version of the schema, or remove this upgrade",
            "`upgrade` from version -1: no version is negative",
        ],
    ),
    (
        || Description::new(schema()).import_id("disk/nope/wo/zone/zone"),
        &[
            "disk: `import` names a nested block or a write-only attribute: name stored attributes",
            "nope: `import` names an attribute that the struct does not have",
            "wo: `import` names a nested block or a write-only attribute: name stored attributes",
            "zone: duplicate attribute in `import_id`: remove one of them",
        ],
    ),
    (
        || Description::new(schema()).import_id("zone, id"),
        &["white space in `import_id` would be a part of each ID: leave it out"],
    ),
    (
        || {
            Description::new(schema()).identity(Identity::new([
                IdentityAttribute::required("id", Type::Number),
                IdentityAttribute::required("wo", Type::String),
            ]))
        },
        &[
            "id: the attribute has another type in the identity",
            "wo: a sensitive or write-only attribute cannot be part of the identity",
        ],
    ),
    (
        || Description::new(schema()).mutable_identity(),
        &["`mutable_identity` has no effect without an identity: add `identity`, or remove it"],
    ),
];

#[test]
fn mistakes_are_errors() {
    for (describe, expected) in [RULES, ATTRIBUTES, RELATIONS, CONTRADICTIONS, TYPES].concat() {
        let error = Objects::new(describe).provider().schemas().unwrap_err();
        let faults = error.faults().map(|fault| {
            let fault = fault.to_string();
            let place = r#"resource_schemas["x_server"]"#;
            let rest = fault.strip_prefix(place).unwrap_or(&fault);
            let rest = rest.strip_prefix('.').or(rest.strip_prefix(": "));
            rest.unwrap_or(&fault).to_owned()
        });
        let mut faults = Vec::from_iter(faults);
        faults.sort();
        let mut expected = expected.to_vec();
        expected.sort_unstable();
        assert_eq!(faults, expected);
    }
}

/// Constraints apply to elements of elements.
#[test]
fn nested_elements_are_checked() {
    fn describe() -> Description {
        let length = Rules::new().length(1..=3);
        rules("lists", Rules::new().each(Rules::new().each(length)))
    }
    let harness = Harness::new(Objects::new(describe).provider());
    harness.configure("{}").succeeds();
    let mut server = harness.resource("x_server");
    let outcome = server.apply(r#"{"name": "a", "lists": [["ok"], ["too long"]]}"#);
    let text = outcome.to_string();
    assert!(text.contains("lists[1][0]: "), "{text}");
}

#[test]
fn snapshots_of_descriptions_have_rules() {
    let mut new = Description::new(schema()).rules("name", Rules::new().replace());
    let tier = Attribute::new("tier", Type::String).optional().computed();
    new.schema_mut().block.attributes.push(tier);
    let new = new.rules("tier", Rules::new().default("basic").replace());
    let old: Snapshot = Description::new(schema()).into();
    let changes = diff::compare(old, new);
    let texts: Vec<String> = changes.iter().map(ToString::to_string).collect();
    assert_eq!(
        texts,
        [
            "breaking: name: replacement by a change: changed from never to always",
            "tier: added",
            "breaking: tier: the default replaces existing objects: write `replace(if_configured)`, or set the attribute \
             in `read` or `upgrade`",
        ]
    );
}
