//! A memo for the shared nodes of one value: results, and the bindings that they depend on, for walks and rewritings.
//!
//! A result holds again wherever the variables that were consulted for it refer to the same bindings: the rule for
//! records of dag nodes in the semantics. A variable that was bound because nothing was known of it must be unknown
//! again. A tree that binds something around it does so each time, so nothing is kept of it. A rewriting keeps what
//! replaces a shared node; `Walk::once_per_binding`, which nodes need no second visit.
//!
//! On a cycle of ids, a node is met inside itself, and what is between depends on all that is in it. So nodes that end
//! there are kept for now, until the first node of their strongly connected component ends (Tarjan's algorithm). That one
//! holds where any other node would. Each of the others depends on what the node does that it leads back to, as well.

use alloc::{rc::Rc, vec::Vec};
use core::hash::Hash;

use crate::{
    describe::{
        identity::Identity,
        info::Kind,
        region::{Level, Region},
    },
    rules::{bindings::Bindings, occurrence::Occurrence},
    tables::index::Table,
};

/// Memoized results for shared nodes.
pub(crate) struct BindingMemo<Value> {
    found: Table<(Identity, Region), Vec<Found<Value>>>,
    questions: Lists<Question>,
    answers: Lists<Answer>,
    /// What was consulted in the shared nodes around, those of an inner one last.
    consulted: Vec<Consulted>,
    open: Vec<Open>,
    /// How many nodes were begun.
    begun: u64,
    /// The nodes that ended on a cycle that did not, in the order in which they ended.
    on_cycle: Vec<OnCycle>,
    /// What the answers are now to questions that a result depends on.
    now: Vec<Answer>,
}

/// A node that ended on a cycle. What is found of it holds for now, as long as a node around is visited that it depends
/// on. After that, it holds where what that is derived from is the same as well.
struct OnCycle {
    place: (Identity, Region),
    number: u64,
    /// The number of a node that began before, and on which it depends; the first one of a component has none.
    depends_on: u64,
    derived_from: Vec<Consulted>,
    /// What it is found by for now, if it is.
    found_by: Option<FoundBy>,
}

/// The results for one node that depend on the same questions.
struct Found<Value> {
    questions: List,
    /// By the answers to these.
    values: Table<List, Kept<Value>>,
}

/// A result, and the number of its node, as long as that lies on a cycle that has not ended.
struct Kept<Value> {
    value: Value,
    on_cycle: Option<u64>,
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
struct Lists<Item> {
    numbers: Table<Rc<[Item]>, List>,
    by_number: Vec<Rc<[Item]>>,
}

impl<Item> Default for Lists<Item> {
    fn default() -> Self {
        Lists { numbers: Table::default(), by_number: Vec::new() }
    }
}

impl<Item: Clone + Eq + Hash> Lists<Item> {
    /// The number of a list, which it gets now if it has none.
    fn number(&mut self, list: &[Item]) -> List {
        if let Some(number) = self.numbers.get(list) {
            return *number;
        }
        let (list, number): (Rc<[Item]>, List) = (list.into(), self.by_number.len());
        self.numbers.insert(list.clone(), number);
        self.by_number.push(list);
        number
    }
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
struct Open {
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
    /// Its number, in the order in which nodes began.
    number: u64,
    /// The first node on which it depends that has not ended, or lies on a cycle that has not: by number.
    depends_on: u64,
    /// How many nodes had ended on cycles before.
    on_cycle: usize,
}

impl Open {
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
}

impl<Value> Default for BindingMemo<Value> {
    fn default() -> Self {
        BindingMemo {
            found: Table::default(),
            questions: Lists::default(),
            answers: Lists::default(),
            consulted: Vec::new(),
            open: Vec::new(),
            begun: 0,
            on_cycle: Vec::new(),
            now: Vec::new(),
        }
    }
}

impl<Value> BindingMemo<Value> {
    /// What was found of a node, if it was met where its variables meant the same.
    pub(crate) fn find(&mut self, node: Identity, kind: Kind, at: Region, bindings: &Bindings) -> Option<&Value> {
        let BindingMemo { found, questions: asked, answers, consulted, open, now, .. } = self;
        for Found { questions, values } in found.get(&place(node, kind, at, bindings))? {
            let questions = &asked.by_number[*questions];
            now.clear();
            now.extend(questions.iter().map(|question| question.answer(bindings)));
            let kept = answers.numbers.get(&**now).and_then(|answers| values.get(answers));
            if let Some(Kept { value, on_cycle }) = kept {
                if let (Some(open), Some(number)) = (open.last_mut(), on_cycle) {
                    open.depends_on = open.depends_on.min(*number);
                }
                if let Some(open) = open.last_mut() {
                    let pairs = questions.iter().zip(now.iter());
                    let again = |(question, answer): (&Question, &Answer)| Consulted {
                        question: *question,
                        answer: *answer,
                        is_bound_as_unknown: false,
                    };
                    consulted.extend(pairs.map(again));
                    open.take_out_repeats(consulted);
                }
                return Some(value);
            }
        }
        None
    }

    /// A shared node begins.
    pub(crate) fn begin(&mut self, node: Identity, kind: Kind, at: Region, bindings: &Bindings) {
        self.begin_any(node, kind, kind == Kind::Dag, at, bindings);
    }

