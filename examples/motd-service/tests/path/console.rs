//! Runs the commands in the guide's path in order, as a reader does, and compares their output with the pages.
//!
//! A block whose first line is `# main.tf` is the file that the subsequent commands read. In a `console` block, `…`
//! stands for lines that the page omits. With `TFVALUE_PRINT`, the test also prints the omitted lines. Commands that
//! build programs are not run, because the tests for the pages build the programs.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use libtest_mimic::{Failed, Trial};
use motd_service::{Service, TOKEN};

use crate::PAGE;

/// The versions of Terraform whose output the pages show.
const VERSION: &str = "Terraform v1.11.";

/// The prefixes of the commands that this test does not run.
const SKIPPED: [&str; 5] = ["cargo ", "cd ", "cp ", "export ", "git "];

pub(crate) fn test() -> Trial {
    let terraform = env::var_os("TFVALUE_TERRAFORM").map_or("terraform".into(), PathBuf::from);
    let version = Command::new(&terraform).arg("version").output();
    let is_known = version.is_ok_and(|output| output.stdout.starts_with(VERSION.as_bytes()));
    let trial = Trial::test("the_path_prints_what_it_shows", move || path(&terraform));
    trial.with_ignored_flag(!is_known || cfg!(windows))
}

/// Follows the path.
fn path(terraform: &Path) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let reader = Reader::new(folder.path(), terraform)?;
    let guide = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tfvalue/guide/src/path");
    let mut faults = String::new();
    for program in motd_service::pages::programs(&guide)? {
        reader.install(&program.page)?;
        let text = fs::read_to_string(guide.join(format!("{}.md", program.page)))?;
        for block in text.split("\n```").skip(1).step_by(2) {
            let (language, code) = block.split_once('\n').unwrap_or((block, ""));
            let (first, rest) = code.split_once('\n').unwrap_or((code, ""));
            if language == "console" {
                faults += &reader.run(&program.page, code)?;
            } else if let Some(name) = first
                .strip_prefix("# ")
                .filter(|name| name.ends_with(".tf") && !name.contains('/'))
            {
                fs::write(reader.folder.join(name), format!("{rest}\n"))?;
            }
        }
    }
    if faults.is_empty() {
        Ok(())
    } else {
        Err(faults.into())
    }
}

/// A reader with a folder, a service and Terraform.
struct Reader<'a> {
    folder: &'a Path,
    service: Service,
}

impl<'a> Reader<'a> {
    fn new(folder: &'a Path, terraform: &Path) -> Result<Self, Failed> {
        let programs = folder.join("bin");
        fs::create_dir(&programs)?;
        if terraform.is_absolute() {
            #[cfg(unix)]
            std::os::unix::fs::symlink(terraform, programs.join("terraform"))?;
        }
        let config = format!(
            "provider_installation {{\n  dev_overrides {{\n    \"example/motd\" = {programs:?}\n  }}\n  direct {{}}\n}}\n"
        );
        fs::write(folder.join("dev.tfrc"), config)?;
        let service = Service::start();
        Ok(Reader { folder, service })
    }

    /// Installs a script that starts this program as the provider of a page.
    fn install(&self, page: &str) -> Result<(), Failed> {
        let script = format!(
            "#!/bin/sh\n{PAGE}={page} exec {:?} \"$@\"\n",
            env::current_exe()?
        );
        let file = self.folder.join("bin/terraform-provider-motd");
        fs::write(&file, script)?;
        let status = Command::new("chmod").arg("+x").arg(file).status()?;
        if status.success() {
            Ok(())
        } else {
            Err("chmod fails".into())
        }
    }

    /// Runs the commands in a code block. Returns the differences from the output that the block shows.
    fn run(&self, page: &str, block: &str) -> Result<String, Failed> {
        let mut faults = String::new();
        for shown in format!("\n{block}").split("\n$ ").skip(1) {
            let end = shown.find('\n').map_or(shown.len(), |end| {
                if shown[..end].ends_with('\\') {
                    shown[end + 1..]
                        .find('\n')
                        .map_or(shown.len(), |next| end + 1 + next)
                } else {
                    end
                }
            });
            let (command, expected) = (&shown[..end], shown[end..].trim_matches('\n'));
            if SKIPPED.iter().any(|skipped| command.starts_with(skipped)) {
                continue;
            }
            let output = self.output(command)?;
            if env::var_os("TFVALUE_PRINT").is_some() {
                println!("\n== {page}: $ {command}\n{output}");
            }
            if !agrees(expected, &output) {
                faults += &format!(
                    "\n{page}: $ {command}\n--- shown\n{expected}\n--- printed\n{output}\n"
                );
            }
        }
        Ok(faults)
    }

    /// Returns the output of a command as it appears to a reader whose service uses port 8080.
    fn output(&self, command: &str) -> Result<String, Failed> {
        let path = env::var("PATH").unwrap_or_default();
        let output = Command::new("sh")
            .args(["-c", &format!("{{ {command}\n}} 2>&1")])
            .current_dir(self.folder)
            .env(
                "PATH",
                format!("{}:{path}", self.folder.join("bin").display()),
            )
            .env("TF_CLI_CONFIG_FILE", self.folder.join("dev.tfrc"))
            .env("TF_CLI_ARGS", "-no-color")
            .env("MOTD_URL", self.service.url())
            .env("MOTD_TOKEN", TOKEN)
            .env_remove("TF_LOG")
            .stdin(Stdio::null())
            .output()?;
        let text = String::from_utf8_lossy(&output.stdout);
        Ok(text.replace(self.service.url(), "http://127.0.0.1:8080"))
    }
}

/// Returns `true` if an output matches the shown output, where `…` stands for any number of lines.
fn agrees(shown: &str, output: &str) -> bool {
    let lines = |text: &str| {
        text.trim_matches('\n')
            .lines()
            .map(|line| without_duration(line.trim_end()))
            .collect::<Vec<_>>()
    };
    let (shown, output) = (lines(shown), lines(output));
    let mut rest = &output[..];
    let mut parts = shown.split(|line| line == "…").enumerate().peekable();
    while let Some((index, part)) = parts.next() {
        let is_last = parts.peek().is_none();
        let at = match (index, is_last) {
            (0, _) => rest.starts_with(part).then_some(0),
            (_, true) => rest.ends_with(part).then(|| rest.len() - part.len()),
            _ => {
                (0..=rest.len().saturating_sub(part.len())).find(|at| rest[*at..].starts_with(part))
            }
        };
        let Some(at) = at else { return false };
        rest = &rest[at + part.len()..];
    }
    // Unless the page ends with `…`, the page must show the complete output.
    rest.is_empty()
}

/// Returns a line of Terraform's output without the number of seconds that an operation took.
fn without_duration(line: &str) -> String {
    const MARK: &str = "complete after ";
    match line.split_once(MARK) {
        Some((before, after)) => {
            let unit = after.trim_start_matches(|digit: char| digit.is_ascii_digit());
            format!("{before}{MARK}{unit}")
        }
        None => line.to_owned(),
    }
}
