//! A memo for the shared nodes of one value: results, and the bindings that they depend on, for walks and rewritings.
//!
//! A result holds again wherever the variables that were consulted for it refer to the same bindings: the rule for
//! records of dag nodes in the semantics. A variable that was bound because nothing was known of it must be unknown
//! again. A tree that binds something around it does so each time, so nothing is kept of it. A rewriting keeps what
//! replaces a shared node; a walk that is `once_per_binding`, which nodes need no second visit.
//!
//! On a cycle of ids, a node is met inside itself, and what is between depends on all that is in it. So a node that ends
//! there holds for now, as long as the nodes around are visited that it leads back to. When the innermost of these ends,
//! both lead back to the same nodes, and what the one is derived from, the other is; so from then on they are one *class*
//! (union-find), which holds where the other does. That fails where the inner node depends on a variable that was bound
//! between them: it holds nowhere again. When the first node of a cycle ends, its class holds for good.

use alloc::{collections::BinaryHeap, rc::Rc, vec::Vec};
use core::hash::Hash;

use crate::{
    describe::{
        identity::Identity,
        info::Kind,
        region::{Level, Region},
    },
    rules::{bindings::Bindings, occurrence::Occurrence},
    tables::index::{Numbered, Table},
};

/// Memoized results for shared nodes.
pub(crate) struct BindingMemo<Value> {
    found: Table<(Identity, Region), Vec<Found<Value>>>,
    questions: Lists<Question>,
    answers: Lists<Answer>,
    /// What was consulted in the shared nodes around, those of an inner one last.
    consulted: Vec<Consulted>,
    open: Vec<NodeInProgress>,
    /// The nodes that ended on cycles that did not.
    on_cycle: Vec<OnCycle>,
    /// What the answers are now to questions that a result depends on.
    now: Vec<Answer>,
}

/// A node that ended on a cycle.
struct OnCycle {
    place: (Identity, Region),
    /// What it is found by, if it is.
    found_by: Option<FoundBy>,
    /// The node whose class it belongs to, or one that leads there; itself, if that is its own.
    class: usize,
    /// Of its class: the innermost of the nodes around that it leads back to, which leads back to the others; and what it
    /// is derived from.
    leads_back_to: usize,
    derived_from: Vec<Consulted>,
    /// Of its class: holds nowhere again.
    is_dead: bool,
}

/// The node whose class one on a cycle belongs to.
fn class_of(nodes: &mut [OnCycle], mut node: usize) -> usize {
    while nodes[node].class != node {
        let next = nodes[node].class;
        nodes[node].class = nodes[next].class;
        node = next;
    }
    node
}

/// The results for one node that depend on the same questions.
struct Found<Value> {
    questions: List,
    /// By the answers to these.
    values: Table<List, Entry<Value>>,
}

/// A result, and where its node is among those on cycles that did not end, if it is.
struct Entry<Value> {
    value: Value,
    on_cycle: Option<usize>,
}

/// The questions on which a result depends, and the answers.
type FoundBy = (List, List);

/// What is asked of a variable.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Question {
    variable: Identity,
    /// Whether it makes a difference if the variable is free or was not met yet.
    is_exact: bool,
}

/// What a variable was found to be: the number of a binding, or none.
type Answer = Option<u64>;

/// The answer to an exact question: the variable is free. Bindings are numbered from one on.
const FREE: Answer = Some(0);

impl Question {
    fn answer(self, bindings: &Bindings) -> Answer {
        let meaning = bindings.meaning(self.variable)?;
        meaning.number().or(if self.is_exact { FREE } else { None })
    }
}

/// The number of a list among [`Lists`]: equal lists have one, so that none is hashed or compared for each node that
/// depends on it.
type List = usize;

/// Lists, of which each is kept once, since many results depend on the same variables.
type Lists<Item> = Numbered<Rc<[Item]>>;

/// The number of a list, which it gets now if it has none.
fn number_of<Item: Clone + Eq + Hash>(list: &[Item], lists: &mut Lists<Item>) -> List {
    lists.find(list).unwrap_or_else(|| lists.number(list.into()))
}

