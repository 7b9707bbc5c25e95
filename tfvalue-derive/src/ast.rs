//! The struct or enum that the user wrote, with its attributes.

use syn::ext::IdentExt;
use syn::{Data as SynData, DeriveInput, Fields, Generics, Ident, Type};

use crate::attr;
use crate::case::Case;
use crate::ctxt::Ctxt;
use crate::doc;
use crate::kind::Kind;
use crate::receiver::Receiver;

/// The derive macro that reads a struct or enum.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Derive {
    /// `TfSchema`
    Schema,
    /// `TfFunction`
    Function,
}

/// A struct or enum that derives `TfSchema` or `TfFunction`.
pub(crate) struct Container<'a> {
    pub(crate) derive: Derive,
    pub(crate) original: &'a DeriveInput,
    pub(crate) ident: &'a Ident,
    pub(crate) generics: &'a Generics,
    pub(crate) attrs: attr::Container,
    pub(crate) description: String,
    pub(crate) data: Data<'a>,
}

/// The fields or variants of a struct or enum.
pub(crate) enum Data<'a> {
    /// A struct with named fields, which are sorted by their names on the wire.
    Struct(Vec<Field<'a>>),
    /// A tuple struct that has one field.
    Newtype(&'a syn::Field),
    /// An enum.
    Enum(Vec<Variant<'a>>),
}

/// A field of a struct.
pub(crate) struct Field<'a> {
    pub(crate) original: &'a syn::Field,
    pub(crate) ident: &'a Ident,
    pub(crate) ty: &'a Type,
    /// The index of the field in the source code.
    pub(crate) position: usize,
    /// The name on the wire.
    pub(crate) name: String,
    pub(crate) attrs: attr::Field,
    /// How an import handles an attribute of an identity. These attributes have no flags in `attrs`.
    pub(crate) import: attr::Flags,
    pub(crate) description: String,
}

/// A variant of an enum.
pub(crate) struct Variant<'a> {
    pub(crate) original: &'a syn::Variant,
    pub(crate) ident: &'a Ident,
    /// The string on the wire.
    pub(crate) name: String,
    /// For a variant with `other`, the type that holds any other string.
    pub(crate) other: Option<&'a Type>,
    pub(crate) attrs: attr::Variant,
}

impl<'a> Container<'a> {
    /// Reads the struct or enum, or returns `None` if its shape is not supported.
    pub(crate) fn read(cx: &Ctxt, input: &'a DeriveInput, derive: Derive) -> Option<Self> {
        let mut attrs = attr::Container::read(cx, &input.attrs);
        if let Some(returns) = attrs.returns.get_mut() {
            Receiver::of(input).replace_in(returns);
        }
        for ty in attrs.history.types_mut().chain(attrs.api.types_mut()) {
            Receiver::of(input).replace_in(ty);
        }
        let mut data = Data::read(cx, input, attrs.rename_all.get().copied())?;
        if let (Some(Kind::Identity), Data::Struct(fields)) = (attrs.kind(), &mut data) {
            for field in fields {
                field.import = std::mem::take(&mut field.attrs.flags);
            }
        }
        let description = match attrs.description.get() {
            Some(text) => text.value(),
            None => doc::description(&input.attrs),
        };
        Some(Container {
            derive,
            original: input,
            ident: &input.ident,
            generics: &input.generics,
            attrs,
            description,
            data,
        })
    }

    /// Returns `true` if the struct is a plain object type.
    pub(crate) fn is_object(&self) -> bool {
        self.attrs.object.is_set()
    }

    /// Returns `true` if the struct is the identity of a resource.
    pub(crate) fn is_identity(&self) -> bool {
        self.attrs.kind() == Some(Kind::Identity)
    }

    /// Returns `true` if the fields of the struct are the parameters of a function.
    pub(crate) fn is_function(&self) -> bool {
        self.derive == Derive::Function
    }

    /// Returns the types of the fields without an adapter; these fields are read and written by the implementations of
    /// their types.
    pub(crate) fn types(&self) -> Vec<&'a Type> {
        match &self.data {
            Data::Struct(fields) => fields
                .iter()
                .filter(|field| field.attrs.of_adapters().next().is_none())
                .map(|field| field.ty)
                .collect(),
            Data::Newtype(field) => vec![&field.ty],
            Data::Enum(variants) => variants
                .iter()
                .filter_map(|variant| variant.other)
                .collect(),
        }
    }
}

