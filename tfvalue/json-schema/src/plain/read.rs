//! The information that the reader of plain JSON needs about a shape.

use std::mem;

use tfvalue::__internal::json_schema::{self as internal, Entries, Tree};
use tfvalue::{Result, types::ObjectType};

use super::choose::Form;
use super::shape::{Alternative, Members, Shape};

impl internal::Form for &Shape {
    fn elements(self) -> Self {
        self.elements()
    }

    fn element(self, index: usize) -> Self {
        self.element(index)
    }

    fn least(self, len: usize) -> usize {
        self.least(len)
    }

    fn is_number_or_text(self) -> bool {
        matches!(self, Shape::NumberOrText)
    }

    fn member<'n>(self, json: &'n str) -> Option<internal::Member<'n, Self>>
    where
        Self: 'n,
    {
        let Some(members) = self.members() else {
            return Some(internal::Member {
                name: json,
                form: &Shape::Same,
                is_secret: false,
            });
        };
        let (name, member) = members.of_json(json)?;
        Some(internal::Member {
            name,
            form: &member.shape,
            is_secret: member.is_secret,
        })
    }

    fn alternative<'n, 't>(
        self,
        tree: &mut Tree<'t>,
        object: &ObjectType,
    ) -> Option<Result<(internal::Member<'n, Self>, Tree<'t>)>>
    where
        Self: 'n,
    {
        let members = self.members().filter(|_| self.has_alternatives())?;
        let form = match &*tree {
            Tree::Object(entries) => Form::Object(entries),
            other => Form::Other(other),
        };
        let Some(chosen) = members.choose(form, object) else {
            return Some(Err(members.no_alternative(tree.kind())));
        };
        let member = internal::Member {
            name: &chosen.name,
            form: &chosen.shape,
            is_secret: chosen.is_secret,
        };
        Some(Ok((member, taken(tree, members, chosen))))
    }
}

/// Takes the members that belong to an alternative. Members that are also members of the object are kept in both places.
fn taken<'t>(tree: &mut Tree<'t>, members: &Members, chosen: &Alternative) -> Tree<'t> {
    let Tree::Object(entries) = tree else {
        return mem::replace(tree, Tree::Null);
    };
    let mut own = Entries::new();
    for (name, tree) in mem::take(entries) {
        let is_shared = members.of_json(&name).is_some();
        let is_own = chosen.has(&name) || chosen.is_open && !is_shared;
        if is_own && is_shared {
            entries.insert(name.clone(), tree.clone());
        }
        let place = if is_own { &mut own } else { &mut *entries };
        place.insert(name, tree);
    }
    Tree::Object(own)
}
