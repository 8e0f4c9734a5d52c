import { describe, expect, it } from 'vitest'
import { defineResource, f } from '../../resources/kit/define.ts'
import {
  fromWire,
  isWrapped,
  storable,
  toChange,
  toCreation,
  toRequest,
  toWire,
  unwrap,
  wrap,
} from '../../resources/kit/wire.ts'

const label = ['名', '名', 'Name'] as const
const entity = defineResource({
  path: 'test/thing',
  api: 'test',
  table: 'thing',
  menuKey: '9-9',
  label,
  noun: label,
  screen: true,
  access: { create: null, edit: null, delete: null },
  scope: { project: null },
  title: 'name',
  fields: {
    name: f.text(label, { required: true }),
    note: f.longText(label, { wrapped: true }),
    password: f.text(label, { secret: true }),
    single: f.flag(label),
    box: f.ref(label, { to: 'manage/gateway', when: { field: 'single', in: [0] }, blankWhenHidden: true }),
    areas: f.ref(label, { to: 'manage/area', many: true }),
    online: f.flag(label, { computed: true }),
    code: f.text(label, { readOnly: true }),
  },
  list: ['name'],
  form: [{ fields: ['name'] }],
})

describe('wrapped text', () => {
  it.each([['a'], [''], ['{"String":"x","Valid":true}'], [null]])('%j is unchanged after wrap and unwrap', (text) =>
    expect(unwrap(wrap(text))).toBe(text),
  )
  it('is not valid for null and undefined', () => {
    expect(wrap(null)).toEqual({ String: '', Valid: false })
    expect(wrap(undefined)).toEqual({ String: '', Valid: false })
  })
  it('is unwrapped from the plain form too', () => {
    expect(unwrap('a')).toBe('a')
    expect(unwrap(7)).toBe('7')
    expect(unwrap(undefined)).toBeNull()
    expect(unwrap({ String: 'old', Valid: false })).toBeNull()
  })
  it('is converted to text from any value, even from an object without toString', () => {
    expect(unwrap([1, 2])).toBe('1,2')
    expect(unwrap({ toString: null })).toBe('{"toString":null}')
    expect(unwrap({ String: { toString: null }, Valid: true })).toBe('{"String":{"toString":null},"Valid":true}')
  })
  it('is distinguished from other objects by isWrapped', () => {
    expect(isWrapped({ String: 'a', Valid: true })).toBe(true)
    for (const other of [null, 'a', [], {}, { String: 'a' }, { String: 1, Valid: true }])
      expect(isWrapped(other)).toBe(false)
  })
})

describe('rows on the wire', () => {
  it('toWire wraps text, keeps unknown columns and omits secrets', () => {
    expect(toWire(entity, { id: 1, name: 'a', note: null, password: 'hash', extra: 5 })).toEqual({
      id: 1,
      name: 'a',
      note: { String: '', Valid: false },
      extra: 5,
    })
  })

  it('fromWire reads wrapped and plain text', () => {
    expect(
      fromWire(entity, { id: 1, note: { String: 'n', Valid: true }, other: { String: 'o', Valid: true } }),
    ).toEqual({ id: 1, note: 'n', other: 'o' })
    expect(fromWire(entity, { id: 1, note: 'n' })).toEqual({ id: 1, note: 'n' })
    expect(fromWire(entity, { id: 1 })).toEqual({ id: 1 })
  })

  it('toRequest keeps only known writable fields and clears those hidden by their condition', () => {
    const sent = toRequest(entity, {
      id: 1,
      name: ' a ',
      note: '',
      single: '1',
      box: 9,
      areas: [1, ' 2'],
      online: 1,
      code: 'x',
      created_at: 5,
      evil: true,
    })
    expect(sent).toEqual({ name: 'a', note: { String: '', Valid: false }, single: 1, box: null, areas: '1,2' })
  })

  it('toRequest returns only the fields of a partial request', () =>
    expect(Object.keys(toRequest(entity, { name: 'b' }))).toEqual(['name']))

  it('toCreation omits empty fields, but keeps empty wrapped text', () => {
    expect(toCreation(entity, { name: 'a', note: '', single: 1, box: 9, areas: '', password: '' })).toEqual({
      name: 'a',
      note: { String: '', Valid: false },
      single: 1,
    })
  })

  it('toChange omits fields that are empty and were null, hidden or missing before', () => {
    const before = { name: 'a', single: 1, box: 0 }
    expect(toChange(entity, { name: 'b', note: '', single: 1, box: '', areas: '', password: '' }, before)).toEqual({
      name: 'b',
    })
    expect(toChange(entity, { name: 'a', single: 0, box: '' }, { ...before, box: null })).toEqual({ single: 0 })
  })

  it('toChange clears a number with null and a text with an empty text', () => {
    const before = { name: 'a', note: 'n', single: 0, box: 7, areas: '1,2' }
    expect(toChange(entity, { ...before, note: '', box: '', areas: '' }, before)).toEqual({
      note: { String: '', Valid: false },
      box: null,
      areas: '',
    })
  })

  it('toRequest ignores fields named like prototype properties', () => {
    const sent = toRequest(entity, JSON.parse('{"__proto__":{"name":"x"},"constructor":1}') as Record<string, unknown>)
    expect(Object.keys(sent)).toEqual([])
  })
})

describe('storable', () => {
  it.each([
    [f.int(label), ' 7 ', 7],
    [f.decimal(label), '0.5', 0.5],
    [f.flag(label), '1', 1],
    [f.text(label), ' a ', 'a'],
    [f.text(label), '   ', null],
    [f.text(label), 12, '12'],
    [f.ref(label, { to: 'x/y', many: true }), '1, 2', '1,2'],
    [f.longText(label, { wrapped: true }), { String: 'a', Valid: true }, 'a'],
    [f.longText(label, { wrapped: true }), { String: 'a', Valid: false }, null],
  ] as const)('of %j converts %j to %j', (field, value, stored) => expect(storable(field, value)).toBe(stored))
})
