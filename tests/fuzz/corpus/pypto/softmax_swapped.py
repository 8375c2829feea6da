# pypto.program: softmax
import pypto.ir as pi

def exp_shifted(x: pi.Tensor((n,), pi.FP32), shift: pi.FP32) -> pi.Tensor((n,), pi.FP32):
    shifted: pi.Tensor((n,), pi.FP32) = sub_scalar(x, shift)
    y: pi.Tensor((n,), pi.FP32) = exp(shifted, fast=True)
    return y

def statistics(x: pi.Tensor((n,), pi.FP32)) -> tuple[pi.FP32, pi.FP32]:
    total: pi.FP32 = reduce(x, kind="sum", axis=-1)
    largest: pi.FP32 = reduce(x, kind="max", axis=-1)
    return largest, total

def softmax(x: pi.Tensor((size,), pi.FP32)) -> pi.Tensor((size,), pi.FP32):
    before = statistics(x)
    powers = exp_shifted(x, before[0])
    after = statistics(powers)
    y: pi.Tensor((size,), pi.FP32) = div_scalar(powers, after[1])
    return y
