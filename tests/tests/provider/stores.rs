//! State stores.

use std::collections::BTreeMap;
use std::sync::Mutex;

use prost::Message;
use tfvalue::provider::{
    CallErrorKind, Context, LockInfo, Provider, ProviderConfig, StateReceiver, StateSender,
    StateStore,
};
use tfvalue::tfplugin6::{
    RequestChunkMeta, StateRange, StateStoreClientCapabilities, configure_state_store,
    delete_state, get_metadata, get_provider_schema, get_states, lock_state, read_state_bytes,
    unlock_state, validate_state_store, write_state_bytes,
};
use tfvalue::{Attr, Diagnostic, Diagnostics, Error, TfSchema, tfplugin5};

use crate::calls::{config, configured, stream, texts};
use crate::{call, method, ready, streamed};

#[derive(TfSchema)]
#[tf(kind = provider)]
struct Config {}

#[derive(Default)]
pub(crate) struct States {
    states: Mutex<BTreeMap<String, Vec<u8>>>,
    locks: Mutex<BTreeMap<String, LockInfo>>,
}

impl ProviderConfig for Config {
    type Client = States;

    async fn configure(self, _: &mut Context<()>) -> Result<States, Diagnostics> {
        Ok(States::default())
    }
}

/// Keeps states in memory.
#[derive(TfSchema)]
#[tf(kind = state_store)]
struct Memory {
    #[tf(required, length = 1..)]
    prefix: Attr<String>,
}

impl Memory {
    fn key(&self, state: &str) -> Result<String, Error> {
        Ok(format!("{}/{state}", self.prefix.require("prefix")?))
    }
}

impl StateStore for Memory {
    const NAME: &'static str = "memory";
    type Client = States;

    async fn configure(&self, _: &mut Context<States>) -> Result<(), Diagnostics> {
        if self.prefix.as_deref() == Some("taken") {
            return Err(Error::msg("the prefix is taken").at("prefix").into());
        }
        Ok(())
    }

    async fn states(&self, context: &mut Context<States>) -> Result<Vec<String>, Diagnostics> {
        let prefix = self.key("")?;
        let states = context.client().states.lock().unwrap();
        let names = states.keys().filter_map(|key| key.strip_prefix(&prefix));
        Ok(names.map(str::to_owned).collect())
    }

    async fn read(
        &self,
        state: &str,
        sender: StateSender<'_>,
        context: &mut Context<States>,
    ) -> Result<(), Diagnostics> {
        if ["broken", "old"].contains(&state) {
            context.warn(Diagnostic::warning(
                "Old state",
                "Nobody has written it lately.",
            ));
        }
        if state == "broken" {
            return Err(Error::msg("the state is broken").into());
        }
        let key = self.key(state)?;
        let bytes = context.client().states.lock().unwrap().get(&key).cloned();
        match bytes {
            Some(bytes) => sender.send(&bytes).await,
            None => Ok(()),
        }
    }

    async fn write(
        &self,
        state: &str,
        receiver: StateReceiver<'_>,
        context: &mut Context<States>,
    ) -> Result<(), Diagnostics> {
        assert!(state != "panic", "no state {state:?}");
        let bytes = receiver.bytes().await?;
        let mut states = context.client().states.lock().unwrap();
        states.insert(self.key(state)?, bytes);
        Ok(())
    }

    async fn delete(&self, state: &str, context: &mut Context<States>) -> Result<(), Diagnostics> {
        let mut states = context.client().states.lock().unwrap();
        let removed = states.remove(&self.key(state)?);
        removed.ok_or_else(|| Error::msg("there is no such state"))?;
        Ok(())
    }

    async fn lock(
        &self,
        state: &str,
        operation: &str,
        context: &mut Context<States>,
    ) -> Result<String, Diagnostics> {
        let mut locks = context.client().locks.lock().unwrap();
        if let Some(existing) = locks.get(state) {
            return Err(existing.already_locked(state).into());
        }
        let lock = LockInfo::new(operation);
        locks.insert(state.to_owned(), lock.clone());
        Ok(lock.id)
    }

