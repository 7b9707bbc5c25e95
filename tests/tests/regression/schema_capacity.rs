//! Schemas that were read from messages had spare capacity for attributes and blocks: 14 MB of 38.6 MB
//! for the AWS provider.

use tfvalue::schema::{Attribute, AttributeType, Block, Schema};
use tfvalue::{Attr, TfSchema, tfplugin5, tfplugin6};

#[derive(TfSchema)]
struct Server {
    #[tf(optional)]
    network: Attr<Vec<Network>>,
    #[tf(block)]
    disk: Vec<Disk>,
    #[tf(block)]
    swap: Vec<Disk>,
    #[tf(block)]
    boot: Option<Disk>,
    #[tf(block)]
    spare: Vec<Disk>,
    #[tf(block)]
    tape: Vec<Disk>,
}

#[derive(TfSchema)]
struct Network {
    #[tf(optional)]
    name: Attr<String>,
}

#[derive(TfSchema)]
struct Disk {
    #[tf(optional)]
    name: Attr<String>,
}

/// Returns the number of attributes and blocks for which there is unused capacity.
fn spare(block: &Block) -> usize {
    let of_attributes = |all: &Vec<Attribute>| all.capacity() - all.len();
    let nested = block
        .attributes
        .iter()
        .map(|attribute| match &attribute.ty {
            AttributeType::Nested(object) => of_attributes(&object.attributes),
            _ => 0,
        });
    let blocks = block.block_types.iter().map(|nested| spare(&nested.block));
    let own = of_attributes(&block.attributes) + block.block_types.capacity();
    own - block.block_types.len() + nested.sum::<usize>() + blocks.sum::<usize>()
}

#[test]
fn schemas_from_messages_have_no_spare_capacity() {
    let schema = Server::schema();
    let message = tfplugin6::Schema::from(&schema);
    let read = Schema::try_from(&message).unwrap();
    assert_eq!(read, schema);
    assert_eq!(spare(&read.block), 0);

    let mut plain = schema;
    plain.block.attributes.clear();
    let message = tfplugin5::Schema::try_from(&plain).unwrap();
    assert_eq!(spare(&Schema::try_from(&message).unwrap().block), 0);
}
