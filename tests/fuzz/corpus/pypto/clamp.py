# pypto.program: clamp
import pypto.ir as pi

def clamp(x: pi.FP32, low: pi.FP32, high: pi.FP32) -> tuple[pi.FP32, pi.Bool]:
    if x < low:
        y, changed = pi.yield(low, True)
    else:
        if x > high:
            inner, cut = pi.yield(high, True)
        else:
            inner, cut = pi.yield(x, False)
        y, changed = pi.yield(inner, cut)
    return y, changed
