"""Tests of wave_export.py, on classes that stand in for those of the compiler: they have the same names and attributes.

Run as a script, it prints the exported sample, which a Rust test reads, checks and compares with programs/traced.json.
"""

import dataclasses
import enum
import json
import sys
import unittest
from types import SimpleNamespace

from wave_export import Exporter, export


class Symbol(str):
    """A symbol or, for these tests, any expression that is written as it is."""

    free_symbols = ()


class Node:
    """Stands in for fx.Node."""

    def __init__(self, name, op, **known):
        self.name, self.tkw, self.users, self.meta = name, op, [], known.pop("meta", {})
        self.__dict__.update(known)


def operation(kind, tkw_op_name, *fields, has_side_effects=False):
    """A class that stands in for a CustomOp with these fields."""
    made = dataclasses.make_dataclass(kind, [(field, object, None) for field in fields])
    made.tkw_op_name, made.type, made.has_side_effects = tkw_op_name, None, has_side_effects
    return made


Placeholder, IterArg = operation("Placeholder", "placeholder"), operation("IterArg", "iter_arg")
Output, GetResult = operation("Output", "output", "return_vals"), operation("GetResult", "get_result", "value", "res_idx")
Iterate = operation("Iterate", "iterate", "axis", "init_args", "subgraph_name", "implicit_captures", "start", "condition")
ApplyExpr = operation("ApplyExpr", "apply_expr", "register_", "expr")
NewRegister = operation("NewRegister", "register", "shape", "dtype", "value")
Read = operation("Read", "read", "memory", "elements_per_thread", "mapping", "flags", "mapping_dynamic_vals")
Write = operation("Write", "write", "register_", "memory", "elements_per_thread", "mapping", has_side_effects=True)
MMA = operation("MMA", "mma", "lhs", "rhs", "acc", "mma_type")
Exp2, TopK = operation("UnaryPyOp", "exp2", "arg"), operation("TopkOp", "topk", "arg", "k", "dim")
Barrier = operation("SchedulingBarrier", "scheduling_barrier", "operations", has_side_effects=True)
Sequence = dataclasses.make_dataclass("IndexSequence", ["start", "size", "stride"])


class Trace:
    def __init__(self, root, **subgraphs):
        self.root, self.subgraphs = root, subgraphs
        for graph in (root, *subgraphs.values()):
            for node in graph.nodes:
                for field in dataclasses.fields(node.tkw):
                    value = getattr(node.tkw, field.name)
                    for used in value if isinstance(value, list) else [value]:
                        if isinstance(used, Node):
                            used.users.append(node)

    def get_root_graph(self):
        return self.root

    def get_subgraph(self, name):
        return self.subgraphs[name]


def tensor(space, *shape, dtype="f16"):
    return SimpleNamespace(symbolic_shape=shape, address_space=SimpleNamespace(name=space), dtype=dtype)


def typed(op, ty):
    op.type = ty
    return op


def sample():
    """A product of matrices whose loop is used as a value, with an operation that nobody knows."""
    m, n, k = map(Symbol, "MNK")
    a = Node("a", typed(Placeholder(), tensor("GLOBAL_MEMORY", m, k)))
    c = Node("c", typed(Placeholder(), tensor("GLOBAL_MEMORY", m, n, dtype="f32")))
    zero = Node("zero", NewRegister((m, n), "f32", 0.0))
    acc = Node("acc", typed(IterArg(), None), iter_idx=0)
    inside = Node("a", Placeholder(), meta={"lifted": a})
    index = {m: Sequence(Symbol("$T0 mod 16"), 1, 1), k: Sequence(0, 4, 1)}
    read = Node("read", typed(Read(inside, 4), tensor("REGISTER", m, k)), index=index, location="kernel.py:3")
    mma = Node("mma", MMA(read, read, acc, enum.Enum("MMAType", "F32_16x16x16_F16").F32_16x16x16_F16), reduction_dim=k,
               vector_shapes={m: 16, n: 16, k: 16}, index=[None])
    loop = Node("loop", Iterate(k, [zero], "region_0", [a]))
    exp = Node("exp", Exp2(loop))
    top = Node("top", typed(TopK(exp, 4, n), [tensor("REGISTER", m, dtype="f32"), tensor("REGISTER", m, dtype="i32")]))
    first = Node("first", GetResult(top, 0))
    barrier = Node("barrier", Barrier([Symbol("VALU")]))
    write = Node("write", Write(first, c, 4))
    body = [acc, inside, read, mma, Node("output", Output([[mma]]))]
    root = [a, c, zero, loop, exp, top, first, barrier, write, Node("output", Output([None]))]
    return Trace(SimpleNamespace(nodes=root), region_0=SimpleNamespace(nodes=body))


