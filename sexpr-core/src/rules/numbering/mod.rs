//! The rules for the nodes of one value, for the hash. `relation` has the same rules for two values.
//!
//! **Contributions that contain de Bruijn indices are reused only in the same place.** The index of a variable is the
//! number of later bindings. So parts that depend on scopes are kept by `IndexBase`: the depth, the number of bound
//! variables, and the number of removals of a binding that was not the latest. Other parts are kept by
//! `IndexBase::NONE`.
//!
//! **Each element of an unordered part counts as if it were the first.** A free variable in the part is not recorded:
//! it counts by its fields and its identity at each occurrence. It is recorded when the outermost part is left. From
//! then on it counts by its identity alone, since none of its occurrences is known to be the first. Where free
//! variables may correspond to others (`map_free_vars`), each element is a scope in which free variables are numbered.
//! After the part, it is known only that these variables were met.

pub(crate) mod in_arenas;

use alloc::boxed::Box;

pub(crate) use crate::rules::memo::equal_terms::Age;

use crate::{
    describe::{
        identity::Identity,
        info::Kind,
        key_table::Keys,
        region::{Level, Region},
        structural::StructuralEq,
    },
    rules::{
        entries::ValueOrder,
        items::Items,
        memo::{LastingResults, Memo, dependencies::Dependencies},
        pairs::{ArenaDags, Ordinal, Pairs},
        var_pairs::{VarPairs, in_parts::Event},
        variables::{self, AfterFields, Lookup},
    },
    tables::index::Table,
};

/// The meaning of a number that enters a hash. Tags keep different things from hashing alike.
#[derive(Clone, Copy)]
enum Tag {
    Bound = 1,
    Free,
    FreeKey,
    Dag,
    Singleton,
    /// A variable at the occurrence where a scope binds it.
    Binder,
    /// A use of a variable that a scope binds.
    Index,
    /// A variable that is bound by a scope at its first use.
    First,
    /// A dag node that depends on a scope.
    ScopedDag,
    /// The first occurrence of a variable that its own fields mention.
    MentionsItself,
    /// An id that leads to no node.
    Dangling,
    /// A dag node inside itself.
    OpenDag,
    /// A correspondence that was shadowed where a dag node was met inside itself.
    Shadowed,
    /// A predeclared variable, at its declaration.
    Declared,
    /// A variable that is bound around an unordered part.
    Around,
    /// A variable that was met in an unordered part, and may correspond to any other.
    MetInPart,
}

/// The numbers of the nodes of one value so far.
#[derive(Debug, Default)]
pub(crate) struct Numbering<I: Items> {
    pub(crate) keys: Keys,
    /// Whether variables, dag nodes and singletons count by their contents alone. Then the hash of a node is its shape,
    /// the same in all contexts.
    pub(crate) is_anonymous: bool,
    pub(crate) values: ValueOrder,
    /// The shapes of values of maps, kept from one computation to the next.
    pub(crate) shapes: Option<Box<Table<Identity, I::Value>>>,
    /// The digests of keys of maps that are terms.
    digests: Option<Box<Table<Identity, I::Value>>>,
    /// The bindings of variables, and the arenas in force.
    pub(crate) variables: VarPairs<1, I::Value>,
    dags: Pairs<1, I::Value>,
    /// The dag nodes in arenas, without tracking.
    dags_in_arenas: ArenaDags<1, I::Value>,
    /// The number of dag nodes that were recorded permanently.
    dags_recorded: u64,
    /// The contributions of shared `tree` nodes.
    pub(crate) reuse: Contributions<I>,
    /// Incremented when a contribution differs from those of later occurrences, and when everything is forgotten.
    age: Age,
    /// The number of variables that were bound permanently.
    bound: u64,
    /// Whether the hash depends on this process.
    pub(crate) process_local: bool,
}

/// The contributions of shared `tree` nodes, and the records of dag nodes.
type Contributions<I> = Memo<1, Pairs<1, <I as Items>::Part>, <I as Items>::Value>;

/// The contribution of a node to the hash.
pub(crate) enum Contribution<I: Items> {
    /// This value, added as it is.
    Value(I::Value),
    /// The fields, hashed in this region. This step then turns them into the contribution.
    Fields(Region, LastStep),
    /// None: the computation has to start over.
    StartOver,
}

