//! Finds the programs of providers in the places where Terraform and OpenTofu keep them.

mod address;
mod config;
mod places;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;

use self::address::Address;
use self::config::Config;
use crate::{Call, Client, Options};

/// Finds a provider by its path or its source address in the places where Terraform and OpenTofu keep providers.
///
/// | place | used by Terraform for |
/// |---|---|
/// | `TF_REATTACH_PROVIDERS` | a provider that is already running |
/// | `dev_overrides` in the CLI configuration | a provider under development |
/// | `.terraform/providers` in the folder, or in `TF_DATA_DIR` | the providers that `terraform init` has installed |
/// | `TF_PLUGIN_CACHE_DIR`, or `plugin_cache_dir` in the CLI configuration | the plugin cache |
/// | `filesystem_mirror` in the CLI configuration, and the implied mirrors such as `~/.terraform.d/plugins` | local mirrors |
///
/// The first place that contains the provider is used. If the address has no version, the version in the lock file
/// `.terraform.lock.hcl` is used. Without a lock file, the newest version in that place is used. Nothing is downloaded.
///
/// # Examples
///
/// ```no_run
/// use tfvalue_client::{ClientError, Lookup, Options};
///
/// let found = Lookup::new().find("hashicorp/aws@5.100.0")?;
/// let client = found.start(&Options::new()).wait()?;
/// println!("protocol {}", client.protocol());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Lookup {
    folder: PathBuf,
    variables: BTreeMap<String, OsString>,
}

/// A provider that [`Lookup`] has found.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Located {
    /// The source address, such as `registry.terraform.io/hashicorp/aws`. `None` if the provider was found by its path.
    pub source: Option<String>,
    /// The version, if the place specifies the version.
    pub version: Option<String>,
    /// How to reach the provider.
    pub way: Way,
}

/// How to reach a provider.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Way {
    /// Start this program.
    Program(PathBuf),
    /// Connect to the running process that the value of `TF_REATTACH_PROVIDERS` describes under this source address.
    Reattach {
        /// The value of `TF_REATTACH_PROVIDERS`.
        value: String,
        /// The source address in this value.
        source: String,
    },
}

/// No provider was found. The message lists the places where [`Lookup`] has searched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LookupError(String);

impl fmt::Display for LookupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for LookupError {}

impl Default for Lookup {
    fn default() -> Self {
        Lookup::new()
    }
}

impl Lookup {
    /// Creates a lookup for the current folder and the environment of this process.
    #[must_use]
    pub fn new() -> Self {
        let variables = std::env::vars_os();
        let named = variables.filter_map(|(name, value)| Some((name.into_string().ok()?, value)));
        Lookup {
            folder: PathBuf::from("."),
            variables: named.collect(),
        }
    }

    /// Sets the folder of the configuration, which contains `.terraform` and the lock file.
    #[must_use]
    pub fn folder(mut self, folder: impl Into<PathBuf>) -> Self {
        self.folder = folder.into();
        self
    }

    /// Sets the environment to use instead of the environment of this process.
    #[must_use]
    pub fn environment<K, V>(mut self, variables: impl IntoIterator<Item = (K, V)>) -> Self
    where
        K: Into<String>,
        V: Into<OsString>,
    {
        let variables = variables.into_iter();
        self.variables = variables
            .map(|(name, value)| (name.into(), value.into()))
            .collect();
        self
    }

    /// Finds a provider by the path of a program, or by a source address with an optional version, such as
    /// `hashicorp/aws` or `example.com/me/notes@1.2.0`. The host can be omitted for the registries of Terraform and
    /// OpenTofu, and the namespace can be omitted if it is `hashicorp`.
    ///
    /// # Errors
    ///
    /// Fails if the provider does not exist, or if the CLI configuration cannot be read.
    pub fn find(&self, provider: &str) -> Result<Located, LookupError> {
        let path = Path::new(provider);
        if path.is_file() {
            // A name without a folder would be searched for in `PATH`.
            let program = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
            return Ok(Located::program(program));
        }
        let Some(address) = Address::parse(provider) else {
            let problem = if path.is_dir() {
                "is a folder"
            } else {
                "does not exist"
            };
            return Err(LookupError(format!(
                "{provider}: the file {problem}; the path of a provider's program is required, or a source address such as \
                 hashicorp/aws@5.100.0"
            )));
        };
        self.find_address(&address)
    }

