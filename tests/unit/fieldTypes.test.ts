import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exportedFields, exportedValue } from '../../resources/kit/exported.ts'
import { defineResource, f, type Field, type Resource } from '../../resources/kit/define.ts'
import { fieldSchema } from '../../resources/kit/fieldSchema.ts'
import { TEXT_COLUMN } from '../../resources/kit/types/columns.ts'
import { typed, type FieldTypeOf, type Lookups } from '../../resources/kit/types/fieldType.ts'
import { fieldTypes, holdsText, isOrdered, isWide, typeOf } from '../../resources/kit/types/index.ts'
import { zoneOf } from '../../resources/kit/zone.ts'
import { parseKeys, type Caller } from '../../resources/kit/access.ts'
import { problemsOf } from '../../resources/kit/validate.ts'
import { storable, toCreation } from '../../resources/kit/wire.ts'
import { rowOf } from '../../dataProvider/rows.ts'
import { fieldProblems } from '../../server/entities/fields.ts'
import { answerSchema, requestSchema } from '../../server/openapi/schema.ts'
import { databaseColumnsOf } from '../../server/storage/columns.ts'
import type { ImportLookups } from '../../src/import/lookups.ts'
import { Sheet } from '../../src/import/sheet/sheet.ts'
import { templateOf } from '../../src/import/template.ts'

const root: Caller = { id: 1, super_id: 1, project_id: null, keys: parseKeys('[]'), districts: [], types: [] }
const named: ImportLookups = { refs: new Map(), words: new Map(), zone: zoneOf('UTC') }

const lookups: Lookups = {
  language: 2,
  name: (path, id) => `${path} ${id}`,
  word: (dict, value) => `${dict} ${value}`,
  time: (at) => new Date(at).toISOString(),
}

it('JSON field is limited to the length in its definition', () => {
  const resource = resourceWith(f.json(label('It'), { max: 10 }))
  expect(problemsOf(resource, { it: '{"a":1}' })).toEqual({})
  expect(problemsOf(resource, { it: '{"a":"long"}' })).toEqual({
    it: { key: 'error.rule.maxLength', args: { max: 10 } },
  })
})

describe.each(Object.keys(fieldTypes) as (keyof typeof fieldTypes)[])('field type %s', (name) => {
  const said = { options: [{ value: 1, label: label('One') }], dict: 'ProtocalType', to: 'manage/area' } as const
  const needed = Object.fromEntries((fieldTypes[name].required ?? []).map((key) => [key, Reflect.get(said, key)]))
  const field = { type: name, label: label('It'), ...needed } as unknown as Field

  it('accepts its own examples, stores them in column form and accepts that form again', () => {
    for (const n of [0, 1, 30]) {
      const example = typeOf(field).example(field, n)
      expect(problemsOf(resourceWith(field), { it: example })).toEqual({})
      const stored = storable(field, example)
      expect(typeof stored).toBe(holdsText(field) ? 'string' : 'number')
      expect(storable(field, stored)).toBe(stored)
      expect(rowOf(resourceWith(field), { id: 1, it: stored })).toEqual({ id: 1, it: stored })
      expect(storable(field, typeOf(field).input(stored))).toBe(stored)
    }
  })

  it('exports a text or a number, and is in exported tables unless it has no exported form', () => {
    const value = exportedValue(field, {}, typeOf(field).example(field, 1), lookups)
    expect(['string', 'number']).toContain(typeof value)
    expect(exportedFields(resourceWith(field), true)).toEqual(typeOf(field).exported === null ? [] : ['it'])
  })

  it('has a shape, wire schema and column type that survive JSON', () => {
    expect(JSON.parse(JSON.stringify(typeOf(field).shape))).toEqual(typeOf(field).shape)
    expect(JSON.parse(JSON.stringify(typeOf(field).wire(field)))).toEqual(typeOf(field).wire(field))
    for (const engine of ['sqlite', 'postgres'] as const)
      expect(typeOf(field).column(field)[engine]).toMatch(/^[a-z ]+$/)
  })
})

/** A colour as #rrggbb: what the file of a new type would contain. */
const colour: FieldTypeOf<{ palette?: readonly string[] }, string> = {
  description: 'A colour.',
  shape: { palette: { type: 'array', items: { type: 'string' }, description: 'The colours to choose from.' } },
  column: () => TEXT_COLUMN,
  stored: (value) => String(value).trim().toLowerCase(),
  problem: (value, { palette }) =>
    typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value.trim()) && palette?.includes(value.trim()) !== false
      ? null
      : { key: 'error.rule.choice' },
  wire: () => ({ type: 'string', pattern: '^#[0-9a-f]{6}$' }),
  notes: ({ palette = [] }) => palette,
  exported: (value) => String(value).toUpperCase(),
  read: (text) => ({ value: text.replace(/^0x/, '#') }),
  takes: () => ['#rrggbb'],
  ordered: false,
  wide: ({ palette = [] }) => palette.length > 5,
  numeric: false,
  input: typed,
  example: () => '#336699',
}

