# pypto.program: ill_formed
import pypto.ir as pi

# It can be read, and `sexpr check` tells what is wrong with it.
def scaled(x: pi.Int64, negative: pi.Bool) -> pi.Int64:
    if negative:
        y = pi.yield(x + 1.5)
    z: pi.Int32 = x
    return y, w
