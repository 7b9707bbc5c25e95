//! Writes the frames of a response together.
//!
//! h2 flushes the stream after the message of a response, and again after its status. This would result in two writes
//! and two TLS records. Behind a closed gate, both frames wait until the connection has no other work.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, BufWriter, ReadBuf};

/// Larger messages are written directly.
const BUFFER: usize = 64 << 10;

/// A stream that is flushed only while its gate is open.
pub(super) struct Gathered<S> {
    stream: BufWriter<S>,
    gate: Gate,
}

/// The gate of a stream. It is open at first.
#[derive(Clone)]
pub(super) struct Gate(Arc<AtomicBool>);

impl Gate {
    pub(super) fn open(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    pub(super) fn close(&self) {
        self.0.store(false, Ordering::Relaxed);
    }
}

impl<S: AsyncWrite> Gathered<S> {
    pub(super) fn new(stream: S) -> (Self, Gate) {
        let gate = Gate(Arc::new(AtomicBool::new(true)));
        let gathered = Gathered {
            stream: BufWriter::with_capacity(BUFFER, stream),
            gate: gate.clone(),
        };
        (gathered, gate)
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncRead for Gathered<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Gathered<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        if self.gate.0.load(Ordering::Relaxed) {
            Pin::new(&mut self.stream).poll_flush(context)
        } else {
            Poll::Ready(Ok(()))
        }
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use std::mem;
    use std::task::Waker;

    use super::*;

    /// A stream that records each write.
    #[derive(Default)]
    struct Writes(Vec<Vec<u8>>);

    impl AsyncWrite for Writes {
        fn poll_write(
            mut self: Pin<&mut Self>,
            _: &mut Context<'_>,
            bytes: &[u8],
        ) -> Poll<io::Result<usize>> {
            self.0.push(bytes.to_vec());
            Poll::Ready(Ok(bytes.len()))
        }

        fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
            Poll::Ready(Ok(()))
        }

        fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
            Poll::Ready(Ok(()))
        }
    }

    /// Writes the parts with a flush after each part, as h2 does, and returns the writes that arrive.
    fn writes(parts: &[&[u8]], gate_is_open: bool) -> Vec<Vec<u8>> {
        let mut context = Context::from_waker(Waker::noop());
        let (mut stream, gate) = Gathered::new(Writes::default());
        if !gate_is_open {
            gate.close();
        }
        for part in parts {
            let written = Pin::new(&mut stream).poll_write(&mut context, part);
            assert!(matches!(written, Poll::Ready(Ok(count)) if count == part.len()));
            let flushed = Pin::new(&mut stream).poll_flush(&mut context);
            assert!(matches!(flushed, Poll::Ready(Ok(()))));
        }
        gate.open();
        let flushed = Pin::new(&mut stream).poll_flush(&mut context);
        assert!(matches!(flushed, Poll::Ready(Ok(()))));
        mem::take(&mut stream.stream.get_mut().0)
    }

    #[test]
    fn a_response_is_one_write() {
        let parts = [&b"headers"[..], b"message", b"status"];
        assert_eq!(writes(&parts, true), parts);
        assert_eq!(writes(&parts, false), [b"headersmessagestatus"]);
    }

    #[test]
    fn large_messages_are_not_kept() {
        let large = vec![7; BUFFER];
        let parts = [&b"headers"[..], &large, b"status"];
        assert_eq!(writes(&parts, false), parts);
    }
}
