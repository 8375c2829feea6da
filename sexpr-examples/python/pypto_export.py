"""Turns a program of PyPTO, in memory, into the text that `sexpr` reads.

    from pypto_export import export
    print(export(program))          # an ir.Program, or a single ir.Function

Written against the interfaces in PyPTO's "IR Definition", whose classes and constructors it names, and tested on
stand-in classes with the same attributes (test_pypto_export.py): not on PyPTO itself. Where that document leaves the
name of an attribute open, each of the likely ones is tried. Spans and the types of single expressions are not written;
`sexpr` infers the latter. Every assigned variable is annotated, so that calls of operations have their types. Variables
that nothing binds are named function by function: `sexpr check` finds them. A call of an operation that is yielded
among other values, where its type cannot be written, is assigned to a variable before.

What the text cannot say raises an `ExportError`: an operation that is called like a function of the program or like a
builtin, a call of a function that the program lacks, a name that is no identifier, an attribute that is `None`.
"""

import keyword
import operator
import re
from types import SimpleNamespace

BINARY = dict(Add="+", Sub="-", Mul="*", FloorDiv="//", FloorMod="%", FloatDiv="/", Pow="**", Eq="==", Ne="!=", Lt="<",
              Le="<=", Gt=">", Ge=">=", And="and", Or="or", Xor="xor", BitAnd="&", BitOr="|", BitXor="^",
              BitShiftLeft="<<", BitShiftRight=">>", Min="min", Max="max")
UNARY = dict(Neg="-", Not="not ", BitNot="~", Abs="abs")
DTYPES = dict(BOOL="Bool", BF16="BFloat16", BFLOAT16="BFloat16", FLOAT16="FP16", FLOAT32="FP32", FLOAT64="FP64")
KEYWORDS = {*keyword.kwlist, "xor"}
RESERVED = {*KEYWORDS, "pi"}
BUILTINS = {"min", "max", "abs"}
# What `pi.` heads that is no operation.
MODULE = re.compile(r"pi\.(range|const|Tensor|Tile|Unknown|UnknownType|Bool|BFloat16|(U?Int|FP|HF|FLOAT)\d+)")
LEAVES = ("Var", "IterArg", "ConstInt", "ConstFloat")

# How tightly operations hold together: as in Python, but for `xor`, which is between `or` and `and`.
OR, NOT, COMPARISON, UNARY_LEVEL, POWER, PRIMARY = 0, 3, 4, 11, 12, 13
LEVELS = dict(Or=OR, Xor=1, And=2, Not=NOT, Eq=COMPARISON, Ne=COMPARISON, Lt=COMPARISON, Le=COMPARISON, Gt=COMPARISON,
              Ge=COMPARISON, BitOr=5, BitXor=6, BitAnd=7, BitShiftLeft=8, BitShiftRight=8, Add=9, Sub=9, Mul=10,
              FloorDiv=10, FloorMod=10, FloatDiv=10, Neg=UNARY_LEVEL, BitNot=UNARY_LEVEL, Pow=POWER)


class ExportError(ValueError):
    """The text cannot say something that the program has."""


def export(program):
    """The text of a program or function."""
    functions = getattr(program, "functions", None)
    is_whole = functions is not None
    functions, name = (list(functions.values()), program.name) if is_whole else ([program], "")
    names = {function.name for function in functions}
    functions.sort(key=lambda function: function.name)
    header = "# pypto.program" + (f": {name}" if name else "") + "\nimport pypto.ir as pi\n"
    return header + "".join("\n" + Writer(names, is_whole).function(function) for function in functions)


def kind(node):
    return type(node).__name__


def first(node, *names):
    """The first of several attributes that a node has."""
    return next(getattr(node, name) for name in names if hasattr(node, name))


def statements(body):
    """The statements of a block: a list, a sequence, or a single one."""
    if body is None or isinstance(body, (list, tuple)):
        return [inner for stmt in body or () for inner in statements(stmt)]
    if kind(body) in ("SeqStmts", "OpStmts"):
        return statements(list(first(body, "statements", "stmts")))
    return [body]


def is_name(name):
    return name.isidentifier() and name not in KEYWORDS


def operand_levels(op):
    """How tightly the operands of an operator must hold together to stand without brackets."""
    level = LEVELS[op]
    if op == "Pow":
        return PRIMARY, UNARY_LEVEL
    return level + (level == COMPARISON), level + 1