impl<'a> Data<'a> {
    fn read(cx: &Ctxt, input: &'a DeriveInput, case: Option<Case>) -> Option<Self> {
        match &input.data {
            SynData::Struct(data) => match &data.fields {
                Fields::Named(fields) => {
                    let this = Receiver::of(input);
                    let fields = fields.named.iter().enumerate();
                    let mut fields: Vec<_> = fields
                        .filter_map(|(at, field)| Field::read(cx, &this, field, at, case))
                        .collect();
                    fields.sort_by(|a, b| a.name.cmp(&b.name));
                    Some(Data::Struct(fields))
                }
                Fields::Unnamed(fields) if fields.unnamed.len() == 1 => {
                    Some(Data::Newtype(&fields.unnamed[0]))
                }
                Fields::Unnamed(_) => unsupported(
                    cx,
                    input,
                    "`TfSchema` requires a tuple struct to have one field: name the fields, or use a tuple",
                ),
                Fields::Unit => unsupported(
                    cx,
                    input,
                    "`TfSchema` cannot be derived for a unit struct: write `{}` for an object without attributes",
                ),
            },
            SynData::Enum(data) => {
                let variants = data.variants.iter();
                Some(Data::Enum(
                    variants
                        .map(|variant| Variant::read(cx, variant, case))
                        .collect(),
                ))
            }
            SynData::Union(_) => unsupported(
                cx,
                input,
                "`TfSchema` cannot be derived for a union: use a struct",
            ),
        }
    }
}

impl<'a> Field<'a> {
    fn read(
        cx: &Ctxt,
        this: &Receiver<'_>,
        field: &'a syn::Field,
        position: usize,
        case: Option<Case>,
    ) -> Option<Self> {
        let mut attrs = attr::Field::read(cx, &field.attrs);
        if let Some(ty) = attrs.stands_for.get_mut() {
            this.replace_in(ty);
        }
        let ident = field.ident.as_ref()?;
        let plain = ident.unraw().to_string();
        let name = match (attrs.rename.get(), case) {
            (Some(name), _) => name.value(),
            (None, Some(case)) => case.apply(&plain),
            (None, None) => plain,
        };
        let description = match attrs.description.get() {
            Some(text) => text.value(),
            None => doc::description(&field.attrs),
        };
        Some(Field {
            original: field,
            ident,
            ty: &field.ty,
            position,
            name,
            attrs,
            import: attr::Flags::default(),
            description,
        })
    }

    /// Returns `true` if the members of the field's struct replace the field.
    pub(crate) fn is_flattened(&self) -> bool {
        self.attrs.flatten.is_set()
    }

    /// Returns `true` if the value must not appear in errors and debug output.
    pub(crate) fn is_secret(&self) -> bool {
        self.attrs.sensitive.is_set() || self.attrs.write_only.is_set()
    }
}

impl<'a> Variant<'a> {
    fn read(cx: &Ctxt, variant: &'a syn::Variant, case: Option<Case>) -> Self {
        let attrs = attr::Variant::read(cx, &variant.attrs);
        let plain = variant.ident.unraw().to_string();
        let name = match (attrs.rename.get(), case) {
            (Some(name), _) => name.value(),
            (None, Some(case)) => case.apply(&plain),
            (None, None) => plain,
        };
        let other = match &variant.fields {
            Fields::Unnamed(fields) if attrs.other.is_set() && fields.unnamed.len() == 1 => {
                Some(&fields.unnamed[0].ty)
            }
            _ => None,
        };
        Variant {
            original: variant,
            ident: &variant.ident,
            name,
            other,
            attrs,
        }
    }
}

/// Splits the fields into fields that are members themselves, and fields that are flattened.
pub(crate) fn split<'f, 'a>(fields: &'f [Field<'a>]) -> (Vec<&'f Field<'a>>, Vec<&'f Field<'a>>) {
    fields.iter().partition(|field| !field.is_flattened())
}

fn unsupported<T>(cx: &Ctxt, input: &DeriveInput, message: &str) -> Option<T> {
    cx.error(&input.ident, message);
    None
}
