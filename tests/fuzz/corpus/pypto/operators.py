# pypto.program: operators
import pypto.ir as pi

def arithmetic(a: pi.Int32, b: pi.Int32) -> pi.Int32:
    c = a + b * -2 ** 2 - (a - b) // 3 % 4
    d = min(abs(c), max(a, b)) / 2
    return d

def bits(a: pi.UInt16, b: pi.UInt16) -> pi.UInt16:
    c = a | b ^ a & ~b << 2 >> 1
    d = (a | b) & 255
    e = c ^ d
    return e

def logic(p: pi.Bool, q: pi.Bool, x: pi.FP64) -> pi.Bool:
    near = x >= 0.5 and x <= 1.5e0 or not p
    odd = p xor q and x != 1.0 or x == 2.0
    r = not (near or odd) xor (x < 3.0 or x > 4.0)
    return r
