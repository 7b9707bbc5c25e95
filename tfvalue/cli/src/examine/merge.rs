//! Joins the reports of the parts of a run.

use std::path::PathBuf;

use super::arguments::Shard;
use super::report::{Report, Run};

/// Joins the reports of all parts. The arguments of the reports are the same, except for the part.
pub(crate) fn merged(files: &[PathBuf]) -> Result<Report, String> {
    let mut found: Vec<Option<Report>> = Vec::new();
    for file in files {
        let problem = |text: &str| format!("{}: {text}", file.display());
        let report = Report::read(file)?;
        let shard = report.run.shard.as_ref();
        let shard = shard.and_then(|text| text.parse::<Shard>().ok());
        let shard = shard.ok_or_else(|| problem("the report has no --shard"))?;
        if found.is_empty() {
            found.resize_with(shard.count, || None);
        }
        if found.len() != shard.count {
            return Err(problem(&format!(
                "the report has part {shard}, others have one of {}",
                found.len()
            )));
        }
        let slot = &mut found[shard.number - 1];
        if slot.is_some() {
            return Err(problem(&format!("part {shard} occurs twice")));
        }
        *slot = Some(report);
    }
    let count = found.len();
    let mut all: Option<Report> = None;
    for (index, part) in found.into_iter().enumerate() {
        let part = part.ok_or_else(|| format!("part {}/{count} is missing", index + 1))?;
        all = Some(match all {
            None => Report {
                run: whole(&part.run),
                ..part
            },
            Some(all) => joined(all, part, index)?,
        });
    }
    let mut all = all.unwrap_or_default();
    all.complete();
    Ok(all)
}

fn whole(run: &Run) -> Run {
    Run {
        shard: None,
        ..run.clone()
    }
}

fn joined(mut all: Report, part: Report, index: usize) -> Result<Report, String> {
    let own = (&part.provider, part.protocol, whole(&part.run));
    if own != (&all.provider, all.protocol, all.run.clone()) {
        let number = index + 1;
        return Err(format!(
            "part {number} is that of a run with other arguments or of another provider"
        ));
    }
    all.selected += part.selected;
    all.resources.extend(part.resources);
    all.remaining.extend(part.remaining);
    all.unfinished = all.unfinished.or(part.unfinished);
    Ok(all)
}
