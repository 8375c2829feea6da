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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_rounded_to_single_precision_as_the_machine_does() {
        let mut bits = 1_u64;
        for _ in 0..100_000 {
            bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            // Exponents around those that single precision has.
            let exponent = 1023 - 160 + (bits >> 33) % 300;
            let value = f64::from_bits((bits & !(0x7ff << 52)) | (exponent << 52));
            assert_eq!(rounded(value, "f32").to_bits(), f64::from(value as f32).to_bits(), "{value:e}");
        }
    }

    #[test]
    fn numbers_are_rounded_to_half_precision() {
        for (value, expected) in [
            (0.1, 0.099_975_585_937_5),
            (65_519.0, 65_504.0),
            (65_520.0, f64::INFINITY),
            (-70_000.0, f64::NEG_INFINITY),
            (2_049.0, 2_048.0),
            (2_051.0, 2_052.0),
            (2_f64.powi(-24), 2_f64.powi(-24)),
            (2_f64.powi(-25), 0.0),
            (1e-300, 0.0),
        ] {
            assert_eq!(rounded(value, "f16"), expected, "{value}");
        }
        assert_eq!(rounded(0.1, "bf16"), 0.100_097_656_25);
        assert_eq!(rounded(0.1, "f64"), 0.1);
        assert!(rounded(f64::NAN, "f16").is_nan());
        assert!(rounded(-0.0, "f32").is_sign_negative());
    }
}
