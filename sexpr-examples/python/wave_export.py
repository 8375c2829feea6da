"""Turns a traced kernel of Wave, in memory, into the JSON that `sexpr` reads.

    from wave_export import export
    print(export(trace))            # a CapturedTrace, after any pass

Written against the names in the compiler's own sources (CustomOp, fx.Node, IndexSequence, IndexMapping), and tested on
stand-in classes with the same attributes (test_wave_export.py): not on the compiler itself. An operation is what
`get_custom(node)` makes of a node: a dataclass whose fields hold nodes, or lists of them, and values. Pass another function
as `custom` where nodes are known otherwise. What `sexpr` has an instruction for is written as that; any other operation is
written by its form. Fields for which an instruction has none become attributes of the node; those that are None, False or
empty are left out. A use of a loop as a value takes its first result. The function of an ApplyExpr is called with symbols
of sympy, and its result is written. What cannot be written raises a ValueError.
"""

import dataclasses
import enum
import json

STRUCTURE = {  # The operations that have to do with regions, and the fields that are written as such.
    "Placeholder": ("_name", "_type"), "IterArg": ("_name", "_type"), "GetResult": ("value", "res_idx"),
    "Output": ("return_vals",), "Iterate": ("axis", "init_args", "subgraph_name", "implicit_captures"),
    "Conditional": ("condition", "subgraph_name", "implicit_captures"),
}
FIELDS = {  # The operations that are instructions: each field of the instruction, and the attributes that hold it.
    "read": {"memory": "memory", "elements_per_thread": "elements_per_thread", "mapping": "mapping"},
    "write": {"value": "register_", "memory": "memory", "elements_per_thread": "elements_per_thread", "mapping": "mapping"},
    "mma": {"lhs": "lhs", "rhs": "rhs", "acc": "acc", "kind": "mma_type"},
    "scaled_mma": {"lhs": "lhs", "lhs_scale": "lhs_scale", "rhs": "rhs", "rhs_scale": "rhs_scale", "acc": "acc",
                   "kind": "mma_type"},
    "cast": {"arg": "arg", "dtype": "dtype"}, "bitcast": {"arg": "arg", "dtype": "dtype"},
    "permute": {"arg": "arg", "shape": "target_shape"}, "broadcast": {"arg": "arg", "shape": "target_shape"},
    "select": {"cond": "cond", "if_true": "if_true", "if_false": "if_false"},
    "reshape": {"args": "args", "target": "target_vector_shape"},
    "shared_memory_barrier": {"wait_async_ops": "wait_async_ops"},
}
INSTRUCTIONS = {*FIELDS, *"allocate register reduce unary binary apply_expr gather_to_lds shared_memory_barrier_signal "
                "shared_memory_barrier_wait placeholder iter_arg get_result output iterate conditional".split()}
UNARY = {*"abs cbrt cos exp exp2 log log2 log10 neg not reciprocal roundeven rsqrt sigmoid sin softsign sqrt tanh "
         "tanh_approx".split()}
BINARY = {*"add sub mul div floordiv mod pow atan2 maximum minimum eq ne lt le gt ge and or xor shl shr".split()}
BINARY_NAMES = {"truediv": "div", "and_": "and", "or_": "or", "powf": "pow"}
REDUCE = {"sum", "max", "min", "prod"}
NOT_SEMANTIC = ("location", "expanded_dims", "scheduling_parameters")  # They are not compared.
ATTRIBUTES = ("index", "vector_shapes", "reduction_dim", "iter_idx", *NOT_SEMANTIC)


def export(trace, name="kernel", custom=None):
    """The JSON of a trace, as a text."""
    if custom is None:
        from wave_lang.kernel.ops.wave_ops import get_custom as custom
    exporter = Exporter(trace, custom)
    return json.dumps({"name": name, "nodes": exporter.region(trace.get_root_graph())}, indent=2)


