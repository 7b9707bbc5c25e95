//! The fields of the messages of each call.

use self::Kind::{
    Argument, Client, Completed, Deferred, Diagnostics, Flag, FunctionError, Identity, Imported,
    Meta, Number, Object, Paths, Private, Progress, Result, Silent, State, Subject, Text, Value,
};

/// The contents of a field.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Kind {
    /// The name of the resource type or function that the call is about.
    Subject,
    /// A value with the schema of the call.
    Value,
    /// An object of the resource type of the call.
    Object,
    /// A value that modules send to the provider.
    Meta,
    /// An argument of a function.
    Argument,
    /// The result of a function.
    Result,
    /// The identity of an object.
    Identity,
    /// A state of unknown version: only its size is shown.
    State,
    /// Private data of the provider: only its size is shown.
    Private,
    Text,
    Number,
    Flag,
    Diagnostics,
    FunctionError,
    /// The paths that require replacement.
    Paths,
    Deferred,
    /// The capabilities of the client.
    Client,
    /// The objects of an import.
    Imported,
    /// The end of an action, or its progress.
    Completed,
    Progress,
    /// Fields that are not shown.
    Silent,
}

/// The schema that the values of a call have.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Of {
    Nothing,
    Provider,
    Meta,
    Resource,
    Data,
    Ephemeral,
    List,
    Action,
    Store,
    Function,
}

type Field = (u32, &'static str, Kind);

/// A call, with its name in version 6.
pub(crate) struct Entry {
    pub(crate) name: &'static str,
    pub(crate) of: Of,
    pub(crate) request: &'static [Field],
    pub(crate) response: &'static [Field],
    /// The values to compare, and pairs of their indexes.
    pub(crate) columns: &'static [&'static str],
    pub(crate) pairs: &'static [(usize, usize)],
    /// Whether the call may change something outside the process.
    pub(crate) changes: bool,
}

impl Entry {
    const NEW: Entry = Entry {
        name: "",
        of: Of::Nothing,
        request: &[],
        response: &[(1, "diagnostics", Diagnostics)],
        columns: &[],
        pairs: &[],
        changes: false,
    };

    /// Finds a call by its name in version 6.
    pub(crate) fn find(name: &str) -> Option<&'static Entry> {
        CALLS.iter().find(|call| call.name == name)
    }
}

const VALIDATE: &[Field] = &[
    (1, "type_name", Subject),
    (2, "config", Value),
    (3, "client_capabilities", Client),
];

const STORED: &[Field] = &[(1, "type_name", Subject), (2, "state_id", Text)];

