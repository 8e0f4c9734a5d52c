import { createECDH, createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { BACK_OFF } from '../../server/alarms/channels/send.ts'
import { storedOutcomeText } from '../../server/alarms/explain.ts'
import { standIn, type Taken } from '../support/channelService.ts'
import { sendLog } from '../support/sending.ts'
import { engines } from '../support/storage.ts'
import { ABOVE_100, ids, users } from '../support/world.ts'
import { openWorldApp, type WorldApp } from '../support/worldApp.ts'

const trusted = { kind: 'trusted' } as const
const stamp = { created_at: 0, updated_at: 0 }
const KINDS = { dingtalk: 1, wecom: 2, feishu: 3, webhook: 4 } as const
const LANGUAGES = { zhCN: 1, zhTW: 2, zhEN: 3 } as const
/** Texts of a message in each language. */
const WORDS = {
  zhCN: ['【严重】桥西空气微站 01 · 超标', '节点', '当前值', '规则', '区域', '开始时间'],
  zhTW: ['【嚴重】桥西空气微站 01 · 超标', '節點', '目前值', '規則', '區域', '開始時間'],
  zhEN: ['[Severe] 桥西空气微站 01 · 超标', 'Node', 'Value', 'Rule', 'Area', 'Since'],
} as const

const hmac = (key: string, text: string, form: 'base64' | 'hex'): string =>
  createHmac('sha256', key).update(text).digest(form)

/** Whether a message is signed as the channel's maker requires, and its text as the recipient sees it. */
const readers: Readonly<
  Record<keyof typeof KINDS, (taken: Taken, secret: string) => { signed: boolean; text: string }>
> = {
  dingtalk({ url, body }, secret) {
    const at = url.searchParams.get('timestamp') ?? ''
    const { markdown } = JSON.parse(body.toString()) as { markdown: { title: string; text: string } }
    return {
      signed: url.searchParams.get('sign') === hmac(secret, `${at}\n${secret}`, 'base64'),
      text: `${markdown.title}\n${markdown.text}`,
    }
  },
  wecom({ url, body }) {
    const { markdown } = JSON.parse(body.toString()) as { markdown: { content: string } }
    // The key in the address is the only authentication.
    return { signed: url.searchParams.get('access_token') === 't0k', text: markdown.content }
  },
  feishu({ body }, secret) {
    const { timestamp, sign, content } = JSON.parse(body.toString()) as {
      timestamp: string
      sign: string
      content: { post: { zh_cn: { title: string; content: { text: string; href?: string }[][] } } }
    }
    const { title, content: lines } = content.post.zh_cn
    const text = lines.flat().map((part) => `${part.text} ${part.href ?? ''}`)
    return {
      signed: sign === createHmac('sha256', `${timestamp}\n${secret}`).update('').digest('base64'),
      text: [title, ...text].join('\n'),
    }
  },
  webhook({ headers, body }, secret) {
    const { title, text } = JSON.parse(body.toString()) as { title: string; text: string }
    const signature = hmac(secret, `${String(headers['x-timestamp'])}.${body.toString()}`, 'hex')
    return { signed: headers['x-signature'] === `sha256=${signature}`, text: `${title}\n${text}` }
  },
}

const addRule = async ({ platform }: WorldApp, channels: readonly number[]): Promise<void> => {
  await platform.storage.write((trx) =>
    trx
      .insertInto('threshold')
      .values({
        ...ABOVE_100,
        name: '超标',
        enable: 1,
        alert_level: 2,
        alarm_msg: '请处理',
        alarm_channel: channels.join(','),
        ...stamp,
      })
      .execute(),
  )
  await platform.registry.changed('threshold', null)
}
let measured = Date.now() - 60_000
const fire = async ({ platform }: WorldApp): Promise<void> => {
  for (const value of [1, 150])
    await platform.ingest.push([{ sn: '1869024001', t: ++measured, values: { 1: value } }], trusted)
  await platform.alarms.settled()
}

describe.each(engines)('delivery by each channel kind on %s', (engine) => {
  let world: WorldApp
  let service: Awaited<ReturnType<typeof standIn>>
  const made: Record<string, number> = {}
  beforeAll(async () => {
    service = await standIn()
    world = await openWorldApp(engine, { NORTH_ALLOW_PRIVATE: 'on', PUBLIC_URL: 'https://env.example.com/' })
    for (const [kind, number] of Object.entries(KINDS))
      for (const [language, index] of Object.entries(LANGUAGES)) {
        const name = `${kind}-${language}`
        const answer = await world.call('super', 'POST', 'alarmChannel', {
          name,
          project_id: 1,
          kind: number,
          language: index,
          secret: `secret of ${name}`,
          url: `${service.url}/${name}?access_token=t0k`,
        })
        if (answer.status !== 200) throw new Error(answer.text)
        made[name] = (answer.data as { id: number }).id
      }
    await world.platform.storage.write((trx) =>
      trx
        .updateTable('device')
        .set({ positional: JSON.stringify({ maplng: 114.51, maplat: 38.04 }) })
        .where('id', '=', ids.air)
        .execute(),
    )
    await addRule(world, Object.values(made))
  })
  afterAll(async () => {
    await world.dispose()
    await service.close()
  })
  beforeEach(async () => {
    service.taken.length = 0
    Object.assign(service.state, { status: 200, answer: '{"errcode":0,"code":0}' })
    await world.platform.storage.write((trx) => trx.deleteFrom('alarmsendlog').execute())
  })

  it('sends a signed message in the channel’s language, with the alarm’s content and links', async () => {
    await fire(world)
    expect(service.taken).toHaveLength(Object.keys(made).length)
    for (const kind of Object.keys(KINDS) as (keyof typeof KINDS)[])
      for (const language of Object.keys(LANGUAGES) as (keyof typeof LANGUAGES)[]) {
        const name = `${kind}-${language}`
        const taken = service.taken.find(({ url }) => url.pathname === `/${name}`)
        if (!taken) throw new Error(`nothing was sent to ${name}`)
        const { signed, text } = readers[kind](taken, `secret of ${name}`)
        expect(signed, name).toBe(true)
        // The signature fails with another secret.
        if (kind !== 'wecom') expect(readers[kind](taken, 'another').signed, name).toBe(false)
        const [title, node, value, limit, area, since] = WORDS[language]
        const parts = [
          title,
          `${node}: PM2.5`,
          `${value}: 150 µg/m³`,
          `${limit}: PM2.5`,
          `${area}: 桥西区`,
          `${since}: `,
        ]
        const link = 'https://env.example.com/monitor/threoldManage?detail='
        for (const part of [...parts, '请处理', link, 'position=114.51,38.04']) expect(text, name).toContain(part)
      }
  })

  it('retries after each back-off interval with a new signature, then gives up and lists the failure', async () => {
    service.state.status = 503
    const row = async () => (await sendLog(world)).find(({ send_name }) => send_name === 'webhook-zhEN')
    const { storage, alarms } = world.platform
    /** The platform's own delivery, which wakes by itself after the first pause: another one would race with it. */
    const deliver = async (): Promise<void> => {
      alarms.deliver()
      await alarms.settled()
    }
    let before = Date.now()
    await fire(world)
    for (const [attempt, pause] of BACK_OFF.entries()) {
      const waiting = await row()
      expect(waiting).toMatchObject({ send_ok: -1, attempts: attempt + 1 })
      expect(Number(waiting?.next_at)).toBeGreaterThanOrEqual(before + pause)
      expect(Number(waiting?.next_at)).toBeLessThanOrEqual(Date.now() + pause)
      // No message is tried before it is due.
      await deliver()
      expect((await row())?.attempts).toBe(attempt + 1)
      before = Date.now()
      await storage.write((trx) =>
        trx.updateTable('alarmsendlog').set({ next_at: 1 }).where('send_ok', '=', -1).execute(),
      )
      await deliver()
    }
    expect(await row()).toMatchObject({ send_ok: 0, attempts: BACK_OFF.length + 1, next_at: null })
    const sent = service.taken.filter(({ url }) => url.pathname === '/webhook-zhEN')
    expect(sent).toHaveLength(BACK_OFF.length + 1)
    for (const taken of sent) expect(readers.webhook(taken, 'secret of webhook-zhEN').signed).toBe(true)
    expect(new Set(sent.map(({ headers }) => headers['x-delivery'])).size).toBe(1)
    for (const kind of Object.keys(KINDS)) {
      const { data } = await world.call('super', 'GET', `alarmChannel/${made[`${kind}-zhEN`]}/results`)
      expect(data, kind).toMatchObject([
        { send_ok: 0, explained: expect.stringMatching(/^Given up after 6 attempts: .*503/) },
      ])
    }
  })

  it.each([
    [400, 0],
    [404, 0],
    [408, -1],
    [429, -1],
    [500, -1],
  ])('answered with HTTP %i, fails at once (0) or waits for a retry (-1): %i', async (status, send_ok) => {
    service.state.status = status
    await fire(world)
    for (const row of await sendLog(world)) expect(row, row.send_name).toMatchObject({ send_ok, attempts: 1 })
  })
})

describe('delivery to private addresses', () => {
  it('is refused for channels and browser push, also when the address is stored in the database', async () => {
    const service = await standIn()
    const world = await openWorldApp('sqlite')
    try {
      const { storage } = world.platform
      const channels = await storage.write(async (trx) => {
        await trx
          .insertInto('pushsubscription')
          .values({
            user_id: users.super,
            endpoint: `${service.url}/push`,
            p256dh: createECDH('prime256v1').generateKeys('base64url'),
            auth: Buffer.alloc(16, 1).toString('base64url'),
            language: 'zhEN',
            created_at: 0,
          })
          .execute()
        const rows = [1, 2, 3, 4, 5].map((kind) => ({
          name: String(kind),
          project_id: 1,
          kind,
          enable: 1,
          // A host name works as well as an IP address.
          url: kind === 5 ? null : `${kind === 2 ? service.url.replace('127.0.0.1', 'localhost') : service.url}/x`,
          ...stamp,
        }))
        return trx.insertInto('alarmchannel').values(rows).returning('id').execute()
      })
      await addRule(
        world,
        channels.map(({ id }) => id),
      )
      await fire(world)
      const rows = await sendLog(world)
      expect(rows).toHaveLength(5)
      for (const row of rows) {
        expect(row, row.send_name).toMatchObject({ send_ok: 0, attempts: 1, next_at: null })
        expect(storedOutcomeText(row.explained, 'zhEN'), row.send_name).toMatch(/not public|private$/)
      }
      expect(service.taken).toEqual([])
    } finally {
      await world.dispose()
      await service.close()
    }
  })
})
