//! The attributes of structs, enums, fields and variants.

use syn::{Attribute, Expr, Ident, LitStr, Path, Type};

use crate::case::Case;
use crate::ctxt::Ctxt;
use crate::kind::Kind;
use crate::meta::{Item, Slot, items, list, nearest, unknown};

/// What `#[tf(…)]` says of a struct or enum.
#[derive(Default)]
pub(crate) struct Container {
    pub(crate) version: Slot<i64>,
    pub(crate) description: Slot<LitStr>,
    pub(crate) deprecated: Slot<String>,
    pub(crate) rename_all: Slot<Case>,
    pub(crate) krate: Slot<Path>,
    pub(crate) schema_only: Slot<()>,
    pub(crate) object: Slot<()>,
    pub(crate) kind: Slot<Kind>,
    pub(crate) paths: Slot<()>,
    pub(crate) known_view: Slot<Ident>,
    pub(crate) returns: Slot<Type>,
    pub(crate) summary: Slot<LitStr>,
}

/// What `#[tf(…)]` says of a field.
#[derive(Default)]
pub(crate) struct Field {
    pub(crate) flags: Flags,
    pub(crate) sensitive: Slot<()>,
    pub(crate) write_only: Slot<()>,
    pub(crate) lossy: Slot<()>,
    pub(crate) object: Slot<()>,
    pub(crate) rename: Slot<LitStr>,
    pub(crate) description: Slot<LitStr>,
    pub(crate) deprecated: Slot<String>,
    pub(crate) block: Slot<Block>,
    pub(crate) members: Slot<Flags>,
    pub(crate) flatten: Slot<()>,
    pub(crate) empty_as_null: Slot<()>,
    pub(crate) default: Slot<Expr>,
    pub(crate) with: Slot<Path>,
    pub(crate) display: Slot<()>,
    pub(crate) stands_for: Slot<Type>,
    pub(crate) known: Slot<()>,
    pub(crate) allow_reserved: Slot<()>,
    pub(crate) required_for_import: Slot<()>,
    pub(crate) optional_for_import: Slot<()>,
    pub(crate) variadic: Slot<()>,
}

/// Who sets an attribute.
#[derive(Default)]
pub(crate) struct Flags {
    pub(crate) required: Slot<()>,
    pub(crate) optional: Slot<()>,
    pub(crate) computed: Slot<()>,
}

/// The details of a nested block.
#[derive(Default)]
pub(crate) struct Block {
    pub(crate) group: Slot<()>,
    pub(crate) min_items: Slot<u64>,
    pub(crate) max_items: Slot<u64>,
}

/// What `#[tf(…)]` says of an enum's variant.
#[derive(Default)]
pub(crate) struct Variant {
    pub(crate) rename: Slot<LitStr>,
    pub(crate) other: Slot<()>,
}

impl Container {
    /// Reads the attributes of a struct or enum.
    pub(crate) fn read(cx: &Ctxt, attributes: &[Attribute]) -> Self {
        const KNOWN: &[&str] = &[
            "version",
            "description",
            "deprecated",
            "rename_all",
            "crate",
            "schema_only",
            "object",
            "kind",
            "paths",
            "known_view",
            "returns",
            "summary",
        ];
        let mut this = Container::default();
        for item in &items(cx, attributes) {
            match item.name.to_string().as_str() {
                "version" => this.version.set(cx, item, item.number(cx)),
                "description" => this.description.set(cx, item, item.string(cx)),
                "deprecated" => this.deprecated.set(cx, item, item.string_or_word(cx)),
                "rename_all" => this.rename_all.set(cx, item, case(cx, item)),
                "crate" => this.krate.set(cx, item, path(cx, item)),
                "schema_only" => this.schema_only.set(cx, item, item.word(cx)),
                "object" => this.object.set(cx, item, item.word(cx)),
                "known_view" => this.known_view.set(cx, item, name(cx, item)),
                "returns" => this.returns.set(cx, item, item.ty(cx)),
                "summary" => this.summary.set(cx, item, item.string(cx)),
                "paths" => this.paths.set(cx, item, item.word(cx)),
                "kind" => this.kind.set(cx, item, kind(cx, item)),
                _ => unknown(cx, item, "structs and enums", KNOWN),
            }
        }
        this
    }
}

