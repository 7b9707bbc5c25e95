//! Import IDs.

use tfvalue::Value;
use wildmatch::WildMatch;

/// The rule for building an import ID from the attributes of an object.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Import {
    /// A pattern for the resource types.
    resources: String,
    template: Vec<Piece>,
}

#[derive(Clone, Debug, PartialEq)]
enum Piece {
    Text(String),
    Attribute(String),
}

impl Import {
    /// Parses a value of `--import`, such as `random_id={prefix},{id}`.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let (resources, mut rest) = text
            .split_once('=')
            .filter(|(resources, template)| !resources.is_empty() && !template.is_empty())
            .ok_or("TYPE=ID is required, such as random_id={prefix},{id}")?;
        let mut template = Vec::new();
        while let Some((before, after)) = rest.split_once('{') {
            let (name, after) = after
                .split_once('}')
                .filter(|(name, _)| !name.is_empty())
                .ok_or("an attribute and } are required after {")?;
            if !before.is_empty() {
                template.push(Piece::Text(before.to_owned()));
            }
            template.push(Piece::Attribute(name.to_owned()));
            rest = after;
        }
        if !rest.is_empty() {
            template.push(Piece::Text(rest.to_owned()));
        }
        Ok(Import {
            resources: resources.to_owned(),
            template,
        })
    }

    pub(crate) fn covers(&self, type_name: &str) -> bool {
        WildMatch::new(&self.resources).matches(type_name)
    }

    /// Returns the ID of an object. A null attribute becomes an empty string. Returns `None` if an attribute does not
    /// exist.
    pub(crate) fn id(&self, state: &Value) -> Option<String> {
        let pieces = self.template.iter().map(|piece| match piece {
            Piece::Text(text) => Some(text.clone()),
            Piece::Attribute(name) => {
                let value = state.get(&**name)?;
                let text = value.as_str().map(str::to_owned);
                let text = text.or_else(|| Some(value.as_number()?.to_string()));
                let text = text.or_else(|| Some(value.as_bool()?.to_string()));
                text.or_else(|| value.is_null().then(String::new))
            }
        });
        pieces.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(template: &str) -> Option<String> {
        let state = Value::object([
            ("id", Value::from("x")),
            ("size", 3.into()),
            ("prefix", Value::null(tfvalue::Type::String)),
        ]);
        Import::parse(template).unwrap().id(&state.unwrap())
    }

    #[test]
    fn ids_are_made_of_attributes() {
        assert_eq!(id("random_id={prefix},{id}").as_deref(), Some(",x"));
        assert_eq!(id("*=a/{size}/{id}/b").as_deref(), Some("a/3/x/b"));
        assert_eq!(id("*=same").as_deref(), Some("same"));
        assert_eq!(id("*={name}"), None);
        assert!(Import::parse("random_*={id}").unwrap().covers("random_id"));
        assert!(
            !Import::parse("random_id={id}")
                .unwrap()
                .covers("random_uuid")
        );
        for wrong in ["", "random_id", "=a", "random_id=", "a={", "a={}", "a={id"] {
            assert!(Import::parse(wrong).is_err(), "{wrong}");
        }
    }
}
