//! Runs a case.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::{fs, io, mem};

use serde_json::{Map, Value, json};
use tempfile::TempDir;
use tfvalue::__internal::testing::{Handler, Log};
use tfvalue::serve::InProcess;
use tfvalue_show::Document;

use super::case::Case;
use super::expected::{all_met, check_plan, meet};
use super::failure::{Failure, check};
use super::interrupt::{self, INTERRUPTED, Running};
use super::output::Run;
use super::program::Program;
use super::query::Found;
use super::state_file;
use super::step::{Kind, Step};
use super::values::{Plan, State};

/// The name of the saved plan.
pub(super) const PLAN: &str = "plan.bin";

/// A running case, which consists of a folder and the providers.
pub(super) struct Runner {
    program: &'static Program,
    folder: TempDir,
    /// The source addresses.
    sources: Vec<String>,
    reattach: String,
    /// The configuration that all steps share.
    shared: String,
    has_modules: bool,
    /// The configuration of the last step that has a configuration.
    current: Config,
    /// The last configuration that could be planned.
    planned: Config,
    transcript: String,
    log: Log,
    pub(super) providers: Vec<Handler>,
    /// Whether the steps are over.
    is_ending: bool,
    _served: Vec<InProcess>,
}

/// The configuration of a step.
#[derive(Clone, Default)]
pub(super) struct Config {
    pub(super) text: String,
    variables: BTreeMap<String, Value>,
}

/// Runs a case and destroys all objects that it has created.
pub(super) fn run(case: Case, program: &'static Program) -> Result<(), Box<Failure>> {
    let Case {
        name,
        steps,
        after_destroy,
        ..
    } = case;
    let count = steps.len();
    let cannot = |error| Failure::early(name.clone(), format!("cannot start: {error}"));
    // This must be dropped last.
    let _running = Running::start().map_err(cannot)?;
    if interrupt::has_come() {
        return Err(Failure::early(name, INTERRUPTED.to_owned()));
    }
    let started = Runner::start(
        program,
        case.providers,
        case.protocol,
        case.config,
        &case.files,
    );
    let mut runner = started.map_err(cannot)?;
    let mut failure = None;
    for (index, step) in steps.into_iter().enumerate() {
        let title = format!("step {} of {count} ({})", index + 1, step.title());
        let result = runner.step(step);
        let result = if interrupt::has_come() {
            Err(INTERRUPTED.to_owned())
        } else {
            result
        };
        if let Err(problem) = result {
            failure = Some(runner.failure(&name, title, problem));
            break;
        }
        runner.forget();
    }
    let ended = runner.end();
    let folder = runner.folder.path();
    let mut checks = after_destroy.into_iter();
    let checked = checks.try_for_each(|one| check(|| one(folder)));
    if let Err(problem) = ended.and(checked) {
        let end = runner.failure(&name, "the end".to_owned(), problem);
        match &mut failure {
            Some(failure) => failure.also(&end),
            None => failure = Some(end),
        }
    }
    failure.map_or(Ok(()), Err)
}

impl Runner {
    fn start(
        program: &'static Program,
        providers: Vec<Handler>,
        protocol: u32,
        shared: String,
        files: &[(String, String)],
    ) -> io::Result<Self> {
        let folder = TempDir::with_prefix("tfvalue-")?;
        fs::write(folder.path().join("cli.tfrc"), "")?;
        for (name, text) in files {
            let path = folder.path().join(name);
            path.parent().map(fs::create_dir_all).transpose()?;
            fs::write(path, text)?;
        }
        let log = Log::default();
        let mut sources = Vec::new();
        let mut served = Vec::new();
        let mut reattach = Map::new();
        for provider in providers.iter().cloned() {
            let source = provider.name().to_owned();
            let one = log.serve(provider)?;
            let value: Map<String, Value> = serde_json::from_str(&one.reattach(&source, protocol))?;
            reattach.extend(value);
            sources.push(source);
            served.push(one);
        }
        Ok(Runner {
            program,
            folder,
            sources,
            reattach: Value::Object(reattach).to_string(),
            shared,
            has_modules: !files.is_empty(),
            current: Config::default(),
            planned: Config::default(),
            transcript: String::new(),
            log,
            providers,
            is_ending: false,
            _served: served,
        })
    }

    /// Discards the output and the log of a step.
    fn forget(&mut self) {
        self.transcript.clear();
        drop(self.log.take());
    }

