//! Random modules that are well typed by the way they are made, as texts.

/// What random expressions use.
const PRELUDE: &str = "
type List[A] { Cons(A, List[A]), Nil, }
type Option[A] { Some(A), None, }
def @id[A](%x: A) -> A { %x }
def @fst[A, B](%x: A, %y: B) -> A { %x }
def @none[A](%like: A) -> Option[A] { None }
def @map[A, B](%f: fn (A) -> B, %xs: List[A]) -> List[B] {
  match (%xs) { Cons(%x, %rest) => Cons(%f(%x), @map(%f, %rest)), Nil => Nil, }
}
def @sized<n : ShapeVar>(%x: Tensor[(n, 3), float32]) -> Tensor[(n + 1, 3), float32] {
  concatenate((%x, Constant(0, (1, 3), float32)))
}
";

#[derive(Clone, Debug, PartialEq)]
enum Ty {
    Int,
    Bool,
    /// `Tensor[(n, 3), float32]`
    Rows(u64),
    Pair(Box<Self>, Box<Self>),
    List(Box<Self>),
    Option(Box<Self>),
}

impl Ty {
    fn written(&self) -> String {
        match self {
            Self::Int => "int32".to_owned(),
            Self::Bool => "bool".to_owned(),
            Self::Rows(rows) => format!("Tensor[({rows}, 3), float32]"),
            Self::Pair(left, right) => format!("({}, {})", left.written(), right.written()),
            Self::List(item) => format!("List[{}]", item.written()),
            Self::Option(item) => format!("Option[{}]", item.written()),
        }
    }
}

/// Makes expressions of wanted types, by choices.
struct Maker {
    state: u64,
    variables: Vec<(String, Ty)>,
    made: usize,
    /// How many places there were whose types are written.
    places: u64,
    /// The one of these in which something of another type is put.
    wrong: Option<u64>,
}

impl Maker {
    /// One of so many, after Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014.
    fn choose(&mut self, among: u64) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.state ^ (self.state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % among
    }

    fn ty(&mut self, depth: u32) -> Ty {
        match self.choose(if depth == 0 { 3 } else { 6 }) {
            0 => Ty::Int,
            1 => Ty::Bool,
            2 => Ty::Rows(1 + self.choose(3)),
            3 => Ty::Pair(Box::new(self.ty(depth - 1)), Box::new(self.ty(depth - 1))),
            4 => Ty::List(Box::new(self.ty(depth - 1))),
            _ => Ty::Option(Box::new(self.ty(depth - 1))),
        }
    }

    fn fresh(&mut self) -> String {
        self.made += 1;
        // Some names shadow others.
        format!("%v{}", self.made % 7)
    }

    /// An expression in which variables are bound.
    fn under(&mut self, bound: Vec<(String, Ty)>, ty: &Ty, depth: u32) -> String {
        let outer = self.variables.clone();
        for (name, _) in &bound {
            self.variables.retain(|(known, _)| known != name);
        }
        self.variables.extend(bound);
        let expr = self.expr(ty, depth);
        self.variables = outer;
        expr
    }

    /// An expression at a place where nothing of another type fits.
    fn demanded(&mut self, ty: &Ty, depth: u32) -> String {
        self.places += 1;
        if self.wrong == Some(self.places - 1) {
            let other = if *ty == Ty::Bool { Ty::Int } else { Ty::Bool };
            return self.expr(&other, depth);
        }
        self.expr(ty, depth)
    }

    fn expr(&mut self, ty: &Ty, depth: u32) -> String {
        let known: Vec<String> =
            self.variables.iter().filter(|(_, known)| known == ty).map(|(name, _)| name.clone()).collect();
        if !known.is_empty() && (depth == 0 || self.choose(3) == 0) {
            return known[self.choose(known.len() as u64) as usize].clone();
        }
        if depth == 0 || self.choose(2) == 0 {
            return self.value(ty, depth.saturating_sub(1));
        }
        let depth = depth - 1;
        match self.choose(9) {
            8 => {
                self.made += 1;
                let name = format!("%g{}", self.made);
                format!("({name} = {}; {name})", self.expr(ty, depth))
            }
            0 => {
                let (name, bound) = (self.fresh(), self.ty(1));
                let value = self.demanded(&bound, depth);
                let annotation = bound.written();
                let body = self.under(vec![(name.clone(), bound)], ty, depth);
                format!("(let {name}: {annotation} = {value}; {body})")
            }
            1 => {
                let condition = self.demanded(&Ty::Bool, depth);
                format!("(if ({condition}) {{ {} }} else {{ {} }})", self.expr(ty, depth), self.expr(ty, depth))
            }
            2 => {
                let (head, rest, item) = (self.fresh(), self.fresh(), self.ty(1));
                let list = Ty::List(Box::new(item.clone()));
                let scrutinee = self.expr(&list, depth);
                let cons = self.under(vec![(head.clone(), item), (rest.clone(), list)], ty, depth);
                let nil = self.expr(ty, depth);
                format!("(match ({scrutinee}) {{ Cons({head}, {rest}) => {cons}, Nil => {nil}, }})")
            }
            3 => {
                let (name, item) = (self.fresh(), self.ty(1));
                let scrutinee = self.expr(&Ty::Option(Box::new(item.clone())), depth);
                let some = self.under(vec![(name.clone(), item)], ty, depth);
                let none = self.expr(ty, depth);
                format!("(match ({scrutinee}) {{ None => {none}, Some({name}) => {some}, }})")
            }
            4 => {
                let other = self.ty(1);
                let pair = Ty::Pair(Box::new(ty.clone()), Box::new(other));
                format!("({}).0", self.expr(&pair, depth))
            }
            5 => {
                let (name, argument) = (self.fresh(), self.ty(1));
                let value = self.demanded(&argument, depth);
                let annotation = argument.written();
                let body = self.under(vec![(name.clone(), argument)], ty, depth);
                format!("(fn ({name}: {annotation}) -> {} {{ {body} }})({value})", ty.written())
            }
            6 => format!("@id({})", self.expr(ty, depth)),
            _ => {
                let other = self.ty(1);
                format!("@fst({}, {})", self.expr(ty, depth), self.expr(&other, depth))
            }
        }
    }

