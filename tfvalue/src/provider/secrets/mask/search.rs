//! Finds many strings in a message in a single pass with the Aho-Corasick algorithm.

use std::collections::VecDeque;

/// The number of bytes that are enough to recognize a longer string, so that the string is found even if the rest is
/// cut off.
pub(super) const ENOUGH: usize = 64;

/// The strings as a tree, in which the path to a node spells the beginning of a string.
pub(super) struct Search {
    nodes: Vec<Node>,
    /// The nodes for the first bytes.
    first: Box<[u32; 256]>,
}

#[derive(Default)]
struct Node {
    byte: u8,
    /// The first node with one more byte, and the next node with the same parent.
    child: u32,
    sibling: u32,
    /// The node for the longest proper suffix of this node's bytes that is also the beginning of a string.
    shorter: u32,
    /// The number of bytes.
    depth: u32,
    /// The length in bytes of the longest whole string that is a suffix of this node's bytes.
    whole: u32,
}

/// The node without bytes. This node is never a child or sibling of another node.
const ROOT: u32 = 0;

impl Search {
    pub(super) fn new<'s>(strings: impl IntoIterator<Item = &'s str>) -> Self {
        let mut search = Search {
            nodes: vec![Node::default()],
            first: Box::new([ROOT; 256]),
        };
        for string in strings {
            search.insert(string);
        }
        search.link();
        search
    }

    fn insert(&mut self, string: &str) {
        let mut node = ROOT;
        for byte in string.bytes() {
            node = match self.child(node, byte) {
                ROOT => self.add(node, byte),
                child => child,
            };
        }
        let node = &mut self.nodes[node as usize];
        node.whole = node.depth;
    }

    fn add(&mut self, parent: u32, byte: u8) -> u32 {
        // An overflow would need 96 GiB of nodes.
        let new = u32::try_from(self.nodes.len()).unwrap_or(u32::MAX);
        let Node { child, depth, .. } = self.nodes[parent as usize];
        self.nodes.push(Node {
            byte,
            sibling: child,
            depth: depth + 1,
            ..Node::default()
        });
        self.nodes[parent as usize].child = new;
        if parent == ROOT {
            self.first[usize::from(byte)] = new;
        }
        new
    }

    fn child(&self, node: u32, byte: u8) -> u32 {
        if node == ROOT {
            return self.first[usize::from(byte)];
        }
        let mut child = self.nodes[node as usize].child;
        while child != ROOT && self.nodes[child as usize].byte != byte {
            child = self.nodes[child as usize].sibling;
        }
        child
    }

    /// Links each node to the node for its suffix, in order of increasing length.
    fn link(&mut self) {
        let mut nodes = VecDeque::from([ROOT]);
        while let Some(node) = nodes.pop_front() {
            let mut child = self.nodes[node as usize].child;
            while child != ROOT {
                let Node { byte, sibling, .. } = self.nodes[child as usize];
                if node != ROOT {
                    let shorter = self.next(self.nodes[node as usize].shorter, byte);
                    let whole = self.nodes[shorter as usize].whole;
                    let child = &mut self.nodes[child as usize];
                    child.shorter = shorter;
                    child.whole = child.whole.max(whole);
                }
                nodes.push_back(child);
                child = sibling;
            }
        }
    }

    /// Appends a byte to the text, and returns the node for the longest suffix that is the beginning of a string.
    fn next(&self, mut node: u32, byte: u8) -> u32 {
        loop {
            #[cfg(test)]
            crate::value::work::add();
            match self.child(node, byte) {
                ROOT if node != ROOT => node = self.nodes[node as usize].shorter,
                next => return next,
            }
        }
    }

    /// Calls a function with the start and the end of each string in a message. The function is also called for each
    /// beginning of a string that has at least [`ENOUGH`] bytes. If several strings end at the same byte, only the
    /// longest string is reported. The strings are reported in the order of their ends.
    pub(super) fn find(&self, text: &[u8], found: &mut dyn FnMut(usize, usize)) {
        let mut node = ROOT;
        for (at, byte) in text.iter().enumerate() {
            node = self.next(node, *byte);
            let Node { depth, whole, .. } = self.nodes[node as usize];
            let len = if depth as usize >= ENOUGH {
                depth
            } else {
                whole
            };
            if len > 0 {
                found(at + 1 - len as usize, at + 1);
            }
        }
    }
}
