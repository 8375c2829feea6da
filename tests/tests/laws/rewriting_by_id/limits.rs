//! Programs in which bound variables cannot be renamed.

use super::programs::{Family, Part, Program, Shape};

/// Whether renaming the bound variables of a family may leave no equal program. True for some programs where it does.
///
/// - The own fields of a variable mention it, and it is bound outside of all scopes, or predeclared: `rename_bound`
///   makes an exception of these.
/// - A node is met inside itself where a variable that it uses is bound to something else, as `L` is in `L` =
///   `(x, λx. L)`. There is one use of `x` for both meanings, so it can have one name only.
/// - The own fields of a variable that is predeclared bind another one, which is used before the declaration: they are
///   rewritten when the scope is entered.
/// - A variable with a key is the key of a map in its own fields. A key leads to nothing, so it lies on no cycle for that,
///   and what is meant there is another variable of its key.
pub(crate) fn may_resist_renaming(program: &Program, family: Family) -> bool {
    let own = mentions_itself(program, family);
    own && (declares(program) || has_keyed_tables(program)) || rebinds(program, family) || predeclares_fields(program)
}

/// Whether variables with keys are keys of maps.
fn has_keyed_tables(program: &Program) -> bool {
    program.nodes.iter().any(|node| node.shape == Shape::Table)
}

/// Whether a variable may be predeclared whose own fields lead somewhere.
fn predeclares_fields(program: &Program) -> bool {
    let leads_somewhere = |node: usize| {
        let spec = &program.nodes[node];
        let parts = spec.shape.family().map_or(&[][..], |family| program.parts(family));
        spec.shape.is_declaration() && parts.get(spec.which).is_some_and(|part| !part.children.is_empty())
    };
    let count = program.nodes.len();
    program.nodes.iter().any(|node| node.shape == Shape::Block) && (0..count).any(leads_somewhere)
}

/// Whether a cycle may be left in part by a copy of one of its nodes. True for some programs where none is.
///
/// A node on a cycle that is met again, where a variable means something else, is rewritten once more, and gets a copy if
/// it turns out otherwise. If another node of the cycle stays what it is wherever it is met, or a variable on it that is
/// bound by then, the copy lies on no cycle.
pub(crate) fn may_leave_cycles(program: &Program) -> bool {
    let families = [Family::Named, Family::Plain, Family::Mixed, Family::Name];
    families.into_iter().any(|family| mentions_itself(program, family) || rebinds(program, family))
}

/// Whether two nodes are one variable by their key, whose fields lead somewhere.
pub(crate) fn has_twins(program: &Program) -> bool {
    let named = program.parts(Family::Named);
    let is_twin = |(index, part): (usize, &Part)| {
        !part.children.is_empty() && named[..index].iter().any(|other| other.sort == part.sort)
    };
    named.iter().enumerate().any(is_twin)
}

/// Whether there are declarations, of variables of any family.
fn declares(program: &Program) -> bool {
    program.nodes.iter().any(|node| node.shape.is_declaration())
}

/// Whether the own fields of a variable of a family mention it.
pub(crate) fn mentions_itself(program: &Program, family: Family) -> bool {
    let parts = program.parts(family).iter().enumerate();
    parts
        .into_iter()
        .any(|(which, part)| mentions(program, &program.reached(&part.children, None), family, Some(which)))
}

/// Whether some of these nodes mention a variable of a family, or any.
fn mentions(program: &Program, nodes: &[bool], family: Family, wanted: Option<usize>) -> bool {
    let is_wanted = |which: usize| wanted.is_none_or(|wanted| program.is_same(family, wanted, which));
    let is_mentioned_by = |node: usize| {
        program.nodes[node].shape.family() == Some(family) && program.mentioned(node).into_iter().any(is_wanted)
    };
    (0..nodes.len()).any(|node| nodes[node] && is_mentioned_by(node))
}

/// Whether a node may be met inside itself where a variable of a family that it uses is bound to something else.
fn rebinds(program: &Program, family: Family) -> bool {
    let count = program.nodes.len();
    let led_to: Vec<Vec<bool>> = (0..count).map(|node| program.reached(&program.below(node), None)).collect();
    let is_on_cycle_with = |node: usize, other: usize| led_to[node][other] && led_to[other][node];
    let met = program.reached(&[program.root], None);
    let is_bound_on_cycle = |node: usize| {
        let spec = &program.nodes[node];
        let is_of_family = spec.shape.family() == Some(family);
        // Variables in a pattern, and in the type of a bound variable, are bound as well.
        let of_its_family = spec.shape.family().map_or(&[][..], |family| program.parts(family));
        let inside = of_its_family.get(spec.which).map_or(&[][..], |part| &part.children);
        let binds_inside = mentions(program, &program.reached(inside, None), family, None);
        if spec.shape.is_declaration() {
            let is_below_cycle = (0..count).any(|other| met[other] && led_to[other][other] && led_to[other][node]);
            return is_below_cycle && (is_of_family || binds_inside);
        }
        if !spec.shape.is_lambda() || !led_to[node][node] {
            return false;
        }
        let met_without = program.reached(&[program.root], Some(node));
        // Entries to the cycle are its nodes, and those that lead to a pattern or a pointee on it.
        let shares = |one: usize, other: usize| {
            program.nodes[one].shape.family() == program.nodes[other].shape.family()
                && program.mentioned(one).iter().any(|which| program.mentioned(other).contains(which))
        };
        let is_entry =
            |one: usize| (0..count).any(|other| is_on_cycle_with(node, other) && (one == other || shares(one, other)));
        let entries: Vec<usize> = (0..count).filter(|other| met_without[*other] && is_entry(*other)).collect();
        let met_from_entries = program.reached(&entries, Some(node));
        binds_inside || is_of_family && mentions(program, &met_from_entries, family, Some(spec.which))
    };
    (0..count).any(|node| met[node] && is_bound_on_cycle(node))
}