    async fn unlock(
        &self,
        state: &str,
        lock_id: &str,
        context: &mut Context<States>,
    ) -> Result<(), Diagnostics> {
        let mut locks = context.client().locks.lock().unwrap();
        if locks.get(state).is_none_or(|lock| lock.id != lock_id) {
            return Err(Error::msg(format!("there is no lock {lock_id:?}")).into());
        }
        locks.remove(state);
        Ok(())
    }
}

const NAME: &str = "cloud_memory";

fn unconfigured() -> Provider<States> {
    let provider = Provider::new::<Config>("cloud").state_store::<Memory>();
    configured(provider, "{}")
}

/// Configures the store. Returns the chunk size and the messages.
fn configure(
    provider: &Provider<States>,
    prefix: &str,
    chunk_size: i64,
) -> (Option<i64>, Vec<String>) {
    let request = configure_state_store::Request {
        type_name: NAME.into(),
        config: Some(config(&format!("{{\"prefix\": {prefix:?}}}"))),
        capabilities: Some(StateStoreClientCapabilities { chunk_size }),
    };
    let configured: configure_state_store::Response =
        call(provider, "ConfigureStateStore", &request);
    let size = configured.capabilities.map(|server| server.chunk_size);
    (size, texts(&configured.diagnostics))
}

pub(crate) fn provider(chunk_size: i64) -> Provider<States> {
    let provider = unconfigured();
    assert_eq!(configure(&provider, "a", chunk_size).1, [""; 0]);
    provider
}

/// Returns the chunks of a state, as Terraform sends them.
fn chunks(state: &str, bytes: &[u8], size: usize) -> Vec<write_state_bytes::RequestChunk> {
    let chunk = |(index, chunk): (usize, &[u8])| {
        let start = index * size;
        write_state_bytes::RequestChunk {
            meta: (index == 0).then(|| RequestChunkMeta {
                type_name: NAME.into(),
                state_id: state.into(),
            }),
            bytes: chunk.to_vec(),
            total_length: bytes.len() as i64,
            range: Some(StateRange {
                start: start as i64,
                end: (start + chunk.len()) as i64 - 1,
            }),
        }
    };
    bytes.chunks(size).enumerate().map(chunk).collect()
}

fn try_write(
    provider: &Provider<States>,
    chunks: &[write_state_bytes::RequestChunk],
) -> Result<Vec<String>, (CallErrorKind, String)> {
    let messages = chunks.iter().map(Message::encode_to_vec);
    let responses = streamed(provider, method(6, "WriteStateBytes"), messages)
        .map_err(|error| (error.kind(), error.to_string()))?;
    assert_eq!(responses.len(), 1);
    let written = write_state_bytes::Response::decode(&responses[0][..]).unwrap();
    Ok(texts(&written.diagnostics))
}

fn write(provider: &Provider<States>, state: &str, bytes: &[u8]) -> Vec<String> {
    try_write(provider, &chunks(state, bytes, 4)).unwrap()
}

/// Returns the messages that contain a state.
fn read(provider: &Provider<States>, state: &str) -> Vec<read_state_bytes::Response> {
    let request = read_state_bytes::Request {
        type_name: NAME.into(),
        state_id: state.into(),
    };
    let messages = stream(provider, "ReadStateBytes", &request);
    let decoded = messages
        .iter()
        .map(|message| read_state_bytes::Response::decode(&message[..]));
    decoded.collect::<Result<_, _>>().unwrap()
}

fn states(provider: &Provider<States>) -> (Vec<String>, Vec<String>) {
    let request = get_states::Request {
        type_name: NAME.into(),
    };
    let listed: get_states::Response = call(provider, "GetStates", &request);
    (listed.state_id, texts(&listed.diagnostics))
}

#[test]
fn a_state_is_written_and_read_in_chunks() {
    let provider = provider(3);
    assert_eq!(write(&provider, "default", b"0123456789"), [""; 0]);
    let read = read(&provider, "default");
    let found: Vec<_> = read
        .iter()
        .map(|chunk| {
            let range = chunk.range.unwrap();
            (&chunk.bytes[..], range.start, range.end, chunk.total_length)
        })
        .collect();
    let expected: [(&[u8], i64, i64, i64); 4] = [
        (b"012", 0, 2, 10),
        (b"345", 3, 5, 10),
        (b"678", 6, 8, 10),
        (b"9", 9, 9, 10),
    ];
    assert_eq!(found, expected);
    // The state is replaced.
    write(&provider, "default", b"new");
    assert_eq!(self::read(&provider, "default")[0].bytes, b"new");
}

