//! Type constraints in Terraform's language, such as `list(string)`.
//!
//! Source: `TypeString` in HCL's `typeexpr`, and `optional` in Terraform's language.

use std::borrow::Cow;

use tfvalue::msgpack::MAX_DEPTH;
use tfvalue::{
    Error, Result, Type,
    types::{ObjectAttribute, ObjectType},
};

use crate::error;

/// Parses a type constraint.
pub(super) fn parse(text: &str) -> Result<Type> {
    let mut text = Text(text);
    let ty = text.ty(0)?;
    text.expect("")?;
    Ok(ty)
}

#[cold]
fn invalid() -> Error {
    error::mismatch("a type constraint", "another string")
}

/// The rest of the text.
struct Text<'a>(&'a str);

impl<'a> Text<'a> {
    fn ty(&mut self, depth: u8) -> Result<Type> {
        if depth == MAX_DEPTH {
            return Err(error::too_deep(MAX_DEPTH.into()));
        }
        let ty = match self.token() {
            "string" => return Ok(Type::String),
            "number" => return Ok(Type::Number),
            "bool" => return Ok(Type::Bool),
            "any" => return Ok(Type::Dynamic),
            kind => {
                self.expect("(")?;
                self.composite(kind, depth + 1)?
            }
        };
        self.expect(")")?;
        Ok(ty)
    }

    fn composite(&mut self, kind: &str, depth: u8) -> Result<Type> {
        Ok(match kind {
            "list" => Type::list(self.ty(depth)?),
            "set" => Type::set(self.ty(depth)?),
            "map" => Type::map(self.ty(depth)?),
            "tuple" => {
                self.expect("[")?;
                Type::tuple(self.parts("]", |text| text.ty(depth))?)
            }
            "object" => {
                self.expect("{")?;
                let attributes = self.parts("}", |text| text.attribute(depth))?;
                Type::Object(ObjectType::from_iter(attributes))
            }
            _ => return Err(invalid()),
        })
    }

    fn attribute(&mut self, depth: u8) -> Result<ObjectAttribute> {
        let name: Cow<'static, str> = match self.token() {
            quoted if quoted.starts_with('"') => {
                serde_json::from_str(quoted).map_err(|_| invalid())?
            }
            name if name.contains(|c: char| c.is_alphanumeric() || c == '_') => {
                name.to_owned().into()
            }
            _ => return Err(invalid()),
        };
        self.expect("=")?;
        let optional = self.skip("optional");
        if optional {
            self.expect("(")?;
        }
        let ty = self.ty(depth)?;
        if optional {
            self.expect(")")?;
        }
        let attribute = ObjectAttribute::new(name, ty);
        Ok(if optional {
            attribute.optional()
        } else {
            attribute
        })
    }

    /// Parses comma-separated parts and the closing bracket.
    fn parts<T>(
        &mut self,
        close: &str,
        mut part: impl FnMut(&mut Self) -> Result<T>,
    ) -> Result<Vec<T>> {
        let mut parts = Vec::new();
        while !self.skip(close) {
            parts.push(part(self)?);
            if !self.skip(",") {
                self.expect(close)?;
                break;
            }
        }
        Ok(parts)
    }

    fn expect(&mut self, expected: &str) -> Result<()> {
        if self.token() != expected {
            return Err(invalid());
        }
        Ok(())
    }

    /// Skips the next token if it equals the given token.
    fn skip(&mut self, token: &str) -> bool {
        let before = self.0;
        let found = self.token() == token;
        if !found {
            self.0 = before;
        }
        found
    }

    /// Returns the next token: a quoted string, a word or a single character. At the end of the input, the token is empty.
    fn token(&mut self) -> &'a str {
        let text = self.0.trim_start();
        let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
        let len = match text.chars().next() {
            None => 0,
            Some('"') => quoted_len(text),
            Some(first) if is_word(first) => text.find(|c| !is_word(c)).unwrap_or(text.len()),
            Some(first) => first.len_utf8(),
        };
        let (token, rest) = text.split_at(len);
        self.0 = rest;
        token
    }
}

/// Returns the length of the quoted string at the start of the input.
fn quoted_len(text: &str) -> usize {
    let mut escaped = false;
    let end = text.bytes().skip(1).position(|byte| {
        let is_end = byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        is_end
    });
    end.map_or(text.len(), |end| end + 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_of_every_kind() {
        for (text, json) in [
            ("string", r#""string""#),
            ("any", r#""dynamic""#),
            ("list(bool)", r#"["list","bool"]"#),
            (" set ( map(number) ) ", r#"["set",["map","number"]]"#),
            ("tuple([])", r#"["tuple",[]]"#),
            ("tuple([string,any])", r#"["tuple",["string","dynamic"]]"#),
            ("object({})", r#"["object",{}]"#),
            (
                r#"object({a=string,"b c\"="=list(any)})"#,
                r#"["object",{"a":"string","b c\"=":["list","dynamic"]}]"#,
            ),
            (
                "object({\n  ä-1 = optional(list(string)),\n})",
                r#"["object",{"ä-1":["list","string"]},["ä-1"]]"#,
            ),
        ] {
            let ty = Type::from_json(json.as_bytes()).unwrap();
            assert_eq!(parse(text).unwrap(), ty, "{text}");
        }
    }

    #[test]
    fn other_text_is_an_error() {
        let deep = "list(".repeat(100_000);
        for text in [
            "",
            "strin",
            "list",
            "list()",
            "list(string",
            "list(string))",
            "tuple(string)",
            "tuple([string",
            "object({a})",
            "object({a=})",
            "object({=string})",
            "object({\"a=string})",
            "object({\"a\\\"",
            "optional(string)",
            "[\"list\",\"string\"]",
            &deep,
        ] {
            assert!(parse(text).is_err(), "{text:.40}");
        }
    }
}
