"""Tests of pypto_export.py, on classes that stand in for those of PyPTO: they have the same names and attributes.

Run as a script, it prints the exported sample, which a Rust test reads and compares with programs/exported.py.
"""

import enum
import sys
import unittest

from pypto_export import ExportError, export

DataType = enum.Enum("DataType", "BOOL INT8 INT32 INT64 UINT8 FP16 FP32 BF16")


def node(name, *fields, base=object, **defaults):
    """A class of nodes with these attributes, given in order; those with defaults may be left out."""

    def init(self, *values):
        given = dict(zip([*fields, *defaults], values))
        self.__dict__.update({**defaults, **given})

    return type(name, (base,), {"__init__": init})


ScalarType, UnknownType = node("ScalarType", "dtype"), node("UnknownType")
TensorType, TileType = node("TensorType", "dtype", "shape"), node("TileType", "dtype", "shape")
TupleType = node("TupleType", "types")
Var = node("Var", "name", "type")
IterArg = node("IterArg", "name", "type", "initValue", base=Var)
ConstInt, ConstFloat = node("ConstInt", "value", "dtype"), node("ConstFloat", "value", "dtype")
Op, GlobalVar = node("Op", "name"), node("GlobalVar", "name")
Call = node("Call", "op", "args", attributes={}, type=None)
TupleGetItemExpr = node("TupleGetItemExpr", "tuple", "index")
Add, Sub, Mul, Gt, Lt, Pow, Max = (node(name, "left", "right") for name in "Add Sub Mul Gt Lt Pow Max".split())
Neg, Not, Abs = (node(name, "operand") for name in "Neg Not Abs".split())
AssignStmt, YieldStmt = node("AssignStmt", "var", "value"), node("YieldStmt", "value")
IfStmt = node("IfStmt", "condition", "then_body", "else_body", "return_vars")
ForStmt = node("ForStmt", "loop_var", "start", "stop", "step", "iter_args", "body", "return_vars")
SeqStmts, OpStmts = node("SeqStmts", "stmts"), node("OpStmts", "stmts")
Function, Program = node("Function", "name", "params", "return_types", "body"), node("Program", "functions", "name")

INT64, INT8, FP32 = (ScalarType(dtype) for dtype in (DataType.INT64, DataType.INT8, DataType.FP32))


def integer(value, dtype=DataType.INT64):
    return ConstInt(value, dtype)


def accumulate():
    """A loop that carries two values, of which one is called like another variable."""
    n, i = Var("n", INT64), Var("i", INT64)
    total, product = IterArg("s", INT64, integer(0)), IterArg("s", INT64, n)
    total_out, product_out = Var("s_out", INT64), Var("p_out", INT64)
    body = YieldStmt([Add(total, i), Mul(product, Neg(integer(5)))])
    loop = ForStmt(i, integer(0), n, integer(1), [total, product], body, [total_out, product_out])
    return Function("accumulate", [n], [INT64, INT64], SeqStmts([loop, YieldStmt([total_out, product_out])]))


def attention():
    """Operations with dotted names, and attributes that are expressions."""
    rows = Var("rows", INT64)
    matrix = TensorType(DataType.FP32, [rows, integer(64)])
    block = TensorType(DataType.FP32, [integer(16), integer(64)])
    x, at, y, z = Var("x", matrix), Var("at", INT64), Var("y", block), Var("z", block)
    attributes = {"shape": [16, 64], "offset": [Mul(at, integer(16)), integer(0)], "dtype": DataType.BF16, "name": 'a "b"'}
    view = Call(Op("tensor.view"), [x], attributes)
    condition = Not(Lt(at, integer(2)))
    then_body = [AssignStmt(z, Call(Op("tensor.exp"), [y])), YieldStmt([z])]
    result = Var("result", block)
    choice = IfStmt(condition, then_body, YieldStmt([Call(Op("tensor.neg"), [y], {"fast": True})]), [result])
    return Function("attention", [x, at], [block], SeqStmts([AssignStmt(y, view), choice, YieldStmt([result])]))


