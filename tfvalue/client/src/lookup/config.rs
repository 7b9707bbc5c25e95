//! Parses the CLI configuration of Terraform and OpenTofu, and lock files. Only the part of their language that is used
//! in both kinds of files is supported.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// The maximum nesting depth of blocks and lists.
const DEPTH: usize = 32;

/// The settings in the CLI configuration that determine where providers are.
#[derive(Debug, Default)]
pub(super) struct Config {
    /// The folders of providers under development, by source address.
    pub(super) overrides: BTreeMap<String, PathBuf>,
    pub(super) cache: Option<PathBuf>,
    pub(super) mirrors: Vec<PathBuf>,
}

impl Config {
    /// Reads the file at the path in `TF_CLI_CONFIG_FILE`, or the file in the home folder. Fails if the file cannot be
    /// read.
    pub(super) fn load(variable: impl Fn(&str) -> Option<OsString>) -> Result<Self, String> {
        let named = variable("TF_CLI_CONFIG_FILE").or_else(|| variable("TERRAFORM_CONFIG"));
        let file = match named.filter(|file| !file.is_empty()) {
            Some(file) => PathBuf::from(file),
            None => match default_file(&variable) {
                Some(file) => file,
                None => return Ok(Config::default()),
            },
        };
        let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", file.display());
        let text = match fs::read_to_string(&file) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Config::default()),
            Err(error) => return Err(failed(&error)),
        };
        let body = Body::parse(&text).map_err(|error| failed(&error))?;
        let home = home(&variable);
        Ok(Config::of(&body, home.as_deref()))
    }

    fn of(body: &Body, home: Option<&Path>) -> Self {
        let mut config = Config::default();
        let path = |text: &str| match (text.strip_prefix("~/"), home) {
            (Some(rest), Some(home)) => home.join(rest),
            _ => PathBuf::from(text),
        };
        for (name, setting) in &body.attributes {
            if let ("plugin_cache_dir", Setting::Text(text)) = (name.as_str(), setting) {
                // Terraform also replaces variables here.
                config.cache = Some(path(&text.replace("$HOME", "~")));
            }
        }
        let installations = body
            .blocks
            .iter()
            .filter(|one| one.kind == "provider_installation");
        for block in installations.flat_map(|one| &one.body.blocks) {
            let texts = block
                .body
                .attributes
                .iter()
                .filter_map(|(name, setting)| match setting {
                    Setting::Text(text) => Some((name, path(text))),
                    Setting::Other => None,
                });
            match block.kind.as_str() {
                "dev_overrides" => config.overrides.extend(texts.map(|(name, path)| {
                    let full = match name.matches('/').count() {
                        2 => name.clone(),
                        1 => format!("registry.terraform.io/{name}"),
                        _ => format!("registry.terraform.io/hashicorp/{name}"),
                    };
                    (full, path)
                })),
                "filesystem_mirror" => {
                    let paths = texts.filter(|(name, _)| *name == "path");
                    config.mirrors.extend(paths.map(|(_, path)| path));
                }
                _ => {}
            }
        }
        config
    }
}

fn home(variable: &impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let home = variable("HOME").or_else(|| variable("USERPROFILE"));
    home.filter(|home| !home.is_empty()).map(PathBuf::from)
}

fn default_file(variable: &impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let home = home(variable);
    let in_home = home.iter().flat_map(|home| {
        [".terraformrc", ".tofurc", ".config/opentofu/tofurc"].map(|name| home.join(name))
    });
    let data = variable("APPDATA").map(PathBuf::from);
    let in_data = data.iter();
    let in_data = in_data.flat_map(|data| ["terraform.rc", "tofu.rc"].map(|name| data.join(name)));
    in_home.chain(in_data).find(|file| file.is_file())
}

/// Returns the folders that Terraform searches by default.
pub(super) fn implied_mirrors(variable: impl Fn(&str) -> Option<OsString>) -> Vec<PathBuf> {
    let home = home(&variable);
    let mut mirrors = Vec::new();
    mirrors.push(PathBuf::from("terraform.d/plugins"));
    mirrors.extend(home.iter().map(|home| home.join(".terraform.d/plugins")));
    mirrors.extend(variable("APPDATA").map(|data| Path::new(&data).join("terraform.d/plugins")));
    let data = variable("XDG_DATA_HOME").map(PathBuf::from);
    let data = data.or_else(|| home.map(|home| home.join(".local/share")));
    mirrors
        .extend(data.iter().flat_map(|data| {
            ["terraform/plugins", "opentofu/plugins"].map(|name| data.join(name))
        }));
    mirrors
}

/// A file, or the content of a block.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Body {
    pub(super) attributes: Vec<(String, Setting)>,
    pub(super) blocks: Vec<Block>,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) struct Block {
    pub(super) kind: String,
    pub(super) labels: Vec<String>,
    pub(super) body: Body,
}

/// The value of an attribute.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Setting {
    Text(String),
    /// A list, a number or a bool, which do not affect where providers are.
    Other,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    Word(String),
    Text(String),
    Sign(char),
}

impl Body {
    /// Parses a file. Fails with the line number and a description of the problem.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let mut parser = Parser {
            tokens: tokens(text)?,
            next: 0,
        };
        let body = parser.body(DEPTH)?;
        match parser.take() {
            None => Ok(body),
            Some(token) => Err(parser.unexpected(&token)),
        }
    }
}