    fn failure(&mut self, case: &str, step: String, problem: String) -> Box<Failure> {
        Box::new(Failure {
            case: case.to_owned(),
            program: self.program.to_string(),
            step,
            problem,
            config: self.current.text.clone(),
            transcript: mem::take(&mut self.transcript),
            log: self.log.take(),
        })
    }

    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(super) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_default()
    }

    /// Writes a file, or removes the file if the content is empty.
    pub(super) fn write(&self, name: &str, text: &str) -> Result<(), String> {
        let path = self.path(name);
        let result = match text {
            "" => fs::remove_file(path).or_else(|error| match error.kind() {
                io::ErrorKind::NotFound => Ok(()),
                _ => Err(error),
            }),
            text => fs::write(path, text),
        };
        result.map_err(|error| format!("cannot write {name}: {error}"))
    }

    /// Writes a configuration.
    pub(super) fn configure(&self, config: &Config) -> Result<(), String> {
        self.write("main.tf", &config.text)?;
        self.write("case.tf", &self.shared)?;
        let has_providers = [&config.text, &self.shared]
            .iter()
            .any(|text| text.contains("required_providers"));
        let providers = if has_providers {
            String::new()
        } else {
            self.required_providers()
        };
        self.write("providers.tf", &providers)?;
        self.write(
            "case.auto.tfvars.json",
            &json!(config.variables).to_string(),
        )
    }

    fn required_providers(&self) -> String {
        let providers = self
            .sources
            .iter()
            .map(|source| format!("    {} = {{ source = {source:?} }}\n", local_name(source)));
        let providers: String = providers.collect();
        format!("terraform {{\n  required_providers {{\n{providers}  }}\n}}\n")
    }

    /// Runs Terraform and records its output. After a signal, only commands that destroy objects are started.
    pub(super) fn terraform(&mut self, arguments: &[&str]) -> Result<Run, String> {
        if interrupt::has_come() && !self.is_ending {
            return Err(INTERRUPTED.to_owned());
        }
        let mut command = self.program.command(self.folder.path());
        command
            .args(arguments)
            .env("TF_CLI_ARGS", "-no-color")
            .env("TF_REATTACH_PROVIDERS", &self.reattach);
        let output = command.output();
        let output = output
            .map_err(|error| format!("cannot start {}: {error}", self.program.path.display()))?;
        let run = Run::new(&output);
        // The string is empty if the output is a document for programs.
        if !run.text.is_empty() {
            let shown = arguments.iter().filter(|one| **one != "-json").copied();
            let shown = shown.collect::<Vec<_>>().join(" ");
            let program = self.program.path.display();
            self.transcript += &format!("$ {program} {shown}\n{}\n", run.text);
        }
        Ok(run)
    }

    fn step(&mut self, mut step: Step) -> Result<(), String> {
        if let Some(text) = step.config.take() {
            let variables = mem::take(&mut step.variables);
            self.current = Config { text, variables };
        }
        self.configure(&self.current)?;
        if !step.stored.is_empty() {
            let state = state_file::with(&step.stored, |kind| self.provider_of(kind))?;
            self.write("terraform.tfstate", &state)?;
        }
        for before in mem::take(&mut step.before) {
            check(|| before(self.folder.path()))?;
        }
        if self.has_modules {
            self.terraform(&["get"])?;
        }
        match &step.kind {
            Kind::Plan => self.change(step, &[], Applies::Never),
            Kind::Apply => self.change(step, &[], Applies::AndStays),
            Kind::Destroy => self.change(step, &["-destroy"], Applies::Once),
            Kind::Refresh => self.change(step, &["-refresh-only"], Applies::Once),
            Kind::Import(_) => self.import(step),
            Kind::GenerateConfig(_) => self.generate_config(step),
            Kind::Query(_) => self.query(step),
        }
    }

    /// Returns the address of the provider for a resource type.
    fn provider_of(&self, kind: &str) -> String {
        let is_its = |source: &&String| kind.starts_with(&format!("{}_", local_name(source)));
        let source = self.sources.iter().find(is_its).unwrap_or(&self.sources[0]);
        let host = self.program.host();
        match source.split('/').count() {
            1 => format!("{host}/hashicorp/{source}"),
            2 => format!("{host}/{source}"),
            _ => source.clone(),
        }
    }

    /// Plans, applies, and plans again.
    fn change(&mut self, mut step: Step, mode: &[&str], applies: Applies) -> Result<(), String> {
        let mut expected = mem::take(&mut step.expected);
        let more = mem::take(&mut step.arguments);
        let more: Vec<_> = mode
            .iter()
            .copied()
            .chain(more.iter().map(String::as_str))
            .collect();
        let is_saved = applies == Applies::Never || step.has_plan_checks();
        let mut last = None;
        if is_saved {
            let run = self.plan(&more)?;
            meet(&run, &mut expected)?;
            if run.succeeded() {
                self.planned = self.current.clone();
            } else if step.has_plan_checks() {
                return Err("there is no plan to check".to_owned());
            }
            if run.succeeded() && step.has_plan_checks() {
                let plan = self.saved_plan()?;
                check_plan(&plan, &mut step)?;
            }
            last = Some(run);
        }
        if applies != Applies::Never && last.as_ref().is_none_or(Run::succeeded) {
            let mut arguments = vec!["apply", "-json"];
            if is_saved {
                arguments.push(PLAN);
            } else {
                arguments.push("-auto-approve");
                arguments.extend(&more);
            }
            let run = self.terraform(&arguments)?;
            if run.has_planned() {
                self.planned = self.current.clone();
            }
            meet(&run, &mut expected)?;
            last = Some(run);
        }
        if !step.state_checks.is_empty() {
            let state = self.state()?;
            step.state_checks
                .into_iter()
                .try_for_each(|one| check(|| one(&state)))?;
        }
        all_met(&expected)?;
        if applies == Applies::AndStays && last.is_some_and(|run| run.succeeded()) {
            self.plan_again(step.has_changes_after)?;
        }
        Ok(())
    }

    /// Plans, and saves the plan.
    pub(super) fn plan(&mut self, more: &[&str]) -> Result<Run, String> {
        let out = format!("-out={PLAN}");
        let mut arguments = vec!["plan", "-json", "-detailed-exitcode", &out];
        arguments.extend(more);
        self.terraform(&arguments)
    }

    /// Plans after an apply.
    fn plan_again(&mut self, has_changes: bool) -> Result<(), String> {
        let run = self.plan(&[])?;
        meet(&run, &mut Vec::new())?;
        match (run.code, has_changes) {
            (Some(2), false) => {
                self.terraform(&["show", PLAN])?;
                Err("the plan after the apply is not empty".to_owned())
            }
            (Some(0), true) => Err("the plan after the apply is empty".to_owned()),
            _ => Ok(()),
        }
    }

    pub(super) fn saved_plan(&mut self) -> Result<Plan, String> {
        let document = self.show(&["show", "-json", PLAN])?;
        Ok(Plan { document })
    }

    pub(super) fn state(&mut self) -> Result<State, String> {
        let document = self.show(&["show", "-json"])?;
        Ok(State { document })
    }

    fn show<T: Document>(&mut self, arguments: &[&str]) -> Result<T, String> {
        let run = self.terraform(arguments)?;
        if !run.succeeded() {
            return Err(format!("`{}` has failed", arguments.join(" ")));
        }
        let document = tfvalue_show::from_str(&run.stdout);
        document.map_err(|error| {
            format!(
                "cannot read the output of `{}`: {error}",
                arguments.join(" ")
            )
        })
    }

    fn query(&mut self, mut step: Step) -> Result<(), String> {
        let Kind::Query(lists) = &step.kind else {
            return Ok(());
        };
        self.write("case.tfquery.hcl", lists)?;
        let run = self.terraform(&["query", "-json"])?;
        self.write("case.tfquery.hcl", "")?;
        meet(&run, &mut step.expected)?;
        let found = Found::all(&run);
        step.found_checks
            .into_iter()
            .try_for_each(|one| check(|| one(&found)))?;
        all_met(&step.expected)
    }

    /// Destroys what is left.
    fn end(&mut self) -> Result<(), String> {
        if !state_file::has_resources(&self.read("terraform.tfstate")) {
            return Ok(());
        }
        self.is_ending = true;
        self.configure(&self.planned)?;
        let destroy = ["destroy", "-json", "-auto-approve"];
        let had_come = interrupt::has_come();
        let mut run = self.terraform(&destroy)?;
        if interrupt::has_come() && !had_come {
            // Ctrl-C has also ended the running command.
            run = self.terraform(&destroy)?;
        }
        meet(&run, &mut Vec::new())?;
        if state_file::has_resources(&self.read("terraform.tfstate")) {
            return Err("not everything was destroyed".to_owned());
        }
        Ok(())
    }

    /// Returns the names of the providers in the configuration.
    pub(super) fn name_of_provider(&self, kind: &str) -> &str {
        let is_its = |name: &&str| kind.starts_with(&format!("{name}_"));
        let mut names = self.sources.iter().map(|source| local_name(source));
        names.find(is_its).unwrap_or_default()
    }
}

/// Whether a plan is applied, and whether the next plan must be empty.
#[derive(Clone, Copy, PartialEq)]
enum Applies {
    Never,
    Once,
    /// The plan is applied, and the next plan has no changes.
    AndStays,
}

fn local_name(source: &str) -> &str {
    source.rsplit('/').next().unwrap_or(source)
}
