use sexpr_core::structural_equal;

struct Node(u32);

fn main() {
    structural_equal(&Node(1), &Node(1));
}
