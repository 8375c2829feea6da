//! Results on the shared nodes of one value, and the bindings that they depend on, for walks and rewritings.
//!
//! A result is valid wherever the variables that were consulted for it refer to the same bindings: the rule for records of
//! dag nodes in the semantics. A variable that was bound because it was unknown must be unknown again. A tree that binds a
//! variable in a scope around it does so each time, so it has no result. A rewriting keeps the replacements of shared
//! nodes. A walk that is `once_per_binding` keeps the nodes that need no second visit.
//!
//! On a cycle of ids, a node is met inside itself, and everything between depends on everything in it. So the result of a
//! node that ends there is valid for the time being, while the nodes around to which it leads back are visited. When
//! the innermost of these outer nodes ends, it and the inner node lead back to the same nodes, and each inherits the
//! other's dependencies. From then on they are in one *class* (union–find), and one is valid where the other is. That fails
//! where the inner node depends on a variable that was bound between them: its result is *dead*, valid nowhere. When the
//! first node of a cycle ends, the results of its class are final.

use alloc::{collections::BinaryHeap, rc::Rc, vec::Vec};

use crate::{
    describe::{
        identity::Identity,
        info::Kind,
        region::{Level, Region},
    },
    rules::bindings::{Bindings, Occurrence},
    tables::{
        index::{Numbered, Table},
        union_find::UnionFind,
    },
};

/// Memoized results for shared nodes.
#[derive(Default)]
pub(crate) struct BindingMemo<Value> {
    /// For each place, the lists of questions on which its results depend, without answers.
    asked: Table<Place, Vec<List>>,
    /// Results, by place and dependencies.
    found: Table<(Place, List), Entry<Value>>,
    /// Lists of questions and of dependencies, each kept once: many results have the same. All nodes of a cycle share one.
    lists: Numbered<Rc<[Consulted]>>,
    /// The answers in the shared nodes around, those of the outermost node first.
    consulted: Vec<Consulted>,
    open: Vec<NodeInProgress>,
    /// The nodes that ended on cycles that did not.
    on_cycle: Vec<OnCycle>,
    /// The classes of these.
    classes: UnionFind,
    /// The present answers to the questions on which a result depends.
    now: Vec<Consulted>,
}

/// A shared node and the class of its region. A dag node has the same result in all regions.
type Place = (Identity, Region);

/// The number of a list.
type List = usize;

/// A result, and the number of its node among those on cycles, if its cycle did not end.
struct Entry<Value> {
    value: Value,
    on_cycle: Option<usize>,
}

/// A node that ended on a cycle.
struct OnCycle {
    place: Place,
    /// The dependencies by which its result is found, if it has one.
    found_by: Option<List>,
    /// Of its class: the innermost of the nodes around to which it leads back, which leads back to the others; and the
    /// dependencies.
    leads_back_to: usize,
    dependencies: Vec<Consulted>,
    /// Of its class: whether the results are valid nowhere.
    is_dead: bool,
}

/// A question about a variable that was asked, and the answer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Consulted {
    variable: Identity,
    /// Whether the answer distinguishes a free variable from one that was not met.
    is_exact: bool,
    /// The number of the binding to which the variable refers; zero if it is free, and the question is exact.
    answer: Option<u64>,
    /// Whether the variable was bound to this because it was unknown.
    is_bound_as_unknown: bool,
}

impl Consulted {
    /// A variable was found to refer to a binding, to be free, or not to have been met.
    pub(crate) fn new(variable: Identity, meaning: Option<Occurrence>, is_exact: bool) -> Consulted {
        let free = is_exact.then_some(0);
        let answer = meaning.and_then(|meaning| meaning.number().or(free));
        Consulted { variable, is_exact, answer, is_bound_as_unknown: false }
    }

    /// The same dependency of a node that reuses a result.
    fn again(&self) -> Consulted {
        Consulted { is_bound_as_unknown: false, ..*self }
    }

    /// The question, without an answer.
    fn question(&self) -> Consulted {
        Consulted::new(self.variable, None, self.is_exact)
    }

    /// The question, with its present answer.
    fn now(&self, bindings: &Bindings) -> Consulted {
        Consulted::new(self.variable, bindings.meaning(self.variable), self.is_exact)
    }
}

