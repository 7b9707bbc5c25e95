//! Writes the structs.

mod parts;
pub(super) mod root;
mod types;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use tfvalue::schema::{Attribute, AttributeType, Block, NestedBlock, Nesting, ProviderSchema};

use self::root::Root;
use super::docs;
use super::names::{self, Names};

/// The contents of a file.
pub(super) struct Models {
    /// The structs. Each struct follows the structs that contain it.
    structs: Vec<String>,
    /// The names of nested structs, keyed by the contents of the structs. Equal structs are written only once.
    nested: HashMap<String, String>,
    names: Names,
    /// The imports.
    imports: BTreeSet<&'static str>,
    /// The traits that structs derive, as a list.
    derives: String,
}

/// The fields of a struct as source code, and their names.
struct Fields {
    text: String,
    names: Names,
}

/// Writes structs for all schemas of a provider, and a function that returns these schemas. The structs
/// derive `TfSchema` and the traits in `derives`.
///
/// # Errors
///
/// Fails if Terraform would reject a schema, or if a struct cannot represent the schema.
pub fn models(name: &str, provider: &ProviderSchema, derives: &[String]) -> Result<String, String> {
    let mut models = Models::new(derives, &["ProviderSchema"]);
    models.imports.insert("tfvalue::schema::ProviderSchema");
    let roots = root::all(name, provider);
    // The names of the structs for whole schemas are chosen first.
    let types: Vec<_> = (roots.iter())
        .map(|root| models.names.claim(&names::of_struct(&root.struct_name)))
        .collect();
    let mut identities = Vec::new();
    for (root, ty) in roots.iter().zip(&types) {
        let identity = models
            .root(root, ty)
            .map_err(|error| format!("{}: {error}", root.title))?;
        identities.extend(identity.and_then(|ty| Some((root.name?, ty))));
    }
    let mut functions = Vec::new();
    for (name, function) in &provider.functions {
        let wanted = names::of_struct(&format!("{name}_function"));
        let written = models.function(function, &wanted);
        let (ty, _) = written.map_err(|error| format!("Function `{name}`: {error}"))?;
        functions.push((name.as_str(), ty));
    }
    let function = root::function(name, &roots, &types, &identities, &functions);
    if function.contains("BTreeMap") {
        models.imports.insert("std::collections::BTreeMap");
    }
    Ok(format!("{}\n{function}", models.finish("")))
}

impl Models {
    /// Starts a file. `taken` contains names that the structs of the schema cannot have.
    pub(super) fn new(derives: &[String], taken: &[&str]) -> Self {
        let derives = derives.iter().map(String::as_str).chain(["TfSchema"]);
        let derives: BTreeSet<&str> = derives.collect();
        let own = [
            "Attr",
            "BTreeMap",
            "Dynamic",
            "EmptyTuple",
            "Number",
            "Option",
            "Self",
            "Set",
            "String",
            "TfFunction",
            "TfSchema",
            "Unknown",
            "Vec",
        ];
        Models {
            structs: Vec::new(),
            nested: HashMap::new(),
            names: Names::new(&[&own[..], taken].concat()),
            imports: BTreeSet::new(),
            derives: derives.into_iter().collect::<Vec<_>>().join(", "),
        }
    }

    /// Reserves the name of a struct.
    pub(super) fn claim(&mut self, name: &str) -> String {
        self.names.claim(&names::of_struct(name))
    }

    /// Returns the imports, `others` and the structs.
    pub(super) fn finish(self, others: &str) -> String {
        let imports = imports(&self.imports);
        format!("{imports}{others}\n{}", self.structs.join("\n"))
    }

