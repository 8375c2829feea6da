//! Snapshot tests of the expansion, one for each shape of input. A file in `snapshots/` has the input, then the
//! expansion.

use quote::quote;

/// Compares the expansion of a declaration with the snapshot of that name.
macro_rules! snapshots {
    ($($(#[doc = $about:literal])* $name:ident => { $($input:tt)* })*) => {$(
        $(#[doc = $about])*
        #[test]
        fn $name() {
            let mut settings = insta::Settings::clone_current();
            settings.set_prepend_module_to_snapshot(false);
            settings.set_omit_expression(true);
            settings.bind(|| insta::assert_snapshot!(stringify!($name), expansion(quote!($($input)*))));
        }
    )*};
}

fn expansion(input: proc_macro2::TokenStream) -> String {
    let declaration = formatted(quote!(#[derive(StructuralEq)] #input));
    format!("{declaration}\n// expands to\n\n{}", formatted(crate::derive(input)))
}

fn formatted(items: proc_macro2::TokenStream) -> String {
    prettyplease::unparse(&syn::parse2(items).expect("the expansion consists of items"))
}

snapshots! {
    /// The default kind.
    kind_tree => {
        struct Let { name: Arc<Var>, value: Expr }
    }
    kind_const_tree => {
        #[seq(kind = "const-tree")]
        struct Mesh { shape: Vec<u64>, next: Option<Arc<Mesh>> }
    }
    kind_dag => {
        #[seq(kind = "dag")]
        struct Node { children: Vec<Arc<Node>> }
    }
    kind_var => {
        #[seq(kind = "var")]
        struct Var { #[seq(ignore)] name: String, ty: Type }
    }
    /// Fields of a singleton need no implementation.
    kind_singleton => {
        #[seq(kind = "singleton")]
        struct Op { name: String, run: fn() }
    }
    kinds_of_variants => {
        #[seq(kind = "dag")]
        enum Expr {
            #[seq(kind = "var")]
            Var(u32),
            #[seq(kind = "tree")]
            Int(i64),
            Add(Arc<Expr>, Arc<Expr>),
        }
    }

    scope => {
        #[seq(scope)]
        struct Lambda { #[seq(def)] param: Arc<Var>, body: Arc<Expr> }
    }
    scope_of_a_dag => {
        #[seq(kind = "dag", scope)]
        struct Block { body: Vec<Arc<Stmt>> }
    }
    /// The variant without `scope` is held inline as plain content.
    scopes_of_variants => {
        enum Expr {
            Int(i64),
            #[seq(scope)]
            Lambda { #[seq(def)] param: Arc<Var>, body: Box<Expr> },
            #[seq(scope)]
            Hole,
        }
    }
    scope_of_an_enum => {
        #[seq(scope)]
        enum Binder {
            Forall(#[seq(def)] Arc<Var>, Box<Expr>),
            #[seq(kind = "dag")]
            Region { #[seq(key)] id: u32, body: Vec<Expr> },
        }
    }
    scope_that_predeclares => {
        #[seq(scope(predeclare = 1, predeclare = 2))]
        struct Group(String, #[seq(var, def)] Vec<String>, Vec<Expr>);
    }
    scopes_of_variants_that_predeclare => {
        enum Stmt {
            #[seq(scope(predeclare = items), order(first, items))]
            Block { items: Vec<Stmt>, first: Box<Stmt> },
            #[seq(scope)]
            Loop(Box<Stmt>),
            Def(#[seq(var, def)] String),
        }
    }
    scope_with_a_function => {
        #[seq(scope, with = parts)]
        struct Block(Vec<Stmt>);
    }

    struct_named => {
        struct Point { x: i64, y: i64 }
    }
    struct_tuple => {
        struct Pair(i64, String);
    }
    struct_unit => {
        struct Hole;
    }
    struct_of_raw_identifiers => {
        struct r#struct { r#type: Type }
    }
    enum_of_all_styles => {
        enum Expr {
            Hole,
            Int(i64),
            Add(Box<Expr>, Box<Self>),
            Block { body: Vec<Expr>, span: Span },
        }
    }
    enum_without_fields => {
        enum BinaryOp { Add, Mul }
    }
    enum_of_one_variant => {
        enum Only { Int(i64) }
    }
    enum_without_variants => {
        enum Never {}
    }

    role_ignore => {
        enum Stmt { Eval(Expr, #[seq(ignore)] Span), Comment { #[seq(ignore)] text: String } }
    }
    role_def => {
        struct Lambda { #[seq(def)] params: Vec<Arc<Var>>, body: Expr }
    }
    role_def_simple => {
        struct Lambda { #[seq(def = "simple")] param: Arc<Var>, body: Expr }
    }
    role_def_none => {
        struct Lambda { #[seq(def)] param: Arc<Var>, #[seq(def = "none")] default: Expr }
    }
    role_payload => {
        struct Tensor { shape: Vec<u64>, #[seq(payload)] data: Vec<u8>, #[seq(opaque, payload)] raw: Foreign }
    }
    role_key => {
        #[seq(kind = "var")]
        struct Name(#[seq(key)] String, Type);
    }
    role_key_of_a_singleton => {
        #[seq(kind = "singleton")]
        struct Op { #[seq(key)] name: &'static str, run: fn() }
    }
    role_key_in_variants => {
        enum Expr {
            #[seq(kind = "var")]
            Local(#[seq(key)] String),
            #[seq(kind = "singleton")]
            Op { #[seq(key)] id: u32, name: String },
            Int(i64),
        }
    }
    role_opaque => {
        struct Node { #[seq(opaque)] foreign: foreign::Type }
    }
    role_via => {
        struct Node<'a, T> {
            #[seq(via = bits)]
            flags: Flags,
            #[seq(var, via = Atom::as_str)]
            name: Atom<'a>,
            #[seq(via = Wrapper::get)]
            wrapper: Wrapper<T>,
        }
    }
    role_via_in_variants => {
        #[seq(kind = "var")]
        enum Var { Named(u8, #[seq(key, via = Symbol::as_str)] Symbol), Numbered { #[seq(key)] number: u32 } }
    }
    role_as => {
        struct Node<T> {
            #[seq(as = "HashMap<String, Option<Mirror>>")]
            members: HashMap<String, Option<foreign::Type>>,
            #[seq(as = "Vec<(_, Mirror)>")]
            generic: Vec<(T, foreign::Type)>,
            #[seq(via = List::as_slice, as = "[Mirror]")]
            list: List<foreign::Type>,
            #[seq(id(Node<T>))]
            id: u32,
        }
    }
    remote_struct => {
        #[seq(remote = "foreign::Pair<'a, T>", ..)]
        struct Pair<'a, T> {
            first: &'a T,
            #[seq(getter = foreign::Pair::second)]
            second: T,
            #[seq(getter = foreign::Pair::mirrored, as = "Mirror")]
            third: foreign::Type,
        }
    }
    remote_enum => {
        #[seq(remote = "foreign::Op")]
        enum Op {
            Push(u32, #[seq(ignore)] foreign::Span),
            #[seq(scope, ..)]
            Block { #[seq(as = "Vec<Op>")] body: Vec<foreign::Op> },
            Pop,
            #[seq(rest = shown)]
            Other,
        }
    }
    role_ordered => {
        struct Node { #[seq(ordered)] attributes: IndexMap<String, Expr> }
    }

    role_unordered => {
        enum Expr<T> {
            Sum(#[seq(unordered)] Vec<Expr<T>>),
            Set { #[seq(unordered, payload)] members: Box<[u64]> },
            Leaf(T),
        }
    }

    role_unordered_if => {
        enum Expr {
            Call { function: String, #[seq(unordered(if = Expr::commutes, assume_tree), payload)] args: Vec<Expr> },
            Shared(Arc<Node>),
        }
    }

    unordered_operands => {
        enum Expr {
            #[seq(unordered(lhs, rhs, if = Expr::commutes))]
            Binary { op: Op, lhs: Box<Expr>, rhs: Box<Expr> },
            #[seq(unordered(1, 0))]
            Max(Box<Expr>, Box<Expr>),
        }
    }

    role_var => {
        enum Expr { Var(#[seq(var)] String), Lambda(#[seq(var, def)] Arc<str>, #[seq(ignore)] Span, Box<Expr>) }
    }
    role_var_of_namespaces => {
        struct Forall {
            #[seq(var = "types", def = "simple")]
            parameters: Vec<String>,
            #[seq(var = "values", payload)]
            hint: Option<String>,
            #[seq(var = "types")]
            ty: String,
            #[seq(var)]
            name: String,
        }
    }
    role_var_of_generic_type => {
        struct Let<'a, N, L: Language, T> {
            #[seq(var, def)]
            names: Vec<N>,
            #[seq(var)]
            symbol: Option<L::Symbol>,
            #[seq(var)]
            hint: Arc<N>,
            #[seq(var)]
            borrowed: &'a N,
            value: T,
        }
    }

    /// A value made of leaves can be the key of a map, and a name.
    values_as_keys => {
        enum Id { Number(u32), Path(Option<Name>, [Arc<str>; 2]), Unknown }
    }

    order_of_a_struct => {
        #[seq(order(value, name, body))]
        struct Let { #[seq(def)] name: Arc<Var>, value: Expr, #[seq(ignore)] span: Span, body: Expr }
    }
    order_of_a_variant => {
        enum Expr {
            #[seq(order(1, 0))]
            Let(#[seq(def)] Arc<Var>, Box<Expr>),
        }
    }
    with_a_function => {
        #[seq(with = list::parts)]
        enum Node { Leaf(#[seq(ignore)] Foreign), Inner(Vec<Node>) }
    }
    custom => {
        #[seq(custom, kind = "var")]
        struct Var<T> { #[seq(key)] name: String, value: T }
    }

    type_key => {
        #[seq(type_key = "ir::Point")]
        struct Point(i64);
    }
    process_local => {
        #[seq(process_local, kind = "const-tree")]
        struct Symbol(u32);
    }
    process_local_enum => {
        #[seq(process_local)]
        enum Symbol { Known, Interned(u32) }
    }

    generic_types => {
        struct Typed<T, U: ?Sized, I: Iterator = Empty<T>> {
            value: Vec<T>,
            shared: Arc<U>,
            item: I::Item,
            next: Option<Arc<Typed<T, U, I>>>,
            marker: PhantomData<I>,
        }
    }
    generic_map => {
        struct Scope<K, V, S> { names: HashMap<K, Arc<V>, S>, #[seq(opaque)] extra: Option<V> }
    }
    generic_const_tree => {
        #[seq(kind = "const-tree")]
        struct Constant<T> { value: T, all: Vec<Typed<T>> }
    }
    generic_lifetimes => {
        #[seq(kind = "var")]
        struct Var<'ir, 'names: 'ir> where Type<'ir>: Clone { ty: &'ir Type<'ir>, name: &'names str }
    }
    generic_constants => {
        struct Matrix<T, const ROWS: usize, const COLUMNS: usize = 4>([[T; COLUMNS]; ROWS]);
    }
    bound_instead_of_inferred => {
        #[seq(bound = "T: Term, T::Leaf: sexpr_core::Field")]
        struct Node<T: Term>(T::Leaf);
    }
    /// The argument for `M` has no table: the bound `Field` on `M` could be a trait of the user.
    generic_type_arguments => {
        #[seq(bound = "T: Field, U: sexpr_core::StructuralEq + Clone", type_key = "ir::Node")]
        struct Node<T, U, M: Field, const N: usize>(T, Arc<U>, PhantomData<M>);
    }
    crate_by_another_path => {
        #[seq(crate = "ir::reexport::sexpr_core")]
        struct Point(i64);
    }

    /// After an error, the type is implemented as a leaf.
    fallback => {
        #[seq(kind = "vra", crate = "ir::sexpr_core")]
        struct Var<T: Term = Unit> where T::Leaf: Clone { #[seq(skip)] name: T::Leaf }
    }
    rewrite_a_struct => {
        #[seq(rewrite)]
        struct Let { #[seq(def)] name: Arc<Var>, #[seq(ignore)] span: Span, value: Expr }
    }
    rewrite_a_tuple_struct => {
        #[seq(kind = "var", rewrite)]
        struct Name(#[seq(key)] String, Type);
    }
    rewrite_an_enum => {
        #[seq(rewrite)]
        enum Expr {
            Unit,
            #[seq(scope, order(value, names))]
            Let { #[seq(var = "values", def)] names: Vec<String>, value: Box<Expr> },
            Table(#[seq(ordered)] IndexMap<String, Expr>, #[seq(opaque)] Foreign),
        }
    }
    rewrite_generic_types => {
        #[seq(rewrite)]
        struct Spanned<T, S> { node: Arc<T>, #[seq(ignore)] span: S }
    }
    rewrite_a_singleton => {
        #[seq(kind = "singleton", rewrite)]
        struct Op { name: String }
    }
    rewrite_nothing => {
        #[seq(rewrite)]
        enum Never {}
    }
    arenas_of_a_struct => {
        struct Module {
            #[seq(arena)]
            types: Arena<Type>,
            #[seq(arena(FunctionId, whole), payload)]
            functions: Vec<Function>,
            main: FunctionId,
        }
    }
    arenas_of_an_enum => {
        enum Body {
            Extern,
            Defined { #[seq(arena(ExprId))] expressions: Vec<Expr>, result: ExprId },
        }
    }
    dismantle_a_struct_with_an_arena => {
        #[seq(dismantle)]
        struct Body {
            #[seq(arena(ExprId))]
            expressions: Vec<Expr>,
            result: ExprId,
        }
    }
    dismantle_an_enum => {
        #[seq(dismantle)]
        enum Expr<T> {
            Unit,
            Let { #[seq(var, def)] name: String, value: Box<Expr<T>> },
            Table(Vec<T>, #[seq(ignore)] Span),
        }
    }
}
