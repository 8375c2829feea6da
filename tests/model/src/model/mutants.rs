//! Mutants of the model: deliberate mistakes, each of which a comparison with the library must notice.

use crate::enum_with_all;

enum_with_all! {
    /// A mistake that the model can be asked to make, at the place of the rule that it breaks.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Mistake {
        /// Whether variables correspond is looked up on the left alone.
        LooksUpTheLeftOnly,
        /// Whether variables correspond is looked up on the right alone.
        LooksUpTheRightOnly,
        /// What a scope bound is not forgotten when it is left.
        ScopesForgetNothing,
        /// Leaving a scope forgets what its variables are bound to then, not what was bound in it.
        ScopesPopTheTop,
        /// A free variable that is met in a scope is forgotten with it.
        FreeVariablesAreRecordedInTheScope,
        /// A scope predeclares nothing.
        NothingIsPredeclared,
        /// What a scope predeclares reaches into dag nodes.
        DagNodesPredeclare,
        /// What a scope predeclares reaches into maps.
        MapsPredeclare,
        /// What is predeclared binds again where it stands.
        DeclarationsBindAgain,
        /// What is predeclared is, where it stands, what its variable is bound to then.
        DeclarationsAreLookedUp,
        /// A scope is no scope: all that binds is kept for the whole comparison.
        ScopesAreNone,
        /// A binding occurrence in a scope is looked up first.
        BindersAreLookedUp,
        /// A binding occurrence in a scope is bound before its own fields are compared.
        BindersPrecedeTheirFields,
        /// What stands directly in a `def` field is bound in the innermost scope, not in the one where the field
        /// stands.
        InnermostScopeBinds,
        /// What stands in a bound variable's fields is bound in the innermost scope, not in the one where the field
        /// stands.
        InnermostScopeBindsInFields,
        /// What stands in a bound variable's fields is a binding occurrence as well.
        FieldsOfBindersBindAnew,
        /// A `def` field inside a variable's fields holds no binding occurrences.
        DefInFieldsOfBindersLooksUp,
        /// The variables in the fields of one in a `simple` region bind.
        SimpleReachesFields,
        /// A `simple` field inside a `pattern` region acts as `simple`.
        PatternDoesNotPropagate,
        /// A field marked `def = "none"` leaves the region in force.
        NoneIsIgnored,
        /// A `def` field binds nothing.
        DefIsIgnored,
        /// The option `map_free_vars` reaches into regions `none`.
        MapFreeVarsReachesNone,
        /// The option `map_free_vars` does nothing.
        MapFreeVarsIsIgnored,
        /// The fields of a variable that has a correspondence are compared again.
        FieldsOfBoundVariablesCount,
        /// The fields of a variable that gets a correspondence are not compared.
        FieldsOfVariablesDoNotCount,
        /// A variable that its own fields mentioned is accepted or bound as if they had not.
        FieldsMentionNothing,
        /// A free variable that is accepted is not recorded.
        FreeVariablesAreNotRecorded,
        /// A free variable is accepted against any other.
        FreeVariablesAreEqual,
        /// One name in two namespaces is one variable.
        NamespacesAreOne,
        /// A variable's type is no part of its identity.
        TypesDoNotIdentify,
        /// A variable that is known by its name is known by its address.
        NamesDoNotIdentify,
        /// A dag node is compared like a tree.
        DagByContent,
        /// A dag node is equal to itself alone.
        DagByIdentity,
        /// Sharing of dag nodes is looked up on the left alone.
        DagOfTheLeftOnly,
        /// Sharing of dag nodes is looked up on the right alone.
        DagOfTheRightOnly,
        /// A dag node's record is always in force.
        RecordsAreAlwaysInForce,
        /// A dag node's record is never in force where it was derived from anything.
        RecordsAreFragile,
        /// Using a dag node's record does not count as consulting what it was derived from.
        RecordsAreNotConsulted,
        /// A dag node that is a scope is recorded before its scope is left.
        RecordsPrecedeTheEndOfScopes,
        /// A dag node that is known by its name is known by its address.
        KeyedDagByAddress,
        /// Singletons of one type are equal.
        SingletonsAreEqual,
        /// A singleton that is known by its name is known by its address.
        KeyedSingletonsByAddress,
        /// Values of maps are compared in the order of insertion.
        MapsInOrderOfInsertion,
        /// Values of maps whose keys are free variables known by address are compared in the order of their addresses.
        FreeKeysInOrderOfAddresses,
        /// A variable as a key of a map matches itself alone, bound or not.
        BoundKeysByIdentity,
        /// Two free variables match as keys of maps.
        FreeKeysMatch,
        /// Two free variables match as keys of maps where variables bind.
        KeysBind,
        /// A free variable that matched itself as a key is not recorded.
        FreeKeysAreNotRecorded,
        /// Matching a bound key does not count as consulting its correspondence.
        KeysAreNotConsulted,
        /// Values of maps are compared before keys are matched.
        ValuesPrecedeKeys,
        /// A map marked `ordered` is compared like any other.
        OrderedIsIgnored,
        /// Sequences are equal where the shorter one ends.
        PrefixesAreEqual,
        /// An option that holds an empty one is empty.
        NestedOptionsCollapse,
        /// A trait object is compared without regard to its concrete type.
        ConcreteTypesAreIgnored,
        /// Nodes of different types are equal if their fields are.
        TypesAreIgnored,
        /// A NaN differs from another one.
        NansDiffer,
        /// `0.0` is `-0.0`.
        ZerosAreEqual,
        /// Ignored fields are compared.
        IgnoredFieldsCount,
        /// What is opaque is compared by its bytes.
        OpaqueByBytes,
        /// The verdict of custom traversal is left out.
        OwnVerdictIsIgnored,
        /// Payload is never skipped.
        PayloadIsNeverSkipped,
        /// Payload is always skipped.
        PayloadIsAlwaysSkipped,
        /// Payload is skipped by the hash alone.
        HashSkipsPayload,
        /// A dag node that was met before is hashed without saying which it is.
        HashForgetsWhichDag,
        /// A dag node that was met before is hashed like a tree.
        HashByContent,
        /// A variable bound in a scope is hashed without saying which it is.
        HashForgetsWhichBinder,
        /// A free variable is hashed without its identity.
        HashForgetsFreeVariables,
        /// A later occurrence of a free variable is hashed by its own fields.
        HashReadsFieldsAgain,
        /// A map is hashed in the order of insertion.
        HashInOrderOfInsertion,
        /// A binding occurrence is hashed without its fields.
        HashForgetsFieldsOfBinders,
        /// A variable that its own fields mention is hashed without them.
        HashForgetsFieldsWithMentions,
        /// A walk binds what it leaves out.
        WalksBindWhatIsLeftOut,
        /// A walk binds a variable before it visits its fields.
        WalksBindBeforeFields,
        /// A walk looks the keys of a map up when they are met, after the values of others.
        WalksLookUpKeysLate,
        /// A walk looks into a dag node once.
        WalksTakeDagNodesOnce,
        /// A walk takes what is in a node that was met before for new.
        WalksForgetWhatIsAround,
        /// A search looks for nothing in the keys of maps.
        SearchesPassKeysOver,
        /// A search takes two nodes with one key for two.
        SearchesGoByAddress,
        /// When a node behind an id is left, nothing is checked.
        NothingIsCheckedOnLeaving,
        /// When such a node is left, places where its own record was used are checked, and none where one was that had
        /// used it.
        UsersOfOpenRecordsAreNotChecked,
        /// An open record is passed over where other variables are bound than those that it was derived from.
        OpenRecordsAreForgottenWhereShadowed,
        /// Trees that are inside themselves on both sides are equal.
        TreesMayBeInThemselves,
        /// A node inside itself is one, also with a dag node in between.
        NothingEndsCycles,
        /// A node behind an id is recorded when it is left.
        RecordsFollowTheirFields,
        /// A node behind an id that is a scope is recorded inside of it.
        RecordsAreOfTheirOwnScope,
        /// A variable behind an id is bound after its fields.
        VariablesFollowTheirFields,
    }
}

