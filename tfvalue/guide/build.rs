//! Writes the link definitions of the pages for rustdoc.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

#[path = "links.rs"]
mod links;

fn main() -> io::Result<()> {
    let guide = Path::new(env!("CARGO_MANIFEST_DIR"));
    let target = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    let links = links::Links {
        root: guide,
        pages: "src",
        own: "tfvalue_guide",
    };
    println!("cargo::rerun-if-changed=links.rs");
    println!("cargo::rerun-if-changed=src");
    for folder in ["", "path", "tasks", "tools"] {
        fs::create_dir_all(target.join(folder))?;
        for entry in fs::read_dir(guide.join("src").join(folder))? {
            let file = entry?.path();
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            let is_page = name.ends_with(".md") && name != "SUMMARY.md";
            if !is_page {
                continue;
            }
            let page = fs::read_to_string(&file)?;
            let path = format!("src/{folder}/{name}").replace("//", "/");
            let links = links.for_rustdoc(&path, &page);
            fs::write(target.join(folder).join(&*name), links)?;
        }
    }
    Ok(())
}
