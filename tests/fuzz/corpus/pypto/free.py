# pypto.program: free
import pypto.ir as pi

# Nothing binds `scale`: it is a free variable.
def scaled(x: pi.Int64) -> pi.Int64:
    y = x * scale + scale
    return y
