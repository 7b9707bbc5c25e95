//! Passes the log of the other provider to the log of this provider.

/// The maximum number of bytes in a line that is passed on. Terraform splits longer lines in the same way.
const LINE: usize = 64 << 10;

/// Returns a function that receives the log of the other provider, and writes the lines of the log to standard error if
/// Terraform reads standard error. Providers in Go log everything, and Terraform then filters the lines.
pub(super) fn follow() -> impl FnMut(&[u8]) {
    lines(tfvalue::__internal::client::write_log)
}

/// Returns a function that receives bytes and writes whole lines.
fn lines(mut write: impl FnMut(&str)) -> impl FnMut(&[u8]) {
    // Without a line feed.
    let mut rest = Vec::new();
    move |bytes: &[u8]| {
        rest.extend_from_slice(bytes);
        let end = match rest.iter().rposition(|&byte| byte == b'\n') {
            Some(last) => last + 1,
            None if rest.len() < LINE => return,
            None => {
                rest.push(b'\n');
                rest.len()
            }
        };
        write(&String::from_utf8_lossy(&rest[..end]));
        rest.drain(..end);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_lines_are_written() {
        let mut written = Vec::new();
        let mut receive = lines(|lines| written.push(lines.to_owned()));
        for part in ["first\nsec", "ond\nthi", "rd", "\n"] {
            receive(part.as_bytes());
        }
        // An endless line is split.
        for _ in 0..20 {
            receive(&[b'x'; LINE / 10]);
        }
        drop(receive);
        assert_eq!(written[..3], ["first\n", "second\n", "third\n"]);
        assert!(written[3].ends_with("x\n") && written[3].len() > LINE);
        assert_eq!(written.len(), 4);
    }
}