/// What was asked of a variable, and found.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Consulted {
    question: Question,
    answer: Answer,
    /// The variable was bound to this because nothing was known of it.
    is_bound_as_unknown: bool,
}

impl Consulted {
    /// Whether the answer is the same now.
    fn holds(&self, bindings: &Bindings) -> bool {
        self.question.answer(bindings) == self.answer
    }

    /// That an occurrence refers to a binding, or is free.
    pub(crate) fn reference(variable: Identity, occurrence: Option<Occurrence>) -> Consulted {
        let question = Question { variable, is_exact: false };
        Consulted { question, answer: occurrence.and_then(Occurrence::number), is_bound_as_unknown: false }
    }

    /// What a variable refers to, is it free or was it not met.
    pub(crate) fn exactly(variable: Identity, meaning: Option<Occurrence>) -> Consulted {
        let question = Question { variable, is_exact: true };
        let answer = meaning.and_then(|meaning| meaning.number().or(FREE));
        Consulted { question, answer, is_bound_as_unknown: false }
    }
}

/// What a node derives from at its end, of what was consulted in it: bindings that were made in it, after
/// `made_before`, and are forgotten by now do not count, but for what had a variable bound because it was unknown.
fn at_end(mut consulted: Vec<Consulted>, made_before: u64, bindings: &Bindings) -> Vec<Consulted> {
    consulted.sort_unstable();
    consulted.dedup();
    let mut derived_from = Vec::with_capacity(consulted.len());
    let mut existing = None;
    for consulted in consulted.into_iter().rev() {
        let Consulted { question, answer, is_bound_as_unknown } = consulted;
        let Some(own) = answer.filter(|binding| *binding > made_before) else {
            derived_from.push(consulted);
            continue;
        };
        if existing.as_ref().is_none_or(|(of, _)| *of != question) {
            existing = Some((question, bindings.numbers(question.variable).peekable()));
        }
        // Both go down.
        let exists = existing.as_mut().is_some_and(|(_, numbers)| {
            while numbers.next_if(|number| *number > own).is_some() {}
            numbers.peek() == Some(&own)
        });
        if exists {
            derived_from.push(consulted);
        } else if is_bound_as_unknown {
            derived_from.push(Consulted::exactly(question.variable, None));
        }
    }
    derived_from.sort_unstable();
    derived_from.dedup();
    derived_from
}

/// A shared node that is being visited.
struct NodeInProgress {
    place: (Identity, Region),
    /// Whether it stays one node though it binds around it.
    is_one: bool,
    /// Where in `consulted` its part begins, and how long that may get before what is there twice is taken out.
    first: usize,
    enough: usize,
    /// The last binding before.
    made_before: u64,
    /// How many scopes are around it.
    depth: Level,
    /// The level of the outermost scope in which something was bound within it, those for good apart.
    binds_at: Level,
    /// Which of the nodes around it leads back to, as far as is known; and it may be among them itself.
    leads_back_to: BinaryHeap<usize>,
    /// The classes of nodes on cycles that lead back to it, and to no node that is inside it.
    classes: Vec<usize>,
    /// How many nodes had ended on cycles before.
    on_cycle: usize,
}

impl NodeInProgress {
    /// Fewer meanings than these are not worth the trouble.
    const FEW: usize = 64;

    /// Takes repeats out of what was consulted in it, once this has doubled.
    fn take_out_repeats(&mut self, consulted: &mut Vec<Consulted>) {
        if consulted.len() - self.first < self.enough {
            return;
        }
        let mut own = consulted.split_off(self.first);
        own.sort_unstable();
        own.dedup();
        self.enough = (2 * own.len()).max(Self::FEW);
        consulted.append(&mut own);
    }

