//! Programs, and changes to them.

/// A program, twice.
pub struct Program {
    /// Without comments.
    pub source: &'static str,
    /// With other spaces, comments, quotes and parentheses, numbers written in other ways, and semicolons left out.
    pub reformatted: &'static str,
    /// Whether it is a module.
    pub is_module: bool,
}

const fn script(source: &'static str, reformatted: &'static str) -> Program {
    Program { source, reformatted, is_module: false }
}

const fn module(source: &'static str, reformatted: &'static str) -> Program {
    Program { source, reformatted, is_module: true }
}

/// Together they have nearly every node of the language.
pub const PROGRAMS: [Program; 13] = [
    script(
        "function gcd(a, b) {
    while (b !== 0) {
        let rest = a % b;
        a = b;
        b = rest;
    }
    return a < 0 ? -a : a;
}
console.log(gcd(12, 18) + gcd(-5, 25) * 2);
",
        "// Euclid's algorithm.
function gcd( a, b )
{
    while ((b) !== 0) { let rest = (a % b); a = b; b = rest }
    /* never negative */
    return ((a < 0) ? (-a) : a)
}

console.log((gcd(0xc, 1_8) + (gcd((-5), 2.5e1) * 2)))
",
    ),
    script(
        "'use strict';
const primes = [];
outer: for (let n = 2; primes.length < 100; n++) {
    for (const prime of primes) {
        if (prime * prime > n) break;
        if (n % prime === 0) continue outer;
    }
    primes.push(n);
}
for (var index in primes) { total += primes[index]; }
do { total >>>= 1; } while (total > 1000 || !total);
",
        "\"use strict\" // strictly
const primes = []
outer:
for (let n = 2; (primes.length < 100); n++)
{
    for (const prime of (primes))
    {
        if ((prime * prime) > n) break
        if ((n % prime) === 0) continue outer
    }
    primes.push(n)
}
for (var index in primes) { (total) += primes[(index)] }
do { total >>>= 1 } while ((total > 1e3) || (!total))
",
    ),
    script(
        "class Stack extends Array {
    #depth = 0;
    static limit = 16;
    static { Stack.limit *= 2; }
    constructor(...items) { super(); items.forEach((item) => this.push(item)); }
    get depth() { return this.#depth; }
    set depth(value) { this.#depth = value; }
    static of(item) { return new Stack(item, null); }
    push(item) { this.#depth += 1; return super.push(item); }
    *[Symbol.iterator]() { yield* this.slice(0, this.#depth); yield; }
    static isStack(it) { return #depth in it && new.target === undefined; }
    async drain() { for await (const item of this) await item.close(); }
}
",
        "class Stack
    extends (Array) // of anything
{
    #depth = 0
    static limit = 0b10000
    static { Stack.limit *= 2 }
    constructor( ...items ) { super(); items.forEach(((item) => (this.push(item)))) }
    get depth() { return this.#depth }
    set depth(value) { this.#depth = (value) }
    static of(item) { return (new Stack(item, null)) }
    push(item) { (this.#depth) += 1; return super.push(item) }
    *[(Symbol.iterator)]() { yield* (this.slice(0, (this.#depth))); yield /* nothing */ }
    static isStack(it) { return (#depth in it) && (new.target === undefined) }
    async drain() { for await (const item of this) await (item.close()) }
}
",
    ),
    script(
        "const { a, b: [c, , d = 4, ...others], ['e' + 1]: e = {}, ...rest } = source;
let x, y, z;
({ x, y: z.field, [x]: z[0] = 1, ...z.rest } = source);
[x, y = 2, , [z], ...others] = [y, x];
function swap({ left, right = left }, [first, second] = [right], ...last) {
    return { left: right, right: left, first, second, last };
}
for (const [key, value] of Object.entries(rest)) { x[key] = value; }
for ([x, y] of pairs) ;
for (z.field in rest) ;
",
        "const { a, b: [ c, , d = (4), ...others ], [(\"e\" + 1)]: e = {}, ...rest } = source
let x, y, z
;({ x, y: (z.field), [x]: z[0] = 1, ...z.rest } = source)
;[x, y = 2, , [z], ...others] = [(y), (x),]
function swap( { left, right = left } , [ first, second ] = [ right ] , ...last )
{
    return { left: right, right: left, first, second, last, } // the other way round
}
for (const [ key, value ] of (Object.entries(rest))) { x[key] = value }
for ([x, y] of pairs);
for ((z.field) in rest);
",
    ),
    script(
        "try {
    risky();
} catch ({ message, code = 1 }) {
    switch (code) {
        case 1:
        case 'two': report(message); break;
        default: throw new Error(`code ${code}: ${message}`, { cause: code });
    }
} finally {
    cleanup?.();
}
try { other(); } catch { debugger; }
if (failed) { retry(); } else if (slow) wait(5); else { ; }
",
        "try { risky() }
catch ({ message, code = 1 })
{
    switch ((code))
    {
        case 1: case \"two\":
            report(message)
            break
        default:
            throw (new Error(`code ${ code }: ${ (message) }`, { cause: code }))
    }
}
finally { cleanup?.() }
try { other() } catch { debugger }
if ((failed)) { retry() }
else if (slow) wait((5)) // seconds
else { ; }
",
    ),
    script(
        "const text = tag`first ${1 + 2} second ${name}\\n`;
const pattern = /^(\\d+)-[a-z]*$/giu;
const large = 123456789n ** 2n, small = .5e-3, octal = 0o17;
const flags = ~large & 7 | 3 ^ 1 << 2 >> 1;
const sentence = 'it is' + \"done\";
const values = [void 0, typeof text, delete flags.x, !pattern.test(text), +octal, -small, null, true, false];
const compared = values == null || values != 1 && values <= 2 || values >= 3 || values instanceof Array;
const unset = text ?? pattern?.exec?.(text)?.[0]?.length;
total ||= 1, total &&= 2, total ??= 3, total **= 4, total--, --total, ++total;
",
        "const text = tag`first ${ (1 + 2) } second ${ name }\\n`
const pattern = /^(\\d+)-[a-z]*$/giu
const large = 0x75bcd15n ** (2n), small = 0.0005, octal = 15
const flags = (((~large) & 7) | (3 ^ ((1 << 2) >> 1)))
const sentence = (\"it is\") + 'done'
const values = [(void 0), (typeof text), (delete flags.x), (!pattern.test(text)), (+octal), (-small), null, true, false]
const compared = (values == null) || ((values != 1) && (values <= 2)) || (values >= 3) || (values instanceof Array)
const unset = text ?? (pattern?.exec?.(text)?.[0]?.length)
;(total ||= 1), (total &&= 2), (total ??= 3), (total **= 4), (total--), (--total), (++total)
",
    ),
    module(
        "import defaults, { one, two as second, 'a b' as third } from './numbers.js';
import * as everything from 'everything';
import data from './data.json' with { type: 'json', 'quoted': 'yes' };
import './effects.js';
export * from './all.js';
export * as named from './named.js';
export { one, second as default, third as 'c d' };
export { four, five as six } from './more.js';
export const seven = 7, eight = import.meta.url;
export function nine() { return import('./lazy.js', { with: { type: 'json' } }); }
export class Ten {}
",
        "// Numbers.
import defaults, { one, two as second, \"a b\" as third, } from \"./numbers.js\"
import * as everything from \"everything\"
import data from \"./data.json\" with { type: \"json\", \"quoted\": \"yes\" }
import \"./effects.js\"
export * from \"./all.js\"
export * as named from \"./named.js\"
export { one, second as default, third as \"c d\", }
export { four, five as six, } from \"./more.js\"
export const seven = (7), eight = (import.meta.url)
export function nine() { return (import(\"./lazy.js\", { with: { type: \"json\" }, })) }
export class Ten { /* no more */ }
",
    ),
    module(
        "export default async function* pages(url, { limit = 10, ...options } = {}) {
    let next = url;
    while (next && limit-- > 0) {
        const response = await fetch(next, options);
        if (!response.ok) throw new TypeError(response.statusText);
        const { items, link } = await response.json();
        yield* items.filter(async ({ id }) => await known(id));
        next = link?.next ?? null;
    }
}
await Promise.all([1, 2].map(async (page) => { await pages(page).next(); }));
",
        "export default async function *pages ( url, { limit = 10, ...options } = {} )
{
    let next = (url)
    while (next && ((limit--) > 0))
    {
        const response = (await fetch(next, options))
        if ((!response.ok)) throw (new TypeError(response.statusText))
        const { items, link } = await (response.json())
        yield* (items.filter((async ({ id }) => (await known(id)))))
        next = (link?.next) ?? (null)
    }
}
await (Promise.all([1, 2].map(async (page) => { await (pages(page).next()) })))
",
    ),
    module(
        "export default class extends mixin(Base, Other) {
    static async *#secret() { yield await 1; }
    static accessor size = 3;
    'quoted key' = 1;
    42() { return this; }
    static async method() { return Reflect.construct(Base, [...arguments], new.target); }
}
",
        "export default class extends (mixin(Base, (Other)))
{
    static async *#secret() { yield (await 1) }
    static accessor size = (3)
    \"quoted key\" = 1
    0x2a() { return this }
    static async method() { return Reflect.construct(Base, [...(arguments)], new.target) }
}
",
    ),
    script(
        "var curry = f => a => b => f(a, b), add = curry((a, b) => a + b);
var memo = function memo(f) {
    var cache = new Map;
    return function (key) {
        if (!cache.has(key)) cache.set(key, f.call(this, key));
        return cache.get(key);
    };
};
var point = { x: 1, 'y': 2, [`z${add(1)(2)}`]: 3, get sum() { return this.x + this.y; }, set sum(_) {}, async run() {},
    *all() { yield this.x; }, __proto__: null, ...add };
(function () { return arguments.length; })(1, 2);
(() => ({}))();
",
        "var curry = (f) => ((a) => ((b) => (f(a, b)))), add = curry((a, b) => (a + b))
var memo = function memo( f )
{
    var cache = new Map() // by key
    return function( key )
    {
        if (!(cache.has(key))) cache.set(key, (f.call(this, key)))
        return cache.get(key)
    }
}
var point = { x: 1, \"y\": 2, [(`z${ (add(1)(2)) }`)]: 3, get sum() { return (this.x + this.y) }, set sum(_) { },
    async run() { }, *all() { yield (this.x) }, __proto__: null, ...(add), }
;((function () { return (arguments.length) })(1, 2))
;((() => ({})))()
",
    ),
    script(
        "with (settings) { level = name; }
while (true) { if (now() > deadline) break; }
loop: do { continue loop; } while (0);
label: { break label; }
for (;;) { throw 'never'; }
for (let i = 0, j = 10; i < j; i += 2, j -= 1) sum = sum * i / j;
let undefinedYet;
new Date().getTime(), new (pick())(1), new a.b.C;
",
        "with ((settings)) { level = name }
while ((true)) { if ((now() > deadline)) break }
loop: do { continue loop } while ((0))
label: { break label }
for ( ; ; ) { throw (\"never\") }
for (let i = 0, j = 10; (i < j); (i += 2), (j -= 1)) sum = ((sum * i) / j)
let undefinedYet /* until later */
;(new Date).getTime(), (new (pick())(1)), new (a.b.C)()
",
    ),
    script(
        "#!/usr/bin/env node
const tree = (node, depth = 0) => node == null ? [] : [
    ...tree(node.left, depth + 1),
    { value: node.value, depth },
    ...tree(node.right, depth + 1),
];
function* walk(node) { if (node) { yield* walk(node.left); const got = yield node.value; if (got) return got; } }
const parsed = JSON.parse(input, function (key, value) { return key === 'date' ? new Date(value) : value; });
",
        "#!/usr/bin/env node
const tree = (node, depth = 0) => ((node == null) ? [] : [ ...(tree(node.left, (depth + 1))),
    { value: node.value, depth }, ...(tree(node.right, (depth + 1))) ])
function *walk(node)
{
    // Left to right.
    if (node) { yield* (walk(node.left)); const got = (yield node.value); if (got) return got }
}
const parsed = JSON.parse(input, (function(key, value)
{
    return (key === \"date\") ? (new Date(value)) : value
}))
",
    ),
    script(
        "async function load(urls) {
    const [first, ...others] = await Promise.allSettled(urls.map((url) => fetch(url)));
    using handle = open(first.value);
    for (const { status, reason: { message } = {} } of others) {
        if (status !== 'fulfilled') console.warn(`${message}`);
    }
    return others.reduce((sum, { value }) => sum + (value?.size ?? 0), 0);
}
",
        "async function load( urls )
{
    const [ first, ...others ] = (await (Promise.allSettled(urls.map((url) => (fetch(url))))))
    using handle = (open(first.value)) // closed at the end
    for (const { status, reason: { message } = {} } of others) { if ((status !== \"fulfilled\")) console.warn(`${ (message) }`) }
    return (others.reduce((sum, { value }) => (sum + ((value?.size) ?? 0)), 0))
}
",
    ),
];

/// What to write for what: each occurrence is a change by itself.
pub const CHANGES: [(&str, &str); 78] = [
    ("let ", "const "),
    ("let ", "var "),
    ("const ", "let "),
    ("var ", "let "),
    ("using ", "let "),
    (" + ", " - "),
    (" - ", " + "),
    (" * ", " / "),
    (" / ", " * "),
    (" % ", " * "),
    (" ** ", " * "),
    (" < ", " <= "),
    (" > ", " >= "),
    (" <= ", " < "),
    (" >= ", " > "),
    (" === ", " == "),
    (" !== ", " != "),
    (" == ", " === "),
    (" != ", " !== "),
    (" && ", " || "),
    (" || ", " && "),
    (" ?? ", " || "),
    (" | ", " & "),
    (" ^ ", " | "),
    (" & ", " | "),
    (" << ", " >> "),
    (" >> ", " >>> "),
    (" instanceof ", " in "),
    (" in ", " of "),
    (" of ", " in "),
    (" += ", " -= "),
    (" -= ", " += "),
    (" = ", " += "),
    (">>>=", ">>="),
    ("||=", "&&="),
    ("&&=", "??="),
    ("??=", "||="),
    ("**=", "*="),
    ("++", "--"),
    ("--", "++"),
    ("++total", "total++"),
    ("~", "-"),
    ("!", "~"),
    ("void ", "typeof "),
    ("typeof ", "void "),
    ("delete ", "void "),
    ("?.", "."),
    ("...", ""),
    ("yield*", "yield"),
    ("yield ", "yield* "),
    ("await ", ""),
    ("async ", ""),
    ("function* ", "function "),
    ("function ", "function* "),
    ("static ", ""),
    ("get ", ""),
    ("set ", "get "),
    ("this", "that"),
    ("super", "this"),
    ("new ", ""),
    ("true", "false"),
    ("false", "true"),
    ("null", "undefined"),
    ("break;", ";"),
    ("break label", "break"),
    ("continue", "break"),
    ("continue outer", "continue"),
    ("throw ", "return "),
    ("return ", "void "),
    ("debugger;", ";"),
    ("default:", "case 7:"),
    ("giu", "gi"),
    ("\\d", "\\w"),
    ("#depth", "#height"),
    ("while (", "if ("),
    ("export default ", ""),
    (" with { type: 'json', 'quoted': 'yes' }", ""),
    ("extends ", "/* */"),
];
