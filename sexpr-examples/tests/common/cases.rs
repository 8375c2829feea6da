//! Tables of cases.

/// An array of tuples, whose last part is what is expected of the others.
macro_rules! cases {
    ($($($part:expr),+ => $expected:expr;)*) => { [$(($($part,)+ $expected)),*] };
}
