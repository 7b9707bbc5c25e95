//! The structs of the service's API, as a generator would write them based on the API description.

use serde::{Deserialize, Serialize};

/// A record.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Record {
    pub(crate) id: u64,
    pub(crate) name: String,
    pub(crate) r#type: RecordType,
    pub(crate) values: Vec<String>,
    pub(crate) ttl: i64,
    /// The time of the last change. Terraform does not need this value.
    #[serde(default)]
    #[allow(dead_code)]
    pub(crate) changed_at: String,
}

/// The type of a record.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
#[serde(rename_all = "UPPERCASE")]
pub(crate) enum RecordType {
    A,
    Aaaa,
    Cname,
    Txt,
}

/// The body of `POST /records`.
#[derive(Debug, Serialize)]
pub(crate) struct CreateRecord {
    pub(crate) name: String,
    pub(crate) r#type: RecordType,
    pub(crate) values: Vec<String>,
    pub(crate) ttl: i64,
}

/// The body of `PATCH /records/{id}`.
#[derive(Debug, Serialize)]
pub(crate) struct UpdateRecord {
    pub(crate) values: Vec<String>,
    pub(crate) ttl: i64,
}

/// A page of `GET /records`.
#[derive(Debug, Deserialize)]
pub(crate) struct Page {
    pub(crate) records: Vec<Record>,
    /// The value of `after` for the next page.
    pub(crate) next: Option<String>,
}

/// The body of an error response.
#[derive(Debug, Deserialize)]
pub(crate) struct Failure {
    pub(crate) message: String,
    #[serde(default)]
    pub(crate) errors: Vec<Fault>,
}

/// The problem with a member of a request.
#[derive(Debug, Deserialize)]
pub(crate) struct Fault {
    pub(crate) field: String,
    pub(crate) message: String,
}
