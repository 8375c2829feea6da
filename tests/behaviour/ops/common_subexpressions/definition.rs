//! A small language with scopes, statements and bindings that last, and what is common in it, by definition.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    sync::Arc,
};

use sexpr_core::{StructuralEq, terms::Subterm};

use crate::lambda::Var;

#[derive(StructuralEq, Clone)]
#[seq(rewrite)]
pub(crate) enum Expr {
    Int(i64),
    Use(Arc<Var>),
    Add(Arc<Expr>, Arc<Expr>),
    #[seq(scope)]
    Lambda {
        #[seq(def)]
        param: Arc<Var>,
        body: Arc<Expr>,
    },
    #[seq(scope, order(value, var, body))]
    Let {
        #[seq(def)]
        var: Arc<Var>,
        value: Arc<Expr>,
        body: Arc<Expr>,
    },
    #[seq(scope)]
    Block(Vec<Statement>),
    Lasting {
        #[seq(def)]
        var: Arc<Var>,
        body: Arc<Expr>,
    },
}

#[derive(StructuralEq, Clone)]
#[seq(rewrite, order(value, var))]
pub(crate) struct Statement {
    #[seq(def)]
    pub(crate) var: Arc<Var>,
    pub(crate) value: Arc<Expr>,
}

/// What a term is made of, in order.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Token {
    Node(&'static str, i64),
    /// A variable, what it refers to, and, where it is bound, at which level of scopes.
    Variable(usize, Option<usize>),
}

/// A node that is met for the first time.
struct Met {
    path: String,
    ty: &'static str,
    /// Its tokens.
    tokens: std::ops::Range<usize>,
    /// How many scopes are around.
    depth: usize,
}

/// The way through a term that decides what each variable refers to.
#[derive(Default)]
struct Definition {
    tokens: Vec<Token>,
    met: Vec<Met>,
    known: BTreeSet<*const Expr>,
    /// For each variable, what it refers to, and in which scope: the last counts.
    meanings: HashMap<*const Var, Vec<(usize, usize)>>,
    made: usize,
    depth: usize,
}

impl Definition {
    fn new_meaning(&mut self, var: *const Var, level: usize) -> usize {
        self.made += 1;
        self.meanings.entry(var).or_default().push((self.made, level));
        self.made
    }

    fn top(&self, var: *const Var) -> Option<usize> {
        self.meanings.get(&var)?.last().map(|(meaning, _)| *meaning)
    }

    fn used(&mut self, var: &Arc<Var>) {
        let var = Arc::as_ptr(var);
        let meaning = self.top(var).unwrap_or_else(|| self.new_meaning(var, 0));
        self.tokens.push(Token::Variable(meaning, None));
    }

    fn bound(&mut self, var: &Arc<Var>) {
        let (var, level) = (Arc::as_ptr(var), self.depth);
        let token = match self.top(var).filter(|_| level == 0) {
            Some(meaning) => Token::Variable(meaning, None),
            None => Token::Variable(self.new_meaning(var, level), Some(level)),
        };
        self.tokens.push(token);
    }

    fn scope(&mut self, inside: impl FnOnce(&mut Self)) {
        self.depth += 1;
        inside(self);
        let depth = self.depth;
        self.meanings.values_mut().for_each(|stack| stack.retain(|(_, level)| *level != depth));
        self.depth -= 1;
    }

    fn node(&mut self, path: &str, ty: &'static str, is_known: bool, inside: impl FnOnce(&mut Self)) {
        let (start, depth, at) = (self.tokens.len(), self.depth, self.met.len());
        if !is_known {
            self.met.push(Met { path: path.to_string(), ty, tokens: start..start, depth });
        }
        inside(self);
        if !is_known {
            self.met[at].tokens.end = self.tokens.len();
        }
    }

    fn expr(&mut self, expr: &Expr, path: &str, around_is_known: bool) {
        let is_known = !self.known.insert(expr) || around_is_known;
        let step = |field: &str| format!("{path}{field}");
        self.node(path, "Expr", is_known, |this| match expr {
            Expr::Int(value) => this.tokens.push(Token::Node("int", *value)),
            Expr::Use(var) => {
                this.tokens.push(Token::Node("use", 0));
                this.used(var);
            }
            Expr::Add(left, right) => {
                this.tokens.push(Token::Node("add", 0));
                this.expr(left, &step(".Add.0"), is_known);
                this.expr(right, &step(".Add.1"), is_known);
            }
            Expr::Lambda { param, body } => {
                this.tokens.push(Token::Node("lambda", 0));
                this.scope(|this| {
                    this.bound(param);
                    this.expr(body, &step(".Lambda.body"), is_known);
                });
            }
            Expr::Let { var, value, body } => {
                this.tokens.push(Token::Node("let", 0));
                this.scope(|this| {
                    this.expr(value, &step(".Let.value"), is_known);
                    this.bound(var);
                    this.expr(body, &step(".Let.body"), is_known);
                });
            }
            Expr::Block(statements) => {
                this.tokens.push(Token::Node("block", statements.len() as i64));
                this.scope(|this| {
                    for (index, Statement { var, value }) in statements.iter().enumerate() {
                        let path = step(&format!("[{index}]"));
                        this.node(&path, "Statement", is_known, |this| {
                            this.expr(value, &format!("{path}.value"), is_known);
                            this.bound(var);
                        });
                    }
                });
            }
            Expr::Lasting { var, body } => {
                this.tokens.push(Token::Node("lasting", 0));
                this.bound(var);
                this.expr(body, &step(".Lasting.body"), is_known);
            }
        });
    }

    /// A node's tokens, with what is bound in it by where that first occurs; nothing, if it binds around it.
    fn canonical(&self, met: &Met) -> Option<Vec<Token>> {
        let tokens = &self.tokens[met.tokens.clone()];
        let binds_around = |token: &Token| matches!(token, Token::Variable(_, Some(level)) if *level <= met.depth);
        if tokens.iter().any(binds_around) {
            return None;
        }
        let is_local =
            |meaning| tokens.iter().any(|token| matches!(token, Token::Variable(m, Some(_)) if *m == meaning));
        let canonical = |token: &Token| match token {
            Token::Variable(meaning, binds) if is_local(*meaning) => {
                let same = |token: &Token| matches!(token, Token::Variable(m, _) if m == meaning);
                let first = tokens.iter().position(same).expect("it occurs");
                Token::Variable(usize::MAX - first, binds.map(|_| 0))
            }
            token => token.clone(),
        };
        Some(tokens.iter().map(canonical).collect())
    }
}

/// The classes, by paths.
pub(crate) type Paths = BTreeSet<Vec<String>>;

/// The classes that a term has by definition.
pub(crate) fn classes_by_definition(root: &Expr) -> Paths {
    let mut definition = Definition::default();
    definition.expr(root, "", false);
    let mut classes: BTreeMap<_, Vec<String>> = BTreeMap::new();
    for met in &definition.met {
        if let Some(tokens) = definition.canonical(met) {
            classes.entry((met.ty, tokens)).or_default().push(met.path.clone());
        }
    }
    classes.into_values().filter(|class| class.len() > 1).collect()
}

/// The classes that were found.
pub(crate) fn paths(found: &[Vec<Subterm<'_>>]) -> Paths {
    let steps = |path: sexpr_core::Path| path.steps().iter().map(ToString::to_string).collect::<String>();
    found.iter().map(|class| class.iter().map(|member| steps(member.path())).collect()).collect()
}
