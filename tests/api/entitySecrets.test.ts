import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { extendResources } from '../../resources/extend.ts'
import type { Resource } from '../../resources/kit/define.ts'
import type { OpenApi } from '../../server/openapi/document.ts'
import { startTestPlatform, type Call, type TestPlatform } from '../support/server.ts'
import { engines } from '../support/storage.ts'

describe.each(engines)('entity from a file on %s', (engine) => {
  let folder: string
  let server: TestPlatform
  let root: Call
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'console-secrets-'))
    const part = JSON.parse(await readFile('examples/spare-part.json', 'utf8')) as Resource
    const pin = { type: 'text', label: ['密钥', '密鑰', 'Key'], secret: true, max: 20 }
    const help = ['## 备件', '## 備品', '## Spare parts\nWhat lies in the store.']
    await writeFile(
      join(folder, 'spare-part.json'),
      JSON.stringify({
        ...part,
        help,
        fields: { ...part.fields, pin },
        form: [{ fields: [...part.form.flatMap(({ fields }) => fields), 'pin'] }],
      }),
    )
    server = await startTestPlatform(engine, { entitiesDir: folder })
    root = await server.signIn('root')
  })
  afterAll(async () => {
    await server.dispose()
    extendResources([])
    await rm(folder, { recursive: true })
  })

  const stored = async (id: number): Promise<unknown> =>
    (
      await server.platform.storage.readAny
        .selectFrom('spare_part')
        .select('pin')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).pin

  it('accepts a secret field and never returns it', async () => {
    const project = await root<{ id: number }>('POST', 'godbProject', { name: 'P', ico: '/upload/a.png' })
    const made = await root<{ id: number }>('POST', 'sparePart', {
      name: 'Battery',
      part_no: 'BAT1',
      project_id: project.data.id,
      pin: 's3cret-1',
    })
    expect(made.code).toBe(0)
    const { id } = made.data
    expect(await stored(id)).toBe('s3cret-1')
    expect(await root('PUT', `sparePart/${id}`, { pin: 'x'.repeat(21) })).toMatchObject({
      status: 400,
      data: { fields: { pin: 'At most 20 characters' } },
    })
    const changed = await root('PUT', `sparePart/${id}`, { pin: 's3cret-2', shelf: 'A1' })
    expect(await stored(id)).toBe('s3cret-2')
    // A client cannot send back a secret that it was never given.
    const kept = await root('PUT', `sparePart/${id}`, { pin: '', shelf: 'A2' })
    expect(await stored(id)).toBe('s3cret-2')
    const log = await root<{ list: { id: number }[] }>('GET', 'godbOperationlog?search=Battery')
    const details = await Promise.all(
      log.data.list.map((entry) => root('GET', `godbOperationdetailsByOperationId/${entry.id}`)),
    )
    const answers = [
      made,
      changed,
      kept,
      await root('GET', `sparePart/${id}`),
      await root('GET', 'sparePart'),
      await root('GET', 'sparePart?search=s3cret'),
      await root('GET', 'sparePartNameList'),
      log,
      details,
    ]
    expect(JSON.stringify(answers)).not.toContain('s3cret')
    expect(JSON.stringify(answers.slice(0, 5))).not.toContain('"pin"')
    expect(JSON.stringify(details)).toContain('******')
    expect(await root('PUT', `sparePart/${id}`, { pin: null })).toMatchObject({ code: 0 })
    expect(await stored(id)).toBeNull()
  })

  it('leaves a user’s password hash unchanged on update', async () => {
    const users = await root<{ list: { id: number }[] }>('GET', 'godbSystemuser')
    const id = users.data.list[0]?.id ?? 0
    const hash = () =>
      server.platform.storage.read.selectFrom('systemuser').select('password').where('id', '=', id).executeTakeFirst()
    const before = await hash()
    await root('PUT', `godbSystemuser/${id}`, { password: 'mine', nickname: 'Other' })
    expect(await hash()).toEqual(before)
  })

  it('describes a secret field as writeOnly in the OpenAPI document', async () => {
    const document = (await server.app.inject({ url: '/v1/openapi.json' })).json<OpenApi>()
    expect(JSON.stringify(document.components.schemas['spare_part.new'])).toContain('"writeOnly":true')
    expect(JSON.stringify(document.components.schemas.spare_part)).not.toContain('"pin"')
  })

  it('serves the help text of its definition in each language', async () => {
    const tipsOf = async (language: string) =>
      (await root<{ types: string; tips: string }[]>('GET', `getHelpJson/${language}`)).data.find(
        ({ types }) => types === 'fieldwork/sparePart',
      )?.tips
    expect(await Promise.all(['cn', 'tw', 'en'].map(tipsOf))).toEqual([
      '## 备件',
      '## 備品',
      '## Spare parts\nWhat lies in the store.',
    ])
  })
})
