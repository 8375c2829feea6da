//! Numbers as the elements of a type hold them.

/// The nearest number that an element of this type can be; the same, for types that are not known.
pub(super) fn rounded(value: f64, dtype: &str) -> f64 {
    match dtype {
        "f32" => round(value, 23, -126, 127),
        "f16" => round(value, 10, -14, 15),
        "bf16" => round(value, 7, -126, 127),
        _ => value,
    }
}

/// The nearest number with so many bits after the leading one and an exponent of this range: of two that are as near, the
/// even one. Below the range, numbers have fewer bits; above it, there is infinity.
fn round(value: f64, bits: i32, least: i32, most: i32) -> f64 {
    if value == 0.0 || !value.is_finite() {
        return value;
    }
    // Numbers below the range of f64 itself are 0 in any of these types.
    let exponent = ((value.to_bits() >> 52) & 0x7ff) as i32 - 1023;
    let unit = 2_f64.powi(exponent.max(least) - bits);
    let rounded = (value / unit).round_ties_even() * unit;
    if rounded.abs() >= 2_f64.powi(most + 1) { f64::INFINITY.copysign(value) } else { rounded }
}
