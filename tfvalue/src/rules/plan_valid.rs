//! Checks whether a planned state is a valid plan for a configuration (`AssertPlanValid`).

use super::crash::wrong_shape;
use super::fault::PLANNED_WRITE_ONLY;
use super::go::Go;
use super::part::{self, NULL};
use super::quoted::Quoted;
use super::range::{lengths, range_includes};
use super::report::{Print, Report};
use super::rule::Rule;
use crate::number::Number;
use crate::refinements::Refinements;
use crate::schema::{Attribute, AttributeType, Block, NestedBlock, NestedType, Nesting};
use crate::ty::Type;
use crate::value::{At, Repr, Value};

/// The prior, configured and planned values in the same place.
#[derive(Clone, Copy)]
pub(super) struct Site<'a> {
    pub(super) prior: &'a Value,
    pub(super) config: &'a Value,
    pub(super) planned: &'a Value,
}

const UNKNOWN_ELEMENT: &str = "element representing nested block must not be unknown itself; set \
                               nested attribute values to unknown instead";

/// Checks an object against the schema of its block.
pub(super) fn block(block: &Block, site: Site<'_>, report: &mut Report) {
    if is_misplaced(site, report) {
        return;
    }
    attributes(&block.attributes, site, report);
    for nested in &block.block_types {
        let config = part::block(site.config, nested);
        let planned = part::block(site.planned, nested);
        let site = Site {
            prior: part::prior(site.prior, &nested.type_name),
            config: &config,
            planned: &planned,
        };
        report.attribute(&nested.type_name, |report| blocks(nested, site, report));
    }
}

/// Reports an object that exists only in the plan or only in the configuration. Returns `true` if no further checks are
/// needed.
fn is_misplaced(site: Site<'_>, report: &mut Report) -> bool {
    match (site.config.is_null(), site.planned.is_null()) {
        (false, false) => return false,
        (true, true) => {}
        (false, true) => report.plain(
            Rule::PlannedForAbsence,
            [None, None],
            "planned for absence but config wants existence",
        ),
        (true, false) => report.plain(
            Rule::PlannedForExistence,
            [None, None],
            "planned for existence but config wants absence",
        ),
    }
    true
}

/// Checks all blocks of a type.
fn blocks(nested: &NestedBlock, site: Site<'_>, report: &mut Report) {
    let Site {
        config, planned, ..
    } = site;
    if planned.is_null() && nested.nesting != Nesting::Single {
        let kind = match nested.nesting {
            Nesting::List => "list",
            Nesting::Map => "map",
            Nesting::Set => "set",
            Nesting::Single | Nesting::Group => "group",
        };
        return report.plain(
            Rule::NullBlocks,
            [None, Some(planned)],
            &format!(
                "attribute representing a {kind} of nested blocks must be empty to indicate no \
                 blocks, not null"
            ),
        );
    }
    if planned == config {
        return;
    }
    if config.is_unknown() {
        let is_secret = nested.block.has_secrets();
        return report.secret(is_secret, |report| {
            report.add(
                Rule::ChangedUnknownBlocks,
                [Some(config), Some(planned)],
                "sensitive planned value for unknown dynamic block",
                || format!("planned value {} for unknown dynamic block", Go(planned)),
            );
        });
    }
    if config.is_null() && nested.block.computed {
        return; // the provider can plan any blocks
    }
    if planned.is_unknown() {
        let text = if nested.block.computed {
            "planned unknown value for configured block"
        } else {
            "planned unknown value for non-computed block"
        };
        return report.plain(Rule::PlannedUnknownBlocks, [None, Some(planned)], text);
    }
    let are_present = planned.is_present() && config.is_present();
    match nested.nesting {
        Nesting::Single | Nesting::Group
            if are_present && !part::is_block(planned, &nested.block) =>
        {
            wrong_shape(report);
        }
        Nesting::Single | Nesting::Group => block(&nested.block, site, report),
        Nesting::List => list_of_blocks(nested, site, report),
        Nesting::Map => map_of_blocks(nested, site, report),
        Nesting::Set => {
            for (at, element) in planned.placed_elements() {
                if element.is_unknown() {
                    report.within(
                        Print::Dots,
                        || at.step(),
                        |report| {
                            report.plain(
                                Rule::PlannedUnknownElement,
                                [None, None],
                                UNKNOWN_ELEMENT,
                            );
                        },
                    );
                }
            }
        }
    }
}

