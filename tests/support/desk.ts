import { ids, type users } from './world.ts'
import { openWorldApp, type WorldApp } from './worldApp.ts'

const trusted = { kind: 'trusted' } as const
const stamp = { created_at: 0, updated_at: 0 }

/** An episode as the API returns it, with the fields that tests read. */
export interface EpisodeAnswer {
  id: number
  device_id: number
  work: string
  condition: string
  level: number | null
  limit: { params_x: number } | null
  limit_text: string
  refires: number
  peak: number
  assignee_id: number | null
  roster_id: number | null
  on_call_now_name: string | null
  mine: number
  snoozed_until: number | null
  snoozed_by: number | null
  snoozed_by_name: string | null
  suppressed: number
  note: string | null
  result: string | null
  version: number
  timeline: {
    kind: string
    at: number
    limit_text?: string
    user_id?: number
    note?: string
    name?: string
    metres?: number | null
    picture?: string
    reason?: string
  }[]
}

export interface ActAnswer {
  status: number
  code: number
  msg: string
  data: EpisodeAnswer & { current: EpisodeAnswer; fields: Record<string, unknown> }
}

type Who = keyof typeof users

/**
 * A world whose users handle alarms: every user of project 1 may read the records. Samples come in order, a second
 * apart.
 */
export async function openDesk(engine: 'sqlite' | 'postgres', environment: Record<string, string> = {}) {
  const world: WorldApp = await openWorldApp(engine, environment)
  const { platform } = world
  const { storage, registry } = platform
  await platform.alarms.settled()
  const readers = [2, 3, 4]
  await storage.write((trx) =>
    trx.updateTable('systemuser').set({ menu_control: '["2-1","2-3","4-1"]' }).where('id', 'in', readers).execute(),
  )
  for (const id of readers) platform.sessions.forget(id)
  let clock = Date.now() - 5 * 60_000
  const next = (): number => (clock += 1000)
  const push = async (sn: string, value: number, t = next()): Promise<number> => {
    await platform.ingest.push([{ sn, t, values: { 1: value } }], trusted)
    await platform.alarms.settled()
    return t
  }
  const insertRule = async (row: object): Promise<number> => {
    const { id } = await storage.write((trx) =>
      trx
        .insertInto('threshold')
        .values({
          name: 'rule',
          project_id: 1,
          district_id: 2,
          device_list: String(ids.air),
          nodemap_id: ids.pm,
          com_oper: 0,
          params_x: 100,
          hold_time: 0,
          alarm_interval: 0,
          alert_level: 2,
          enable: 1,
          alarm_msg: 'high',
          enable_back: 0,
          ...row,
          ...stamp,
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    await registry.changed('threshold', id)
    return id
  }
  const answer = async <T>(call: ReturnType<WorldApp['call']>): Promise<T> => (await call).data as T
  const list = (query: string, user: Who = 'manager') =>
    answer<{ list: EpisodeAnswer[]; total: number; totals: Record<string, number> }>(
      world.call(user, 'GET', `episodes?${query}`),
    )
  return {
    world,
    platform,
    dispose: () => world.dispose(),
    storage,
    next,
    push,
    list,
    /** Adds a rule on the air station, PM2.5 > 100, after pushing values that do not violate it. */
    async addRule(row: object = {}): Promise<number> {
      for (const sn of [SN.air, SN.level]) await push(sn, 20)
      return insertRule(row)
    },
    insertRule,
    async drop(id: number): Promise<void> {
      await storage.write((trx) => trx.deleteFrom('threshold').where('id', '=', id).execute())
      await registry.changed('threshold', id)
      await platform.alarms.settled()
    },
    one: (id: number, user: Who = 'manager') => answer<EpisodeAnswer>(world.call(user, 'GET', `episodes/${id}`)),
    act: (user: Who | null, id: number, name: string, body: object = {}) =>
      world.call(user, 'POST', `episodes/${id}/${name}`, body) as Promise<ActAnswer>,
    async newest(rule: number): Promise<EpisodeAnswer> {
      const [first] = (await list(`threshold_id=${rule}`)).list
      if (!first) throw new Error('no episode')
      return first
    },
    async addContact(row: object = {}): Promise<number> {
      const { id } = await storage.write((trx) =>
        trx
          .insertInto('alarminfo')
          .values({ alarm_name: '张工', alarm_phone: '13800000001', project_id: 1, district_id: 2, ...row, ...stamp })
          .returning('id')
          .executeTakeFirstOrThrow(),
      )
      return id
    },
    /** Outcome of each message of an episode: whether it was sent, and the last word of the reason. */
    async messages(id: number): Promise<[number, string | null][]> {
      const rows = await storage.read
        .selectFrom('alarmsendlog')
        .select(['send_ok', 'explained'])
        .where('thresholdlog_id', '=', id)
        .orderBy('id')
        .execute()
      return rows.map(({ send_ok, explained }) => [send_ok, explained?.match(/(\w+)"/g)?.[1]?.slice(0, -1) ?? null])
    },
  }
}

export type Desk = Awaited<ReturnType<typeof openDesk>>
export const SN = { air: '1869024001', level: '1869024002', other: '1869024003' }
