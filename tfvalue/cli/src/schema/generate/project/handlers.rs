//! Writes handlers that the user is to fill in.

use tfvalue::schema::SchemaKind;

use crate::schema::generate::models::Models;

/// The handlers of a part.
pub(super) struct Handlers {
    imports: &'static [&'static str],
    /// The items that are imported from the generated crate itself.
    own: &'static [&'static str],
    text: String,
}

/// A handler, with its signature and its human-readable name.
type Handler<'a> = (&'a str, &'a str);

const OWN: &[&str] = &["Client", "Result", "not_written"];

const CONTEXT: &str = "context: &mut Context<Client>";

impl Handlers {
    /// Writes the handlers for a schema. `short` is the name without the provider's prefix. `resource` is the path of
    /// the struct for the managed resource with the same name.
    pub(super) fn of_part(
        kind: SchemaKind,
        ty: &str,
        full: &str,
        short: &str,
        resource: Option<&str>,
    ) -> Self {
        let (role, imports, handlers): (_, &[_], &[Handler<'_>]) = match kind {
            SchemaKind::Provider => return config(),
            SchemaKind::ProviderMeta => return Handlers::none(),
            SchemaKind::ListResource => return list(ty, full, resource.unwrap_or_default()),
            SchemaKind::Resource => ("Resource", RESOURCE, RESOURCE_HANDLERS),
            SchemaKind::DataSource => ("DataSource", DATA_SOURCE, DATA_SOURCE_HANDLERS),
            SchemaKind::EphemeralResource => ("EphemeralResource", EPHEMERAL, EPHEMERAL_HANDLERS),
            SchemaKind::StateStore => ("StateStore", STATE_STORE, STATE_STORE_HANDLERS),
            _ => ("Action", ACTION, ACTION_HANDLERS),
        };
        let mut text = format!(
            "impl {role} for {ty} {{\n    const NAME: &'static str = {short:?};\n    type Client = Client;\n"
        );
        for (signature, verb) in handlers {
            let signature = signature.replace("CONTEXT", CONTEXT);
            text += &handler(&signature, &format!("{verb} of {full}"));
        }
        Handlers {
            imports,
            own: OWN,
            text: text + "}\n",
        }
    }

    /// Writes the handler for a function.
    pub(super) fn of_function(ty: &str, provider: &str, name: &str, returns: &str) -> Self {
        let signature = format!("async fn run(self) -> Result<{returns}>");
        let handler = handler(&signature, &format!("run of provider::{provider}::{name}"));
        Handlers {
            imports: &["tfvalue::provider::Function"],
            own: &["Result", "not_written"],
            text: format!(
                "impl Function for {ty} {{\n    const NAME: &'static str = {name:?};\n{handler}}}\n"
            ),
        }
    }

    fn none() -> Self {
        Handlers {
            imports: &[],
            own: &[],
            text: String::new(),
        }
    }

    /// Returns the source code of a module with the structs.
    pub(super) fn module(self, title: &str, mut models: Models) -> String {
        for import in self.imports {
            models.import(import);
        }
        let imports = match self.own {
            [] => String::new(),
            [one] => format!("\nuse crate::{one};\n"),
            own => format!("\nuse crate::{{{}}};\n", own.join(", ")),
        };
        let structs = models.finish(&imports);
        if self.text.is_empty() {
            return format!("//! {title}.\n\n{structs}");
        }
        format!("//! {title}.\n\n{structs}\n{}", self.text)
    }
}

fn handler(signature: &str, what: &str) -> String {
    format!("\n    {signature} {{\n        Err(not_written({what:?}, file!()))\n    }}\n")
}

fn config() -> Handlers {
    let text = "\
/// The client that the handlers use to call the service.
pub struct Client;

impl ProviderConfig for Config {
    type Client = Client;

    async fn configure(self, context: &mut Context<()>) -> Result<Client> {
        Ok(Client) // to be filled in
    }
}
";
    Handlers {
        imports: &[
            "tfvalue::provider::Context",
            "tfvalue::provider::ProviderConfig",
        ],
        own: &["Result"],
        text: text.to_owned(),
    }
}

fn list(search: &str, full: &str, resource: &str) -> Handlers {
    let handler = handler(
        &format!(
            "async fn list(\n        search: {search},\n        results: &mut ListResults<'_, Self>,\n        {CONTEXT},\n    ) -> Result<()>"
        ),
        &format!("list of {full}"),
    );
    Handlers {
        imports: &[
            "tfvalue::provider::Context",
            "tfvalue::provider::ListResource",
            "tfvalue::provider::ListResults",
        ],
        own: OWN,
        text: format!(
            "impl ListResource for {resource} {{\n    type Search = {search};\n{handler}}}\n"
        ),
    }
}

const RESOURCE: &[&str] = &[
    "tfvalue::provider::Context",
    "tfvalue::provider::Imported",
    "tfvalue::provider::Resource",
];

const RESOURCE_HANDLERS: &[Handler<'_>] = &[
    (
        "async fn create(plan: Self, CONTEXT) -> Result<Self>",
        "create",
    ),
    (
        "async fn read(state: Self, CONTEXT) -> Result<Option<Self>>",
        "read",
    ),
    (
        "async fn update(prior: Self, plan: Self, CONTEXT) -> Result<Self>",
        "update",
    ),
    (
        "async fn delete(state: Self, CONTEXT) -> Result<()>",
        "delete",
    ),
    (
        "async fn import(id: String, CONTEXT) -> Result<Imported<Self>>",
        "import",
    ),
];

const DATA_SOURCE: &[&str] = &[
    "tfvalue::provider::Context",
    "tfvalue::provider::DataSource",
];

const DATA_SOURCE_HANDLERS: &[Handler<'_>] = &[(
    "async fn read(config: Self, CONTEXT) -> Result<Self>",
    "read",
)];

