# pypto.program: sum
import pypto.ir as pi

def sum_of_squares(n: pi.Int64) -> pi.Int64:
    zero = 0
    for i, (total,) in pi.range(1, n, init_values=[zero]):
        square = i * i
        total = pi.yield(total + square)
    result = total
    return result