    /// Returns the name of this platform as used in file names, such as `linux_amd64`.
    #[must_use]
    pub fn platform() -> String {
        places::platform()
    }

    fn find_address(&self, address: &Address) -> Result<Located, LookupError> {
        if let Some(found) = self.running(address) {
            return Ok(found);
        }
        let config = Config::load(|name| self.variable(name)).map_err(LookupError)?;
        let overridden = address.sources().find_map(|source| {
            let folder = config.overrides.get(&source)?;
            Some((source, folder))
        });
        if let Some((source, folder)) = overridden {
            let Some(program) = places::program(folder, address.name()) else {
                return Err(LookupError(format!(
                    "{source}: the folder of dev_overrides has no program terraform-provider-{}: {}",
                    address.name(),
                    folder.display()
                )));
            };
            return Ok(Located {
                source: Some(source),
                version: None,
                way: Way::Program(program),
            });
        }
        let locked = places::locked(&self.folder.join(".terraform.lock.hcl"), address);
        let wanted = address.version().map(str::to_owned).or(locked);
        let mut missing = Vec::new();
        for place in self.places(&config) {
            match places::installed(&place, address, wanted.as_deref()) {
                Ok(Some(found)) => return Ok(found),
                Ok(None) => missing.push(place.display().to_string()),
                Err(problem) => missing.push(problem),
            }
        }
        let version = wanted.map_or_else(String::new, |version| format!(" {version}"));
        let source = address.sources().next().unwrap_or_default();
        Err(LookupError(format!(
            "{source}{version} is not installed for {}; `terraform init` installs it in a folder with a configuration that \
             requires it. Searched:\n  {}",
            places::platform(),
            missing.join("\n  ")
        )))
    }

    /// Returns a running provider from `TF_REATTACH_PROVIDERS`.
    fn running(&self, address: &Address) -> Option<Located> {
        let value = self.variable("TF_REATTACH_PROVIDERS")?.into_string().ok()?;
        let all: serde_json::Map<String, serde_json::Value> = serde_json::from_str(&value).ok()?;
        // Terraform also accepts short addresses in this variable.
        let source = all.keys().find(|key| {
            let key = Address::parse(key);
            key.is_some_and(|key| {
                key.sources()
                    .any(|one| address.sources().any(|other| one == other))
            })
        })?;
        Some(Located {
            source: Some(source.clone()),
            version: None,
            way: Way::Reattach {
                source: source.clone(),
                value,
            },
        })
    }

    /// Returns the folders in which Terraform looks for installed providers.
    fn places(&self, config: &Config) -> Vec<PathBuf> {
        let data = self.variable("TF_DATA_DIR").filter(|data| !data.is_empty());
        let data = data.map_or_else(|| PathBuf::from(".terraform"), PathBuf::from);
        let cache = self.variable("TF_PLUGIN_CACHE_DIR");
        let cache = cache.filter(|cache| !cache.is_empty()).map(PathBuf::from);
        let mut places = vec![self.folder.join(data).join("providers")];
        places.extend(cache.or_else(|| config.cache.clone()));
        places.extend(config.mirrors.iter().cloned());
        places.extend(config::implied_mirrors(|name| self.variable(name)));
        places
    }

    fn variable(&self, name: &str) -> Option<OsString> {
        self.variables.get(name).cloned()
    }
}

impl Located {
    fn program(program: PathBuf) -> Self {
        Located {
            source: None,
            version: None,
            way: Way::Program(program),
        }
    }

    /// Starts the provider, or connects to a running provider.
    pub fn start(&self, options: &Options) -> Call<Client> {
        match &self.way {
            Way::Program(program) => options.start(&Command::new(program)),
            Way::Reattach { value, source } => options.attach(value, source),
        }
    }
}