def calls():
    """A call of a function with two results, typed constants, and an empty block."""
    n, both, small, odd = Var("n", INT64), Var("if", TupleType([INT64, INT64])), Var("small", INT8), Var("odd", FP32)
    body = SeqStmts([
        OpStmts([
            AssignStmt(both, Call(GlobalVar("accumulate"), [Sub(Pow(n, integer(2)), integer(-1))])),
            AssignStmt(small, integer(-3, DataType.INT8)),
            AssignStmt(odd, ConstFloat(float("inf"), DataType.FP32)),
        ]),
        IfStmt(Gt(TupleGetItemExpr(both, 0), integer(0)), SeqStmts([]), None, []),
        YieldStmt([Max(TupleGetItemExpr(both, 1), Abs(n))]),
    ])
    return Function("calls", [n], [INT64], body)


def sample():
    functions = [attention(), calls(), accumulate()]
    return Program({GlobalVar(function.name): function for function in functions}, "exported")


def returned(expr, *params):
    """What is written for an expression that a function returns."""
    text = export(Function("main", params, [], YieldStmt([expr])))
    return text.rstrip("\n").split("    return ", 1)[1]


class Export(unittest.TestCase):
    maxDiff = None

    def test_a_loop_names_its_final_values_one_a_line(self):
        self.assertEqual(export(accumulate()).split("\n\n")[1], """\
def accumulate(n: pi.Int64) -> tuple[pi.Int64, pi.Int64]:
    for i, (s, s_1,) in pi.range(0, n, 1, init_values=[0, n]):
        s, s_1 = pi.yield(s + i, s_1 * -(5))
    s_out: pi.Int64 = s
    p_out: pi.Int64 = s_1
    return s_out, p_out
""")

    def test_operations_and_their_attributes(self):
        self.assertEqual(export(attention()).split("\n\n")[1], """\
def attention(x: pi.Tensor((rows, 64,), pi.FP32), at: pi.Int64) -> pi.Tensor((16, 64,), pi.FP32):
    y: pi.Tensor((16, 64,), pi.FP32) = tensor.view(x, shape=[16, 64], offset=[at * 16, pi.const(0, pi.Int64)], \
dtype=pi.BFloat16, name="a \\"b\\"")
    if not at < 2:
        z: pi.Tensor((16, 64,), pi.FP32) = tensor.exp(y)
        result: pi.Tensor((16, 64,), pi.FP32) = pi.yield(z)
    else:
        result: pi.Tensor((16, 64,), pi.FP32) = pi.yield(tensor.neg(y, fast=True))
    return result
""")

    def test_functions_are_called_and_constants_have_types(self):
        self.assertEqual(export(calls()).split("\n\n")[1], """\
def calls(n: pi.Int64) -> pi.Int64:
    if_1: tuple[pi.Int64, pi.Int64] = accumulate(n ** 2 - -1)
    small: pi.Int8 = pi.const(-3, pi.Int8)
    odd: pi.FP32 = pi.inf
    if if_1[0] > 0:
        pass
    return max(if_1[1], abs(n))
""")

    def test_operators_have_the_brackets_that_they_need(self):
        a, b, five = Var("a", INT64), Var("b", INT64), integer(5)
        for expr, text in [
            (Sub(Sub(a, b), a), "a - b - a"),
            (Sub(a, Sub(b, a)), "a - (b - a)"),
            (Mul(Add(a, b), a), "(a + b) * a"),
            (Add(a, Mul(b, a)), "a + b * a"),
            (Pow(Pow(a, b), a), "(a ** b) ** a"),
            (Pow(a, Pow(b, a)), "a ** b ** a"),
            (Pow(Neg(a), Neg(b)), "(-a) ** -b"),
            (Neg(Pow(five, b)), "-5 ** b"),
            (Neg(five), "-(5)"),
            (Neg(integer(-5)), "--5"),
            (Neg(ConstFloat(float("inf"), DataType.FP32)), "-(pi.inf)"),
            (Neg(ConstFloat(float("-inf"), DataType.FP32)), "--pi.inf"),
            (ConstFloat(float("-inf"), DataType.FP16), "pi.const(-pi.inf, pi.FP16)"),
            (Gt(Lt(a, b), Not(a)), "(a < b) > (not a)"),
            (Not(Not(Lt(a, b))), "not not a < b"),
            (TupleGetItemExpr(Add(a, b), 1), "(a + b)[1]"),
            (Max(Add(a, b), Abs(Sub(a, b))), "max(a + b, abs(a - b))"),
        ]:
            self.assertEqual(returned(expr, a, b), text)

    def test_long_chains_need_no_brackets(self):
        a = Var("a", INT64)
        chain = a
        for _ in range(5000):
            chain = Add(chain, a)
        self.assertEqual(returned(chain, a), " + ".join(["a"] * 5001))

    def test_attributes_are_values_that_the_text_has(self):
        def value(value):
            return returned(Call(Op("f"), [], {"v": value})).removeprefix("f(v=").removesuffix(")")

        Level = enum.IntEnum("Level", "LOW HIGH")
        for attribute, text in [
            (Level.HIGH, "2"), (True, "True"), (1.5, "1.5"), (float("-inf"), "-pi.inf"),
            ([1, [DataType.FP16]], "[1, [pi.FP16]]"),
            ("a\r\n\t\0\x7f\\\"é", '"a\\r\\n\\t\\x00\\x7f\\\\\\"é"'),
        ]:
            self.assertEqual(value(attribute), text)
        for attribute in [None, [None], object(), {"a": 1}]:
            with self.assertRaisesRegex(ExportError, "attribute `v` of `f`"):
                value(attribute)

    def test_what_the_text_reads_otherwise_is_refused(self):
        for callee, message in [
            (Op("max"), "`max` is called like a builtin"),
            (Op("main"), "`main` is called like a function of the program"),
            (Op("pi.range"), "`pi.range` cannot be the name of an operation"),
            (Op("a b"), "`a b` cannot be the name of an operation"),
            (Op("tensor.in"), "`tensor.in` cannot be the name of an operation"),
            (GlobalVar("other"), "no function `other`"),
        ]:
            main = Function("main", [], [], YieldStmt([Call(callee, [])]))
            with self.assertRaisesRegex(ExportError, message):
                export(Program({GlobalVar("main"): main}, ""))
        with self.assertRaisesRegex(ExportError, "name of a function"):
            export(Function("not", [], [], YieldStmt([])))

    def test_calls_that_are_yielded_together_keep_their_types(self):
        a, first, second = Var("a", INT64), Var("first", FP32), Var("second", UnknownType())
        call = Call(Op("f"), [a])
        branch = YieldStmt([call, call])
        choice = IfStmt(Lt(a, integer(0)), branch, YieldStmt([Add(a, a), a]), [first, second])
        result = YieldStmt([Add(a, a), first, Call(Op("g"), [a], {}, INT8), second, call])
        text = export(Function("main", [a], [], SeqStmts([choice, result])))
        self.assertEqual(text.split("\n\n")[1], """\
def main(a: pi.Int64):
    if a < 0:
        value: pi.FP32 = f(a)
        first, second = pi.yield(value, f(a))
    else:
        first, second = pi.yield(a + a, a)
    value_1 = a + a
    value_2: pi.Int8 = g(a)
    return value_1, first, value_2, second, f(a)
""")

    def test_a_program_has_a_name_and_its_functions_in_order(self):
        text = export(sample())
        self.assertTrue(text.startswith("# pypto.program: exported\nimport pypto.ir as pi\n\ndef accumulate("))
        self.assertLess(text.index("def attention("), text.index("def calls("))


if __name__ == "__main__":
    if sys.argv[1:] == ["--print"]:
        print(export(sample()), end="")
    else:
        unittest.main()
