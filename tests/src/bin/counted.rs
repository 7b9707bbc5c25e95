//! A provider whose objects are files in a folder, so that a test can count the objects after running `examine`.

use std::io::ErrorKind::NotFound;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};
use std::{fs, future};

use tfvalue::provider::{Context, Provider, ProviderConfig, Resource};
use tfvalue::{Attr, Diagnostic, Diagnostics, TfSchema};

type Result<T, E = Diagnostics> = std::result::Result<T, E>;

fn main() -> ExitCode {
    let provider = Provider::new::<Config>("example/counted")
        .resource::<Plain>()
        .resource::<Kept>()
        .resource::<Stuck>()
        .resource::<Large>()
        .resource::<Refused>()
        .resource::<Shared>();
    tfvalue::serve(provider)
}

#[derive(TfSchema)]
#[tf(kind = provider)]
struct Config {
    /// The folder of the objects.
    #[tf(required)]
    folder: Attr<String>,
}

impl ProviderConfig for Config {
    type Client = PathBuf;

    async fn configure(self, _: &mut Context<()>) -> Result<PathBuf> {
        Ok(PathBuf::from(self.folder.require("folder")?))
    }
}

/// Creates an object. Returns its ID.
async fn create(folder: &Path) -> Result<String> {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let now = SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default();
    let id = format!(
        "{}-{}",
        now.as_nanos(),
        NEXT.fetch_add(1, Ordering::Relaxed)
    );
    fs::write(folder.join(&id), "")?;
    // A service takes some time to respond.
    tokio::time::sleep(Duration::from_millis(20)).await;
    Ok(id)
}

fn delete(folder: &Path, id: &Attr<String>) -> Result<()> {
    match fs::remove_file(folder.join(id.require("id")?)) {
        Err(error) if error.kind() != NotFound => Err(error.into()),
        _ => Ok(()),
    }
}

fn exists(folder: &Path, id: &Attr<String>) -> Result<bool> {
    Ok(folder.join(id.require("id")?).exists())
}

/// A type of object: the behavior when an object is created and when it is deleted.
macro_rules! object {
    ($name:ident, $type:literal, $create:expr, $delete:expr) => {
        #[derive(TfSchema)]
        #[tf(kind = resource)]
        struct $name {
            #[tf(computed, keep)]
            id: Attr<String>,
            #[tf(required)]
            text: Attr<String>,
        }

        impl Resource for $name {
            const NAME: &'static str = $type;
            type Client = PathBuf;

            async fn create(mut plan: Self, context: &mut Context<PathBuf>) -> Result<Self> {
                $create(context.client()).await?;
                plan.id.set(create(context.client()).await?);
                Ok(plan)
            }

            async fn read(state: Self, context: &mut Context<PathBuf>) -> Result<Option<Self>> {
                Ok(exists(context.client(), &state.id)?.then_some(state))
            }

            async fn update(_: Self, plan: Self, _: &mut Context<PathBuf>) -> Result<Self> {
                Ok(plan)
            }

            async fn delete(state: Self, context: &mut Context<PathBuf>) -> Result<()> {
                $delete(context.client(), &state.id)
            }
        }
    };
}

async fn succeed(_: &Path) -> Result<()> {
    Ok(())
}

/// Leaves a file, so that a test can wait for this call.
async fn hang(folder: &Path) -> Result<()> {
    fs::write(folder.join("begun"), "")?;
    future::pending().await
}

async fn refuse(_: &Path) -> Result<()> {
    Err(Diagnostic::error("Quota exceeded", "the account has no objects left").into())
}

/// Allocates memory endlessly.
async fn grow(_: &Path) -> Result<()> {
    let mut all = Vec::new();
    while all.len() < usize::MAX {
        // The memory is written to, so that it is actually allocated.
        all.push(vec![1_u8; 1 << 20]);
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    Ok(())
}

fn keep(_: &Path, _: &Attr<String>) -> Result<()> {
    Err(Diagnostic::error("Cannot delete the object", "it is protected").into())
}

/// A type whose IDs have only the first letter of the text.
#[derive(TfSchema)]
#[tf(kind = resource)]
struct Shared {
    #[tf(computed, keep)]
    id: Attr<String>,
    #[tf(required)]
    text: Attr<String>,
}

impl Shared {
    fn write(self, folder: &Path) -> Result<Self> {
        fs::write(
            folder.join(self.id.require("id")?),
            self.text.require("text")?,
        )?;
        Ok(self)
    }
}

impl Resource for Shared {
    const NAME: &'static str = "shared";
    type Client = PathBuf;

    async fn create(mut plan: Self, context: &mut Context<PathBuf>) -> Result<Self> {
        let first = plan.text.require("text")?.chars().next();
        plan.id.set(format!("{:x}", first.map_or(0, u32::from)));
        plan.write(context.client())
    }

    async fn read(mut state: Self, context: &mut Context<PathBuf>) -> Result<Option<Self>> {
        let path = context.client().join(state.id.require("id")?);
        let Ok(text) = fs::read_to_string(path) else {
            return Ok(None);
        };
        state.text.set(text);
        Ok(Some(state))
    }

    async fn update(_: Self, plan: Self, context: &mut Context<PathBuf>) -> Result<Self> {
        plan.write(context.client())
    }

    async fn delete(state: Self, context: &mut Context<PathBuf>) -> Result<()> {
        delete(context.client(), &state.id)
    }
}

object!(Plain, "plain", succeed, delete);
object!(Kept, "kept", succeed, keep);
object!(Stuck, "stuck", hang, delete);
object!(Large, "large", grow, delete);
object!(Refused, "refused", refuse, delete);
