//! The resource `motd_message`.

use std::io::ErrorKind;

use tfvalue::provider::{Context, Resource};
use tfvalue::{Attr, Diagnostic, Diagnostics, TfSchema};

use super::{Result, Session};

/// A message of the day.
#[derive(TfSchema)]
#[tf(kind = resource, import = "name")]
pub struct Message {
    /// The name: letters, digits and `-`. Changing the name creates a new message.
    #[tf(required, replace, length = 1..=63, check = check_name)]
    pub name: Attr<String>,
    /// The text.
    #[tf(default = "Welcome!", length = 1..=200)]
    pub text: Attr<String>,
}

fn check_name(name: &str) -> Result<(), String> {
    let is_allowed = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
    match name.chars().find(|letter| !is_allowed(*letter)) {
        Some(letter) => Err(format!(
            "letters, digits and `-` are required, got {letter:?}"
        )),
        None => Ok(()),
    }
}

impl Resource for Message {
    const NAME: &'static str = "message";
    type Client = Session;

    async fn create(plan: Self, context: &mut Context<Session>) -> Result<Self> {
        let client = context.client().client()?;
        let (name, text) = (plan.name.require("name")?, plan.text.require("text")?);
        match client.create(name, text) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => Err(is_taken(name)),
            created => Ok(created.map(|()| plan)?),
        }
    }

    async fn read(mut state: Self, context: &mut Context<Session>) -> Result<Option<Self>> {
        let Some(client) = &context.client().client else {
            return Ok(Some(state)); // the service is not known yet
        };
        let Some(text) = client.get(state.name.require("name")?)? else {
            return Ok(None);
        };
        state.text.set(text);
        Ok(Some(state))
    }

    async fn update(_: Self, plan: Self, context: &mut Context<Session>) -> Result<Self> {
        let client = context.client().client()?;
        client.update(plan.name.require("name")?, plan.text.require("text")?)?;
        Ok(plan)
    }

    async fn delete(state: Self, context: &mut Context<Session>) -> Result<()> {
        let client = context.client().client()?;
        Ok(client.delete(state.name.require("name")?)?)
    }
}

fn is_taken(name: &str) -> Diagnostics {
    let detail = format!("Choose another name, or import the message with the ID `{name}`.");
    Diagnostic::error("A message with this name exists", detail)
        .at("name")
        .into()
}