/// The dependencies of a node that ends, given the answers in it. Bindings that were made in it, after `made_before`,
/// and are forgotten by now do not count, unless they were made because the variable was unknown.
fn dependencies_of(mut consulted: Vec<Consulted>, made_before: u64, bindings: &Bindings) -> Vec<Consulted> {
    consulted.retain_mut(|consulted| {
        let is_forgotten = |binding| binding > made_before && !bindings.exists(binding);
        let is_forgotten = consulted.answer.is_some_and(is_forgotten);
        let is_dependency = !is_forgotten || consulted.is_bound_as_unknown;
        if is_forgotten {
            *consulted = Consulted::new(consulted.variable, None, true);
        }
        is_dependency
    });
    consulted.sort_unstable();
    consulted.dedup();
    consulted
}

/// A shared node that is being visited.
struct NodeInProgress {
    place: (Identity, Region),
    /// Whether it is a dag node: it has a result though it binds variables in scopes around it.
    is_dag: bool,
    /// Where in `consulted` its part begins.
    first: usize,
    /// At which length of this part repeats are removed.
    enough: usize,
    /// The number of the last binding that was made before.
    made_before: u64,
    /// The number of scopes around it.
    depth: Level,
    /// The level of the outermost scope in which a variable was bound within it.
    binds_at: Level,
    /// The nodes around to which it is known to lead back; it may be among them itself.
    leads_back_to: BinaryHeap<usize>,
    /// The roots of classes that lead back to it, and to no node that is inside it.
    classes: Vec<usize>,
    /// The number of nodes that had ended on cycles before.
    on_cycle: usize,
}

impl NodeInProgress {
    /// Fewer answers than these are not worth the trouble.
    const FEW: usize = 64;

    /// Removes repeats from its part of the answers, once this has doubled.
    fn remove_repeats(&mut self, consulted: &mut Vec<Consulted>) {
        if consulted.len() - self.first < self.enough {
            return;
        }
        let mut own = consulted.split_off(self.first);
        own.sort_unstable();
        own.dedup();
        self.enough = (2 * own.len()).max(Self::FEW);
        consulted.append(&mut own);
    }
}

impl<Value> BindingMemo<Value> {
    /// The result on a node that is valid here.
    pub(crate) fn find(&mut self, node: Identity, kind: Kind, at: Region, bindings: &Bindings) -> Option<&Value> {
        let place = Self::place(node, kind, at, bindings);
        let BindingMemo { asked, found, lists, consulted, open, on_cycle: nodes, classes, now } = self;
        for questions in asked.get(&place)? {
            now.clear();
            now.extend(lists.get(*questions).iter().map(|question| question.now(bindings)));
            let kept = lists.find(&**now).and_then(|list| found.get(&(place, list)));
            let Some(Entry { value, on_cycle }) = kept else { continue };
            let class = on_cycle.map(|node| &nodes[classes.root(node)]);
            let holds = |one: &Consulted| one.answer == one.now(bindings).answer;
            if class.is_some_and(|class| class.is_dead || !class.dependencies.iter().all(holds)) {
                continue;
            }
            let dependencies = class.map_or(&*now, |class| &class.dependencies);
            if let Some(open) = open.last_mut() {
                open.leads_back_to.extend(class.map(|class| class.leads_back_to));
                consulted.extend(dependencies.iter().map(Consulted::again));
                open.remove_repeats(consulted);
            }
            return Some(value);
        }
        None
    }

    /// A shared node begins.
    pub(crate) fn begin(&mut self, node: Identity, kind: Kind, at: Region, bindings: &Bindings) {
        let place = Self::place(node, kind, at, bindings);
        let (first, made_before, depth) = (self.consulted.len(), bindings.made(), bindings.depth());
        self.open.push(NodeInProgress {
            place,
            is_dag: kind == Kind::Dag,
            first,
            enough: NodeInProgress::FEW,
            made_before,
            depth,
            binds_at: Level::MAX,
            leads_back_to: BinaryHeap::new(),
            classes: Vec::new(),
            on_cycle: self.on_cycle.len(),
        });
    }

    /// The number of shared nodes around.
    pub(crate) fn around(&self) -> usize {
        self.open.len()
    }

    /// The shared node with this number, counted from the outermost, is met again inside itself. The innermost node depends
    /// on everything in it.
    pub(crate) fn depend_on(&mut self, around: usize) {
        if let Some(innermost) = self.open.last_mut() {
            innermost.leads_back_to.push(around);
        }
    }

    /// A variable is consulted. A binding that was made in the innermost node is no dependency.
    #[inline]
    pub(crate) fn consult(&mut self, consulted: Consulted) {
        let is_outer = |open: &NodeInProgress| consulted.answer.is_none_or(|binding| binding <= open.made_before);
        if self.open.last().is_some_and(is_outer) {
            self.consulted.push(consulted);
        }
    }

