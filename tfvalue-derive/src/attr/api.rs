//! The attributes that convert structs to and from the structs of a service's client.

use proc_macro2::Span;
use syn::{Expr, Ident, LitStr, Type};

use super::{Attributes, Names, Place, read};
use crate::ctxt::Ctxt;
use crate::meta::{Item, Slot};

/// `to_api = CreateServer` and `from_api(Server, ignore = "etag")`, each of which can be repeated.
#[derive(Default)]
pub(crate) struct Api {
    pub(crate) from_api: Vec<ApiType>,
    pub(crate) to_api: Vec<ApiType>,
}

/// A type of the client, and the options that cannot be derived from the model.
pub(crate) struct ApiType {
    /// The name of the attribute, at the place where the user wrote it.
    pub(crate) name: Ident,
    pub(crate) ty: Type,
    pub(crate) options: Options,
}

attributes! {
    /// The options of `from_api` and `to_api`.
    Options;
    "ignore" => ignore: Names = Names::read;
    "set" => set: Vec<(Ident, Expr)> = Item::exprs;
    "without" => without: Names = Names::read;
}

const TO_API: Place = ("`to_api` option", Options::names);
const FROM_API: Place = ("`from_api` option", Options::names);

impl Attributes for Api {
    fn names() -> Vec<&'static str> {
        vec!["from_api", "to_api"]
    }

    fn set(&mut self, cx: &Ctxt, item: &Item) -> bool {
        let (list, place) = match item.name.to_string().as_str() {
            "from_api" => (&mut self.from_api, FROM_API),
            "to_api" => (&mut self.to_api, TO_API),
            _ => return false,
        };
        if let Some((ty, options)) = item.ty_with_options(cx) {
            list.push(ApiType {
                name: item.name.clone(),
                ty: ty.clone(),
                options: read(cx, options, place),
            });
        }
        true
    }
}

impl Api {
    /// Returns all conversions.
    pub(crate) fn all(&self) -> impl Iterator<Item = &ApiType> {
        self.from_api.iter().chain(&self.to_api)
    }

    /// Returns all types that the user wrote.
    pub(crate) fn types_mut(&mut self) -> impl Iterator<Item = &mut Type> {
        let all = self.from_api.iter_mut().chain(&mut self.to_api);
        all.map(|api| &mut api.ty)
    }
}

impl Options {
    /// Returns `true` if the client's type does not have a field for the given Terraform name.
    pub(crate) fn lacks(&self, name: &str) -> bool {
        let names = self.without.get().map(|without| &without.names);
        names.is_some_and(|names| names.iter().any(|lacking| lacking == name))
    }

    /// Returns the members that are computed.
    pub(crate) fn computed(&self) -> &[(Ident, Expr)] {
        self.set.get().map_or(&[], Vec::as_slice)
    }

    /// Returns the ignored members of the type, or `None` for `ignore = ".."`.
    pub(crate) fn ignored(&self) -> Option<Vec<Ident>> {
        let Some(ignore) = self.ignore.get() else {
            return Some(Vec::new());
        };
        let span = ignore.text.span();
        let names = ignore.names.iter().map(|name| member(name, span));
        names.collect()
    }
}

/// Returns the name of a member or variant in the client's type: the name in the attribute, or else the name in the model.
pub(crate) fn api_name(own: &Ident, slot: &Slot<LitStr>) -> Ident {
    let written = slot.get();
    let written = written.and_then(|text| member(&text.value(), text.span()));
    written.unwrap_or_else(|| own.clone())
}

/// Returns the name of a member, or `None` if it is not an identifier.
pub(crate) fn member(name: &str, span: Span) -> Option<Ident> {
    let plain = syn::parse_str::<Ident>(name).ok();
    let mut ident = plain.or_else(|| syn::parse_str(&format!("r#{name}")).ok())?;
    ident.set_span(span);
    Some(ident)
}
