//! Functions of a few integers that only depend on where these lie: conditions, and what is chosen by them.

use std::collections::BTreeMap;

use super::comparison::Subject;
use crate::wave::index::limits::MOST_CELLS;

/// A value for each case. There is one case for each choice of a class of each axis' subject; the last axis' classes
/// vary fastest.
///
/// [Reduced](Table::reduced) tables of the same function are the same: axes are in order, each is needed, and no two of
/// its classes are alike.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in crate::wave::index) struct Table<V> {
    axes: Vec<Axis>,
    cells: Vec<V>,
}

/// What is looked at, and what is told apart about it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Axis {
    subject: Subject,
    partition: Partition,
}

/// Classes of integers. They are numbered by their least members, from `-∞` on.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Partition {
    /// Where the class changes: the first integer after the change.
    breaks: Vec<i128>,
    /// The class before the first break, and the ones from each break on.
    classes: Vec<usize>,
}

/// The integers from one to another one, both included, or without end.
pub(super) type Interval = (Option<i128>, Option<i128>);

/// The cases that several tables together tell apart.
pub(super) struct Joint {
    axes: Vec<Axis>,
    /// For each case, the cell of each table.
    pub(super) cells: Vec<Vec<usize>>,
}

impl Partition {
    /// Integers below the first break, between breaks, and from the last one on, in classes of these numbers.
    pub(super) fn new(breaks: Vec<i128>, classes: Vec<usize>) -> Self {
        debug_assert_eq!(breaks.len() + 1, classes.len());
        let (mut numbers, mut partition) = (BTreeMap::new(), Self { breaks: Vec::new(), classes: Vec::new() });
        let starts = std::iter::once(None).chain(breaks.into_iter().map(Some));
        for (start, class) in starts.zip(classes) {
            let next = numbers.len();
            let class = *numbers.entry(class).or_insert(next);
            if partition.classes.last() != Some(&class) {
                partition.classes.push(class);
                partition.breaks.extend(start);
            }
        }
        partition
    }

    /// How many classes there are.
    pub(super) fn count(&self) -> usize {
        self.classes.iter().max().map_or(1, |greatest| greatest + 1)
    }

    fn class_of(&self, value: i128) -> usize {
        self.classes[self.breaks.partition_point(|start| *start <= value)]
    }

    /// What lies in one of these classes.
    pub(super) fn intervals(&self, classes: &[usize]) -> Vec<Interval> {
        let mut intervals: Vec<Interval> = Vec::new();
        let mut goes_on = false;
        for (index, class) in self.classes.iter().enumerate() {
            let is_in = classes.contains(class);
            let start = index.checked_sub(1).map(|before| self.breaks[before]);
            let end = self.breaks.get(index).map(|next| next - 1);
            match intervals.last_mut() {
                Some(last) if is_in && goes_on => last.1 = end,
                _ if is_in => intervals.push((start, end)),
                _ => {}
            }
            goes_on = is_in;
        }
        intervals
    }

    /// Whether it tells 0 from other numbers, and nothing else.
    pub(super) fn is_zero_or_not(&self) -> bool {
        self.breaks == [0, 1] && self.classes == [0, 1, 0]
    }

    /// The classes that several partitions tell apart together: for each, the class of each partition.
    fn common(partitions: &[&Self]) -> (Self, Vec<Vec<usize>>) {
        let mut breaks: Vec<i128> = partitions.iter().flat_map(|partition| partition.breaks.iter().copied()).collect();
        breaks.sort_unstable();
        breaks.dedup();
        let first: Vec<usize> = partitions.iter().map(|partition| partition.classes[0]).collect();
        let later = breaks.iter().map(|start| partitions.iter().map(|partition| partition.class_of(*start)).collect());
        let (mut known, mut classes): (Vec<Vec<usize>>, Vec<usize>) = (Vec::new(), Vec::new());
        for class in std::iter::once(first).chain(later) {
            let number = known.iter().position(|other| *other == class).unwrap_or(known.len());
            if number == known.len() {
                known.push(class);
            }
            classes.push(number);
        }
        (Self::new(breaks, classes), known)
    }
}

impl Axis {
    pub(super) fn subject(&self) -> &Subject {
        &self.subject
    }

    pub(super) fn partition(&self) -> &Partition {
        &self.partition
    }
}