    /// A variable is bound, in the scope of a region or permanently.
    pub(crate) fn bind(&mut self, variable: Identity, binding: u64, at: Region) {
        let Some(open) = self.open.last_mut() else { return };
        let is_bound_as_unknown = !at.is_binding_occurrence();
        self.consulted.push(Consulted { variable, is_exact: false, answer: Some(binding), is_bound_as_unknown });
        if at.level() > 0 {
            open.binds_at = open.binds_at.min(at.level());
        }
    }

    /// The innermost shared node ends, with this result.
    pub(crate) fn end(&mut self, value: Value, bindings: &Bindings) {
        let Some(mut open) = self.open.pop() else { return };
        let dependencies = dependencies_of(self.consulted.split_off(open.first), open.made_before, bindings);
        let binds_around = open.binds_at <= open.depth;
        while open.leads_back_to.peek().is_some_and(|node| *node >= self.open.len()) {
            open.leads_back_to.pop();
        }
        let innermost = open.leads_back_to.peek().copied();
        if let Some(outer) = self.open.last_mut() {
            self.consulted.extend_from_slice(&dependencies);
            outer.remove_repeats(&mut self.consulted);
            outer.binds_at = outer.binds_at.min(open.binds_at);
            outer.leads_back_to.append(&mut open.leads_back_to);
        }
        // A tree that binds variables around it does so at each occurrence.
        let has_result = open.is_dag || !binds_around;
        let list = if has_result || !open.classes.is_empty() { self.list(&dependencies) } else { None };
        let on_cycle = innermost.map(|_| self.classes.add());
        let found_by = list.filter(|_| has_result);
        if let Some(list) = found_by {
            let questions = self.questions(list);
            self.keep(open.place, list, questions, Entry { value, on_cycle });
        }
        // The classes that lead back to it: it inherits their dependencies, unless they were bound in it.
        for root in open.classes {
            let class = &mut self.on_cycle[root];
            let own = core::mem::take(&mut class.dependencies);
            class.is_dead = own.iter().any(|one| dependencies.binary_search(one).is_err());
            if let (false, Some(into)) = (class.is_dead, on_cycle) {
                self.classes.merge(root, into);
            }
        }
        if let (Some(class), Some(innermost)) = (on_cycle, innermost) {
            self.open[innermost].classes.push(class);
            let (place, leads_back_to) = (open.place, innermost);
            self.on_cycle.push(OnCycle { place, found_by, leads_back_to, dependencies, is_dead: false });
        } else {
            self.end_cycle(open.on_cycle, list);
        }
    }

    /// The first node of a cycle ended, with these dependencies, and with it all nodes from `first` on.
    fn end_cycle(&mut self, first: usize, list: Option<List>) {
        if first == self.on_cycle.len() {
            return;
        }
        let list = list.map(|list| (list, self.questions(list)));
        for node in first..self.on_cycle.len() {
            let is_dead = self.on_cycle[self.classes.root(node)].is_dead;
            let OnCycle { place, found_by, .. } = self.on_cycle[node];
            let value = found_by.and_then(|found_by| self.found.remove(&(place, found_by)));
            if let (false, Some((list, questions)), Some(value)) = (is_dead, list, value) {
                self.keep(place, list, questions, Entry { on_cycle: None, ..value });
            }
        }
        self.on_cycle.truncate(first);
        self.classes.truncate(first);
    }

    /// The list of these dependencies; `None` if one variable refers to two bindings at once.
    fn list(&mut self, dependencies: &[Consulted]) -> Option<List> {
        let mut list: Vec<_> = dependencies.iter().map(Consulted::again).collect();
        list.dedup();
        let is_same_question =
            |pair: &[Consulted]| (pair[0].variable, pair[0].is_exact) == (pair[1].variable, pair[1].is_exact);
        if list.windows(2).any(is_same_question) {
            return None;
        }
        Some(self.number(list))
    }

    fn number(&mut self, list: Vec<Consulted>) -> List {
        self.lists.find(&*list).unwrap_or_else(|| self.lists.number(list.into()))
    }

    /// The list of the questions of a list.
    fn questions(&mut self, list: List) -> List {
        let questions = self.lists.get(list).iter().map(Consulted::question).collect();
        self.number(questions)
    }

    fn keep(&mut self, place: Place, list: List, questions: List, result: Entry<Value>) {
        let asked = self.asked.entry(place).or_default();
        if !asked.contains(&questions) {
            asked.push(questions);
        }
        self.found.insert((place, list), result);
    }

    fn place(node: Identity, kind: Kind, at: Region, bindings: &Bindings) -> Place {
        (node, if kind == Kind::Dag { Region::NONE } else { at.class(bindings.depth()) })
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.found.is_empty() && self.open.is_empty()
    }
}
