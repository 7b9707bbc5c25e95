//! Marker traits that represent the `kind` of a struct. They prevent a provider from using a struct of another kind.

macro_rules! kinds {
    ($($name:ident $doc:literal $message:literal $label:literal)*) => {
        $(
            #[doc = $doc]
            ///
            /// The derive implements this trait. The trait has no methods.
            #[diagnostic::on_unimplemented(message = $message, label = $label)]
            pub trait $name {}
        )*
    };
}

kinds! {
    ResourceKind "A struct with `kind = resource`." "`{Self}` does not describe a managed resource" "requires `#[tf(kind = resource)]`"
    DataSourceKind "A struct with `kind = data_source` or `kind = resource`, which data sources can share." "`{Self}` does not describe a data source" "requires `#[tf(kind = data_source)]` or `#[tf(kind = resource)]`"
    ProviderKind "A struct with `kind = provider`." "`{Self}` does not describe a provider's configuration" "requires `#[tf(kind = provider)]`"
    ProviderMetaKind "A struct with `kind = provider_meta`." "`{Self}` does not describe `provider_meta`" "requires `#[tf(kind = provider_meta)]`"
    EphemeralKind "A struct with `kind = ephemeral`." "`{Self}` does not describe an ephemeral resource" "requires `#[tf(kind = ephemeral)]`"
    ListKind "A struct with `kind = list`." "`{Self}` does not describe a list resource" "requires `#[tf(kind = list)]`"
    ActionKind "A struct with `kind = action`." "`{Self}` does not describe an action" "requires `#[tf(kind = action)]`"
    StateStoreKind "A struct with `kind = state_store`." "`{Self}` does not describe a state store" "requires `#[tf(kind = state_store)]`"
}
