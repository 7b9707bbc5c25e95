//! Checks the values that Terraform computes for plan requests.

use tfvalue::rules::{
    PlanRequest, normalize_legacy_object, older, planned_data_source, prepared_config,
    proposed_new_state,
};
use tfvalue::tfplugin6::{DynamicValue, plan_resource_change};
use tfvalue::{Error, Result, Type, Value, msgpack};

use super::{Shared, read, sink_block};
use crate::agreement::case::Case;
use crate::agreement::convert::converted;
use crate::agreement::known::proposes_older_maps;
use crate::agreement::values;

impl Shared {
    /// Compares the planned state of a data source that appears in the configuration of a resource.
    pub(super) fn plan_sink(
        &self,
        request: &plan_resource_change::Request,
    ) -> Result<plan_resource_change::Response> {
        let config = read(request.config.as_ref(), &sink_block().implied_type())?;
        let sent = config.get("v");
        if let (Some(case), Some(sent), false) = (self.case(&[&config]), sent, self.is_applying()) {
            let config = converted(&case.block, &case.config)?;
            let own = if proposes_older_maps() {
                older::planned_data_source(&case.block, &config)?
            } else {
                planned_data_source(&case.block, &config)?
            };
            // The case has sets in a different order, nulls of different types, and long prefixes.
            let text = |value: &Value| {
                let sent = DynamicValue::encode_value(value, &Type::Dynamic)?;
                let sent = sent.decode_value(&Type::Dynamic)?;
                Ok::<_, Error>(values::comparable(&sent)?.to_string())
            };
            let (own, sent) = (text(&own)?, text(sent)?);
            self.record(case, |record| {
                let is_read = record.log.iter().any(|call| call.starts_with("data:"));
                record.log.push(format!("planned data: {sent}"));
                record.data += u64::from(!is_read);
                if !is_read && own != sent {
                    let config = &case.config;
                    let at = difference(&own, &sent);
                    let text = format!(
                        "planned data {at}\n  planned data {own}\n  but sent {sent}\n  for {config}"
                    );
                    record.sent.push(text);
                }
            });
        }
        Ok(plan_resource_change::Response {
            planned_state: request.proposed_new_state.clone(),
            ..Default::default()
        })
    }

    /// Compares the values in a request with the values that we compute.
    pub(super) fn compare_sent(
        &self,
        case: &Case,
        prior: &Value,
        config: &Value,
        request: &plan_resource_change::Request,
    ) {
        let ty = case.block.implied_type();
        let sent = request.proposed_new_state.clone().unwrap_or_default();
        let sent_bytes = crate::hex::encode(&sent.with_valid_utf8().msgpack);
        let asked = PlanRequest { config, prior };
        let own = if proposes_older_maps() {
            older::proposed_new_state(&case.block, asked)
        } else {
            proposed_new_state(&case.block, asked)
        };
        let own =
            own.and_then(|own| Ok((crate::hex::encode(&msgpack::value_to_vec(&own, &ty)?), own)));
        let prepared = self.prepared(case, config);
        self.record(case, |record| {
            match prepared {
                Ok(own) => record.sent.extend(own),
                Err(error) => record.sent.push(format!("configuration: {error}")),
            }
            record.log.push(format!("config: {config}"));
            record.log.push(format!("prior: {prior}"));
            record.proposed += 1;
            match own {
                Ok((bytes, own)) if bytes != sent_bytes => {
                    let sent = read(request.proposed_new_state.as_ref(), &ty);
                    let sent = sent.map_or_else(|error| error.to_string(), |it| it.to_string());
                    let at = difference(&own.to_string(), &sent);
                    let wire = difference(&bytes, &sent_bytes);
                    record.sent.push(format!(
                        "proposed {at}\n  {wire}\n  proposed {own}\n  but sent {sent}"
                    ));
                }
                Ok(_) => {}
                Err(error) => record.sent.push(format!("proposed: {error}")),
            }
            // The second plan of a replacement has no prior state.
            if let (Some(refreshed), false) = (&record.refreshed, prior.is_null()) {
                // Terraform 1.11 leaves a group null.
                let [own, theirs] = [refreshed, &normalize_legacy_object(&case.block, prior)]
                    .map(|value| values::comparable(value).ok());
                if own != theirs && !self.is_applying() {
                    record
                        .sent
                        .push(format!("prior {refreshed}\n  but sent {prior}"));
                }
            }
        });
    }

    /// Returns the differences between the configuration and the value that we compute, in which missing computed
    /// blocks are null.
    fn prepared(&self, case: &Case, config: &Value) -> Result<Option<String>> {
        if self.is_applying() || !case.block.has_computed_blocks() {
            return Ok(None);
        }
        let own = prepared_config(&case.block, &case.config)?.into_owned();
        let ty = case.block.implied_type();
        let text = |value: &Value| {
            let sent = DynamicValue::encode_value(value, &ty)?.decode_value(&ty)?;
            Ok::<_, Error>(values::comparable(&sent)?.to_string())
        };
        let (own, sent) = (text(&own)?, text(config)?);
        Ok((own != sent).then(|| format!("configuration {}", difference(&own, &sent))))
    }
}

/// Returns the parts of two strings around their first difference.
fn difference(own: &str, sent: &str) -> String {
    let pairs = own.char_indices().zip(sent.chars());
    let same = pairs.take_while(|((_, own), sent)| own == sent);
    let end = same.last().map_or(0, |((index, _), _)| index);
    let part = |text: &str| -> String {
        let start = text[..end].char_indices().rev().nth(80);
        let start = start.map_or(0, |(index, _)| index);
        text[start..].chars().take(250).collect()
    };
    format!("...{}...\n  but sent ...{}...", part(own), part(sent))
}
