//! Fingerprints and hashes as they are, on every machine. A binary of its own: the fingerprints of the types here contain
//! their paths, `golden::Point` and so on, and must not change when files move.
//!
//! **A change of a value below is a breaking change**: what was kept under a fingerprint is found no more. They also hold
//! where pointers have 32 bits and bytes another order: `tests/sanitizers/miri --long`.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet, LinkedList, VecDeque},
    fmt,
    num::NonZero,
    ops::Bound,
    rc::Rc,
    sync::Arc,
    time::Duration,
};

use sexpr_core::{
    ByIdentity, Options, StructuralEq, StructuralKey,
    containers::{Encoder, Leaf, StableBytes},
    custom::{CustomStructural, DynStructural, EqualParts, HashParts, VirtualFields},
    reflect::Def,
};

/// Gathers what differs, so that all of it is seen at once.
#[derive(Default)]
struct Golden {
    options: Options,
    wrong: Vec<String>,
}

impl Golden {
    fn check<T: StructuralEq + ?Sized>(&mut self, name: &str, value: &T, fingerprint: &str, hash: u64) {
        let found = self.options.fingerprint(value).map_or_else(|error| error.to_string(), |it| it.to_string());
        let found_hash = self.options.hash(value);
        if (&*found, found_hash) != (fingerprint, hash) {
            self.wrong.push(format!("{name}: \"{found}\", 0x{found_hash:016x}"));
        }
    }
}

impl Drop for Golden {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            assert!(self.wrong.is_empty(), "found\n{}", self.wrong.join("\n"));
        }
    }
}

macro_rules! golden {
    ($($test:ident $(under $options:expr)? => { $($value:expr => $fingerprint:literal, $hash:literal;)* })*) => {$(
        #[test]
        fn $test() {
            let mut golden = Golden::default();
            $(golden.options = $options;)?
            $(golden.check(stringify!($value), &$value, $fingerprint, $hash);)*
        }
    )*};
}

#[derive(StructuralEq)]
struct Unit;

#[derive(StructuralEq)]
struct Point {
    x: i64,
    y: i64,
    #[seq(ignore)]
    _label: &'static str,
}

fn point() -> Point {
    Point { x: 1, y: -1, _label: "unseen" }
}

#[derive(StructuralEq)]
enum Shape {
    Nothing,
    Circle(u32),
    Polygon { corners: Vec<Point> },
}

#[derive(StructuralEq)]
struct Wrapper<T>(T);

