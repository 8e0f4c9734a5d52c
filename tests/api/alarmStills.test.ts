import { createServer, type Server } from 'node:http'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createStills } from '../../server/alarms/stills/stills.ts'
import { takeStill } from '../../server/alarms/stills/take.ts'
import { openDesk, SN, type Desk, type EpisodeAnswer } from '../support/desk.ts'
import { insertEpisode } from '../support/episode.ts'
import { engines } from '../support/storage.ts'
import { ids } from '../support/world.ts'

const picture = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#246' } })
    .jpeg()
    .toBuffer()
const small = await picture(64, 32)
const wide = await picture(2560, 1280)

/**
 * A camera with a small and a wide picture, a picture that needs a password, an answer that is no picture, and one
 * without end.
 */
let cameras: Server
let url = ''
const asked: string[] = []
beforeAll(async () => {
  cameras = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    if (request.url === '/locked') return response.writeHead(401).end()
    if (request.url === '/moved') return response.writeHead(302, { location: '/small' }).end()
    if (request.url === '/words') return response.end('no picture')
    if (request.url !== '/endless') return response.end(request.url === '/wide' ? wide : small)
    const more = (): void => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
    }
    response.on('drain', more)
    more()
  })
  await new Promise<void>((resolve) => cameras.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(cameras.address() as AddressInfo).port}`
})
afterEach(() => {
  asked.length = 0
})
afterAll(
  () =>
    new Promise<void>((resolve) => {
      cameras.close(() => resolve())
      cameras.closeAllConnections()
    }),
)

describe('takeStill', () => {
  let dataDir = ''
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'stills-'))
  })
  afterAll(() => rm(dataDir, { recursive: true, force: true }))
  const take = (path: string, northAllowPrivate = true) =>
    takeStill({ dataDir, northAllowPrivate }, url + path, new AbortController().signal)
  const stored = { picture: expect.stringMatching(/^\/upload\/[0-9a-f]{32}\.jpg$/) as string }

  it('stores the camera’s picture, also after a redirect', async () => {
    expect(await take('/small')).toEqual(stored)
    expect(await take('/moved')).toEqual(stored)
    expect(asked).toEqual(['GET /small', 'GET /moved', 'GET /small'])
  })

  it('returns a reason for HTTP 401, an answer that is no image, and one above 5 MB', async () => {
    expect(await take('/locked')).toEqual({ reason: { key: 'error.north.status', args: { status: 401 } } })
    expect(await take('/words')).toEqual({ reason: { key: 'error.still.none' } })
    expect(await take('/endless')).toEqual({ reason: { key: 'error.still.tooLarge', args: { megabytes: 5 } } })
  })

  it('refuses a private address unless the platform allows them', async () => {
    expect(await take('/small', false)).toMatchObject({ reason: { key: 'error.north.private' } })
    expect(asked).toEqual([])
  })
})

describe.each(engines)('camera picture of an alarm on %s', (engine) => {
  let desk: Desk
  const camera = { near: 0, far: 0 }
  const place = (maplng: number, maplat: number): string => JSON.stringify({ maplng, maplat })
  beforeAll(async () => {
    desk = await openDesk(engine, { NORTH_ALLOW_PRIVATE: 'on' })
    camera.near = await addCamera('2 号桥', 3, '/wide', place(114.5, 38.002))
    camera.far = await addCamera('1 号桥', 2, '/small', place(114.5, 38.03))
    await stand(ids.air, place(114.5, 38))
    await stand(ids.level, place(114.5, 38.03))
  })
  afterAll(() => desk.dispose())

  const addCamera = async (video_name: string, district_id: number, path: string, positional: string) => {
    const row = { video_name, project_id: 1, district_id, video_type: 0, video_url: 'https://example.com/a.m3u8' }
    const made = await desk.world.call('super', 'POST', 'godbVideoshow', {
      ...row,
      positional,
      still: 1,
      still_url: url + path,
    })
    if (made.status !== 200) throw new Error(made.text)
    return (made.data as { id: number }).id
  }
  const stand = (id: number, positional: string) =>
    desk.storage.write((trx) => trx.updateTable('device').set({ positional }).where('id', '=', id).execute())
  const lookAt = (id: number, path: string) =>
    desk.storage.write((trx) =>
      trx
        .updateTable('videoshow')
        .set({ still_url: url + path })
        .where('id', '=', id)
        .execute(),
    )
  const stillsOf = ({ timeline }: EpisodeAnswer) => timeline.filter(({ kind }) => kind === 'still')
  /** Reports newly written alarms of the air station, as the journal does. */
  const take = async (episodes: readonly number[], receivedAt = Date.now()): Promise<void> => {
    const stills = createStills(desk.platform, () => desk.storage)
    const facts = { project_id: 1, district_id: 2 }
    stills.take(
      episodes.map((logId) => ({ kind: 'fire', deviceId: ids.air, episode: { logId }, receivedAt, facts }) as const),
    )
    await stills.settled()
  }

  it('is added to the timeline once, from the nearest camera, reduced to 1280 px width', async () => {
    const before = Date.now()
    const rule = await desk.addRule({ min_off: 3600 })
    for (const value of [150, 20, 150]) await desk.push(SN.air, value)
    const episode = await desk.one((await desk.newest(rule)).id)
    expect(episode.refires).toBe(1)
    const [still, ...more] = stillsOf(episode)
    expect(more).toEqual([])
    expect(still).toMatchObject({ name: '2 号桥', metres: expect.closeTo(222, 0) as number })
    expect(still?.at).toBeGreaterThanOrEqual(before)
    const served = await desk.world.app.inject({ url: still?.picture ?? '' })
    expect(await sharp(served.rawPayload).metadata()).toMatchObject({ width: 1280, height: 640 })
    await desk.drop(rule)
  })

  it('is shown only to users who are allowed to see the camera', async () => {
    const rule = await desk.addRule({ device_list: String(ids.level), district_id: 3 })
    await desk.push(SN.level, 150)
    const { id } = await desk.newest(rule)
    expect(stillsOf(await desk.one(id))).toMatchObject([{ name: '1 号桥' }])
    const seen = await desk.one(id, 'watcher')
    expect(seen.timeline.map(({ kind }) => kind)).toEqual(['fired'])
    await desk.drop(rule)
  })

  it('is taken once for alarms that fire together, and does not block undo', async () => {
    const pair = [await insertEpisode(desk.storage, {}), await insertEpisode(desk.storage, { threshold_id: 2 })]
    const [first = 0] = pair
    expect((await desk.act('manager', first, 'acknowledge')).status).toBe(200)
    await take(pair)
    expect(asked).toEqual(['GET /wide'])
    const pictures = await Promise.all(
      pair.map(async (id) => stillsOf(await desk.one(id)).map((still) => still.picture)),
    )
    expect(pictures[0]).toEqual([expect.stringMatching(/^\/upload\//)])
    expect(pictures[1]).toEqual(pictures[0])
    expect((await desk.act('manager', first, 'undo')).data).toMatchObject({ work: 'new', assignee_id: null })
  })

  it('is replaced by a reason when the camera fails or the alarm is too old', async () => {
    await lookAt(camera.near, '/locked')
    const id = await insertEpisode(desk.storage, {})
    await take([id])
    expect(stillsOf(await desk.one(id))).toEqual([
      expect.objectContaining({ name: '2 号桥', reason: 'The receiver answered HTTP 401' }),
    ])
    const late = await insertEpisode(desk.storage, {})
    asked.length = 0
    await take([late], Date.now() - 120_000)
    expect(stillsOf(await desk.one(late))).toMatchObject([
      { reason: expect.stringMatching(/another moment$/) as string },
    ])
    expect(asked).toEqual([])
  })

  it('never shows the camera’s still_url, which is required when pictures are on', async () => {
    const record = await desk.world.call('super', 'GET', `godbVideoshow/${camera.near}`)
    expect(record.data).toMatchObject({ still: 1 })
    expect(record.text).not.toContain(url)
    const row = {
      video_name: '3 号桥',
      project_id: 1,
      district_id: 2,
      video_type: 0,
      video_url: 'https://example.com/b',
    }
    const refused = await desk.world.call('super', 'POST', 'godbVideoshow', { ...row, still: 1 })
    expect(refused.status).toBe(400)
  })
})
