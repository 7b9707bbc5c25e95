//! Reads the values of keywords, and reports values of the wrong type.

use serde_json::Value as Json;

use tfvalue::{Error, Number};

use crate::Reading;
use crate::document::{Fragment, Pointer};

impl<'d> Reading<'d> {
    pub(crate) fn flag(&mut self, fragment: &Fragment<'d>, keyword: &'static str) -> bool {
        match fragment.get(keyword) {
            None => false,
            Some(Json::Bool(flag)) => *flag,
            Some(other) => {
                self.wrong(&fragment.at(keyword), "a bool", other);
                false
            }
        }
    }

    pub(crate) fn text(
        &mut self,
        fragment: &Fragment<'d>,
        keyword: &'static str,
    ) -> Option<&'d str> {
        match fragment.get(keyword)? {
            Json::String(text) => Some(text),
            other => {
                self.wrong(&fragment.at(keyword), "a string", other);
                None
            }
        }
    }

    pub(crate) fn number(
        &mut self,
        fragment: &Fragment<'d>,
        keyword: &'static str,
    ) -> Option<Number> {
        let json = fragment.get(keyword)?;
        let number = json
            .as_number()
            .and_then(|number| number.to_string().parse().ok());
        if number.is_none() {
            self.wrong(&fragment.at(keyword), "a number", json);
        }
        number
    }

    pub(crate) fn count(&mut self, fragment: &Fragment<'d>, keyword: &'static str) -> Option<u64> {
        let number = self.number(fragment, keyword)?;
        let count = number.as_u64();
        if count.is_none() {
            let got = format!("a whole number is required, got {number}");
            self.fault(&fragment.at(keyword), Error::msg(got));
        }
        count
    }

    pub(crate) fn list(&mut self, json: &'d Json, at: &Pointer<'d>) -> &'d [Json] {
        match json {
            Json::Array(elements) => elements,
            other => {
                self.wrong(at, "an array", other);
                &[]
            }
        }
    }

    pub(crate) fn members(
        &mut self,
        json: &'d Json,
        at: &Pointer<'d>,
    ) -> impl Iterator<Item = (&'d str, &'d Json)> + use<'d> {
        let members = json.as_object();
        if members.is_none() {
            self.wrong(at, "an object", json);
        }
        let members = members.into_iter().flatten();
        members.map(|(name, json)| (name.as_str(), json))
    }

    pub(crate) fn names(&mut self, json: &'d Json, at: &Pointer<'d>) -> Vec<&'d str> {
        let mut names = Vec::new();
        for name in self.list(json, at) {
            match name {
                Json::String(name) => names.push(name.as_str()),
                other => self.wrong(at, "an array of strings", other),
            }
        }
        names
    }
}
