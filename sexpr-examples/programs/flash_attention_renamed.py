from pypto import ir

def flash_attention(Q: ir.Tensor((64, 128), ir.FLOAT16), K: ir.Tensor((1024, 128), ir.FLOAT16), V: ir.Tensor((1024, 128), ir.FLOAT16)) -> ir.Tensor((64, 128), ir.FLOAT32):
    o0: ir.Tensor((64, 128), ir.FP32) = tensor.create(dtype=ir.FP32, shape=[64, 128])
    a0: ir.Tensor((64, 128), ir.FP32) = tensor.create(dtype=ir.FP32, shape=[64, 128])
    l0: ir.Tensor((64, 1), ir.FP32) = tensor.create(dtype=ir.FP32, shape=[64, 1])
    m0: ir.Tensor((64, 1), ir.FP32) = tensor.create(dtype=ir.FP32, shape=[64, 1])
    for i, (m, l, o, a) in range(16, init_values=[m0, l0, o0, a0]):
        kj: ir.Tensor((64, 128), ir.FP16) = tensor.view(K, offset=[i * 64, 0], shape=[64, 128])
        vj: ir.Tensor((64, 128), ir.FP16) = tensor.view(V, offset=[i * 64, 0], shape=[64, 128])
        s: ir.Tensor((64, 64), ir.FP32) = tensor.matmul(Q, kj, out_dtype=ir.FP32, a_trans=False, b_trans=True)
        s1: ir.Tensor((64, 64), ir.FP32) = tensor.mul_scalar(s, 0.0884)
        mj: ir.Tensor((64, 1), ir.FP32) = tensor.row_max(s1)
        s2: ir.Tensor((64, 64), ir.FP32) = tensor.sub(s1, mj)
        p: ir.Tensor((64, 64), ir.FP32) = tensor.exp(s2)
        lj: ir.Tensor((64, 1), ir.FP32) = tensor.row_sum(p)
        oj: ir.Tensor((64, 128), ir.FP32) = tensor.matmul(p, vj, out_dtype=ir.FP32)
        if i == 0:
            m1, l1, a1 = ir.yield(mj, lj, oj)
        else:
            m2: ir.Tensor((64, 1), ir.FP32) = tensor.maximum(m, mj)
            e: ir.Tensor((64, 1), ir.FP32) = tensor.exp_difference(m, m2)
            f: ir.Tensor((64, 1), ir.FP32) = tensor.exp_difference(mj, m2)
            l2: ir.Tensor((64, 1), ir.FP32) = tensor.scaled_sum(e, l, f, lj)
            a2: ir.Tensor((64, 128), ir.FP32) = tensor.scaled_sum(e, a, f, oj)
            m1, l1, a1 = ir.yield(m2, l2, a2)
        if i == 15:
            o1: ir.Tensor((64, 128), ir.FP32) = ir.yield(tensor.div(a1, l1))
        else:
            o1: ir.Tensor((64, 128), ir.FP32) = ir.yield(o)
        m, l, o, a = ir.yield(m1, l1, o1, a1)
    result = o
    return result