impl Mistake {
    /// Whether it is walks that it is about, or that show it best.
    pub fn is_of_walks(self) -> bool {
        matches!(
            self,
            Mistake::WalksBindWhatIsLeftOut
                | Mistake::WalksBindBeforeFields
                | Mistake::WalksLookUpKeysLate
                | Mistake::WalksTakeDagNodesOnce
                | Mistake::WalksForgetWhatIsAround
                | Mistake::FreeKeysInOrderOfAddresses
        )
    }

    /// Whether it is cycles, and nodes behind ids, that it is about.
    pub fn is_of_cycles(self) -> bool {
        matches!(
            self,
            Mistake::NothingIsCheckedOnLeaving
                | Mistake::UsersOfOpenRecordsAreNotChecked
                | Mistake::OpenRecordsAreForgottenWhereShadowed
                | Mistake::TreesMayBeInThemselves
                | Mistake::NothingEndsCycles
                | Mistake::RecordsFollowTheirFields
                | Mistake::RecordsAreOfTheirOwnScope
                | Mistake::VariablesFollowTheirFields
        )
    }

    /// Whether it is searches that it is about.
    pub fn is_of_searches(self) -> bool {
        matches!(self, Mistake::SearchesPassKeysOver | Mistake::SearchesGoByAddress)
    }
}
