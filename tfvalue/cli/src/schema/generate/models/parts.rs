//! Structs for identities and functions.

use tfvalue::Type;
use tfvalue::schema::{Block, Function, Identity, IdentityAttribute, Parameter};

use super::{Fields, Models, item};
use crate::schema::generate::{docs, names};

impl Models {
    /// Writes the struct for the identity of a resource, and returns the struct's name.
    pub(super) fn identity(
        &mut self,
        identity: &Identity,
        of: &Block,
        owner: &str,
    ) -> Result<String, String> {
        let name = self.names.claim(&format!("{owner}Identity"));
        let mut fields = Fields::new();
        for one in &identity.attributes {
            let problem = identity_problem(one, of);
            if let Some(problem) = problem {
                return Err(format!("identity: {}: {problem}", one.name));
            }
            let ty = self.identity_type(&one.ty);
            let (item, ty) = if one.required_for_import {
                ("required", ty)
            } else {
                ("optional", format!("Option<{ty}>"))
            };
            let is_stored = of.attribute(&one.name).is_some();
            let mut items = vec![item.to_owned()];
            items.extend((!is_stored).then(|| "not_in_state".to_owned()));
            items.extend(docs::items(&one.description, false, ""));
            fields.add(&one.name, &one.description, items, &ty);
        }
        if identity.attributes.is_empty() {
            return Err("identity: it has no attributes".to_owned());
        }
        let mut items = vec!["kind = identity".to_owned()];
        items.extend((identity.version != 0).then(|| format!("version = {}", identity.version)));
        let derives = self.derives.clone();
        self.structs
            .push(item(&derives, &name, &items, &fields.text));
        Ok(name)
    }

    fn identity_type(&mut self, ty: &Type) -> String {
        match ty {
            Type::List(element) => format!("Vec<{}>", self.identity_type(element)),
            Type::Bool => "bool".to_owned(),
            Type::Number => self.import("tfvalue::Number").to_owned(),
            _ => "String".to_owned(),
        }
    }

    /// Writes the struct for a function. Returns the name of the struct and the type of the result.
    pub(in crate::schema::generate) fn function(
        &mut self,
        function: &Function,
        wanted: &str,
    ) -> Result<(String, String), String> {
        let name = self.names.claim(wanted);
        let slot = self.slot();
        let mut fields = Fields::new();
        for one in &function.parameters {
            self.parameter(one, &name, false, &mut fields)?;
        }
        if let Some(one) = &function.variadic_parameter {
            self.parameter(one, &name, true, &mut fields)?;
        }
        let wanted = format!("{name}Result");
        let returns = match &function.return_type {
            Type::Dynamic => self.import("tfvalue::Dynamic").to_owned(),
            ty => self
                .ty(ty, &wanted)
                .map_err(|error| format!("result: {error}"))?,
        };
        let mut items = vec![format!("returns = {returns}")];
        let summary = &function.summary;
        items.extend((!summary.is_empty()).then(|| format!("summary = {summary:?}")));
        let message = &function.deprecation_message;
        items.extend(docs::items(
            &function.description,
            !message.is_empty(),
            message,
        ));
        let doc = docs::doc_comment(&function.description, "").unwrap_or_default();
        let derives = self.derives.replace("TfSchema", "TfFunction");
        self.import("tfvalue::TfFunction");
        self.structs[slot] = format!("{doc}{}", item(&derives, &name, &items, &fields.text));
        Ok((name, returns))
    }

    fn parameter(
        &mut self,
        parameter: &Parameter,
        owner: &str,
        is_variadic: bool,
        fields: &mut Fields,
    ) -> Result<(), String> {
        let name = &parameter.name;
        let (null, unknown) = (parameter.allow_null_value, parameter.allow_unknown_values);
        let wanted = format!("{owner}{}", names::of_struct(name));
        let mut items = Vec::new();
        let ty = if parameter.ty == Type::Dynamic {
            let allowed = [null.then_some("null"), unknown.then_some("unknown")];
            let allowed: Vec<_> = allowed.into_iter().flatten().collect();
            if !allowed.is_empty() {
                items.push(format!("allow({})", allowed.join(", ")));
            }
            self.import("tfvalue::Dynamic").to_owned()
        } else {
            let ty = self.ty(&parameter.ty, &wanted);
            let ty = ty.map_err(|error| format!("{name}: {error}"))?;
            match (null, unknown) {
                (false, false) => ty,
                (true, false) => format!("Option<{ty}>"),
                (false, true) => format!("{}<{ty}>", self.import("tfvalue::Unknown")),
                (true, true) => format!("{}<{ty}>", self.import("tfvalue::Attr")),
            }
        };
        let ty = if is_variadic {
            items.push("variadic".to_owned());
            format!("Vec<{ty}>")
        } else {
            ty
        };
        items.extend(docs::items(&parameter.description, false, ""));
        fields.add(name, &parameter.description, items, &ty);
        Ok(())
    }
}

/// Explains why the struct for an identity cannot have an attribute.
fn identity_problem(attribute: &IdentityAttribute, of: &Block) -> Option<&'static str> {
    let element = match &attribute.ty {
        Type::List(element) => element,
        ty => ty,
    };
    let stored = of.attribute(&attribute.name);
    match () {
        () if attribute.required_for_import == attribute.optional_for_import => {
            Some("one of required_for_import and optional_for_import is required")
        }
        () if !matches!(element, Type::String | Type::Bool | Type::Number) => {
            Some("a string, number, bool, or a list of these is required")
        }
        () if of.block_type(&attribute.name).is_some() => {
            Some("the resource has a nested block with this name")
        }
        () if stored.is_some_and(|one| one.write_only) => {
            Some("the attribute of the resource is write-only")
        }
        () if stored.is_some_and(|one| one.sensitive) => {
            Some("the attribute of the resource is sensitive")
        }
        () if stored.is_some_and(|one| one.implied_type() != attribute.ty) => {
            Some("the attribute of the resource has another type")
        }
        () => None,
    }
}
