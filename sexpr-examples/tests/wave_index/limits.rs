//! Nothing is too deep, too large or too long.

use std::str::FromStr;

use sexpr_core::structural_fingerprint;
use sexpr_examples::text::SyntaxError;
use sexpr_examples::wave::index::{
    Comparison, Condition, DEPTH_LIMIT, ErrorKind, IndexError, IndexExpr, IndexSequence, NEST_LIMIT, PARTS_LIMIT,
    Symbol,
};

use crate::expr;

fn nested(levels: usize) -> String {
    format!("{}x{}", "(".repeat(levels), ")".repeat(levels))
}

/// Why a text is refused, and at which byte.
#[track_caller]
fn refused<T: FromStr<Err = IndexError>>(text: &str) -> (ErrorKind, usize) {
    let error = text.parse::<T>().err().expect("beyond the limits");
    (error.kind().clone(), error.at())
}

const NEST: ErrorKind = ErrorKind::Syntax(SyntaxError::Nest(NEST_LIMIT));

#[test]
fn texts_beyond_the_limits_are_refused() {
    assert_eq!(expr(&nested(NEST_LIMIT)), expr("x"));
    assert_eq!(refused::<IndexExpr>(&nested(NEST_LIMIT + 1)), (NEST, NEST_LIMIT));
    assert_eq!(refused::<IndexExpr>(&nested(1_000_000)).0, NEST);

    let row = |sign: &str, terms: usize| vec!["x"; terms].join(sign);
    for sign in [" + ", " - ", " * ", " // ", " mod ", " ceildiv "] {
        assert_eq!(
            row(sign, DEPTH_LIMIT).parse::<IndexExpr>().map(|expr| expr.to_string()),
            Ok(row(sign, DEPTH_LIMIT))
        );
        assert_eq!(refused::<IndexExpr>(&row(sign, DEPTH_LIMIT + 1)), (ErrorKind::TooDeep, 0));
    }
    for sign in ["-", "~"] {
        let text =
            format!("Piecewise((1, {}f{}))", sign.repeat(DEPTH_LIMIT + 1), if sign == "-" { " > 0" } else { "" });
        assert_eq!(refused::<IndexExpr>(&text).0, ErrorKind::TooDeep);
    }
    let many = |count: usize| format!("min({})", vec!["x"; count].join(", "));
    assert_eq!(expr(&many(PARTS_LIMIT - 1)), expr("x"));
    assert_eq!(refused::<IndexExpr>(&many(PARTS_LIMIT)), (ErrorKind::TooLarge, 0));
    let many = |count: usize| vec!["f"; count].join(" & ");
    assert!(many(DEPTH_LIMIT).parse::<Condition>().is_ok());
    assert_eq!(refused::<Condition>(&many(DEPTH_LIMIT + 1)).0, ErrorKind::TooDeep);
}

#[test]
fn what_is_too_large_in_any_form_is_told_apart_by_what_was_made() {
    let power = |start: &str, times: usize| (0..times).fold(expr(start), |power, _| power.multiply(&power));
    let large = power("x + y", 40);
    assert_eq!(large, power("x + y", 40));
    assert_ne!(large, power("x + y", 41));
    assert_ne!(large, power("x + z", 40));
    assert!(large.to_string().len() < 100_000);
    assert_eq!(large.evaluate(&|_| Some(1)), None);
    assert_eq!(large.symbols(), ["x", "y"].map(Symbol::new).into());

    let replaced = |by: &str| large.substitute(&|symbol| (symbol.name() == "x").then(|| expr(by)));
    assert_eq!(replaced("z + 1"), replaced("1 + z"));
    assert_ne!(replaced("1"), replaced("2"));
    assert_ne!(replaced("1"), large);
    assert_eq!(large.substitute(&|_| None), large);
    assert_eq!(replaced("z").symbols(), ["y", "z"].map(Symbol::new).into());

    // What a program makes beyond the limits of texts is written as its normal form, if that is small.
    let sum = (0..10_000).fold(expr("x"), |sum, _| sum.add(&expr("1")));
    assert!(sum == expr("x + 10000") && sum.to_string().len() < 4000);

    let flags = |count: usize| {
        let both = |number: usize| Condition::flag(format!("f{number}")).or(&Condition::flag(format!("g{number}")));
        (0..count).fold(Condition::always(), |all, number| all.and(&both(number)))
    };
    assert!(flags(3000) == flags(3000) && flags(3000) != flags(3001));
    assert_eq!(flags(3000).evaluate(&|_| Some(1)), None);

    let sequence = |start: &IndexExpr| IndexSequence::new(start.clone(), 1, 1);
    let fingerprint = |start: &IndexExpr| structural_fingerprint(&sequence(start)).expect("it has one");
    assert_eq!(fingerprint(&large), fingerprint(&power("x + y", 40)));
    assert_ne!(fingerprint(&large), fingerprint(&power("x + y", 41)));
}

