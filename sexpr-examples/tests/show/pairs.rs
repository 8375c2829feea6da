//! Programs that differ.

/// Two files of `programs/` each.
pub(crate) const PAIRS: &[(&str, &str)] = &[
    ("sum.py", "sum_captured.py"),
    ("sum.py", "sum_constant.py"),
    ("clamp.py", "clamp_swapped.py"),
    ("softmax.py", "softmax_swapped.py"),
    ("flash_attention.py", "flash_attention_offset.py"),
    ("matmul.py", "matmul_transposed.py"),
    ("matmul.py", "softmax.py"),
    ("shadow.lam", "shadow_captured.lam"),
    ("zip.lam", "zip_captured.lam"),
    ("parity.lam", "parity_reordered.lam"),
    ("flip.lam", "syntax.lam"),
    ("perceptron.rly", "residual.rly"),
];
