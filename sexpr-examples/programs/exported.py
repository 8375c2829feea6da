# pypto.program: exported
import pypto.ir as pi

# What python/pypto_export.py makes of a program in memory, as somebody would write it.
def accumulate(n: pi.Int64) -> tuple[pi.Int64, pi.Int64]:
    for i, (sum, product) in pi.range(n, init_values=[0, n]):
        sum, product = pi.yield(sum + i, product * -(5))
    last_sum, last_product = sum, product
    return last_sum, last_product

def attention(x: pi.Tensor((n, 64), pi.FP32), block: pi.Int64) -> pi.Tensor((16, 64), pi.FP32):
    part: pi.Tensor((16, 64), pi.FP32) = tensor.view(
        x, dtype=pi.BFloat16, name='a "b"', offset=[block * 16, pi.const(0, pi.Int64)], shape=[16, 64]
    )
    if not block < 2:
        powers: pi.Tensor((16, 64), pi.FP32) = tensor.exp(part)
        chosen: pi.Tensor((16, 64), pi.FP32) = pi.yield(powers)
    else:
        chosen: pi.Tensor((16, 64), pi.FP32) = pi.yield(tensor.neg(part, fast=True))
    return chosen

def calls(n: pi.Int64) -> pi.Int64:
    both = accumulate(n ** 2 - -1)
    small = pi.const(-3, pi.Int8)
    odd = pi.inf
    if both[0] > 0:
        pass
    return max(both[1], abs(n))
