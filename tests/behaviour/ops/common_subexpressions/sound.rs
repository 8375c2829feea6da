//! What is called common is equal, and what its variables refer to is, too: in terms with everything that may stand in
//! one.

use std::{cell::RefCell, collections::HashMap, ops::Range, ptr, sync::Arc};

use proptest::{collection::vec, prelude::*};
use sexpr_core::{
    StructuralEq, structural_equal,
    terms::common_subexpressions,
    walk::{AnyNode, At, Keeps, Occurrence, Walk},
};

use crate::language::{Expr, Keyed, Recipe, Statement, Var, build, keyed_anyhow, variables};

/// What the variables of a term refer to.
#[derive(Default)]
struct Uses {
    /// All occurrences, in order.
    all: Vec<Occurrence>,
    /// Where those begin that are in the nodes around.
    begun: Vec<usize>,
    /// Which ones are in a node, where it is met first.
    within: HashMap<*const (), Range<usize>>,
}

impl Uses {
    fn of(root: &Arc<Expr>) -> Uses {
        let uses = RefCell::new(Uses::default());
        let note = |at: &At<'_, '_, Keeps<true, false>>| uses.borrow_mut().all.extend(at.occurrence());
        let end = |node: *const ()| {
            let uses = &mut *uses.borrow_mut();
            let within = uses.begun.pop().expect("it was begun")..uses.all.len();
            uses.within.entry(node).or_insert(within);
        };
        let begin = || {
            let uses = &mut *uses.borrow_mut();
            uses.begun.push(uses.all.len());
        };
        Walk::new()
            .with_bindings()
            .on(|_: &Var, at| note(at))
            .on(|_: &Keyed, at| note(at))
            .on(|_: &String, at| note(at))
            .on(|_: &Expr, _| begin())
            .after(|expr: &Expr, _| end(ptr::from_ref(expr).cast()))
            .on(|_: &Statement, _| begin())
            .after(|statement: &Statement, _| end(ptr::from_ref(statement).cast()))
            .run(root);
        uses.into_inner()
    }

    /// Those in a node, where bindings that are made in it have numbers of their own; sorted, since keys of maps come
    /// in an order that depends on which free variables were met before.
    fn within(&self, node: *const ()) -> Vec<String> {
        let mut own = HashMap::new();
        let meaning = |occurrence: &Occurrence| {
            if let Occurrence::Binds(binding) = occurrence {
                own.insert(*binding, own.len());
            }
            match occurrence.binding().and_then(|binding| own.get(&binding)) {
                Some(number) => format!("own {number}"),
                None => format!("{occurrence:?}"),
            }
        };
        let mut within: Vec<String> = self.all[self.within[&node].clone()].iter().map(meaning).collect();
        within.sort_unstable();
        within
    }
}

/// Whether two nodes of one type are equal, and their addresses. A variable that is bound before them has no fields that
/// are looked at, though they may mention what one of the nodes binds: so the term is compared with itself first, if need
/// be.
fn compare<T: StructuralEq + 'static>(root: &Arc<Expr>, nodes: [AnyNode<'_>; 2]) -> Option<(bool, [*const (); 2])> {
    let [one, other] = nodes.map(|node| node.downcast::<T>());
    let (one, other) = (one?, other?);
    let are_equal = structural_equal(one, other) || structural_equal(&(root, one), &(root, other));
    Some((are_equal, [one, other].map(|node| ptr::from_ref(node).cast())))
}

/// Checks all classes of a term, and gives how many there are.
fn check(root: &Arc<Expr>) -> Result<usize, TestCaseError> {
    let uses = Uses::of(root);
    let classes = common_subexpressions(root);
    for class in classes.iter() {
        let members: Vec<_> = class.iter().collect();
        for pair in members.windows(2) {
            let nodes = [pair[0].node(), pair[1].node()];
            let (are_equal, [one, other]) = compare::<Expr>(root, nodes)
                .or_else(|| compare::<Statement>(root, nodes))
                .expect("they are of one type, and there are no others");
            prop_assert!(are_equal, "{:?} in {:?}", pair, root);
            prop_assert_eq!(uses.within(one), uses.within(other), "{:?} in {:?}", pair, root);
        }
    }
    Ok(classes.iter().count())
}

/// A variable whose fields are those of all that have its key, as it should be: of the others, none is looked at.
fn keyed_alike(key: u8, _: Arc<Expr>) -> Keyed {
    keyed_anyhow(key, Arc::new(Expr::Int(key.into())))
}

fn config() -> ProptestConfig {
    let default = ProptestConfig::default();
    let cases = if cfg!(miri) { 10 } else { 4 * default.cases };
    ProptestConfig { cases, failure_persistence: None, ..default }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn members_of_a_class_are_equal_where_they_stand(recipes in vec(any::<Recipe>(), 1..40), have_types: bool) {
        check(&build(&recipes, &variables(have_types), keyed_alike))?;
    }
}

#[test]
fn the_fields_of_a_variable_that_is_bound_before_may_mention_what_a_node_binds() {
    let vars = variables(true);
    let [x, y, z] = [0, 1, 3].map(|var: usize| vars[var].clone());
    let uses_under = |param: &Arc<Var>| {
        let body = Arc::new(Expr::Use(z.clone()));
        Box::new(Expr::Inline(Arc::new(Expr::Simple { param: param.clone(), body })))
    };
    let bound = Arc::new(Expr::Lasting { var: z.clone(), body: Arc::new(Expr::Int(0)) });
    let root = Arc::new(Expr::Add(Arc::new(Expr::Add(bound, uses_under(&x))), uses_under(&y)));
    assert!(check(&root).is_ok_and(|classes| classes > 0));
}
