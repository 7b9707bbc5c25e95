//! The events of a search.

use super::responses::Responses;
use crate::tfplugin::calls::ResourceIdentityData;
use crate::tfplugin::calls::list::list_resource::{Event, Request};
use crate::tfplugin::messages::{Diagnostic, DynamicValue};

/// The events of a search, which are sent as they arrive.
pub(crate) struct Events {
    responses: Responses,
    remaining: usize,
    includes_objects: bool,
    /// The last event that Terraform will read. The event is held back until the diagnostics are known.
    last: Option<Event>,
}

impl Events {
    pub(crate) fn new(responses: Responses, request: &Request) -> Self {
        Events {
            responses,
            remaining: usize::try_from(request.limit).unwrap_or(usize::MAX),
            includes_objects: request.include_resource_object,
            last: None,
        }
    }

    pub(crate) fn remaining(&self) -> usize {
        self.remaining
    }

    /// Adds the event for an object. Ends the handler if Terraform has enough events.
    pub(crate) async fn push(
        &mut self,
        display_name: String,
        identity: ResourceIdentityData,
        state: DynamicValue,
    ) {
        if self.remaining == 0 {
            return self.responses.end().await;
        }
        self.remaining -= 1;
        let event = Event {
            identity: Some(identity),
            display_name,
            resource_object: self.includes_objects.then_some(state),
            diagnostic: Vec::new(),
        };
        if self.remaining == 0 {
            self.last = Some(event);
            self.responses.end().await;
        } else {
            self.responses.send_or_end(&event).await;
        }
    }

    /// Sends the diagnostics after all objects. Terraform does not read more events than its limit, so the last event
    /// contains the diagnostics.
    pub(crate) async fn finish(self, diagnostic: Vec<Diagnostic>) {
        if self.last.is_some() || !diagnostic.is_empty() {
            let last = self.last.unwrap_or_default();
            self.responses.send(&Event { diagnostic, ..last }).await;
        }
    }
}