    /// Writes the struct for a whole schema and the struct for its identity, and returns the name of the identity's
    /// struct.
    pub(super) fn root(&mut self, root: &Root<'_>, ty: &str) -> Result<Option<String>, String> {
        self.import("tfvalue::TfSchema");
        let slot = self.slot();
        let block = root.block;
        let fields = self.block(block, ty, Some(root))?;
        let mut items = root.items();
        let identity = match root.identity() {
            Some(identity) => Some(self.identity(identity, block, ty)?),
            None => None,
        };
        items.extend(identity.iter().map(|name| format!("identity = {name}")));
        items.extend(docs::items(
            &block.description,
            block.deprecated,
            &block.deprecation_message,
        ));
        let doc = docs::doc_comment(&block.description, "").unwrap_or_default();
        let head = format!("// {}.\n{doc}", root.title);
        self.structs[slot] = format!("{head}{}", item(&self.derives, ty, &items, &fields));
        Ok(identity)
    }

    /// Reserves the place of a struct before the places of the structs that it contains.
    fn slot(&mut self) -> usize {
        self.structs.push(String::new());
        self.structs.len() - 1
    }

    /// Returns the name of a struct with the fields that `fill` writes. Reuses an existing struct with the
    /// same fields.
    fn nested(
        &mut self,
        wanted: &str,
        items: &[String],
        fill: impl FnOnce(&mut Self, &str) -> Result<String, String>,
    ) -> Result<String, String> {
        self.import("tfvalue::TfSchema");
        let name = self.names.claim(wanted);
        let slot = self.slot();
        let fields = fill(self, &name)?;
        let key = format!("{items:?}{fields}");
        if let Some(same) = self.nested.get(&key) {
            // The structs that the existing struct contains already exist, so no struct was added after the reserved
            // place.
            self.structs.truncate(slot);
            self.names.release(&name);
            return Ok(same.clone());
        }
        self.structs[slot] = item(&self.derives, &name, items, &fields);
        self.nested.insert(key, name.clone());
        Ok(name)
    }

    fn block(
        &mut self,
        block: &Block,
        owner: &str,
        root: Option<&Root<'_>>,
    ) -> Result<String, String> {
        let mut fields = Fields::new();
        for one in &block.attributes {
            let reserved = root.is_some_and(|root| root.reserves_attribute(one));
            self.attribute(one, owner, reserved, &mut fields)?;
        }
        for one in &block.block_types {
            let reserved = root.is_some_and(|root| root.reserves_block(one));
            self.block_type(one, owner, reserved, &mut fields)?;
        }
        Ok(fields.text)
    }

    fn attribute(
        &mut self,
        attribute: &Attribute,
        owner: &str,
        reserved: bool,
        fields: &mut Fields,
    ) -> Result<(), String> {
        let name = &attribute.name;
        let at = |error| format!("{name}: {error}");
        let flags = [
            (attribute.required, "required"),
            (attribute.optional, "optional"),
            (attribute.computed, "computed"),
            (attribute.sensitive, "sensitive"),
            (attribute.write_only, "write_only"),
            (reserved, "allow_reserved"),
        ];
        if !(attribute.required || attribute.optional || attribute.computed) {
            return Err(at(
                "one of required, optional and computed is required".to_owned()
            ));
        }
        let flags = flags.iter().filter(|(is_set, _)| *is_set);
        let mut items: Vec<_> = flags.map(|(_, flag)| (*flag).to_owned()).collect();
        items.extend(docs::items(
            &attribute.description,
            attribute.deprecated,
            &attribute.deprecation_message,
        ));
        let wanted = format!("{owner}{}", names::of_struct(name));
        let ty = match &attribute.ty {
            AttributeType::Type(ty) => self.attr(ty, &wanted),
            AttributeType::Nested(object) => {
                let members = Block::new().attributes(object.attributes.iter().cloned());
                if object.nesting != Nesting::Single {
                    types::one_type(&members.implied_type()).map_err(at)?;
                }
                let inner =
                    self.nested(&wanted, &[], |this, name| this.block(&members, name, None));
                inner.and_then(|inner| self.nested_attribute(&inner, object.nesting))
            }
            _ => Err("this kind of attribute is not supported".to_owned()),
        };
        fields.add(name, &attribute.description, items, &ty.map_err(at)?);
        Ok(())
    }

