import pypto.ir as P

def matmul(x: P.Tensor((rows, inner), P.FLOAT16), y: P.Tensor((inner, columns), P.FLOAT16)) -> P.Tensor((rows, columns), P.FLOAT32):
    steps = inner // 64
    zeros: P.Tile((128, 128), P.FP32) = tile_zeros(dtype=P.FP32)
    for step, (sum,) in range(0, steps, init_values=[zeros]):
        at = step * 64
        l: P.Tile((128, 64), P.FP16) = tile_load(x, 0, at, layout="row", shape=[128, 64])
        r: P.Tile((64, 128), P.FP16) = tile_load(y, at, 0, layout="column", shape=[64, 128])
        p: P.Tile((128, 128), P.FP32) = tile_matmul(l, r, scale=1.0, accumulate=False)
        s: P.Tile((128, 128), P.FP32) = tile_add(sum, p)
        sum = P.yield(s)
    total = sum
    result: P.Tensor((rows, columns), P.FP32) = tile_store(total)
    return result
