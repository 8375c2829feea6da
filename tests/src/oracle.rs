//! The semantics of the case types once more: recursive, over the graph's description, without any of the
//! library's tricks. To be read beside the specification.

use std::collections::HashMap;

use crate::conformance::NodeSpec;

/// What the oracle says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Whether the nodes are equal.
    pub equal: bool,
    /// Whether a map with two free variables as keys was met: the order of its values is that of addresses, which
    /// a description lacks.
    pub hangs_on_addresses: bool,
}

/// Compares two nodes of a graph.
pub fn compare(nodes: &[NodeSpec], lhs: usize, rhs: usize, map_free_vars: bool) -> Verdict {
    let root = if map_free_vars { Region::Pattern } else { Region::None };
    let mut oracle =
        Oracle { nodes, variables: Bijection::default(), dags: Bijection::default(), hangs_on_addresses: false };
    let equal = oracle.equal(lhs, rhs, root);
    Verdict { equal, hangs_on_addresses: oracle.hangs_on_addresses }
}

#[derive(Clone, Copy, PartialEq)]
enum Region {
    None,
    Pattern,
    Simple,
}

impl Region {
    fn simple(self) -> Region {
        if self == Region::Pattern { self } else { Region::Simple }
    }

    fn inside_variable(self) -> Region {
        if self == Region::Simple { Region::None } else { self }
    }
}

/// Pairs made in order; what stands in one stands in no other.
#[derive(Default)]
struct Bijection {
    of_left: HashMap<usize, usize>,
    of_right: HashMap<usize, usize>,
    pairs: usize,
}

impl Bijection {
    /// Whether the two form a pair; `None` where neither stands in one.
    fn lookup(&self, lhs: usize, rhs: usize) -> Option<bool> {
        match (self.of_left.get(&lhs), self.of_right.get(&rhs)) {
            (None, None) => None,
            (left, right) => Some(left == right),
        }
    }

    fn insert(&mut self, lhs: usize, rhs: usize) {
        self.of_left.insert(lhs, self.pairs);
        self.of_right.insert(rhs, self.pairs);
        self.pairs += 1;
    }
}

struct Oracle<'a> {
    nodes: &'a [NodeSpec],
    variables: Bijection,
    dags: Bijection,
    hangs_on_addresses: bool,
}

impl Oracle<'_> {
    fn equal(&mut self, l: usize, r: usize, region: Region) -> bool {
        use NodeSpec as N;
        match (&self.nodes[l], &self.nodes[r]) {
            (N::Var { ty, dep, .. }, N::Var { ty: ty2, dep: dep2, .. }) => {
                if let Some(verdict) = self.variables.lookup(l, r) {
                    return verdict;
                }
                if ty != ty2 || !self.optional(*dep, *dep2, region.inside_variable()) {
                    return false;
                }
                // Its own fields may have mentioned it.
                if let Some(verdict) = self.variables.lookup(l, r) {
                    return verdict;
                }
                let accepted = region != Region::None || l == r;
                if accepted {
                    self.variables.insert(l, r);
                }
                accepted
            }
            (N::Dag { value }, N::Dag { value: value2 }) => self.dags.lookup(l, r).unwrap_or_else(|| {
                let equal = self.equal(*value, *value2, region);
                if equal {
                    self.dags.insert(l, r);
                }
                equal
            }),
            (N::Op { .. }, N::Op { .. }) => l == r,
            (N::Meta { tag, dims }, N::Meta { tag: tag2, dims: dims2 }) => tag == tag2 && dims == dims2,
            (N::Int { value }, N::Int { value: value2 }) => value == value2,
            (N::Float { value }, N::Float { value: value2 }) => {
                value.is_nan() && value2.is_nan() || value.to_bits() == value2.to_bits()
            }
            (N::Str { value }, N::Str { value: value2 }) => value == value2,
            (N::Add { lhs, rhs, .. }, N::Add { lhs: lhs2, rhs: rhs2, .. }) => {
                self.equal(*lhs, *lhs2, region) && self.equal(*rhs, *rhs2, region)
            }
            (N::Tuple { items }, N::Tuple { items: items2 }) => self.sequences(items, items2, region),
            (N::Lambda { params, body, .. }, N::Lambda { params: params2, body: body2, .. })
            | (N::Custom { params, body, .. }, N::Custom { params: params2, body: body2, .. }) => {
                self.sequences(params, params2, Region::Pattern) && self.equal(*body, *body2, region)
            }
            (N::Let { value, var, body }, N::Let { value: value2, var: var2, body: body2 }) => {
                self.equal(*value, *value2, region)
                    && self.equal(*var, *var2, region.simple())
                    && self.equal(*body, *body2, region)
            }
            (N::Maybe { value }, N::Maybe { value: value2 }) => self.optional(*value, *value2, region),
            (N::Attrs { entries }, N::Attrs { entries: entries2 }) => self.attributes(entries, entries2, region),
            (N::Subst { entries }, N::Subst { entries: entries2 }) => self.substitutions(entries, entries2, region),
            _ => false,
        }
    }

    fn optional(&mut self, l: Option<usize>, r: Option<usize>, region: Region) -> bool {
        match (l, r) {
            (Some(l), Some(r)) => self.equal(l, r, region),
            (l, r) => l.is_none() && r.is_none(),
        }
    }

    fn sequences(&mut self, l: &[usize], r: &[usize], region: Region) -> bool {
        l.len() == r.len() && l.iter().zip(r).all(|(l, r)| self.equal(*l, *r, region))
    }

    fn attributes(&mut self, l: &[(String, usize)], r: &[(String, usize)], region: Region) -> bool {
        let sorted = |entries: &[(String, usize)]| {
            let mut entries = entries.to_vec();
            entries.sort();
            entries
        };
        let (l, r) = (sorted(l), sorted(r));
        l.len() == r.len()
            && l.iter().zip(&r).all(|(l, r)| l.0 == r.0)
            && l.iter().zip(&r).all(|(l, r)| self.equal(l.1, r.1, region))
    }

    /// Keys are matched first; a free key that matches itself is recorded; values follow in the order in which
    /// their keys got their correspondence, then those of free keys.
    fn substitutions(&mut self, l: &[(usize, usize)], r: &[(usize, usize)], region: Region) -> bool {
        if l.len() != r.len() {
            return false;
        }
        let mut l = l.to_vec();
        let rank = |key: usize| self.variables.of_left.get(&key).map_or((1, key), |pair| (0, *pair));
        l.sort_by_key(|(key, _)| rank(*key));
        let mut matched = Vec::new();
        for (key, value) in l {
            let partner = r.iter().find(|(key2, _)| self.variables.lookup(key, *key2).unwrap_or(key == *key2));
            let Some((_, value2)) = partner else { return false };
            matched.push((key, value, *value2));
        }
        let bound = self.variables.pairs;
        for (key, ..) in &matched {
            if !self.variables.of_left.contains_key(key) {
                self.variables.insert(*key, *key);
            }
        }
        self.hangs_on_addresses |= self.variables.pairs > bound + 1;
        matched.into_iter().all(|(_, l, r)| self.equal(l, r, region))
    }
}
