import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { MAX_MESSAGES } from '../../server/live/lastMessages.ts'
import { MAX_FRAMES, MAX_SOCKETS } from '../../server/live/feed.ts'
import { endSessions } from '../../server/session/sessions.ts'
import { upTo } from '../support/slowness.ts'
import { openWorldApp, type WorldApp } from '../support/worldApp.ts'

const trusted = { kind: 'trusted' } as const

describe('live feed', () => {
  let world: WorldApp
  let url: string
  beforeAll(async () => {
    world = await openWorldApp('sqlite')
    url = (await world.app.listen({ host: '127.0.0.1', port: 0 })).replace('http', 'ws') + '/v1/ws'
  })
  afterAll(() => world.dispose())

  /** Opens a client; `next` resolves with the next message, `closed` with the close code. */
  async function connect(token: string | null, ...subscriptions: string[]) {
    const socket = new WebSocket(url, token === null ? [] : ['console.v1', `bearer.${token}`])
    const messages: unknown[] = []
    const waiting: ((message: unknown) => void)[] = []
    socket.on('message', (data) => {
      const message: unknown = JSON.parse(String(data))
      const first = waiting.shift()
      if (first) first(message)
      else messages.push(message)
    })
    const closed = new Promise<number>((resolve) => socket.on('close', resolve))
    await new Promise((resolve) => socket.on('open', resolve))
    // Sent before the server has looked the token up: these subscriptions must not be lost.
    for (const name of subscriptions) socket.send(name)
    const next = (): Promise<unknown> =>
      messages.length > 0 ? Promise.resolve(messages.shift()) : new Promise((resolve) => waiting.push(resolve))
    return { socket, next, closed }
  }
  /** Pushes samples until a client receives a message, because a subscription itself is not answered. */
  async function pushUntil<T>(heard: Promise<T>, sn: string): Promise<T> {
    const timer = setInterval(() => void world.platform.ingest.push([{ sn, values: { 1: 42 } }], trusted), 20)
    try {
      return await heard
    } finally {
      clearInterval(timer)
    }
  }

  it('sends a device’s messages to clients subscribed to its code', async () => {
    const { next, socket } = await connect(world.tokens.manager, '1869024001')
    expect(socket.protocol).toBe('console.v1')
    expect(await pushUntil(next(), '1869024001')).toEqual({
      sn: '1869024001',
      deviceid: 1,
      t: expect.any(Number),
      values: { 11: 42 },
    })
    socket.close()
  })

  it('closes with 4401 without a valid token, and with 4403 for a device without access', async () => {
    expect(await (await connect(null)).closed).toBe(4401)
    expect(await (await connect('nonsense', '1869024001')).closed).toBe(4401)
    expect(await (await connect(world.tokens.stranger, '1869024001')).closed).toBe(4403)
    expect(await (await connect(world.tokens.watcher, '1869024001')).closed).toBe(4403)
    expect(await (await connect(world.tokens.manager, 'no such sn')).closed).toBe(4403)
  })

  it('closes with 4403 for a user without the key of a page with live values', async () => {
    const row = {
      username: 'bare',
      nickname: 'bare',
      password: '-',
      super_id: 2,
      project_id: 1,
      menu_control: '["3-3-3"]',
      created_at: 0,
      updated_at: 0,
    }
    const { id } = await world.platform.storage.write((trx) =>
      trx.insertInto('systemuser').values(row).returning('id').executeTakeFirstOrThrow(),
    )
    const token = await world.platform.sessions.begin(id, null)
    for (const name of ['*', '1869024001']) expect(await (await connect(token, name)).closed).toBe(4403)
  })

  it('keeps the last messages of each device for users who are allowed to see it', async () => {
    const { app, platform, tokens } = world
    for (let value = 1; value <= MAX_MESSAGES + 2; value++)
      await platform.ingest.push([{ sn: '1869024001', values: { 1: value } }], trusted)
    const ask = async (token: string, device: number) =>
      (await app.inject({ url: `/v1/lastmessages/${device}`, headers: { authorization: `Bearer ${token}` } })).json<{
        code: number
        data: { values: object }[]
      }>()
    const { data } = await ask(tokens.manager, 1)
    expect(data).toHaveLength(MAX_MESSAGES)
    expect(data.at(-1)).toEqual({
      sn: '1869024001',
      deviceid: 1,
      t: expect.any(Number),
      values: { 11: MAX_MESSAGES + 2 },
    })
    expect([(await ask(tokens.stranger, 1)).code, (await ask(tokens.watcher, 1)).code]).toEqual([404, 404])
  })

  it('combines the messages of all visible devices into one frame per second for *', async () => {
    const { next, socket } = await connect(world.tokens.manager, '*')
    const timer = setInterval(() => {
      void world.platform.ingest.push(
        [
          { sn: '1869024001', values: { 1: 1 } },
          { sn: '1869024003', values: { 1: 2 } },
        ],
        trusted,
      )
      void world.platform.ingest.push(
        [
          { sn: '1869024001', values: { 2: 3 } },
          { sn: '1869024002', values: { 1: 4 } },
        ],
        trusted,
      )
    }, 20)
    await next()
    const frame = (await next()) as { sn: string; values: object }[]
    clearInterval(timer)
    expect(frame.map((message) => message.sn).toSorted()).toEqual(['1869024001', '1869024002'])
    expect(frame.find((message) => message.sn === '1869024001')?.values).toEqual({ 11: 1, 12: 3 })
    socket.close()
  })

  // Without waiting for the check of the session that every connection makes after 30 s.
  it('closes with 4401 at once on sign-out, password change and disabling of the user', {
    timeout: upTo(25_000),
  }, async () => {
    const { sessions, storage } = world.platform
    const row = {
      username: 'passing',
      nickname: 'passing',
      password: '-',
      super_id: 2,
      project_id: 1,
      menu_control: '["2-1"]',
      created_at: 0,
      updated_at: 0,
    }
    const { id } = await storage.write((trx) =>
      trx.insertInto('systemuser').values(row).returning('id').executeTakeFirstOrThrow(),
    )
    const ways = [
      (token: string) => sessions.end(token),
      async () => {
        await storage.writeAny((trx) => endSessions(trx, id))
        sessions.forget(id)
      },
      async () => {
        await storage.write((trx) => trx.updateTable('systemuser').set({ disabled: 1 }).where('id', '=', id).execute())
        sessions.forget(id)
      },
    ]
    for (const end of ways) {
      const token = await sessions.begin(id, null)
      const { next, closed } = await connect(token, '1869024001')
      await pushUntil(next(), '1869024001')
      await end(token)
      expect(await closed).toBe(4401)
    }
  })

  it('accepts pages of its own host and clients without an origin, and refuses other origins with 403', async () => {
    const host = new URL(url).host
    const status = (headers: Record<string, string>): Promise<number> =>
      new Promise((resolve, reject) => {
        const socket = new WebSocket(url, ['console.v1', `bearer.${world.tokens.manager}`], { headers })
        socket.on('open', () => {
          resolve(101)
          socket.close()
        })
        socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0))
        socket.on('error', reject)
      })
    expect(await status({ origin: `http://${host}` })).toBe(101)
    expect(await status({})).toBe(101)
    // A proxy that passes the host without its port.
    expect(await status({ host: 'console.example', origin: 'https://console.example:8443' })).toBe(101)
    for (const origin of ['https://evil.example', 'http://127.0.0.1:1', 'null', `http://${host}.evil.example`])
      expect([origin, await status({ origin })]).toEqual([origin, 403])
  })

  it('closes a connection that floods it, and refuses too many sockets of one user', async () => {
    const flooding = await connect(world.tokens.manager, '1869024001')
    for (let i = 0; i < MAX_FRAMES; i++) flooding.socket.send('1869024001')
    expect(await flooding.closed).toBe(1008)
    const open = await Promise.all(Array.from({ length: MAX_SOCKETS }, () => connect(world.tokens.super, '*')))
    await expect.poll(() => world.platform.feed.clients()).toBe(MAX_SOCKETS)
    expect(await (await connect(world.tokens.super, '*')).closed).toBe(1013)
    // Other users are not affected.
    const other = await connect(world.tokens.manager, '1869024001')
    await pushUntil(other.next(), '1869024001')
    for (const { socket } of [...open, other]) socket.close()
    await Promise.all(open.map(({ closed }) => closed))
  })
})
