//! Natural numbers as pairs, digits and permutations: one to one, so that terms made from different numbers differ.

/// The number of a pair, turned into the pair: Szudzik's pairing function, backwards.
pub fn pair(number: u64) -> (u64, u64) {
    let root = number.isqrt();
    let rest = number - root * root;
    if rest < root { (rest, root) } else { (root, rest - root) }
}

/// Digits in a base, from 1 to the base, least first: each number has one list, and each list one number.
pub fn digits(mut number: u64, base: u64) -> Vec<u64> {
    let mut digits = Vec::new();
    while number > 0 {
        digits.push((number - 1) % base);
        number = (number - 1) / base;
    }
    digits
}

/// So many digits in a base, least first.
pub fn digits_of_length(mut number: u64, base: u64, length: usize) -> Vec<u64> {
    (0..length)
        .map(|_| {
            let digit = number % base;
            number /= base;
            digit
        })
        .collect()
}

/// The permutation with this number of so many things.
pub fn permutation(mut number: u64, length: usize) -> Vec<usize> {
    let mut left: Vec<_> = (0..length).collect();
    (1..=length as u64)
        .rev()
        .map(|choices| {
            let choice = number % choices;
            number /= choices;
            left.remove(choice as usize)
        })
        .collect()
}
