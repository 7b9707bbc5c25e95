//! The schema for the tables: the same members at the root and in every kind of nesting.

use tfvalue::schema::{Attribute, Block, NestedBlock, NestedType, Nesting};
use tfvalue::{Type, Value};
use tfvalue_tests::objects::object_of;

pub(crate) const MODES: [Nesting; 4] = [Nesting::Single, Nesting::List, Nesting::Map, Nesting::Set];

fn members() -> Vec<Attribute> {
    vec![
        Attribute::new("c", Type::String).computed(),
        Attribute::new("d", Type::Dynamic).optional(),
        Attribute::new("l", Type::list(Type::String)).optional(),
        Attribute::new("m", Type::map(Type::String)).optional(),
        Attribute::new("n", Type::Number).optional(),
        Attribute::new("o", Type::String).optional(),
        Attribute::new("oc", Type::String).optional().computed(),
        Attribute::new("s", Type::String).optional().sensitive(),
        Attribute::new("t", Type::set(Type::String)).optional(),
    ]
}

/// Returns the members that can be in sets: no write-only attributes and no dynamic types.
fn members_in(nesting: Nesting) -> Vec<Attribute> {
    let is_allowed = |one: &Attribute| nesting == Nesting::Single || one.name != "d";
    let mut members: Vec<_> = members().into_iter().filter(is_allowed).collect();
    if nesting == Nesting::Single {
        members.push(Attribute::new("w", Type::String).optional().write_only());
    }
    members
}

/// Returns a block with the given members, nested attributes named `n_…`, and nested blocks.
pub(crate) fn block() -> Block {
    let nested = |(name, nesting): (&'static str, Nesting)| {
        Attribute::new(name, NestedType::new(nesting, members_in(nesting))).optional()
    };
    let blocks = |(name, nesting): (&'static str, Nesting)| {
        NestedBlock::new(name, nesting, Block::new().attributes(members_in(nesting)))
    };
    let names = |names: [&'static str; 4]| names.into_iter().zip(MODES);
    let attributes = names(["n_one", "n_list", "n_map", "n_set"]).map(nested);
    let computed = NestedType::new(Nesting::Single, members());
    let computed = Attribute::new("n_oc", computed).optional().computed();
    let with_dynamic = [("dyn_list", Nesting::List), ("dyn_map", Nesting::Map)];
    let with_dynamic = with_dynamic.map(|(name, nesting)| {
        let block = Block::new().attributes([Attribute::new("d", Type::Dynamic).optional()]);
        NestedBlock::new(name, nesting, block)
    });
    Block::new()
        .attributes(
            members_in(Nesting::Single)
                .into_iter()
                .chain(attributes)
                .chain([computed]),
        )
        .block_types(
            names(["one", "list", "map", "set"])
                .map(blocks)
                .chain([blocks(("group", Nesting::Group))])
                .chain(with_dynamic),
        )
}

/// Reads a value of the block; `""` is null.
pub(crate) fn read(text: &str) -> Value {
    let block = block();
    match text {
        "" => Value::null(block.implied_type()),
        "?" => Value::unknown(block.implied_type()),
        text => object_of(
            &block,
            &serde_json::from_str(text).unwrap_or_else(|error| panic!("{text}: {error}")),
        ),
    }
}

/// A place for members: the surrounding text, and the path in plans and in results.
pub(crate) struct Place {
    pub(crate) before: &'static str,
    pub(crate) after: &'static str,
    pub(crate) path: &'static str,
    pub(crate) result_path: &'static str,
}

/// The places whose objects Terraform compares one by one: all places except sets.
pub(crate) const PLACES: [Place; 8] = [
    place("", "", ["", ""]),
    place(r#""one": {"#, "}", [".one"; 2]),
    place(r#""group": {"#, "}", [".group"; 2]),
    place(r#""list": [{"#, "}]", [".list[0]"; 2]),
    place(r#""map": {"k": {"#, "}}", [r#".map["k"]"#; 2]),
    place(r#""n_one": {"#, "}", [".n_one"; 2]),
    place(r#""n_list": [{"#, "}]", [".n_list[0]"; 2]),
    place(r#""n_map": {"k": {"#, "}}", [".n_map.k", r#".n_map["k"]"#]),
];

const fn place(
    before: &'static str,
    after: &'static str,
    [path, result_path]: [&'static str; 2],
) -> Place {
    Place {
        before,
        after,
        path,
        result_path,
    }
}

impl Place {
    /// Returns the object that has the members at this place.
    pub(crate) fn of(&self, members: &str) -> String {
        format!("{{{}{members}{}}}", self.before, self.after)
    }
}