struct Parser {
    /// The tokens with their lines.
    tokens: Vec<(usize, Token)>,
    next: usize,
}

impl Parser {
    fn take(&mut self) -> Option<Token> {
        let (_, token) = self.tokens.get(self.next)?;
        self.next += 1;
        Some(token.clone())
    }

    fn is_next(&self, sign: char) -> bool {
        let next = self.tokens.get(self.next);
        next.is_some_and(|(_, token)| *token == Token::Sign(sign))
    }

    fn fail(&self, problem: &str) -> String {
        let at = self.tokens.get(self.next.saturating_sub(1));
        let line = at.map_or(1, |(line, _)| *line);
        format!("line {line}: {problem}")
    }

    fn unexpected(&self, token: &Token) -> String {
        let token = match token {
            Token::Word(word) => word.clone(),
            Token::Text(text) => format!("{text:?}"),
            Token::Sign(sign) => format!("`{sign}`"),
        };
        self.fail(&format!("an attribute or a block is required, got {token}"))
    }

    /// Parses attributes and blocks up to the end, or to `}`.
    fn body(&mut self, depth: usize) -> Result<Body, String> {
        let mut body = Body::default();
        while self.next < self.tokens.len() && !self.is_next('}') {
            let name = match self.take() {
                Some(Token::Word(name) | Token::Text(name)) => name,
                Some(Token::Sign(',')) => continue,
                Some(other) => return Err(self.unexpected(&other)),
                None => break,
            };
            if self.is_next('=') {
                self.next += 1;
                body.attributes.push((name, self.setting(depth)?));
                continue;
            }
            let mut labels = Vec::new();
            while let Some((_, Token::Text(label) | Token::Word(label))) =
                self.tokens.get(self.next)
            {
                labels.push(label.clone());
                self.next += 1;
            }
            let body_of_block = self.within('{', '}', depth, Parser::body)?;
            body.blocks.push(Block {
                kind: name,
                labels,
                body: body_of_block,
            });
        }
        Ok(body)
    }

    fn setting(&mut self, depth: usize) -> Result<Setting, String> {
        if self.is_next('[') {
            self.within('[', ']', depth, |parser, depth| {
                while parser.next < parser.tokens.len() && !parser.is_next(']') {
                    if parser.is_next(',') {
                        parser.next += 1;
                    } else {
                        parser.setting(depth)?;
                    }
                }
                Ok(())
            })?;
            return Ok(Setting::Other);
        }
        if self.is_next('{') {
            self.within('{', '}', depth, Parser::body)?;
            return Ok(Setting::Other);
        }
        match self.take() {
            Some(Token::Text(text)) => Ok(Setting::Text(text)),
            Some(Token::Word(_)) => Ok(Setting::Other),
            Some(Token::Sign(_)) | None => Err(self.fail("a value is required")),
        }
    }

    fn within<T>(
        &mut self,
        open: char,
        close: char,
        depth: usize,
        parse: impl FnOnce(&mut Self, usize) -> Result<T, String>,
    ) -> Result<T, String> {
        let depth = depth
            .checked_sub(1)
            .ok_or_else(|| self.fail("too deeply nested"))?;
        self.sign(open)?;
        let inner = parse(self, depth)?;
        self.sign(close)?;
        Ok(inner)
    }

    fn sign(&mut self, sign: char) -> Result<(), String> {
        if !self.is_next(sign) {
            return Err(self.fail(&format!("`{sign}` is required")));
        }
        self.next += 1;
        Ok(())
    }
}

/// Splits a file into tokens and omits comments.
fn tokens(text: &str) -> Result<Vec<(usize, Token)>, String> {
    let mut tokens = Vec::new();
    let (mut rest, mut line) = (text, 1);
    loop {
        let after = without_comments(rest)?;
        line += rest[..rest.len() - after.len()].matches('\n').count();
        rest = after;
        let Some(first) = rest.chars().next() else {
            return Ok(tokens);
        };
        let is_word = |c: char| c.is_alphanumeric() || "_-.+".contains(c);
        let (token, len) = match first {
            '"' => string(rest).ok_or_else(|| format!("line {line}: a string has no end"))?,
            c if is_word(c) => {
                let len = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
                (Token::Word(rest[..len].to_owned()), len)
            }
            c if "{}[]=,:".contains(c) => (Token::Sign(if c == ':' { '=' } else { c }), 1),
            c => return Err(format!("line {line}: unexpected {c:?}")),
        };
        tokens.push((line, token));
        rest = &rest[len..];
    }
}

fn without_comments(mut rest: &str) -> Result<&str, String> {
    loop {
        rest = rest.trim_start();
        if rest.starts_with('#') || rest.starts_with("//") {
            rest = rest.split_once('\n').map_or("", |(_, after)| after);
        } else if let Some(comment) = rest.strip_prefix("/*") {
            let (_, after) = comment.split_once("*/").ok_or("a comment has no end")?;
            rest = after;
        } else {
            return Ok(rest);
        }
    }
}

/// Reads a string in quotes. Returns the string with its length in the file.
fn string(text: &str) -> Option<(Token, usize)> {
    let mut value = String::new();
    let mut letters = text.char_indices().skip(1);
    loop {
        match letters.next()? {
            (at, '"') => return Some((Token::Text(value), at + 1)),
            (_, '\n') => return None,
            (_, '\\') => value.push(match letters.next()?.1 {
                'n' => '\n',
                't' => '\t',
                other => other,
            }),
            (_, other) => value.push(other),
        }
    }
}
