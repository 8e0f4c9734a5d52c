import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { extendResources } from '../../resources/extend.ts'
import { buildScene, type Scene } from '../support/scene.ts'
import { startTestPlatform, type Call, type TestPlatform } from '../support/server.ts'
import { engines } from '../support/storage.ts'

/** A tree as an entity file whose top is `root`; every user who may create can put records there. */
const treeFile = (api: string, key: string, root: 0 | 1): string =>
  JSON.stringify({
    path: `manage/${api}`,
    api,
    table: api,
    menuKey: key,
    label: ['管线', '管線', 'Pipes'],
    noun: ['管线', '管線', 'Pipe'],
    screen: true,
    access: { create: `${key}-2`, edit: `${key}-3`, delete: `${key}-4`, import: `${key}-5` },
    scope: { project: 'project_id' },
    title: 'name',
    fields: {
      name: { type: 'text', label: ['名称', '名稱', 'Name'], required: true },
      parent_id: { type: 'ref', label: ['上级', '上層', 'Parent'], to: `manage/${api}`, required: true },
      beside_id: { type: 'ref', label: ['旁边', '旁邊', 'Beside'], to: `manage/${api}` },
      project_id: {
        type: 'ref',
        label: ['所属项目', '所屬專案', 'Project'],
        to: 'permissionCenter/project',
        required: true,
        superOnly: true,
      },
    },
    list: ['name', 'parent_id'],
    form: [{ fields: ['name', 'parent_id', 'project_id'] }],
    csv: ['name', 'parent_id'],
    tree: { parent: 'parent_id', root },
  })

const trees = [
  ['pipe', 0],
  ['conduit', 1],
] as const

describe.each(engines)('tree entities from files on %s', (engine) => {
  let folder: string
  let server: TestPlatform
  let scene: Scene
  let keeper: Call
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'console-trees-'))
    for (const [index, [api, root]] of trees.entries())
      await writeFile(join(folder, `${api}.json`), treeFile(api, `3-${50 + index}`, root))
    server = await startTestPlatform(engine, { entitiesDir: folder })
    scene = await buildScene(server)
    const keys = trees.flatMap((_tree, index) => ['', '-2', '-3', '-4', '-5'].map((end) => `3-${50 + index}${end}`))
    await server.addUser({ username: 'keeper', project_id: scene.projects.a, menu_control: JSON.stringify(keys) })
    keeper = await server.signIn('keeper')
  })
  afterAll(async () => {
    await server.dispose()
    extendResources([])
    await rm(folder, { recursive: true })
  })

  const make = async (api: string, body: object): Promise<number> => {
    const answer = await keeper<{ id: number }>('POST', api, body)
    expect(answer, JSON.stringify(answer)).toMatchObject({ code: 0 })
    return answer.data.id
  }

  it.each(trees)('%s with root id %i lists, returns, renames and moves records', async (api, root) => {
    const top = await make(api, { name: 'Main', parent_id: root })
    // Without parent_id the record is a top as well.
    const other = await make(api, { name: 'Second main' })
    const below = await make(api, { name: 'Branch', parent_id: top })
    const { data } = await keeper<{ id: number; parent_id: number }[]>('GET', api)
    expect(data.map(({ id, parent_id }) => [id, parent_id])).toEqual([
      [top, root],
      [other, root],
      [below, top],
    ])
    expect((await keeper('GET', `${api}/${top}`)).data).toMatchObject({ name: 'Main' })
    expect(await keeper('PUT', `${api}/${top}`, { name: 'Main line' })).toMatchObject({
      code: 0,
      data: { name: 'Main line' },
    })
    expect(await keeper('PUT', `${api}/${below}`, { parent_id: root })).toMatchObject({
      code: 0,
      data: { parent_id: root },
    })
    expect((await keeper<{ name: string }[]>('GET', `${api}NameList`)).data.map(({ name }) => name)).toEqual([
      'Main line',
      'Second main',
      'Branch',
    ])
  })

  it.each(trees)('%s refuses cycles, a record as its own parent, and missing parents', async (api, root) => {
    const a = await make(api, { name: 'a', parent_id: root })
    const b = await make(api, { name: 'b', parent_id: a })
    const c = await make(api, { name: 'c', parent_id: b })
    const cycle = { status: 400, data: { fields: { parent_id: 'It cannot be placed inside itself' } } }
    expect(await keeper('PUT', `${api}/${a}`, { parent_id: a })).toMatchObject(cycle)
    expect(await keeper('PUT', `${api}/${a}`, { parent_id: c })).toMatchObject(cycle)
    expect(await keeper('PUT', `${api}/${c}`, { parent_id: a })).toMatchObject({ code: 0 })
    expect(await keeper('PUT', `${api}/${c}`, { parent_id: 99_999 })).toMatchObject({
      status: 400,
      data: { fields: { parent_id: expect.any(String) } },
    })
    expect(await keeper('DELETE', `${api}/${a}`)).toMatchObject({ status: 409 })
    expect(await keeper('DELETE', `${api}/${c}`)).toMatchObject({ code: 0 })
  })

  it.each(trees)('%s accepts its root id only in the parent field', async (api, root) => {
    expect(await keeper('POST', api, { name: 'x', parent_id: root, beside_id: root })).toMatchObject({
      status: 400,
      data: { fields: { beside_id: expect.any(String) } },
    })
    expect(await keeper('POST', api, { name: 'x', parent_id: root === 0 ? 99_998 : 0 })).toMatchObject({ status: 400 })
  })

  it.each(trees)('%s imports roots and branches, and refuses a missing parent', async (api, root) => {
    const top = await make(api, { name: 'before', parent_id: root })
    const { data } = await keeper<object[]>('POST', `${api}/batch`, {
      rows: [
        { name: 'p', parent_id: root },
        { name: 'q', parent_id: top },
        { name: 'r', parent_id: 99_999 },
      ],
    })
    expect(data).toMatchObject([
      { index: 0, id: expect.any(Number) },
      { index: 1, id: expect.any(Number) },
      { index: 2, fields: { parent_id: expect.any(String) } },
    ])
  })

  it('areas refuse cycles, and a new root area from anyone but the super administrator', async () => {
    const adminA = await server.signIn('adminA')
    const { a, below } = scene.areas
    expect(await adminA('PUT', `godbDistrict/${a}`, { superid: below })).toMatchObject({
      status: 400,
      data: { fields: { superid: 'It cannot be placed inside itself' } },
    })
    expect(await adminA('POST', 'godbDistrict', { name: 'Top', superid: 1 })).toMatchObject({
      status: 400,
      data: { fields: { superid: expect.any(String) } },
    })
    expect(
      (await adminA<object[]>('POST', 'godbDistrict/batch', { rows: [{ name: 'Top', superid: 1 }] })).data,
    ).toMatchObject([{ index: 0, fields: { superid: expect.any(String) } }])
    expect(await adminA('POST', 'godbDistrict', { name: 'Below', superid: a })).toMatchObject({ code: 0 })
    const top = { name: 'Top', superid: 1, project_id: scene.projects.a }
    expect(await scene.root('POST', 'godbDistrict', top)).toMatchObject({ code: 0 })
    // A device lies in an area, never in the root of all areas.
    expect(await scene.root('PUT', `godbDevice/${scene.devices.a}`, { district_id: 1 })).toMatchObject({
      status: 400,
      data: { fields: { district_id: expect.any(String) } },
    })
  })
})
