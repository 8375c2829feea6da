# pypto.program: documented
import pypto.ir as pi

# The forms of the language, one a function, as its documents write them.

def increment(x: pi.Int64) -> pi.Int64:
    y: pi.Int64 = x + 1
    return y

def add(x: pi.Int64, y: pi.Int64) -> pi.Int64:
    result: pi.Int64 = x + y
    return result

def multiply(x: pi.Int64, y: pi.Int64) -> pi.Int64:
    result: pi.Int64 = x * y
    return result

def combine(a: pi.Int64, b: pi.Int64) -> pi.Int64:
    sum: pi.Int64 = add(a, b)
    doubled: pi.Int64 = multiply(sum, 2)
    return doubled

def quotient(x: pi.Int64, y: pi.Int64) -> pi.Int64:
    result: pi.Int64 = ((x + 1) * (y - 2)) / (x + y)
    return result

def add_tensors(
    a: pi.Tensor((4, 8), pi.FP32),
    b: pi.Tensor((4, 8), pi.FP32)
) -> pi.Tensor((4, 8), pi.FP32):
    c: pi.Tensor((4, 8), pi.FP32) = tensor.add(a, b, broadcast=True, axis=0)
    return c

def load_tile(t: pi.Tensor((n, m), pi.FP16), u: pi.UnknownType) -> pi.Tile((16, 16), pi.FP16):
    tile: pi.Tile((16, 16), pi.FP16) = block.load(t, u, offsets=[n // 2, m - 16], shape=[16, 16])
    return tile

def absolute(x: pi.Int64) -> pi.Int64:
    if x >= 0:
        result: pi.Int64 = pi.yield(x)
    else:
        result: pi.Int64 = pi.yield(-x)
    return result

def order(x: pi.Int64, y: pi.Int64) -> tuple[pi.Int64, pi.Int64]:
    if x < y:
        first, second = pi.yield(x, y)
    else:
        first, second = pi.yield(y, x)
    return first, second

def first_of(x: pi.Int64, y: pi.Int64) -> pi.Int64:
    my_tuple = order(x, y)
    element: pi.Int64 = my_tuple[0]
    return element

def count(n: pi.Int64):
    for i in range(0, n, 1):
        x: pi.Int64 = i + 1
    if n > 0:
        pass

def sum_range(n: pi.Int64) -> pi.Int64:
    sum_init: pi.Int64 = 0
    for i, (sum,) in pi.range(0, n, 1, init_values=[sum_init]):
        sum = pi.yield(sum + i)
    sum_final: pi.Int64 = sum
    return sum_final

def sum_and_product() -> tuple[pi.Int64, pi.Int64]:
    sum_init: pi.Int64 = 0
    prod_init: pi.Int64 = 1
    for i, (sum, prod) in pi.range(0, 10, 1, init_values=[sum_init, prod_init]):
        sum, prod = pi.yield(sum + i, prod * i)
    sum_final, prod_final = sum, prod
    return sum_final, prod_final

def small() -> tuple[pi.Int8, pi.FP16]:
    x = pi.const(-1, pi.Int8)
    y = pi.const(0.5, pi.FP16)
    return x, y
