"""Generates types that hold each other inline, in Rust: the same for any derive.

Where a type's code is copied into that of each type that holds it, these take exponential time.
"""


def nested(types: int, derives: str) -> str:
    """A chain in which each type holds the next two, and a function that makes a value of the first.

    Its size grows as fast as Fibonacci's numbers, so a program that makes one can be built, but not run.
    """

    def held(number: int) -> str:
        return f"Nested{number}" if number < types else "u32"

    declarations = [
        f"#[derive({derives})]\n"
        f"pub struct Nested{i} {{\n"
        f"    pub next: {held(i + 1)},\n"
        f"    pub after: Option<{held(i + 2)}>,\n"
        f"    pub root: Option<Box<Nested0>>,\n"
        f"    pub number: u32,\n"
        f"}}\n"
        for i in range(types)
    ]
    value = "0"
    for i in reversed(range(types)):
        value = f"Nested{i} {{ next: {value}, after: None, root: None, number: {i} }}"
    return "\n".join([*declarations, f"pub fn root() -> Nested0 {{\n    {value}\n}}\n"])


# Of each enum.
VARIANTS = 40


def wide(enums: int, derives: str) -> str:
    """Enums whose variants hold structs, each of which holds the next enum, alone, in tuples and in containers."""

    def declaration(i: int) -> str:
        following = f"Wide{i + 1}" if i + 1 < enums else "u32"
        fields = [following, f"Option<{following}>", f"({following}, u32, {following})", f"Vec<{following}>"]
        structs = "".join(
            f"#[derive({derives})]\n"
            f"pub struct Wide{i}Part{v} {{\n"
            f"    pub held: {fields[v % len(fields)]},\n"
            f"    pub boxed: Option<Box<Wide0>>,\n"
            f"    pub name: String,\n"
            f"}}\n"
            for v in range(VARIANTS)
        )
        variants = "".join(f"    Variant{v}(Wide{i}Part{v}),\n" for v in range(VARIANTS))
        return f"{structs}#[derive({derives})]\npub enum Wide{i} {{\n    Nothing,\n{variants}}}\n"

    return "\n".join([*map(declaration, range(enums)), "pub fn root() -> Wide0 {\n    Wide0::Nothing\n}\n"])