#[test]
fn what_has_too_large_a_normal_form_equals_what_is_written_alike() {
    let product = |names: &[&str]| {
        let sums: Vec<_> = names.iter().map(|name| format!("({name} + 1)")).collect();
        expr(&sums.join(" * "))
    };
    let (large, other) = (product(&["a", "b", "c", "d", "e", "f", "g"]), product(&["b", "a", "c", "d", "e", "f", "g"]));
    assert_eq!(large, large.to_string().parse().expect("it was printed"));
    assert_ne!(large, other);
    assert_eq!(large.add(&other), other.add(&large));
    assert_eq!(large.evaluate(&|_| Some(1)), Some(128));
    assert_eq!(expr(&large.normal_text()), large);
}

#[test]
fn numbers_that_are_too_large_are_no_panic() {
    let (least, greatest) = (IndexExpr::int(i64::MIN), IndexExpr::int(i64::MAX));
    let x = expr("x");
    let numbers = [least.clone(), greatest.clone(), expr("-1"), expr("0"), x.clone(), x.multiply(&least)];
    for one in &numbers {
        for other in &numbers {
            for made in [
                one.add(other),
                one.subtract(other),
                one.multiply(other),
                one.multiply(other).multiply(other),
                one.floor_divide(other),
                one.modulo(other),
                one.ceil_divide(other),
                one.add(&x).floor_divide(other),
                IndexExpr::minimum([one.clone(), other.clone(), x.clone()]),
                IndexExpr::maximum([one.add(&x), other.clone()]),
                IndexExpr::piecewise([(x.clone(), compared(one, other)), (one.clone(), Condition::always())]),
            ] {
                assert_eq!(expr(&made.normal_text()), made, "{made}");
                if let (Some(number), Some(value)) = (made.as_int(), made.evaluate(&|_| Some(7))) {
                    assert_eq!(i128::from(number), value, "{made}");
                }
            }
        }
    }
    assert_eq!(least.as_int(), Some(i64::MIN));
    assert_eq!(greatest.add(&expr("1")).as_int(), None);
    assert_eq!(greatest.add(&expr("1")).evaluate(&|_| None), Some(1 << 63));
    let overflow = (0..3).fold(least, |power, _| power.multiply(&power));
    assert_eq!(overflow.evaluate(&|_| None), None);
}

/// Something that is said of two.
fn compared(one: &IndexExpr, other: &IndexExpr) -> Condition {
    Condition::compare(Comparison::Less, one, other).or(&Condition::compare(
        Comparison::NotEqual,
        &one.add(other),
        other,
    ))
}