    /// A node begins that an id led to. Where its variables mean the same, it stays one, as a dag node does.
    pub(crate) fn begin_behind_id(&mut self, node: Identity, kind: Kind, at: Region, bindings: &Bindings) {
        self.begin_any(node, kind, true, at, bindings);
    }

    fn begin_any(&mut self, node: Identity, kind: Kind, is_one: bool, at: Region, bindings: &Bindings) {
        let place = place(node, kind, at, bindings);
        self.begun += 1;
        let (first, made_before, depth) = (self.consulted.len(), bindings.made(), bindings.depth());
        self.open.push(Open {
            place,
            is_one,
            first,
            enough: Open::FEW,
            made_before,
            depth,
            binds_at: Level::MAX,
            number: self.begun,
            depends_on: u64::MAX,
            on_cycle: self.on_cycle.len(),
        });
    }

    /// How many shared nodes are around.
    pub(crate) fn around(&self) -> usize {
        self.open.len()
    }

    /// The next one of so many shared nodes is met again inside itself: what is between depends on all that is in it.
    pub(crate) fn depend_on(&mut self, around: usize) {
        let Some(number) = self.open.get(around).map(|open| open.number) else { return };
        if let Some(innermost) = self.open.last_mut() {
            innermost.depends_on = innermost.depends_on.min(number);
        }
    }

    /// A variable is consulted. What was bound in the innermost node depends on nothing else.
    #[inline]
    pub(crate) fn consult(&mut self, consulted: Consulted) {
        let is_outer = |open: &Open| consulted.answer.is_none_or(|binding| binding <= open.made_before);
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
        let Some(open) = self.open.pop() else { return };
        let derived_from = at_end(self.consulted.split_off(open.first), open.made_before, bindings);
        let binds_around = open.binds_at <= open.depth;
        let is_on_cycle = open.depends_on < open.number;
        if let Some(outer) = self.open.last_mut() {
            self.consulted.extend_from_slice(&derived_from);
            outer.take_out_repeats(&mut self.consulted);
            outer.binds_at = outer.binds_at.min(open.binds_at);
            if is_on_cycle {
                outer.depends_on = outer.depends_on.min(open.depends_on);
            }
        }
        // A tree that binds around it does so at each occurrence anew.
        let found_by = (open.is_one || !binds_around)
            .then(|| self.lists(&derived_from))
            .flatten()
            .inspect(|by| self.keep(open.place, *by, Kept { value, on_cycle: is_on_cycle.then_some(open.number) }));
        if is_on_cycle || self.on_cycle.len() > open.on_cycle {
            let Open { place, number, depends_on, .. } = open;
            self.on_cycle.push(OnCycle { place, number, depends_on, derived_from, found_by });
        }
        if !is_on_cycle && self.on_cycle.len() > open.on_cycle {
            self.end_cycle(open.on_cycle);
        }
    }

    /// A cycle ends, with all nodes from `first` on.
    fn end_cycle(&mut self, first: usize) {
        let mut nodes = self.on_cycle.split_off(first);
        nodes.sort_unstable_by_key(|node| node.number);
        let numbers: Vec<u64> = nodes.iter().map(|node| node.number).collect();
        // What nodes are derived from, as lists that several may have; and which of them each node has.
        let mut lists: Vec<(Vec<Consulted>, Option<FoundBy>)> = Vec::new();
        let mut list_of: Vec<usize> = Vec::with_capacity(nodes.len());
        for OnCycle { place, number, depends_on, derived_from, found_by } in nodes {
            let around = numbers.binary_search(&depends_on).ok().filter(|_| depends_on < number);
            let around = around.map(|index| list_of[index]);
            let adds = |list: usize| derived_from.iter().any(|one| lists[list].0.binary_search(one).is_err());
            let list = match around {
                Some(list) if !adds(list) => list,
                around => {
                    let mut all = derived_from;
                    all.extend_from_slice(around.map_or(&[], |list| &lists[list].0));
                    all.sort_unstable();
                    all.dedup();
                    let by = self.lists(&all);
                    lists.push((all, by));
                    lists.len() - 1
                }
            };
            list_of.push(list);
            let Some((questions, answers)) = found_by else { continue };
            let found = self.found.get_mut(&place).into_iter().flatten().find(|found| found.questions == questions);
            let value = found.and_then(|found| found.values.remove(&answers));
            if let (Some(by), Some(value)) = (lists[list].1, value) {
                self.keep(place, by, Kept { on_cycle: None, ..value });
            }
        }
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
        Some((self.questions.number(&questions), self.answers.number(&answers)))
    }

    fn keep(&mut self, place: (Identity, Region), (questions, answers): FoundBy, value: Kept<Value>) {
        let found = self.found.entry(place).or_default();
        let position = found.iter().position(|found| found.questions == questions).unwrap_or_else(|| {
            found.push(Found { questions, values: Table::default() });
            found.len() - 1
        });
        found[position].values.insert(answers, value);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.found.is_empty() && self.open.is_empty()
    }
}

/// What results are known by: the node, and where it stands, as far as that makes a difference. A dag node is what it
/// was found to be wherever it stands.
fn place(node: Identity, kind: Kind, at: Region, bindings: &Bindings) -> (Identity, Region) {
    match kind {
        Kind::Dag => (node, Region::NONE),
        _ => (node, at.class(bindings.depth())),
    }
}
