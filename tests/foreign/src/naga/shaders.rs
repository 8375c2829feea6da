//! Shaders, and changes to them.

/// Each with its items apart by empty lines.
pub const SHADERS: [&str; 6] = [
    "struct Particle {
    position: vec3<f32>,
    velocity: vec3<f32>,
    mass: f32,
}

struct Settings { step: f32, count: u32 }

const GRAVITY: f32 = 9.81;

const HALF: f32 = GRAVITY / 2.0;

@group(0) @binding(0) var<uniform> settings: Settings;

@group(0) @binding(1) var<storage, read_write> particles: array<Particle>;

var<workgroup> shared_mass: array<f32, 64>;

fn force(one: vec3<f32>, other: vec3<f32>) -> vec3<f32> {
    let distance = other - one;
    let squared = dot(distance, distance) + 0.01;
    return distance * inverseSqrt(squared * squared * squared);
}

fn moved(particle: Particle, by: f32) -> Particle {
    var result = particle;
    result.velocity.y -= GRAVITY * by;
    result.position += result.velocity * by + vec3<f32>(0.0, HALF * by * by, 0.0);
    return result;
}

@compute @workgroup_size(64) fn main(
    @builtin(global_invocation_id) id: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    if id.x >= settings.count { return; }
    shared_mass[local] = particles[id.x].mass;
    workgroupBarrier();
    var total = vec3<f32>(0.0, 0.0, 0.0);
    for (var i = 0u; i < 64u; i++) {
        total += force(particles[id.x].position, particles[i].position) * shared_mass[i];
    }
    particles[id.x].velocity += total;
    particles[id.x] = moved(particles[id.x], settings.step);
}

",
    "struct Vertex {
    @location(0) position: vec3<f32>,
    @location(1) normal: vec3<f32>,
}

struct Fragment {
    @builtin(position) position: vec4<f32>,
    @location(0) @interpolate(flat) shade: u32,
    @location(1) normal: vec3<f32>,
}

@group(0) @binding(0) var<uniform> camera: mat4x4<f32>;

@group(1) @binding(0) var colors: texture_2d<f32>;

@group(1) @binding(1) var filtering: sampler;

@vertex fn vertex(in: Vertex) -> Fragment {
    var out: Fragment;
    out.position = camera * vec4<f32>(in.position, 1.0);
    out.normal = normalize(in.normal);
    out.shade = select(1u, 2u, in.normal.z > 0.5);
    return out;
}

@fragment fn fragment(in: Fragment) -> @location(0) vec4<f32> {
    let sampled = textureSample(colors, filtering, in.normal.xy);
    let level = textureLoad(colors, vec2<i32>(1, 2), 0);
    switch in.shade {
        case 1u: { return sampled * 0.5; }
        case 2u, 3u: { return mix(sampled, level, 0.25); }
        default: { discard; }
    }
    return sampled.zyxw;
}

",
    "struct List { length: atomic<u32>, items: array<u32> }

@group(0) @binding(0) var<storage, read_write> list: List;

override LIMIT: u32 = 128u;

var<private> last: u32 = 7u;

fn push(item: u32) -> bool {
    let at = atomicAdd(&list.length, 1u);
    if at < LIMIT {
        list.items[at] = item;
        last = item;
        return true;
    }
    atomicSub(&list.length, 1u);
    return false;
}

fn collatz(start: u32) -> u32 {
    var n = start;
    var steps = 0u;
    loop {
        if n <= 1u { break; }
        if n % 2u == 0u { n = n / 2u; } else { n = 3u * n + 1u; }
        continuing {
            steps += 1u;
            break if steps > 1000u;
        }
    }
    return steps;
}

@compute @workgroup_size(8, 8) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let steps = collatz(id.x * 8u + id.y);
    if !push(steps) { last = steps | 4u; }
    storageBarrier();
    list.items[0] = last ^ arrayLength(&list.items);
}

",
    "alias Matrix = mat3x3<f32>;

const IDENTITY = Matrix(1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0);

@group(0) @binding(0) var image: texture_storage_2d<rgba8unorm, write>;

@group(0) @binding(1) var depth: texture_depth_2d;

@group(0) @binding(2) var comparing: sampler_comparison;

fn rotated(angle: f32) -> Matrix {
    let s = sin(angle);
    let c = cos(angle);
    return Matrix(c, s, 0.0, -s, c, 0.0, 0.0, 0.0, 1.0) * transpose(IDENTITY);
}

fn tone(color: vec3<f32>) -> vec3<f32> {
    let clamped = clamp(color, vec3<f32>(0.0), vec3<f32>(1.0));
    return pow(clamped, vec3<f32>(2.2)) + fract(color) * step(vec3<f32>(0.1), color);
}

@compute @workgroup_size(4, 4, 2) fn main(@builtin(workgroup_id) id: vec3<u32>) {
    let uv = vec2<f32>(id.xy) / 32.0;
    let shadow = textureSampleCompareLevel(depth, comparing, uv, 0.5);
    let color = tone(rotated(f32(id.z)) * vec3<f32>(uv, shadow));
    textureStore(image, vec2<i32>(id.xy), vec4<f32>(color, 1.0));
}