#[test]
fn many_conditions_are_kept_in_order() {
    let branches = |order: &[usize]| {
        let branches =
            order.iter().map(|number| (IndexExpr::symbol(format!("v{number}")), Condition::flag(format!("f{number}"))));
        IndexExpr::piecewise(branches)
    };
    let ten: Vec<usize> = (0..10).collect();
    assert_eq!(branches(&ten), branches(&ten));
    assert_ne!(branches(&ten), branches(&[1, 0, 2, 3, 4, 5, 6, 7, 8, 9]));
    let chosen = branches(&ten).substitute(&|symbol| match symbol.name() {
        "f3" => Some(IndexExpr::int(1)),
        name if name.starts_with('f') => Some(IndexExpr::int(0)),
        _ => None,
    });
    assert_eq!(chosen, expr("v3"));
}

#[test]
fn large_texts_are_refused_or_read_in_bounded_time() {
    let folded = |levels: usize, around: &dyn Fn(String, usize) -> String| (0..levels).fold("x".to_owned(), around);
    let joined =
        |sign: &str, count: usize, part: &dyn Fn(usize) -> String| (0..count).map(part).collect::<Vec<_>>().join(sign);
    let sum = |number: usize| joined(" + ", 20, &|term| format!("{term} * a{term} * b{number}"));
    let name = "n".repeat(10_000);
    // Whether an odd number of four flags holds.
    let odd = |n: usize| {
        let flags = [0, 1, 2, 3].map(|flag| format!("f{n}_{flag}"));
        flags.iter().fold("False".to_owned(), |odd, flag| format!("(({odd}) & ~{flag} | ~({odd}) & {flag})"))
    };
    let texts = [
        format!("Piecewise({})", joined(", ", 20, &|n| format!("(x, {})", odd(n)))),
        format!("Piecewise({})", joined(", ", 900, &|n| format!("(x, f{n})"))),
        format!("Piecewise({})", joined(", ", 300, &|n| format!("(x{n}, x{n} < y{n} & f{n})"))),
        format!("Piecewise({})", joined(", ", 6, &|n| format!("(x{n}, f{n} | {} < {})", sum(n), sum(n + 1)))),
        format!("Piecewise((1, {}))", joined(" & ", 30, &|n| format!("{} < 0", sum(n)))),
        format!("Piecewise((1, {}))", joined(" | ", 100, &|n| format!("(f{n} & g{n} | ~f{} & x > {n})", n + 1))),
        folded(95, &|inner, n| format!("Piecewise((1, {inner} < y{}), (x + {n}, f{}))", n % 3, n % 5)),
        folded(190, &|inner, n| format!("({inner} + y{n}) // z{n}")),
        folded(190, &|inner, n| format!("({inner} + y{n}) // {}", n + 2)),
        folded(190, &|inner, n| format!("({inner} mod {} + 1)", n + 2)),
        folded(190, &|inner, n| format!("min({inner} + y{n}, {n} * z)")),
        folded(95, &|inner, n| format!("max(min({inner} - y{n}, z), w{})", n % 7)),
        folded(5, &|inner, n| format!("min({inner} + y{n}, max(z, {inner} - 1), {inner} // 2)")),
        joined(" * ", 120, &|n| format!("(a{n} + b{n} + c)")),
        joined(" + ", 40, &|n| joined(" * ", 7, &|m| format!("(a{n} + b{m})"))),
        joined(" // ", 400, &|n| format!("a{n}")),
        joined(" mod ", 400, &|n| format!("{}", 1000 - n)),
        joined(" * ", 400, &|n| if n % 2 == 0 { "9000000000000000000".to_owned() } else { "x".to_owned() }),
        joined(" + ", 400, &|n| format!("{n} * {name}")),
        joined(" * ", 400, &|_| format!("({name} + {name}y)")),
    ];
    for text in texts {
        if let Ok(expr) = text.parse::<IndexExpr>() {
            assert_eq!(expr, text.parse().expect("it was read before"));
            assert_eq!(expr.substitute(&|symbol| Some(IndexExpr::symbol(symbol))), expr);
            assert!(!expr.normal_text().is_empty());
        }
    }
}
