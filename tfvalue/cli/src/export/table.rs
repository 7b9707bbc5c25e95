//! The Parquet file.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parquet::basic::Compression;
use parquet::column::writer::ColumnWriter;
use parquet::data_type::ByteArray;
use parquet::errors::Result;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;

use crate::files;
use crate::terminal::Failure;

const SCHEMA: &str = "message values {
    required binary file (UTF8);
    required binary address (UTF8);
    required binary type (UTF8);
    required binary path (UTF8);
    required binary action (UTF8);
    optional binary value (UTF8);
    required boolean sensitive;
    required boolean unknown;
}";

/// The maximum size and number of the rows that are kept in memory before they are written.
const SIZE: usize = 32 << 20;
const ROWS: usize = 1 << 17;

/// A row, with a value that has no parts.
pub(super) struct Row<'a> {
    pub(super) address: &'a ByteArray,
    pub(super) kind: &'a ByteArray,
    pub(super) action: &'a ByteArray,
    pub(super) path: String,
    /// JSON.
    pub(super) value: Option<String>,
    pub(super) is_sensitive: bool,
    pub(super) is_unknown: bool,
}

/// The rows that have not been written yet, by column. Equal strings of neighboring rows share their bytes.
#[derive(Default)]
struct Columns {
    texts: [Vec<ByteArray>; 5],
    values: Vec<ByteArray>,
    /// 1 if there is a value, 0 if there is none.
    levels: Vec<i16>,
    sensitive: Vec<bool>,
    unknown: Vec<bool>,
    size: usize,
}

/// A Parquet file. The file receives its final name only when it is complete.
pub(super) struct Table {
    writer: SerializedFileWriter<File>,
    path: PathBuf,
    part: PathBuf,
    columns: Columns,
    rows: u64,
}

impl Table {
    pub(super) fn create(path: &Path) -> std::result::Result<Self, Failure> {
        let part = files::part(path);
        let file = File::create(&part).map_err(|error| Failure::file(&part, error))?;
        let create = || -> Result<_> {
            let schema = Arc::new(parse_message_type(SCHEMA)?);
            let properties = WriterProperties::builder().set_compression(Compression::SNAPPY);
            SerializedFileWriter::new(file, schema, Arc::new(properties.build()))
        };
        Ok(Table {
            writer: create().map_err(|error| Failure::file(path, error))?,
            path: path.to_owned(),
            part,
            columns: Columns::default(),
            rows: 0,
        })
    }

    /// Adds a row.
    pub(super) fn push(
        &mut self,
        file: &ByteArray,
        row: Row<'_>,
    ) -> std::result::Result<(), String> {
        let columns = &mut self.columns;
        columns.size += row.path.len() + row.value.as_ref().map_or(0, String::len) + 64;
        let path = ByteArray::from(row.path.into_bytes());
        let texts = [
            file.clone(),
            row.address.clone(),
            row.kind.clone(),
            path,
            row.action.clone(),
        ];
        for (column, text) in columns.texts.iter_mut().zip(texts) {
            column.push(text);
        }
        columns.levels.push(i16::from(row.value.is_some()));
        let value = row.value.map(|value| ByteArray::from(value.into_bytes()));
        columns.values.extend(value);
        columns.sensitive.push(row.is_sensitive);
        columns.unknown.push(row.is_unknown);
        self.rows += 1;
        if columns.size >= SIZE || columns.levels.len() >= ROWS {
            self.flush().map_err(|error| error.to_string())?;
        }
        Ok(())
    }

    /// Writes the rows in memory.
    fn flush(&mut self) -> Result<()> {
        let columns = std::mem::take(&mut self.columns);
        let mut group = self.writer.next_row_group()?;
        let [file, address, kind, path, action] = &columns.texts;
        let texts = [
            Some(file),
            Some(address),
            Some(kind),
            Some(path),
            Some(action),
            None,
        ];
        let flags = [&columns.sensitive, &columns.unknown];
        let (mut texts, mut flags) = (texts.into_iter(), flags.into_iter());
        while let Some(mut column) = group.next_column()? {
            match column.untyped() {
                ColumnWriter::ByteArrayColumnWriter(writer) => match texts.next().flatten() {
                    Some(texts) => writer.write_batch(texts, None, None)?,
                    None => writer.write_batch(&columns.values, Some(&columns.levels), None)?,
                },
                ColumnWriter::BoolColumnWriter(writer) => {
                    writer.write_batch(flags.next().map_or(&[][..], |flags| flags), None, None)?
                }
                _ => 0,
            };
            column.close()?;
        }
        group.close()?;
        Ok(())
    }

    /// Completes the file. Returns the number of rows.
    pub(super) fn finish(mut self) -> std::result::Result<u64, Failure> {
        let path = self.path.clone();
        let written = self.flush().and_then(|()| self.writer.close());
        written.map_err(|error| Failure::file(&path, error))?;
        let completed = files::complete(&self.part, &path);
        completed.map_err(|error| Failure::file(&path, error))?;
        Ok(self.rows)
    }
}
