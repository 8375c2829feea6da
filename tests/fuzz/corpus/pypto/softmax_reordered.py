# pypto.program: softmax
import pypto.ir as pi

# Functions may stand in any order, and so may attributes.
def softmax(v: pi.Tensor((len,), pi.FP32)) -> pi.Tensor((len,), pi.FP32):
    s = statistics(v)
    e = exp_shifted(v, s[0])
    t = statistics(e)
    r: pi.Tensor((len,), pi.FP32) = div_scalar(e, t[1])
    return r

def statistics(v: pi.Tensor((len,), pi.FP32)) -> tuple[pi.FP32, pi.FP32]:
    a: pi.FP32 = reduce(v, axis=-1, kind="max")
    b: pi.FP32 = reduce(v, axis=-1, kind="sum")
    return a, b

def exp_shifted(v: pi.Tensor((len,), pi.FP32), by: pi.FP32) -> pi.Tensor((len,), pi.FP32):
    s: pi.Tensor((len,), pi.FP32) = sub_scalar(v, by)
    e: pi.Tensor((len,), pi.FP32) = exp(s, fast=True)
    return e
