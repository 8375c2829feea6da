//! Results of walks and rewritings on the shared nodes of one value, with the bindings on which the results depend.
//!
//! A result is valid wherever the variables that were consulted for it refer to the same bindings. This is the rule for
//! records of dag nodes in the semantics. A variable that was bound because it was unknown must be unknown again. A
//! tree that binds a variable in a scope around the tree does so at each occurrence, so such a tree has no result. A
//! rewriting keeps the replacements of shared nodes. A walk that is `once_per_binding` keeps the nodes that need no
//! second visit.
//!
//! On a cycle of ids, an outer node is met again inside itself. The nodes in between *lead back* to the outer node, and
//! depend on everything that it depends on. When such an inner node ends, its result is provisional: valid only while
//! the outer nodes to which it leads back are visited. When the innermost of these outer nodes ends, both nodes lead
//! back to the same nodes, and each inherits the other's dependencies. From then on they are in one *class*
//! (union–find), and the result of one is valid where the other's is. An exception is an inner node that depends on a
//! variable that was bound between the two nodes: the result of its class is *dead*, valid nowhere. When the first node
//! of a cycle ends, the results of its class are final.

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
    /// For each place, the lists of questions, without answers, on which its results depend.
    asked: Table<Place, Vec<List>>,
    /// The result for each place and list of dependencies.
    found: Table<(Place, List), Entry<Value>>,
    /// Lists of questions and of dependencies, deduplicated, since many results have the same list. All nodes of a
    /// cycle share one list.
    lists: Numbered<Rc<[Consulted]>>,
    /// The questions asked in the open nodes, with their answers; those of the outermost node first.
    consulted: Vec<Consulted>,
    open: Vec<NodeInProgress>,
    /// The nodes that ended, and lie on cycles that did not end yet.
    on_cycle: Vec<OnCycle>,
    /// The classes of the nodes in `on_cycle`.
    classes: UnionFind,
    /// A buffer for the present answers to the questions on which a result depends.
    now: Vec<Consulted>,
}

/// A shared node and the class of its region. A dag node has the same result in all regions.
type Place = (Identity, Region);

/// The number of a list.
type List = usize;

/// A result. While the cycle of its node has not ended, also the node's number in `BindingMemo::on_cycle`.
struct Entry<Value> {
    value: Value,
    on_cycle: Option<usize>,
}

/// A node that ended before its cycle.
struct OnCycle {
    place: Place,
    /// The dependencies by which the node's result is found, if it has a result.
    found_by: Option<List>,
    /// For the root of a class: the innermost of the outer nodes to which the class leads back (that node leads back to
    /// the others), and the dependencies.
    leads_back_to: usize,
    dependencies: Vec<Consulted>,
    /// For the root of a class: whether its results are dead, valid nowhere.
    is_dead: bool,
}

/// A question about the binding of a variable, and the answer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Consulted {
    variable: Identity,
    /// Whether the answer distinguishes a free variable from a variable that was not met.
    is_exact: bool,
    /// The number of the binding to which the variable refers; zero for a free variable if the question is exact;
    /// otherwise `None`.
    answer: Option<u64>,
    /// Whether the variable got this binding because it was unknown.
    is_bound_as_unknown: bool,
}

impl Consulted {
    /// A question and its answer: a binding, free, or (`None`) not met.
    pub(crate) fn new(variable: Identity, meaning: Option<Occurrence>, is_exact: bool) -> Consulted {
        let free = is_exact.then_some(0);
        let answer = meaning.and_then(|meaning| meaning.number().or(free));
        Consulted { variable, is_exact, answer, is_bound_as_unknown: false }
    }

    /// This dependency, for a node that reuses the result.
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

/// The dependencies of a node that ends, given the questions asked in it. Bindings that were made in the node (after
/// `made_before`) and are forgotten by now do not count, unless they were made because the variable was unknown.
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
    /// Whether it is a dag node. A dag node has a result even if it binds variables in scopes around it.
    is_dag: bool,
    /// The index in `consulted` where the node's part begins.
    first: usize,
    /// The length of this part at which it is deduplicated.
    enough: usize,
    /// The number of the last binding that was made before the node.
    made_before: u64,
    /// The number of scopes around the node.
    depth: Level,
    /// The level of the outermost scope in which a variable was bound within the node.
    binds_at: Level,
    /// The open nodes to which the node is known to lead back. The node itself may be among them.
    leads_back_to: BinaryHeap<usize>,
    /// The roots of the classes for which this node is the innermost one to which they lead back.
    classes: Vec<usize>,
    /// The length of `BindingMemo::on_cycle` before the node.
    on_cycle: usize,
}

impl NodeInProgress {
    /// The minimal length of a part that is deduplicated.
    const FEW: usize = 64;

    /// Deduplicates the node's part of `consulted`, once its length has doubled.
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
    /// The result on a node that is valid here. The innermost open node inherits its dependencies.
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

    /// Begins a shared node.
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

    /// The number of enclosing shared nodes.
    pub(crate) fn around(&self) -> usize {
        self.open.len()
    }

    /// Notes that an open node is met again inside itself, so that the innermost node leads back to it. `around` is its
    /// number, counted from the outermost.
    pub(crate) fn depend_on(&mut self, around: usize) {
        if let Some(innermost) = self.open.last_mut() {
            innermost.leads_back_to.push(around);
        }
    }

    /// Notes that a variable is consulted. A binding that was made in the innermost node is no dependency.
    #[inline]
    pub(crate) fn consult(&mut self, consulted: Consulted) {
        let is_outer = |open: &NodeInProgress| consulted.answer.is_none_or(|binding| binding <= open.made_before);
        if self.open.last().is_some_and(is_outer) {
            self.consulted.push(consulted);
        }
    }

    /// Notes that a variable is bound, in the scope of a region or permanently.
    pub(crate) fn bind(&mut self, variable: Identity, binding: u64, at: Region) {
        let Some(open) = self.open.last_mut() else { return };
        let is_bound_as_unknown = !at.is_binding_occurrence();
        self.consulted.push(Consulted { variable, is_exact: false, answer: Some(binding), is_bound_as_unknown });
        if at.level() > 0 {
            open.binds_at = open.binds_at.min(at.level());
        }
    }

    /// Ends the innermost shared node, with this result.
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
        // A tree that binds variables in scopes around it does so at each occurrence, so it has no result.
        let has_result = open.is_dag || !binds_around;
        let list = if has_result || !open.classes.is_empty() { self.list(&dependencies) } else { None };
        let on_cycle = innermost.map(|_| self.classes.add());
        let found_by = list.filter(|_| has_result);
        if let Some(list) = found_by {
            let questions = self.questions(list);
            self.keep(open.place, list, questions, Entry { value, on_cycle });
        }
        // Merges the classes that lead back to this node with the node's class. A class with dependencies that were
        // bound in the node is dead.
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

    /// Ends a cycle, whose first node ended with these dependencies. The results of the nodes from `first` on become
    /// final.
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

    /// The number of the list of these dependencies; `None` if one question has two answers.
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

    /// The number of the list of a list's questions, without the answers.
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
