"""Generates the syntax tree of Python, as parsers in Rust declare it: an enum for each sum, a struct for each variant."""

import re

# The abstract grammar of Python 3.12, without positions, which are ignored.
GRAMMAR = """
mod = Module(stmt* body, type_ignore* type_ignores) | Interactive(stmt* body) | Expression(expr body)
    | FunctionType(expr* argtypes, expr returns)
stmt = FunctionDef(identifier name, arguments args, stmt* body, expr* decorator_list, expr? returns,
        string? type_comment, type_param* type_params)
    | AsyncFunctionDef(identifier name, arguments args, stmt* body, expr* decorator_list, expr? returns,
        string? type_comment, type_param* type_params)
    | ClassDef(identifier name, expr* bases, keyword* keywords, stmt* body, expr* decorator_list,
        type_param* type_params)
    | Return(expr? value) | Delete(expr* targets) | Assign(expr* targets, expr value, string? type_comment)
    | TypeAlias(expr name, type_param* type_params, expr value) | AugAssign(expr target, operator op, expr value)
    | AnnAssign(expr target, expr annotation, expr? value, bool simple)
    | For(expr target, expr iter, stmt* body, stmt* orelse, string? type_comment)
    | AsyncFor(expr target, expr iter, stmt* body, stmt* orelse, string? type_comment)
    | While(expr test, stmt* body, stmt* orelse) | If(expr test, stmt* body, stmt* orelse)
    | With(withitem* items, stmt* body, string? type_comment)
    | AsyncWith(withitem* items, stmt* body, string? type_comment) | Match(expr subject, match_case* cases)
    | Raise(expr? exc, expr? cause) | Try(stmt* body, excepthandler* handlers, stmt* orelse, stmt* finalbody)
    | TryStar(stmt* body, excepthandler* handlers, stmt* orelse, stmt* finalbody) | Assert(expr test, expr? msg)
    | Import(alias* names) | ImportFrom(identifier? module, alias* names, int? level) | Global(identifier* names)
    | Nonlocal(identifier* names) | Expr(expr value) | Pass() | Break() | Continue()
expr = BoolOp(boolop op, expr* values) | NamedExpr(expr target, expr value) | BinOp(expr left, operator op, expr right)
    | UnaryOp(unaryop op, expr operand) | Lambda(arguments args, expr body) | IfExp(expr test, expr body, expr orelse)
    | Dict(expr* keys, expr* values) | Set(expr* elts) | ListComp(expr elt, comprehension* generators)
    | SetComp(expr elt, comprehension* generators) | DictComp(expr key, expr value, comprehension* generators)
    | GeneratorExp(expr elt, comprehension* generators) | Await(expr value) | Yield(expr? value) | YieldFrom(expr value)
    | Compare(expr left, cmpop* ops, expr* comparators) | Call(expr func, expr* args, keyword* keywords)
    | FormattedValue(expr value, int conversion, expr? format_spec) | JoinedStr(expr* values)
    | Constant(constant value, string? kind) | Attribute(expr value, identifier attr, expr_context ctx)
    | Subscript(expr value, expr slice, expr_context ctx) | Starred(expr value, expr_context ctx)
    | Name(identifier id, expr_context ctx) | List(expr* elts, expr_context ctx) | Tuple(expr* elts, expr_context ctx)
    | Slice(expr? lower, expr? upper, expr? step)
expr_context = Load() | Store() | Del()
boolop = And() | Or()
operator = Add() | Sub() | Mult() | MatMult() | Div() | Mod() | Pow() | LShift() | RShift() | BitOr() | BitXor() | BitAnd()
    | FloorDiv()
unaryop = Invert() | Not() | UAdd() | USub()
cmpop = Eq() | NotEq() | Lt() | LtE() | Gt() | GtE() | Is() | IsNot() | In() | NotIn()
comprehension = (expr target, expr iter, expr* ifs, bool is_async)
excepthandler = ExceptHandler(expr? type, identifier? name, stmt* body)
arguments = (arg* posonlyargs, arg* args, arg? vararg, arg* kwonlyargs, expr* kw_defaults, arg? kwarg, expr* defaults)
arg = (identifier arg, expr? annotation, string? type_comment)
keyword = (identifier? arg, expr value)
alias = (identifier name, identifier? asname)
withitem = (expr context_expr, expr? optional_vars)
match_case = (pattern pattern, expr? guard, stmt* body)
pattern = MatchValue(expr value) | MatchSingleton(constant value) | MatchSequence(pattern* patterns)
    | MatchMapping(expr* keys, pattern* patterns, identifier? rest)
    | MatchClass(expr cls, pattern* patterns, identifier* kwd_attrs, pattern* kwd_patterns) | MatchStar(identifier? name)
    | MatchAs(pattern? pattern, identifier? name) | MatchOr(pattern* patterns)
type_ignore = TypeIgnore(int lineno, string tag)
type_param = TypeVar(identifier name, expr? bound) | ParamSpec(identifier name) | TypeVarTuple(identifier name)
"""

LEAVES = {"identifier": "String", "string": "String", "int": "i64", "bool": "bool", "constant": "Constant"}
BOXED = {"expr", "stmt", "pattern", "arguments"}

ROOT = "Mod"


def name_of(ty: str) -> str:
    return LEAVES.get(ty) or "".join(word.capitalize() for word in ty.split("_"))


def field(text: str) -> str:
    ty, name = text.split()
    many, base = ty[-1], ty.rstrip("*?")
    rust = f"Box<{name_of(base)}>" if base in BOXED and many != "*" else name_of(base)
    rust = {"*": f"Vec<{rust}>", "?": f"Option<{rust}>"}.get(many, rust)
    return f"    pub r#{name}: {rust},\n"


def struct(name: str, fields: str, derives: str) -> str:
    fields = [text for text in re.split(r",\s*", fields.strip()) if text]
    return f"#[derive({derives})]\npub struct {name} {{\n{''.join(map(field, fields))}}}\n\n"


def types(derives: str) -> str:
    """The types, and a function that makes a value of them."""
    constant = "None, Bool(bool), Str(String), Bytes(Vec<u8>), Int(String), Float(u64), Ellipsis"
    source = f"#[derive({derives})]\npub enum Constant {{ {constant} }}\n\n"
    for name, definition in re.findall(r"^(\w+) = (.*?)(?=^\w|\Z)", GRAMMAR, re.M | re.S):
        if definition.startswith("("):
            source += struct(name_of(name), definition.strip().strip("()"), derives)
            continue
        variants = re.findall(r"(\w+)\(([^)]*)\)", definition)
        if any(fields for _, fields in variants):
            listed = [f"{variant}({name_of(name)}{variant})" for variant, _ in variants]
            source += "".join(struct(f"{name_of(name)}{variant}", fields, derives) for variant, fields in variants)
        else:
            listed = [variant for variant, _ in variants]
        source += f"#[derive({derives})]\npub enum {name_of(name)} {{\n    {', '.join(listed)},\n}}\n\n"
    return f"{source}fn root() -> Mod {{\n    Mod::Interactive(ModInteractive {{ body: vec![] }})\n}}\n"
