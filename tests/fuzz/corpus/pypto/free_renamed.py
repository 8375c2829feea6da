# pypto.program: free
import pypto.ir as pi

def scaled(x: pi.Int64) -> pi.Int64:
    y = x * factor + factor
    return y
