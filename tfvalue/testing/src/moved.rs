//! Moves states from other resource types.

use tfvalue::rules::{self, Rule};
use tfvalue::state::MoveSource;
use tfvalue::tfplugin6::{RawState, move_resource_state};

use super::instance::{Current, Instance};
use super::outcome::Outcome;

const MOVE: &str = "MoveResourceState";

impl Instance<'_> {
    /// Replaces the state with a state of another resource type, in JSON, as with a `moved` block. The next step
    /// upgrades and refreshes the state, as Terraform does.
    ///
    /// # Examples
    ///
    /// ```
    /// # use tfvalue_testing::Harness;
    /// # fn example(harness: &Harness) {
    /// use tfvalue::state::MoveSource;
    ///
    /// let source = MoveSource::new("old_server", 0, "registry.terraform.io/example/old");
    /// let mut server = harness.resource("shop_server");
    /// server.move_from(&source, r#"{"id": "s-1", "title": "a"}"#).succeeds();
    /// server.apply(r#"{"name": "a"}"#).unchanged();
    /// # }
    /// ```
    #[must_use = "check the outcome with a method such as `succeeds`"]
    pub fn move_from(&mut self, source: &MoveSource<'_>, state: &str) -> Outcome {
        let identity = source.identity.map(<[u8]>::to_vec);
        self.moved(request(source, state, identity))
    }

    /// Moves the object of another instance, including its state, its private data and its identity, to this resource
    /// type, as with a `moved` block. The other instance can belong to another provider. In that case, the second
    /// argument is the address of that provider.
    ///
    /// # Panics
    ///
    /// Panics if the other instance has no state.
    ///
    /// # Examples
    ///
    /// ```
    /// # use tfvalue_testing::Harness;
    /// # fn example(harness: &Harness) {
    /// let mut host = harness.resource("shop_host");
    /// host.apply(r#"{"name": "a"}"#).created();
    /// let mut server = harness.resource("shop_server");
    /// server.move_object(&host, "registry.terraform.io/example/shop").succeeds();
    /// server.apply(r#"{"name": "a"}"#).unchanged();
    /// # }
    /// ```
    #[must_use = "check the outcome with a method such as `succeeds`"]
    #[track_caller]
    pub fn move_object(&mut self, from: &Instance<'_>, provider_address: &str) -> Outcome {
        let Some(stored) = &from.stored else {
            panic!("there is no state of {}", from.type_name);
        };
        let source = MoveSource::new(&from.type_name, stored.version, provider_address);
        self.moved(move_resource_state::Request {
            source_private: stored.private.clone(),
            source_identity_schema_version: stored.identity_version,
            ..request(&source, &stored.json, from.identity_json())
        })
    }

    fn moved(&mut self, request: move_resource_state::Request) -> Outcome {
        let request = move_resource_state::Request {
            target_type_name: self.type_name.clone(),
            ..request
        };
        self.run("move", |object, run| {
            let response: move_resource_state::Response = run.call(MOVE, &request)?;
            run.diagnose(response.diagnostics)?;
            let value = run.read(MOVE, response.target_state)?;
            let faults = rules::check_move(run.block, &value);
            run.rules(MOVE, faults)?;
            if value.is_null() {
                let problem = "the response has no state".to_owned();
                return run.stop(MOVE, Rule::NullResult.into(), problem);
            }
            let moved = Current {
                value,
                private: response.target_private,
                identity: response.target_identity,
                is_tainted: false,
            };
            object.stored = Some(object.store(run, &moved)?);
            Ok(())
        })
    }
}

fn request(
    source: &MoveSource<'_>,
    state: &str,
    identity: Option<Vec<u8>>,
) -> move_resource_state::Request {
    move_resource_state::Request {
        source_provider_address: source.provider_address.to_owned(),
        source_type_name: source.type_name.to_owned(),
        source_schema_version: source.schema_version,
        source_state: Some(RawState {
            json: state.into(),
            ..RawState::default()
        }),
        source_identity: identity.map(|json| RawState {
            json,
            ..RawState::default()
        }),
        ..move_resource_state::Request::default()
    }
}
