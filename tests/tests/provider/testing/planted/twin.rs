//! The crate from the depot, described at run time, with the same handlers.

use tfvalue::provider::{
    Context, Description, DynamicResource, Imported, Provider, Resource, Rules,
};
use tfvalue::schema::{Attribute, Block, Schema};
use tfvalue::{Diagnostics, Type, Value, msgpack, types::TfType};

use super::depot::{Client, Config, Crate, Crates, Item};

pub(crate) struct Twin;

fn read(value: &Value) -> Result<Crate, Diagnostics> {
    Ok(msgpack::from_slice(&msgpack::value_to_vec(
        value,
        &Crate::ty(),
    )?)?)
}

fn write(state: &Crate) -> Result<Value, Diagnostics> {
    let bytes = msgpack::to_vec(state)?;
    Ok(msgpack::value_from_slice(&bytes, &Crate::ty())?)
}

impl DynamicResource for Twin {
    type Client = Client;

    fn describe(&self) -> Description {
        let text = |name: &'static str| Attribute::new(name, Type::String);
        let number = |name: &'static str| Attribute::new(name, Type::Number);
        let block = Block::new().attributes([
            text("id").computed(),
            text("name").required(),
            text("text").optional(),
            number("amount").optional(),
            number("weight").optional(),
            number("price").optional(),
            Attribute::new("tags", Type::list(Type::String)).optional(),
            Attribute::new("marks", Type::set(Type::String)).optional(),
            Attribute::new("labels", Type::map(Type::String)).optional(),
            text("password").optional().sensitive(),
            text("key").optional().write_only().sensitive(),
            text("token").computed().sensitive(),
            text("note").computed(),
            Attribute::new("seen", Type::list(Type::String)).computed(),
            number("revision").computed(),
        ]);
        let is_whole = |value: &Value| match value.as_number() {
            Some(number) if number.as_i64().is_none() => {
                Err(tfvalue::Error::msg("a 64-bit integer is required").into())
            }
            _ => Ok(()),
        };
        Description::new(Schema::new(block))
            .rules("id", Rules::new().keep())
            .rules("name", Rules::new().replace().length(1..=40))
            .rules("amount", Rules::new().check(is_whole))
            .rules("token", Rules::new().keep())
            .rules("note", Rules::new().keep_unless_changed(["password"]))
            .rules("seen", Rules::new().keep_unless_changed(["marks"]))
    }

    async fn create(
        &self,
        plan: Value,
        context: &mut Context<Client>,
    ) -> Result<Value, Diagnostics> {
        write(&Crate::create(read(&plan)?, context).await?)
    }

    async fn read(
        &self,
        state: Value,
        context: &mut Context<Client>,
    ) -> Result<Option<Value>, Diagnostics> {
        let found = Crate::read(read(&state)?, context).await?;
        found.as_ref().map(write).transpose()
    }

    async fn update(
        &self,
        prior: Value,
        plan: Value,
        context: &mut Context<Client>,
    ) -> Result<Value, Diagnostics> {
        write(&Crate::update(read(&prior)?, read(&plan)?, context).await?)
    }

    async fn delete(&self, state: Value, context: &mut Context<Client>) -> Result<(), Diagnostics> {
        Crate::delete(read(&state)?, context).await
    }

    async fn import(
        &self,
        id: String,
        context: &mut Context<Client>,
    ) -> Result<Imported<Value>, Diagnostics> {
        Ok(match Crate::import(id, context).await? {
            Imported::State(state) => write(&state)?.into(),
            _ => Imported::ByAnnotation,
        })
    }
}

pub(crate) fn provider() -> Provider<Client> {
    Provider::new::<Config>("depot")
        .dynamic_resource("crate", Twin)
        .resource::<Item>()
        .data_source::<Crates>()
}

/// The same schema, apart from descriptions.
#[test]
fn the_twin_has_the_same_type() {
    let schema = Twin.describe().schema().block.implied_type();
    assert_eq!(schema, Crate::ty());
}
