/** A generator of hostile input: the same seed gives the same input. */
export interface Hostile {
  /** Returns a number from 0 (inclusive) to 1. */
  random(): number
  pick<T>(list: readonly T[]): T
  /** Any JSON value that a client should not have sent. */
  value(): unknown
  /** Text for a path or a query, percent-encoded or broken on purpose. */
  piece(): string
}

/** Mulberry32: small, and good enough to choose with. */
export function hostile(seed: number): Hostile {
  let state = seed >>> 0
  const random = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  return { random, pick, value: () => pick(values)(random), piece: () => pick(pieces) }
}

const texts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udfff',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'NaN',
  '-1',
  '0',
  '1e309',
  '9'.repeat(16),
  '9'.repeat(400),
  "'; drop table device; --",
  '%',
  '_',
  '\\',
  '" onload="',
  '<script>',
  '$1',
  '{}',
  '[]',
  '{"String":',
  '1,2,',
  ',,,',
  '1,99999999999999',
  '２',
  '\u202e',
  '🎈'.repeat(70),
  '\r\n',
  '../../etc/passwd',
  '2026-02-30',
  'file:///etc/passwd',
  'http://[',
  '{"maplng":"x","maplat":{}}',
  '[[1e400,2]]',
] as const
const numbers = [0, -0, -1, 1, 0.1, 1e-300, 1e15, -1e15, 2 ** 31, 2 ** 53, 2 ** 63, -(2 ** 63), 1e308, -1e308] as const

const values: readonly ((random: () => number) => unknown)[] = [
  (random) => texts[Math.floor(random() * texts.length)],
  (random) => texts[Math.floor(random() * texts.length)],
  (random) => numbers[Math.floor(random() * numbers.length)],
  () => null,
  () => true,
  () => [],
  () => {
    return {}
  },
  () => [1, [2, { a: null }]],
  () => [{ id: '1' }, null, '\u0000'],
  () => 'x'.repeat(100_001),
  () => Array.from({ length: 1001 }, (_, i) => i),
  () => ({ String: 'x', Valid: true }),
  () => ({ String: '\u0000', Valid: true }),
  () => ({ String: { a: 1 }, Valid: 'yes' }),
  () => ({ toString: 1, valueOf: null, length: -1 }),
  () => ({ constructor: { prototype: 1 } }),
  () => JSON.parse(`${'['.repeat(200)}${']'.repeat(200)}`) as unknown,
]

const pieces = [
  '0',
  '-1',
  '1.5',
  '1e308',
  '9'.repeat(16),
  '9'.repeat(199),
  '%00',
  'a%00b',
  '%ED%A0%80',
  '%',
  '%zz',
  '%2e%2e%2f%2e%2e',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  "'%20or%201=1",
  '%25',
  '%F0%9F%8E%88',
  'NaN',
  'null',
  'undefined',
  '1,2',
  '[]',
  '%5B%7B%7D%5D',
  '1;2',
  '1%0d%0aset-cookie:x',
  'x'.repeat(300),
] as const
