import jsep from 'jsep'

/**
 * The expressions that users may store (node_script, shadow_script): one small language for console and server, parsed
 * by jsep and run by closures of our own, so that nothing stored is ever executed as code.
 *
 * - Names: `value`, the node's value; a caller may pass others. Any other name is refused.
 * - Literals: numbers, 'text', "text", true, false, null.
 * - Operators, as in JavaScript: + - * / % **, < <= > >= == != === !==, && || ?? !, ~ & | ^ << >> >>>, a ? b : c, brackets.
 * - Functions: abs, ceil, exp, floor, log, log10, max, min, pow, round(x, digits = 0), sqrt, trunc.
 * - There is no member access, index, assignment, array, object, `this`, loop or definition: the running time is bounded
 *   by the number of nodes.
 * - Limits checked before parsing: 500 characters, brackets 32 deep; after parsing: 200 nodes; while running: texts of
 *   at most 4,096 characters.
 *
 * `value * 0.1`, `round(value / 3.6, 1)`, `value > 0 ? 'on' : 'off'`
 */
export type Primitive = number | string | boolean | null

export type Scope = Readonly<Record<string, Primitive>>

/** A parsed expression: a pure function, which throws ExpressionError only for a text that grows too long. */
export type Expression = (scope: Scope) => Primitive

export class ExpressionError extends Error {
  override name = 'ExpressionError'
}

export const EXPRESSION_LIMITS = { characters: 500, depth: 32, nodes: 200, text: 4096 } as const

/**
 * Parses an expression over the given names.
 *
 * @throws ExpressionError if it is too large, malformed or uses something the language does not have
 */
export function compileExpression(source: string, names: readonly string[] = ['value']): Expression {
  checkSize(source)
  let parsed: jsep.Expression
  try {
    parsed = jsep(source)
  } catch (failure) {
    throw new ExpressionError(failure instanceof Error ? failure.message : 'syntax')
  }
  let nodes = 0
  const build = (node: jsep.Expression): Expression => {
    if (++nodes > EXPRESSION_LIMITS.nodes) throw new ExpressionError('too many parts')
    const builder = Object.hasOwn(builders, node.type) ? builders[node.type] : undefined
    if (builder === undefined) throw new ExpressionError(`${node.type} is not part of the language`)
    return builder(node, build, names)
  }
  return build(parsed)
}

function checkSize(source: string): void {
  if (source.trim() === '') throw new ExpressionError('empty')
  if (source.length > EXPRESSION_LIMITS.characters) throw new ExpressionError('too long')
  let depth = 0
  for (const character of source) {
    if ('([{'.includes(character)) depth++
    else if (')]}'.includes(character)) depth--
    if (depth > EXPRESSION_LIMITS.depth) throw new ExpressionError('nested too deep')
  }
}

type Build = (node: jsep.Expression) => Expression
type Builder = (node: jsep.Expression, build: Build, names: readonly string[]) => Expression

/** The node types of the language; a type without an entry is refused. */
const builders: Readonly<Record<string, Builder>> = {
  Literal: (node) => {
    const { value } = node as jsep.Literal
    if (value !== null && typeof value === 'object') throw new ExpressionError('unknown literal')
    return () => value
  },
  Identifier: (node, _build, names) => {
    const { name } = node as jsep.Identifier
    if (!names.includes(name)) throw new ExpressionError(`unknown name ${name}`)
    return (scope) => (Object.hasOwn(scope, name) ? (scope[name] ?? null) : null)
  },
  UnaryExpression: (node, build) => {
    const { operator, argument } = node as jsep.UnaryExpression
    const apply = entry(unary, operator)
    const operand = build(argument)
    return (scope) => apply(operand(scope))
  },
  BinaryExpression: (node, build) => {
    const { operator, left, right } = node as jsep.BinaryExpression
    const [a, b] = [build(left), build(right)]
    if (Object.hasOwn(lazy, operator)) return entry(lazy, operator)(a, b)
    const apply = entry(binary, operator)
    return (scope) => apply(a(scope), b(scope))
  },
  ConditionalExpression: (node, build) => {
    const { test, consequent, alternate } = node as jsep.ConditionalExpression
    const [condition, yes, no] = [build(test), build(consequent), build(alternate)]
    return (scope) => (condition(scope) ? yes(scope) : no(scope))
  },
  CallExpression: (node, build) => {
    const { callee, arguments: given } = node as jsep.CallExpression
    if (callee.type !== 'Identifier') throw new ExpressionError('only functions by name can be called')
    const apply = entry(functions, (callee as jsep.Identifier).name)
    const operands = given.map(build)
    return (scope) => apply(...operands.map((operand) => Number(operand(scope))))
  },
}

