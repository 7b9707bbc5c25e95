//! The rules, by name.

/// A rule of Terraform that a response can break.
///
/// The names are stable. [`Fault::problem`](super::Fault::problem) says the same in Terraform's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Rule {
    /// The value has another type than the schema implies.
    WrongType,
    /// A list or map of blocks with dynamic attributes is not a tuple or object of such blocks, or a
    /// map of blocks is unknown during apply. Terraform crashes, at the latest when it plans next.
    BlocksOfWrongShape,
    /// An element of nested attributes is null, and one of the attributes is sensitive or write-only.
    /// Terraform crashes.
    NullElement,
    /// A write-only attribute is not null.
    WriteOnlyValue,
    /// The plan has null for an object that the configuration has.
    PlannedForAbsence,
    /// The plan has an object that the configuration does not have.
    PlannedForExistence,
    /// The plan to destroy an object is not null.
    ObjectInDestroyPlan,
    /// The plan has null instead of an empty collection of blocks.
    NullBlocks,
    /// The configuration of the blocks is unknown, and the plan has something else.
    ChangedUnknownBlocks,
    /// The plan has unknown blocks, and the configuration has known ones.
    PlannedUnknownBlocks,
    /// A block in a list, set or map is unknown as a whole. Only its attributes can be unknown.
    PlannedUnknownElement,
    /// The plan has another number of blocks than the configuration.
    PlannedBlockCount,
    /// The plan has a block with a key that the configuration does not have.
    PlannedBlockKey,
    /// The configuration has a block with a key that the plan does not have.
    MissingBlockKey,
    /// The plan has a value for an attribute that is neither configured nor computed.
    PlannedValueForNonComputed,
    /// The planned value is neither the configured nor the prior one.
    PlannedValueDiffersFromConfig,
    /// Nested attributes that are configured are planned as unknown.
    PlannedUnknownForConfigured,
    /// The plan has another number of elements than the configuration.
    PlannedElementCount,
    /// The plan has an element with a key that the configuration does not have.
    PlannedElementKey,
    /// The configuration has an element with a key that the plan does not have.
    MissingElementKey,
    /// A path that requires replacement exists neither in the prior nor in the planned state.
    NoSuchReplacePath,
    /// The plan during apply has another action than the first one.
    ActionChanged,
    /// The plan has no object, but the result has one.
    AbsentNowPresent,
    /// The plan has an object, but the result has none.
    PresentNowAbsent,
    /// A sensitive attribute has another value than planned. Terraform does not say which rule it
    /// breaks.
    SensitiveValueInconsistent,
    /// The result has another number of blocks than planned.
    BlockCountChanged,
    /// A planned key of a block is missing.
    BlockKeyVanished,
    /// A key of a block was not planned.
    BlockKeyAppeared,
    /// A planned element of a set has no equivalent in the result.
    PlannedSetElementUnmatched,
    /// An element of a set in the result has no equivalent in the plan.
    ActualSetElementUnmatched,
    /// No rule of Terraform: a set is so large and has so many unknown parts that not all elements were compared
    /// with the planned ones. Faults can be missing. See [`Fault::is_incomplete`](super::Fault::is_incomplete).
    SetNotCompared,
    /// A set of blocks has more elements than planned.
    BlockSetGrew,
    /// The value has another type than the planned one.
    WrongFinalType,
    /// The value breaks the refinements of the planned unknown value.
    RefinementBroken,
    /// A planned value is null.
    NowNull,
    /// A value was planned as null.
    WasNull,
    /// A value was planned as known, and is unknown.
    NowUnknown,
    /// A value differs from the planned one.
    ValueChanged,
    /// A planned element of a list, map or tuple is missing.
    ElementVanished,
    /// An element of a list, map or tuple was not planned.
    ElementAppeared,
    /// A set has more elements than planned.
    SetGrew,
    /// The result has an unknown value.
    UnknownInResult,
    /// The response has no object, although it was created, updated, imported, or read as a data source.
    NullResult,
    /// The object exists after it was destroyed.
    ObjectAfterDestroy,
    /// The identity has an unknown value.
    UnknownIdentity,
    /// The response is deferred, and the request does not allow that.
    UnexpectedDeferral,
    /// A function returns another result than before for the same arguments.
    FunctionResultChanged,
}