    fn block_type(
        &mut self,
        nested: &NestedBlock,
        owner: &str,
        reserved: bool,
        fields: &mut Fields,
    ) -> Result<(), String> {
        let name = &nested.type_name;
        let at = |error| format!("{name}: {error}");
        let block = &nested.block;
        if !matches!(nested.nesting, Nesting::Single | Nesting::Group) {
            types::one_type(&block.implied_type()).map_err(at)?;
        }
        let wanted = format!("{owner}{}", names::of_struct(name));
        let inner = self.nested(&wanted, &[], |this, name| this.block(block, name, None));
        let inner = inner.map_err(at)?;
        let ty = match (nested.nesting, nested.min_items, nested.max_items) {
            (Nesting::Group, 0, 0) => inner,
            // A required block is null after an import, and in a group that the configuration omits.
            (Nesting::Single, 0 | 1, max) if max == nested.min_items => {
                format!("{}<{inner}>", self.import("tfvalue::Attr"))
            }
            (Nesting::List | Nesting::Set, ..) | (Nesting::Map, 0, 0) => {
                let collection = self.collection(nested.nesting, &inner);
                format!("{}<{collection}>", self.import("tfvalue::Unknown"))
            }
            (.., min, max) => {
                return Err(at(format!(
                    "{min} to {max} blocks are not possible with this nesting mode"
                )));
            }
        };
        let mut items = vec![block_item(nested)];
        items.extend(reserved.then(|| "allow_reserved".to_owned()));
        items.extend(docs::items(
            &block.description,
            block.deprecated,
            &block.deprecation_message,
        ));
        fields.add(name, &block.description, items, &ty);
        Ok(())
    }
}

impl Fields {
    fn new() -> Self {
        Fields {
            text: String::new(),
            names: Names::new(&[]),
        }
    }

    fn add(&mut self, name: &str, description: &str, mut items: Vec<String>, ty: &str) {
        let field = self.names.claim(&names::of_field(name));
        if field != name {
            items.push(format!("rename = {name:?}"));
        }
        let doc = docs::doc_comment(description, "    ").unwrap_or_default();
        let attribute = if items.is_empty() {
            String::new()
        } else {
            format!("    #[tf({})]\n", items.join(", "))
        };
        let field = names::spelled(&field);
        self.text += &format!("{doc}{attribute}    pub {field}: {ty},\n");
    }
}

/// Writes the imports. Imports from the root of the library come last.
fn imports(paths: &BTreeSet<&'static str>) -> String {
    let mut modules: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for path in paths {
        let (module, name) = path.rsplit_once("::").unwrap_or(("std", path));
        modules.entry(module).or_default().push(name);
    }
    let root = modules.remove_entry("tfvalue");
    let imports = modules.into_iter().chain(root);
    let imports = imports.map(|(module, names)| match names.as_slice() {
        [name] => format!("use {module}::{name};\n"),
        names => format!("use {module}::{{{}}};\n", names.join(", ")),
    });
    imports.collect()
}

/// Writes a struct.
fn item(derives: &str, name: &str, items: &[String], fields: &str) -> String {
    let attribute = if items.is_empty() {
        String::new()
    } else {
        format!("#[tf({})]\n", items.join(", "))
    };
    let body = if fields.is_empty() {
        "{}".to_owned()
    } else {
        format!("{{\n{fields}}}")
    };
    format!("#[derive({derives})]\n{attribute}pub struct {name} {body}\n")
}

fn block_item(nested: &NestedBlock) -> String {
    let details = [
        (nested.nesting == Nesting::Group).then(|| "group".to_owned()),
        (nested.min_items > 0).then(|| format!("min_items = {}", nested.min_items)),
        (nested.max_items > 0).then(|| format!("max_items = {}", nested.max_items)),
    ];
    let details: Vec<_> = details.into_iter().flatten().collect();
    if details.is_empty() {
        "block".to_owned()
    } else {
        format!("block({})", details.join(", "))
    }
}
