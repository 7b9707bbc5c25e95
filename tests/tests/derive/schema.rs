//! Generated schemas.

use tfvalue::schema::{Attribute, AttributeType, Block, Nesting, StringKind};
use tfvalue::types::TfType;
use tfvalue::{TfSchema, Type, types::ObjectType};

use crate::model::{Disk, Port, Rule, Server};

#[test]
fn schema() {
    let schema = Server::schema();
    assert_eq!(schema.version, 2);
    let block = &schema.block;
    assert_eq!(block.description, "A virtual server.\n\nIt runs.");
    assert_eq!(block.description_kind, StringKind::Markdown);
    let names: Vec<_> = block
        .attributes
        .iter()
        .map(|attribute| &*attribute.name)
        .collect();
    assert_eq!(
        names,
        [
            "id", "memory", "name", "network", "networks", "password", "plain", "port", "ratio",
            "rule", "size", "tags", "token", "type",
        ]
    );
    let name = block.attribute("name").unwrap();
    assert_eq!(name.description, "Unique name\nof the server.");
    assert_eq!(name.ty, AttributeType::Type(Type::String));
    let tags = block.attribute("tags").unwrap();
    assert!(tags.deprecated);
    assert_eq!(tags.deprecation_message, "use labels");
    assert_eq!(tags.ty, AttributeType::Type(Type::map(Type::String)));
    assert_eq!(
        block.attribute("type").unwrap().ty,
        AttributeType::Type(Type::set(Type::Number))
    );
    assert_eq!(
        flags(block),
        [
            "id: c",
            "memory: oc",
            "name: r",
            "network: o",
            "networks: c",
            "password: ow",
            "plain: o",
            "port: o",
            "ratio: o",
            "rule: o",
            "size: r",
            "tags: o",
            "token: os",
            "type: o",
        ]
    );
}

/// Returns the flags of the attributes as initials.
pub(crate) fn flags(block: &Block) -> Vec<String> {
    block.attributes.iter().map(flags_of).collect()
}

fn flags_of(attribute: &Attribute) -> String {
    let flags = [
        ("r", attribute.required),
        ("o", attribute.optional),
        ("c", attribute.computed),
        ("s", attribute.sensitive),
        ("w", attribute.write_only),
    ];
    let set: String = flags
        .iter()
        .filter(|(_, set)| *set)
        .map(|(letter, _)| *letter)
        .collect();
    format!("{}: {set}", attribute.name)
}

#[test]
fn nested_attributes() {
    let block = Server::block();
    let AttributeType::Nested(network) = &block.attribute("network").unwrap().ty else {
        panic!("a nested attribute");
    };
    assert_eq!(network.nesting, Nesting::Single);
    let members: Vec<_> = network.attributes.iter().map(flags_of).collect();
    assert_eq!(members, ["ip: o", "zone: r"]);
    let AttributeType::Nested(networks) = &block.attribute("networks").unwrap().ty else {
        panic!("a nested attribute");
    };
    assert_eq!(networks.nesting, Nesting::List);
    let members: Vec<_> = networks.attributes.iter().map(flags_of).collect();
    assert_eq!(members, ["ip: c", "zone: c"]);
    let network = Type::Object(ObjectType::new([
        ("ip", Type::String),
        ("zone", Type::String),
    ]));
    assert_eq!(
        block.attribute("plain").unwrap().ty,
        AttributeType::Type(Type::list(Type::list(network)))
    );
    assert_eq!(
        block.attribute("rule").unwrap().ty,
        AttributeType::Type(Type::Object(ObjectType::new([
            ("for", Type::Number),
            ("from", Type::Number)
        ])))
    );
}

#[test]
fn nested_blocks() {
    let block = Server::block();
    let blocks: Vec<_> = block
        .block_types
        .iter()
        .map(|block| {
            (
                &*block.type_name,
                block.nesting,
                block.min_items,
                block.max_items,
            )
        })
        .collect();
    assert_eq!(
        blocks,
        [
            ("backup", Nesting::Group, 0, 0),
            ("disk", Nesting::List, 1, 0),
            ("timeouts", Nesting::Single, 0, 0),
        ]
    );
    let disk = block.block_type("disk").unwrap();
    assert_eq!(disk.block.description, "The disks.");
    assert_eq!(Disk::block().description, "A disk.");
    let backup = &block.block_type("backup").unwrap().block;
    assert_eq!(backup.block_type("days").unwrap().nesting, Nesting::Set);
}

#[test]
fn types() {
    assert!(Rule::nested().is_none());
    assert_eq!(Port::ty(), Type::Number);
    assert_eq!(Server::ty(), Server::schema().implied_type());
}
