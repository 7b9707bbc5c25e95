//! Checks the links of the generated docs: to other pages and to places on them. Also those of the docs and of the
//! Markdown documents to the published docs of this workspace, which are taken to be the generated ones.
//!
//! ```console
//! $ cargo doc --workspace --no-deps --all-features
//! $ cargo run -p tfvalue-tests --bin links -- target/doc
//! ```

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The pages of the docs, without the sources, and the names of the places on each one.
struct Docs {
    folder: PathBuf,
    pages: BTreeMap<PathBuf, OnceCell<BTreeSet<String>>>,
}

impl Docs {
    /// Returns what is wrong with a link to a page, if anything is.
    fn fault(&self, page: &Path, place: &str) -> Option<&'static str> {
        let Some(places) = self.pages.get(page) else {
            let exists = self.folder.join(page).exists();
            return (!exists).then_some("no such page");
        };
        let places = places.get_or_init(|| {
            let text = fs::read_to_string(self.folder.join(page)).unwrap_or_default();
            attributes(&text, "id").map(str::to_owned).collect()
        });
        (!place.is_empty() && !places.contains(place)).then_some("no such place on the page")
    }
}

/// Returns the values of an attribute in a page.
fn attributes<'a>(html: &'a str, name: &str) -> impl Iterator<Item = &'a str> {
    let start = format!(" {name}=\"");
    let values = html.split(&start).skip(1);
    let values: Vec<_> = values.filter_map(|rest| rest.split('"').next()).collect();
    values.into_iter()
}

/// Returns the addresses of published docs in a text.
fn published(text: &str) -> impl Iterator<Item = &str> {
    let rest = text.split("https://docs.rs/").skip(1);
    rest.filter_map(|rest| {
        let address = rest.split([')', '"', '>', ' ', '\n', '`']).next()?;
        let (package, page) = address.split_once("/latest/")?;
        package.starts_with("tfvalue").then_some(page)
    })
}

/// Returns the path of a link from a folder, without `..`.
fn resolve(folder: &Path, link: &str) -> PathBuf {
    let mut path = folder.to_owned();
    for part in link.split('/') {
        match part {
            "." | "" => {}
            ".." => _ = path.pop(),
            part => path.push(part),
        }
    }
    path
}

/// Calls a function for each file in a folder, except for the output of cargo and for hidden ones.
fn visit(folder: &Path, see: &mut impl FnMut(PathBuf)) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let (path, name) = (entry.path(), entry.file_name());
        if !path.is_dir() {
            see(path);
        } else if name != "target" && !name.to_string_lossy().starts_with('.') {
            visit(&path, see);
        }
    }
}

fn main() -> ExitCode {
    let Some(folder) = std::env::args().nth(1).map(PathBuf::from) else {
        eprintln!("usage: links FOLDER, with the docs that cargo generated");
        return ExitCode::from(2);
    };
    let mut pages = BTreeMap::new();
    visit(&folder, &mut |file| {
        let page = file.strip_prefix(&folder).unwrap_or(&file).to_owned();
        let is_page = page
            .extension()
            .is_some_and(|extension| extension == "html");
        if is_page && !page.starts_with("src") {
            pages.insert(page, OnceCell::new());
        }
    });
    let docs = Docs { folder, pages };
    let (mut count, mut faults) = (0, BTreeSet::new());
    let mut check = |from: &Path, page: &Path, place: &str| {
        count += 1;
        if let Some(fault) = docs.fault(page, place) {
            faults.insert(format!(
                "{}: {}#{place}: {fault}",
                from.display(),
                page.display()
            ));
        }
    };
    for from in docs.pages.keys() {
        let html = fs::read_to_string(docs.folder.join(from)).unwrap_or_default();
        for link in attributes(&html, "href").filter(|link| !link.contains(':')) {
            let (page, place) = link.split_once('#').unwrap_or((link, ""));
            let page = page.split('?').next().unwrap_or_default();
            let folder = from.parent().unwrap_or(from);
            let page = if page.is_empty() {
                from.clone()
            } else {
                resolve(folder, page)
            };
            check(from, &page, place);
        }
        for address in published(&html) {
            let (page, place) = address.split_once('#').unwrap_or((address, ""));
            check(from, Path::new(page), place);
        }
    }
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    visit(&repository, &mut |file| {
        if file.extension().is_some_and(|extension| extension == "md") {
            let text = fs::read_to_string(&file).unwrap_or_default();
            for address in published(&text) {
                let (page, place) = address.split_once('#').unwrap_or((address, ""));
                check(&file, Path::new(page), place);
            }
        }
    });
    for fault in &faults {
        println!("{fault}");
    }
    println!(
        "{count} links on {} pages, {} faults",
        docs.pages.len(),
        faults.len()
    );
    ExitCode::from(u8::from(!faults.is_empty() || count == 0))
}
