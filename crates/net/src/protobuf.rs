//! Messages of Protocol Buffers, as far as ONNX models need them.

/// A message that is being written.
#[derive(Default)]
pub(crate) struct Message(Vec<u8>);

impl Message {
    /// A number of any integer type.
    pub(crate) fn number(&mut self, field: u64, number: u64) -> &mut Self {
        self.variable(field << 3);
        self.variable(number);
        self
    }

    /// A text.
    pub(crate) fn text(&mut self, field: u64, text: &str) -> &mut Self {
        self.bytes(field, text.as_bytes())
    }

    /// A message inside this one.
    pub(crate) fn message(&mut self, field: u64, message: &Self) -> &mut Self {
        self.bytes(field, &message.0)
    }

    /// Bytes.
    pub(crate) fn bytes(&mut self, field: u64, bytes: &[u8]) -> &mut Self {
        self.variable(field << 3 | 2);
        self.variable(bytes.len() as u64);
        self.0.extend(bytes);
        self
    }

    pub(crate) fn into_bytes(self) -> Vec<u8> {
        self.0
    }

    /// Seven bits in each byte, the lowest first. The highest bit says that more follow.
    fn variable(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.0.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.0.push(number as u8);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_has_the_bytes_of_the_specification() {
        let mut inner = Message::default();
        inner.number(1, 150);
        assert_eq!(inner.0, [0x08, 0x96, 0x01]);
        let mut outer = Message::default();
        outer.message(3, &inner).text(2, "testing");
        assert_eq!(outer.into_bytes(), b"\x1a\x03\x08\x96\x01\x12\x07testing");
    }
}