/// The step that makes the contribution of a node from the hash of its fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LastStep {
    /// No step: the fields are the contribution.
    Nothing,
    /// [`Numbering::number_dag`].
    NumberDag,
    /// [`Numbering::number_variable`].
    NumberVariable,
    /// [`Numbering::close_dag`], for this record.
    CloseDag(Ordinal),
    /// [`Numbering::end_variable`], for this ordinal.
    EndVariable(Ordinal),
}

impl LastStep {
    /// Whether cycles may pass through such a node.
    pub(crate) fn ends_cycles(self) -> bool {
        matches!(self, LastStep::CloseDag(_) | LastStep::EndVariable(_))
    }
}

impl<I: Items> Numbering<I> {
    /// The rules for a node. What a shared `tree` node contributes may be [known](Self::recall).
    #[inline(always)]
    pub(crate) fn meet(&mut self, kind: Kind, node: Identity, at: Region) -> Contribution<I> {
        if self.is_anonymous { self.meet_anonymous(kind, node, at) } else { self.meet_by_rule(kind, node, at) }
    }

    #[inline(always)]
    fn meet_by_rule(&mut self, kind: Kind, node: Identity, at: Region) -> Contribution<I> {
        match kind {
            Kind::Tree | Kind::ConstTree => Contribution::Fields(at, LastStep::Nothing),
            Kind::Singleton => {
                let key = self.key(node);
                Contribution::Value(I::of([tag(Tag::Singleton), key]))
            }
            Kind::Dag if self.variables.tracking() => self.meet_scoped_dag(node, at, false),
            Kind::Dag => match self.dags.get(node) {
                Some(value) => Contribution::Value(value),
                None => Contribution::Fields(at, LastStep::NumberDag),
            },
            Kind::Var => match variables::meet(at, || self.variables.top_with_value(0, node)) {
                Lookup::Decided((ordinal, value)) => Contribution::Value(self.occurrence(ordinal, value)),
                Lookup::LookInside(inside) => {
                    if self.variables.tracking() {
                        self.variables.open_collector();
                    }
                    Contribution::Fields(inside, LastStep::NumberVariable)
                }
            },
        }
    }

    /// The rules for a shape. The fields of nodes with keys do not count: two nodes with one key may have different
    /// fields, and only the fields of the first are compared.
    #[cold]
    #[inline(never)]
    fn meet_anonymous(&mut self, kind: Kind, node: Identity, at: Region) -> Contribution<I> {
        let has_key = node.as_address().is_none();
        match kind {
            Kind::Tree | Kind::ConstTree => Contribution::Fields(at, LastStep::Nothing),
            Kind::Singleton => Contribution::Value(I::of([tag(Tag::Singleton)])),
            Kind::Dag if has_key => Contribution::Value(I::of([tag(Tag::Dag)])),
            Kind::Var if has_key => Contribution::Value(I::of([tag(Tag::Bound)])),
            Kind::Dag | Kind::Var => match self.dags.get(node) {
                Some(value) => Contribution::Value(value),
                None if kind == Kind::Dag => Contribution::Fields(at, LastStep::NumberDag),
                None => Contribution::Fields(at, LastStep::NumberVariable),
            },
        }
    }

    /// The contribution of a variable whose fields are leaves, if the variable was met before. The outer `None` means
    /// that correspondences are not permanent. At the first occurrence, [`number_for_good`](Self::number_for_good)
    /// takes the fields.
    #[inline(always)]
    pub(crate) fn meet_sticky_variable(&self, variable: Identity) -> Option<Option<I::Value>> {
        let met = |(_, value)| value;
        (!self.variables.tracking() && !self.is_anonymous).then(|| self.variables.top_with_value(0, variable).map(met))
    }