def exported():
    return export(sample(), "traced", custom=lambda node: node.tkw)


class Export(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        graph = json.loads(exported())
        self.nodes = {node["name"]: node for node in graph["nodes"]}
        self.body = {node["name"]: node for node in self.nodes["loop"]["op"]["iterate"]["body"]}

    def test_nodes_of_one_name_are_told_apart(self):
        self.assertEqual(self.body["a_1"]["op"], {"placeholder": {"lifted": "a"}})
        self.assertEqual(self.body["read"]["op"], {"read": {"memory": "a_1", "elements_per_thread": 4}})

    def test_a_loop_that_is_used_as_a_value_is_its_first_result(self):
        self.assertEqual(self.nodes["loop_result"]["op"], {"get_result": {"value": "loop", "index": 0}})
        self.assertEqual(self.nodes["exp"]["op"], {"unary": {"function": "exp2", "arg": "loop_result"}})

    def test_an_operation_that_nobody_knows_is_written_by_its_form(self):
        fields = {"k": 4, "dim": "N", "operand_fields": ["arg"]}
        self.assertEqual(self.nodes["top"]["op"], {"topk": {"operands": ["exp"], "fields": fields, "results": 2}})
        self.assertEqual([ty["dtype"] for ty in self.nodes["top"]["type"]], ["f32", "i32"])
        barrier = {"operands": [], "fields": {"operations": ["VALU"]}, "results": 0}
        self.assertEqual(self.nodes["barrier"]["op"], {"scheduling_barrier": barrier})

    def test_fields_that_an_instruction_has_not_are_not_lost(self):
        memory, value = Node("a", Placeholder()), Node("i", NewRegister((), "i32", 1))
        reads = [Node("x", Read(memory, 4, None, "volatile", ())), Node("y", Read(memory, 4, None, False, [value]))]
        trace = Trace(SimpleNamespace(nodes=[memory, value, *reads, Node("output", Output([None]))]))
        x, y = json.loads(export(trace, custom=lambda node: node.tkw))["nodes"][2:4]
        self.assertEqual(x["op"], {"read": {"memory": "a", "elements_per_thread": 4}})
        self.assertEqual(x["attributes"], {"flags": "volatile"})
        fields = {"elements_per_thread": 4, "operand_fields": ["memory", "mapping_dynamic_vals"]}
        self.assertEqual(y["op"], {"read.full": {"operands": ["a", "i"], "fields": fields}})

    def region(self, *nodes, **subgraphs):
        """The exported nodes of a trace with these, by name."""
        subgraphs = {name: SimpleNamespace(nodes=inside) for name, inside in subgraphs.items()}
        trace = Trace(SimpleNamespace(nodes=[*nodes, Node("output", Output([None]))]), **subgraphs)
        return {node["name"]: node for node in json.loads(export(trace, custom=lambda node: node.tkw))["nodes"]}

    def test_where_a_loop_starts_and_how_long_it_goes_on_is_not_lost(self):
        loop = lambda *more: Node("loop", Iterate(Symbol("K"), [], "body", [], *more))
        body = [Node("output", Output([None]))]
        written = self.region(loop(2, Symbol("K < 7")), body=body)["loop"]
        self.assertEqual(written["attributes"], {"start": 2, "condition": "K < 7"})
        self.assertNotIn("attributes", self.region(loop(), body=body)["loop"])
        register = Node("i", NewRegister((), "i32", 1))
        with self.assertRaisesRegex(ValueError, "the field start of loop"):
            self.region(register, loop(register), body=body)

    def test_the_function_of_an_expression_of_registers_is_written(self):
        try:
            import sympy
        except ImportError:
            self.skipTest("sympy is not installed")
        registers = [Node(name, NewRegister((), "i32", 1)) for name in "ab"]
        written = lambda registers, function: self.region(*nodes, Node("y", ApplyExpr(registers, function)))["y"]["op"]
        nodes = registers
        one = {"apply_expr": {"args": ["a"], "expr": "(1 + x0)"}}
        self.assertEqual(written(registers[0], lambda a: a + 1), one)
        two = {"apply_expr": {"args": ["a", "b"], "expr": ["(x0 < x1)", 2]}}
        self.assertEqual(written(registers, lambda a, b: (a < b, 2)), two)
        with self.assertRaisesRegex(ValueError, "sin cannot be written"):
            written(registers[0], sympy.sin)
        with self.assertRaisesRegex(ValueError, "cannot be written"):
            written(registers[0], lambda a: object())

    def test_mappings_are_written_in_operations_of_any_form(self):
        mapping = SimpleNamespace(iters={Symbol("$i"): 0}, input_mapping={Symbol("M"): Symbol("$i")},
                                  output_mapping={Symbol("N"): Symbol("$i")}, dynamic_val_mappings=({Symbol("K"): Symbol("$i")},))
        memory, value = Node("a", Placeholder()), Node("i", NewRegister((), "i32", 1))
        written = self.region(memory, value, Node("x", Read(memory, 4, mapping, False, [value])))["x"]["op"]["read.full"]
        pair = lambda dim: [dim, {"expr:": "i0"}]
        expected = {"iterators": 1, "inputs": [pair("M")], "outputs": [pair("N")], "dynamic": [[pair("K")]]}
        self.assertEqual(written["fields"]["mapping"], {"fields:": expected})

    def test_a_value_of_which_nothing_is_known_is_an_error(self):
        a = Node("a", Placeholder())
        with self.assertRaisesRegex(ValueError, "a value of object cannot be written"):
            self.region(a, Node("top", TopK(a, object(), Symbol("M"))))
        self.assertIn("top", self.region(a, Node("top", TopK(a, 4, Symbol("M")), location=object())))

    def test_types_and_attributes_are_written_where_they_are_set(self):
        self.assertEqual(self.body["read"]["type"], {"space": "register", "shape": ["M", "K"], "dtype": "f16"})
        self.assertEqual(self.body["read"]["attributes"]["index"], {"M": ["$T0 mod 16", 1, 1], "K": [0, 4, 1]})
        self.assertEqual(self.body["mma"]["attributes"], {"vector_shapes": {"M": 16, "N": 16, "K": 16}, "reduction_dim": "K"})
        self.assertEqual(self.body["acc"]["attributes"], {"iter_idx": 0})
        self.assertEqual(self.nodes["write"]["op"], {"write": {"value": "first", "memory": "c", "elements_per_thread": 4}})

    def test_expressions_of_sympy_are_written_by_their_structure(self):
        try:
            import sympy
        except ImportError:
            self.skipTest("sympy is not installed")
        x, y = sympy.symbols("x y", integer=True)
        text = Exporter(None, None).text
        self.assertEqual(text(sympy.floor((x + 2) / 4)), "((2 + x) // 4)")
        self.assertEqual(text(sympy.ceiling(x / y)), "(x ceildiv y)")
        self.assertEqual(text(sympy.Mod(x, 16) * 4), "(4 * (x mod 16))")
        self.assertEqual(text(x**2 - y), "((x * x) + (-1 * y))")
        self.assertEqual(text(sympy.Piecewise((x, x < y), (sympy.Max(x, y), True))), "Piecewise((x, (x < y)), (max(x, y), True))")
        self.assertEqual(text(x, {"x": "i0"}), "i0")


if __name__ == "__main__":
    if sys.argv[1:] == ["--print"]:
        print(exported())
    else:
        unittest.main()
