//! The methods of the provider service.

/// A method of the provider service.
///
/// # Examples
///
/// ```
/// use tfvalue::provider::Streams;
/// use tfvalue::tfplugin6::METHODS;
///
/// let plan = METHODS.iter().find(|method| method.name == "PlanResourceChange").unwrap();
/// assert_eq!(plan.path, "/tfplugin6.Provider/PlanResourceChange");
/// assert_eq!(plan.streams, Streams::Nothing);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Method {
    /// The protocol version, which is 5 or 6.
    pub version: u32,
    /// The name, which can differ between the versions: `GetSchema` in version 5 is `GetProviderSchema` in version 6.
    pub name: &'static str,
    /// The path of the gRPC request.
    pub path: &'static str,
    /// The side that sends a stream of messages.
    pub streams: Streams,
    #[doc(hidden)]
    pub kind: MethodKind,
}

impl Method {
    /// Finds a method by its name and the protocol version, which is 5 or 6.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::provider::Method;
    ///
    /// let method = Method::find(5, "GetSchema").unwrap();
    /// assert_eq!(method.path, "/tfplugin5.Provider/GetSchema");
    /// assert_eq!(Method::find(6, "GetSchema"), None);
    /// ```
    #[must_use]
    pub fn find(version: u32, name: &str) -> Option<&'static Method> {
        let methods = Method::of_version(version);
        methods.iter().find(|method| method.name == name)
    }

    /// Finds a method by the path of a gRPC request.
    pub(crate) fn at(path: &str) -> Option<&'static Method> {
        let mut all = [6, 5].into_iter().flat_map(Method::of_version);
        all.find(|method| method.path == path)
    }

    /// Returns the corresponding method in version 5 or 6. Some methods of version 6 do not exist in version 5.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::provider::Method;
    ///
    /// let method = Method::find(5, "GetSchema").unwrap();
    /// assert_eq!(method.in_version(6).unwrap().name, "GetProviderSchema");
    /// ```
    #[must_use]
    pub fn in_version(&self, version: u32) -> Option<&'static Method> {
        let methods = Method::of_version(version);
        methods.iter().find(|method| method.kind == self.kind)
    }

    fn of_version(version: u32) -> &'static [Method] {
        match version {
            5 => crate::tfplugin5::METHODS,
            6 => crate::tfplugin6::METHODS,
            _ => &[],
        }
    }
}

/// The side of a [`Method`] that sends a stream of messages instead of a single message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Streams {
    /// One request, one response.
    Nothing,
    /// A stream of requests, and a single response.
    Requests,
    /// A single request, and a stream of responses.
    Responses,
}

/// The operation that a method performs, with its name in protocol 6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[doc(hidden)]
pub enum MethodKind {
    ApplyResourceChange,
    CallFunction,
    CloseEphemeralResource,
    ConfigureProvider,
    ConfigureStateStore,
    DeleteState,
    GenerateResourceConfig,
    GetFunctions,
    GetMetadata,
    GetProviderSchema,
    GetResourceIdentitySchemas,
    GetStates,
    ImportResourceState,
    InvokeAction,
    ListResource,
    LockState,
    MoveResourceState,
    OpenEphemeralResource,
    PlanAction,
    PlanResourceChange,
    ReadDataSource,
    ReadResource,
    ReadStateBytes,
    RenewEphemeralResource,
    StopProvider,
    UnlockState,
    UpgradeResourceIdentity,
    UpgradeResourceState,
    ValidateActionConfig,
    ValidateDataResourceConfig,
    ValidateEphemeralResourceConfig,
    ValidateListResourceConfig,
    ValidateProviderConfig,
    ValidateResourceConfig,
    ValidateStateStoreConfig,
    WriteStateBytes,
}

