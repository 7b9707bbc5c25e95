//! Prints the schema of a struct.

use tfvalue::TfSchema;
use tfvalue::schema::{Attribute, Block};
use tfvalue_examples::LambdaAlias;

fn main() {
    print!("{}", describe(&LambdaAlias::block(), ""));
}

/// Lists attributes and nested blocks, each with its type, flags and description.
fn describe(block: &Block, indent: &str) -> String {
    let attributes = block.attributes.iter().map(|attribute| {
        let ty = attribute.implied_type().to_string();
        let (name, flags) = (&attribute.name, flags(attribute));
        format!(
            "{indent}{name:<27} {ty:<14} {flags:<19} {}\n",
            attribute.description
        )
    });
    let blocks = block.block_types.iter().map(|nested| {
        let (name, nesting) = (
            &nested.type_name,
            format!("{:?}", nested.nesting).to_lowercase(),
        );
        let inner = describe(&nested.block, &format!("{indent}  "));
        format!(
            "{indent}{name} (nested block, {nesting}, at most {})\n{inner}",
            nested.max_items
        )
    });
    attributes.chain(blocks).collect()
}

fn flags(attribute: &Attribute) -> String {
    [
        (attribute.required, "required"),
        (attribute.optional, "optional"),
        (attribute.computed, "computed"),
        (attribute.sensitive, "sensitive"),
        (attribute.write_only, "write-only"),
    ]
    .iter()
    .filter_map(|(set, word)| set.then_some(*word))
    .collect::<Vec<_>>()
    .join(", ")
}
