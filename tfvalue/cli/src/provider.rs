//! The PROVIDER and SOURCE arguments, which specify where schemas come from.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::Read as _;
use std::path::Path;
use std::process::Command;

use clap::Args;
use clap::builder::NonEmptyStringValueParser;
use tfvalue::schema::{ProviderSchema, ProviderSchemas};
use tfvalue_client::{Client, Located, Lookup, Options, Way};

use crate::files::{self, Kind, Wanted};
use crate::terminal::Failure;

/// Finds a provider by its path or its source address.
pub(crate) fn find(provider: &str) -> Result<Located, Failure> {
    let found = Lookup::new().find(provider);
    found.map_err(|error| Failure::unusable(error.to_string()))
}

/// Returns the command for a provider: its program or source address, and its arguments. A name without a folder is
/// searched for in `PATH`.
pub(crate) fn command(words: &[OsString]) -> Result<Command, Failure> {
    let first = words.first().cloned().unwrap_or_default();
    let text = first.to_string_lossy();
    let program = match Lookup::new().find(&text) {
        Ok(Located {
            way: Way::Program(program),
            ..
        }) => {
            check_executable(&program)?;
            program.into_os_string()
        }
        Err(error) if text.contains('/') && !text.starts_with(['.', '/']) => {
            return Err(Failure::unusable(error.to_string()));
        }
        Err(error) if !text.contains(std::path::is_separator) && !is_in_path(&first) => {
            let problem = format!("{text} is neither a program in PATH nor a provider: {error}");
            return Err(Failure::unusable(problem));
        }
        _ => first.clone(),
    };
    let mut command = Command::new(program);
    command.args(&words[1..]);
    Ok(command)
}

fn is_in_path(name: &OsStr) -> bool {
    let mut file = name.to_owned();
    file.push(env::consts::EXE_SUFFIX);
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path)
        .any(|folder| folder.join(name).is_file() || folder.join(&file).is_file())
}

/// Fails if the file of a provider cannot be a program because it is empty, a text file, or not executable.
fn check_executable(program: &Path) -> Result<(), Failure> {
    let kind = kind(program)?;
    if kind != Kind::Binary {
        let problem = format!("the program of a provider is required, got {}", kind.name());
        return Err(Failure::file(program, problem));
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let metadata = program.metadata();
        let metadata = metadata.map_err(|error| Failure::file(program, error))?;
        if metadata.permissions().mode() & 0o111 == 0 {
            let problem = "the file is not executable: if it is the program of a provider, `chmod +x` makes it executable";
            return Err(Failure::file(program, problem));
        }
    }
    Ok(())
}

/// Starts a provider, or connects to a running provider.
pub(crate) fn start(provider: &str, options: &Options) -> Result<(Client, Located), Failure> {
    let located = find(provider)?;
    if let Way::Program(program) = &located.way {
        check_executable(program)?;
    }
    let client = located.start(options).wait();
    let client = client.map_err(|error| Failure::unusable(format!("{provider}: {error}")))?;
    Ok((client, located))
}

/// The schemas of one provider.
pub(crate) struct Announced {
    /// The source address, without the host of a public registry.
    pub(crate) address: String,
    /// The last part of the source address.
    pub(crate) name: String,
    pub(crate) schema: ProviderSchema,
}

/// The arguments that specify where schemas come from.
#[derive(Args, Debug)]
pub(crate) struct Source {
    /// The program of a provider, its source address with an optional version, such as hashicorp/aws@5.100.0, or the
    /// output of `terraform providers schema -json`
    #[arg(value_parser = NonEmptyStringValueParser::new())]
    pub(crate) source: String,
    /// The provider's address, or the end of the address, if a file has several providers
    #[arg(long, value_name = "NAME")]
    pub(crate) provider: Option<String>,
}

impl Source {
    pub(crate) fn schemas(&self) -> Result<Announced, Failure> {
        schemas(&self.source, self.provider.as_deref())
    }
}

/// Reads the schemas of a provider, either from the output of `terraform providers schema -json` or from the provider
/// itself. `of` selects one of the providers in a file.
pub(crate) fn schemas(source: &str, of: Option<&str>) -> Result<Announced, Failure> {
    let path = Path::new(source);
    let kind = if path.is_file() {
        Some(kind(path)?)
    } else {
        None
    };
    match kind {
        None | Some(Kind::Binary) => {
            let (client, located) = start(source, &Options::new())?;
            let announced = client.schema().wait();
            let announced =
                announced.map_err(|error| Failure::unusable(format!("{source}: {error}")))?;
            let name = name(&located);
            let unknown = || format!("example/{name}");
            Ok(Announced {
                address: located.source.as_deref().map_or_else(unknown, without_host),
                name,
                schema: announced.schema,
            })
        }
        Some(Kind::Json) => {
            let all = files::schemas(path)?;
            select(all, of).map_err(|error| Failure::file(path, error))
        }
        Some(other) => Err(Failure::file(path, other.instead_of(Wanted::Schemas))),
    }
}

/// Detects the kind of a file only from its first bytes, because programs are large.
fn kind(path: &Path) -> Result<Kind, Failure> {
    let mut start = Vec::new();
    let file = File::open(path).map_err(|error| Failure::file(path, error))?;
    let read = file.take(4096).read_to_end(&mut start);
    read.map_err(|error| Failure::file(path, error))?;
    // A script is also a program.
    Ok(if start.starts_with(b"#!") {
        Kind::Binary
    } else {
        Kind::of(&start)
    })
}

/// Selects a provider by its address or by the end of its address.
pub(crate) fn select(schemas: ProviderSchemas, of: Option<&str>) -> Result<Announced, String> {
    let addresses: Vec<_> = schemas.provider_schemas.keys().cloned().collect();
    let is_meant = |address: &String| {
        of.is_none_or(|of| address == of || address.ends_with(&format!("/{of}")))
    };
    let all = schemas.provider_schemas.into_iter();
    let mut meant = all.filter(|(address, _)| is_meant(address));
    match (meant.next(), meant.next()) {
        (Some((address, schema)), None) => Ok(Announced {
            address: without_host(&address),
            name: address.rsplit('/').next().unwrap_or_default().to_owned(),
            schema,
        }),
        (None, _) => Err(format!("unknown provider; the file has {addresses:?}")),
        (Some(_), Some(_)) => Err(format!(
            "the file has several providers; select one with --provider: {addresses:?}"
        )),
    }
}

/// Returns an address in the form that users write: an address in a public registry has no host.
fn without_host(address: &str) -> String {
    let hosts = ["registry.terraform.io/", "registry.opentofu.org/"];
    let rest = hosts.iter().find_map(|host| address.strip_prefix(host));
    rest.unwrap_or(address).to_owned()
}

/// Returns the name of a provider, which is the last part of its address or a part of its program's name.
fn name(located: &Located) -> String {
    if let Some(source) = &located.source {
        return source.rsplit('/').next().unwrap_or_default().to_owned();
    }
    let stem = match &located.way {
        Way::Program(program) => program
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned(),
        _ => String::new(),
    };
    let stem = stem.strip_prefix("terraform-provider-").unwrap_or(&stem);
    stem.split('_').next().unwrap_or_default().to_owned()
}