const EPHEMERAL: &[&str] = &[
    "tfvalue::provider::Context",
    "tfvalue::provider::EphemeralResource",
    "tfvalue::provider::Opened",
];

const EPHEMERAL_HANDLERS: &[Handler<'_>] = &[(
    "async fn open(config: Self, CONTEXT) -> Result<Opened<Self>>",
    "open",
)];

const ACTION: &[&str] = &["tfvalue::provider::Action", "tfvalue::provider::Context"];

const ACTION_HANDLERS: &[Handler<'_>] = &[(
    "async fn invoke(config: Self, CONTEXT) -> Result<()>",
    "invoke",
)];

const STATE_STORE: &[&str] = &[
    "tfvalue::provider::Context",
    "tfvalue::provider::StateReceiver",
    "tfvalue::provider::StateSender",
    "tfvalue::provider::StateStore",
];

const STATE_STORE_HANDLERS: &[Handler<'_>] = &[
    (
        "async fn states(&self, CONTEXT) -> Result<Vec<String>>",
        "states",
    ),
    (
        "async fn read(\n        &self,\n        state: &str,\n        sender: StateSender<'_>,\n        CONTEXT,\n    ) -> Result<()>",
        "read",
    ),
    (
        "async fn write(\n        &self,\n        state: &str,\n        receiver: StateReceiver<'_>,\n        CONTEXT,\n    ) -> Result<()>",
        "write",
    ),
    (
        "async fn delete(&self, state: &str, CONTEXT) -> Result<()>",
        "delete",
    ),
    (
        "async fn lock(\n        &self,\n        state: &str,\n        operation: &str,\n        CONTEXT,\n    ) -> Result<String>",
        "lock",
    ),
    (
        "async fn unlock(\n        &self,\n        state: &str,\n        lock_id: &str,\n        CONTEXT,\n    ) -> Result<()>",
        "unlock",
    ),
];