impl Field {
    /// Reads the attributes of a field.
    pub(crate) fn read(cx: &Ctxt, attributes: &[Attribute]) -> Self {
        const KNOWN: &[&str] = &[
            "required",
            "optional",
            "computed",
            "sensitive",
            "write_only",
            "rename",
            "description",
            "deprecated",
            "lossy",
            "object",
            "block",
            "members",
            "flatten",
            "empty_as_null",
            "default",
            "with",
            "display",
            "as",
            "known",
            "allow_reserved",
            "required_for_import",
            "optional_for_import",
            "variadic",
        ];
        let mut this = Field::default();
        for item in &items(cx, attributes) {
            match item.name.to_string().as_str() {
                "sensitive" => this.sensitive.set(cx, item, item.word(cx)),
                "write_only" => this.write_only.set(cx, item, item.word(cx)),
                "lossy" => this.lossy.set(cx, item, item.word(cx)),
                "object" => this.object.set(cx, item, item.word(cx)),
                "rename" => this.rename.set(cx, item, item.string(cx)),
                "description" => this.description.set(cx, item, item.string(cx)),
                "deprecated" => this.deprecated.set(cx, item, item.string_or_word(cx)),
                "block" => this.block.set(cx, item, Block::read(cx, item)),
                "members" => this.members.set(cx, item, Flags::read(cx, item)),
                "flatten" => this.flatten.set(cx, item, item.word(cx)),
                "empty_as_null" => this.empty_as_null.set(cx, item, item.word(cx)),
                "default" => this.default.set(cx, item, item.expr(cx)),
                "with" => this.with.set(cx, item, path(cx, item)),
                "display" => this.display.set(cx, item, item.word(cx)),
                "as" => this.stands_for.set(cx, item, item.ty(cx)),
                "variadic" => this.variadic.set(cx, item, item.word(cx)),
                "known" => this.known.set(cx, item, item.word(cx)),
                "allow_reserved" => this.allow_reserved.set(cx, item, item.word(cx)),
                "required_for_import" => this.required_for_import.set(cx, item, item.word(cx)),
                "optional_for_import" => this.optional_for_import.set(cx, item, item.word(cx)),
                _ if this.flags.take(cx, item) => {}
                _ => unknown(cx, item, "fields", KNOWN),
            }
        }
        this
    }

    /// Returns the words that only attributes of a schema have.
    pub(crate) fn of_attributes(&self) -> impl Iterator<Item = &Ident> {
        let flags = self.flags.names();
        let rest = [
            &self.sensitive,
            &self.write_only,
            &self.lossy,
            &self.object,
            &self.empty_as_null,
            &self.known,
        ];
        let rest = rest.into_iter().filter_map(Slot::name);
        let flags = flags.into_iter().chain(rest);
        flags.chain(self.members.name()).chain(self.default.name())
    }

    /// Returns the words that say how values are read and written.
    pub(crate) fn of_adapters(&self) -> impl Iterator<Item = &Ident> {
        let names = self.with.name().into_iter().chain(self.display.name());
        names.chain(self.stands_for.name())
    }

    /// Returns the words that only attributes of an identity have.
    pub(crate) fn of_identities(&self) -> impl Iterator<Item = &Ident> {
        let names = [&self.required_for_import, &self.optional_for_import];
        names.into_iter().filter_map(Slot::name)
    }

    /// Returns all words that have no effect beside `flatten`.
    pub(crate) fn beside_flatten(&self) -> impl Iterator<Item = &Ident> {
        let names = self.of_attributes().chain(self.of_adapters());
        let names = names.chain(self.of_identities());
        let names = names.chain(self.block.name()).chain(self.rename.name());
        let names = names.chain(self.description.name());
        names.chain(self.deprecated.name())
    }
}

