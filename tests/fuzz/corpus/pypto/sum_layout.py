from pypto import ir

# The same program, laid out by somebody else.
def sum_of_squares(n: ir.Int64) -> ir.Int64:
  zero = 0

  for i, (total,) in range(
      0,          # from
      n,          # to
      1,          # by
      init_values=[zero],
  ):
    square = (i * i)
    total = ir.yield(total + square)
  result = total

  return result
