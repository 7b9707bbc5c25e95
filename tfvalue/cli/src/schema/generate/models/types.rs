//! Writes the types of fields.

use tfvalue::schema::Nesting;
use tfvalue::{Type, types::ObjectType};

use super::{Fields, Models};
use crate::schema::generate::names;

impl Models {
    /// Imports an item by its path, and returns its name.
    pub(in crate::schema::generate) fn import(&mut self, path: &'static str) -> &'static str {
        self.imports.insert(path);
        path.rsplit("::").next().unwrap_or(path)
    }

    /// Returns the type of a value that may be null or unknown.
    pub(super) fn attr(&mut self, ty: &Type, wanted: &str) -> Result<String, String> {
        if *ty == Type::Dynamic {
            return Ok(self.import("tfvalue::Dynamic").to_owned());
        }
        let inner = self.ty(ty, wanted)?;
        Ok(format!("{}<{inner}>", self.import("tfvalue::Attr")))
    }

    /// Returns the type of an element of a list, set or map.
    fn element(&mut self, ty: &Type, wanted: &str) -> Result<String, String> {
        one_type(ty)?;
        self.attr(ty, wanted)
    }

    /// Returns the type for a nested attribute. `wanted` is the preferred name of the struct.
    pub(super) fn nested_attribute(
        &mut self,
        inner: &str,
        nesting: Nesting,
    ) -> Result<String, String> {
        let attr = self.import("tfvalue::Attr");
        match nesting {
            Nesting::Single => Ok(format!("{attr}<{inner}>")),
            Nesting::Group => Err("a nested attribute cannot be a group".to_owned()),
            _ => {
                let collection = self.collection(nesting, &format!("{attr}<{inner}>"));
                Ok(format!("{attr}<{collection}>"))
            }
        }
    }

    /// Returns the type of a list, set or map.
    pub(super) fn collection(&mut self, nesting: Nesting, element: &str) -> String {
        match nesting {
            Nesting::Set => format!("{}<{element}>", self.import("tfvalue::Set")),
            Nesting::Map => {
                let map = self.import("std::collections::BTreeMap");
                format!("{map}<String, {element}>")
            }
            _ => format!("Vec<{element}>"),
        }
    }

    /// Returns the type of a value that is known and not dynamic.
    pub(super) fn ty(&mut self, ty: &Type, wanted: &str) -> Result<String, String> {
        Ok(match ty {
            Type::String => "String".to_owned(),
            Type::Bool => "bool".to_owned(),
            Type::Number => self.import("tfvalue::Number").to_owned(),
            Type::Dynamic => return self.attr(ty, wanted),
            Type::List(element) => {
                let element = self.element(element, wanted)?;
                self.collection(Nesting::List, &element)
            }
            Type::Set(element) => {
                let element = self.element(element, wanted)?;
                self.collection(Nesting::Set, &element)
            }
            Type::Map(element) => {
                let element = self.element(element, wanted)?;
                self.collection(Nesting::Map, &element)
            }
            Type::Tuple(elements) => self.tuple(elements, wanted)?,
            Type::Object(object) => {
                let items = ["object".to_owned()];
                self.nested(wanted, &items, |this, name| this.object(object, name))?
            }
        })
    }

    fn tuple(&mut self, elements: &[Type], wanted: &str) -> Result<String, String> {
        if elements.len() > 8 {
            return Err(format!(
                "a tuple of {} elements is too long",
                elements.len()
            ));
        }
        let elements = elements.iter().map(|element| self.attr(element, wanted));
        let elements: Vec<_> = elements.collect::<Result<_, _>>()?;
        Ok(match elements.as_slice() {
            [] => self.import("tfvalue::types::EmptyTuple").to_owned(),
            [one] => format!("({one},)"),
            elements => format!("({})", elements.join(", ")),
        })
    }

    fn object(&mut self, object: &ObjectType, owner: &str) -> Result<String, String> {
        let mut fields = Fields::new();
        for member in object {
            let wanted = format!("{owner}{}", names::of_struct(&member.name));
            let ty = self.attr(&member.ty, &wanted);
            let ty = ty.map_err(|error| format!("{}: {error}", member.name))?;
            fields.add(&member.name, "", Vec::new(), &ty);
        }
        Ok(fields.text)
    }
}

/// Fails if the elements of a list, set or map contain dynamic values, which a struct cannot represent.
pub(super) fn one_type(element: &Type) -> Result<(), String> {
    if element.has_dynamic() {
        return Err("a list, set or map of dynamic values is not supported".to_owned());
    }
    Ok(())
}
