//! Equality of modules written by hand, as somebody would who knows naga: the measure for the mirrors.
//!
//! It knows the statements and expressions of [generated](super::shaders::generated) shaders. Handles correspond one to
//! one, arena by arena, as those of `dag` nodes do.

use naga::{
    Arena, Block, Constant, Expression, Function, GlobalVariable, Handle, LocalVariable, Module, Statement, Type,
    TypeInner,
};

/// Whether two modules are equal.
pub fn equal(left: &Module, right: &Module) -> bool {
    let mut compare = Compare {
        left,
        right,
        types: Pairs::new(left.types.len(), right.types.len()),
        constants: Pairs::of(&left.constants, &right.constants),
        globals: Pairs::of(&left.global_variables, &right.global_variables),
        expressions: Pairs::of(&left.global_expressions, &right.global_expressions),
        functions: Pairs::of(&left.functions, &right.functions),
    };
    all(&left.entry_points, &right.entry_points, |one, other| {
        one.name == other.name
            && one.stage == other.stage
            && one.early_depth_test == other.early_depth_test
            && one.workgroup_size == other.workgroup_size
            && one.workgroup_size_overrides == other.workgroup_size_overrides
            && compare.functions_equal(&one.function, &other.function)
    })
}

/// Which handles of two arenas correspond.
struct Pairs {
    left: Vec<u32>,
    right: Vec<u32>,
}

const NONE: u32 = u32::MAX;

impl Pairs {
    fn new(left: usize, right: usize) -> Self {
        Pairs { left: vec![NONE; left], right: vec![NONE; right] }
    }

    fn of<T>(left: &Arena<T>, right: &Arena<T>) -> Self {
        Pairs::new(left.len(), right.len())
    }

    /// Whether two handles correspond, if either corresponds to any.
    fn known<T>(&self, left: Handle<T>, right: Handle<T>) -> Option<bool> {
        let (one, other) = (self.left[left.index()], self.right[right.index()]);
        (one != NONE || other != NONE).then(|| one as usize == right.index() && other as usize == left.index())
    }

    /// Has two handles correspond whose nodes are equal.
    fn relate<T>(&mut self, left: Handle<T>, right: Handle<T>, are_equal: bool) -> bool {
        if are_equal {
            self.left[left.index()] = right.index() as u32;
            self.right[right.index()] = left.index() as u32;
        }
        are_equal
    }
}

struct Compare<'m> {
    left: &'m Module,
    right: &'m Module,
    types: Pairs,
    constants: Pairs,
    globals: Pairs,
    expressions: Pairs,
    functions: Pairs,
}

