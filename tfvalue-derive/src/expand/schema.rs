//! `TfType` and `TfSchema` of a struct.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::Ident;

use super::{adapt, at, flatten, history, implement, implement_with, planning, rules, validation};
use crate::ast::{Container, Field, split};
use crate::attr::{self, Block, Flags};
use crate::bound;
use crate::kind::Kind;

pub(super) fn impls(container: &Container<'_>, fields: &[Field<'_>]) -> TokenStream {
    let (own, parts) = split(fields);
    let described = own.iter().map(|field| {
        let (ty, name) = (adapt::wire_type(field), &field.name);
        let form = match (container.is_object(), container.is_identity()) {
            (true, _) => None,
            (_, true) => Some(identity_form(field)),
            _ => Some(form(field)),
        };
        let empty_as_null = field.attrs.empty_as_null.is_set();
        let empty_as_null = empty_as_null.then(|| quote!(.empty_as_null()));
        let foreign = field.attrs.stands_for.is_set() && !field.attrs.with.is_set();
        let foreign = foreign.then(|| quote!(.foreign()));
        let planning = planning::rules(field);
        let constraints = validation::constraints(field);
        quote_spanned!(at(field.ty)=> __tf::Field::of::<#ty>(#name) #empty_as_null #foreign #form #planning #constraints)
    });
    let all = (!parts.is_empty()).then(|| {
        quote!(
            const FIELDS: &'static [__tf::Field] = &__FLAT.fields;
        )
    });
    let joined = flatten::joined(container, &parts);
    let tf_type = quote!(__tf::TfType);
    let list = implement(
        container,
        &quote!(__tf::Fields),
        &tf_type,
        &quote! {
            const MEMBERS_ARE_NOT_RECURSIVE: &'static [__tf::Field] = &[#(#described),*];
            #all
        },
    );
    let (free, inside) = checks(container, &own);
    let rest = match (container.is_object(), container.is_identity()) {
        (true, _) => object(container, &inside),
        (_, true) => identity(container, &inside),
        _ => schema(container, &parts, &inside),
    };
    quote!(#list #joined #free #rest)
}

fn schema(container: &Container<'_>, parts: &[&Field<'_>], rules: &TokenStream) -> TokenStream {
    let has_version = container.attrs.literal_version() != Some(0);
    let version = history::version(container);
    let version_constant = has_version.then(|| quote!(const VERSION: __tf::i64 = #version;));
    let description = &container.description;
    let facts = if container.attrs.kinds.is_set() || has_version {
        quote!(facts_of_root)
    } else {
        quote!(facts_of_schema)
    };
    let about = match container.attrs.deprecated.get() {
        Some(message) => {
            quote!(&__tf::About { description: #description, deprecated: __tf::Some(#message) })
        }
        None if description.is_empty() => quote!(__tf::About::NOTHING),
        None => quote!(&__tf::About { description: #description, deprecated: __tf::None }),
    };
    let block = (!rules.is_empty()).then(|| {
        quote! {
            fn block() -> __tf::Block {
                #rules
                __tf::Field::block_of(<Self as __tf::Fields>::FIELDS, <Self as __tf::TfType>::FACTS.about())
            }
        }
    });
    let bound = quote!(__tf::TfType);
    let hook = planning::hook(container);
    let check = validation::check(container);
    let history = history::constant(container);
    let history_checks = history::checks(container);
    let parts = parts.iter().map(|part| {
        let ty = part.ty;
        quote_spanned!(at(ty)=> .flattening(<#ty as __tf::TfType>::FACTS))
    });
    let tf_type = implement(
        container,
        &quote!(__tf::TfType),
        &bound,
        &quote! {
            const FACTS: __tf::Facts = __tf::Field::#facts::<Self>(<Self as __tf::Fields>::FIELDS, #about) #(#parts)* #hook #check;
        },
    );
    let tf_schema = implement(
        container,
        &quote!(__tf::TfSchema),
        &bound,
        &quote! {
            #version_constant
            #history

            #block
        },
    );
    let markers = markers(container);
    quote!(#tf_type #tf_schema #history_checks #markers)
}

/// Marks the struct with its kind.
fn markers(container: &Container<'_>) -> TokenStream {
    let kinds = container.attrs.kinds();
    // A data source can use the struct of a resource through `data_source_schema`.
    let is_resource = kinds.contains(&Kind::Resource);
    let also = is_resource.then_some(Kind::DataSource);
    let is_marked = |kind: &Kind| kinds.contains(kind) || also == Some(*kind);
    let markers = Kind::markers().filter(|(kind, _)| is_marked(kind));
    let impls = markers.map(|(_, marker)| {
        implement_with(
            container,
            container.generics,
            &quote!(__tf::#marker),
            &TokenStream::new(),
        )
    });
    impls.collect()
}

fn object(container: &Container<'_>, rules: &TokenStream) -> TokenStream {
    implement(
        container,
        &quote!(__tf::TfType),
        &quote!(__tf::TfType),
        &quote! {
            const FACTS: __tf::Facts = __tf::Field::facts_of_object(<Self as __tf::Fields>::FIELDS);

            fn ty() -> __tf::Type {
                #rules
                __tf::Field::type_of(<Self as __tf::Fields>::FIELDS)
            }
        },
    )
}

fn identity(container: &Container<'_>, rules: &TokenStream) -> TokenStream {
    let version = history::version(container);
    let tf_type = object(container, rules);
    let history = history::constant(container);
    let history_checks = history::checks(container);
    let identity = implement(
        container,
        &quote!(__tf::TfIdentity),
        &quote!(__tf::TfType),
        &quote! {
            const VERSION: __tf::i64 = #version;
            #history

            fn identity_schema() -> __tf::Identity {
                __tf::Field::identity_of(<Self as __tf::Fields>::FIELDS, <Self as __tf::TfIdentity>::VERSION)
            }
        },
    );
    quote!(#tf_type #identity #history_checks)
}

/// Writes the checks of the fields. For a generic struct, the checks are part of a function, because items cannot use
/// generic parameters. Otherwise, they are items, which `cargo check` evaluates.
///
/// These items are a generic constant with an arm for each field, and one pattern for each field. Each pattern names an
/// instance of the constant. The compiler evaluates every pattern, and therefore reports the faults of all fields. A
/// separate constant for each field would have the same effect, but compiling the whole struct would take one and a
/// half times as long.
fn checks(container: &Container<'_>, fields: &[&Field<'_>]) -> (TokenStream, TokenStream) {
    if bound::has_parameters(container.generics) {
        let this = quote!(Self);
        let inside = fields.iter().enumerate().map(|(index, field)| {
            let check = check(container, field, &this);
            quote_spanned! {at(field.ty)=>
                const {
                    let __member = &<Self as __tf::Fields>::MEMBERS_ARE_NOT_RECURSIVE[#index];
                    #check
                };
            }
        });
        return (TokenStream::new(), quote!(#(#inside)*));
    }
    if fields.is_empty() {
        return (TokenStream::new(), TokenStream::new());
    }
    let this = flatten::for_all_lifetimes(container);
    let arms = fields.iter().enumerate().map(|(index, field)| {
        let check = check(container, field, &this);
        quote_spanned!(at(field.ty)=> #index => { #check })
    });
    let indices = 0..fields.len();
    let free = quote! {
        impl<const __FIELD: __tf::usize> __tf::Checks<__FIELD> for #this {
            const PASSED: () = {
                let __member = &<#this as __tf::Fields>::MEMBERS_ARE_NOT_RECURSIVE[__FIELD];
                match __FIELD {
                    #(#arms)*
                    _ => (),
                }
            };
        }
        #[allow(unreachable_patterns)]
        let (#(<#this as __tf::Checks<#indices>>::PASSED)|*) = ();
    };
    (free, TokenStream::new())
}

/// Writes the check of the field `__member`.
fn check(container: &Container<'_>, field: &Field<'_>, this: &TokenStream) -> TokenStream {
    let roles = roles(container);
    let name = container.attrs.kinds.is_set().then(|| {
        let allow = field.attrs.allow_reserved.name();
        let at = Span::call_site().located_at(allow.unwrap_or(field.ident).span());
        let allow = allow.is_some();
        quote_spanned!(at=> #(__member.check_name(__tf::Role::#roles, #allow);)*)
    });
    let time_limits = container.attrs.kinds.is_set().then(|| {
        let role = rules::planned(&roles);
        quote_spanned!(at(field.ty)=> __member.check_time_limits(
            __tf::Role::#role,
            <#this as __tf::Fields>::FIELDS,
        );)
    });
    let attributes = rules::of_attributes(field, this, &roles);
    quote_spanned! {at(field.ty)=>
        #name
        #(__member.check(__tf::Role::#roles);)*
        #time_limits
        #attributes
    }
}

/// Returns the names of the `Role`s of the struct's fields.
pub(super) fn roles(container: &Container<'_>) -> Vec<Ident> {
    let kinds = container.attrs.kinds().iter();
    let mut roles: Vec<_> = kinds.map(|kind| kind.role()).collect();
    if roles.is_empty() {
        roles.push("Part");
    }
    let roles = roles.iter();
    roles
        .map(|role| Ident::new(role, Span::call_site()))
        .collect()
}

/// Writes the description of a field in the schema.
fn form(field: &Field<'_>) -> TokenStream {
    let attrs = &field.attrs;
    let description = &field.description;
    let description = (!description.is_empty()).then(|| quote!(.description(#description)));
    let deprecated = attrs.deprecated.get();
    let deprecated = deprecated.map(|message| quote!(.deprecated(#message)));
    let form = match attrs.block.get() {
        Some(block) => block_form(block),
        None => attribute_form(attrs),
    };
    quote!(#form #description #deprecated)
}

fn identity_form(field: &Field<'_>) -> TokenStream {
    let required = field.import.required.is_set();
    let optional = field.import.optional.is_set();
    let description = &field.description;
    let description = (!description.is_empty()).then(|| quote!(.description(#description)));
    let not_in_state = field.attrs.not_in_state.is_set();
    quote!(.identity(#required, #optional, #not_in_state) #description)
}

fn block_form(block: &Block) -> TokenStream {
    let group = block.group.is_set();
    let min_items = block.min_items.get().copied().unwrap_or(0);
    let max_items = block.max_items.get().copied().unwrap_or(0);
    let computed = block.computed.is_set().then(|| quote!(.computed_block()));
    quote!(.block(#group, #min_items, #max_items) #computed)
}

fn attribute_form(attrs: &attr::Field) -> TokenStream {
    let mut flags = flags(&attrs.flags);
    let words = [
        &attrs.sensitive,
        &attrs.write_only,
        &attrs.lossy,
        &attrs.known,
    ];
    for slot in words {
        flags.extend(slot.name().map(|name| quote!(.#name())));
    }
    if attrs.default.is_set() {
        flags.extend(quote!(.optional().computed().default()));
    }
    if attrs.object.is_set() {
        return quote!(.object(#flags));
    }
    let members = attrs.members.get().map(|members| {
        let members = self::flags(members);
        quote!(.members(#members))
    });
    quote!(.attribute(#flags) #members)
}

fn flags(flags: &Flags) -> TokenStream {
    let names = flags.written();
    quote!(__tf::Flags::NONE #(.#names())*)
}
