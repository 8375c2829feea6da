//! Nodes wherever they can stand.

use std::{collections::HashMap, rc::Rc, sync::Arc};

use sexpr_core::{
    StructuralEq,
    custom::{CustomStructural, DynStructural, EqualParts, HashParts, VirtualFields},
    reflect::Def,
    walk::Walk,
};

#[derive(StructuralEq)]
struct Item(u8);

/// The items that a walk meets, each with its path.
fn items<T: StructuralEq + ?Sized>(root: &T) -> Vec<String> {
    let mut seen = vec![];
    Walk::new().with_paths().on(|item: &Item, at| seen.push(format!("{}{}", item.0, at.path()))).run(root);
    seen
}

#[test]
fn held_by_value_in_fields_containers_and_pointers() {
    #[derive(StructuralEq)]
    struct Holder<'a> {
        inline: Item,
        option: Option<Item>,
        tuple: (Item, u8, Item),
        array: [Item; 2],
        result: Result<Item, Box<Item>>,
        nested: Vec<Option<Rc<Item>>>,
        slice: &'a [Item],
        boxed: Box<[Item]>,
        map: HashMap<u8, Vec<Item>>,
    }
    let slice = [Item(11)];
    let holder = Holder {
        inline: Item(1),
        option: Some(Item(2)),
        tuple: (Item(3), 0, Item(4)),
        array: [Item(5), Item(6)],
        result: Err(Box::new(Item(7))),
        nested: vec![None, Some(Rc::new(Item(8)))],
        slice: &slice,
        boxed: Box::new([Item(12)]),
        map: [(9, vec![Item(9)])].into(),
    };
    let expected = [
        "1.inline",
        "2.option",
        "3.tuple.0",
        "4.tuple.2",
        "5.array[0]",
        "6.array[1]",
        "7.result",
        "8.nested[1]",
        "11.slice[0]",
        "12.boxed[0]",
        "9.map[9][0]",
    ];
    assert_eq!(items(&holder), expected);
}

#[test]
fn as_the_root_or_in_a_root_that_is_a_container() {
    assert_eq!(items(&Item(1)), ["1<root>"]);
    assert_eq!(items(&Arc::new(Item(1))), ["1<root>"]);
    assert_eq!(items([Item(1), Item(2)].as_slice()), ["1[0]", "2[1]"]);
}

trait Operation: DynStructural {}
sexpr_core::open!(Operation);
impl Operation for Item {}

#[test]
fn behind_trait_objects() {
    let objects: Vec<Arc<dyn Operation>> = vec![Arc::new(Item(1))];
    assert_eq!(items(&objects), ["1[0]"]);
    let boxed: Box<dyn Operation> = Box::new(Item(2));
    let mut names = vec![];
    Walk::new().on_any(|node, _| names.push(node.type_info().name())).run(&boxed);
    assert_eq!(names, ["Item"]);
}

#[test]
fn as_parts_that_a_function_lists() {
    #[derive(StructuralEq)]
    #[seq(with = parts)]
    struct Listed {
        first: Item,
        #[allow(dead_code, reason = "it is not listed")]
        second: Item,
        third: Item,
    }
    fn parts<'a>(listed: &'a Listed, fields: &mut VirtualFields<'a>) {
        fields.field("c", Def::Inherit, &listed.third);
        fields.leaf("n", 1_u8);
        fields.field(format!("a{}", 1), Def::Inherit, &listed.first);
    }
    assert_eq!(items(&Listed { first: Item(1), second: Item(2), third: Item(3) }), ["3.c", "1.a1"]);
}

#[test]
fn as_parts_that_custom_traversal_hands_over() {
    #[derive(StructuralEq)]
    #[seq(custom)]
    struct Custom<'a>(&'a Item, Item);
    impl CustomStructural for Custom<'_> {
        fn s_equal<'a>(&'a self, other: &'a Self, parts: &mut EqualParts<'a>) -> bool {
            parts.field("b", Def::Inherit, &self.1, &other.1);
            parts.field("a", Def::Inherit, self.0, other.0);
            true
        }
        fn s_hash<'a>(&'a self, parts: &mut HashParts<'a>) {
            parts.field("b", Def::Inherit, &self.1);
            parts.leaf("n", 1_u8);
            parts.field("a", Def::Inherit, self.0);
        }
    }
    assert_eq!(items(&Custom(&Item(1), Item(2))), ["2.b", "1.a"]);
}
