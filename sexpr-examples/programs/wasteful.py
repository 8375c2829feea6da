# pypto.program: wasteful
import pypto.ir as pi

# Made so that `sexpr optimize` has something to do.
def average(x: pi.Int64, y: pi.Int64) -> pi.Int64:
    sum = x + y
    return sum // 2

def blend(n: pi.Int64, low: pi.Int64, high: pi.Int64) -> tuple[pi.Int64, pi.Int64]:
    step = 2 ** 3
    debug = False
    middle = average(low, high)
    for i, (total, unused) in pi.range(0, n, step, init_values=[0, 1]):
        value: pi.Int64 = load(i * 4 + middle)
        weight = (i * 4 + middle) % 7
        if debug:
            trace = log(value)
        copy = value
        total, unused = pi.yield(total + copy * weight + low // high, unused + i)
    result, ignored = total, unused
    again = average(low, high)
    return result, again - middle
