//! Defines the links of a page for rustdoc.
//!
//! Each page is read on a forge, as part of a book, and as the docs of a module. The links of a page are written as
//! `[text][name]`, and the last lines of the page define their targets on a forge. The definitions for rustdoc come
//! before the page, because the first definition of a name takes precedence. A link to a page becomes a link to a
//! module. An address on docs.rs becomes a link to the item that the address describes, and rustdoc checks this link. A
//! picture is embedded in the docs.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// Where links lead.
pub(crate) struct Links<'a> {
    /// The folder to which the paths of files are relative.
    pub root: &'a Path,
    /// The folder of the guide's pages.
    pub pages: &'a str,
    /// The crate whose docs contain the page. The paths of this crate's items begin with `crate`.
    pub own: &'a str,
}

/// Returns the definitions at the end of a page: names and targets.
pub(crate) fn definitions(page: &str) -> impl Iterator<Item = (&str, &str)> {
    let end = page.rsplit("\n\n").next().unwrap_or("");
    end.lines().filter_map(|line| {
        let (name, target) = line.strip_prefix('[')?.split_once("]: ")?;
        Some((name, target))
    })
}

impl Links<'_> {
    /// Returns the definitions of a page in a file for rustdoc.
    ///
    /// # Panics
    ///
    /// Panics if a definition has a target that rustdoc cannot show.
    pub(crate) fn for_rustdoc(&self, file: &str, page: &str) -> String {
        let mut result = String::new();
        for (name, target) in definitions(page) {
            let found = match target.strip_prefix("https://docs.rs/tfvalue") {
                Some(address) => self.item(address),
                None if target.contains("://") => Some(target.to_owned()),
                None => self.local(file, target),
            };
            let found = found.unwrap_or_else(|| panic!("{file}: rustdoc cannot show {target}"));
            let _ = writeln!(result, "[{name}]: {found}");
        }
        result
    }

    /// Returns the item at an address: `/latest/tfvalue/provider/struct.Context.html#method.save` is
    /// `tfvalue::provider::Context::save`.
    fn item(&self, address: &str) -> Option<String> {
        let (_, path) = address.split_once("/latest/")?;
        let (page, anchor) = path.split_once('#').unwrap_or((path, ""));
        let (modules, file) = page.rsplit_once('/')?;
        let mut modules = modules.replace('/', "::");
        if modules.split("::").next() == Some(self.own) {
            modules.replace_range(..self.own.len(), "crate");
        }
        let (kind, path) = match file.strip_suffix(".html")?.split_once('.') {
            Some((kind, name)) => (kind, format!("{modules}::{name}")),
            None => ("mod", modules), // index.html
        };
        let kind = if kind == "constant" { "const" } else { kind };
        Some(match anchor.split_once('.') {
            Some((_, member)) => format!("{path}::{member}"),
            None if anchor.is_empty() => format!("{kind}@{path}"),
            None => format!("{kind}@{path}#{anchor}"),
        })
    }

    /// Returns the replacement for a link to a file: a module of the guide, or the data of a picture.
    fn local(&self, file: &str, target: &str) -> Option<String> {
        let (path, anchor) = target
            .split_once('#')
            .map_or((target, None), |(path, anchor)| (path, Some(anchor)));
        let mut whole: Vec<_> = file.split('/').collect();
        whole.pop();
        for part in path.split('/') {
            match part {
                ".." => drop(whole.pop()),
                part => whole.push(part),
            }
        }
        let whole = whole.join("/");
        if whole.ends_with(".svg") {
            return picture(&fs::read_to_string(self.root.join(whole)).ok()?);
        }
        let page = whole.strip_prefix(self.pages)?.strip_suffix(".md")?;
        let page = page.strip_suffix("/index").unwrap_or(page);
        let module = if self.own == "tfvalue_guide" {
            format!("mod@crate{}", page.replace('/', "::"))
        } else {
            format!("https://docs.rs/tfvalue-guide/latest/tfvalue_guide{page}/index.html")
        };
        Some(anchor.map_or(module.clone(), |anchor| format!("{module}#{anchor}")))
    }
}

/// Returns a picture as a data URL.
fn picture(svg: &str) -> Option<String> {
    let mut address = "data:image/svg+xml,".to_owned();
    for byte in svg.bytes() {
        match byte {
            b'A'..=b'Z'
            | b'a'..=b'z'
            | b'0'..=b'9'
            | b'-'
            | b'.'
            | b'/'
            | b':'
            | b'='
            | b';'
            | b',' => {
                address.push(char::from(byte));
            }
            _ => write!(address, "%{byte:02X}").ok()?,
        }
    }
    Some(address)
}
