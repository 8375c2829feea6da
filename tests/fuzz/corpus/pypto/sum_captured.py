# pypto.program: sum
import pypto.ir as pi

# Looks like sum.py with other names, but squares `n` and not the counter.
def sum_of_squares(n: pi.Int64) -> pi.Int64:
    zero = 0
    for i, (total,) in pi.range(n, init_values=[zero]):
        square = n * i
        total = pi.yield(total + square)
    result = total
    return result
