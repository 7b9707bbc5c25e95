//! The files for a run: the configuration and the state.

use std::fs;
use std::io;
use std::path::Path;

use serde_json::{Map, Value as Json, json};
use tfvalue::{Text, Value, texts::Base64};

use super::case::{Case, Kind};
use super::config::{self, Sources};
use super::identity::Identified;
use super::provider::{self, CALL, MOVED, SINK};

/// The parts of the files.
pub(super) struct Files<'a> {
    /// The address of the provider.
    source: &'a str,
    /// Resources, data sources and ephemeral resources.
    sections: [Map<String, Json>; 3],
    states: Vec<Json>,
    imports: Vec<Json>,
    moves: Vec<Json>,
    sinks: Map<String, Json>,
    locals: Map<String, Json>,
    outputs: Map<String, Json>,
    calls: Map<String, Json>,
    actions: Map<String, Json>,
}

impl<'a> Files<'a> {
    pub(super) fn new(source: &'a str) -> Self {
        Files {
            source,
            sections: Default::default(),
            states: Vec::new(),
            imports: Vec::new(),
            moves: Vec::new(),
            sinks: Map::new(),
            locals: Map::new(),
            outputs: Map::new(),
            calls: Map::new(),
            actions: Map::new(),
        }
    }

    /// Adds a case.
    pub(super) fn add(&mut self, case: &Case, sources: &mut Sources) -> io::Result<()> {
        let (ty, name) = (format!("agree_{}", case.ty), format!("c{}", case.number));
        if let Some(prior) = &case.prior {
            self.add_state(case, prior)?;
        }
        if let Some(call) = &case.call {
            sources.start(case.number);
            let value = call.expression(&case.address(), &mut self.locals, sources);
            if call.is_applied() {
                let value = json!({ "case": case.number, "v": value });
                self.calls.insert(name, value);
            } else {
                self.outputs.insert(name, json!({ "value": value }));
            }
            return Ok(());
        }
        if case.kind == Kind::Action {
            let trigger = json!({ "events": ["before_create"], "actions": [case.address()] });
            let lifecycle = json!({ "action_trigger": trigger });
            let value = json!({ "case": case.number, "lifecycle": lifecycle });
            self.calls.insert(name.clone(), value);
            let config = json!({ "config": { "case": case.number } });
            self.actions.insert(ty, json!({ name: config }));
            return Ok(());
        }
        if case.kind == Kind::Import {
            let imported = case.identity.as_ref().filter(|one| one.is_imported);
            self.imports.push(match imported {
                Some(identity) => {
                    let identity = identity_of(identity, sources);
                    json!({ "to": case.address(), "identity": identity })
                }
                None => json!({ "to": case.address(), "id": case.number.to_string() }),
            });
        }
        if matches!(case.kind, Kind::Delete | Kind::Destroy) {
            return Ok(());
        }
        if case.kind == Kind::Deferred {
            let reference = format!("${{{}}}", case.address());
            let sink = json!({ "case": case.number, "v": reference });
            self.sinks.insert(name.clone(), sink);
        }
        let section = match case.kind {
            Kind::Data | Kind::Deferred => 1,
            Kind::Ephemeral => 2,
            _ => 0,
        };
        sources.start(case.number);
        let body = config::body(&case.block, &case.config, sources);
        let section = self.sections[section].entry(ty).or_insert(json!({}));
        section[&*name] = body;
        Ok(())
    }

    fn add_state(&mut self, case: &Case, prior: &Value) -> io::Result<()> {
        let (ty, name) = (format!("agree_{}", case.ty), format!("c{}", case.number));
        let is_moved = case.kind == Kind::Move;
        let ty = if is_moved { MOVED } else { &ty };
        let mut state = config::in_state(self.source, ty, &name, prior, &case.block);
        let instance = &mut state["instances"][0];
        let private = provider::stored(case.number);
        if !private.is_empty() {
            instance["private"] = Text::from(Base64::from(private)).as_str().into();
        }
        let identity = case.identity.as_ref().map(|one| one.in_state());
        let identity = identity.transpose().map_err(io::Error::other)?;
        if let Some(identity) = identity.flatten() {
            instance["identity"] = identity;
            instance["identity_schema_version"] = 0.into();
        }
        self.states.push(state);
        if is_moved {
            let from = format!("{MOVED}.{name}");
            self.moves
                .push(json!({ "from": from, "to": case.address() }));
        }
        Ok(())
    }

    /// Writes the files into a folder.
    pub(super) fn write(self, folder: &Path) -> io::Result<()> {
        let [mut resources, data, ephemeral] = self.sections;
        resources.insert("agree_source".to_owned(), json!({ "u": {} }));
        for (ty, all) in [(SINK, self.sinks), (CALL, self.calls)] {
            if !all.is_empty() {
                resources.insert(ty.to_owned(), all.into());
            }
        }
        let mut main = json!({
            "terraform": { "required_providers": { "agree": { "source": self.source } } },
            "resource": resources,
            "import": self.imports,
            "moved": self.moves,
            "locals": self.locals,
        });
        for (name, section) in [
            ("data", data),
            ("ephemeral", ephemeral),
            ("output", self.outputs),
            ("action", self.actions),
        ] {
            if !section.is_empty() {
                main[name] = section.into();
            }
        }
        let state = json!({
            "version": 4,
            "serial": 1,
            "lineage": "8b2b1f9c-1d7b-4c1c-9a3f-0d5a4f2e6b11",
            "outputs": {},
            "resources": self.states,
        });
        fs::write(folder.join("main.tf.json"), ascii(&main.to_string()))?;
        fs::write(folder.join("terraform.tfstate"), state.to_string())?;
        fs::write(folder.join("cli.tfrc"), "")
    }
}

/// Returns the identity for an import block.
fn identity_of(identity: &Identified, sources: &mut Sources) -> Json {
    let members = identity.honest.members().into_iter().flatten();
    let members = members.filter(|(_, member)| !member.is_null());
    let members = members.map(|(name, member)| {
        let member = config::expression(member, None, sources);
        (name.to_owned(), member)
    });
    Json::Object(members.collect())
}

/// Escapes non-ASCII characters in JSON. Terraform joins some letters, such as U+070F, with the quote that follows, and
/// then does not find the end of the string.
fn ascii(json: &str) -> String {
    let mut all = String::with_capacity(json.len());
    for letter in json.chars() {
        if letter.is_ascii() {
            all.push(letter);
            continue;
        }
        for unit in letter.encode_utf16(&mut [0; 2]) {
            all.push_str(&format!("\\u{unit:04x}"));
        }
    }
    all
}
