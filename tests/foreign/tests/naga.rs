//! Shaders, in naga's representation, through mirrors.

use naga::{
    Expression, Function, Module, Range, Statement,
    compact::{KeepUnused, compact},
    front::wgsl,
};
use sexpr_core::{first_structural_mismatch, mirror::As, structural_equal, structural_fingerprint, structural_hash};

use sexpr_foreign::naga::{
    by_hand, ir,
    shaders::{CHANGES, SHADERS, generated, unused},
};

type Seen = As<ir::Module, Module>;

fn parse(source: &str) -> Module {
    wgsl::parse_str(source).unwrap_or_else(|error| panic!("{}", error.emit_to_string(source)))
}

fn assert_equal(left: &Module, right: &Module, source: &str) {
    let (left, right) = (Seen::new(left), Seen::new(right));
    if let Some(mismatch) = first_structural_mismatch(left, right) {
        panic!("{mismatch}\nin {source}");
    }
    assert!(structural_equal(left, right), "{source}");
    assert_eq!(structural_hash(left), structural_hash(right), "{source}");
    let fingerprints = [left, right].map(|module| structural_fingerprint(module).unwrap());
    assert_eq!(fingerprints[0], fingerprints[1], "{source}");
}

fn assert_different(left: &Module, right: &Module, change: &str) {
    let (left, right) = (Seen::new(left), Seen::new(right));
    assert!(!structural_equal(left, right), "{change}");
    assert!(!structural_equal(right, left), "{change}");
    assert!(first_structural_mismatch(left, right).is_some(), "{change}");
    assert_ne!(structural_hash(left), structural_hash(right), "{change}");
    let fingerprints = [left, right].map(|module| structural_fingerprint(module).unwrap());
    assert_ne!(fingerprints[0], fingerprints[1], "{change}");
}

#[test]
fn a_shader_equals_itself() {
    for source in SHADERS {
        assert_equal(&parse(source), &parse(source), source);
    }
}

#[test]
fn entries_of_arenas_that_nothing_refers_to_do_not_count() {
    for source in SHADERS {
        let module = parse(source);
        assert_equal(&module, &parse(&format!("{}{source}", unused())), source);
        assert_equal(&module, &parse(&format!("{source}{}", unused())), source);
        let mut smaller = module.clone();
        compact(&mut smaller, KeepUnused::No);
        assert_equal(&module, &smaller, source);
    }
}

#[test]
fn the_order_of_allocation_does_not_count() {
    for source in SHADERS {
        let items: Vec<&str> = source.split_inclusive("\n\n").collect();
        let module = parse(source);
        for turn in 1..items.len() {
            // Entry points are a list, whose order counts.
            let (points, others): (Vec<&str>, Vec<&str>) =
                items.iter().copied().partition(|item| item.starts_with('@') && item.contains("fn "));
            let mut others = others;
            let turn = turn % others.len().max(1);
            others.rotate_left(turn);
            let permuted = others.concat() + "\n\n" + &points.concat();
            let ordered = items.iter().copied().filter(|item| !points.contains(item)).collect::<String>();
            assert_equal(&parse(&(ordered + "\n\n" + &points.concat())), &parse(&permuted), &permuted);
            others.reverse();
            assert_equal(&module, &parse(&(others.concat() + "\n\n" + &points.concat())), source);
        }
    }
}

#[test]
fn every_single_change_counts() {
    let mut changes = 0;
    for source in SHADERS {
        let module = parse(source);
        for (old, new) in CHANGES {
            for (at, _) in source.match_indices(old) {
                let changed = format!("{}{new}{}", &source[..at], &source[at + old.len()..]);
                // Not every one is a shader still.
                let Ok(other) = wgsl::parse_str(&changed) else { continue };
                assert_different(&module, &other, &format!("{old} for {new} at {at} in {source}"));
                changes += 1;
            }
        }
    }
    assert!(changes > 150, "{changes}");
}

/// The places of statements that say which expressions are evaluated, in a function's body itself.
fn emits(function: &Function) -> impl Iterator<Item = (usize, Range<Expression>)> {
    function.body.iter().enumerate().filter_map(|(at, statement)| match statement {
        Statement::Emit(range) => Some((at, range.clone())),
        _ => None,
    })
}

/// The range of as many expressions that begins one later, if there are any.
fn shifted(range: &Range<Expression>, function: &Function) -> Option<Range<Expression>> {
    let indices = range.index_range();
    let later = indices.start + 1..indices.end + 1;
    let are_there = !indices.is_empty() && later.end as usize <= function.expressions.len();
    are_there.then(|| Range::from_index_range(later, &function.expressions))
}

#[test]
fn which_expressions_are_evaluated_counts() {
    let mut changes = 0;
    for source in SHADERS {
        let module = parse(source);
        for point in 0..module.entry_points.len() {
            let function = &module.entry_points[point].function;
            for (at, range) in emits(function) {
                let Some(later) = shifted(&range, function) else { continue };
                let mut other = module.clone();
                other.entry_points[point].function.body[at] = Statement::Emit(later);
                assert_different(&module, &other, &format!("expressions {range:?}, one later in {source}"));
                changes += 1;
            }
        }
    }
    assert!(changes > 20, "{changes}");
}

#[test]
fn a_mismatch_shows_where() {
    let (left, right) = ("fn f(x: u32) -> u32 { return x * 2u; }", "fn f(x: u32) -> u32 { return x * 3u; }");
    let main = "@compute @workgroup_size(1) fn main() { let y = f(1u); }";
    let [left, right] = [left, right].map(|function| parse(&format!("{function}\n{main}")));
    let mismatch = first_structural_mismatch(Seen::new(&left), Seen::new(&right)).unwrap();
    assert_eq!(mismatch.lhs().to_string(), ".entry_points[0].function.body[0].Call.function.body[0][0].Binary.right");
}

#[test]
fn the_comparison_by_hand_agrees() {
    let source = generated(3, 24);
    let module = parse(&source);
    let mut changes = 0;
    for (old, new) in CHANGES {
        for (at, _) in source.match_indices(old).step_by(5) {
            let changed = format!("{}{new}{}", &source[..at], &source[at + old.len()..]);
            let Ok(other) = wgsl::parse_str(&changed) else { continue };
            let is_equal = structural_equal(Seen::new(&module), Seen::new(&other));
            assert_eq!(is_equal, by_hand::equal(&module, &other), "{old} for {new} at {at} in {source}");
            changes += 1;
        }
    }
    assert!(changes > 50, "{changes}");
    let larger = parse(&(source + unused()));
    assert!(by_hand::equal(&module, &larger) && structural_equal(Seen::new(&module), Seen::new(&larger)));
}
