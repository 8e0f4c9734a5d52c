import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { resources as builtIn } from '../../resources/index.ts'
import type { Resource } from '../../resources/kit/define.ts'
import { entityCommand, schemaText } from '../../server/entities/cli.ts'
import { firstFile } from '../../server/entities/scaffold.ts'
import { readFolder, checkEntities } from '../../server/entities/read.ts'

const examples = ['inspection-round.json', 'spare-part.json'].map((name) => ({
  name,
  text: readFileSync(`examples/${name}`, 'utf8'),
}))
const example = (name: string): Record<string, unknown> =>
  JSON.parse(examples.find((file) => file.name === name)?.text ?? '') as Record<string, unknown>

/** The problems reported for an entity file. */
const said = (value: unknown): string[] =>
  checkEntities(
    [{ name: 'a.json', text: typeof value === 'string' ? value : JSON.stringify(value) }],
    builtIn,
  ).problems.map(({ at, text }) => `${at}: ${text}`)

describe('entity file', () => {
  it.each(builtIn.map((resource) => [resource.path, resource] as const))(
    'accepts the JSON form of the built-in %s and returns it unchanged',
    (_path, resource) => {
      const others = builtIn.filter((other) => other !== resource)
      const { joined, problems } = checkEntities([{ name: 'built-in.json', text: JSON.stringify(resource) }], others)
      expect(problems).toEqual([])
      expect(joined).toEqual([{ file: 'built-in.json', resource: JSON.parse(JSON.stringify(resource)) as Resource }])
    },
  )

  it('is described by docs/entity.schema.json, which is the schema that the server uses', () => {
    // Written by: npm run entity -- schema docs/entity.schema.json
    expect(readFileSync('docs/entity.schema.json', 'utf8')).toBe(schemaText())
  })

  it('has two examples that are valid together', () => {
    const { joined, problems } = checkEntities(examples, builtIn)
    expect(problems).toEqual([])
    expect(joined.map(({ resource }) => resource.path)).toEqual(['fieldwork/inspectionRound', 'fieldwork/sparePart'])
    expect(joined[0]?.resource.fields.sensors).toMatchObject({
      type: 'choice',
      options: [{ value: 1 }, { value: 2 }, { value: 3 }],
    })
  })

  it.each(['pump', 'pump-log', 'a-b-c'])('is valid as the command creates it: %s', (name) => {
    expect(said(firstFile(name, builtIn))).toEqual([])
    expect(said(firstFile(name, [...builtIn, JSON.parse(firstFile('other', builtIn)) as Resource]))).toEqual([])
  })
})

