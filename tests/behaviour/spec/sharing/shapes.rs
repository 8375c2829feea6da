//! Towers: each node holds the level below twice, so that there are 2^levels paths. They stand for the same tree, and
//! share differently.

/// Makes a node of a level from what it holds.
pub(crate) type Level<'a, T> = &'a dyn Fn(usize, &T, &T) -> T;

/// Builds so many levels on a bottom.
pub(crate) type Shape<T> = fn(usize, T, Level<'_, T>) -> T;

pub(crate) fn shapes<T: Clone>() -> [Shape<T>; 5] {
    [single, split, crossed, paired, alternating]
}

/// One node a level: everything is shared.
pub(crate) fn single<T: Clone>(levels: usize, bottom: T, level: Level<'_, T>) -> T {
    (0..levels).fold(bottom, |below, at| level(at, &below, &below))
}

/// One node a level, but for one level in the middle, where there are two.
fn split<T: Clone>(levels: usize, bottom: T, level: Level<'_, T>) -> T {
    let below = (bottom.clone(), bottom);
    let (top, _) = (0..levels).fold(below, |(left, right), at| {
        let node = level(at, &left, &right);
        if at == levels / 2 { (node, level(at, &left, &right)) } else { (node.clone(), node) }
    });
    top
}

/// Two nodes a level, each of which holds both of the level below.
pub(crate) fn crossed<T: Clone>(levels: usize, bottom: T, level: Level<'_, T>) -> T {
    let below = (bottom.clone(), bottom);
    let (top, _) = (0..levels).fold(below, |(left, right), at| (level(at, &left, &right), level(at, &right, &left)));
    top
}

/// Two nodes a level, each of which holds one of the level below twice.
fn paired<T: Clone>(levels: usize, bottom: T, level: Level<'_, T>) -> T {
    let below = (bottom.clone(), bottom);
    let (left, right) =
        (0..levels - 1).fold(below, |(left, right), at| (level(at, &left, &left), level(at, &right, &right)));
    level(levels - 1, &left, &right)
}

/// Levels of one node and of two in turn.
fn alternating<T: Clone>(levels: usize, bottom: T, level: Level<'_, T>) -> T {
    let below = (bottom.clone(), bottom);
    let (top, _) = (0..levels).fold(below, |(left, right), at| {
        let node = level(at, &left, &right);
        if at % 2 == 0 { (node, level(at, &left, &right)) } else { (node.clone(), node) }
    });
    top
}
