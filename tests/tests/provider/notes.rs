//! A provider for notes, which are kept in memory.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::Duration;

use tfvalue::provider::{
    Action, Context, DataSource, DeferReason, EphemeralResource, Function, Imported, ListResource,
    ListResult, ListResults, Opened, Operation, Plan, Provider, ProviderConfig, Resource,
};
use tfvalue::{Attr, Diagnostic, Diagnostics, Error, Path, TfFunction, TfSchema, schema::Schema};

#[derive(TfSchema)]
#[tf(kind = provider)]
pub(crate) struct Config {
    #[tf(required, length = 1..)]
    folder: Attr<String>,
}

#[derive(Default)]
pub(crate) struct Store {
    pub(crate) folder: String,
    pub(crate) notes: Mutex<BTreeMap<String, (String, i64)>>,
}

impl ProviderConfig for Config {
    type Client = Store;

    async fn configure(self, context: &mut Context<()>) -> Result<Store, Diagnostics> {
        let folder = self.folder.require("folder")?.clone();
        if folder == "/tmp" {
            context
                .warn(Diagnostic::warning("Temporary folder", "Notes will be lost.").at("folder"));
        }
        Ok(Store {
            folder,
            ..Store::default()
        })
    }
}

/// A note.
#[derive(TfSchema, Clone, Default)]
#[tf(kind = resource, version = 1, upgrade(0 = NoteV0), import = "title", identity = NoteIdentity)]
pub(crate) struct Note {
    #[tf(computed, keep)]
    pub(crate) id: Attr<String>,
    #[tf(required, replace, length = 1..=20)]
    pub(crate) title: Attr<String>,
    #[tf(default = "empty", same_as = case_insensitive)]
    pub(crate) text: Attr<String>,
    #[tf(computed)]
    pub(crate) revision: Attr<i64>,
    #[tf(optional, write_only, sensitive)]
    pub(crate) password: Attr<String>,
    #[tf(optional)]
    pub(crate) trouble: Attr<String>,
}

#[derive(TfSchema)]
pub(crate) struct NoteV0 {
    #[tf(required)]
    name: Attr<String>,
}

#[derive(TfSchema)]
#[tf(kind = identity, version = 1, upgrade(0 = NoteIdentityV0))]
pub(crate) struct NoteIdentity {
    #[tf(required)]
    title: String,
}

#[derive(TfSchema)]
#[tf(kind = identity)]
pub(crate) struct NoteIdentityV0 {
    #[tf(required)]
    name: String,
}

impl From<NoteIdentityV0> for NoteIdentity {
    fn from(old: NoteIdentityV0) -> Self {
        NoteIdentity { title: old.name }
    }
}

impl From<NoteV0> for Note {
    fn from(old: NoteV0) -> Self {
        Note {
            title: old.name,
            ..Note::default()
        }
    }
}

impl Note {
    fn key(&self) -> Result<String, Error> {
        Ok(self.title.require("title")?.clone())
    }

    /// Causes the problem that the attribute `trouble` specifies.
    async fn cause(&mut self, context: &mut Context<Store>) -> Result<(), Diagnostics> {
        match self.trouble.as_deref() {
            Some("error") => {
                let fault = Diagnostic::error("Disk full", "There is no space left.");
                Err(fault.at("text").into())
            }
            Some("saved") => {
                context.save(self)?;
                Err(std::io::Error::other("the disk is full").into())
            }
            Some("wait") => {
                assert!(!context.is_cancelled());
                context.cancelled().await;
                assert!(context.is_cancelled());
                Err(Error::msg("the user has interrupted the call").into())
            }
            Some("slow") => {
                let left = context.deadline().unwrap() - std::time::Instant::now();
                Err(Error::msg(format!("{} minutes are left", left.as_secs().div_ceil(60))).into())
            }
            Some("panic") => panic!("no note {:?}", self.title.as_deref()),
            Some("two panics") => {
                let _bomb = Bomb;
                panic!("the first panic")
            }
            Some("saved spelling") => {
                self.text = self.text.as_deref().map(str::to_uppercase).into();
                context.save(self)?;
                Err(std::io::Error::other("the disk is full").into())
            }
            Some("saved panic") => {
                context.save(self)?;
                panic!("after saving")
            }
            Some("unknown") => {
                self.revision.set_unknown();
                Ok(())
            }
            Some("inconsistent") => {
                self.text.set("something else");
                Ok(())
            }
            Some("spelling") => {
                self.text = self.text.as_deref().map(str::to_uppercase).into();
                Ok(())
            }
            _ => Ok(()),
        }
    }
}