impl Flags {
    /// Takes one of the flags, and tells whether it was one.
    fn take(&mut self, cx: &Ctxt, item: &Item) -> bool {
        let slot = match item.name.to_string().as_str() {
            "required" => &mut self.required,
            "optional" => &mut self.optional,
            "computed" => &mut self.computed,
            _ => return false,
        };
        slot.set(cx, item, item.word(cx));
        true
    }

    /// Reads the flags in `members = computed` or `members(optional, computed)`.
    fn read(cx: &Ctxt, item: &Item) -> Option<Self> {
        let mut this = Flags::default();
        for item in item.words(cx)? {
            if !this.take(cx, item) {
                unknown(cx, item, "members", &["required", "optional", "computed"]);
            }
        }
        Some(this)
    }

    /// Returns the flags that are set.
    pub(crate) fn names(&self) -> Vec<&Ident> {
        [&self.required, &self.optional, &self.computed]
            .into_iter()
            .filter_map(Slot::name)
            .collect()
    }
}

impl Block {
    fn read(cx: &Ctxt, item: &Item) -> Option<Self> {
        let mut this = Block::default();
        for item in item.list_or_word(cx)? {
            match item.name.to_string().as_str() {
                "group" => this.group.set(cx, item, item.word(cx)),
                "min_items" => this.min_items.set(cx, item, count(cx, item)),
                "max_items" => this.max_items.set(cx, item, count(cx, item)),
                _ => unknown(cx, item, "blocks", &["group", "min_items", "max_items"]),
            }
        }
        Some(this)
    }
}

impl Variant {
    /// Reads the attributes of a variant.
    pub(crate) fn read(cx: &Ctxt, attributes: &[Attribute]) -> Self {
        let mut this = Variant::default();
        for item in &items(cx, attributes) {
            match item.name.to_string().as_str() {
                "rename" => this.rename.set(cx, item, item.string(cx)),
                "other" => this.other.set(cx, item, item.word(cx)),
                _ => unknown(cx, item, "variants", &["rename", "other"]),
            }
        }
        this
    }
}

/// Reads a number of blocks, which schemas hold as an `int64`.
fn count(cx: &Ctxt, item: &Item) -> Option<u64> {
    let count: i64 = item.number(cx)?;
    u64::try_from(count).ok()
}

fn case(cx: &Ctxt, item: &Item) -> Option<Case> {
    let text = item.string(cx)?;
    let case = Case::parse(&text.value());
    if case.is_none() {
        let message = format!("unknown case; `rename_all` takes {}", Case::names());
        cx.error(&text, message);
    }
    case
}

fn kind(cx: &Ctxt, item: &Item) -> Option<Kind> {
    let [word] = item.words(cx)? else {
        return item.wrong(cx, "takes one word: `kind = resource`");
    };
    let found = Kind::ALL.iter().find(|(name, ..)| word.name == name);
    if found.is_none() {
        let known: Vec<_> = Kind::ALL.iter().map(|(name, ..)| *name).collect();
        let advice = match nearest(&word.name.to_string(), &known) {
            Some(nearest) => format!("did you mean `{nearest}`?"),
            None => format!("`kind` takes {}", list(&known)),
        };
        cx.error(
            &word.name,
            format_args!("unknown kind `{}`; {advice}", word.name),
        );
    }
    found.map(|(.., kind)| *kind)
}

fn name(cx: &Ctxt, item: &Item) -> Option<Ident> {
    match item.words(cx)? {
        [word] => Some(word.name.clone()),
        _ => item.wrong(cx, "takes a name"),
    }
}

fn path(cx: &Ctxt, item: &Item) -> Option<Path> {
    let path = item.string(cx)?.parse().ok();
    path.or_else(|| {
        item.wrong(
            cx,
            format_args!(
                "takes the path of a crate or module: `{} = \"…\"`",
                item.name
            ),
        )
    })
}