impl MethodKind {
    /// Returns the kind of part to which a request applies, or `None` if the request applies to the whole provider.
    pub(crate) const fn part(self) -> Option<PartKind> {
        match self {
            MethodKind::ApplyResourceChange
            | MethodKind::GenerateResourceConfig
            | MethodKind::ImportResourceState
            | MethodKind::MoveResourceState
            | MethodKind::PlanResourceChange
            | MethodKind::ReadResource
            | MethodKind::UpgradeResourceIdentity
            | MethodKind::UpgradeResourceState
            | MethodKind::ValidateResourceConfig => Some(PartKind::Resource),
            MethodKind::ReadDataSource | MethodKind::ValidateDataResourceConfig => {
                Some(PartKind::DataSource)
            }
            MethodKind::CloseEphemeralResource
            | MethodKind::OpenEphemeralResource
            | MethodKind::RenewEphemeralResource
            | MethodKind::ValidateEphemeralResourceConfig => Some(PartKind::EphemeralResource),
            MethodKind::ListResource | MethodKind::ValidateListResourceConfig => {
                Some(PartKind::ListResource)
            }
            MethodKind::InvokeAction
            | MethodKind::PlanAction
            | MethodKind::ValidateActionConfig => Some(PartKind::Action),
            MethodKind::ConfigureStateStore
            | MethodKind::DeleteState
            | MethodKind::GetStates
            | MethodKind::LockState
            | MethodKind::ReadStateBytes
            | MethodKind::UnlockState
            | MethodKind::ValidateStateStoreConfig
            | MethodKind::WriteStateBytes => Some(PartKind::StateStore),
            MethodKind::CallFunction => Some(PartKind::Function),
            MethodKind::ConfigureProvider
            | MethodKind::GetFunctions
            | MethodKind::GetMetadata
            | MethodKind::GetProviderSchema
            | MethodKind::GetResourceIdentitySchemas
            | MethodKind::StopProvider
            | MethodKind::ValidateProviderConfig => None,
        }
    }
}

/// A kind of part of a provider. Each part is identified by its kind and name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PartKind {
    Resource,
    DataSource,
    EphemeralResource,
    ListResource,
    Action,
    StateStore,
    Function,
}

impl PartKind {
    /// Returns the word that messages use for a part of this kind.
    pub(crate) const fn noun(self) -> &'static str {
        match self {
            PartKind::Resource => "resource type",
            PartKind::DataSource => "data source",
            PartKind::EphemeralResource => "ephemeral resource type",
            PartKind::ListResource => "list resource",
            PartKind::Action => "action",
            PartKind::StateStore => "state store",
            PartKind::Function => "function",
        }
    }

    /// Returns the member of [`ProviderSchema`](crate::schema::ProviderSchema) with the schemas of this kind.
    pub(crate) const fn schemas(self) -> &'static str {
        match self {
            PartKind::Resource => "resource_schemas",
            PartKind::DataSource => "data_source_schemas",
            PartKind::EphemeralResource => "ephemeral_resource_schemas",
            PartKind::ListResource => "list_resource_schemas",
            PartKind::Action => "action_schemas",
            PartKind::StateStore => "state_store_schemas",
            PartKind::Function => "functions",
        }
    }
}

/// Defines the table for a service. `as` precedes the name of a method in protocol 6, if that name is different. A method
/// without an arrow has one request and one response.
macro_rules! methods {
    (
        $version:literal, $service:literal:
        $($name:ident $(as $kind:ident)? $(=> $streams:ident)?,)*
    ) => {
        /// The methods of the provider service, sorted by name.
        pub const METHODS: &[crate::provider::Method] = &[
            $(crate::provider::Method {
                version: $version,
                name: stringify!($name),
                path: concat!("/", $service, "/", stringify!($name)),
                streams: crate::tfplugin::method::methods!(@streams $($streams)?),
                kind: crate::tfplugin::method::methods!(@kind $name $($kind)?),
            },)*
        ];
    };
    (@streams) => { crate::tfplugin::method::Streams::Nothing };
    (@streams $streams:ident) => { crate::tfplugin::method::Streams::$streams };
    (@kind $kind:ident) => { crate::tfplugin::method::MethodKind::$kind };
    (@kind $name:ident $kind:ident) => { crate::tfplugin::method::MethodKind::$kind };
}

pub(crate) use methods;