const unary: Readonly<Record<string, (a: Primitive) => Primitive>> = {
  '-': (a) => -Number(a),
  '+': (a) => Number(a),
  '!': (a) => !a,
  '~': (a) => ~Number(a),
}

/** The right operand is evaluated only if it is needed. */
const lazy: Readonly<Record<string, (a: Expression, b: Expression) => Expression>> = {
  '&&': (a, b) => (scope) => a(scope) && b(scope),
  '||': (a, b) => (scope) => a(scope) || b(scope),
  '??': (a, b) => (scope) => a(scope) ?? b(scope),
}

const arithmetic = (apply: (a: number, b: number) => Primitive) => (a: Primitive, b: Primitive) =>
  apply(Number(a), Number(b))
/** Two texts compare as texts, anything else as numbers. */
const order =
  (numbers: (a: number, b: number) => boolean, texts: (a: string, b: string) => boolean) =>
  (a: Primitive, b: Primitive) =>
    typeof a === 'string' && typeof b === 'string' ? texts(a, b) : numbers(Number(a), Number(b))
// eslint-disable-next-line eqeqeq -- the language's == is JavaScript's, so that stored scripts keep their meaning
const loose = (a: Primitive, b: Primitive): boolean => a == b

const binary: Readonly<Record<string, (a: Primitive, b: Primitive) => Primitive>> = {
  '+': (a, b) => (typeof a === 'string' || typeof b === 'string' ? bounded(`${a}${b}`) : Number(a) + Number(b)),
  '-': arithmetic((a, b) => a - b),
  '*': arithmetic((a, b) => a * b),
  '/': arithmetic((a, b) => a / b),
  '%': arithmetic((a, b) => a % b),
  '**': arithmetic((a, b) => a ** b),
  '&': arithmetic((a, b) => a & b),
  '|': arithmetic((a, b) => a | b),
  '^': arithmetic((a, b) => a ^ b),
  '<<': arithmetic((a, b) => a << b),
  '>>': arithmetic((a, b) => a >> b),
  '>>>': arithmetic((a, b) => a >>> b),
  '<': order(
    (a, b) => a < b,
    (a, b) => a < b,
  ),
  '<=': order(
    (a, b) => a <= b,
    (a, b) => a <= b,
  ),
  '>': order(
    (a, b) => a > b,
    (a, b) => a > b,
  ),
  '>=': order(
    (a, b) => a >= b,
    (a, b) => a >= b,
  ),
  '==': loose,
  '!=': (a, b) => !loose(a, b),
  '===': (a, b) => a === b,
  '!==': (a, b) => a !== b,
}

const functions: Readonly<Record<string, (...values: number[]) => number>> = {
  abs: (a) => Math.abs(a ?? Number.NaN),
  ceil: (a) => Math.ceil(a ?? Number.NaN),
  exp: (a) => Math.exp(a ?? Number.NaN),
  floor: (a) => Math.floor(a ?? Number.NaN),
  log: (a) => Math.log(a ?? Number.NaN),
  log10: (a) => Math.log10(a ?? Number.NaN),
  max: (...values) => Math.max(...values),
  min: (...values) => Math.min(...values),
  pow: (a, b) => (a ?? Number.NaN) ** (b ?? Number.NaN),
  round: (a, digits = 0) => Math.round((a ?? Number.NaN) * 10 ** digits) / 10 ** digits,
  sqrt: (a) => Math.sqrt(a ?? Number.NaN),
  trunc: (a) => Math.trunc(a ?? Number.NaN),
}

/**
 * Looks up a table entry by an untrusted name: own keys only, so that "constructor" and "__proto__" are unknown names
 * like any other.
 */
function entry<T>(table: Readonly<Record<string, T>>, name: string): T {
  const found = Object.hasOwn(table, name) ? table[name] : undefined
  if (found === undefined) throw new ExpressionError(`${name} is not part of the language`)
  return found
}

function bounded(text: string): string {
  if (text.length > EXPRESSION_LIMITS.text) throw new ExpressionError('text too long')
  return text
}