struct Bomb;

impl Drop for Bomb {
    fn drop(&mut self) {
        panic!("the second panic");
    }
}

impl Resource for Note {
    const NAME: &'static str = "note";
    type Client = Store;

    fn time_limit(&self, operation: Operation) -> Result<Option<Duration>, Error> {
        let minutes = match (operation, self.trouble.as_deref()) {
            (Operation::Create, Some("slow")) => 20,
            (Operation::Update, Some("slow")) => 10,
            _ => return Ok(None),
        };
        Ok(Some(Duration::from_secs(minutes * 60)))
    }

    async fn create(mut plan: Self, context: &mut Context<Store>) -> Result<Self, Diagnostics> {
        let text = plan.text.require("text")?.clone();
        let config: Note = context.config()?;
        if config.password.as_deref() == Some("123") {
            context.warn(Diagnostic::warning("Weak password", "Use a longer one.").at("password"));
        }
        let key = plan.key()?;
        context
            .client()
            .notes
            .lock()
            .unwrap()
            .insert(key.clone(), (text, 1));
        plan.id.set(format!("{}/{key}", context.client().folder));
        plan.revision.set(1);
        context.set_private("count", &1)?;
        plan.cause(context).await?;
        Ok(plan)
    }

    async fn read(
        mut state: Self,
        context: &mut Context<Store>,
    ) -> Result<Option<Self>, Diagnostics> {
        let notes = context.client().notes.lock().unwrap();
        let Some((text, revision)) = notes.get(&state.key()?) else {
            return Ok(None);
        };
        state.text.set(text.to_uppercase());
        state.revision.set(*revision);
        Ok(Some(state))
    }

    async fn update(
        prior: Self,
        mut plan: Self,
        context: &mut Context<Store>,
    ) -> Result<Self, Diagnostics> {
        let count: Option<i64> = context.private("count")?;
        context.set_private("count", &(count.unwrap_or_default() + 1))?;
        plan.revision.set(prior.revision.require("revision")? + 1);
        plan.cause(context).await?;
        Ok(plan)
    }

    async fn delete(state: Self, context: &mut Context<Store>) -> Result<(), Diagnostics> {
        let mut notes = context.client().notes.lock().unwrap();
        notes.remove(&state.key()?);
        Ok(())
    }

    async fn plan(
        plan: &mut Plan<'_, Self>,
        context: &mut Context<Store>,
    ) -> Result<(), Diagnostics> {
        let mut change = plan.change()?;
        match change.planned.trouble.as_deref() {
            Some("deferred") => {
                if context.defer(DeferReason::ResourceConfigUnknown) {
                    change.planned.title.set_unknown();
                }
                Ok(())
            }
            Some("refused") => Err(Error::msg("the plan is refused").at("trouble").into()),
            Some("replace") => {
                change.require_replace("trouble");
                Ok(())
            }
            Some("invalid plan") => {
                change.planned.title.set("another");
                Ok(())
            }
            _ => Ok(()),
        }
    }

    async fn import(
        id: String,
        context: &mut Context<Store>,
    ) -> Result<Imported<Self>, Diagnostics> {
        match id.strip_prefix("text:") {
            Some(text) => {
                let notes = context.client().notes.lock().unwrap();
                let mut notes = notes.iter();
                let found = notes.find(|(_, (found, _))| found == text);
                let (title, _) = found.ok_or_else(|| Error::msg("no note has this text"))?;
                Ok(Imported::State(Note {
                    title: title.as_str().into(),
                    ..Note::default()
                }))
            }
            None => Ok(Imported::ByAnnotation),
        }
    }
}

#[derive(TfSchema)]
#[tf(kind = list)]
pub(crate) struct NoteSearch {
    #[tf(optional)]
    text: Attr<String>,
}

impl ListResource for Note {
    type Search = NoteSearch;

    async fn list(
        search: NoteSearch,
        results: &mut ListResults<'_, Self>,
        context: &mut Context<Store>,
    ) -> Result<(), Diagnostics> {
        if search.text.is_null() {
            context.warn(Diagnostic::warning("Slow search", "All notes are listed."));
        }
        if search.text.as_deref() == Some("") {
            context.warn(Diagnostic::warning("Empty text", "It is in each note."));
            return Err(Error::msg("a text is required").at("text").into());
        }
        let titles: Vec<_> = {
            let notes = context.client().notes.lock().unwrap();
            notes.keys().cloned().collect()
        };
        let found = titles.into_iter().map(|title| {
            let note = Note {
                title: title.as_str().into(),
                ..Note::default()
            };
            ListResult::new(format!("note {title}"), note)
        });
        results.extend(found).await
    }
}