#[test]
fn a_state_that_does_not_exist_has_no_chunks() {
    assert!(read(&provider(3), "default").is_empty());
}

/// Terraform reports an error for a chunk without bytes.
#[test]
fn the_last_chunk_has_the_warnings() {
    let provider = unconfigured();
    configure(&provider, "a", 2);
    let warning = [" | Old state | Nobody has written it lately."];
    let empty = read(&provider, "old");
    assert_eq!(empty.len(), 1);
    assert_eq!(texts(&empty[0].diagnostics), warning);
    assert_eq!((empty[0].total_length, &empty[0].bytes[..]), (0, &b""[..]));

    assert_eq!(write(&provider, "old", b"12345"), [""; 0]);
    let chunks = read(&provider, "old");
    let sizes: Vec<_> = chunks.iter().map(|chunk| chunk.bytes.len()).collect();
    assert_eq!(sizes, [2, 2, 1]);
    assert_eq!(texts(&chunks[2].diagnostics), warning);
    assert!(chunks[..2].iter().all(|chunk| chunk.diagnostics.is_empty()));
}

#[test]
fn states_are_listed_and_deleted() {
    let provider = provider(0);
    write(&provider, "default", b"1");
    write(&provider, "test", b"2");
    assert_eq!(states(&provider).0, ["default", "test"]);
    let delete = |state: &str| {
        let request = delete_state::Request {
            type_name: NAME.into(),
            state_id: state.into(),
        };
        let deleted: delete_state::Response = call(&provider, "DeleteState", &request);
        texts(&deleted.diagnostics)
    };
    assert_eq!(delete("test"), [""; 0]);
    assert_eq!(
        delete("test"),
        [" | Invalid value | there is no such state"]
    );
    assert_eq!(states(&provider).0, ["default"]);
}

#[test]
fn a_state_has_one_lock() {
    let provider = provider(0);
    let lock = || {
        let request = lock_state::Request {
            type_name: NAME.into(),
            state_id: "default".into(),
            operation: "apply".into(),
        };
        let locked: lock_state::Response = call(&provider, "LockState", &request);
        (locked.lock_id, texts(&locked.diagnostics))
    };
    let unlock = |lock_id: &str| {
        let request = unlock_state::Request {
            type_name: NAME.into(),
            state_id: "default".into(),
            lock_id: lock_id.into(),
        };
        let unlocked: unlock_state::Response = call(&provider, "UnlockState", &request);
        texts(&unlocked.diagnostics)
    };
    let (id, faults) = lock();
    assert_eq!((id.len(), faults), (32, Vec::new()));
    let (none, faults) = lock();
    assert_eq!((none.as_str(), faults.len()), ("", 1));
    let lines: Vec<_> = faults[0].lines().collect();
    let [headline, "", id_line, "Operation: apply", others @ ..] = &lines[..] else {
        panic!("{}", faults[0]);
    };
    assert_eq!(
        *headline,
        " | Workspace already locked | Another client holds the lock of the workspace \"default\"."
    );
    assert_eq!(*id_line, format!("Lock ID: {id}"));
    let created = others.last().unwrap().strip_prefix("Created: 2").unwrap();
    assert!(created.ends_with('Z'), "{created}");
    assert_eq!(unlock("x"), [" | Invalid value | there is no lock \"x\""]);
    assert_eq!(unlock(&id), [""; 0]);
    assert_ne!(lock().0, id);
}

#[test]
fn a_lock_is_stored_by_serde() {
    let lock = LockInfo::new("apply");
    let text = serde_json::to_string(&lock).unwrap();
    assert_eq!(serde_json::from_str::<LockInfo>(&text).unwrap(), lock);
    let bytes = rmp_serde::to_vec(&lock).unwrap();
    assert_eq!(rmp_serde::from_slice::<LockInfo>(&bytes).unwrap(), lock);
    let empty: LockInfo = serde_json::from_str("{}").unwrap();
    assert_eq!(empty, LockInfo::default());
    assert_eq!(empty.to_string(), "");
}

