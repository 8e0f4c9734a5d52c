import { describe, expect, it } from 'vitest'
import { compileExpression, EXPRESSION_LIMITS, ExpressionError } from '../../resources/kit/expression.ts'

const run = (source: string, value: number | string = 5) => compileExpression(source)({ value })

describe('compileExpression', () => {
  it.each([
    ['value', 5],
    ['value * 0.1 + 3', 3.5],
    ['-value', -5],
    ['(value + 1) * 2', 12],
    ['2 ** 3 ** 2', 512],
    ['value % 3', 2],
    ["value > 0 ? 'on' : 'off'", 'on'],
    ["value == 0 ? '关' : '开'", '开'],
    ['value & 1', 1],
    ['!value || false', false],
    ['null ?? 4', 4],
    ['round(value / 3, 2)', 1.67],
    ['max(value, 9, 2)', 9],
    ['abs(0 - value)', 5],
    ["'a' + value", 'a5'],
    ["'b' > 'a'", true],
    ['true', true],
  ])('evaluates %s to %s', (source, expected) => expect(run(source)).toBe(expected))

  it('evaluates the right operand only when needed', () => {
    const long = `'${'x'.repeat(400)}'`
    const grows = compileExpression(`value == 1 || a + a + a + a + a + a + a + a + a + a + a + ${long}`, ['value', 'a'])
    const scope = { a: 'y'.repeat(500) }
    expect(grows({ ...scope, value: 1 })).toBe(true)
    expect(() => grows({ ...scope, value: 2 })).toThrow(ExpressionError)
  })

  it('accepts only the given variable names', () => {
    expect(compileExpression('a + b', ['a', 'b'])({ a: 1, b: 2 })).toBe(3)
    expect(() => compileExpression('value', ['a'])).toThrow(ExpressionError)
  })
})

describe('compileExpression with hostile input', () => {
  it.each([
    'constructor',
    '__proto__',
    'toString',
    'hasOwnProperty("a")',
    'constructor("return process")()',
    'constructor.constructor("return process")()',
    'value.constructor',
    'value["constructor"]',
    '"".constructor',
    '(1).toFixed(2)',
    'this',
    'this.value',
    'globalThis',
    'window',
    'process',
    'fetch("/v1/logout")',
    'eval("1")',
    'Function("return 1")()',
    'import("fs")',
    'value = 5',
    'value++',
    '[1,2,3]',
    '[].constructor',
    '{}',
    '({})',
    '(function(){})()',
    '() => 1',
    'while(true){}',
    'for(;;){}',
    '1;2',
    '1, 2',
    'new Date()',
    'typeof value',
    'valueOf()',
    '`${value}`',
    '/a/.test("a")',
    'abs',
    'abs.call(1)',
    'round.constructor("return 1")',
    'value ? ',
    '1 +',
    ')(',
    '',
    '   ',
  ])('rejects %j before running it', (source) => expect(() => compileExpression(source)).toThrow(ExpressionError))

  it('rejects more than 32 levels of nesting without a stack overflow', () => {
    expect(() => compileExpression(`${'('.repeat(33)}1${')'.repeat(33)}`)).toThrow('nested too deep')
    expect(() => compileExpression(`${'('.repeat(20_000)}1`)).toThrow(ExpressionError)
    expect(compileExpression(`${'('.repeat(32)}1${')'.repeat(32)}`)({})).toBe(1)
  })

  it('rejects input that is too long or has too many parts', () => {
    expect(() => compileExpression(`${' '.repeat(EXPRESSION_LIMITS.characters)}1`)).toThrow('too long')
    expect(() => compileExpression(Array(120).fill('1').join('+'))).toThrow('too many parts')
    expect(typeof compileExpression(`${'-'.repeat(0)}${'!'.repeat(190)}1`)({})).toBe('boolean')
  })

  it('reads only own properties of the scope', () => {
    const scope = Object.create({ value: 7 }) as Record<string, number>
    expect(compileExpression('value')(scope)).toBeNull()
  })

  it('does not access prototypes', () => {
    for (const source of ['__proto__ + 1', 'value["__proto__"]["x"]'])
      expect(() => compileExpression(source)).toThrow(ExpressionError)
    expect(({} as Record<string, unknown>)['x']).toBeUndefined()
  })
})