/// Known by its text without regard to case.
struct Caseless(&'static str);

impl Leaf for Caseless {
    fn same(&self, other: &Self) -> bool {
        self.0.eq_ignore_ascii_case(other.0)
    }
    fn encode<E: Encoder>(&self, into: &mut E) {
        into.bytes(self.0.to_ascii_lowercase().as_bytes());
    }
    fn show(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}
sexpr_core::leaf!(Caseless);

/// Terms with pointers and names.
#[derive(StructuralEq)]
enum Term {
    Use(#[seq(var)] &'static str),
    #[seq(scope)]
    Lambda(#[seq(var, def)] &'static str, Arc<Term>),
    Apply(Arc<Term>, Arc<Term>),
    #[seq(scope)]
    Loop {
        #[seq(var = "labels", def)]
        label: &'static str,
        body: Arc<Term>,
    },
    Break(#[seq(var = "labels")] &'static str),
    #[seq(kind = "dag")]
    Shared(Arc<Term>),
    #[seq(kind = "singleton")]
    Global(#[seq(key)] &'static str),
    Int(i64),
    Object(Arc<Var>),
    #[seq(scope)]
    Bind(#[seq(def)] Vec<Arc<Var>>, Arc<Term>),
    /// Binds for all that follows.
    Assign(#[seq(def)] Arc<Var>, Arc<Term>),
}

#[derive(StructuralEq)]
#[seq(kind = "var")]
struct Var {
    ty: u32,
}

fn name(name: &'static str) -> Arc<Term> {
    Arc::new(Term::Use(name))
}

fn lambda(name: &'static str, body: Arc<Term>) -> Arc<Term> {
    Arc::new(Term::Lambda(name, body))
}

fn apply(function: Arc<Term>, argument: Arc<Term>) -> Arc<Term> {
    Arc::new(Term::Apply(function, argument))
}

fn omega() -> Arc<Term> {
    let half = lambda("x", apply(name("x"), name("x")));
    apply(half.clone(), half)
}

fn shadowed() -> Arc<Term> {
    lambda("x", apply(lambda("x", name("x")), apply(name("x"), name("free"))))
}

fn looped() -> Arc<Term> {
    let body = apply(Arc::new(Term::Break("out")), Arc::new(Term::Use("out")));
    Arc::new(Term::Loop { label: "out", body })
}

fn twice(shared: bool) -> Arc<Term> {
    let node = || Arc::new(Term::Shared(Arc::new(Term::Int(1))));
    let one = node();
    apply(one.clone(), if shared { one } else { node() })
}

/// Under a scope, a node that depends on it.
fn twice_bound() -> Arc<Term> {
    let node = Arc::new(Term::Shared(name("x")));
    lambda("x", apply(node.clone(), lambda("y", apply(node, name("y")))))
}

fn objects(sticky: bool) -> Arc<Term> {
    let [one, two] = [8, 16].map(|ty| Arc::new(Var { ty }));
    let object = |var: &Arc<Var>| Arc::new(Term::Object(var.clone()));
    let body = apply(object(&two), object(&one));
    if sticky {
        let assign = |var: &Arc<Var>| Arc::new(Term::Assign(var.clone(), Arc::new(Term::Int(0))));
        apply(apply(assign(&one), assign(&two)), body)
    } else {
        Arc::new(Term::Bind(vec![one, two], body))
    }
}

/// Variables as keys, in whatever order the hasher has.
fn environment() -> Environment {
    let vars = [3, 1, 2].map(|ty| Arc::new(Var { ty }));
    let values = vars.iter().map(|var| (ByIdentity::from(var.clone()), var.ty)).collect();
    Environment { vars: vars.into(), values }
}

#[derive(StructuralEq)]
struct Environment {
    #[seq(def)]
    vars: Vec<Arc<Var>>,
    values: HashMap<ByIdentity<Arc<Var>>, u32>,
}

trait Op: DynStructural {}
sexpr_core::open!(Op);

impl Op for Point {}
impl Op for Unit {}
impl<T: 'static> Op for Wrapper<T> where Wrapper<T>: DynStructural {}

#[derive(StructuralEq)]
#[seq(type_key = "golden.Load/2")]
struct Load {
    address: u64,
}
impl Op for Load {}

#[derive(StructuralEq)]
struct Shift<const BITS: u32>;
impl<const BITS: u32> Op for Shift<BITS> {}

fn operations() -> Vec<Arc<dyn Op>> {
    vec![Arc::new(point()), Arc::new(Unit), Arc::new(Wrapper(Some(1_u8))), Arc::new(Shift::<3>)]
}

fn named_operations() -> HashMap<&'static str, Arc<dyn Op + Send + Sync>> {
    [("op", Arc::new(Load { address: 16 }) as _), ("point", Arc::new(point()) as _)].into()
}

#[derive(PartialEq, Eq, Hash)]
struct Foreign {
    parts: [u32; 2],
}

impl StableBytes for Foreign {
    fn stable_bytes(&self, into: &mut dyn Encoder) {
        self.parts.iter().for_each(|part| into.word((*part).into()));
    }
}

#[derive(StructuralEq)]
struct Holder(#[seq(opaque)] Foreign);

#[derive(StructuralEq)]
#[seq(with = attributes)]
struct Attributes(BTreeMap<String, u64>);

fn attributes<'a>(node: &'a Attributes, fields: &mut VirtualFields<'a>) {
    for (name, value) in &node.0 {
        fields.field(name, Def::Inherit, value);
    }
    fields.leaf("count", node.0.len());
}

#[derive(StructuralEq)]
#[seq(custom)]
struct Sum(u64, u64);

impl CustomStructural for Sum {
    fn s_equal<'a>(&'a self, other: &'a Self, parts: &mut EqualParts<'a>) -> bool {
        parts.leaf("sum", self.0 + self.1, other.0 + other.1);
        true
    }
    fn s_hash<'a>(&'a self, parts: &mut HashParts<'a>) {
        parts.leaf("sum", self.0 + self.1);
    }
}

#[derive(StructuralEq)]
struct Tensor {
    shape: Vec<usize>,
    #[seq(payload)]
    content: Vec<f32>,
}

fn tensor() -> Tensor {
    Tensor { shape: vec![2, 1], content: vec![1.5, -0.0] }
}

golden! {
    numbers => {
        1_u8 => "47ed933b9500668563cc6feae219fb49", 0x9215_fa91_441d_b495;
        1_u16 => "c6b54a564357df4299e833c18b8dfe25", 0x9215_fa91_441d_b495;
        1_u32 => "394768610cccb7ede4313c9c507bd25e", 0x9215_fa91_441d_b495;
        u64::MAX => "a7690a2b992c48e92e41bbf22e75e6b4", 0x139c_e360_55cd_87b0;
        usize::MAX as u32 as usize => "1601a56748db83f1cca13737882de14a", 0x4048_3f89_a45c_131d;
        -1_i8 => "74e1dde616cfeb17e5da98edb7eae9d6", 0x826c_9177_aefd_310c;
        i64::MIN => "fcce8db0fcc2025da7b8931174bf02ae", 0x4b9f_4441_e584_c7c8;
        -1_isize => "5ebf68be70a9877fedbcf7aaa78d32fa", 0x826c_9177_aefd_310c;
        1_u128 << 100 => "6584e772cdef61c3cda6d4a90124c097", 0x1765_2bba_6f34_e37b;
        i128::MIN => "eef42c77ddf36a08afad1a8388138d0c", 0x9674_f530_0d5c_0e69;
        NonZero::new(7_u32).unwrap() => "3f329730ba11c98c847701a17b8123cd", 0x2b4c_a36d_8ee7_8120;
        1.5_f32 => "45e43e6a85a437bd071f8bbc73c7e26a", 0x72fb_f271_617f_5b04;
        -0.0_f64 => "ad3afbaca58523febea4f9c0e4b4e8b8", 0xa716_3013_47fc_c0bc;
        f32::NAN => "7a9b68c0a55412f4e07ea755035dd7cb", 0xf201_ee35_57b5_3612;
        f64::NAN => "fa99dbcb02d60156b0a6db9f0ca93fa6", 0x7b91_74f8_eade_9ac4;
    }
    leaves => {
        () => "6b686d4abca05fa01931260bb9327506", 0xc42c_5a1a_a382_0138;
        true => "53720559e0a9c58eeeb8bf27b9db2787", 0x9215_fa91_441d_b495;
        'ß' => "89f4db1d32b634509557ffce98b5cba8", 0x90e0_cc6a_aa20_2ad7;
        "" => "6d50f2b7618433f7b34acfdef5590d29", 0xaa9e_482d_0ecf_db8e;
        "text" => "387bde84dd75078107199b3da2beaad9", 0xef2a_dbe2_0e2a_c07f;
        String::from("a text of more than sixteen bytes, äöü") => "01c9074269d2cb851a08110ac06bd69d", 0x5f78_b65d_7967_e049;
        Duration::new(1, 2) => "097fb08d3250d3ef3560c1c51fd4527f", 0xdaad_e96f_1757_e4db;
        1_u8..2 => "71588cf92630f09c832fdb7e104ed88e", 0x32e8_4e39_ba03_e54f;
        Bound::Included(3_i32) => "eb66b12adc3b4c440db5d603284fae4e", 0xbe61_9ea8_6c58_b649;
        std::cmp::Ordering::Less => "6002b3f97c17783cdc38ba07d74f6dc3", 0x139c_e360_55cd_87b0;
        std::net::IpAddr::from([127, 0, 0, 1]) => "5a77b7e112e4b753c894beefa11528e1", 0xb7fe_907e_e44e_8b2a;
        std::path::Path::new("a/b") => "e80034428aa7c6b880e179eba82dc9e2", 0x5680_b6e7_02c8_59d8;
        Caseless("Name") => "12ec0be9ac6ec9abe2fc9d1aeb81aed0", 0xc0a9_d1c9_868f_2536;
        num_bigint::BigInt::from(-1) << 70_u32 => "f6077f3ee2b061b28ce86283b1c5daca", 0x4825_9d2b_1293_b497;
    }
    sequences => {
        Vec::<u8>::new() => "1e1bf2bc57355eb983d19e621a564209", 0x4b9f_4441_e584_c7c8;
        vec![1_u8, 2, 3] => "5f8e9b6186a53773866c4395278b6388", 0x592d_2cd2_d03b_7423;
        [1_usize, 2, 3] => "c58de0edc0997fd0ca9c36a0dc2e38bd", 0x592d_2cd2_d03b_7423;
        VecDeque::from([1_u8, 2, 3]) => "62c27a24209b211f51dd791098db0742", 0x592d_2cd2_d03b_7423;
        LinkedList::from([1_u8, 2, 3]) => "5b9cbc50cce72d0fe0656b8b8a2f2fbf", 0x592d_2cd2_d03b_7423;
        (0..1000_u32).collect::<Box<[_]>>() => "a484189fe1aeeba63a59f189a4be1649", 0xd902_6f89_630e_7ca4;
        vec![vec!["a"], vec![], vec!["b", "c"]] => "3a3d0b236154931e7f7c69c1a4882d3e", 0x17ed_b9fb_42c9_a682;
        (1_u8, "a", Some(2_u8)) => "50554a79f3def96179108de1f724fc10", 0x3808_95ff_9bc3_910d;
        [None, Some(Ok(1_u8)), Some(Err("e"))] => "dd95081f6a72511a9eeb8a3a8a3482b1", 0xf1c2_080a_7b08_b32f;
    }
    derived => {
        Unit => "02b5748593166b3e826b159b2737c549", 0xc42c_5a1a_a382_0138;
        point() => "d671dbeb5a80bed8950f5cf757913a42", 0xa1e4_cc44_1861_4056;
        Shape::Nothing => "30bd814a1d4a6a58f600cdee80969c91", 0x4b9f_4441_e584_c7c8;
        Shape::Circle(3) => "47c0f8202a2f56166bd936cee9e69f72", 0xaef6_1ec1_7467_ca4d;
        Shape::Polygon { corners: vec![point(), point()] } => "d39027a1f8f0c8acbae47164e5ed8bee", 0x748d_d506_e665_9ea7;
        Wrapper(Wrapper(1_u8)) => "edf5922e65006cf1c3b7b39a3547b9f0", 0x9215_fa91_441d_b495;
        Holder(Foreign { parts: [1, 2] }) => "6c39dd6e9dcbe38ae630b2bd72bd9d6f", 0x9e8e_9efe_e0d8_1625;
        Attributes([("b".into(), 1), ("a".into(), 2)].into()) => "a2e55e0022fce82ee5589f77969b5058", 0xa634_c6c3_85cd_8138;
        Sum(1, 2) => "ad5eb36c8ef53505cdfac6dfd4724060", 0xaef6_1ec1_7467_ca4d;
        tensor() => "a932bea8ba164384e3f3ce5b197c8c41", 0x70d0_e459_a830_a67d;
    }
    pointers => {
        Box::new(point()) => "d671dbeb5a80bed8950f5cf757913a42", 0xa1e4_cc44_1861_4056;
        Arc::new(Shape::Circle(3)) => "47c0f8202a2f56166bd936cee9e69f72", 0xaef6_1ec1_7467_ca4d;
        Rc::new(vec![Arc::new(point())]) => "13117625f2e6c86fe6ac0171e406141d", 0xfd64_90c0_cd58_4e44;
    }
    maps => {
        HashMap::from([("b", 1_u8), ("a", 2), ("c", 3)]) => "1d80c604b48aac3d71a77f44898947fc", 0x62c3_a7b4_1c6b_63b0;
        BTreeMap::from([("b", 1_u8), ("a", 2), ("c", 3)]) => "5feffac0c1c90953db296b7980bbd553", 0x62c3_a7b4_1c6b_63b0;
        HashSet::from([3_usize, 1, 2]) => "4e538d67edb2ae5144c92bd6fc4de588", 0x8992_e473_8bd2_6849;
        BTreeSet::from([-3_i32, 1, 2]) => "ff37d1a1e2c4f31558e0c32b16ae4d76", 0x9059_50ab_84d0_e743;
        HashMap::from([((1_u8, "a"), vec![point()])]) => "43347ff75f77cebdd00f8fcce70dd78a", 0x8a04_f0cd_baa6_a47c;
        HashMap::from([1, 2, 3].map(|key| (StructuralKey::new(vec![Some(key)]), key))) => "0382e493ca884a7485e335afed44b0b5", 0x9c43_d970_ca9f_0a2b;
        environment() => "2dcbe6dd8cc44bc08fc3ee5e49f087a8", 0x2bf7_b37e_6805_66d9;
    }
    scopes => {
        lambda("x", name("x")) => "971d723dd658de7ae7480383c6b35e53", 0xfb81_78fe_4fbf_8d65;
        omega() => "3c004307f8443e43652fabe0f4650b9a", 0xab7b_7308_0ee7_8f6c;
        shadowed() => "c816e733eb8a97c0b75858c9819c560a", 0x39ff_958f_967b_7050;
        looped() => "c41e8ac2a5d92c72603901661001b82b", 0xe375_1f8b_c0e5_b0bd;
        name("free") => "15dc29f445e4b42c04498f5f24852b01", 0xb33a_4ae0_3181_fdd0;
        Term::Global("ops.add") => "6fde4e16014da0183b79c66713841d38", 0xca3f_af9e_b648_4e8e;
        twice(true) => "95f7d2ab2d47ef08548b1732eeeff02f", 0x21c7_0cbf_881c_deae;
        twice(false) => "3d8140c9c3b52cbcb757b5eb8b21e9c4", 0x9300_36cf_f735_9cd4;
        twice_bound() => "290bb47c9dbfcc3da6f3241d977f2419", 0xee34_27c4_0d9e_661f;
        objects(false) => "3ae4dd3bb4be78dc4380286d3dc0010a", 0x8637_9cdc_504b_85b4;
        objects(true) => "92659dd1485e8905904b4260d495b82b", 0x2e8c_b418_77d2_faf1;
    }
    open_worlds => {
        operations() => "641c32840dc41568586c467ab9b13f59", 0xf7c3_448e_21cf_1ac4;
        Box::new(Load { address: 16 }) as Box<dyn Op> => "4c4b784767f1ffae1e7c77cfa52d3f74", 0x04bc_8715_ac70_bf53;
        Load { address: 16 } => "5dafc5d0486337aefac2c3808feb4bbf", 0xce2d_4e47_9ada_2892;
        named_operations() => "b15d7579374f49c507490d25836f4bc3", 0xd1a3_5307_44b4_c3e9;
    }
    under_map_free_vars under Options::new().map_free_vars(true) => {
        1_u8 => "969eef6b3961592a125eb3f681967695", 0x9215_fa91_441d_b495;
        [name("x"), name("y"), name("x")] => "364d163c621e0b89dbedbc142f51a110", 0xdf42_cb49_56f1_fd6a;
        [Arc::new(Var { ty: 1 }), Arc::new(Var { ty: 1 })] => "aaf32d8da7c77fae304b65871f550c64", 0xac52_36fc_3896_ab43;
    }
    under_skip_payload under Options::new().skip_payload(true) => {
        1_u8 => "de796e5017410123920e4730437a4c19", 0x9215_fa91_441d_b495;
        tensor() => "29364cc7e43589547716b08b932586c7", 0xd5de_32cf_7318_fe29;
    }
}
