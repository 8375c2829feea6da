"""Turns a program of PyPTO, in memory, into the text that `sexpr` reads.

    from pypto_export import export
    print(export(program))          # an ir.Program, or a single ir.Function

Written against the interfaces in PyPTO's "IR Definition", whose classes and constructors it names, and tested on
stand-in classes with the same attributes (test_pypto_export.py): not on PyPTO itself. Where that document leaves the
name of an attribute open, each of the likely ones is tried. Spans and the types of single expressions are not written;
`sexpr` infers the latter. Every assigned variable is annotated, so that calls of operations have their types. Variables
that nothing binds are named function by function: `sexpr check` finds them.
"""

import keyword
import re

BINARY = dict(Add="+", Sub="-", Mul="*", FloorDiv="//", FloorMod="%", FloatDiv="/", Pow="**", Eq="==", Ne="!=", Lt="<",
              Le="<=", Gt=">", Ge=">=", And="and", Or="or", Xor="xor", BitAnd="&", BitOr="|", BitXor="^",
              BitShiftLeft="<<", BitShiftRight=">>", Min="min", Max="max")
UNARY = dict(Neg="-", Not="not ", BitNot="~", Abs="abs")
DTYPES = dict(BOOL="Bool", BF16="BFloat16", BFLOAT16="BFloat16", FLOAT16="FP16", FLOAT32="FP32", FLOAT64="FP64")
RESERVED = {*keyword.kwlist, "xor", "pi"}


def export(program):
    """The text of a program or function."""
    functions = getattr(program, "functions", None)
    if functions is None:
        functions, name = [program], ""
    else:
        functions, name = list(functions.values()), program.name
    header = "# pypto.program" + (f": {name}" if name else "") + "\nimport pypto.ir as pi\n"
    return header + "".join("\n" + Writer().function(function) for function in sorted(functions, key=lambda f: f.name))


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


class Writer:
    """A function's text, and the names of its variables, which are known by identity."""

    def __init__(self):
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
        values = ", ".join(self.expr(value) for value in exprs)
        if not taker:
            self.lines.append(f"{indent}{'return' if taker is None else 'yield'} {values}".rstrip())
            return
        typed = len(taker) == 1 and (kind(taker[0]) == "Var" or kind(exprs[0]) == "Call" and kind(exprs[0].op) == "Op")
        annotation = f": {self.type(taker[0].type)}" if typed else ""
        self.lines.append(f"{indent}{', '.join(map(self.name, taker))}{annotation} = pi.yield({values})")

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

    def expr(self, expr, outer=False):
        """An expression; `outer` says whether it is an operand, which stands in brackets if it is an operation."""
        if kind(expr) in ("Var", "IterArg"):
            return self.name(expr)
        if kind(expr) in ("ConstInt", "ConstFloat"):
            text = self.constant(expr)
            return f"({text})" if outer and text.startswith("-") else text
        if kind(expr) == "Call":
            args = [self.expr(arg) for arg in expr.args]
            attributes = getattr(expr, "attributes", None) or getattr(expr, "kwargs", None) or {}
            args += [f"{name}={self.value(value)}" for name, value in attributes.items()]
            return f"{expr.op.name}({', '.join(args)})"
        if kind(expr) == "TupleGetItemExpr":
            return f"{self.expr(expr.tuple, True)}[{expr.index}]"
        if kind(expr) in ("Min", "Max"):
            return f"{BINARY[kind(expr)]}({self.expr(expr.left)}, {self.expr(expr.right)})"
        if kind(expr) == "Abs":
            return f"abs({self.expr(expr.operand)})"
        if kind(expr) in UNARY:
            operand = self.expr(expr.operand, True)
            text = UNARY[kind(expr)] + (f"({operand})" if operand[0].isdigit() else operand)
        else:
            text = f"{self.expr(expr.left, True)} {BINARY[kind(expr)]} {self.expr(expr.right, True)}"
        return f"({text})" if outer else text

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
        if isinstance(value, str):
            return '"' + value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
        if isinstance(value, (bool, int, float)):
            return self.number(value)
        if isinstance(value, (list, tuple)):
            return f"[{', '.join(self.value(inner) for inner in value)}]"
        if kind(value) in ("ConstInt", "ConstFloat"):
            return self.constant(value, typed=True)
        return self.dtype(value) if kind(value) == "DataType" else self.expr(value)
