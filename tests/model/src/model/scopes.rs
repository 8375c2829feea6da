//! Regions, and what variables are bound to.

use std::collections::{BTreeSet, HashMap};

use super::{
    Mistake, Options,
    describe::{Def, Field, Identity},
    predeclared::Declaration,
};

/// Whether variables met here may be bound, and where.
#[derive(Clone, Copy)]
pub(super) struct Region {
    mode: Option<Def>,
    /// How many scopes were open where the `def` field stands that opened the region.
    pub(super) level: usize,
    /// Whether no variable's fields lie between that field and here.
    direct: bool,
    /// Whether variables' fields are around.
    in_fields: bool,
    /// Whether the option has opened a region.
    of_the_option: bool,
    /// Whether the scope around has predeclared what binds here.
    predeclared: bool,
    mistake: Option<Mistake>,
}

impl Region {
    /// That of the root, which no field opened.
    pub(super) fn root(options: Options, mistake: Option<Mistake>) -> Region {
        let maps = options.map_free_vars && mistake != Some(Mistake::MapFreeVarsIsIgnored);
        let mode = maps.then_some(Def::Pattern);
        Region { mode, level: 0, direct: false, in_fields: false, of_the_option: maps, predeclared: false, mistake }
    }

    pub(super) fn none(self) -> Region {
        let reaches = self.of_the_option && self.mistake == Some(Mistake::MapFreeVarsReachesNone);
        Region { mode: reaches.then_some(Def::Pattern), level: 0, direct: false, ..self }
    }

    /// That of a field which stands where so many scopes are open.
    pub(super) fn enter(self, def: Option<Def>, level: usize) -> Region {
        let direct = !(self.in_fields && self.mistake == Some(Mistake::DefInFieldsOfBindersLooksUp));
        let propagates = self.mistake != Some(Mistake::PatternDoesNotPropagate);
        match def {
            None => self,
            Some(Def::None) if self.mistake == Some(Mistake::NoneIsIgnored) => self,
            Some(Def::None) => self.none(),
            Some(_) if self.mistake == Some(Mistake::DefIsIgnored) => self,
            Some(_) if propagates && self.mode == Some(Def::Pattern) => Region { level, direct, ..self },
            mode => Region { mode, level, direct, ..self },
        }
    }

    /// That of the fields of a variable that stands here.
    pub(super) fn inside_variable(self) -> Region {
        let region = if self.mode == Some(Def::Simple) && self.mistake != Some(Mistake::SimpleReachesFields) {
            self.none()
        } else {
            let direct = self.direct && self.mistake == Some(Mistake::FieldsOfBindersBindAnew);
            Region { direct, ..self }
        };
        Region { in_fields: true, predeclared: false, ..region }
    }

    /// That below a field of a node that stands here.
    pub(super) fn enter_field(self, field: &Field<'_>, level: usize) -> Region {
        let below = self.enter(field.def, level);
        let predeclares = field.predeclared && self.mistake != Some(Mistake::NothingIsPredeclared);
        Region { predeclared: below.predeclared || predeclares, ..below }
    }

    /// That inside a scope that stands here.
    pub(super) fn past_scope(self) -> Region {
        Region { predeclared: false, ..self }
    }

    /// That inside a dag node that stands here.
    pub(super) fn past_dag(self) -> Region {
        Region { predeclared: self.predeclared && self.mistake == Some(Mistake::DagNodesPredeclare), ..self }
    }

    /// That inside a map that stands here.
    pub(super) fn past_map(self) -> Region {
        Region { predeclared: self.predeclared && self.mistake == Some(Mistake::MapsPredeclare), ..self }
    }

    pub(super) fn is_predeclared(self) -> bool {
        self.predeclared
    }

    pub(super) fn binds(self) -> bool {
        self.mode.is_some()
    }

    /// As the library calls it.
    pub(super) fn def(self) -> sexpr_core::reflect::Def {
        match self.mode {
            Some(Def::Pattern) => sexpr_core::reflect::Def::Pattern,
            Some(Def::Simple) => sexpr_core::reflect::Def::Simple,
            Some(Def::None) | None => sexpr_core::reflect::Def::None,
        }
    }

    /// Whether a variable here binds anew, whatever it is bound to.
    pub(super) fn binds_anew(self) -> bool {
        self.binds() && self.direct && self.level > 0 && self.mistake != Some(Mistake::BindersAreLookedUp)
    }
}

/// What was bound, by order: a correspondence, or, for one term alone, a binding.
pub(super) type Binding = usize;

/// The bindings of each identity, the one in force last.
#[derive(Default)]
pub(super) struct Stacks(HashMap<Identity, Vec<Binding>>);

impl Stacks {
    pub(super) fn top(&self, identity: &Identity) -> Option<Binding> {
        self.0.get(identity)?.last().copied()
    }

    /// What each variable is bound to.
    pub(super) fn tops(&self) -> HashMap<Identity, Binding> {
        let top = |(identity, stack): (&Identity, &Vec<Binding>)| Some((identity.clone(), *stack.last()?));
        self.0.iter().filter_map(top).collect()
    }

    pub(super) fn push(&mut self, identity: Identity, binding: Binding) {
        self.0.entry(identity).or_default().push(binding);
    }

