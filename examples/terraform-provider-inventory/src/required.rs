//! Required attributes that are null.
//!
//! Terraform itself refuses a configuration that leaves a required attribute out, but not one that sets
//! it to null: that is the provider's to find, at any depth.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use tfvalue::schema::{Attribute, AttributeType, Block, Nesting};
use tfvalue::{Attr, Error, Path};

/// A configuration of any shape, as far as it matters here.
pub(crate) enum Node {
    Scalar,
    Elements(Vec<Attr<Node>>),
    Members(BTreeMap<String, Attr<Node>>),
}

impl Node {
    /// Returns the objects of a nested block or attribute, with their paths.
    fn objects(&self, nesting: Nesting, path: Path) -> Vec<(&Self, Path)> {
        match (nesting, self) {
            (Nesting::Single | Nesting::Group, object) => vec![(object, path)],
            (_, Self::Elements(elements)) => elements
                .iter()
                .zip(0..)
                .filter_map(|(element, index)| Some((element.value()?, path.clone().index(index))))
                .collect(),
            (_, Self::Members(members)) => members
                .iter()
                .filter_map(|(key, member)| Some((member.value()?, path.clone().key(key.as_str()))))
                .collect(),
            (_, Self::Scalar) => Vec::new(),
        }
    }

    fn member(&self, name: &str) -> Option<&Attr<Self>> {
        match self {
            Self::Members(members) => members.get(name),
            Self::Scalar | Self::Elements(_) => None,
        }
    }

    /// Returns whether this is a group that the configuration leaves out: all of it is null then.
    fn is_absent(&self) -> bool {
        match self {
            Self::Members(members) => members.values().all(|member| match member.known() {
                Some(Some(Self::Elements(elements))) => elements.is_empty(),
                Some(Some(member)) => member.is_absent(),
                known => known.is_some(),
            }),
            Self::Scalar | Self::Elements(_) => false,
        }
    }
}

/// Finds the required attributes of a block that are null.
pub(crate) fn missing(block: &Block, config: &Node, path: &Path) -> Vec<Error> {
    let mut faults = missing_of(&block.attributes, config, path);
    for nested in &block.block_types {
        let path = path.clone().attribute(nested.type_name.clone());
        let Some(value) = config.member(&nested.type_name).and_then(Attr::value) else {
            continue;
        };
        if nested.nesting == Nesting::Group && value.is_absent() {
            continue;
        }
        for (object, path) in value.objects(nested.nesting, path) {
            faults.extend(missing(&nested.block, object, &path));
        }
    }
    faults
}

fn missing_of(attributes: &[Attribute], object: &Node, path: &Path) -> Vec<Error> {
    let mut faults = Vec::new();
    for attribute in attributes {
        let path = path.clone().attribute(attribute.name.clone());
        let Some(member) = object.member(&attribute.name) else {
            continue;
        };
        if attribute.required && member.is_null() {
            faults.push(Error::msg("a value is required, got null").under(&path));
        }
        if let (AttributeType::Nested(nested), Some(value)) = (&attribute.ty, member.value()) {
            for (object, path) in value.objects(nested.nesting, path) {
                faults.extend(missing_of(&nested.attributes, object, &path));
            }
        }
    }
    faults
}

impl<'de> Deserialize<'de> for Node {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(NodeVisitor)
    }
}

struct NodeVisitor;

impl<'de> Visitor<'de> for NodeVisitor {
    type Value = Node;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_bool<E>(self, _: bool) -> Result<Node, E> {
        Ok(Node::Scalar)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Node, E> {
        Ok(Node::Scalar)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Node, E> {
        Ok(Node::Scalar)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Node, E> {
        Ok(Node::Scalar)
    }

    fn visit_str<E>(self, _: &str) -> Result<Node, E> {
        Ok(Node::Scalar)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Node, A::Error> {
        let mut elements = Vec::new();
        while let Some(element) = seq.next_element()? {
            elements.push(element);
        }
        Ok(Node::Elements(elements))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Node, A::Error> {
        let mut members = BTreeMap::new();
        while let Some((key, member)) = map.next_entry()? {
            members.insert(key, member);
        }
        Ok(Node::Members(members))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use tfvalue::tfplugin6::DynamicValue;
    use tfvalue::{Set, TfSchema as _};

    use super::*;
    use crate::models::{Disk, Endpoint, Interface, Mount, Server, Volume};

    fn words(config: &Server) -> Vec<String> {
        let config = DynamicValue::encode(config).unwrap();
        let faults = missing(&Server::block(), &config.decode().unwrap(), &Path::root());
        faults.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn nulls_are_found_in_every_kind_of_nesting() {
        let config = Server {
            interfaces: vec![
                Interface {
                    network: "lan".into(),
                    ..Interface::default()
                }
                .into(),
                Interface::default().into(),
            ]
            .into(),
            volumes: Set::from_iter([Volume {
                name: "v".into(),
                ..Volume::default()
            }
            .into()])
            .into(),
            endpoints: BTreeMap::from([("http".to_owned(), Endpoint::default().into())]).into(),
            disk: vec![Disk::default()].into(),
            mount: BTreeMap::from([("/srv".to_owned(), Mount::default())]).into(),
            ..Server::default()
        };
        let null = "a value is required, got null";
        let mut found = words(&config);
        found.sort();
        let expected = [
            "disk[0].size",
            "endpoints[\"http\"].port",
            "interfaces[1].network",
            "mount[\"/srv\"].source",
            "name",
            "volumes[0].size",
        ];
        assert_eq!(found, expected.map(|path| format!("{path}: {null}")));
    }

    #[test]
    fn what_is_unknown_is_not_null() {
        let config = Server {
            name: Attr::unknown(),
            interfaces: vec![Attr::unknown(), Attr::null()].into(),
            volumes: Attr::unknown(),
            disk: tfvalue::Unknown::unknown(),
            ..Server::default()
        };
        assert_eq!(words(&config), [""; 0]);
    }
}