    /// An expression that only has values of this type.
    fn value(&mut self, ty: &Ty, depth: u32) -> String {
        let inner = depth.min(2);
        match ty {
            Ty::Int if depth > 0 && self.choose(2) == 0 => {
                format!("({} + {})", self.expr(ty, inner), self.expr(ty, inner))
            }
            Ty::Int => self.choose(100).to_string(),
            Ty::Bool if depth > 0 && self.choose(2) == 0 => {
                format!("({} < {})", self.expr(&Ty::Int, inner), self.expr(&Ty::Int, inner))
            }
            Ty::Bool => if self.choose(2) == 0 { "True" } else { "False" }.to_owned(),
            Ty::Rows(rows) if depth > 0 && self.choose(2) == 0 => match rows {
                0 | 1 => format!("nn.relu({})", self.expr(ty, inner)),
                _ => format!("@sized({})", self.expr(&Ty::Rows(rows - 1), inner)),
            },
            Ty::Rows(rows) if depth > 0 => format!("({} + {})", self.expr(ty, inner), self.expr(&Ty::Rows(1), inner)),
            Ty::Rows(rows) => format!("Constant(1, ({rows}, 3), float32)"),
            Ty::Pair(left, right) if left == right && self.choose(2) == 0 => {
                self.made += 1;
                let name = format!("%{}", self.made);
                format!("({name} = {}; ({name}, {name}))", self.expr(left, inner))
            }
            Ty::Pair(left, right) => format!("({}, {})", self.expr(left, inner), self.expr(right, inner)),
            Ty::List(item) if depth > 0 && self.choose(2) == 0 => {
                let (name, from) = (self.fresh(), self.ty(1));
                let list = self.expr(&Ty::List(Box::new(from.clone())), inner);
                let annotation = from.written();
                let body = self.under(vec![(name.clone(), from)], item, inner);
                format!("@map(fn ({name}: {annotation}) -> {} {{ {body} }}, {list})", item.written())
            }
            Ty::List(item) => format!("Cons({}, Nil)", self.expr(item, inner)),
            Ty::Option(item) if self.choose(2) == 0 => format!("@none({})", self.expr(item, inner)),
            Ty::Option(item) => format!("Some({})", self.expr(item, inner)),
        }
    }
}

impl Maker {
    fn new(seed: u64, wrong: Option<u64>) -> Self {
        Self { state: seed, variables: Vec::new(), made: 0, places: 0, wrong }
    }

    /// A module of three definitions, with their types.
    fn module(&mut self) -> (String, Vec<String>) {
        let mut text = PRELUDE.to_owned();
        let mut types = Vec::new();
        for name in ["a", "b", "c"] {
            let (param, result) = (self.ty(2), self.ty(2));
            let annotation = param.written();
            let outer = std::mem::replace(&mut self.variables, vec![("%x".to_owned(), param)]);
            let body = self.demanded(&result, 5);
            self.variables = outer;
            text.push_str(&format!("def @{name}(%x: {annotation}) -> {} {{ {body} }}\n", result.written()));
            types.push(format!("fn ({annotation}) -> {}", result.written()));
        }
        (text, types)
    }
}

/// A module without mistakes, and the types of its definitions `a`, `b` and `c`.
pub(crate) fn well_typed(seed: u64) -> (String, Vec<String>) {
    Maker::new(seed, None).module()
}

/// A module in which one expression is of another type than what is written around it demands.
#[allow(dead_code, reason = "not every test needs it")]
pub(crate) fn ill_typed(seed: u64, place: u64) -> String {
    let mut maker = Maker::new(seed, None);
    maker.module();
    Maker::new(seed, Some(place % maker.places)).module().0
}