class Exporter:
    def __init__(self, trace, custom):
        self.trace, self.custom, self.names, self.taken, self.first = trace, custom, {}, set(), {}

    def region(self, graph):
        nodes = []
        for node in graph.nodes:
            nodes += self.node(node)
        return nodes

    def fresh(self, wanted):
        name, number = wanted, 0
        while name in self.taken:
            number += 1
            name = f"{wanted}_{number}"
        self.taken.add(name)
        return name

    def name(self, node):
        """The name of a node that is used as a value; of a loop, that of its first result."""
        return self.first.get(node) or self.names[node]

    def is_node(self, value):
        return value in self.names if getattr(value, "__hash__", None) else False

    def node(self, node):
        op = self.custom(node)
        does, more = self.op(node, op)
        written = {"name": self.fresh(node.name), "op": does}
        self.names[node] = written["name"]
        is_typed = type(op).__name__ in ("Placeholder", "IterArg", "Output") or "register" in written["op"]
        ty = None if is_typed else self.type(getattr(op, "type", None))
        has_value = next(iter(written["op"])) not in ("write", "shared_memory_barrier", "output")
        if ty is not None and has_value and "iterate" not in written["op"]:
            written["type"] = ty
        attributes = {key: getattr(node, key, None) for key in ATTRIBUTES}
        attributes = {key: self.attribute(key, value) for key, value in attributes.items() if self.is_set(value)}
        if attributes or more:
            written["attributes"] = {**more, **attributes}
        users = getattr(node, "users", ())
        if "iterate" in written["op"] and any(type(self.custom(user)).__name__ != "GetResult" for user in users):
            self.first[node] = self.fresh(f"{written['name']}_result")
            return [written, {"name": self.first[node], "op": {"get_result": {"value": written["name"], "index": 0}}}]
        return [written]

    def is_set(self, value):
        return value is not None and not (isinstance(value, (list, tuple)) and all(item is None for item in value))

    def op(self, node, op):
        """What a node does, and the fields of its operation for which the instruction has none, as attributes."""
        kind, name = type(op).__name__, BINARY_NAMES.get(op.tkw_op_name, op.tkw_op_name)
        if kind in STRUCTURE:
            more = [field for field in self.fields(op) if field not in STRUCTURE[kind]]
            for field in more:
                if self.holds_nodes(getattr(op, field)):
                    raise ValueError(f"the field {field} of {node.name} ({kind}) holds a node and cannot be written")
            return getattr(self, kind)(node, op), {field: self.attribute(field, getattr(op, field)) for field in more}
        written, held = self.instruction(op, kind, name)
        more = [field for field in self.fields(op) if field not in held]
        if written is None or any(self.holds_nodes(getattr(op, field)) for field in more):
            # No operation that is not known has the name of an instruction.
            return self.call(op, name + ".full" if name in INSTRUCTIONS else name), {}
        return written, {field: self.attribute(field, getattr(op, field)) for field in more}

    def fields(self, op):
        """The fields that are compared, and are set."""
        own = [field.name for field in dataclasses.fields(op) if field.compare]
        values = {name: getattr(op, name, None) for name in own if name not in ("graph", "fx_node", "tkw_op_name")}
        return [name for name, value in values.items() if self.is_set(value) and value is not False and value not in ((), {})]

    def holds_nodes(self, value):
        listed = value if isinstance(value, (list, tuple)) else [value]
        return any(self.is_node(item) for item in listed)

    def instruction(self, op, kind, name):
        """The instruction that an operation is, and the fields that it holds; nothing, if there is none."""
        if kind == "NewRegister":
            ty = {"space": "register", "shape": [self.expr(size) for size in op.shape], "dtype": self.dtype(op.dtype)}
            return {"register": {"type": ty, "value": float(op.value)}}, ("shape", "dtype", "value")
        if kind == "Allocate":
            shape = [self.expr(size) for size in (op.distributed_shape or op.shape)]
            held = ("distributed_shape", "dtype", "address_space") + (() if op.distributed_shape else ("shape",))
            return {"allocate": {"shape": shape, "dtype": self.dtype(op.dtype), "space": self.space(op.address_space)}}, held
        if kind == "ApplyExpr":
            registers = op.register_ if isinstance(op.register_, (list, tuple)) else [op.register_]
            held = {"args": [self.name(register) for register in registers], "expr": self.formula(op.expr, len(registers))}
            return {"apply_expr": held}, ("register_", "expr")
        if name in UNARY and self.is_node(getattr(op, "arg", None)):
            return {"unary": {"function": name, "arg": self.name(op.arg)}}, ("arg",)
        if name in BINARY and self.is_node(getattr(op, "lhs", None)) and self.is_node(getattr(op, "rhs", None)):
            return {"binary": {"function": name, "lhs": self.name(op.lhs), "rhs": self.name(op.rhs)}}, ("lhs", "rhs")
        if name in REDUCE and self.is_node(getattr(op, "arg", None)) and self.is_set(op.dim):
            init = {"init": self.name(op.init)} if self.is_node(op.init) else {}
            held = ("arg", "init", "dim") if init or op.init is None else ("arg", "dim")
            return {"reduce": {"function": name, "source": self.name(op.arg), **init, "dim": str(op.dim)}}, held
        if name not in FIELDS:
            return None, ()
        values = {field: getattr(op, held) for field, held in FIELDS[name].items() if self.is_set(getattr(op, held, None))}
        return {name: {field: self.field(field, value) for field, value in values.items()}}, tuple(FIELDS[name].values())

    def call(self, op, name):
        """An operation by its form. Which fields hold its operands, is a field of its own."""
        operands, holders, fields, regions = [], [], {}, []
        for field in self.fields(op):
            value = getattr(op, field)
            if self.holds_nodes(value):
                listed = value if isinstance(value, (list, tuple)) else [value]
                nodes = [item for item in listed if self.is_node(item)]
                operands += [self.name(item) for item in nodes]
                holders += [field] * len(nodes)
                if len(nodes) < len(listed):
                    fields[field] = [None if self.is_node(item) else self.attribute("", item) for item in listed]
                    fields[field] = ["operand" if item is None else item for item in fields[field]]
            elif field == "subgraph_name":
                regions.append(self.region(self.trace.get_subgraph(value)))
            else:
                fields[field] = self.attribute(field, value)
        body = {"operands": operands, "fields": {**fields, **({"operand_fields": holders} if operands else {})}}
        ty = getattr(op, "type", None)
        if isinstance(ty, (list, tuple)):
            body["results"] = len(ty)
        elif getattr(op, "has_side_effects", False) and not self.is_set(ty):
            body["results"] = 0
        return {name: {**body, **({"regions": regions} if regions else {})}}

    def Placeholder(self, node, op):
        lifted = getattr(node, "meta", {}).get("lifted")
        ty = self.type(getattr(op, "type", None))
        held = {"type": ty, "lifted": None if lifted is None else self.name(lifted)}
        return {"placeholder": {key: value for key, value in held.items() if value is not None}}

    def IterArg(self, node, op):
        ty = self.type(getattr(op, "type", None))
        return {"iter_arg": {} if ty is None else {"type": ty}}

    def GetResult(self, node, op):
        return {"get_result": {"value": self.names[op.value], "index": op.res_idx}}

    def Output(self, node, op):
        values = op.return_vals[0]
        values = [] if values is None else values if isinstance(values, (list, tuple)) else [values]
        return {"output": {"values": [self.name(value) for value in values]}}

    def Iterate(self, node, op):
        captures = [self.name(capture) for capture in op.implicit_captures if self.is_node(capture)]
        init = [self.name(value) for value in op.init_args]
        body = self.region(self.trace.get_subgraph(op.subgraph_name))
        return {"iterate": {"axis": str(op.axis), "init": init, "body": body, "implicit_captures": captures}}

    def Conditional(self, node, op):
        captures = [self.name(capture) for capture in op.implicit_captures if self.is_node(capture)]
        guard = {"value": self.name(op.condition)} if self.is_node(op.condition) else {"symbols": self.text(op.condition)}
        body = self.region(self.trace.get_subgraph(op.subgraph_name))
        return {"conditional": {"guard": guard, "body": body, "implicit_captures": captures}}

    def field(self, name, value):
        """A field of an instruction."""
        if isinstance(value, (list, tuple)):
            return [self.field(name, item) for item in value]
        if self.is_node(value):
            return self.name(value)
        if name == "mapping":
            return self.mapping(value)
        if name == "target":
            return {str(dim): self.expr(size) for dim, size in value.items()}
        if name == "kind":
            return self.attribute(name, value)
        return self.dtype(value) if name == "dtype" else value if isinstance(value, bool) else self.expr(value)

    def formula(self, function, count):
        """What a function computes of registers, which are called x0, x1 and so on."""
        import sympy

        # Nothing is assumed of them: they may be no integers.
        result = function(*(sympy.Symbol(f"x{number}") for number in range(count)))
        return [self.expr(part) for part in result] if isinstance(result, (list, tuple)) else self.expr(result)

    def iterators(self, mapping):
        """Iterators are called by their positions."""
        return {str(symbol): f"i{position}" for symbol, position in mapping.iters.items()} if hasattr(mapping, "iters") else {}

    def mapping(self, mapping):
        names = self.iterators(mapping)
        pairs = lambda side: [[str(dim), self.expr(expr, names)] for dim, expr in side.items()]
        return {"iterators": len(names), "inputs": pairs(mapping.input_mapping), "outputs": pairs(mapping.output_mapping)}

    def mapping_fields(self, mapping):
        """A mapping as a value among the fields of an operation that is written by its form."""
        names = self.iterators(mapping)
        pairs = lambda side: [[str(dim), {"expr:": self.expr(expr, names)}] for dim, expr in side.items()]
        dynamic = [pairs(side) for side in getattr(mapping, "dynamic_val_mappings", ())]
        own = {"iterators": len(names), "inputs": pairs(mapping.input_mapping), "outputs": pairs(mapping.output_mapping)}
        return {"fields:": {**own, "dynamic": dynamic} if dynamic else own}

    def attribute(self, name, value):
        if name in NOT_SEMANTIC and not isinstance(value, (dict, list, tuple, bool, int, str)):
            return str(value)
        if hasattr(value, "input_mapping"):
            return self.mapping_fields(value)
        if isinstance(value, enum.Enum):
            return value.name or str(value)
        if hasattr(value, "symbolic_shape"):
            return {"type:": self.type(value)}
        if hasattr(value, "start") and hasattr(value, "stride"):
            return [self.expr(value.start), self.expr(value.size), self.expr(value.stride)]
        if isinstance(value, dict):
            own = {str(key): self.attribute("", item) for key, item in value.items()}
            if name == "index" or all(isinstance(item, (int, str, list)) and not isinstance(item, bool) for item in own.values()):
                return own
            return {"fields:": {key: {"expr:": item} if isinstance(item, str) else item for key, item in own.items()}}
        if isinstance(value, (list, tuple)):
            return [self.attribute("", item) for item in value]
        if isinstance(value, (bool, int, str)):
            return value
        if isinstance(value, float):
            return value if abs(value) < float("inf") else {"float:": str(value)}
        if name == "reduction_dim":
            return str(value)
        if hasattr(value, "free_symbols"):
            return self.expr(value) if name == "" else {"expr:": self.expr(value)}
        # In a list, it holds a place.
        return "None" if value is None else self.dtype(value)

    def type(self, ty):
        if ty is None:
            return None
        if isinstance(ty, (list, tuple)):
            types = [self.type(inner) for inner in ty]
            return None if None in types else types
        if not hasattr(ty, "symbolic_shape"):
            return self.dtype(ty)
        space = self.space(getattr(ty, "address_space", None))
        return {"space": space, "shape": [self.expr(size) for size in ty.symbolic_shape], "dtype": self.dtype(ty.dtype)}

    def space(self, space):
        name = str(getattr(space, "name", space)).lower()
        return next((known for known in ("global", "shared") if known in name), "register")

    def dtype(self, dtype):
        if hasattr(dtype, "ir_type_asm"):
            return dtype.ir_type_asm()
        name = getattr(dtype, "_name", dtype)
        if not isinstance(name, str):
            raise ValueError(f"a value of {type(dtype).__name__} cannot be written: {dtype}")
        return str(name)

    def expr(self, value, names=None):
        return value if isinstance(value, int) and not isinstance(value, bool) else self.text(value, names or {})

    def text(self, value, names={}):
        """The text of an expression of sympy, which is known by its class's name and its arguments."""
        kind, args = type(value).__name__, getattr(value, "args", ())
        parts = lambda: [self.text(arg, names) for arg in args]
        if not args:
            if isinstance(value, (str, int)) or any(getattr(value, is_kind, False) for is_kind in LEAVES):
                return names.get(str(value), str(value))
            raise ValueError(f"a value of {kind} cannot be written in an expression: {value}")
        if kind in OPERATORS:
            return "(" + OPERATORS[kind].join(parts()) + ")"
        if kind in ("floor", "ceiling"):
            over, under = (self.text(part, names) for part in args[0].as_numer_denom())
            return f"({over} {'//' if kind == 'floor' else 'ceildiv'} {under})"
        if kind in ("Min", "Max"):
            return f"{kind.lower()}({', '.join(parts())})"
        if kind == "Piecewise":
            return f"Piecewise({', '.join(f'({self.text(arg.args[0], names)}, {self.text(arg.args[1], names)})' for arg in args)})"
        if kind == "Not":
            return f"~({parts()[0]})"
        if kind == "Pow" and str(args[1]).isdigit():
            return "(" + " * ".join([self.text(args[0], names)] * int(args[1])) + ")"
        raise ValueError(f"an expression of {kind} cannot be written: {value}")


LEAVES = ("is_Symbol", "is_Integer", "is_Boolean")
OPERATORS = {"Add": " + ", "Mul": " * ", "Mod": " mod ", "StrictLessThan": " < ", "LessThan": " <= ", "And": " & ", "Or": " | ",
             "StrictGreaterThan": " > ", "GreaterThan": " >= ", "Equality": " == ", "Unequality": " != "}
