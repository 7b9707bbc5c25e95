//! The rules, by name.

/// A Terraform rule that a response can violate.
///
/// The names are stable. [`Fault::problem`](super::Fault::problem) is a description in Terraform's wording.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Rule {
    /// The value does not have the type that the schema implies.
    WrongType,
    /// The blocks have the wrong shape. A list or map of blocks with dynamic attributes is not a tuple or object of such
    /// blocks, an object lacks an attribute or block that contains write-only attributes, or a map of blocks is unknown
    /// during apply. Terraform crashes, at the latest when it plans blocks with such a shape.
    BlocksOfWrongShape,
    /// An element of a nested attribute is null, although the nested attribute has sensitive or write-only members.
    /// Terraform crashes.
    NullElement,
    /// A write-only attribute is not null.
    WriteOnlyValue,
    /// The plan has null instead of an object that the configuration has.
    PlannedForAbsence,
    /// The plan has an object that the configuration does not have.
    PlannedForExistence,
    /// The plan to destroy an object is not null.
    ObjectInDestroyPlan,
    /// The plan, or the result for computed blocks, has null instead of an empty collection of blocks.
    NullBlocks,
    /// The blocks are unknown in the configuration, but not in the plan.
    ChangedUnknownBlocks,
    /// The plan has unknown blocks, although the blocks are known in the configuration.
    PlannedUnknownBlocks,
    /// A block in a list, set or map is unknown as a whole. Only the attributes of such a block can be unknown.
    PlannedUnknownElement,
    /// The plan and the configuration have different numbers of blocks.
    PlannedBlockCount,
    /// The plan has a block with a key that the configuration does not have.
    PlannedBlockKey,
    /// The configuration has a block with a key that the plan does not have.
    MissingBlockKey,
    /// The plan has a value for an attribute that is neither configured nor computed.
    PlannedValueForNonComputed,
    /// The planned value is neither the configured value nor the prior value.
    PlannedValueDiffersFromConfig,
    /// Nested attributes that are configured are planned as unknown.
    PlannedUnknownForConfigured,
    /// The plan and the configuration have different numbers of elements.
    PlannedElementCount,
    /// The plan has an element with a key that the configuration does not have.
    PlannedElementKey,
    /// The configuration has an element with a key that the plan does not have.
    MissingElementKey,
    /// A path that requires replacement exists in neither the prior nor the planned state.
    NoSuchReplacePath,
    /// The plan during apply has a different action from the first plan.
    ActionChanged,
    /// The plan has no object, but the result has one.
    AbsentNowPresent,
    /// The plan has an object, but the result has none.
    PresentNowAbsent,
    /// A sensitive attribute does not have the planned value. Terraform does not print how the value differs.
    SensitiveValueInconsistent,
    /// The result does not have the planned number of blocks.
    BlockCountChanged,
    /// A planned key of a block is missing.
    BlockKeyVanished,
    /// A key of a block was not planned.
    BlockKeyAppeared,
    /// A planned element of a set has no equivalent in the result.
    PlannedSetElementUnmatched,
    /// An element of a set in the result has no equivalent in the plan.
    ActualSetElementUnmatched,
    /// This rule does not exist in Terraform. A set is so large and has so many unknown parts that not all of its elements
    /// were compared with the planned elements. Some faults may therefore be missing. See
    /// [`Fault::is_incomplete`](super::Fault::is_incomplete).
    SetNotCompared,
    /// A set of blocks has more elements than planned.
    BlockSetGrew,
    /// The value does not have the planned type.
    WrongFinalType,
    /// The value violates the refinements of the planned unknown value.
    RefinementBroken,
    /// A planned value is null.
    NowNull,
    /// A value was planned as null.
    WasNull,
    /// A value was planned as known, but is unknown.
    NowUnknown,
    /// A value differs from the planned value.
    ValueChanged,
    /// A planned element of a list, map or tuple is missing.
    ElementVanished,
    /// An element of a list, map or tuple was not planned.
    ElementAppeared,
    /// A set has more elements than planned.
    SetGrew,
    /// The result has an unknown value.
    UnknownInResult,
    /// The response contains no object, although an object was created, updated, imported, or read as a data source.
    NullResult,
    /// The object still exists after it was destroyed.
    ObjectAfterDestroy,
    /// The identity has an unknown value.
    UnknownIdentity,
    /// The response is deferred, although the request does not allow deferrals.
    UnexpectedDeferral,
    /// An action is deferred for a reason other than an unknown configuration of the provider.
    WrongDeferralReason,
    /// A function returned different results for the same arguments.
    FunctionResultChanged,
}
