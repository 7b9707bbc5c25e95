//! The attributes of structs, enums, fields and variants.

use syn::{Attribute, Expr, Ident, LitStr, Path, Type};

use crate::case::Case;
use crate::ctxt::Ctxt;
use crate::kind::Kind;
use crate::meta::{Item, Slot, items};
use crate::ranges::Version;
use crate::suggest::{list, nearest};

/// Declares the attributes for one place: their names, and how each value is read.
macro_rules! attributes {
    (
        $(#[$doc:meta])*
        $Name:ident $(, and $others:ident: $Others:ident)*;
        $($name:literal => $slot:ident: $value:ty = $read:expr;)*
    ) => {
        $(#[$doc])*
        #[derive(Default)]
        pub(crate) struct $Name {
            $(pub(crate) $others: $Others,)*
            $(pub(crate) $slot: Slot<$value>,)*
        }

        impl Attributes for $Name {
            fn names() -> Vec<&'static str> {
                let names = vec![$($name),*];
                $(let names = [names, $Others::names()].concat();)*
                names
            }

            fn set(&mut self, cx: &Ctxt, item: &Item) -> bool {
                match item.name.to_string().as_str() {
                    $($name => self.$slot.set(cx, item, $read(item, cx)),)*
                    _ => return false $(|| self.$others.set(cx, item))*,
                }
                true
            }
        }
    };
}

/// The attributes that can be written in one place.
trait Attributes: Default {
    /// Returns the names of all attributes.
    fn names() -> Vec<&'static str>;

    /// Reads the item, or returns `false` if there is no attribute with the item's name.
    fn set(&mut self, cx: &Ctxt, item: &Item) -> bool;
}

mod api;
mod history;
mod planning;
mod validation;

pub(crate) use self::api::{Api, ApiType, api_name, member};
pub(crate) use self::history::{History, Import, Source, Upgrade};
pub(crate) use self::planning::{Keep, Names, Planning, Refine, Replace, SameAs};
pub(crate) use self::validation::{Validation, ValueConstraints};

attributes! {
    /// The attributes of a struct or enum.
    Container, and history: History, and api: Api;
    "as_str" => as_str: () = Item::word;
    "check" => check: Expr = Item::function;
    "crate" => krate: Path = path;
    "deprecated" => deprecated: String = Item::string_or_word;
    "description" => description: LitStr = Item::string;
    "kind" => kinds: Vec<Kind> = Kind::read;
    "known_view" => known_view: KnownView = KnownView::read;
    "object" => object: () = Item::word;
    "plan" => plan: Expr = Item::function;
    "paths" => paths: () = Item::word;
    "rename_all" => rename_all: Case = case;
    "returns" => returns: Type = Item::ty;
    "schema_only" => schema_only: () = Item::word;
    "summary" => summary: LitStr = Item::string;
    "version" => version: Version = Item::version;
}

attributes! {
    /// The attributes of a field.
    Field, and flags: Flags, and planning: Planning, and validation: Validation;
    "allow" => allow: Allow = Allow::read;
    "allow_reserved" => allow_reserved: () = Item::word;
    "api_name" => api_name: LitStr = Item::string;
    "as" => stands_for: Type = Item::ty;
    "block" => block: Block = Block::read;
    "default" => default: Expr = Item::expr;
    "deprecated" => deprecated: String = Item::string_or_word;
    "description" => description: LitStr = Item::string;
    "display" => display: () = Item::word;
    "empty_as_null" => empty_as_null: () = Item::word;
    "flatten" => flatten: () = Item::word;
    "known" => known: () = Item::word;
    "lossy" => lossy: () = Item::word;
    "members" => members: Flags = Flags::read;
    "not_in_state" => not_in_state: () = Item::word;
    "object" => object: () = Item::word;
    "rename" => rename: LitStr = Item::string;
    "sensitive" => sensitive: () = Item::word;
    "variadic" => variadic: () = Item::word;
    "with" => with: Path = path;
    "write_only" => write_only: () = Item::word;
}

attributes! {
    /// The flags `required`, `optional` and `computed`.
    Flags;
    "computed" => computed: () = Item::word;
    "optional" => optional: () = Item::word;
    "required" => required: () = Item::word;
}

attributes! {
    /// The arguments that a dynamic parameter accepts.
    Allow;
    "null" => null: () = Item::word;
    "unknown" => unknown: () = Item::word;
}

attributes! {
    /// The options of a nested block.
    Block;
    "computed" => computed: () = Item::word;
    "group" => group: () = Item::word;
    "max_items" => max_items: u64 = count;
    "min_items" => min_items: u64 = count;
}

attributes! {
    /// The options of a known view.
    KnownView;
    "derive" => derive: Vec<Path> = derives;
    "name" => name: Ident = name;
}

attributes! {
    /// The attributes of a variant.
    Variant;
    "api_name" => api_name: LitStr = Item::string;
    "other" => other: () = Item::word;
    "rename" => rename: LitStr = Item::string;
}

/// The places where attributes are written, and the attributes that can be written there.
type Place = (&'static str, fn() -> Vec<&'static str>);

const CONTAINER: Place = ("container annotation", Container::names);
const FIELD: Place = ("field annotation", Field::names);
const VARIANT: Place = ("variant annotation", Variant::names);
const BLOCK: Place = ("`block` option", Block::names);
const KNOWN_VIEW: Place = ("`known_view` option", KnownView::names);
const ALLOW: Place = ("`allow` option", Allow::names);
const MEMBERS: Place = ("`members` flag", Flags::names);

/// Maps names from terraform-plugin-framework, its SDK and serde to the names in this library.
const FAMILIAR: [(&str, &str); 9] = [
    ("allow_null", "allow"),
    ("allow_unknown", "allow"),
    ("diff_suppress", "same_as"),
    ("force_new", "replace"),
    ("name", "rename"),
    ("optional_for_import", "optional"),
    ("required_for_import", "required"),
    ("requires_replace", "replace"),
    ("use_state_for_unknown", "keep"),
];

/// Reads the attributes in a place, and reports attributes that are not valid there.
fn read<T: Attributes>(cx: &Ctxt, items: &[Item], place: Place) -> T {
    let mut this = T::default();
    for item in items {
        if !this.set(cx, item) {
            unknown(cx, item, place);
        }
    }
    this
}

/// Reports an attribute that is not valid in the given place.
fn unknown(cx: &Ctxt, item: &Item, place: Place) {
    let (what, mut names) = (place.0, place.1());
    names.sort_unstable();
    let name = item.name.to_string();
    let has_name = |place: &&Place| place.1().contains(&name.as_str());
    let other = [FIELD, CONTAINER, VARIANT, BLOCK];
    let other = other.iter().filter(|_| what != MEMBERS.0).find(has_name);
    let familiar = FAMILIAR.iter().find(|(familiar, _)| *familiar == name);
    let nearest = match familiar {
        Some((_, ours)) if names.contains(ours) => Some(*ours),
        _ => nearest(&name, &names),
    };
    let advice = match (other, nearest) {
        _ if what == CONTAINER.0 && Kind::parse(&name).is_ok() => {
            format!("did you mean `kind = {name}`?")
        }
        (Some((other, _)), _) => format!("it is a {other}"),
        (None, Some(nearest)) => format!("did you mean `{nearest}`?"),
        (None, None) => format!("expected {}", list(&names)),
    };
    cx.error(
        &item.name,
        format_args!("unknown {what} `{name}`; {advice}"),
    );
}

impl Container {
    /// Reads the attributes of a struct or enum.
    pub(crate) fn read(cx: &Ctxt, attributes: &[Attribute]) -> Self {
        read(cx, &items(cx, attributes), CONTAINER)
    }

    /// Returns the kind that determines which attributes the struct can have: `resource`, if the struct has several kinds.
    pub(crate) fn kind(&self) -> Option<Kind> {
        self.kinds().first().copied()
    }

    /// Returns the version of the schema, or `None` if the version is a constant, whose value is only known to the
    /// compiler.
    pub(crate) fn literal_version(&self) -> Option<i64> {
        match self.version.get() {
            Some(Version::Literal(version)) => Some(*version),
            Some(Version::Constant(_)) => None,
            None => Some(0),
        }
    }

    /// Returns all kinds, `resource` first.
    pub(crate) fn kinds(&self) -> &[Kind] {
        self.kinds.get().map_or(&[], Vec::as_slice)
    }
}

impl Field {
    /// Reads the attributes of a field.
    pub(crate) fn read(cx: &Ctxt, attributes: &[Attribute]) -> Self {
        read(cx, &items(cx, attributes), FIELD)
    }

    /// Returns the names of the annotations that are valid only for the attributes of a schema.
    pub(crate) fn of_attributes(&self) -> impl Iterator<Item = &Ident> {
        let flags = self.flags.written();
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
        let flags = flags.chain(self.members.name()).chain(self.default.name());
        flags
            .chain(self.planning.written())
            .chain(self.validation.written())
    }

    /// Returns `true` if only the provider sets the attribute. Without flags, the type decides.
    pub(crate) fn is_only_computed(&self) -> bool {
        self.flags.are_only_computed() && !self.default.is_set()
    }

    /// Returns the names of the attributes that change how a value is read and written.
    pub(crate) fn of_adapters(&self) -> impl Iterator<Item = &Ident> {
        let names = self.with.name().into_iter().chain(self.display.name());
        names.chain(self.stands_for.name())
    }

    /// Returns the names of the annotations that only apply to parameters of a function.
    pub(crate) fn of_parameters(&self) -> impl Iterator<Item = &Ident> {
        self.allow.name().into_iter().chain(self.variadic.name())
    }

    /// Returns the names of the annotations that are valid only for the attributes of an identity.
    pub(crate) fn of_identities(&self) -> impl Iterator<Item = &Ident> {
        self.not_in_state.name().into_iter()
    }

    /// Returns the names of the attributes that have no effect with `flatten`.
    pub(crate) fn without_effect_on_flatten(&self) -> impl Iterator<Item = &Ident> {
        let names = self.of_attributes().chain(self.of_adapters());
        let names = names.chain(self.of_identities());
        let names = names.chain(self.block.name()).chain(self.rename.name());
        let names = names.chain(self.description.name());
        names.chain(self.deprecated.name())
    }
}

impl Flags {
    /// Reads the flags in `members = computed` or `members(optional, computed)`.
    fn read(item: &Item, cx: &Ctxt) -> Option<Self> {
        let items = item.words(cx, "members = computed")?;
        Some(read(cx, items, MEMBERS))
    }

    /// Returns `true` if the only flag is `computed`.
    pub(crate) fn are_only_computed(&self) -> bool {
        self.computed.is_set() && !self.optional.is_set() && !self.required.is_set()
    }

    /// Returns the names of the flags that are set.
    pub(crate) fn written(&self) -> Vec<&Ident> {
        [&self.required, &self.optional, &self.computed]
            .into_iter()
            .filter_map(Slot::name)
            .collect()
    }
}

impl Allow {
    /// Reads the arguments in `allow = null` or `allow(null, unknown)`.
    fn read(item: &Item, cx: &Ctxt) -> Option<Self> {
        let items = item.words(cx, "allow(null)")?;
        Some(read(cx, items, ALLOW))
    }
}

impl Block {
    fn read(item: &Item, cx: &Ctxt) -> Option<Self> {
        Some(read(cx, item.list_or_word(cx)?, BLOCK))
    }
}

impl KnownView {
    /// Reads `known_view = ServerState` or `known_view(name = ServerState, derive = [Clone])`.
    fn read(item: &Item, cx: &Ctxt) -> Option<Self> {
        let items = item.words(cx, "known_view = ServerState")?;
        let this: Self = match items {
            [word] if !item.is_list() => {
                let mut this = KnownView::default();
                this.name.set(cx, word, Some(word.name.clone()));
                this
            }
            _ if !items.iter().any(|item| item.name == "name") => {
                return item.wrong(cx, "requires a name: `known_view(name = ServerState)`");
            }
            _ => read(cx, items, KNOWN_VIEW),
        };
        Some(this)
    }

    /// Returns the name of the view.
    pub(crate) fn ident(&self) -> Option<&Ident> {
        self.name.get()
    }

    /// Returns the traits that the view derives.
    pub(crate) fn derives(&self) -> &[Path] {
        self.derive.get().map_or(&[], Vec::as_slice)
    }
}

impl Variant {
    /// Reads the attributes of a variant.
    pub(crate) fn read(cx: &Ctxt, attributes: &[Attribute]) -> Self {
        read(cx, &items(cx, attributes), VARIANT)
    }
}

/// Reads a number of blocks, which is an `int64` in a schema.
fn count(item: &Item, cx: &Ctxt) -> Option<u64> {
    let count: i64 = item.number(cx)?;
    u64::try_from(count).ok()
}

fn case(item: &Item, cx: &Ctxt) -> Option<Case> {
    let text = item.string(cx)?;
    let case = Case::parse(&text.value());
    if case.is_none() {
        let message = format!(
            "unknown case {:?}; expected {}",
            text.value(),
            Case::names()
        );
        cx.error(&text, message);
    }
    case
}

fn name(item: &Item, cx: &Ctxt) -> Option<Ident> {
    match item.words(cx, "name = ServerState")? {
        [word] => Some(word.name.clone()),
        _ => item.wrong(cx, "requires one name: `name = ServerState`"),
    }
}

/// The traits that a known view can derive.
const DERIVES: [&str; 10] = [
    "Clone",
    "Copy",
    "Default",
    "Deserialize",
    "Eq",
    "Hash",
    "Ord",
    "PartialEq",
    "PartialOrd",
    "Serialize",
];

/// Reads the paths in `derive = [Clone, serde::Serialize]`.
fn derives(item: &Item, cx: &Ctxt) -> Option<Vec<Path>> {
    const EXAMPLE: &str = "derive = [Clone, PartialEq]";
    let paths = item
        .array(cx, EXAMPLE)?
        .into_iter()
        .map(|value| match value {
            Expr::Path(value) if value.qself.is_none() => {
                let last = value.path.segments.last()?.ident.to_string();
                if last == "Debug" {
                    cx.error(
                        &value.path,
                        "a known view always implements `Debug`: remove it",
                    );
                } else if !DERIVES.contains(&last.as_str()) {
                    let message = format!(
                        "`known_view` cannot derive `{last}`; expected {}",
                        list(&DERIVES)
                    );
                    cx.error(&value.path, message);
                }
                Some(value.path)
            }
            _ => item.wrong(cx, format_args!("requires traits: `{EXAMPLE}`")),
        });
    paths.collect()
}

fn path(item: &Item, cx: &Ctxt) -> Option<Path> {
    let path = item.string(cx)?.parse().ok();
    path.or_else(|| {
        item.wrong(
            cx,
            format_args!(
                "requires the path of a crate or module: `{} = \"…\"`",
                item.name
            ),
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const REFERENCE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../tfvalue/src/derive.md");

    /// Returns the names and anchors in the reference's table under the given heading.
    fn index(reference: &str, (what, _): Place) -> Vec<(&str, &str)> {
        let heading = format!("| {what} | meaning |");
        let lines = reference.lines().skip_while(|line| *line != heading);
        let rows = lines.skip(2).take_while(|line| line.starts_with('|'));
        rows.map(|row| {
            let (name, rest) = row["| [`".len()..].split_once("`](#").unwrap();
            (name, rest.split_once(')').unwrap().0)
        })
        .collect()
    }

    /// Returns the anchor that rustdoc creates for a heading.
    fn anchor(heading: &str) -> String {
        let heading = heading.trim_start_matches(['#', ' ']);
        heading.replace('`', "").replace(' ', "-").to_lowercase()
    }

    #[test]
    fn the_reference_has_a_section_for_each_attribute() {
        let Ok(reference) = std::fs::read_to_string(REFERENCE) else {
            return println!("skipped: the package is outside of its repository");
        };
        let headings = reference.lines().filter(|line| line.starts_with("## "));
        let anchors: Vec<_> = headings.map(anchor).collect();
        for place in [CONTAINER, FIELD, VARIANT] {
            let mut names = place.1();
            names.sort_unstable();
            let index = index(&reference, place);
            let listed: Vec<_> = index.iter().map(|(name, _)| *name).collect();
            assert_eq!(listed, names, "{}", place.0);
            for (name, link) in index {
                assert!(
                    link == name || link.starts_with(&format!("{name}-")),
                    "{link}"
                );
                assert!(anchors.contains(&link.to_owned()), "{link}");
            }
        }
        for name in Block::names() {
            assert!(reference.contains(&format!("| `{name}` |")), "{name}");
        }
    }
}
