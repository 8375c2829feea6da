//! What people see when a program is wrong.

use crate::texts::assert_messages;

#[test]
fn layout() {
    assert_messages!([
        "def f():\n    y = 1\n      z = 2\n",
        "def f():\n        y = 1\n    z = 2\n",
        "def f():\n    if True:\n\ty = 1\n",
        "    def f():\n",
        "def f(x: pi.Int64:\n    y = 1\n",
        "def f():\n    y = g(1]\n",
        "def f():\n    y = 1)\n",
        "def f():\n    y = g(1,\n",
        "def f():\n    y = 1;; z = 2\n",
        "def f():\n    y = 1 z = 2\n",
        "def f(x): if x: y = 1\nelse: z = 2\n",
    ]);
}

#[test]
fn words() {
    assert_messages!([
        "def f():\n    y = 12ab\n",
        "def f():\n    y = 007\n",
        "def f():\n    y = 9223372036854775808\n",
        "def f():\n    y = 0xffffffffffffffffffff\n",
        "def f():\n    y = 1e400\n",
        "def f():\n    y = g(s=\"abc)\n",
        "def f():\n    y = g(s='\\q')\n",
        "def f():\n    y = a ! b\n",
        "def f():\n    y = {1}\n",
        "def f():\n    while = 1\n",
        "def f():\n    y = \u{201c}text\u{201d}\n",
    ]);
}

#[test]
fn expressions() {
    assert_messages!([
        "def f():\n    y = 1 +\n",
        "def f():\n    y = 1 2\n",
        "def f():\n    y = \n",
        "def f():\n    y = (1 + 2\n    z = 3\n",
        "def f():\n    y = a < b < c\n",
        "def f():\n    y = a == not b\n",
        "def f():\n    y = +1\n",
        "def f():\n    y = t[i]\n",
        "def f():\n    y = min(1)\n",
        "def f():\n    y = abs(x, axis=1)\n",
        "def f():\n    y = g(a=1, 2)\n",
        "def f():\n    y = g(a=)\n",
        "def f():\n    y = g(a=None)\n",
        "def f():\n    y = g([1])\n",
        "def f():\n    y = tensor.exp\n",
        "import pypto.ir as ir\ndef f():\n    y = pi.op.exp(1)\n",
        "def f():\n    y = pi.range(3)\n",
        "def f():\n    y = pi.const(x, pi.Int8)\n",
        "def f():\n    y = pi.const(1)\n",
        "def f():\n    y = g(a=1, a=2)\n",
        "def f():\n    y = \"text\"\n",
        "def f():\n    y = x if c else z\n",
        "def f():\n    return (1, 2)\n",
    ]);
}

#[test]
fn types() {
    assert_messages!([
        "def f(x: int):\n    y = x\n",
        "def f(x: pi.int64):\n    y = x\n",
        "def f(x: pi.Float23):\n    y = x\n",
        "def f(x: pi.Matrix):\n    y = x\n",
        "import pypto.ir as ir\ndef f(x: pi.Int64):\n    y = x\n",
        "def f(x: pi.Tensor(4, pi.FP32)):\n    y = x\n",
        "def f(x: pi.Tensor((4,), FP32)):\n    y = x\n",
        "def f(x: pi.Tile((1, 2, 3), pi.FP32)):\n    y = x\n",
        "def f(x: pi.Tensor((4,), pi.Tensor)):\n    y = x\n",
        "def f():\n    y = pi.const(1, pi.int9)\n",
        "def f(x: pi.Tensor((g(),), pi.FP32)):\n    y = x\n\ndef g() -> pi.Tensor((f(),), pi.FP32):\n    return\n",
    ]);
}

#[test]
fn statements() {
    assert_messages!([
        "x = 1\n",
        "import numpy\n",
        "def f():\n    g(1)\n",
        "def f():\n    pass pass\n",
        "def f(c: pi.Bool):\n    if c:\n        y = 1\n    elif c:\n        y = 2\n",
        "def f():\n    def g():\n        y = 1\n",
        "def f():\n    pi.yield(1)\n",
        "def f():\n    y = 1 + pi.yield(2)\n",
        "def f():\n    for i in 10:\n        y = i\n",
        "def f():\n    for i in pi.range(1, 2, 3, 4):\n        y = i\n",
        "def f():\n    for i in pi.range():\n        y = i\n",
        "def f():\n    for i, s in pi.range(3):\n        y = i\n",
        "def f():\n    if x = 1:\n        y = 2\n",
    ]);
}

#[test]
fn names() {
    assert_messages!([
        "def f():\n    y = 1\n\ndef f():\n    y = 2\n",
        "def f(x: pi.Int64, x: pi.Int64):\n    y = x\n",
        "def f():\n    for i, (a, a) in pi.range(3, init_values=[1, 2]):\n        y = i\n",
        "def f():\n    for i, (a, b) in pi.range(3, init_values=[1]):\n        y = i\n",
        "def f():\n    for i, (a, b) in pi.range(3, init_values=[1, 2]):\n        a = pi.yield(a)\n",
        "def f():\n    for i in pi.range(3):\n        a = pi.yield(i)\n",
        "def f():\n    y = pi.yield(1)\n",
        "def f(c: pi.Bool):\n    if c:\n        y = pi.yield(1)\n    else:\n        z = pi.yield(2)\n",
        "def f():\n    a, b = c, d\n",
        "def f():\n    for i, (a, b) in pi.range(3, init_values=[1, 2]):\n        a, b = pi.yield(b, a)\n    c, d = a, a\n",
        "def f():\n    for i, (a,) in pi.range(3, init_values=[1]):\n        a = pi.yield(a)\n    return a\n",
        "def f():\n    for i, (a,) in pi.range(3, init_values=[1]):\n        a = pi.yield(a)\n    b = a\n    return a\n",
        "def f():\n    for i, (a,) in pi.range(3, init_values=[1]):\n        a: pi.Int8 = pi.yield(a)\n",
        "def f(c: pi.Bool):\n    if c:\n        y: pi.Int8 = pi.yield(1)\n    else:\n        y: pi.Int16 = pi.yield(2)\n",
        "def f(c: pi.Bool):\n    if c:\n        y: pi.Int8 = pi.yield(1, 2)\n",
    ]);
}
