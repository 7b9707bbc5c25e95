//! Unification finds the common type of the elements of a collection.

use super::Type;

/// The result of a unification.
enum Unified {
    /// Either type, because the two types are equal.
    Both,
    First,
    Second,
    /// A type that differs from both types.
    New(Type),
}

impl Type {
    /// Returns the common type of two types that satisfy `constraint`. Where the types differ, one of the types must be
    /// dynamic.
    ///
    /// The time does not depend on the size of parts that the types share with each other or with the
    /// constraint. Otherwise, a collection of n bytes whose type has n attributes would take n² steps.
    pub(crate) fn unify(&self, other: &Type, constraint: &Type) -> Option<Type> {
        Some(match unify(self, other, constraint)? {
            Unified::Both | Unified::First => self.clone(),
            Unified::Second => other.clone(),
            Unified::New(ty) => ty,
        })
    }
}

fn unify(a: &Type, b: &Type, constraint: &Type) -> Option<Unified> {
    if a.is_at_once(b) {
        return Some(Unified::Both);
    }
    // A type that satisfies the constraint is at least as narrow as the constraint.
    if b.is_at_once(constraint) {
        return Some(Unified::First);
    }
    match (a, b) {
        (Type::Dynamic, _) => Some(Unified::Second),
        (_, Type::Dynamic) => Some(Unified::First),
        (Type::List(x), Type::List(y)) => element(unify(x, y, constraint.part(0))?, Type::list),
        (Type::Set(x), Type::Set(y)) => element(unify(x, y, constraint.part(0))?, Type::set),
        (Type::Map(x), Type::Map(y)) => element(unify(x, y, constraint.part(0))?, Type::map),
        (Type::Tuple(x), Type::Tuple(y)) if x.len() == y.len() => {
            let parts = x.iter().zip(y).zip(0..);
            let parts = parts.map(|((x, y), at)| unify(x, y, constraint.part(at)));
            Some(whole(parts.collect::<Option<_>>()?, |parts| {
                let types = parts.into_iter().zip(x.iter().zip(y));
                Type::tuple(types.map(|(part, (x, y))| part.or(x, y)))
            }))
        }
        (Type::Object(x), Type::Object(y)) if x.len() == y.len() => {
            let parts = x.iter().zip(y).zip(0..);
            let parts = parts.map(|((x, y), at)| {
                (x.name == y.name).then_some(())?;
                unify(&x.ty, &y.ty, constraint.part(at))
            });
            let unified = whole(parts.collect::<Option<_>>()?, |parts| {
                let types = parts.into_iter().zip(x.iter().zip(y));
                Type::Object(x.with_types(types.map(|(part, (x, y))| part.or(&x.ty, &y.ty))))
            });
            Some(match unified {
                Unified::Second if b.has_optional() => Unified::New(b.without_optional()),
                unified => unified,
            })
        }
        _ => None,
    }
}

fn element(element: Unified, collection: fn(Type) -> Type) -> Option<Unified> {
    Some(match element {
        Unified::New(element) => Unified::New(collection(element)),
        same => same,
    })
}

/// Creates a type from the parts, or reuses one of the two types if it consists of the same parts.
fn whole(parts: Vec<Unified>, make: impl FnOnce(Vec<Unified>) -> Type) -> Unified {
    let is_first = |part: &Unified| matches!(part, Unified::Both | Unified::First);
    let is_second = |part: &Unified| matches!(part, Unified::Both | Unified::Second);
    match (parts.iter().all(is_first), parts.iter().all(is_second)) {
        (true, true) => Unified::Both,
        (true, false) => Unified::First,
        (false, true) => Unified::Second,
        (false, false) => Unified::New(make(parts)),
    }
}

impl Unified {
    fn or(self, a: &Type, b: &Type) -> Type {
        match self {
            Unified::Both | Unified::First => a.clone(),
            Unified::Second => b.clone(),
            Unified::New(ty) => ty,
        }
    }
}

impl Type {
    /// Returns the element type of a collection, or the type at an index of a tuple or object. Returns dynamic if the
    /// part does not exist.
    fn part(&self, at: usize) -> &Type {
        let part = match self {
            Type::List(element) | Type::Set(element) | Type::Map(element) => Some(&**element),
            Type::Tuple(types) => types.get(at),
            Type::Object(object) => object.iter().as_slice().get(at).map(|part| &part.ty),
            _ => None,
        };
        part.unwrap_or(&Type::Dynamic)
    }
}