describe('problem report of an entity file', () => {
  const part = (
    change: (entity: Record<string, unknown> & { fields: Record<string, Record<string, unknown>> }) => void,
  ): unknown => {
    const entity = example('spare-part.json') as Record<string, unknown> & {
      fields: Record<string, Record<string, unknown>>
    }
    change(entity)
    return entity
  }
  const field = (name: string, more: Record<string, unknown>) =>
    part(({ fields }) => void Object.assign((fields[name] ??= {}), more))
  const mistakes: [string, unknown, RegExp][] = [
    [
      'invalid JSON',
      '{\n  "path": "a/b"\n  "api": 1 }',
      /^: line 3, column 3: this is not JSON .* look for a missing comma/,
    ],
    ['a list instead of an object', '[]', /^: is \[\]; write an object in braces/],
    ['a missing property', part((entity) => delete entity.noun), /^noun: is missing\. Name of one record/],
    [
      'a misspelt property',
      part((entity) => (entity.labell = 'x')),
      /^labell: is not known here; did you mean "label"\?/,
    ],
    [
      'texts in only two languages',
      part((entity) => (entity.label = ['a', 'b'])),
      /^label: has 2 entries; write 3\. Simplified Chinese/,
    ],
    ['an unknown type', field('name', { type: 'txt' }), /^fields\.name\.type: is "txt"; did you mean "text"\?/],
    [
      'a property of another field type',
      field('counted_on', { max: 3 }),
      /^fields\.counted_on\.max: is not known here/,
    ],
    [
      'an unknown rule',
      field('part_no', { rules: ['alnumm'] }),
      /^fields\.part_no\.rules\[0\]: is "alnumm"; did you mean "alnum"\?/,
    ],
    [
      'an invalid column name',
      part(({ fields }) => (fields['Bad Name'] = { type: 'int', label: ['a', 'b', 'c'] })),
      /^fields\.Bad Name: is "Bad Name", which does not fit .* small letters/,
    ],
    [
      'a reserved word as a column name',
      part(({ fields }) => (fields.order = { type: 'int', label: ['a', 'b', 'c'] })),
      /^fields\.order: "order" is a word .* take another name/,
    ],
    [
      'an unknown field',
      part((entity) => (entity.list = ['nam'])),
      /^list\[0\]: names "nam", which is no field; did you mean "name"\?/,
    ],
    ['a duplicate field', part((entity) => (entity.csv = ['name', 'name'])), /^csv: names "name" twice/],
    [
      'a required field that is missing in the form',
      part((entity) => (entity.form = [{ fields: ['name', 'project_id'] }])),
      /^form: leaves out "part_no", which is required/,
    ],
    [
      'a reference to an unknown entity',
      field('product_id', { to: 'manage/nothing' }),
      /^fields\.product_id: refers to "manage\/nothing", which does not exist/,
    ],
    [
      'an unknown dictionary',
      field('kind', { options: 'kinds' }),
      /^fields\.kind\.options: is "kinds", which is none of the file's "dictionaries"/,
    ],
    [
      'a default out of range',
      field('stock', { default: -1 }),
      /^fields\.stock: has a default of -1, which the field itself does not take/,
    ],
    [
      'a condition that can never be met',
      part(({ fields }) => (fields.x = { type: 'int', label: ['a', 'b', 'c'], when: { field: 'kind', in: [9] } })),
      /^fields\.x: waits for 9, which "kind" never holds/,
    ],
    [
      'a scope that is not a reference to a project',
      part((entity) => (entity.scope = { project: 'name' })),
      /^scope\.project: names "name", which is no single reference to permissionCenter\/project/,
    ],
    [
      'a parent that is not a reference to the entity',
      part((entity) => (entity.tree = { parent: 'stock', root: 0 })),
      /^tree\.parent: names "stock", which is no single reference to fieldwork\/sparePart/,
    ],
    [
      'a tree root other than 0 or 1',
      part((entity) => (entity.tree = { parent: 'product_id', root: 7 })),
      /^tree\.root: is 7; it takes 0, 1/,
    ],
    ['a path in use', part((entity) => (entity.path = 'manage/device')), /^path: "manage\/device" is taken/],
    [
      'a path below the path of another entity',
      part((entity) => (entity.path = 'manage/device/part')),
      /^path: .* lie within each other/,
    ],
    ['an API name in use', part((entity) => (entity.api = 'telemetry')), /^api: "telemetry" is another call's already/],
    [
      'a table name in use',
      part((entity) => (entity.table = 'device')),
      /^table: "device" is the table of manage\/device/,
    ],
    [
      'a menu key in use',
      part((entity) => Object.assign(entity, { menuKey: '3-3', access: { create: null, edit: null, delete: null } })),
      /^menuKey: 3-3 is the key of manage\/device; the next free one is 3-50/,
    ],
    [
      'a permission code outside the menu key',
      part((entity) => (entity.access = { create: '3-3-2', edit: null, delete: null })),
      /^access\.create: is "3-3-2", which does not lie under the menu key/,
    ],
    [
      'a new group without a definition',
      part((entity) => delete entity.group),
      /^group: is missing: there is no group 11/,
    ],
    [
      'an import without columns',
      part((entity) => delete entity.csv),
      /^csv: is missing: "access\.import" needs its columns/,
    ],
    [
      'a secret field that is not text',
      field('stock', { secret: true }),
      /^fields\.stock: is secret, which only "text" can be/,
    ],
    [
      'a searchable secret field',
      field('supplier', { secret: true }),
      /^fields\.supplier: is secret and has "search", which would reveal it/,
    ],
    [
      'a reference searched by a field that is not text',
      part(
        ({ fields }) =>
          void (fields.box = { type: 'ref', label: ['a', 'b', 'c'], to: 'manage/gateway', searchBy: 'project_id' }),
      ),
      /^fields\.box: is searched by "project_id", which is no text field of manage\/gateway/,
    ],
    [
      'a secret field in the list',
      part((entity) => {
        Object.assign(entity.fields.shelf ?? {}, { secret: true, search: false })
        entity.list = ['name', 'shelf']
      }),
      /^fields\.shelf: is secret, yet it is shown; take it out of list and csv/,
    ],
    [
      'a condition on a secret field',
      part((entity) => {
        Object.assign(entity.fields.supplier ?? {}, { secret: true, search: false })
      }),
      /^fields\.supplier_phone: depends on "supplier", which is secret/,
    ],
    [
      'a required secret field with import',
      part(({ fields }) => void (fields.pin = { type: 'text', label: ['a', 'b', 'c'], secret: true, required: true })),
      /^access\.import: is given, but "pin" is secret and required/,
    ],
    [
      'a hook of another entity',
      part((entity) => (entity.hook = 'device')),
      /^hook: is "device", which belongs to manage\/device; leave it out/,
    ],
    [
      'a form of another entity',
      part((entity) => (entity.formSlot = 'userForm')),
      /^formSlot: is "userForm", which belongs to permissionCenter\/user/,
    ],
    [
      'an input of another entity',
      field('name', { input: 'saveCycle' }),
      /^fields\.name\.input: is "saveCycle", which belongs to manage\/device and permissionCenter\/project; leave it out, or take deviceTree, invertedSwitch/,
    ],
    [
      'a cell of another entity',
      field('name', { column: 'limit' }),
      /^fields\.name\.column: is "limit", which belongs to alarmConfig/,
    ],
    [
      'a dialog of another entity',
      part((entity) => (entity.dialogs = [{ name: 'x', slot: 'deviceDetail', label: ['a', 'b', 'c'] }])),
      /^dialogs\[0\]\.slot: is "deviceDetail", which belongs to manage\/device; .* recordDetail/,
    ],
    [
      'an action on rows of another entity',
      part((entity) => (entity.bulk = [{ slot: 'stop' }])),
      /^bulk\[0\]\.slot: is "stop", which belongs to manage\/device/,
    ],
    [
      'a path that differs from another only in case',
      part((entity) => (entity.path = 'Manage/Device')),
      /^path: "Manage\/Device" differs from "manage\/device" only in case/,
    ],
    [
      'a path below the path of another entity, in another case',
      part((entity) => (entity.path = 'manage/Device/part')),
      /^path: .* lie within each other/,
    ],
    [
      'an API name that differs from another only in case',
      part((entity) => (entity.api = 'godbdevice')),
      /^api: "godbdevice" is another call's already/,
    ],
    [
      'a table of the platform',
      part((entity) => (entity.table = 'session')),
      /^table: "session" is a table of the platform itself/,
    ],
    [
      'a partition of the history table',
      part((entity) => (entity.table = 'history_202611')),
      /^table: "history_202611" is a table of the platform itself/,
    ],
    [
      'a duplicate field key',
      JSON.stringify(part(() => {})).replace('"shelf":{', '"name":{"type":"int","label":["a","b","c"]},"shelf":{'),
      /^fields\.name: is written twice, again in line 1; only the last would count/,
    ],
    [
      'a duplicate key in a list item',
      JSON.stringify(part(() => {})).replace('"value":2,', '"value":2,"value":3,'),
      /^fields\.kind\.options\[1\]\.value: is written twice/,
    ],
    ['an unknown slot', part((entity) => (entity.formSlot = 'nothing')), /^formSlot: is "nothing"; it takes/],
  ]
  it.each(mistakes)('names place and remedy for %s', (_what, value, sentence) => {
    expect(
      said(value).filter((line) => sentence.test(line)),
      said(value).join('\n'),
    ).not.toEqual([])
  })

  it('names a folder that has the name of a file, and a file that cannot be read', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'console-entities-'))
    await mkdir(join(folder, 'pumps.json'))
    await symlink(join(folder, 'nowhere'), join(folder, 'gone.json'))
    await writeFile(join(folder, 'spare-part.json'), examples[1]?.text ?? '')
    const { joined, problems } = checkEntities(await readFolder(folder), builtIn)
    expect(joined.map(({ file }) => file)).toEqual(['spare-part.json'])
    expect(problems.map(({ file, text }) => `${file} ${text}`)).toEqual([
      expect.stringMatching(/^gone\.json cannot be read \(ENOENT/),
      expect.stringMatching(/^pumps\.json is a folder, .* rename it/),
    ])
    expect(await entityCommand(['check', join(folder, 'pumps.json')], null)).toMatchObject({
      ok: false,
      text: expect.stringMatching(/pumps\.json is a folder/),
    })
    await rm(folder, { recursive: true })
  })

  it('names both files when they use the same path, API name, table or menu key', () => {
    const { problems } = checkEntities([...examples, { name: 'twin.json', text: examples[0]?.text ?? '' }], builtIn)
    expect(new Set(problems.map(({ file }) => file))).toEqual(new Set(['inspection-round.json', 'twin.json']))
    expect(problems.map(({ at }) => at)).toEqual(expect.arrayContaining(['path', 'api', 'table', 'menuKey']))
  })
})

describe('entity check command', () => {
  const check = async (change: (entity: Record<string, unknown>) => void): Promise<string> => {
    const folder = await mkdtemp(join(tmpdir(), 'console-entities-'))
    const entity = example('spare-part.json')
    change(entity)
    await writeFile(join(folder, 'spare-part.json'), JSON.stringify(entity))
    const { ok, text } = await entityCommand(['check', join(folder, 'spare-part.json')], null)
    await rm(folder, { recursive: true })
    expect(ok, text).toBe(true)
    return text
  }

  it('announces the menu entry and the screen of an entity that has a screen', async () => {
    expect(await check(() => {})).toMatch(/a menu entry .*Spare parts[^]*a screen +\/fieldwork\/sparePart/)
  })

  it('announces neither for an entity without a screen', async () => {
    const said = await check((entity) => (entity.screen = false))
    expect(said).toMatch(/no menu entry .*"screen" is false/)
    expect(said).not.toMatch(/a menu entry|a screen/)
  })
})