impl<V> Table<V> {
    /// The same value in all cases.
    pub(in crate::wave::index) fn constant(value: V) -> Self {
        Self { axes: Vec::new(), cells: vec![value] }
    }

    /// A value for each class of one subject.
    pub(super) fn by(subject: Subject, partition: Partition, cells: Vec<V>) -> Self {
        debug_assert_eq!(partition.count(), cells.len());
        Self { axes: vec![Axis { subject, partition }], cells }
    }

    pub(super) fn axes(&self) -> &[Axis] {
        &self.axes
    }

    pub(super) fn cells(&self) -> &[V] {
        &self.cells
    }

    /// The value, if it is the same in all cases.
    pub(in crate::wave::index) fn as_constant(&self) -> Option<&V> {
        if self.axes.is_empty() { self.cells.first() } else { None }
    }

    /// Other values in place of these, which must not make different ones alike.
    pub(super) fn map<W>(&self, map: impl Fn(&V) -> W) -> Table<W> {
        Table { axes: self.axes.clone(), cells: self.cells.iter().map(map).collect() }
    }
}

impl Joint {
    /// The cases of these axes, if they are not too many.
    pub(super) fn of(tables: &[&[Axis]]) -> Option<Self> {
        /// Which table an axis belongs to, how many cells one of its classes is from the next, and the classes.
        type Member<'a> = (usize, usize, &'a Partition);
        let mut subjects: BTreeMap<&Subject, Vec<Member<'_>>> = BTreeMap::new();
        for (table, axes) in tables.iter().enumerate() {
            let mut stride = 1;
            for axis in axes.iter().rev() {
                subjects.entry(&axis.subject).or_default().push((table, stride, &axis.partition));
                stride *= axis.partition.count();
            }
        }
        let mut joint = Self { axes: Vec::new(), cells: vec![vec![0; tables.len()]] };
        for (subject, members) in subjects {
            let partitions: Vec<_> = members.iter().map(|(_, _, partition)| *partition).collect();
            let (partition, classes) = Partition::common(&partitions);
            if joint.cells.len() * classes.len() > MOST_CELLS {
                return None;
            }
            let in_class = |cell: &Vec<usize>, class: &Vec<usize>| {
                let mut cell = cell.clone();
                for ((table, stride, _), class) in members.iter().zip(class) {
                    cell[*table] += stride * class;
                }
                cell
            };
            joint.cells =
                joint.cells.iter().flat_map(|cell| classes.iter().map(move |class| in_class(cell, class))).collect();
            joint.axes.push(Axis { subject: subject.clone(), partition });
        }
        Some(joint)
    }

    /// The table with these values, given for each case the cell of each table.
    pub(super) fn table<V: Eq>(self, value: impl Fn(&[usize]) -> V) -> Table<V> {
        let cells = self.cells.iter().map(|cell| value(cell)).collect();
        Table { axes: self.axes, cells }.reduced()
    }
}

impl<V: Eq> Table<V> {
    /// The same function, with only what it depends on.
    fn reduced(mut self) -> Self {
        let mut axis = 0;
        while axis < self.axes.len() {
            self.merge_classes(axis);
            if self.axes[axis].partition.count() == 1 {
                self.axes.remove(axis);
            } else {
                axis += 1;
            }
        }
        self
    }

    /// Makes classes one that make no difference.
    fn merge_classes(&mut self, axis: usize) {
        let count = self.axes[axis].partition.count();
        let stride: usize = self.axes[axis + 1..].iter().map(|axis| axis.partition.count()).product();
        let class_of = |cell: usize| cell / stride % count;
        let slice = |class: usize| {
            self.cells.iter().enumerate().filter(move |(cell, _)| class_of(*cell) == class).map(|(_, value)| value)
        };
        let first_alike: Vec<usize> =
            (0..count).map(|class| (0..class).find(|other| slice(*other).eq(slice(class))).unwrap_or(class)).collect();
        let mut cell = 0;
        self.cells.retain(|_| {
            let class = class_of(cell);
            cell += 1;
            first_alike[class] == class
        });
        let partition = &mut self.axes[axis].partition;
        let classes = partition.classes.iter().map(|class| first_alike[*class]).collect();
        *partition = Partition::new(std::mem::take(&mut partition.breaks), classes);
    }
}