class Writer:
    """A function's text, and the names of its variables, which are known by identity."""

    def __init__(self, functions, is_whole):
        self.functions, self.is_whole = functions, is_whole
        self.names, self.taken, self.lines = {}, set(RESERVED), []

    def name(self, var):
        if id(var) not in self.names:
            base = re.sub(r"\W", "_", var.name) or "v"
            base = base if base.isidentifier() else "v" + base
            name, number = base, 0
            while name in self.taken:
                number += 1
                name = f"{base}_{number}"
            self.taken.add(name)
            self.names[id(var)] = (name, var)  # The variable is kept, so that its identity stays its own.
        return self.names[id(var)][0]

    def function(self, function):
        if not is_name(function.name):
            raise ExportError(f"`{function.name}` cannot be the name of a function: rename it")
        params = ", ".join(f"{self.name(param)}: {self.type(param.type)}" for param in function.params)
        types = [self.type(type) for type in function.return_types]
        result = types[0] if len(types) == 1 and not types[0].startswith("tuple") else f"tuple[{', '.join(types)}]"
        self.block(function.body, "    ", None)
        return f"def {function.name}({params}){' -> ' + result if types else ''}:\n" + "\n".join(self.lines) + "\n"

    def block(self, body, indent, taker):
        for stmt in statements(body) or [None]:
            getattr(self, kind(stmt))(stmt, indent, taker)

    def NoneType(self, stmt, indent, taker):
        self.lines.append(indent + "pass")

    def AssignStmt(self, stmt, indent, taker):
        value = self.expr(stmt.value)
        self.lines.append(f"{indent}{self.name(stmt.var)}: {self.type(stmt.var.type)} = {value}")

    def YieldStmt(self, stmt, indent, taker):
        exprs = first(stmt, "values", "value")
        takers = taker or []
        if len(takers) != 1:
            exprs = self.assigned(exprs, [var.type for var in takers], indent)
        values = ", ".join(self.expr(value) for value in exprs)
        if not taker:
            self.lines.append(f"{indent}{'return' if taker is None else 'yield'} {values}".rstrip())
            return
        typed = len(taker) == 1 and (kind(taker[0]) == "Var" or kind(exprs[0]) == "Call" and kind(exprs[0].op) == "Op")
        annotation = f": {self.type(taker[0].type)}" if typed else ""
        self.lines.append(f"{indent}{', '.join(map(self.name, taker))}{annotation} = pi.yield({values})")

    def assigned(self, values, types, indent):
        """Values of which the calls of operations that have a type are assigned to variables, and, so that the order
        stays, what is computed before them."""
        def known(at):
            own = getattr(values[at], "type", None) or (types[at] if at < len(types) else None)
            return None if own is None or kind(own) == "UnknownType" else own

        def loses_type(at):
            return kind(values[at]) == "Call" and kind(values[at].op) == "Op" and known(at) is not None

        count = 1 + max((at for at in range(len(values)) if loses_type(at)), default=-1)
        new = list(values)
        for at in range(count):
            if kind(values[at]) not in LEAVES:
                annotation = f": {self.type(known(at))}" if loses_type(at) else ""
                value = self.expr(values[at])
                new[at] = SimpleNamespace(name="value")
                self.lines.append(f"{indent}{self.name(new[at])}{annotation} = {value}")
        return new

    def IfStmt(self, stmt, indent, taker):
        self.lines.append(f"{indent}if {self.expr(stmt.condition)}:")
        self.block(stmt.then_body, indent + "    ", list(stmt.return_vars))
        if stmt.else_body is not None:
            self.lines.append(indent + "else:")
            self.block(stmt.else_body, indent + "    ", list(stmt.return_vars))

    def ForStmt(self, stmt, indent, taker):
        bounds = [self.expr(bound) for bound in (stmt.start, stmt.stop, stmt.step)]
        inits = [self.expr(first(arg, "init_value", "initValue")) for arg in stmt.iter_args]
        carried = "".join(f"{self.name(arg)}, " for arg in stmt.iter_args)
        head = f", ({carried.rstrip()})" if carried else ""
        bounds += [f"init_values=[{', '.join(inits)}]"] if inits else []
        self.lines.append(f"{indent}for {self.name(stmt.loop_var)}{head} in pi.range({', '.join(bounds)}):")
        self.block(stmt.body, indent + "    ", list(stmt.iter_args))
        for var, arg in zip(stmt.return_vars, stmt.iter_args):
            self.lines.append(f"{indent}{self.name(var)}: {self.type(var.type)} = {self.name(arg)}")

    def type(self, type):
        if kind(type) == "UnknownType":
            return "pi.Unknown"
        if kind(type) == "TupleType":
            return f"tuple[{', '.join(self.type(inner) for inner in type.types)}]"
        if kind(type) == "ScalarType":
            return self.dtype(type.dtype)
        shape = "".join(f"{self.expr(extent)}, " for extent in type.shape)
        return f"pi.{kind(type).removesuffix('Type')}(({shape.rstrip()}), {self.dtype(type.dtype)})"

    def dtype(self, dtype):
        name = str(getattr(dtype, "name", dtype)).rsplit(".")[-1].upper()
        name = DTYPES.get(name, name)
        return "pi." + re.sub("^(U?)INT", lambda match: match[1] + "Int", name)

    def expr(self, expr, least=OR):
        """An expression, in brackets unless it holds together so tightly."""
        text, level = self.text(expr)
        return text if level >= least else f"({text})"

    def text(self, expr):
        """The text of an expression, and how tightly it holds together."""
        own = kind(expr)
        if own in ("Var", "IterArg", "SimpleNamespace"):
            return self.name(expr), PRIMARY
        if own in ("ConstInt", "ConstFloat"):
            text = self.constant(expr)
            return text, UNARY_LEVEL if text.startswith("-") else PRIMARY
        if own == "Call":
            return self.call(expr), PRIMARY
        if own == "TupleGetItemExpr":
            return f"{self.expr(expr.tuple, PRIMARY)}[{expr.index}]", PRIMARY
        if own in ("Min", "Max"):
            return f"{BINARY[own]}({self.expr(expr.left)}, {self.expr(expr.right)})", PRIMARY
        if own == "Abs":
            return f"abs({self.expr(expr.operand)})", PRIMARY
        if own in UNARY:
            operand = self.expr(expr.operand, LEVELS[own])
            # `-5` and `-pi.inf` are constants, `-(5)` an operation.
            is_literal = kind(expr.operand) in ("ConstInt", "ConstFloat") and re.match(r"\d|pi\.(inf|nan)", operand)
            return UNARY[own] + (f"({operand})" if is_literal else operand), LEVELS[own]
        if own in BINARY:
            return self.chain(expr), LEVELS[own]
        raise ExportError(f"`{own}` is no expression that the text can say")

    def chain(self, expr):
        """Operators in a row, `a + b - c`: there may be more of them than Python calls may nest."""
        parts = []
        while True:
            own = kind(expr)
            left, right = operand_levels(own)
            parts.append(f" {BINARY[own]} {self.expr(expr.right, right)}")
            expr = expr.left
            if kind(expr) not in BINARY or LEVELS.get(kind(expr), OR) < left or kind(expr) not in LEVELS:
                parts.append(self.expr(expr, left))
                return "".join(reversed(parts))

    def call(self, call):
        name = call.op.name
        if kind(call.op) == "Op":
            self.check_operation(name)
        elif self.is_whole and name not in self.functions:
            raise ExportError(f"the program has no function `{name}`, which is called: add it")
        args = [self.expr(arg) for arg in call.args]
        attributes = getattr(call, "attributes", None) or getattr(call, "kwargs", None) or {}
        for attribute, value in attributes.items():
            if not is_name(attribute):
                raise ExportError(f"`{attribute}` cannot be the name of an attribute of `{name}`")
            try:
                args.append(f"{attribute}={self.value(value)}")
            except ExportError as error:
                raise ExportError(f"the attribute `{attribute}` of `{name}`: {error}") from None
        return f"{name}({', '.join(args)})"

    def check_operation(self, name):
        """The text has one name for operations, functions of the program and builtins."""
        if not all(map(is_name, name.split("."))) or MODULE.fullmatch(name):
            raise ExportError(f"`{name}` cannot be the name of an operation: rename it")
        if name in BUILTINS:
            raise ExportError(f"the operation `{name}` is called like a builtin function: rename it")
        if name in self.functions:
            raise ExportError(f"the operation `{name}` is called like a function of the program: rename one of them")

    def constant(self, expr, typed=False):
        dtype, value = self.dtype(expr.type.dtype if hasattr(expr, "type") else expr.dtype), expr.value
        if dtype == "pi.Bool" and not typed:
            return str(bool(value))
        text = self.number(float(value) if kind(expr) == "ConstFloat" else int(value))
        default = "pi.Int64" if kind(expr) == "ConstInt" else "pi.FP32"
        return text if dtype == default and not typed else f"pi.const({text}, {dtype})"

    def number(self, value):
        return re.sub("inf|nan", lambda match: "pi." + match[0], repr(value))

    def value(self, value):
        """An attribute: a constant, a data type, an expression, or a list of these."""
        if kind(value) == "DataType":
            return self.dtype(value)
        if isinstance(value, str):
            return f'"{"".join(map(escaped, value))}"'
        if isinstance(value, bool):
            return str(value)
        if isinstance(value, float):
            return self.number(float(value))
        if hasattr(value, "__index__"):  # Integers, also those of enumerations and of other libraries.
            return str(operator.index(value))
        if isinstance(value, (list, tuple)):
            return f"[{', '.join(self.value(inner) for inner in value)}]"
        if value is None:
            raise ExportError("there is no `None` in the text: leave the attribute out")
        if kind(value) in ("ConstInt", "ConstFloat"):
            return self.constant(value, typed=True)
        return self.expr(value)


def escaped(char):
    """A character of a string."""
    if char in '"\\':
        return "\\" + char
    if char < " " or char == "\x7f":
        return {"\n": "\\n", "\r": "\\r", "\t": "\\t"}.get(char, f"\\x{ord(char):02x}")
    return char
