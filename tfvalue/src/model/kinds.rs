//! Markers of structs by their `kind`, which prevent a provider from using a struct of another kind.

macro_rules! kinds {
    ($($name:ident $message:literal $label:literal)*) => {
        $(
            /// The mark of structs with a `kind`, which the derive generates.
            #[diagnostic::on_unimplemented(message = $message, label = $label)]
            pub trait $name {}
        )*
    };
}

kinds! {
    ResourceKind "`{Self}` does not describe a managed resource" "requires `#[tf(kind = resource)]`"
    DataSourceKind "`{Self}` does not describe a data source" "requires `#[tf(kind = data_source)]` or `#[tf(kind = resource)]`"
    ProviderKind "`{Self}` does not describe a provider's configuration" "requires `#[tf(kind = provider)]`"
    ProviderMetaKind "`{Self}` does not describe `provider_meta`" "requires `#[tf(kind = provider_meta)]`"
    EphemeralKind "`{Self}` does not describe an ephemeral resource" "requires `#[tf(kind = ephemeral)]`"
    ListKind "`{Self}` does not describe a search for resources" "requires `#[tf(kind = list)]`"
    ActionKind "`{Self}` does not describe an action" "requires `#[tf(kind = action)]`"
    StateStoreKind "`{Self}` does not describe a state store" "requires `#[tf(kind = state_store)]`"
}
