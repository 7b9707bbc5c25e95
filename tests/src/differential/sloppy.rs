//! Writes unusual MessagePack: wide headers, keys in any order, numbers and unknown values in all forms, and sometimes
//! invalid input.

use tfvalue::{
    Number, Type, Value,
    types::{Bound, Refinements},
};

use crate::random::{self, Rng};

/// Writes a value according to a type constraint, using a random encoding among all possible encodings.
pub(super) struct Sloppy<'a> {
    pub(super) rng: &'a mut Rng,
    pub(super) out: Vec<u8>,
    /// One in `faults` rules is broken; if `faults` is 0, no rule is broken.
    pub(super) faults: usize,
}

impl Sloppy<'_> {
    fn fault(&mut self) -> bool {
        self.faults > 0 && self.rng.one_in(self.faults)
    }

    pub(super) fn value(&mut self, value: &Value, ty: &Type) {
        if self.fault() {
            return self.foreign();
        }
        if *ty == Type::Dynamic && value.ty() != Type::Dynamic {
            return self.dynamic(value);
        }
        match ty {
            _ if value.is_null() => self.out.push(0xc0),
            _ if value.is_unknown() => self.unknown(value),
            Type::Bool => self
                .out
                .push(0xc2 + u8::from(value.as_bool() == Some(true))),
            Type::Number => value.as_number().into_iter().for_each(|n| self.number(n)),
            Type::String => self.str(value.as_str().unwrap_or_default()),
            Type::List(element) | Type::Set(element) => {
                let mut elements: Vec<&Value> = value.elements().unwrap_or_default().collect();
                if matches!(ty, Type::Set(_)) {
                    self.rng.shuffle(&mut elements);
                    let again = elements.first().copied().filter(|_| self.rng.one_in(8));
                    elements.extend(again);
                }
                self.array_len(elements.len());
                for part in elements {
                    self.value(part, element);
                }
            }
            Type::Tuple(types) => {
                self.array_len(types.len());
                for (part, ty) in value.elements().unwrap_or_default().zip(types.iter()) {
                    self.value(part, ty);
                }
            }
            Type::Map(element) => {
                let entries = value.entries().into_iter().flatten();
                self.entries(entries.map(|(key, part)| (key, part, &**element)).collect());
            }
            Type::Object(object) => {
                let members = value.members().into_iter().flatten().zip(object);
                self.entries(
                    members
                        .map(|((name, part), a)| (name, part, &a.ty))
                        .collect(),
                );
            }
            Type::Dynamic => {}
        }
    }

    fn entries(&mut self, mut entries: Vec<(&str, &Value, &Type)>) {
        if self.rng.one_in(2) {
            self.rng.shuffle(&mut entries);
        }
        if let Some(again) = entries.first().copied().filter(|_| self.fault()) {
            if self.rng.one_in(2) {
                entries.push(again);
            } else {
                entries.pop();
            }
        }
        self.map_len(entries.len());
        for (key, part, ty) in entries {
            if self.fault() {
                self.foreign();
            } else {
                self.str(key);
            }
            self.value(part, ty);
        }
    }

    fn dynamic(&mut self, value: &Value) {
        let ty = value.ty();
        let mut json = ty.to_json();
        if self.rng.one_in(4) {
            json = json
                .replace(',', " ,\n")
                .replace("\"list\"", "\"l\\u0069st\"");
        }
        if self.fault() {
            json.push_str([" ", "]", "}", ",", "[\"dynamic\""][self.rng.below(5)]);
        }
        if self.rng.one_in(10) {
            self.array_len(2);
            self.str("\"dynamic\"");
        }
        self.array_len(2);
        self.str_of(json.as_bytes());
        self.value(value, &ty);
    }

    /// Writes something that is not valid in this position.
    fn foreign(&mut self) {
        match self.rng.below(12) {
            0 => self.out.push(0xc0),
            1 => self.out.push(0xc1),
            2 => self.out.push(0xc2),
            3 => self.out.extend(f64::NAN.to_be_bytes().iter().fold(
                vec![0xcb],
                |mut all, byte| {
                    all.push(*byte);
                    all
                },
            )),
            4 => self.array_len(0),
            5 => self.map_len(0),
            6 => self.ext(9, &[1, 2, 3]),
            7 => self.ext(12, &[0x81, 0x07, 0x01]),
            8 => self.out.extend([0x92, 0xc4, 0x06]),
            9 => self.str_of(&[0x61, 0xff]),
            10 => self.number(&Number::from(7)),
            _ => {
                let text = random::string(self.rng);
                self.str(&text);
            }
        }
    }

    fn str(&mut self, text: &str) {
        self.str_of(text.as_bytes());
    }

    fn str_of(&mut self, bytes: &[u8]) {
        let len = bytes.len();
        let least = match len {
            0..32 => 0,
            32..256 => 1,
            256..65_536 => 3,
            _ => 5,
        };
        match least
            + if self.rng.one_in(3) {
                self.rng.below(7 - least)
            } else {
                0
            } {
            0 => self.out.push(0xa0 | len as u8),
            1 => self.header(0xd9, 1, len),
            2 if len < 256 => self.header(0xc4, 1, len),
            3 => self.header(0xda, 2, len),
            4 if len < 65_536 => self.header(0xc5, 2, len),
            5 => self.header(0xdb, 4, len),
            _ => self.header(0xc6, 4, len),
        }
        self.out.extend_from_slice(bytes);
    }

    fn header(&mut self, marker: u8, width: usize, len: usize) {
        self.out.push(marker);
        self.out
            .extend_from_slice(&(len as u32).to_be_bytes()[4 - width..]);
    }

    fn array_len(&mut self, len: usize) {
        match self.rng.below(8) {
            0 => self.header(0xdc, 2, len),
            1 => self.header(0xdd, 4, len),
            _ if len < 16 => self.out.push(0x90 | len as u8),
            _ => self.header(0xdc, 2, len),
        }
    }

    fn map_len(&mut self, len: usize) {
        match self.rng.below(8) {
            0 => self.header(0xde, 2, len),
            1 => self.header(0xdf, 4, len),
            _ if len < 16 => self.out.push(0x80 | len as u8),
            _ => self.header(0xde, 2, len),
        }
    }

    fn number(&mut self, number: &Number) {
        match (self.rng.below(6), number.as_i64(), number.as_f64()) {
            (0, _, Some(float)) if f64::from(float as f32) == float => {
                self.out.push(0xca);
                self.out.extend((float as f32).to_be_bytes());
            }
            (0 | 1, _, Some(float)) => {
                self.out.push(0xcb);
                self.out.extend(float.to_be_bytes());
            }
            (2..5, Some(int), _) => self.int(int),
            _ => {
                let text = number_text(self.rng, &number.to_string());
                self.str(&text);
            }
        }
    }

    fn int(&mut self, int: i64) {
        let bytes = int.to_be_bytes();
        match self.rng.below(10) {
            0 if u8::try_from(int).is_ok() => self.out.extend([0xcc, bytes[7]]),
            1 if u16::try_from(int).is_ok() => self.out.extend([0xcd, bytes[6], bytes[7]]),
            2 if u32::try_from(int).is_ok() => self.number_bytes(0xce, &bytes[4..]),
            3 if int >= 0 => self.number_bytes(0xcf, &bytes),
            4 if i8::try_from(int).is_ok() => self.out.extend([0xd0, bytes[7]]),
            5 if i16::try_from(int).is_ok() => self.number_bytes(0xd1, &bytes[6..]),
            6 if i32::try_from(int).is_ok() => self.number_bytes(0xd2, &bytes[4..]),
            _ if (-32..128).contains(&int) => self.out.push(bytes[7]),
            _ => self.number_bytes(0xd3, &bytes),
        }
    }

    fn number_bytes(&mut self, marker: u8, bytes: &[u8]) {
        self.out.push(marker);
        self.out.extend_from_slice(bytes);
    }

    fn ext(&mut self, code: u8, payload: &[u8]) {
        let len = payload.len();
        match (len, self.rng.below(6)) {
            (_, 0) => self.header(0xc8, 2, len),
            (_, 1) => self.header(0xc9, 4, len),
            (1 | 2 | 4 | 8 | 16, 2..) => self.out.push(0xd4 + len.trailing_zeros() as u8),
            _ if len > 255 => self.header(0xc8, 2, len),
            _ => self.header(0xc7, 1, len),
        }
        self.out.push(code);
        self.out.extend_from_slice(payload);
    }

    fn unknown(&mut self, value: &Value) {
        let known = value.refinements().unwrap_or_default().into_owned();
        if known.is_empty() || self.fault() {
            let code = [0, 1, 12, 0xff][self.rng.below(4)];
            let len = if self.fault() {
                self.rng.below(5)
            } else {
                self.rng.below(2)
            };
            return self.ext(code, &vec![0xc0; len]);
        }
        let mut inner = Sloppy {
            rng: self.rng,
            out: Vec::new(),
            faults: self.faults,
        };
        inner.refinements(&known);
        let payload = inner.out;
        self.ext(12, &payload);
    }

    fn refinements(&mut self, known: &Refinements) {
        let (min, max) = known.lengths();
        let mut keys: Vec<i64> = Vec::new();
        keys.extend(known.is_not_null().then_some(1));
        keys.extend(known.known_prefix().map(|_| 2));
        keys.extend(known.lower().map(|_| 3));
        keys.extend(known.upper().map(|_| 4));
        keys.extend((min > 0).then_some(5));
        keys.extend(max.map(|_| 6));
        if self.rng.one_in(3) {
            self.rng.shuffle(&mut keys);
        }
        if self.fault() {
            keys.insert(
                self.rng.below(keys.len() + 1),
                self.rng.below(20) as i64 - 5,
            );
        }
        self.map_len(keys.len());
        for key in keys {
            self.int(key);
            match key {
                1 => self.out.push(0xc2),
                2 => self.str(known.known_prefix().unwrap_or("x")),
                3 => self.bound(known.lower()),
                4 => self.bound(known.upper()),
                5 => self.int(min as i64),
                6 => self.int(max.unwrap_or(9) as i64),
                _ => self.foreign(),
            }
        }
    }

    fn bound(&mut self, bound: Option<&Bound>) {
        let zero = Number::from(0);
        self.array_len(2);
        self.number(bound.map_or(&zero, |bound| &bound.value));
        let inclusive = bound.is_some_and(|bound| bound.inclusive);
        self.out.push(0xc2 + u8::from(inclusive));
    }
}

/// Writes a number in another form. `plain` is the number as a plain decimal string.
pub(super) fn number_text(rng: &mut Rng, plain: &str) -> String {
    let (sign, digits) = match plain.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", plain),
    };
    if digits == "inf" {
        return format!("{sign}{}", rng.pick(&["Inf", "inf"]));
    }
    match rng.below(6) {
        0 => format!("{sign}00{digits}"),
        1 if digits.contains('.') => format!("{plain}000"),
        1 => format!("{plain}.00"),
        2 => format!("{plain}e{}0", rng.pick(&["", "+", "-"])),
        3 if !digits.contains('.') => format!("{plain}0e-1"),
        4 => format!("{sign}{}p{}0", digits, rng.pick(&["", "+", "-"])),
        5 if sign.is_empty() => format!("+{plain}"),
        _ => plain.to_owned(),
    }
}