const CALLS: &[Entry] = &[
    Entry {
        name: "ValidateProviderConfig",
        of: Of::Provider,
        request: &[(1, "config", Value)],
        response: &[
            (1, "prepared_config", Value),
            (2, "diagnostics", Diagnostics),
        ],
        columns: &["config", "prepared_config"],
        pairs: &[(0, 1)],
        ..Entry::NEW
    },
    Entry {
        name: "ValidateResourceConfig",
        of: Of::Resource,
        request: VALIDATE,
        ..Entry::NEW
    },
    Entry {
        name: "ValidateDataResourceConfig",
        of: Of::Data,
        request: VALIDATE,
        ..Entry::NEW
    },
    Entry {
        name: "ValidateEphemeralResourceConfig",
        of: Of::Ephemeral,
        request: VALIDATE,
        ..Entry::NEW
    },
    Entry {
        name: "ValidateListResourceConfig",
        of: Of::List,
        request: &[
            (1, "type_name", Subject),
            (2, "config", Value),
            (3, "include_resource_object", Silent),
            (4, "limit", Silent),
        ],
        ..Entry::NEW
    },
    Entry {
        name: "ValidateActionConfig",
        of: Of::Action,
        request: VALIDATE,
        ..Entry::NEW
    },
    Entry {
        name: "ValidateStateStoreConfig",
        of: Of::Store,
        request: VALIDATE,
        ..Entry::NEW
    },
    Entry {
        name: "ConfigureProvider",
        of: Of::Provider,
        request: &[
            (1, "terraform_version", Text),
            (2, "config", Value),
            (3, "client_capabilities", Client),
        ],
        ..Entry::NEW
    },
    Entry {
        name: "StopProvider",
        response: &[(1, "error", Text)],
        ..Entry::NEW
    },
    Entry {
        name: "UpgradeResourceState",
        of: Of::Resource,
        request: &[
            (1, "type_name", Subject),
            (2, "version", Number),
            (3, "raw_state", State),
        ],
        response: &[
            (1, "upgraded_state", Value),
            (2, "diagnostics", Diagnostics),
        ],
        ..Entry::NEW
    },
    Entry {
        name: "UpgradeResourceIdentity",
        of: Of::Resource,
        request: &[
            (1, "type_name", Subject),
            (2, "version", Number),
            (3, "raw_identity", State),
        ],
        response: &[
            (1, "upgraded_identity", Identity),
            (2, "diagnostics", Diagnostics),
        ],
        ..Entry::NEW
    },
    Entry {
        name: "ReadResource",
        of: Of::Resource,
        request: &[
            (1, "type_name", Subject),
            (2, "current_state", Value),
            (3, "private", Private),
            (4, "provider_meta", Meta),
            (5, "client_capabilities", Client),
            (6, "current_identity", Identity),
        ],
        response: &[
            (1, "new_state", Value),
            (2, "diagnostics", Diagnostics),
            (3, "private", Private),
            (4, "deferred", Deferred),
            (5, "new_identity", Identity),
        ],
        columns: &["current_state", "new_state"],
        pairs: &[(0, 1)],
        ..Entry::NEW
    },
    Entry {
        name: "PlanResourceChange",
        of: Of::Resource,
        request: &[
            (1, "type_name", Subject),
            (2, "prior_state", Value),
            (3, "proposed_new_state", Value),
            (4, "config", Value),
            (5, "prior_private", Private),
            (6, "provider_meta", Meta),
            (7, "client_capabilities", Client),
            (8, "prior_identity", Identity),
            (9, "planned_private", Private),
        ],
        response: &[
            (1, "planned_state", Value),
            (2, "requires_replace", Paths),
            (3, "planned_private", Private),
            (4, "diagnostics", Diagnostics),
            (5, "legacy_type_system", Flag),
            (6, "deferred", Deferred),
            (7, "planned_identity", Identity),
        ],
        columns: &[
            "prior_state",
            "config",
            "proposed_new_state",
            "planned_state",
        ],
        pairs: &[(0, 3), (2, 3)],
        ..Entry::NEW
    },
    Entry {
        name: "ApplyResourceChange",
        of: Of::Resource,
        request: &[
            (1, "type_name", Subject),
            (2, "prior_state", Value),
            (3, "planned_state", Value),
            (4, "config", Value),
            (5, "planned_private", Private),
            (6, "provider_meta", Meta),
            (7, "planned_identity", Identity),
        ],
        response: &[
            (1, "new_state", Value),
            (2, "private", Private),
            (3, "diagnostics", Diagnostics),
            (4, "legacy_type_system", Flag),
            (5, "new_identity", Identity),
        ],
        columns: &["prior_state", "config", "planned_state", "new_state"],
        pairs: &[(0, 3), (2, 3)],
        changes: true,
    },
    Entry {
        name: "ImportResourceState",
        of: Of::Resource,
        request: &[
            (1, "type_name", Subject),
            (2, "id", Text),
            (3, "client_capabilities", Client),
            (4, "identity", Identity),
        ],
        response: &[
            (1, "imported_resources", Imported),
            (2, "diagnostics", Diagnostics),
            (3, "deferred", Deferred),
        ],
        ..Entry::NEW
    },
    Entry {
        name: "MoveResourceState",
        of: Of::Resource,
        request: &[
            (1, "source_provider_address", Text),
            (2, "source_type_name", Text),
            (3, "source_schema_version", Number),
            (4, "source_state", State),
            (5, "target_type_name", Subject),
            (6, "source_private", Private),
            (7, "source_identity", State),
            (8, "source_identity_schema_version", Number),
        ],
        response: &[
            (1, "target_state", Value),
            (2, "diagnostics", Diagnostics),
            (3, "target_private", Private),
            (4, "target_identity", Identity),
        ],
        ..Entry::NEW
    },
    Entry {
        name: "GenerateResourceConfig",
        of: Of::Resource,
        request: &[(1, "type_name", Subject), (2, "state", Value)],
        response: &[(1, "config", Value), (2, "diagnostics", Diagnostics)],
        columns: &["state", "config"],
        pairs: &[(0, 1)],
        ..Entry::NEW
    },
    Entry {
        name: "ReadDataSource",
        of: Of::Data,
        request: &[
            (1, "type_name", Subject),
            (2, "config", Value),
            (3, "provider_meta", Meta),
            (4, "client_capabilities", Client),
        ],
        response: &[
            (1, "state", Value),
            (2, "diagnostics", Diagnostics),
            (3, "deferred", Deferred),
        ],
        columns: &["config", "state"],
        pairs: &[(0, 1)],
        ..Entry::NEW
    },
    Entry {
        name: "OpenEphemeralResource",
        of: Of::Ephemeral,
        request: VALIDATE,
        response: &[
            (1, "diagnostics", Diagnostics),
            (2, "renew_at", Silent),
            (3, "result", Value),
            (4, "private", Private),
            (5, "deferred", Deferred),
        ],
        columns: &["config", "result"],
        pairs: &[(0, 1)],
        changes: true,
    },
    Entry {
        name: "RenewEphemeralResource",
        of: Of::Ephemeral,
        request: &[(1, "type_name", Subject), (2, "private", Private)],
        response: &[
            (1, "diagnostics", Diagnostics),
            (2, "renew_at", Silent),
            (3, "private", Private),
        ],
        changes: true,
        ..Entry::NEW
    },
    Entry {
        name: "CloseEphemeralResource",
        of: Of::Ephemeral,
        request: &[(1, "type_name", Subject), (2, "private", Private)],
        changes: true,
        ..Entry::NEW
    },
    Entry {
        name: "CallFunction",
        of: Of::Function,
        request: &[(1, "name", Subject), (2, "arguments", Argument)],
        response: &[(1, "result", Result), (2, "error", FunctionError)],
        ..Entry::NEW
    },
    Entry {
        name: "ListResource",
        of: Of::List,
        request: &[
            (1, "type_name", Subject),
            (2, "config", Value),
            (3, "include_resource_object", Flag),
            (4, "limit", Number),
        ],
        response: &[
            (1, "identity", Identity),
            (2, "display_name", Text),
            (3, "resource_object", Object),
            (4, "diagnostics", Diagnostics),
        ],
        ..Entry::NEW
    },
    Entry {
        name: "PlanAction",
        of: Of::Action,
        request: VALIDATE,
        response: &[(1, "diagnostics", Diagnostics), (2, "deferred", Deferred)],
        ..Entry::NEW
    },
    Entry {
        name: "InvokeAction",
        of: Of::Action,
        request: VALIDATE,
        response: &[(1, "progress", Progress), (2, "completed", Completed)],
        changes: true,
        ..Entry::NEW
    },
    Entry {
        name: "ConfigureStateStore",
        of: Of::Store,
        request: VALIDATE,
        response: &[(1, "diagnostics", Diagnostics), (2, "capabilities", Silent)],
        ..Entry::NEW
    },
    Entry {
        name: "ReadStateBytes",
        of: Of::Store,
        request: STORED,
        response: &[
            (1, "bytes", Private),
            (2, "total_length", Number),
            (3, "range", Silent),
            (4, "diagnostics", Diagnostics),
        ],
        ..Entry::NEW
    },
    Entry {
        name: "WriteStateBytes",
        request: &[
            (1, "meta", Silent),
            (2, "bytes", Private),
            (3, "total_length", Number),
            (4, "range", Silent),
        ],
        changes: true,
        ..Entry::NEW
    },
    Entry {
        name: "LockState",
        of: Of::Store,
        request: &[
            (1, "type_name", Subject),
            (2, "state_id", Text),
            (3, "operation", Text),
        ],
        response: &[(1, "lock_id", Text), (2, "diagnostics", Diagnostics)],
        changes: true,
        ..Entry::NEW
    },
    Entry {
        name: "UnlockState",
        of: Of::Store,
        request: &[
            (1, "type_name", Subject),
            (2, "state_id", Text),
            (3, "lock_id", Text),
        ],
        changes: true,
        ..Entry::NEW
    },
    Entry {
        name: "GetStates",
        of: Of::Store,
        request: STORED,
        response: &[(1, "state_id", Text), (2, "diagnostics", Diagnostics)],
        ..Entry::NEW
    },
    Entry {
        name: "DeleteState",
        of: Of::Store,
        request: STORED,
        changes: true,
        ..Entry::NEW
    },
];