    /// Which of the nodes around it leads back to, where so many are around.
    fn end_of_leading_back(&mut self, around: usize) -> BinaryHeap<usize> {
        let mut nodes = core::mem::take(&mut self.leads_back_to);
        while nodes.peek().is_some_and(|node| *node >= around) {
            nodes.pop();
        }
        nodes
    }
}

impl<Value> Default for BindingMemo<Value> {
    fn default() -> Self {
        BindingMemo {
            found: Table::default(),
            questions: Lists::default(),
            answers: Lists::default(),
            consulted: Vec::new(),
            open: Vec::new(),
            on_cycle: Vec::new(),
            now: Vec::new(),
        }
    }
}

impl<Value> BindingMemo<Value> {
    /// What was found of a node, if it was met where its variables meant the same.
    pub(crate) fn find(&mut self, node: Identity, kind: Kind, at: Region, bindings: &Bindings) -> Option<&Value> {
        let place = Self::place(node, kind, at, bindings);
        let BindingMemo { found, questions: asked, answers, consulted, open, on_cycle: nodes, now, .. } = self;
        for Found { questions, values } in found.get(&place)? {
            let questions = &asked.get(*questions);
            now.clear();
            now.extend(questions.iter().map(|question| question.answer(bindings)));
            let kept = answers.find(&**now).and_then(|answers| values.get(&answers));
            let Some(Entry { value, on_cycle }) = kept else { continue };
            let class = on_cycle.map(|node| class_of(nodes, node)).map(|class| &nodes[class]);
            if class.is_some_and(|class| class.is_dead || !class.derived_from.iter().all(|one| one.holds(bindings))) {
                continue;
            }
            let Some(open) = open.last_mut() else { return Some(value) };
            let again = |question, answer| Consulted { question, answer, is_bound_as_unknown: false };
            match class {
                Some(class) => {
                    open.leads_back_to.push(class.leads_back_to);
                    consulted.extend(class.derived_from.iter().map(|one| again(one.question, one.answer)));
                }
                None => {
                    consulted.extend(questions.iter().zip(&*now).map(|(question, answer)| again(*question, *answer)))
                }
            }
            open.take_out_repeats(consulted);
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
            is_one: kind == Kind::Dag,
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

    /// How many shared nodes are around.
    pub(crate) fn around(&self) -> usize {
        self.open.len()
    }

    /// The next one of so many shared nodes is met again inside itself: what is between depends on all that is in it.
    pub(crate) fn depend_on(&mut self, around: usize) {
        if let Some(innermost) = self.open.last_mut() {
            innermost.leads_back_to.push(around);
        }
    }

    /// A variable is consulted. What was bound in the innermost node depends on nothing else.
    #[inline]
    pub(crate) fn consult(&mut self, consulted: Consulted) {
        let is_outer = |open: &NodeInProgress| consulted.answer.is_none_or(|binding| binding <= open.made_before);
        if self.open.last().is_some_and(is_outer) {
            self.consulted.push(consulted);
        }
    }

    /// A variable is bound, in the scope of a region, or for good.
    pub(crate) fn bind(&mut self, variable: Identity, binding: u64, at: Region) {
        let Some(open) = self.open.last_mut() else { return };
        let question = Question { variable, is_exact: false };
        let is_bound_as_unknown = !at.is_binding_occurrence();
        self.consulted.push(Consulted { question, answer: Some(binding), is_bound_as_unknown });
        if at.level() > 0 {
            open.binds_at = open.binds_at.min(at.level());
        }
    }

    /// The innermost shared node ends: this is found of it.
    pub(crate) fn end(&mut self, value: Value, bindings: &Bindings) {
        let Some(mut open) = self.open.pop() else { return };
        let derived_from = at_end(self.consulted.split_off(open.first), open.made_before, bindings);
        let binds_around = open.binds_at <= open.depth;
        let mut leads_back_to = open.end_of_leading_back(self.open.len());
        let innermost = leads_back_to.peek().copied();
        if let Some(outer) = self.open.last_mut() {
            self.consulted.extend_from_slice(&derived_from);
            outer.take_out_repeats(&mut self.consulted);
            outer.binds_at = outer.binds_at.min(open.binds_at);
            outer.leads_back_to.append(&mut leads_back_to);
        }
        // A tree that binds around it does so at each occurrence anew.
        let is_found = open.is_one || !binds_around;
        let by = if is_found || !open.classes.is_empty() { self.lists(&derived_from) } else { None };
        let found_by = by.filter(|_| is_found);
        let on_cycle = innermost.map(|_| self.on_cycle.len());
        if let Some(by) = found_by {
            self.keep(open.place, by, Entry { value, on_cycle });
        }
        self.end_classes(&open.classes, &derived_from, on_cycle);
        if let (Some(class), Some(innermost)) = (on_cycle, innermost) {
            self.open[innermost].classes.push(class);
            let (place, leads_back_to) = (open.place, innermost);
            self.on_cycle.push(OnCycle { place, found_by, class, leads_back_to, derived_from, is_dead: false });
        } else {
            self.end_cycle(open.on_cycle, by);
        }
    }

    /// Of a node that ended, with what it is derived from: what becomes of the classes that lead back to it.
    fn end_classes(&mut self, classes: &[usize], derived_from: &[Consulted], merged: Option<usize>) {
        for class in classes {
            let OnCycle { class: into, derived_from: own, is_dead, .. } = &mut self.on_cycle[*class];
            *is_dead = own.iter().any(|one| derived_from.binary_search(one).is_err());
            if !*is_dead {
                *into = merged.unwrap_or(*class);
            }
            // It is looked at no more.
            *own = Vec::new();
        }
    }

    /// The first node of a cycle ended, which is found by this, and with it all nodes from `first` on.
    fn end_cycle(&mut self, first: usize, by: Option<FoundBy>) {
        for node in first..self.on_cycle.len() {
            let class = class_of(&mut self.on_cycle, node);
            let is_dead = self.on_cycle[class].is_dead;
            let OnCycle { place, found_by, .. } = self.on_cycle[node];
            let Some((questions, answers)) = found_by else { continue };
            let found = self.found.get_mut(&place).into_iter().flatten().find(|found| found.questions == questions);
            let value = found.and_then(|found| found.values.remove(&answers));
            if let (false, Some(by), Some(value)) = (is_dead, by, value) {
                self.keep(place, by, Entry { on_cycle: None, ..value });
            }
        }
        self.on_cycle.truncate(first);
    }

    /// What was asked, in order, and what was found; nothing, if one variable means two things at once.
    fn lists(&mut self, derived_from: &[Consulted]) -> Option<FoundBy> {
        let is_contradictory =
            |pair: &[Consulted]| pair[0].question == pair[1].question && pair[0].answer != pair[1].answer;
        if derived_from.windows(2).any(is_contradictory) {
            return None;
        }
        let mut once: Vec<&Consulted> = derived_from.iter().collect();
        once.dedup_by_key(|consulted| consulted.question);
        let questions: Vec<Question> = once.iter().map(|consulted| consulted.question).collect();
        let answers: Vec<Answer> = once.iter().map(|consulted| consulted.answer).collect();
        Some((number_of(&questions, &mut self.questions), number_of(&answers, &mut self.answers)))
    }

    fn keep(&mut self, place: (Identity, Region), (questions, answers): FoundBy, value: Entry<Value>) {
        let found = self.found.entry(place).or_default();
        let position = found.iter().position(|found| found.questions == questions).unwrap_or_else(|| {
            found.push(Found { questions, values: Table::default() });
            found.len() - 1
        });
        found[position].values.insert(answers, value);
    }

    /// What results are known by: the node, and where it stands, as far as that makes a difference. A dag node is what it
    /// was found to be wherever it stands.
    fn place(node: Identity, kind: Kind, at: Region, bindings: &Bindings) -> (Identity, Region) {
        match kind == Kind::Dag {
            true => (node, Region::NONE),
            false => (node, at.class(bindings.depth())),
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.found.is_empty() && self.open.is_empty()
    }
}
