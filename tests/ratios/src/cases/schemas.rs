//! Schemas as a provider sends them.

use prost::Message;
use tfvalue::{TfSchema, tfplugin6};

use crate::{Case, Contender};
use tfvalue_tests::models::derived::attr::Resource;

pub(super) fn cases() -> Vec<Case> {
    vec![Case::new("schema to protobuf, resource", || {
        vec![Contender::ours(|| {
            tfplugin6::Schema::from(Resource::<String>::schema()).encode_to_vec()
        })]
    })]
}