fn list_of_blocks(nested: &NestedBlock, site: Site<'_>, report: &mut Report) {
    let Site {
        config, planned, ..
    } = site;
    let Some(elements) = planned.elements() else {
        return wrong_shape(report);
    };
    let count = config.elements().map_or(0, |elements| elements.len());
    if elements.len() != count {
        return block_count(elements.len(), count, report);
    }
    if !part::are_blocks(planned, nested) {
        return wrong_shape(report);
    }
    for (at, element) in planned.placed_elements() {
        one_block(nested, site, at, element, Print::Same, report);
    }
}

/// Checks an element of a list or map of blocks that is also in the configuration.
fn one_block(
    nested: &NestedBlock,
    site: Site<'_>,
    at: At<'_>,
    planned: &Value,
    print: Print,
    report: &mut Report,
) {
    report.within(
        print,
        || at.step(),
        |report| {
            if planned.is_unknown() {
                return report.plain(Rule::PlannedUnknownElement, [None, None], UNKNOWN_ELEMENT);
            }
            let site = Site {
                prior: at.of(site.prior).unwrap_or(&NULL),
                config: at.of(site.config).unwrap_or(&NULL),
                planned,
            };
            block(&nested.block, site, report);
        },
    );
}

fn map_of_blocks(nested: &NestedBlock, site: Site<'_>, report: &mut Report) {
    let Site {
        config, planned, ..
    } = site;
    let print = match &planned.0 {
        Repr::Object(_) => Print::Attribute,
        Repr::Map(_) => Print::Same,
        _ => return wrong_shape(report),
    };
    let is_map = print == Print::Same;
    if is_map && part::count(planned) != part::count(config) {
        return block_count(part::count(planned), part::count(config), report);
    }
    let is_mixed = is_map && matches!(config.0, Repr::Object(_)) && part::count(config) > 0;
    if is_mixed || !part::are_blocks(planned, nested) {
        return wrong_shape(report);
    }
    for (at, element) in planned.placed_elements() {
        let At::Key(key) = at else { continue };
        // In a map, Terraform detects unknown elements before surplus elements.
        if at.of(config).is_some() || is_map && element.is_unknown() {
            one_block(nested, site, at, element, print, report);
        } else {
            let text = format!(
                "block key {} from plan is not present in config",
                Quoted(key)
            );
            let add =
                |report: &mut Report| report.plain(Rule::PlannedBlockKey, [None, None], &text);
            if is_map {
                report.within(print, || at.step(), add);
            } else {
                add(report);
            }
        }
    }
    for (at, _) in config.placed_elements() {
        let At::Key(key) = at else { continue };
        if at.of(planned).is_none() {
            let text = format!(
                "block key {} from config is not present in plan",
                Quoted(key)
            );
            report.plain(Rule::MissingBlockKey, [None, None], &text);
        }
    }
}

fn block_count(planned: usize, config: usize, report: &mut Report) {
    let text = format!("block count in plan ({planned}) disagrees with count in config ({config})");
    report.plain(Rule::PlannedBlockCount, [None, None], &text);
}

fn attributes(all: &[Attribute], site: Site<'_>, report: &mut Report) {
    for one in all {
        let config = part::attribute(site.config, one);
        let planned = part::attribute(site.planned, one);
        let site = Site {
            prior: part::prior(site.prior, &one.name),
            config: &config,
            planned: &planned,
        };
        report.attribute(&one.name, |report| {
            report.secret(one.is_secret(), |report| {
                attribute(one, site, report);
            });
        });
    }
}

fn attribute(attribute: &Attribute, site: Site<'_>, report: &mut Report) {
    let Site {
        prior,
        config,
        planned,
    } = site;
    if part::is_same_unrefined(planned, config) {
        return;
    }
    if !prior.is_null() && !config.is_null() && part::is_same_unrefined(planned, prior) {
        return;
    }
    if attribute.write_only {
        if !planned.is_null() {
            report.plain(Rule::WriteOnlyValue, [None, None], PLANNED_WRITE_ONLY);
        }
        return;
    }
    if attribute.computed && (!attribute.optional || config.is_null()) {
        return;
    }
    match &attribute.ty {
        _ if config.is_null() && !planned.is_null() => {
            let has_secrets = planned.is_present() && attribute.has_secrets();
            report.secret(has_secrets, |report| surplus(planned, report));
        }
        AttributeType::Nested(nested) => objects(nested, site, report),
        AttributeType::Type(_) => changed(site, report),
    }
}

fn surplus(planned: &Value, report: &mut Report) {
    report.add(
        Rule::PlannedValueForNonComputed,
        [None, Some(planned)],
        "sensitive planned value for a non-computed attribute",
        || format!("planned value {} for a non-computed attribute", Go(planned)),
    );
}