",
    "struct Node { left: i32, right: i32, bits: vec4<u32> }

var<private> nodes: array<Node, 16>;

fn first(node: ptr<function, Node>) -> i32 {
    (*node).left = max((*node).left, 0);
    return (*node).left;
}

fn packed(bits: vec4<u32>) -> u32 {
    return countOneBits(bits.x) + firstLeadingBit(bits.y) + extractBits(bits.z, 2u, 3u) + reverseBits(bits.w);
}

fn walked(start: i32) -> i32 {
    var at = start;
    while at > 0 {
        var node = nodes[at];
        if packed(node.bits) > 3u { at = first(&node); } else { at = node.right; }
    }
    return at;
}

@compute @workgroup_size(1) fn main() {
    nodes[0] = Node(1, 2, vec4<u32>(1u, 2u, 3u, 4u));
    nodes[1].right = walked(0) - 5;
    nodes[2].left = abs(walked(1)) << 2u;
}

@compute @workgroup_size(2) fn other() {
    nodes[3].left = i32(all(vec3<bool>(true, false, true))) + bitcast<i32>(1.5);
}

",
    "@group(0) @binding(0) var<storage> input: array<vec2<f32>>;

@group(0) @binding(1) var<storage, read_write> output: array<vec2<f32>>;

fn times(a: vec2<f32>, b: vec2<f32>) -> vec2<f32> {
    return vec2<f32>(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

fn escaped(c: vec2<f32>) -> f32 {
    var z = vec2<f32>(0.0, 0.0);
    for (var i: i32 = 0; i < 100; i = i + 1) {
        z = times(z, z) + c;
        if length(z) > 4.0 || any(z != z) { return f32(i) / 100.0; }
    }
    return -1.0;
}

@compute @workgroup_size(32) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    output[id.x] = vec2<f32>(escaped(input[id.x]), exp2(log2(input[id.x].y)));
}

",
];

/// Items that the shaders do not mention.
pub fn unused() -> &'static str {
    "struct Unused { a: f32, b: array<vec4<i32>, 3> }

const UNUSED: i32 = 77;

@group(7) @binding(7) var<uniform> unused_variable: Unused;

fn unused_function(a: Unused) -> i32 {
    var local = UNUSED;
    local += a.b[1].x + i32(unused_variable.a);
    return local;
}

"
}

/// What to write for what: each occurrence is a change by itself.
pub const CHANGES: [(&str, &str); 40] = [
    ("0.0", "0.125"),
    ("1.0", "3.0"),
    ("0.5", "0.75"),
    ("1u", "9u"),
    ("2u", "11u"),
    ("64", "65"),
    (" + ", " - "),
    (" - ", " + "),
    (" * ", " / "),
    (" / ", " * "),
    (" > ", " >= "),
    (" < ", " > "),
    (" == ", " != "),
    (" += ", " -= "),
    ("||", "&&"),
    (" | ", " & "),
    (" ^ ", " | "),
    ("<<", ">>"),
    ("sin(", "cos("),
    ("cos(", "tan("),
    ("max(", "min("),
    ("all(", "any("),
    ("abs(", "sign("),
    ("exp2(", "exp("),
    ("countOneBits(", "countLeadingZeros("),
    ("workgroupBarrier", "storageBarrier"),
    ("atomicAdd", "atomicMax"),
    ("@location(0) @interpolate(flat)", "@location(5)"),
    ("@location(1)", "@location(3)"),
    ("@binding(0)", "@binding(5)"),
    ("@group(0)", "@group(4)"),
    ("rgba8unorm", "rgba16float"),
    ("read_write", "read"),
    (".x", ".y"),
    (".y", ".x"),
    (".zyxw", ".zyxx"),
    ("mass", "weight"),
    ("position", "place"),
    ("return true", "return false"),
    ("bitcast<i32>", "i32"),
];

/// A shader of so many functions, each of so many lines.
pub fn generated(functions: usize, lines: usize) -> String {
    let mut shader = String::from("@group(0) @binding(0) var<storage, read_write> data: array<u32>;\n");
    for function in 0..functions {
        shader += &format!("fn step_{function}(x: u32, y: f32) -> u32 {{\n");
        shader += "var i = x; var v = vec4<f32>(y, 1.0, 2.0, 3.0);\n";
        for line in 0..lines {
            shader += &match line % 4 {
                0 => format!("i = i * {}u + data[i % 7u] ^ x;\n", line + function),
                1 => format!("v = v * vec4<f32>({line}.0) + sin(v.yxwz);\n"),
                2 => format!("if i > {line}u {{ i = i - u32(v.x); }} else {{ data[i] = i; }}\n"),
                _ if function > 0 && line % 16 == 3 => format!("i = step_{}(i, v.y);\n", function - 1),
                _ => "for (var k = 0u; k < 4u; k++) { v.x = v.x + f32(k); }\n".to_owned(),
            };
        }
        shader += "return i; }\n";
    }
    shader += "@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3<u32>) {";
    shader + &format!("data[id.x] = step_{}(id.x, 1.0); }}\n", functions - 1)
}