/// The number of notes.
#[derive(TfSchema)]
#[tf(kind = data_source)]
pub(crate) struct Count {
    #[tf(default = "a")]
    pub(crate) prefix: Attr<String>,
    #[tf(computed)]
    pub(crate) count: Attr<i64>,
}

impl DataSource for Count {
    const NAME: &'static str = "count";
    type Client = Store;

    async fn read(mut config: Self, context: &mut Context<Store>) -> Result<Self, Diagnostics> {
        let prefix = config.prefix.require("prefix")?.clone();
        let notes = context.client().notes.lock().unwrap();
        let found = notes.keys().filter(|title| title.starts_with(&prefix));
        config.count.set(i64::try_from(found.count())?);
        if prefix == "unknown" {
            config.count.set_unknown();
        }
        Ok(config)
    }
}

/// Finds a note. The data source uses the same struct as the resource.
impl DataSource for Note {
    const NAME: &'static str = "note";
    type Client = Store;

    fn described() -> Schema {
        Note::data_source_schema(["title"])
    }

    async fn read(config: Self, _: &mut Context<Store>) -> Result<Self, Diagnostics> {
        Ok(config)
    }
}

/// A key for one run.
#[derive(TfSchema)]
#[tf(kind = ephemeral)]
pub(crate) struct Key {
    #[tf(default = 1)]
    pub(crate) number: Attr<i64>,
    #[tf(computed, sensitive)]
    pub(crate) key: Attr<String>,
}

impl EphemeralResource for Key {
    const NAME: &'static str = "key";
    type Client = Store;

    async fn open(
        mut config: Self,
        context: &mut Context<Store>,
    ) -> Result<Opened<Self>, Diagnostics> {
        config
            .key
            .set(format!("k-{}", config.number.require("number")?));
        context.set_private("lease", "lease-1")?;
        let time = std::time::UNIX_EPOCH + Duration::new(60, 5);
        Ok(Opened::from(config).renew_at(time))
    }

    async fn renew(
        context: &mut Context<Store>,
    ) -> Result<Option<std::time::SystemTime>, Diagnostics> {
        let lease: Option<String> = context.private("lease")?;
        context.set_private("lease", &format!("{} renewed", lease.unwrap_or_default()))?;
        Ok(None)
    }

    async fn close(context: &mut Context<Store>) -> Result<(), Diagnostics> {
        let lease: Option<String> = context.private("lease")?;
        if lease.as_deref() == Some("lease-1 renewed") {
            Ok(())
        } else {
            Err(Error::msg("the lease was not renewed").into())
        }
    }
}

/// Divides numbers.
#[derive(TfFunction)]
#[tf(returns = i64)]
pub(crate) struct Divide {
    dividend: i64,
    divisor: i64,
}

impl Function for Divide {
    const NAME: &'static str = "divide";

    async fn run(self) -> Result<i64, Diagnostics> {
        assert!(self.dividend != 13, "13 is unlucky");
        let divided = self.dividend.checked_div(self.divisor);
        let fault = || Error::msg("a divisor other than 0 is required").at(Path::from("divisor"));
        Ok(divided.ok_or_else(fault)?)
    }
}

/// Removes all notes.
#[derive(TfSchema)]
#[tf(kind = action)]
pub(crate) struct Clear {
    #[tf(required)]
    sure: Attr<bool>,
}

impl Action for Clear {
    const NAME: &'static str = "clear";
    type Client = Store;

    async fn plan(config: Self, _: &mut Context<Store>) -> Result<(), Diagnostics> {
        match config.sure.value() {
            Some(false) => Err(Error::msg("confirm the action").at("sure").into()),
            _ => Ok(()),
        }
    }

    async fn invoke(_: Self, context: &mut Context<Store>) -> Result<(), Diagnostics> {
        let count = context.client().notes.lock().unwrap().len();
        if count == 0 {
            context.warn(Diagnostic::warning("Empty", "There are no notes."));
            panic!("nothing to clear");
        }
        context.progress(format!("removing {count} notes")).await;
        context.client().notes.lock().unwrap().clear();
        context.warn(Diagnostic::warning("Empty", "There are no notes left."));
        Ok(())
    }
}

pub(crate) fn provider() -> Provider<Store> {
    Provider::new::<Config>("notes")
        .resource::<Note>()
        .list_resource::<Note>()
        .data_source::<Count>()
        .data_source::<Note>()
        .ephemeral_resource::<Key>()
        .action::<Clear>()
        .function::<Divide>()
}
