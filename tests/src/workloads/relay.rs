//! Modules of Relay, as texts: functions of tensors, numbers and lists that call each other.

use std::fmt::Write;

/// About how many expressions there are in each definition.
const NODES: usize = 60;

/// A module with about so many expressions. In every other definition the type of the result is not written.
pub fn module(nodes: usize) -> String {
    let mut text = String::from(LISTS);
    for index in 0..nodes.div_ceil(NODES) {
        let callee = if index == 0 { String::from("(%x, %n)") } else { format!("@d{}(%x, %n, %l)", index / 2) };
        let result = if index % 2 == 0 { "-> (Tensor[(4, 8), float32], int32) " } else { "" };
        // To write to a string does not fail.
        let _ = write!(
            text,
            "
def @d{index}(%x: Tensor[(4, 8), float32], %n: int32, %l: List[int32]) {result}{{
  let %a = %x + nn.relu(%x);
  let %b = fn (%y) {{ %y * %a }};
  let %c = %b(%x);
  let %m = if (%n < {index}) {{ %n + 1 }} else {{ {callee}.1 }};
  let %k = match (%l) {{ Cons(%h, %t) => %h + @length(%t), Nil => 0, }};
  let %r = @map(fn (%i) {{ %i + %n }}, %l);
  let %z = @map(fn (%p) {{ (%p, %p < %m) }}, Cons(%k, %r));
  (%c + sum(%a, axis=[1], keepdims=True), %m + %k + @length(%z))
}}
"
        );
    }
    text
}

const LISTS: &str = "type List[A] { Cons(A, List[A]), Nil, }

def @length[A](%l: List[A]) -> int32 {
  match (%l) { Cons(_, %t) => 1 + @length(%t), Nil => 0, }
}

def @map[A, B](%f: fn (A) -> B, %l: List[A]) -> List[B] {
  match (%l) { Cons(%h, %t) => Cons(%f(%h), @map(%f, %t)), Nil => Nil, }
}
";