    /// Notes that the contribution of the present node differs from those of its later occurrences. So neither this
    /// node nor any enclosing node is remembered.
    pub(crate) fn contributes_once(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    /// The present age: [`remember`](Self::remember) needs the age at which the hashing of a node began.
    #[inline(always)]
    pub(crate) fn age(&self) -> Age {
        self.age
    }

    /// The contribution of an identity by itself.
    fn key(&mut self, node: Identity) -> I::Value {
        let hash = self.keys.hash(node);
        self.process_local |= hash.is_process_local;
        I::key(&hash)
    }

    /// The contribution of a variable that was met before.
    #[inline(always)]
    fn occurrence(&mut self, ordinal: Ordinal, value: I::Value) -> I::Value {
        if self.variables.tracking() { self.scoped_occurrence(ordinal, value) } else { value }
    }

    #[cold]
    #[inline(never)]
    fn scoped_occurrence(&mut self, ordinal: Ordinal, value: I::Value) -> I::Value {
        self.variables.consult(ordinal);
        match self.variables.index(ordinal) {
            Some(index) => I::of([tag(Tag::Index), I::Value::from(index as u64)]),
            None => value,
        }
    }

    /// The contribution of a shared `tree` node, if it is known. Otherwise, the caller hashes the fields and calls
    /// [`remember`](Self::remember).
    #[inline(always)]
    pub(crate) fn recall(&mut self, node: Identity, at: Region) -> Option<I::Part> {
        if self.variables.tracking() {
            return self.reuse.find([node], at, &mut self.variables);
        }
        self.reuse.outside.find([node])
    }

    /// Remembers the contribution of a shared `tree` node that was met in region `at`, if computing it was expensive.
    /// Later occurrences contribute the same, because variables and dag nodes keep their first values while their
    /// dependencies are unchanged. `age` is the age at which the hashing of the node began.
    pub(crate) fn remember(&mut self, node: Identity, part: I::Part, at: Region, age: Age, is_expensive: bool) {
        if self.variables.tracking() {
            self.reuse.keep([node], part, at, is_expensive, &mut self.variables);
        } else if is_expensive {
            self.variables.note_expensive(node);
            if age == self.age {
                self.reuse.outside.add([node], part);
            }
        }
    }

    /// Notes that a dag node is met in a place.
    #[inline(always)]
    pub(crate) fn note_dag(&mut self, node: Identity, place: Identity) {
        if self.variables.tracking() {
            self.reuse.dags().note([node], [place]);
        }
    }

    /// The rule for a dag node, with tracking. `opens` says that the node is recorded before its fields are hashed.
    #[cold]
    #[inline(never)]
    fn meet_scoped_dag(&mut self, node: Identity, at: Region, opens: bool) -> Contribution<I> {
        let Numbering { reuse, variables, .. } = self;
        match reuse.dags().in_force([node], variables) {
            [Some(record)] => {
                let (value, dependencies) = reuse.dags().use_record(record, variables);
                Contribution::Value(match reuse.dags().is_open(record) {
                    true => {
                        let around = variables.open_records().around(record);
                        I::of([tag(Tag::OpenDag), I::Value::from(around as u64)])
                    }
                    false => occurrence_of_dag::<I>(value, &dependencies, variables.depth()),
                })
            }
            [None] if opens => {
                let record = reuse.dags().open_dags([node], I::Value::default(), variables);
                Contribution::Fields(at.past_boundary(), LastStep::CloseDag(record))
            }
            [None] => {
                variables.open_collector();
                Contribution::Fields(at.past_boundary(), LastStep::NumberDag)
            }
        }
    }

    /// Numbers a dag node, given its fields. Returns its value.
    pub(crate) fn number_dag(&mut self, node: Identity, fields: I::Part) -> I::Value {
        if self.variables.tracking() {
            return self.number_scoped_dag(node, fields);
        }
        if self.is_anonymous {
            let value = I::of([tag(Tag::Dag), I::finish(fields)]);
            return self.dags.get_or_add(node, value).unwrap_or(value);
        }
        self.dags_recorded += 1;
        let value = I::of([tag(Tag::Dag), I::finish(fields), I::Value::from(self.dags_recorded)]);
        // A dag node that is known by its key may have been met below its own fields, and numbered there.
        if self.dags.stack([node], value) != [None] {
            self.reuse.outside.clear();
            self.reuse.forget_under_others();
            self.contributes_once();
        }
        value
    }

    #[cold]
    #[inline(never)]
    fn number_scoped_dag(&mut self, node: Identity, fields: I::Part) -> I::Value {
        let Numbering { variables, reuse, dags_recorded, .. } = self;
        let records = reuse.dags();
        let record = records.record_dags([node], variables, |variables, dependencies| {
            let number = variables.count_dag(dependencies, dags_recorded);
            I::of([tag(Tag::Dag), I::finish(fields), I::Value::from(number)])
        });
        let (value, dependencies) = records.use_record(record, variables);
        occurrence_of_dag::<I>(value, &dependencies, variables.depth())
    }

    /// Numbers a variable that was met in region `at`, given its fields. Returns its value.
    pub(crate) fn number_variable(&mut self, variable: Identity, fields: I::Part, at: Region) -> I::Value {
        if self.variables.tracking() {
            return self.number_scoped_variable(variable, fields, at);
        }
        if self.is_anonymous {
            let value = I::of([tag(Tag::Bound), I::finish(fields)]);
            return self.dags.get_or_add(variable, value).unwrap_or(value);
        }
        match variables::after_fields(at, |_| self.variables.top_with_value(0, variable)) {
            AfterFields::Decided((_, value)) => {
                self.contributes_once();
                mentioning_itself::<I>(fields, value)
            }
            AfterFields::Binds | AfterFields::Free => self.number_for_good(variable, fields, at),
        }
    }

    /// As [`number_variable`](Self::number_variable), for a variable that is bound permanently or is free.
    #[inline(never)]
    pub(crate) fn number_for_good(&mut self, variable: Identity, fields: I::Part, at: Region) -> I::Value {
        let value = if at.binds() {
            self.bound += 1;
            I::of([tag(Tag::Bound), I::finish(fields), I::Value::from(self.bound)])
        } else {
            let key = self.key(variable);
            let value = I::of([tag(Tag::Free), I::finish(fields), key]);
            if self.variables.are_in_part() {
                self.variables.note_free_in_part(variable);
                return value;
            }
            value
        };
        self.variables.bind([variable], at, value);
        value
    }

    #[cold]
    #[inline(never)]
    fn number_scoped_variable(&mut self, variable: Identity, fields: I::Part, at: Region) -> I::Value {
        let collected = self.variables.close_collector();
        let binds_anew = at.is_binding_occurrence();
        if !binds_anew && collected.found_something() && !self.variables.are_in_part() {
            // Later occurrences skip the fields.
            self.variables.note_context_sensitive();
        }
        let value = match variables::after_fields(at, |source| self.variables.find(source, 0, variable)) {
            AfterFields::Decided((ordinal, _)) if binds_anew => self.declared(ordinal, I::finish(fields), at),
            AfterFields::Decided((ordinal, value)) => {
                let mention = self.occurrence(ordinal, value);
                mentioning_itself::<I>(fields, mention)
            }
            AfterFields::Binds if at.level() > 0 => {
                if !binds_anew {
                    self.variables.note_in_element(variable, at);
                }
                self.variables.bind([variable], at, I::Value::default());
                I::of([tag(if binds_anew { Tag::Binder } else { Tag::First }), I::finish(fields)])
            }
            AfterFields::Binds | AfterFields::Free => self.number_for_good(variable, fields, at),
        };
        if !binds_anew {
            self.variables.note_unbound([variable]);
        }
        value
    }

    /// The contribution of a predeclared variable at its declaration, given the hash of its fields.
    fn declared(&mut self, ordinal: Ordinal, fields: I::Value, at: Region) -> I::Value {
        self.variables.decided_by(ordinal, at);
        let index = self.variables.index(ordinal).map_or(0, |index| index as u64 + 1);
        I::of([tag(Tag::Declared), fields, I::Value::from(index)])
    }

    /// The contribution of a variable as a map's key.
    pub(crate) fn as_key(&mut self, variable: Identity) -> I::Value {
        // Values are hashed in the order in which their keys were bound.
        self.variables.note_order_sensitive();
        match self.variables.top_with_value(0, variable) {
            Some((ordinal, value)) => self.occurrence(ordinal, value),
            None => {
                let key = self.key(variable);
                I::of([tag(Tag::FreeKey), key])
            }
        }
    }

    /// Records that a free variable is a map's key.
    pub(crate) fn record_free(&mut self, variable: Identity) {
        if let (AfterFields::Free, at) = variables::match_key(|| self.variables.top(0, variable)) {
            if self.variables.are_in_part() {
                self.variables.note_free_in_part(variable);
                return;
            }
            let value = self.as_key(variable);
            self.variables.bind([variable], at, value);
        }
    }

    /// The digest of a key that is a term, if it was found.
    pub(crate) fn digest<K: StructuralEq + ?Sized>(&self, key: &K) -> Option<I::Value> {
        self.digests.as_ref()?.get(&Identity::address(key)).copied()
    }

    /// Notes the digest of a key that is a term.
    pub(crate) fn note_digest<K: StructuralEq + ?Sized>(&mut self, key: &K, digest: I::Value) {
        self.digests.get_or_insert_default().insert(Identity::address(key), digest);
    }

    /// Notes that a custom traversal took part.
    pub(crate) fn custom_met(&mut self) {
        self.variables.note_context_sensitive();
        self.variables.note_order_sensitive();
    }

    /// Enters a scope; `false` if the computation has to start over instead.
    pub(crate) fn enter_scope(&mut self) -> bool {
        self.is_anonymous || self.variables.enter_scope()
    }

    /// Leaves the innermost scope.
    pub(crate) fn leave_scope(&mut self) {
        if !self.is_anonymous {
            self.variables.leave_scope();
        }
    }

    /// Resets the state if the computation has to start over. Returns whether it has to.
    pub(crate) fn restart_if_needed(&mut self) -> bool {
        let starts_over = self.variables.starts_over();
        if starts_over {
            self.clear();
            self.variables.track();
        }
        starts_over
    }

    /// Forgets everything but the shapes, and keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.keys.clear();
        self.values.clear();
        self.digests = None;
        self.reuse.clear(self.variables.tracking());
        self.variables.clear();
        self.dags.clear();
        self.dags_in_arenas.clear();
        self.dags_recorded = 0;
        self.bound = 0;
        self.process_local = false;
    }
}

