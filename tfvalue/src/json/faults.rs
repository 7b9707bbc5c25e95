//! Finds all faults in JSON that does not match its type.

use super::Deserializer;
use crate::error::{Error, Result};
use crate::limits::MAX_FAULTS;
use crate::path::{Path, Step};
use crate::ty::Type;

impl Deserializer<'_> {
    /// Returns all faults in the value that comes next. `first` is the first of these faults. A syntax error is always
    /// the only fault.
    ///
    /// A value with a fault is read again part by part, so each level of nesting requires an additional read.
    #[cold]
    pub(crate) fn faults(&mut self, ty: &Type, first: Error) -> Vec<Error> {
        let mut search = FaultSearch {
            json: self,
            path: Path::root(),
            faults: Vec::new(),
            cost: 0,
        };
        match search.value(&ty.without_optional()) {
            Ok(()) if !search.faults.is_empty() => search.faults,
            _ => vec![first],
        }
    }
}

struct FaultSearch<'s, 'de> {
    json: &'s mut Deserializer<'de>,
    path: Path,
    faults: Vec<Error>,
    cost: usize,
}

impl FaultSearch<'_, '_> {
    /// Skips a value and adds its faults. Fails if the syntax is invalid.
    fn value(&mut self, ty: &Type) -> Result<()> {
        let mut attempt = self.json.clone();
        let Err(error) = attempt.value(ty) else {
            self.json.reader.seek(attempt.reader.pos());
            return Ok(());
        };
        let mut end = self.json.reader.clone();
        end.skip()?;
        let found = self.faults.len();
        match ty {
            Type::List(element) | Type::Set(element) => self.elements(|_| Some(element))?,
            Type::Tuple(types) => self.elements(|index| types.get(index))?,
            Type::Map(element) => self.members(|key| Some((Step::Key(key.into()), element)))?,
            Type::Object(object) => self.members(|name| {
                let attribute = &object[object.position(name)?];
                Some((Step::Attribute(attribute.name.clone()), &attribute.ty))
            })?,
            _ => {}
        }
        if self.faults.len() == found && self.cost < MAX_FAULTS {
            let error = attempt.reader.locate(error).at_path(&self.path);
            self.cost += error.cost();
            self.faults.push(error);
        }
        self.json.reader.seek(end.pos());
        Ok(())
    }

    fn elements<'t>(&mut self, ty: impl Fn(usize) -> Option<&'t Type>) -> Result<()> {
        if !self.json.reader.open(b'[')? {
            return Ok(());
        }
        let mut index = 0;
        while self.json.reader.more(index == 0, b']')? {
            let Some(ty) = ty(index) else {
                return Ok(());
            };
            self.part(Step::Index(index as u64), ty)?;
            index += 1;
        }
        Ok(())
    }

    fn members<'t>(&mut self, part: impl Fn(&str) -> Option<(Step, &'t Type)>) -> Result<()> {
        if !self.json.reader.open(b'{')? {
            return Ok(());
        }
        let mut first = true;
        while self.json.reader.more(first, b'}')? {
            first = false;
            let key = self.json.reader.key()?;
            match part(&key) {
                Some((step, ty)) => self.part(step, ty)?,
                None => self.json.reader.skip()?,
            }
        }
        Ok(())
    }

    fn part(&mut self, step: Step, ty: &Type) -> Result<()> {
        if self.cost >= MAX_FAULTS {
            return self.json.reader.skip();
        }
        self.path.push(step);
        self.value(ty)?;
        self.path.pop();
        Ok(())
    }
}
