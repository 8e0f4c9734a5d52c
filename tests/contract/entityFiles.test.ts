import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { resources as builtIn } from '../../resources/index.ts'
import type { Resource } from '../../resources/kit/define.ts'
import { schemaText } from '../../server/entities/cli.ts'
import { firstFile } from '../../server/entities/first.ts'
import { takeIn } from '../../server/entities/read.ts'

const examples = ['inspection-round.json', 'spare-part.json'].map((name) => ({ name, text: readFileSync(`examples/${name}`, 'utf8') }))
const example = (name: string): Record<string, unknown> => JSON.parse(examples.find((file) => file.name === name)?.text ?? '') as Record<string, unknown>

/** What is said of an entity file. */
const said = (value: unknown): string[] => takeIn([{ name: 'a.json', text: typeof value === 'string' ? value : JSON.stringify(value) }], builtIn).problems.map(({ at, text }) => `${at}: ${text}`)

describe('an entity of a file', () => {
  it.each(builtIn.map((resource) => [resource.path, resource] as const))('could be the built-in %s: its JSON form passes, and comes back the same', (_path, resource) => {
    const others = builtIn.filter((other) => other !== resource)
    const { joined, problems } = takeIn([{ name: 'built-in.json', text: JSON.stringify(resource) }], others)
    expect(problems).toEqual([])
    expect(joined).toEqual([{ file: 'built-in.json', resource: JSON.parse(JSON.stringify(resource)) as Resource }])
  })

  it('is described by the schema in docs, which is the one the server checks by', () => {
    // Written by: npm run entity -- schema docs/entity.schema.json
    expect(readFileSync('docs/entity.schema.json', 'utf8')).toBe(schemaText())
  })

  it('has two worked examples that pass together', () => {
    const { joined, problems } = takeIn(examples, builtIn)
    expect(problems).toEqual([])
    expect(joined.map(({ resource }) => resource.path)).toEqual(['fieldwork/inspectionRound', 'fieldwork/sparePart'])
    expect(joined[0]?.resource.fields.sensors).toMatchObject({ type: 'choice', options: [{ value: 1 }, { value: 2 }, { value: 3 }] })
  })

  it.each(['pump', 'pump-log', 'a-b-c'])('begins with a file of the command that passes as it is: %s', (name) => {
    expect(said(firstFile(name, builtIn))).toEqual([])
    expect(said(firstFile(name, [...builtIn, JSON.parse(firstFile('other', builtIn)) as Resource]))).toEqual([])
  })
})

describe('a mistake in an entity file is told with its place and what to do', () => {
  const part = (change: (entity: Record<string, unknown> & { fields: Record<string, Record<string, unknown>> }) => void): unknown => {
    const entity = example('spare-part.json') as Record<string, unknown> & { fields: Record<string, Record<string, unknown>> }
    change(entity)
    return entity
  }
  const field = (name: string, more: Record<string, unknown>) => part(({ fields }) => void Object.assign((fields[name] ??= {}), more))
  const mistakes: [string, unknown, RegExp][] = [
    ['no JSON', '{\n  "path": "a/b"\n  "api": 1 }', /^: line 3, column 3: this is not JSON .* look for a missing comma/],
    ['a list', '[]', /^: is \[\]; write an object in braces/],
    ['a property left out', part((entity) => delete entity.noun), /^noun: is missing\. What one record is called/],
    ['a property mistyped', part((entity) => (entity.labell = 'x')), /^labell: is not known here; did you mean "label"\?/],
    ['two languages', part((entity) => (entity.label = ['a', 'b'])), /^label: has 2 entries; write 3\. Simplified Chinese/],
    ['a type that is none', field('name', { type: 'txt' }), /^fields\.name\.type: is "txt"; did you mean "text"\?/],
    ['a property of another type', field('counted_on', { max: 3 }), /^fields\.counted_on\.max: is not known here/],
    ['a rule that is none', field('part_no', { rules: ['alnumm'] }), /^fields\.part_no\.rules\[0\]: is "alnumm"; did you mean "alnum"\?/],
    ['a column name that is none', part(({ fields }) => (fields['Bad Name'] = { type: 'int', label: ['a', 'b', 'c'] })), /^fields\.Bad Name: is "Bad Name", which does not fit .* small letters/],
    ['a reserved word', part(({ fields }) => (fields.order = { type: 'int', label: ['a', 'b', 'c'] })), /^fields\.order: "order" is a word .* take another name/],
    ['a field that is not there', part((entity) => (entity.list = ['nam'])), /^list\[0\]: names "nam", which is no field; did you mean "name"\?/],
    ['a field twice', part((entity) => (entity.csv = ['name', 'name'])), /^csv: names "name" twice/],
    ['a required field out of reach', part((entity) => (entity.form = [{ fields: ['name', 'project_id'] }])), /^form: leaves out "part_no", which is required/],
    ['a reference to nothing', field('product_id', { to: 'manage/nothing' }), /^fields\.product_id: refers to "manage\/nothing", which does not exist/],
    ['a dictionary that is none', field('kind', { options: 'kinds' }), /^fields\.kind\.options: is "kinds", which is none of the file's "dictionaries"/],
    ['a default out of range', field('stock', { default: -1 }), /^fields\.stock: has a default of -1, which the field itself does not take/],
    ['a condition never met', part(({ fields }) => (fields.x = { type: 'int', label: ['a', 'b', 'c'], when: { field: 'kind', in: [9] } })), /^fields\.x: waits for 9, which "kind" never holds/],
    ['a scope that is no project', part((entity) => (entity.scope = { project: 'name' })), /^scope\.project: names "name", which is no single reference to permissionCenter\/project/],
    ['an address that is taken', part((entity) => (entity.path = 'manage/device')), /^path: "manage\/device" is taken/],
    ['an address below a screen', part((entity) => (entity.path = 'manage/device/part')), /^path: .* lie within each other/],
    ['a noun that is taken', part((entity) => (entity.api = 'telemetry')), /^api: "telemetry" is another call's already/],
    ['a table that is taken', part((entity) => (entity.table = 'device')), /^table: "device" is the table of manage\/device/],
    ['a menu key that is taken', part((entity) => Object.assign(entity, { menuKey: '3-3', access: { create: null, edit: null, delete: null } })), /^menuKey: 3-3 is the key of manage\/device; the next free one is 3-50/],
    ['a code elsewhere', part((entity) => (entity.access = { create: '3-3-2', edit: null, delete: null })), /^access\.create: is "3-3-2", which does not lie under the menu key/],
    ['a group without words', part((entity) => delete entity.group), /^group: is missing: there is no group 11/],
    ['a slot that is none', part((entity) => (entity.formSlot = 'nothing')), /^formSlot: is "nothing"; it takes/],
  ]
  it.each(mistakes)('%s', (_what, value, sentence) => {
    expect(said(value).filter((line) => sentence.test(line)), said(value).join('\n')).not.toEqual([])
  })

  it('also where two files want the same', () => {
    const { problems } = takeIn([...examples, { name: 'twin.json', text: examples[0]?.text ?? '' }], builtIn)
    expect(new Set(problems.map(({ file }) => file))).toEqual(new Set(['inspection-round.json', 'twin.json']))
    expect(problems.map(({ at }) => at)).toEqual(expect.arrayContaining(['path', 'api', 'table', 'menuKey']))
  })
})
