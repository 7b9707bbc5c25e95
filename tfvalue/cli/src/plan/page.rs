//! Formats a plan as a page.

use tfvalue::Path;

use super::report::{Item, Report};
use super::sides::Owned;
use crate::html::{self, Finding, Head, Level, Named, Node, Secrets, Section};

/// Returns a plan as a page.
pub(super) fn page(report: &Report) -> String {
    let version = report.version.iter();
    let version = version.map(|version| ("Terraform".to_owned(), version.clone()));
    let summary = ("summary".to_owned(), report.summary.clone());
    let head = Head {
        title: "Plan".to_owned(),
        noun: "changes".to_owned(),
        facts: version.chain([summary]).collect(),
    };
    let warnings = report.warnings.iter().map(|warning| Section {
        group: "Plan".to_owned(),
        kind: "plan".to_owned(),
        subject: warning.clone(),
        level: Level::Warning,
        ..Section::default()
    });
    let sections: Vec<_> = warnings.chain(report.items.iter().map(section)).collect();
    html::page(&head, &sections)
}

fn section(item: &Item) -> Section {
    let mut section = Section {
        group: item.group.title().to_owned(),
        kind: item.action.clone(),
        subject: item.subject.clone(),
        level: item.level,
        ..Section::default()
    };
    if item.sides.is_none() {
        section.find(Finding {
            level: item.level,
            title: format!("{} {}", item.subject, item.verb),
            path: String::new(),
            texts: item.notes.clone(),
        });
        return section;
    }
    let verb = Some(&item.verb).filter(|verb| !verb.is_empty());
    section.notes = verb.into_iter().chain(&item.notes).cloned().collect();
    if let Some(sides) = &item.sides {
        let (before, after) = (&sides.before, &sides.after);
        let secrets = Secrets::masked(vec![&before.mask, &after.mask]);
        section.columns = ["Before", "After"].map(str::to_owned).into();
        section.changes = html::changes(&[&before.value, &after.value], &[(0, 1)], &secrets);
        for row in &mut section.changes {
            let path = row.path.parse::<Path>();
            if path.is_ok_and(|path| sides.replaces(path.steps())) {
                row.note = "forces replacement".into();
            }
        }
        let named = |label: &str, side: &Owned| Named {
            label: label.to_owned(),
            node: Node::new(&side.value, &secrets),
        };
        section.values = vec![named("Before", before), named("After", after)];
    }
    section
}