/// The contribution of a dag node: its value and, if it depends on scopes, the distance to the innermost of these
/// scopes. That suffices, because two records in force that depend on one scope have different values.
fn occurrence_of_dag<I: Items>(value: I::Value, dependencies: &Dependencies<1>, depth: Level) -> I::Value {
    if !dependencies.is_scoped() {
        return value;
    }
    let distance = dependencies.distance(depth);
    I::of([tag(Tag::ScopedDag), value, I::Value::from(distance)])
}

/// The contribution of the first occurrence of a variable that its own fields mention: the hashes of the fields and of
/// a mention.
fn mentioning_itself<I: Items>(fields: I::Part, mention: I::Value) -> I::Value {
    I::of([tag(Tag::MentionsItself), I::finish(fields), mention])
}

#[inline(always)]
fn tag<V: From<u64>>(tag: Tag) -> V {
    V::from(tag as u64)
}

impl<I: Items> Numbering<I> {
    /// Leaves the innermost unordered part. If no part is left, records the free variables that were met.
    pub(crate) fn leave_part(&mut self) {
        for variable in self.variables.leave_part() {
            if self.variables.top(0, variable).is_none() {
                let value = if self.variables.map_free_vars() {
                    I::of([tag(Tag::MetInPart)])
                } else {
                    let key = self.key(variable);
                    I::of([tag(Tag::FreeKey), key])
                };
                self.variables.count_next_as_free();
                self.variables.bind([variable], Region::NONE, value);
            }
        }
    }

    /// Repeats, for one side, an event from the log of a comparison. `made` counts the permanent correspondences.
    pub(crate) fn repeat(&mut self, side: usize, event: Event<2>, made: &mut u64) {
        match event {
            Event::EnterScope => _ = self.variables.enter_scope(),
            Event::LeaveScope => self.variables.leave_scope(),
            Event::Bind(variables, 0) => {
                *made += 1;
                let value = I::of([tag(Tag::Around), I::Value::from(*made)]);
                self.variables.bind([variables[side]], Region::NONE, value);
            }
            Event::Bind(variables, level) => {
                self.variables.bind([variables[side]], Region::in_scope(level), I::Value::default());
            }
        }
    }
}
