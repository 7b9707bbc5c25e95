//! Schemas of real providers, which are too large to keep here: the folder that `TFVALUE_CORPUS`
//! names, or `../shared/corpus` beside the repository.

use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::time::Instant;

use flate2::read::GzDecoder;
use tfvalue::schema::{ProviderSchemas, json};
use tfvalue_tests::peak::{Counting, measure};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The folder of schemas, or a plain word that there is none.
fn corpus() -> Option<PathBuf> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/corpus");
    let corpus = std::env::var_os("TFVALUE_CORPUS").map_or_else(beside, PathBuf::from);
    let folder = corpus.join("schema");
    if !folder.is_dir() {
        println!("skipped: there is no corpus at {}", corpus.display());
        return None;
    }
    Some(folder)
}

fn read(path: &Path) -> Vec<u8> {
    let bytes = fs::read(path).unwrap();
    if path.extension().is_none_or(|extension| extension != "gz") {
        return bytes;
    }
    let mut unpacked = Vec::new();
    GzDecoder::new(&bytes[..])
        .read_to_end(&mut unpacked)
        .unwrap();
    unpacked
}

/// All documents of the corpus with their names.
fn documents() -> Vec<(String, Vec<u8>)> {
    let Some(folder) = corpus() else {
        return Vec::new();
    };
    let files = fs::read_dir(folder).unwrap();
    let paths = files.map(|file| file.unwrap().path());
    let named = paths.map(|path| (path.file_name().unwrap().to_str().unwrap().to_owned(), path));
    let documents = named.filter(|(name, _)| name.contains(".json"));
    documents.map(|(name, path)| (name, read(&path))).collect()
}

#[test]
fn every_document_is_written_back_as_the_same_json() {
    for (name, text) in documents() {
        let start = Instant::now();
        let (schemas, peak) = measure(|| json::from_slice::<ProviderSchemas>(&text).unwrap());
        let reading = start.elapsed();
        let start = Instant::now();
        let written = json::to_vec(&schemas).unwrap();
        let writing = start.elapsed();
        println!(
            "{name}: {} bytes read in {reading:?} with {peak} bytes of memory, written in {writing:?}",
            text.len()
        );
        let same = |json: &[u8]| serde_json::from_slice::<serde_json::Value>(json).unwrap();
        assert!(same(&written) == same(&text), "{name} is written otherwise");
        assert_eq!(
            json::from_slice::<ProviderSchemas>(&written).unwrap(),
            schemas
        );
        // Several times the text, and not more: names and types are small allocations.
        assert!(peak < 8 * text.len() + 65_536, "{name}: {peak} bytes");
    }
}

#[test]
fn every_schema_is_valid() {
    for (name, text) in documents() {
        let schemas: ProviderSchemas = json::from_slice(&text).unwrap();
        if let Err(error) = schemas.validate() {
            let faults: Vec<_> = error.faults().map(ToString::to_string).collect();
            panic!("{name}: {faults:#?}");
        }
    }
}
