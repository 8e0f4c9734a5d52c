import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import Fastify from 'fastify'
import { registerMapFile } from '../../server/geocode/mapFile.ts'
import { silentLog } from '../../server/log.ts'
import { askAddress } from '../../server/geocode/service.ts'
import type { Geocoded } from '../../server/geocode/routes.ts'
import { buildScene, type Scene } from '../support/scene.ts'
import { startTestPlatform, type TestPlatform } from '../support/server.ts'

const outline = (lng: number) =>
  JSON.stringify([
    [lng, 38],
    [lng + 0.1, 38],
    [lng + 0.1, 38.1],
    [lng, 38.1],
  ])

// Areas and devices are read by two plain queries and located in memory: one engine is enough.
describe('GET /v1/geocode, outlines and map file', () => {
  let server: TestPlatform
  let scene: Scene
  let service: Server
  let folder: string
  let asked: string[] = []
  let reply: { status: number; body: string } = { status: 200, body: '{}' }

  beforeAll(async () => {
    service = createServer((request, response) => {
      asked.push(request.url ?? '')
      response.writeHead(reply.status).end(reply.body)
    })
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
    folder = await mkdtemp(join(tmpdir(), 'map-'))
    await writeFile(join(folder, 'base.pmtiles'), Buffer.from('0123456789'))
    server = await startTestPlatform('sqlite', {
      geocoderUrl: `http://127.0.0.1:${(service.address() as AddressInfo).port}/?at={lng},{lat}`,
      pmtiles: join(folder, 'base.pmtiles'),
    })
    scene = await buildScene(server)
    for (const [id, lng, parent, project] of [
      [scene.areas.a, 114.5, 1, scene.projects.a],
      [scene.areas.below, 114.6, scene.areas.a, scene.projects.a],
      [scene.areas.b, 114.9, 1, scene.projects.b],
    ] as const)
      await scene.root('PUT', `godbDistrict/${id}`, {
        name: `Area ${id}`,
        superid: parent,
        project_id: project,
        positional: { String: outline(lng), Valid: true },
      })
  })
  afterAll(async () => {
    await server?.dispose()
    service?.close()
    if (folder) await rm(folder, { recursive: true })
  })

  const at = (lng: number, lat: number) => `geocode?lng=${lng}&lat=${lat}`

  it('returns the address from the service, and requests it once per place', async () => {
    reply = { status: 200, body: '{"display_name":"1 Zhongshan Road"}' }
    asked = []
    for (let time = 0; time < 2; time++)
      expect((await scene.root<Geocoded>('GET', at(114.512_34, 38.05))).data).toMatchObject({
        source: 'service',
        address: '1 Zhongshan Road',
      })
    expect(asked).toEqual(['/?at=114.512340,38.050000'])
  })

  it('returns the visible areas from the top down when the service fails', async () => {
    for (const [index, failure] of [
      { status: 500, body: '' },
      { status: 200, body: 'no json' },
      { status: 200, body: '{}' },
      { status: 200, body: `"${'x'.repeat(70_000)}"` },
      { status: 302, body: '' },
    ].entries()) {
      reply = failure
      expect((await scene.root<Geocoded>('GET', at(114.65, 38.05 + index / 1000))).data).toEqual({
        source: 'platform',
        address: null,
        areas: [`Area ${scene.areas.a}`, `Area ${scene.areas.below}`],
        metres: 0,
        streets: [],
      })
    }
    const inB = await (await server.signIn('adminA'))<Geocoded>('GET', at(114.95, 38.051))
    expect(inB.data.areas.at(-1)).toBe(`Area ${scene.areas.below}`)
    expect(inB.data.metres).toBeGreaterThan(10_000)
    expect((await (await server.signIn('localA'))<Geocoded>('GET', at(114.55, 38.052))).data.areas).toEqual([
      `Area ${scene.areas.below}`,
    ])
    expect((await (await server.signIn('adminB'))<Geocoded>('GET', at(114.95, 38.053))).data).toMatchObject({
      areas: [`Area ${scene.areas.b}`],
      metres: 0,
    })
  })

  it('returns null when the service does not answer in time', async () => {
    const silent = createServer(() => {})
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    expect(
      await askAddress(`http://127.0.0.1:${(silent.address() as AddressInfo).port}/{lng}`, [1, 2], silentLog, 100),
    ).toBeNull()
    silent.closeAllConnections()
    silent.close()
  })

  it('requires the key of the real-time page, devices or areas', async () => {
    await server.addUser({ username: 'clerk', project_id: scene.projects.a, menu_control: '["7-1"]' })
    expect(await server.anonymous('GET', at(1, 2))).toMatchObject({ status: 401 })
    for (const call of [at(1, 2), 'outlines']) {
      expect(await (await server.signIn('clerk'))('GET', call)).toMatchObject({ status: 403 })
      expect(await (await server.signIn('viewerA'))('GET', call)).toMatchObject({ code: 0 })
    }
  })

  it('refuses invalid coordinates with 400', async () => {
    for (const query of [
      '',
      'lng=1',
      'lng=181&lat=1',
      'lng=1&lat=91',
      'lng=a&lat=1',
      'lng=1e1&lat=1',
      'lng=1&lng=2&lat=1',
      'lng=NaN&lat=0',
    ])
      expect(await scene.root('GET', `geocode?${query}`), query).toMatchObject({ status: 400 })
  })

  it('returns the outlines of the areas visible to the caller', async () => {
    const ids = async (name: string) =>
      (await (await server.signIn(name))<{ id: number }[]>('GET', 'outlines')).data
        .map(({ id }) => id)
        .toSorted((a, b) => a - b)
    expect(await ids('adminA')).toEqual([scene.areas.a, scene.areas.below])
    expect(await ids('localA')).toEqual([scene.areas.below])
    expect(await ids('root')).toEqual([scene.areas.a, scene.areas.below, scene.areas.b])
  })

  it('lists geocode in the capabilities', async () => {
    expect((await scene.root<{ extensions: string[] }>('GET', 'capabilities')).data.extensions).toContain('geocode')
  })

  it('serves byte ranges of the PMTiles file', async () => {
    const get = (range?: string) => server.app.inject({ url: '/map/base.pmtiles', headers: range ? { range } : {} })
    const part = await get('bytes=2-4')
    expect([part.statusCode, part.body, part.headers['content-range']]).toEqual([206, '234', 'bytes 2-4/10'])
    expect((await get()).body).toBe('0123456789')
    expect(part.headers).toMatchObject({
      'content-type': 'application/vnd.pmtiles',
      'cache-control': 'public, max-age=3600',
    })
    expect((await get('bytes=-3')).body).toBe('789')
    expect((await get('bytes=8-500')).headers['content-range']).toBe('bytes 8-9/10')
    expect((await get('bytes=50-')).statusCode).toBe(416)
    expect((await server.app.inject({ url: '/console-settings.json' })).json()).toMatchObject({
      map: { tiles: null, pmtiles: '/map/base.pmtiles', demoCity: false },
    })
  })
})

it('registerMapFile rejects a missing PMTiles file', async () => {
  await expect(registerMapFile(Fastify(), { pmtiles: '/nowhere/x.pmtiles' })).rejects.toThrow(/PMTILES/)
})