    pub(super) fn pop(&mut self, identity: &Identity) {
        if let Some(stack) = self.0.get_mut(identity) {
            stack.pop();
        }
    }

    pub(super) fn remove(&mut self, identity: &Identity, binding: Binding) {
        if let Some(stack) = self.0.get_mut(identity) {
            stack.retain(|other| *other != binding);
        }
    }
}

/// The dag nodes whose fields are being looked at: for each, how many scopes were open when it was met, and which
/// bindings it hangs on.
#[derive(Default)]
pub(super) struct OpenDags(Vec<(usize, BTreeSet<Binding>)>);

impl OpenDags {
    pub(super) fn enter(&mut self, level: usize) {
        self.0.push((level, BTreeSet::new()));
    }

    /// Leaves the one entered last, and answers with the bindings that it hangs on.
    pub(super) fn leave(&mut self) -> BTreeSet<Binding> {
        self.0.pop().map(|(_, uses)| uses).unwrap_or_default()
    }

    /// A binding made at a level was consulted or made: the nodes that it is forgotten before do not hang on it.
    pub(super) fn consult(&mut self, binding: Binding, level: usize) {
        for (outside, uses) in &mut self.0 {
            if level <= *outside {
                uses.insert(binding);
            }
        }
    }
}

/// What is bound while one term is looked at: `B` is what is known of a binding, `R` of a dag node.
pub(super) struct Bindings<B, R> {
    stacks: Stacks,
    bound: Vec<Bound<B>>,
    /// The bindings of each open scope.
    scopes: Vec<Vec<Binding>>,
    /// What each open scope predeclares.
    predeclared: Vec<HashMap<Identity, Binding>>,
    records: Vec<Record<R>>,
    open: OpenDags,
}

struct Bound<B> {
    /// How many scopes were open in the scope that binds; 0 if it is never forgotten.
    level: usize,
    variable: Identity,
    binder: B,
}

/// A dag node was met, which hangs on bindings.
struct Record<R> {
    node: Identity,
    known: R,
    uses: BTreeSet<Binding>,
}

impl<B, R: Clone> Bindings<B, R> {
    pub(super) fn new() -> Self {
        let (stacks, open) = (Stacks::default(), OpenDags::default());
        Bindings { stacks, bound: vec![], scopes: vec![], predeclared: vec![], records: vec![], open }
    }

    pub(super) fn stacks(&self) -> &Stacks {
        &self.stacks
    }

    pub(super) fn binder(&self, binding: Binding) -> &B {
        &self.bound[binding].binder
    }

    /// How many scopes are open.
    pub(super) fn level(&self) -> usize {
        self.scopes.len()
    }

    pub(super) fn consult(&mut self, binding: Binding) {
        self.open.consult(binding, self.bound[binding].level);
    }

    /// The binding in force, which is consulted.
    pub(super) fn look_up(&mut self, variable: &Identity) -> Option<Binding> {
        let binding = self.stacks.top(variable)?;
        self.consult(binding);
        Some(binding)
    }

    pub(super) fn bind(&mut self, variable: Identity, level: usize, binder: B) -> Binding {
        let new = self.bound.len();
        self.stacks.push(variable.clone(), new);
        self.bound.push(Bound { level, variable, binder });
        if level > 0 {
            self.scopes[level - 1].push(new);
        }
        self.consult(new);
        new
    }

    /// How many bindings of open scopes were made after this one.
    pub(super) fn later_in_scopes(&self, binding: Binding) -> usize {
        self.scopes.iter().flatten().filter(|other| **other > binding).count()
    }

    pub(super) fn enter_scope(&mut self) {
        self.scopes.push(vec![]);
        self.predeclared.push(HashMap::new());
    }

    /// Binds what the innermost scope declares that it has not declared.
    pub(super) fn predeclare(&mut self, declaration: Declaration, binder: B) {
        let Declaration { variable, region, .. } = declaration;
        let binding = self.bind(variable.clone(), region.level, binder);
        if let Some(predeclared) = self.predeclared.last_mut() {
            predeclared.insert(variable, binding);
        }
    }

    /// What the innermost scope has bound a variable to that it predeclares.
    pub(super) fn predeclared(&self, variable: &Identity) -> Option<Binding> {
        self.predeclared.last()?.get(variable).copied()
    }

    pub(super) fn leave_scope(&mut self) {
        self.predeclared.pop();
        for forgotten in self.scopes.pop().unwrap_or_default() {
            self.stacks.remove(&self.bound[forgotten].variable, forgotten);
        }
    }

    pub(super) fn enter_dag(&mut self) {
        self.open.enter(self.scopes.len());
    }

    pub(super) fn leave_dag(&mut self, node: Identity, known: R) {
        let uses = self.open.leave();
        self.records.push(Record { node, known, uses });
    }

    /// What is known of a dag node, if its record is in force; what that hangs on is consulted.
    pub(super) fn recorded(&mut self, node: &Identity) -> Option<R> {
        let on_top = |made: &Binding| self.stacks.top(&self.bound[*made].variable) == Some(*made);
        let in_force = |record: &Record<R>| record.node == *node && record.uses.iter().all(on_top);
        let record = self.records.iter().rposition(in_force)?;
        for binding in self.records[record].uses.clone() {
            self.consult(binding);
        }
        Some(self.records[record].known.clone())
    }
}