/// What is in two functions.
struct Inside<'m> {
    expressions: [&'m Arena<Expression>; 2],
    variables: [&'m Arena<LocalVariable>; 2],
    related: Pairs,
    related_variables: Pairs,
}

impl<'m> Compare<'m> {
    fn types(&mut self, left: Handle<Type>, right: Handle<Type>) -> bool {
        if let Some(known) = self.types.known(left, right) {
            return known;
        }
        let (one, other) = (&self.left.types[left], &self.right.types[right]);
        let are_equal = one.name == other.name
            && match (&one.inner, &other.inner) {
                (TypeInner::Pointer { base: a, space: s }, TypeInner::Pointer { base: b, space: t }) => {
                    s == t && self.types(*a, *b)
                }
                (
                    TypeInner::Array { base: a, size: s, stride: m },
                    TypeInner::Array { base: b, size: t, stride: n },
                ) => s == t && m == n && self.types(*a, *b),
                (TypeInner::Struct { members: a, span: s }, TypeInner::Struct { members: b, span: t }) => {
                    s == t
                        && all(a, b, |a, b| {
                            a.name == b.name && a.binding == b.binding && a.offset == b.offset && self.types(a.ty, b.ty)
                        })
                }
                (one, other) => one == other,
            };
        self.types.relate(left, right, are_equal)
    }

    fn constants(&mut self, left: Handle<Constant>, right: Handle<Constant>) -> bool {
        if let Some(known) = self.constants.known(left, right) {
            return known;
        }
        let (one, other) = (&self.left.constants[left], &self.right.constants[right]);
        let are_equal =
            one.name == other.name && self.types(one.ty, other.ty) && self.global_expressions(one.init, other.init);
        self.constants.relate(left, right, are_equal)
    }

    fn globals(&mut self, left: Handle<GlobalVariable>, right: Handle<GlobalVariable>) -> bool {
        if let Some(known) = self.globals.known(left, right) {
            return known;
        }
        let (one, other) = (&self.left.global_variables[left], &self.right.global_variables[right]);
        let are_equal = one.name == other.name
            && one.space == other.space
            && one.binding == other.binding
            && one.memory_decorations == other.memory_decorations
            && self.types(one.ty, other.ty)
            && match (one.init, other.init) {
                (Some(one), Some(other)) => self.global_expressions(one, other),
                (one, other) => one.is_none() && other.is_none(),
            };
        self.globals.relate(left, right, are_equal)
    }

    fn global_expressions(&mut self, left: Handle<Expression>, right: Handle<Expression>) -> bool {
        if let Some(known) = self.expressions.known(left, right) {
            return known;
        }
        let are_equal = match (&self.left.global_expressions[left], &self.right.global_expressions[right]) {
            (Expression::Literal(one), Expression::Literal(other)) => one == other,
            (Expression::Compose { ty: s, components: a }, Expression::Compose { ty: t, components: b }) => {
                self.types(*s, *t) && all(a, b, |a, b| self.global_expressions(*a, *b))
            }
            _ => false,
        };
        self.expressions.relate(left, right, are_equal)
    }

    fn functions(&mut self, left: Handle<Function>, right: Handle<Function>) -> bool {
        if let Some(known) = self.functions.known(left, right) {
            return known;
        }
        let are_equal = self.functions_equal(&self.left.functions[left], &self.right.functions[right]);
        self.functions.relate(left, right, are_equal)
    }

    fn functions_equal(&mut self, left: &'m Function, right: &'m Function) -> bool {
        let mut inside = Inside {
            expressions: [&left.expressions, &right.expressions],
            variables: [&left.local_variables, &right.local_variables],
            related: Pairs::of(&left.expressions, &right.expressions),
            related_variables: Pairs::of(&left.local_variables, &right.local_variables),
        };
        left.name == right.name
            && all(&left.arguments, &right.arguments, |one, other| {
                one.name == other.name && one.binding == other.binding && self.types(one.ty, other.ty)
            })
            && match (&left.result, &right.result) {
                (Some(one), Some(other)) => one.binding == other.binding && self.types(one.ty, other.ty),
                (one, other) => one.is_none() && other.is_none(),
            }
            && self.blocks(&mut inside, &left.body, &right.body)
    }

    fn variables(
        &mut self,
        inside: &mut Inside<'m>,
        left: Handle<LocalVariable>,
        right: Handle<LocalVariable>,
    ) -> bool {
        if let Some(known) = inside.related_variables.known(left, right) {
            return known;
        }
        let (one, other) = (&inside.variables[0][left], &inside.variables[1][right]);
        let are_equal =
            one.name == other.name && self.types(one.ty, other.ty) && self.optional(inside, one.init, other.init);
        inside.related_variables.relate(left, right, are_equal)
    }

    fn optional(
        &mut self,
        inside: &mut Inside<'m>,
        left: Option<Handle<Expression>>,
        right: Option<Handle<Expression>>,
    ) -> bool {
        match (left, right) {
            (Some(left), Some(right)) => self.expressions(inside, left, right),
            (left, right) => left.is_none() && right.is_none(),
        }
    }

    fn expressions(&mut self, inside: &mut Inside<'m>, left: Handle<Expression>, right: Handle<Expression>) -> bool {
        use Expression as E;
        if let Some(known) = inside.related.known(left, right) {
            return known;
        }
        let are_equal = match (&inside.expressions[0][left], &inside.expressions[1][right]) {
            (E::Literal(a), E::Literal(b)) => a == b,
            (E::Constant(a), E::Constant(b)) => self.constants(*a, *b),
            (E::ZeroValue(a), E::ZeroValue(b)) => self.types(*a, *b),
            (E::Compose { ty: s, components: a }, E::Compose { ty: t, components: b }) => {
                self.types(*s, *t) && all(a, b, |a, b| self.expressions(inside, *a, *b))
            }
            (E::Access { base: a, index: c }, E::Access { base: b, index: d }) => {
                self.expressions(inside, *a, *b) && self.expressions(inside, *c, *d)
            }
            (E::AccessIndex { base: a, index: m }, E::AccessIndex { base: b, index: n }) => {
                m == n && self.expressions(inside, *a, *b)
            }
            (E::Splat { size: s, value: a }, E::Splat { size: t, value: b }) => {
                s == t && self.expressions(inside, *a, *b)
            }
            (E::Swizzle { size: s, vector: a, pattern: m }, E::Swizzle { size: t, vector: b, pattern: n }) => {
                s == t && m == n && self.expressions(inside, *a, *b)
            }
            (E::FunctionArgument(a), E::FunctionArgument(b)) => a == b,
            (E::GlobalVariable(a), E::GlobalVariable(b)) => self.globals(*a, *b),
            (E::LocalVariable(a), E::LocalVariable(b)) => self.variables(inside, *a, *b),
            (E::Load { pointer: a }, E::Load { pointer: b }) => self.expressions(inside, *a, *b),
            (E::Unary { op: m, expr: a }, E::Unary { op: n, expr: b }) => m == n && self.expressions(inside, *a, *b),
            (E::Binary { op: m, left: a, right: c }, E::Binary { op: n, left: b, right: d }) => {
                m == n && self.expressions(inside, *a, *b) && self.expressions(inside, *c, *d)
            }
            (
                E::Math { fun: m, arg: a, arg1: c, arg2: e, arg3: g },
                E::Math { fun: n, arg: b, arg1: d, arg2: f, arg3: h },
            ) => {
                m == n
                    && self.expressions(inside, *a, *b)
                    && self.optional(inside, *c, *d)
                    && self.optional(inside, *e, *f)
                    && self.optional(inside, *g, *h)
            }
            (E::As { expr: a, kind: s, convert: m }, E::As { expr: b, kind: t, convert: n }) => {
                s == t && m == n && self.expressions(inside, *a, *b)
            }
            (E::CallResult(a), E::CallResult(b)) => self.functions(*a, *b),
            _ => false,
        };
        inside.related.relate(left, right, are_equal)
    }

    fn blocks(&mut self, inside: &mut Inside<'m>, left: &'m Block, right: &'m Block) -> bool {
        use Statement as S;
        all(left, right, |one, other| match (one, other) {
            (S::Emit(a), S::Emit(b)) => {
                a.index_range().len() == b.index_range().len()
                    && a.clone().zip(b.clone()).all(|(a, b)| self.expressions(inside, a, b))
            }
            (S::Block(a), S::Block(b)) => self.blocks(inside, a, b),
            (S::If { condition: a, accept: c, reject: e }, S::If { condition: b, accept: d, reject: f }) => {
                self.expressions(inside, *a, *b) && self.blocks(inside, c, d) && self.blocks(inside, e, f)
            }
            (S::Loop { body: a, continuing: c, break_if: e }, S::Loop { body: b, continuing: d, break_if: f }) => {
                self.blocks(inside, a, b) && self.blocks(inside, c, d) && self.optional(inside, *e, *f)
            }
            (S::Break, S::Break) | (S::Continue, S::Continue) => true,
            (S::Return { value: a }, S::Return { value: b }) => self.optional(inside, *a, *b),
            (S::Store { pointer: a, value: c }, S::Store { pointer: b, value: d }) => {
                self.expressions(inside, *a, *b) && self.expressions(inside, *c, *d)
            }
            (S::Call { function: f, arguments: a, result: c }, S::Call { function: g, arguments: b, result: d }) => {
                self.functions(*f, *g)
                    && all(a, b, |a, b| self.expressions(inside, *a, *b))
                    && self.optional(inside, *c, *d)
            }
            _ => false,
        })
    }
}

/// Whether two sequences are equal.
fn all<'s, T>(left: &'s [T], right: &'s [T], mut are_equal: impl FnMut(&'s T, &'s T) -> bool) -> bool {
    left.len() == right.len() && left.iter().zip(right).all(|(left, right)| are_equal(left, right))
}
