# pypto.program: matmul
import pypto.ir as pi

# `m`, `k` and `n` are shape variables: the parameter list introduces them.
def matmul(a: pi.Tensor((m, k), pi.FP16), b: pi.Tensor((k, n), pi.FP16)) -> pi.Tensor((m, n), pi.FP32):
    blocks = k // 64
    start: pi.Tile((128, 128), pi.FP32) = tile_zeros(dtype=pi.FP32)
    for i, (acc,) in pi.range(blocks, init_values=[start]):
        offset = i * 64
        left: pi.Tile((128, 64), pi.FP16) = tile_load(a, 0, offset, shape=[128, 64], layout="row")
        right: pi.Tile((64, 128), pi.FP16) = tile_load(b, offset, 0, shape=[64, 128], layout="row")
        product: pi.Tile((128, 128), pi.FP32) = tile_matmul(left, right, accumulate=False, scale=1.0)
        next: pi.Tile((128, 128), pi.FP32) = tile_add(acc, product)
        acc = pi.yield(next)
    last = acc
    out: pi.Tensor((m, n), pi.FP32) = tile_store(last)
    return out
