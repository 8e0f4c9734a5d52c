import { vi } from 'vitest'
import { silentLog } from '../../server/log.ts'
import { openPlatform } from '../../server/open.ts'
import type { Platform } from '../../server/platform.ts'
import { readSettings } from '../../server/settings.ts'
import { openStorage } from '../../server/storage/index.ts'
import type { StoryRules, StoryStep } from './alarmStory.ts'
import { upTo } from './slowness.ts'
import { testPlace, type TestPlace } from './storage.ts'
import { fillWorld, ids } from './world.ts'

/** Step by which the clock advances, ms. */
const PACE = 5000
const soon = { timeout: upTo(20_000), interval: 20 }
const stamp = { created_at: 0, updated_at: 0 }

/** An episode; times in ms since the story began. `to` null: it is still open. */
export interface StoryEpisode {
  /** Name of the rule, and device. */
  of: string
  from: number
  to: number | null
  level: number | null
  /** Number of notifications sent. */
  told: number
}

export interface Played {
  episodes: StoryEpisode[]
  /** The platform after the last step; its clock stands still. */
  platform: Platform
  dispose(): Promise<void>
}

/**
 * Plays a story on a new platform that uses the story's clock. With `processes` 2 (PostgreSQL) a second process follows
 * all the time and takes over where the first restarts or dies, and each call goes to one of them in turn. A process
 * that dies writes nothing of what it judged from its last samples.
 */
export async function play(
  engine: 'sqlite' | 'postgres',
  rules: StoryRules,
  steps: readonly StoryStep[],
  { start, processes = 1 }: { start: number; processes?: 1 | 2 },
): Promise<Played> {
  let clock = start
  const time = vi.spyOn(Date, 'now').mockImplementation(() => clock)
  const place = await testPlace(engine, 'schema')
  const platforms: Platform[] = []
  const dispose = async (): Promise<void> => {
    for (const each of platforms) await each.close()
    await place.remove()
    time.mockRestore()
  }
  const join = async (): Promise<void> => {
    const next = await open(place)
    platforms.push(next)
    await next.bus.ready
  }
  const known = (t: number): boolean =>
    platforms.every(({ registry }) =>
      [ids.air, ids.level].every((id) => (registry.device(id)?.nodes.get(ids.pm)?.last?.ts ?? 0) >= t),
    )
  try {
    const ruleIds = await fillPlace(place, rules)
    const [someRule = 0] = ruleIds.values()
    const lead = () => vi.waitUntil(() => platforms[0]?.alarms.standing(someRule, ids.air) != null, soon)
    await join()
    await lead()
    if (processes === 2) await join()
    let turn = 0
    for (const { now, pushes, after } of steps) {
      for (; clock < now; clock = Math.min(now, clock + PACE)) for (const { alarms } of platforms) alarms.tick(clock)
      for (const { alarms } of platforms) alarms.tick(clock)
      const [leader] = platforms as [Platform]
      if (after === 'dies') {
        await leader.alarms.settled()
        Object.assign(leader.storage, { write: () => Promise.reject(new Error('the process has ended')) })
      }
      for (const push of pushes) await platforms[turn++ % platforms.length]?.ingest.push(push, { kind: 'trusted' })
      const newest = Math.max(...pushes.flat().map(({ t }) => t))
      await vi.waitUntil(() => known(newest), soon)
      if (after === 'goes on') continue
      platforms.shift()
      await leader.close()
      if (platforms.length === 0) await join()
      await lead()
      if (platforms.length < processes) await join()
    }
    const [platform] = platforms as [Platform]
    await platform.alarms.settled()
    return { episodes: await episodesOf(platform, start), platform, dispose }
  } catch (error) {
    await dispose()
    throw error
  }
}

const open = ({ settings }: TestPlace): Promise<Platform> =>
  openPlatform(
    { ...readSettings({ DEMO: 'off', CAPTCHA: 'off', LOG_LEVEL: 'silent', PORT: '0' }, null), ...settings },
    silentLog,
  )

/** The form's fields of a rule of a story. */
export const fieldsOf = (name: string, fields: StoryRules[string]) => ({
  name,
  project_id: 1,
  district_id: 2,
  device_list: `${ids.air},${ids.level}`,
  nodemap_id: ids.pm,
  com_oper: 0,
  hold_time: 0,
  alarm_interval: 0,
  alert_level: 3,
  enable: 1,
  alarm_msg: 'high',
  enable_back: 1,
  back_msg: 'over',
  ...fields,
})

async function fillPlace(place: TestPlace, rules: StoryRules): Promise<ReadonlyMap<string, number>> {
  const storage = await openStorage(place.settings, silentLog)
  const found = new Map<string, number>()
  await fillWorld(storage)
  await storage.write(async (trx) => {
    // Every sample is stored; otherwise the history would lack values that the engine saw.
    await trx.updateTable('device').set({ save_cycle: -1 }).execute()
    const contact = { alarm_name: '张工', alarm_phone: '13800000001', project_id: 1, district_id: 2, ...stamp }
    const { id: told } = await trx.insertInto('alarminfo').values(contact).returning('id').executeTakeFirstOrThrow()
    for (const [name, fields] of Object.entries(rules)) {
      const row = {
        ...fieldsOf(name, fields),
        alarm_phone: String(told),
        params_x: Number(fields['params_x']),
        ...stamp,
      }
      const { id } = await trx.insertInto('threshold').values(row).returning('id').executeTakeFirstOrThrow()
      found.set(name, id)
    }
  })
  await storage.close()
  return found
}

async function episodesOf({ storage }: Platform, start: number): Promise<StoryEpisode[]> {
  const rows = await storage.read
    .selectFrom('thresholdlog')
    .select(['id', 'threshold_name', 'device_id', 'alarm_time', 'recovered_at', 'alert_level'])
    .execute()
  const messages = await storage.read.selectFrom('alarmsendlog').select('thresholdlog_id').execute()
  return rows
    .map(({ id, threshold_name, device_id, alarm_time, recovered_at, alert_level }) => ({
      of: `${threshold_name} / ${device_id}`,
      from: alarm_time - start,
      to: recovered_at === null ? null : recovered_at - start,
      level: alert_level,
      told: messages.filter(({ thresholdlog_id }) => thresholdlog_id === id).length,
    }))
    .toSorted(byRuleAndTime)
}

/** The order in which episodes are compared. */
export const byRuleAndTime = (a: { of: string; from: number }, b: { of: string; from: number }): number =>
  a.of < b.of ? -1 : a.of > b.of ? 1 : a.from - b.from
