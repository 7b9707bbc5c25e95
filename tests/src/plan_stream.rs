//! A plan of any size that is generated while it is read.

use std::io::{self, Read};

/// Generates a plan that lists each of its resources three times, as Terraform does: in the planned values, in the
/// changes and in the configuration.
pub struct PlanStream {
    /// The number of resources.
    resources: usize,
    next: usize,
    piece: Vec<u8>,
    at: usize,
    /// The number of bytes that have been generated so far.
    pub bytes: usize,
}

impl PlanStream {
    /// Creates a plan with `resources` resources that are about 5 KB each.
    #[must_use]
    pub fn new(resources: usize) -> Self {
        PlanStream {
            resources,
            next: 0,
            piece: Vec::new(),
            at: 0,
            bytes: 0,
        }
    }

    /// Returns the next piece: the beginning of one of the three lists, or an element.
    fn piece(&self) -> Option<String> {
        let (list, index) = (
            self.next / (self.resources + 1),
            self.next % (self.resources + 1),
        );
        let comma = if index > 1 { "," } else { "" };
        Some(match (list, index) {
            (0, 0) => concat!(
                r#"{"format_version":"1.2","terraform_version":"1.11.4","#,
                r#""planned_values":{"root_module":{"resources":["#
            )
            .to_owned(),
            (0, index) => format!("{comma}{}", planned(index)),
            (1, 0) => r#"]}},"resource_changes":["#.to_owned(),
            (1, index) => format!("{comma}{}", changed(index)),
            (2, 0) => r#"],"configuration":{"root_module":{"resources":["#.to_owned(),
            (2, index) => format!("{comma}{}", configured(index)),
            (3, 0) => r#"]}},"errored":false}"#.to_owned(),
            _ => return None,
        })
    }
}

impl Read for PlanStream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.at == self.piece.len() {
            match self.piece() {
                Some(piece) => (self.piece, self.at) = (piece.into_bytes(), 0),
                None => return Ok(0),
            }
            self.next += 1;
            self.bytes += self.piece.len();
        }
        let len = buffer.len().min(self.piece.len() - self.at);
        buffer[..len].copy_from_slice(&self.piece[self.at..self.at + len]);
        self.at += len;
        Ok(len)
    }
}

fn head(index: usize) -> String {
    format!(
        r#""address":"aws_instance.web[{index}]","mode":"managed","type":"aws_instance","name":"web","index":{index},"#
    )
}

fn values(index: usize) -> String {
    let tags: Vec<String> = (0..40)
        .map(|tag| format!(r#""tag-{tag}":"value \"{tag}\" of {{instance}} [{index}]""#))
        .collect();
    format!(
        r#"{{"ami":"ami-{index:017x}","instance_type":"t3.micro","tags":{{{}}},"root_block_device":[{{"encrypted":{},"volume_size":20}}]}}"#,
        tags.join(","),
        !index.is_multiple_of(10)
    )
}

fn planned(index: usize) -> String {
    format!("{{{}\"values\":{}}}", head(index), values(index))
}

fn changed(index: usize) -> String {
    format!(
        r#"{{{}"change":{{"actions":["create"],"before":null,"after":{},"after_unknown":{{"id":true,"tags":{{}},"root_block_device":[{{"volume_id":true}}]}},"before_sensitive":false,"after_sensitive":{{"tags":{{}}}}}}}}"#,
        head(index),
        values(index)
    )
}

fn configured(index: usize) -> String {
    format!(
        r#"{{{}"expressions":{{"ami":{{"references":["var.ami"]}},"tags":{{"constant_value":{{"n":"{index}"}}}}}}}}"#,
        head(index)
    )
}
