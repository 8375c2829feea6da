# pypto.program: flash_attention
import pypto.ir as pi

# Keys and values come in sixteen blocks of 64 rows. A block's scores are scaled by the largest one so far.
def flash_attention(
    q: pi.Tensor((64, 128), pi.FP16),
    k: pi.Tensor((1024, 128), pi.FP16),
    v: pi.Tensor((1024, 128), pi.FP16)
) -> pi.Tensor((64, 128), pi.FP32):
    out_init: pi.Tensor((64, 128), pi.FP32) = tensor.create(shape=[64, 128], dtype=pi.FP32)
    acc_init: pi.Tensor((64, 128), pi.FP32) = tensor.create(shape=[64, 128], dtype=pi.FP32)
    sum_init: pi.Tensor((64, 1), pi.FP32) = tensor.create(shape=[64, 1], dtype=pi.FP32)
    max_init: pi.Tensor((64, 1), pi.FP32) = tensor.create(shape=[64, 1], dtype=pi.FP32)

    for block, (
        row_max,
        row_sum,
        out,
        acc
    ) in pi.range(0, 16, 1, init_values=[max_init, sum_init, out_init, acc_init]):
        k_block: pi.Tensor((64, 128), pi.FP16) = tensor.view(k, shape=[64, 128], offset=[block * 64, 0])
        v_block: pi.Tensor((64, 128), pi.FP16) = tensor.view(v, shape=[64, 128], offset=[block * 64, 0])
        scores: pi.Tensor((64, 64), pi.FP32) = tensor.matmul(q, k_block, a_trans=False, b_trans=True, out_dtype=pi.FP32)
        scaled: pi.Tensor((64, 64), pi.FP32) = tensor.mul_scalar(scores, pi.const(0.0884, pi.FP32))
        block_max: pi.Tensor((64, 1), pi.FP32) = tensor.row_max(scaled)
        shifted: pi.Tensor((64, 64), pi.FP32) = tensor.sub(scaled, block_max)
        weights: pi.Tensor((64, 64), pi.FP32) = tensor.exp(shifted)
        block_sum: pi.Tensor((64, 1), pi.FP32) = tensor.row_sum(weights)
        block_out: pi.Tensor((64, 128), pi.FP32) = tensor.matmul(weights, v_block, out_dtype=pi.FP32)

        if block == 0:
            max_next, sum_next, acc_next = pi.yield(block_max, block_sum, block_out)
        else:
            max_both: pi.Tensor((64, 1), pi.FP32) = tensor.maximum(row_max, block_max)
            old: pi.Tensor((64, 1), pi.FP32) = tensor.exp_difference(row_max, max_both)
            new: pi.Tensor((64, 1), pi.FP32) = tensor.exp_difference(block_max, max_both)
            sum_both: pi.Tensor((64, 1), pi.FP32) = tensor.scaled_sum(old, row_sum, new, block_sum)
            acc_both: pi.Tensor((64, 128), pi.FP32) = tensor.scaled_sum(old, acc, new, block_out)
            max_next, sum_next, acc_next = pi.yield(max_both, sum_both, acc_both)

        # Only the last block writes what the others have summed up.
        if block == 15:
            out_next: pi.Tensor((64, 128), pi.FP32) = pi.yield(tensor.div(acc_next, sum_next))
        else:
            out_next: pi.Tensor((64, 128), pi.FP32) = pi.yield(out)

        row_max, row_sum, out, acc = pi.yield(
            max_next, sum_next, out_next, acc_next
        )

    out_final: pi.Tensor((64, 128), pi.FP32) = out
    return out_final
