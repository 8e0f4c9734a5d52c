import { unzipSync, strFromU8 } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allKeys, buildScene, type Scene } from '../support/scene.ts'
import { startTestPlatform, type Call, type TestPlatform } from '../support/server.ts'
import { engines } from '../support/storage.ts'

describe.each(engines)('exports, update conflicts and sorting by reference on %s', (engine) => {
  let server: TestPlatform
  let scene: Scene
  let adminA: Call & { token: string }
  beforeAll(async () => {
    server = await startTestPlatform(engine)
    scene = await buildScene(server)
    adminA = await server.signIn('adminA')
  })
  afterAll(() => server.dispose())

  const file = async (path: string, token: string, language = 'en') => {
    const response = await server.app.inject({
      method: 'GET',
      url: `/v1/${path}`,
      headers: { authorization: `Bearer ${token}`, 'accept-language': language },
    })
    return {
      status: response.statusCode,
      headers: response.headers,
      bytes: response.rawPayload,
      text: response.rawPayload.toString('utf8'),
    }
  }
  const put = async (path: string, body: object, version: number | null) => {
    const response = await server.app.inject({
      method: 'PUT',
      url: `/v1/${path}`,
      headers: {
        authorization: `Bearer ${scene.root.token}`,
        ...(version !== null && { 'if-unmodified-since-version': String(version) }),
      },
      payload: body,
    })
    return {
      status: response.statusCode,
      ...(response.json() as { data: Record<string, unknown> & { current?: Record<string, unknown> } }),
    }
  }

  it('exports the filtered rows as CSV with names, option labels, neutralised formulas and translated headers', async () => {
    await scene.root('PUT', `godbDevice/${scene.devices.a}`, { explained: { String: '-2+3', Valid: true } })
    const { text, headers } = await file('godbDevice/export?format=csv&sort=name&order=asc', scene.root.token)
    expect(headers['content-type']).toContain('text/csv')
    expect(headers['content-disposition']).toContain("filename*=UTF-8''")
    const lines = text.split('\r\n')
    expect(lines[0]?.startsWith('\uFEFFName,Device code,Product model')).toBe(true)
    expect(lines).toHaveLength(5)
    const line = lines.find((one) => one.includes(',Area A,')) ?? ''
    expect(line).toContain('Air station')
    expect(line).toContain('Gateway A')
    expect(line).toContain('Project A')
    expect(line).toContain('Through a gateway')
    expect(line).toContain("'-2+3")
    expect((await file('godbDevice/export?format=csv', scene.root.token, 'zh-CN')).text).toContain('设备名称')
    const found = await file(`godbDevice/export?format=csv&pro_id=${scene.projects.a}&search=below`, scene.root.token)
    expect(found.text.split('\r\n').slice(1, -1)).toEqual([expect.stringContaining('Device A below')])
  })

  it('exports the same rows as an xlsx workbook', async () => {
    const { bytes, headers } = await file('godbDevice/export?format=xlsx', scene.root.token)
    expect(headers['content-type']).toContain('spreadsheetml')
    const sheet = strFromU8(unzipSync(new Uint8Array(bytes))['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
    expect(sheet).toContain('Gateway A')
    expect(sheet.match(/<row /g)).toHaveLength(4)
  })

  it('exports only rows visible to the caller, without the project column for project users', async () => {
    const { text } = await file('godbDevice/export?format=csv', adminA.token)
    expect(text.split('\r\n')).toHaveLength(4)
    expect(text).not.toContain('Project')
    expect(text).not.toContain('Area B')
    expect(
      (await file(`godbDevice/export?format=csv&ids=${scene.devices.b}`, adminA.token)).text.split('\r\n'),
    ).toHaveLength(2)
    const viewer = await server.signIn('viewerA')
    expect((await file('godbSystemuser/export?format=csv', viewer.token)).status).toBe(403)
    expect((await file('godbDevice/export?format=pdf', scene.root.token)).status).toBe(400)
    expect(allKeys.length).toBeGreaterThan(0)
  })

  it('refuses an export of more than 1,000 ids with 400', async () => {
    const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1).join(',')
    expect((await file(`godbDevice/export?format=csv&ids=${ids(1000)}`, scene.root.token)).status).toBe(200)
    const { status, text } = await file(`godbDevice/export?format=csv&ids=${ids(1001)}`, scene.root.token)
    expect([status, text.includes('At most 1,000 IDs') || text.includes('At most 1000 IDs')]).toEqual([400, true])
  })

  it('answers 409 with the current record when it was changed since it was opened', async () => {
    const path = `godbGateway/${scene.gateways.a}`
    const opened = (await scene.root<{ updated_at: number }>('GET', path)).data.updated_at
    const first = await put(path, { name: 'First' }, opened)
    expect(first.status).toBe(200)
    const second = await put(path, { name: 'Second' }, opened)
    expect(second.status).toBe(409)
    expect(second.data.current).toMatchObject({ id: scene.gateways.a, name: 'First' })
    expect((await scene.root<{ name: string }>('GET', path)).data.name).toBe('First')
    expect((await put(path, { name: 'Second' }, Number(second.data.current?.['updated_at']))).status).toBe(200)
    // A client that names no version is of another kind: its writes succeed unconditionally.
    expect((await put(path, { name: 'Third' }, null)).status).toBe(200)
  })

  it('accepts one of three concurrent updates from the same version', async () => {
    const path = `godbGateway/${scene.gateways.b}`
    const opened = (await scene.root<{ updated_at: number }>('GET', path)).data.updated_at
    const answers = await Promise.all(['One', 'Two', 'Three'].map((name) => put(path, { name }, opened)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  })

  it('sorts references by name across pages', async () => {
    const make = (name: string, regcode: string) =>
      scene.root<{ id: number }>('POST', 'godbGateway', {
        name,
        regcode,
        protocol_type: 1,
        project_id: scene.projects.a,
      })
    const [last, first] = [(await make('Zzz', '7771')).data.id, (await make('Aaa', '7772')).data.id]
    await scene.root('PUT', `godbDevice/${scene.devices.a}`, { gateway_id: last })
    await scene.root('PUT', `godbDevice/${scene.devices.below}`, { gateway_id: first })
    const page = async (current: number) =>
      (
        await scene.root<{ list: { id: number }[]; total: number }>(
          'GET',
          `godbDevice?pro_id=${scene.projects.a}&sort=gateway_id&order=asc&page_size=1&current=${current}`,
        )
      ).data
    expect((await page(1)).list[0]?.id).toBe(scene.devices.below)
    expect((await page(2)).list[0]?.id).toBe(scene.devices.a)
    expect(await page(3)).toEqual({ list: [], total: 2 })
  })
})
