//! Tests parts of a provider that have no state.

use super::World;
use crate::case::CaseStep;
use crate::clock;
use crate::config::Config;
use crate::edit;
use crate::finding::Finding;
use crate::lint::Lint;
use crate::part::PartKind;
use crate::property::PropertyReport;

impl<C: Send + Sync + 'static> World<'_, '_, C> {
    /// Uses a part that has no state.
    pub(super) fn use_part(&mut self, step: &CaseStep, report: &mut PropertyReport) {
        let outcome = self.object.use_part(&step.given());
        let value = outcome.value.clone();
        let is_read = outcome.failed.is_none() && self.object.kind == PartKind::DataSource;
        if self.collect(outcome) {
            report.applied += 1;
        } else {
            report.rejected += 1;
        }
        if is_read {
            self.read.push((step.config.clone(), value));
        }
    }

    /// Reads all data sources again, in a different order. Nothing has changed in between.
    pub(super) fn end_part(&mut self) {
        for (config, value) in std::mem::take(&mut self.read).into_iter().rev() {
            if self.fails() {
                break;
            }
            let again = self.object.use_part(&Config::from(config));
            if again.failed.is_some() {
                // The service may limit the number of calls.
                break;
            }
            let block = &self.object.schema.block;
            for part in edit::differences(&value, &again.value) {
                if clock::advances(part.old, part.new) {
                    // The purpose of the data source is to return the time, such as the date of a response.
                    continue;
                }
                let finding = Finding::lint("ReadDataSource", Lint::ReadsDiffer, part.path);
                self.add(finding.values(block, part.old, part.new));
            }
        }
    }
}
