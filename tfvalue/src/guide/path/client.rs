// The client of the path's doc tests: its service is in memory.

use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The structs of the service.
pub mod api {
    #[derive(Clone)]
    pub struct Message {
        pub id: u64,
        pub name: String,
        pub text: String,
        pub changed_at: String,
    }

    pub struct NewMessage {
        pub name: String,
        pub text: String,
    }

    pub struct Change {
        pub text: String,
    }
}

/// The client, with the messages of the service.
pub struct Client(Mutex<Messages>);

#[derive(Default)]
struct Messages {
    last_id: u64,
    all: Vec<api::Message>,
}

impl Client {
    pub fn new(_url: String, _token: String) -> Self {
        Client(Mutex::default())
    }

    fn messages(&self) -> MutexGuard<'_, Messages> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub async fn create(&self, message: &api::NewMessage) -> io::Result<api::Message> {
        let mut messages = self.messages();
        messages.last_id += 1;
        let created = api::Message {
            id: messages.last_id,
            name: message.name.clone(),
            text: message.text.clone(),
            changed_at: String::new(),
        };
        messages.all.push(created.clone());
        Ok(created)
    }

    pub async fn get(&self, id: &str) -> io::Result<Option<api::Message>> {
        let messages = self.messages();
        let found = messages.all.iter().find(|one| one.id.to_string() == id);
        Ok(found.cloned())
    }

    pub async fn update(&self, id: &str, change: &api::Change) -> io::Result<api::Message> {
        let mut messages = self.messages();
        let mut messages = messages.all.iter_mut();
        let found = messages.find(|one| one.id.to_string() == id);
        let found = found.ok_or(io::ErrorKind::NotFound)?;
        found.text.clone_from(&change.text);
        Ok(found.clone())
    }

    pub async fn delete(&self, id: &str) -> io::Result<()> {
        self.messages().all.retain(|one| one.id.to_string() != id);
        Ok(())
    }
}