fn changed(site: Site<'_>, report: &mut Report) {
    let Site {
        prior,
        config,
        planned,
    } = site;
    let has_prior = !prior.is_null();
    let hidden = if has_prior {
        "sensitive planned value does not match config value nor prior value"
    } else {
        "sensitive planned value does not match config value"
    };
    let values = [Some(config), Some(planned)];
    report.add(Rule::PlannedValueDiffersFromConfig, values, hidden, || {
        let (planned, config) = (Go(planned), Go(config));
        let problem = format!("planned value {planned} does not match config value {config}");
        if has_prior {
            return format!("{problem} nor prior value {}", Go(prior));
        }
        problem
    });
}

/// Checks the value of a nested attribute.
fn objects(nested: &NestedType, site: Site<'_>, report: &mut Report) {
    let Site {
        config, planned, ..
    } = site;
    if is_misplaced(site, report) {
        return;
    }
    if planned.is_unknown() {
        let text = "planned unknown for configured value";
        return report.plain(Rule::PlannedUnknownForConfigured, [None, None], text);
    }
    match nested.nesting {
        Nesting::Single | Nesting::Group => members(nested, site, report),
        Nesting::Set => {
            if may_have_length_of(planned, config) == Some(false) {
                element_count(site, report);
            }
        }
        Nesting::List | Nesting::Map => elements(nested, site, report),
    }
}

/// Checks the members of an object. An object within a block that is dynamic on the wire can lack any of the members,
/// which crashes Terraform.
fn members(nested: &NestedType, site: Site<'_>, report: &mut Report) {
    let has = |one: &Attribute| site.planned.get_named(&one.name).is_some();
    if site.planned.is_present() && !nested.attributes.iter().all(has) {
        return wrong_shape(report);
    }
    attributes(&nested.attributes, site, report);
}

fn elements(nested: &NestedType, site: Site<'_>, report: &mut Report) {
    let Site {
        prior,
        config,
        planned,
    } = site;
    if config.is_unknown() || part::count(planned) != part::count(config) {
        return element_count(site, report);
    }
    let print = match nested.nesting {
        Nesting::Map => Print::Attribute,
        _ => Print::Same,
    };
    for (at, planned) in planned.placed_elements() {
        let Some(config) = at.of(config) else {
            key_fault(
                Rule::PlannedElementKey,
                at,
                "from plan is not present in config",
                report,
            );
            continue;
        };
        let site = Site {
            prior: at.of(prior).unwrap_or(&NULL),
            config,
            planned,
        };
        report.within(print, || at.step(), |report| members(nested, site, report));
    }
    for (at, _) in config.placed_elements() {
        if at.of(planned).is_none() {
            key_fault(
                Rule::MissingElementKey,
                at,
                "from config is not present in plan",
                report,
            );
        }
    }
}

fn key_fault(rule: Rule, at: At<'_>, text: &str, report: &mut Report) {
    if let At::Key(key) = at {
        report.add(
            rule,
            [None, None],
            &format!("sensitive map key {text}"),
            || format!("map key {} {text}", Quoted(key)),
        );
    }
}

fn element_count(site: Site<'_>, report: &mut Report) {
    let [planned, config] = [site.planned, site.config].map(length);
    let text = format!(
        "count in plan ({}) disagrees with count in config ({})",
        Go(&planned),
        Go(&config)
    );
    report.plain(Rule::PlannedElementCount, [None, None], &text);
}

/// Returns whether the number of planned elements can be equal to the number of configured elements.
fn may_have_length_of(planned: &Value, config: &Value) -> Option<bool> {
    match lengths(planned) {
        (min, Some(max)) if min == max => range_includes(&length(config), &range(min, Some(max))),
        (min, max) => range_includes(&length(config), &range(min, max)),
    }
}

/// Returns the number of elements as a value, which is unknown if the number is unknown.
fn length(value: &Value) -> Value {
    match lengths(value) {
        (min, Some(max)) if min == max => Value::from(min),
        (min, max) => {
            // go-cty prints the maximum of a signed 64-bit integer if there is no upper bound.
            let max = max.unwrap_or(i64::MAX as u64);
            Value::refined(Type::Number, range(min, Some(max)))
                .unwrap_or(Value::unknown(Type::Number))
        }
    }
}

fn range(min: u64, max: Option<u64>) -> Refinements {
    let bounds = Refinements::new()
        .not_null()
        .at_least(Number::from(min), true);
    let bounds = bounds.and_then(|bounds| match max {
        Some(max) => bounds.at_most(Number::from(max), true),
        None => Ok(bounds),
    });
    bounds.unwrap_or_default()
}