describe('custom field type', () => {
  // Stands for the one line in resources/kit/types/index.ts.
  beforeAll(() => void Object.assign(fieldTypes, { colour }))
  afterAll(() => void Reflect.deleteProperty(fieldTypes, 'colour'))

  const field = { type: 'colour', label: label('Paint'), required: true, palette: ['#336699'] } as unknown as Field
  const resource = resourceWith(field)

  it('is validated and stored', () => {
    expect(problemsOf(resource, { it: '' })).toEqual({ it: { key: 'error.rule.required' } })
    expect(problemsOf(resource, { it: '#fff' })).toEqual({ it: { key: 'error.rule.choice' } })
    expect(problemsOf(resource, { it: '#336699' })).toEqual({})
    expect(toCreation(resource, { it: ' #336699 ' })).toEqual({ it: '#336699' })
    expect(rowOf(resource, { id: '1', it: '#336699' })).toEqual({ id: 1, it: '#336699' })
  })

  it('has a text column in SQLite and PostgreSQL', () => {
    for (const engine of ['sqlite', 'postgres'] as const)
      expect(databaseColumnsOf(resource, engine)).toEqual([{ name: 'it', type: 'text', default: null }])
  })

  it('is described in OpenAPI and in the schema of entity files', () => {
    const described = { type: 'string', pattern: '^#[0-9a-f]{6}$', description: 'Paint. #336699' }
    expect(requestSchema(resource, 'zhEN', true)).toMatchObject({ properties: { it: described }, required: ['it'] })
    expect(answerSchema(resource, 'zhEN')).toMatchObject({ properties: { it: { description: 'Paint. #336699' } } })
    const branch = fieldSchema().oneOf?.find(({ title }) => title === 'colour')
    expect(branch?.properties).toMatchObject({ type: { const: 'colour' }, label: {}, palette: { type: 'array' } })
  })

  it('is exported in its own format, with its own order, width and alignment settings', () => {
    expect(exportedValue(field, {}, '#33669a', lookups)).toBe('#33669A')
    expect([isOrdered(field), isWide(field), typeOf(field).numeric]).toEqual([false, false, false])
  })

  it('is read from an import file, and the template describes its format', () => {
    const sheet = new Sheet(resource, root, [['Paint'], ['0x336699']], named, null)
    const [row] = sheet.rows
    expect(row && sheet.judged(row)).toMatchObject({ values: { it: '#336699' }, problems: {} })
    const [, notes] = templateOf(
      { ...resource, csv: ['it'] },
      root,
      ([text]) => text,
      (key) => key,
    )
    expect(notes).toEqual(['# 说明: importing.template.required; #rrggbb'])
  })

  it('is accepted in an entity file, but not with an unsuitable rule', () => {
    expect(fieldProblems(resource, [])).toEqual([])
    expect(fieldProblems(resourceWith({ ...field, rules: ['digits'] }), [])).toHaveLength(1)
  })
})

it('entity file options can have codes, each code only once', () => {
  const problemsWith = (codes: readonly string[]) =>
    fieldProblems(
      resourceWith(
        f.choice(label('It'), { options: codes.map((code, at) => ({ value: at + 1, code, label: label('One') })) }),
      ),
      [],
    ).map(({ text }) => text)
  expect(problemsWith(['mail', 'post'])).toEqual([])
  expect(problemsWith(['mail', 'mail'])).toEqual([expect.stringContaining('one code to two options')])
})

it('f has a function for every field type', () => {
  expect(f.int(label('Size'), { min: 1 })).toEqual({ type: 'int', label: label('Size'), min: 1 })
  expect(Object.keys(f)).toEqual(Object.keys(fieldTypes))
})

function label(text: string): readonly [string, string, string] {
  return [text, text, text]
}

function resourceWith(field: Field): Resource {
  return defineResource({
    path: 'test/thing',
    api: 'godbThing',
    table: 'thing',
    menuKey: '3-4',
    label: label('Things'),
    noun: label('Thing'),
    screen: true,
    access: { create: null, edit: null, delete: null },
    scope: { project: null },
    title: 'it',
    fields: { it: field },
    list: ['it'],
    form: [{ fields: ['it'] }],
  })
}
