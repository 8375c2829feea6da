# pypto.program: sum
import pypto.ir as pi

def sum_of_squares(count: pi.Int64) -> pi.Int64:
    start = 0
    for k, (acc,) in pi.range(count, init_values=[start]):
        sq = k * k
        acc = pi.yield(acc + sq)
    out = acc
    return out