#[test]
fn both_sides_agree_on_the_size_of_chunks() {
    let provider = unconfigured();
    for (suggested, agreed) in [
        (0, 8 << 20),
        (-1, 8 << 20),
        (1, 1),
        (5 << 20, 5 << 20),
        (i64::MAX, 128 << 20),
    ] {
        assert_eq!(
            configure(&provider, "a", suggested),
            (Some(agreed), Vec::new())
        );
    }
}

#[test]
fn failures_are_diagnostics() {
    let provider = unconfigured();
    let detail = "Terraform must configure the state store before it uses it.";
    let fault = [format!(" | The state store is not configured | {detail}")];
    assert_eq!(states(&provider).1, fault);
    assert_eq!(write(&provider, "default", b"1"), fault);
    let (size, faults) = configure(&provider, "taken", 0);
    assert_eq!(
        (size, &faults[..]),
        (
            None,
            &["prefix | Invalid value | prefix: the prefix is taken".to_owned()][..]
        )
    );
    assert_eq!(states(&provider).1, fault);

    configure(&provider, "a", 0);
    let read = read(&provider, "broken");
    assert_eq!(read.len(), 1);
    assert_eq!(
        texts(&read[0].diagnostics),
        [
            " | Old state | Nobody has written it lately.",
            " | Invalid value | the state is broken"
        ]
    );
    // Terraform reads the range of each message.
    assert_eq!(read[0].range, Some(StateRange::default()));
    let faults = write(&provider, "panic", b"1");
    assert!(faults[0].contains("no state \"panic\""), "{faults:?}");

    let request = validate_state_store::Request {
        type_name: NAME.into(),
        config: Some(config("{\"prefix\": \"\"}")),
    };
    let validated: validate_state_store::Response =
        call(&provider, "ValidateStateStoreConfig", &request);
    let fault = "prefix | Invalid value | prefix: a string of at least 1 character is required, got 0 characters";
    assert_eq!(texts(&validated.diagnostics), [fault]);
    let request = get_states::Request {
        type_name: "cloud_x".into(),
    };
    let listed: get_states::Response = call(&provider, "GetStates", &request);
    let fault =
        " | Unknown state store | This version of the provider has no state store \"cloud_x\".";
    assert_eq!(texts(&listed.diagnostics), [fault]);
}

#[test]
fn incomplete_states_are_not_written() {
    let provider = provider(0);
    let all = chunks("default", b"0123456789", 4);
    let without_meta = write_state_bytes::RequestChunk {
        meta: None,
        ..all[0].clone()
    };
    for (chunks, text) in [
        (
            vec![all[0].clone(), all[2].clone()],
            "a chunk that starts at byte 4 is required, got 8",
        ),
        (all[..2].to_vec(), "a state of 10 bytes is required, got 8"),
        (
            vec![without_meta, all[1].clone(), all[2].clone()],
            "the name of the state is missing",
        ),
        (Vec::new(), "the name of the state is missing"),
    ] {
        let error = try_write(&provider, &chunks).unwrap_err();
        assert_eq!(error, (CallErrorKind::InvalidArgument, text.to_owned()));
    }
    assert!(states(&provider).0.is_empty());
    let garbage = vec![b"\x05\xff".to_vec()];
    let garbage = streamed(&provider, method(6, "WriteStateBytes"), garbage).unwrap_err();
    assert_eq!(garbage.kind(), CallErrorKind::InvalidArgument);
}

#[test]
fn only_protocol_6_announces_state_stores() {
    let provider = unconfigured();
    let request = get_provider_schema::Request::default();
    let six: get_provider_schema::Response = call(&provider, "GetProviderSchema", &request);
    assert!(six.state_store_schemas.contains_key(NAME) && six.diagnostics.is_empty());
    let metadata: get_metadata::Response =
        call(&provider, "GetMetadata", &get_metadata::Request::default());
    assert_eq!(metadata.state_stores[0].type_name, NAME);
    let five = ready(provider.respond(method(5, "GetSchema"), b"")).unwrap();
    let five = tfplugin5::get_provider_schema::Response::decode(five).unwrap();
    assert!(five.provider.is_some());
    assert_eq!(
        texts(&five.diagnostics),
        [
            " | Not available in protocol 5 | state_store_schemas[\"cloud_memory\"]: protocol 5 has no state stores"
        ]
    );
}
