//! Checks that an object keeps its identity.

use super::calls::Run;
use super::finding::Finding;
use super::instance::Instance;
use super::lint::Lint;
use crate::json;
use crate::path::Path;
use crate::schema::Identity;
use crate::state;
use crate::tfplugin::calls::ResourceIdentityData;

impl Instance<'_> {
    /// Returns the version of the identity's schema.
    pub(super) fn identity_version(&self) -> i64 {
        self.identity_schema().map_or(0, |schema| schema.version)
    }

    /// Returns the stored identity as Terraform stores it.
    pub(super) fn identity_json(&self) -> Option<Vec<u8>> {
        let ty = self.identity_schema()?.implied_type();
        let data = self.stored.as_ref()?.identity.as_ref()?;
        let value = data.identity_data.as_ref()?.decode_value(&ty).ok()?;
        let json = json::value_to_string(&value, &ty).ok()?;
        Some(json.into_bytes())
    }

    fn identity_schema(&self) -> Option<&Identity> {
        let identities = &self.core.announced().schema.resource_identity_schemas;
        identities.get(&self.type_name)
    }

    /// Compares the identity in a response with that in the request.
    pub(super) fn compare_identities(
        &self,
        run: &mut Run<'_>,
        method: &'static str,
        [old, new]: [Option<&ResourceIdentityData>; 2],
    ) {
        let (Some(schema), false) = (
            self.identity_schema(),
            self.core.has_mutable_identity(&self.type_name),
        ) else {
            return;
        };
        let ty = schema.implied_type();
        let value = |identity: &ResourceIdentityData| {
            let data = identity.identity_data.as_ref();
            let value = data.and_then(|data| data.decode_value(&ty).ok());
            value.filter(|value| !value.is_null())
        };
        let Some(old) = old.and_then(value) else {
            return;
        };
        // An identity has no sensitive attributes.
        let Some(new) = new.and_then(value) else {
            let finding = Finding::lint(method, Lint::IdentityChanged, Path::root());
            run.add(Finding {
                expected: Some(old),
                ..finding
            });
            return;
        };
        for change in state::identity_changes(schema, &old, &new) {
            let path = Path::root().attribute(change.name.to_owned());
            let finding = Finding::lint(method, Lint::IdentityChanged, path);
            run.add(Finding {
                expected: Some(change.old.clone()),
                actual: Some(change.new.clone()),
                ..finding
            });
        }
    }
}
