//! Programs in which bound variables cannot be renamed.

use super::programs::{Family, Program};

/// Whether renaming the bound variables of a family may leave no equal program. True for some programs where it does.
///
/// - The own fields of a variable mention it, and it is bound outside of all scopes, or predeclared: `rename_bound`
///   makes an exception of these.
/// - A node is met inside itself where a variable that it uses is bound to something else, as `L` is in `L` =
///   `(x, λx. L)`. There is one use of `x` for both meanings, so it can have one name only.
pub(crate) fn may_resist_renaming(program: &Program, family: Family) -> bool {
    declares(program) && mentions_itself(program, family) || rebinds(program, family)
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
