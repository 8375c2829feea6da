"""Generates the types of a compiler's IR, layer below layer, in Rust: the same for any derive."""

import random
from dataclasses import dataclass, field

# The root alone, then wider and wider. Their types refer to the next two layers, and to their own.
LAYERS = [1, 2, 5, 12] + [20] * 24
FIELDS_PER_TYPE = [3, 4, 5, 6, 7]

TYPES = sum(LAYERS)
FIELDS = TYPES * sum(FIELDS_PER_TYPE) // len(FIELDS_PER_TYPE)

LEAVES = {
    "i64": "1",
    "u32": "1",
    "bool": "true",
    "String": "String::new()",
    "Option<String>": "None",
    "Vec<i64>": "Vec::new()",
}


@dataclass
class Type:
    name: str
    is_enum: bool
    # The fields' types, each with an expression for a value of it.
    fields: list[tuple[str, str]] = field(default_factory=list)


def layered_types() -> list[Type]:
    """The types of all layers, the root first. It reaches all of them."""
    layers = [
        [Type(f"Layer{depth}Type{place}", is_enum=place % 2 == 1) for place in range(size)]
        for depth, size in enumerate(LAYERS)
    ]
    # The same types in each run.
    dice = random.Random(1)
    types = [ty for layer in layers for ty in layer]
    sizes = {ty.name: FIELDS_PER_TYPE[i % len(FIELDS_PER_TYPE)] for i, ty in enumerate(types)}
    for depth, layer in enumerate(layers):
        own, near = layer, layers[depth + 1] if depth + 1 < len(layers) else []
        far = layers[depth + 2] if depth + 2 < len(layers) else []
        # Those that no field refers to yet.
        unreached = dice.sample(near, len(near))
        for ty in layer:
            references = (sizes[ty.name] + 1) // 2
            for _ in range(references):
                target = unreached.pop() if unreached else dice.choice(near + near + far + own)
                ty.fields.append(reference(target, dice))
            for _ in range(sizes[ty.name] - references):
                ty.fields.append(dice.choice(list(LEAVES.items())))
            dice.shuffle(ty.fields)
        assert not unreached
    return types


def reference(target: Type, dice: random.Random) -> tuple[str, str]:
    """A field that refers to another type. Only enums are held for good: they have a variant without fields."""
    held = [(f"Box<{target.name}>", f"Box::new({target.name}::Nothing)")] if target.is_enum else []
    return dice.choice([(f"Option<Box<{target.name}>>", "None"), (f"Vec<{target.name}>", "Vec::new()"), *held])


def declaration(ty: Type, derives: str) -> str:
    """A type, in Rust."""
    names = [f"part{i}" for i in range(len(ty.fields))]
    if not ty.is_enum:
        fields = "".join(f"    pub {name}: {of},\n" for name, (of, _) in zip(names, ty.fields))
        return f"#[derive({derives})]\npub struct {ty.name} {{\n{fields}}}\n"
    # Variants of one, two and three fields, tuples and structs in turn.
    variants, rest = ["Nothing"], list(zip(names, ty.fields))
    while rest:
        size = len(variants)
        part, rest = rest[:size], rest[size:]
        if size % 2 == 1:
            variants.append(f"Variant{size}(" + ", ".join(of for _, (of, _) in part) + ")")
        else:
            variants.append(f"Variant{size} {{ " + ", ".join(f"{name}: {of}" for name, (of, _) in part) + " }")
    return f"#[derive({derives})]\npub enum {ty.name} {{\n" + "".join(f"    {v},\n" for v in variants) + "}\n"


def root_value(root: Type) -> str:
    """A function that makes a value of the root."""
    fields = "".join(f"        part{i}: {value},\n" for i, (_, value) in enumerate(root.fields))
    return f"pub fn root() -> {root.name} {{\n    {root.name} {{\n{fields}    }}\n}}\n"


def types(derives: str) -> str:
    """The types, and `root()`, which makes a value of the type called `ROOT`."""
    types = layered_types()
    return "\n".join([*(declaration(ty, derives) for ty in types), root_value(types[0])])


ROOT = layered_types()[0].name
