//! Starts the service for the guide's path, or writes the program of one of the pages.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs, io, thread};

use motd_service::{Service, TOKEN, pages};

const USAGE: &str = "\
usage: motd-service [FILE]          starts the service, with a database in FILE (motd.db)
       motd-service --page N FOLDER writes the provider at the end of page N of the path";

fn main() -> ExitCode {
    let arguments: Vec<_> = env::args().skip(1).collect();
    let arguments: Vec<_> = arguments.iter().map(String::as_str).collect();
    let result = match arguments[..] {
        [] => serve(Path::new("motd.db")),
        ["--page", page, folder] => write(page, Path::new(folder)),
        [file] if !file.starts_with('-') => serve(Path::new(file)),
        _ => Err(io::Error::other(USAGE)),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn serve(file: &Path) -> io::Result<()> {
    let service = Service::open(file, 8080)?;
    println!("export MOTD_URL={} MOTD_TOKEN={TOKEN}", service.url());
    loop {
        thread::park();
    }
}

/// Writes the files of a page, with dependencies on this repository.
fn write(page: &str, folder: &Path) -> io::Result<()> {
    let repository = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).canonicalize()?;
    let guide = repository.join("tfvalue/guide/src/path");
    let programs = pages::programs(&guide)?;
    let found = page
        .parse::<usize>()
        .ok()
        .and_then(|page| page.checked_sub(1));
    let found = found.and_then(|index| programs.get(index));
    let program = found.ok_or_else(|| io::Error::other("the path has pages 1 to 12"))?;
    for (name, text) in &program.files {
        let file = folder.join(name);
        fs::create_dir_all(file.parent().unwrap_or(folder))?;
        // The published library may be older than the page.
        let text = text.replace(
            "tfvalue = { version = \"0.1\"",
            "tfvalue = { path = \"../tfvalue/tfvalue\"",
        );
        let clone = format!("path = \"{}/", repository.display());
        fs::write(file, text.replace("path = \"../tfvalue/", &clone))?;
    }
    Ok(())
}
