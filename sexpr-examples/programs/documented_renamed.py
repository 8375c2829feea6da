# pypto.program: documented
import pypto.ir as ir

# The same program: other names, no annotation that can be inferred, results one a line.

def small() -> tuple[ir.Int8, ir.FLOAT16]:
    a: ir.Int8 = ir.const(-1, ir.Int8)
    b: ir.FP16 = ir.const(0.5, ir.FP16)
    return a, b

def sum_and_product() -> tuple[ir.Int64, ir.Int64]:
    zero = 0
    one = 1
    for k, (s, p) in range(10, init_values=[zero, one]):
        s, p = ir.yield(s + k, p * k)
    p_out: ir.Int64 = p
    s_out: ir.Int64 = s
    return s_out, p_out

def sum_range(limit: ir.Int64) -> ir.Int64:
    zero = 0
    for k, (s,) in range(limit, init_values=[zero]):
        s: ir.Int64 = ir.yield(s + k)
    s = s
    return s

def count(limit: ir.Int64):
    for k in ir.range(limit):
        y = k + 1
    if limit > 0:
        # Nothing to do.
        pass

def first_of(a: ir.Int64, b: ir.Int64) -> ir.Int64:
    both = order(a, b)
    smaller = both[0]
    return smaller

def order(a: ir.Int64, b: ir.Int64) -> tuple[ir.Int64, ir.Int64]:
    if a < b:
        low, high = ir.yield(a, b)
    else:
        low, high = ir.yield(b, a)
    return low, high

def absolute(a: ir.Int64) -> ir.Int64:
    if a >= 0:
        r = ir.yield(a)
    else:
        r = ir.yield(-a)
    return r

def load_tile(x: ir.Tensor((rows, columns), ir.FP16), y: ir.Unknown) -> ir.Tile((16, 16), ir.FP16):
    part: ir.Tile((16, 16), ir.FP16) = block.load(x, y, shape=[16, 16], offsets=[rows // 2, columns - 16])
    return part

def add_tensors(x: ir.Tensor((4, 8), ir.FP32), y: ir.Tensor((4, 8), ir.FP32)) -> ir.Tensor((4, 8), ir.FP32):
    z: ir.Tensor((4, 8), ir.FP32) = tensor.add(x, y, axis=0, broadcast=True)
    return z

def quotient(a: ir.Int64, b: ir.Int64) -> ir.Int64:
    q = (a + 1) * (b - 2) / (a + b)
    return q

def combine(x: ir.Int64, y: ir.Int64) -> ir.Int64:
    total = add(x, y)
    twice = multiply(total, 2)
    return twice

def multiply(a: ir.Int64, b: ir.Int64) -> ir.Int64:
    r = a * b
    return r

def add(a: ir.Int64, b: ir.Int64) -> ir.Int64:
    r = a + b
    return r

def increment(a: ir.Int64) -> ir.Int64:
    r = a + 1
    return r
