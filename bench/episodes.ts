import { sql } from 'kysely'
import { answersOf } from '../server/alarms/episodes/row.ts'
import { bellOf, inboxPage, type EpisodeFilter, type EpisodeOrder } from '../server/alarms/episodes/list.ts'
import { viewerOf } from '../server/alarms/episodes/viewer.ts'
import { DAY } from '../resources/kit/zone.ts'
import type { Platform } from '../server/platform.ts'
import { engines } from '../tests/support/storage.ts'
import { openFleet } from './fleetPlatform.ts'
import { figure, median, type Bench } from './report.ts'

const DEVICES = 1000
const EPISODES = 200_000
/** Of so many one is not closed. */
const OPEN = 50
const PAGE = 50
/** Of so many that are not closed one is snoozed. */
const SNOOZED = 10
/** Areas that the devices stand in, from 2 on. */
const AREAS = 20
/** Of so many closed ones one has a note of its own. */
const NOTED = 4

/** Pages of the inbox, each with its total: what the console asks while somebody works. */
const bench: Bench = async () => {
  const rows: (string | number)[][] = []
  for (const engine of engines) {
    const { platform, close } = await openFleet(engine, DEVICES)
    await fillEpisodes(platform)
    for (const [name, ask] of questions(platform)) rows.push([engine, name, figure(await timed(ask))])
    await close()
  }
  return [
    {
      title: 'The inbox of alarms',
      how: `${figure(EPISODES)} episodes, one in ${OPEN} not closed; pages of ${PAGE} with their total as they are answered; median of 20.`,
      columns: ['engine', 'what', 'ms'],
      rows,
      aim: 'a filtered page under 50 ms',
    },
  ]
}
export default bench

function questions(platform: Platform): [string, () => Promise<unknown>][] {
  const caller = { id: 1, super_id: 1, project_id: null, keys: new Set<string>(), districts: [], types: [] }
  const who = () => viewerOf(platform, caller)
  const page =
    (
      given: Partial<EpisodeFilter>,
      { current = 1, sort = 'fired_at', order = 'desc' }: Partial<EpisodeOrder> = {},
      totals = false,
    ) =>
    async () => {
      const filter: EpisodeFilter = {
        conditions: [{ column: 'project_id', values: [1] }],
        state: 'all',
        condition: null,
        search: null,
        start: null,
        end: null,
        ...given,
      }
      const viewer = await who()
      const { rows } = await inboxPage(platform, filter, viewer, { size: PAGE, current, sort, order, totals })
      return answersOf(platform, rows, viewer)
    }
  const also = (column: string, ...values: number[]) => [
    { column: 'project_id', values: [1] },
    { column, values },
  ]
  const severe = also('alert_level', 1, 2)
  return [
    ['what needs somebody', page({ state: 'needs' })],
    ['what needs somebody, levels 1 and 2', page({ state: 'needs', conditions: severe })],
    ['all of levels 1 and 2', page({ conditions: severe })],
    ['all of levels 1 and 2, page 500', page({ conditions: severe }, { current: 500 })],
    ['all of one area', page({ conditions: also('district_id', 7) })],
    ['all of one device', page({ conditions: also('device_id', 7) })],
    ['all, by level', page({}, { sort: 'level', order: 'asc' })],
    ['all, by level, mildest first', page({}, { sort: 'level' })],
    ['all, by device', page({}, { sort: 'device_name', order: 'asc' })],
    ['all, by the end', page({}, { sort: 'cleared_at' })],
    ['all, by closing', page({}, { sort: 'closed_at' })],
    ['what is snoozed, by its end', page({ state: 'snoozed' }, { sort: 'snoozed_until', order: 'asc' })],
    ['closed today', page({ state: 'closed_today' })],
    ['open, with a text', page({ state: 'needs', search: 'station 7' })],
    ['all with a text of one device in ten', page({ search: 'station 7' })],
    ['all with the text of one device', page({ search: 'station 777' })],
    ['all with a text of every device', page({ search: 'station' })],
    ['all with a text of two letters', page({ search: '77' })],
    ['all with a text of one note', page({ search: 'pump 77' })],
    ['all with a text that nothing has', page({ search: 'nowhere' })],
    ['what needs somebody, with the counts of all views', page({ state: 'needs' }, {}, true)],
    ['the same with a text of one device in ten', page({ state: 'needs', search: 'station 7' }, {}, true)],
    ['the bell', async () => bellOf(platform, [], await who())],
  ]
}

async function timed(ask: () => Promise<unknown>): Promise<number> {
  const took: number[] = []
  for (let i = 0; i < 20; i++) {
    const start = performance.now()
    await ask()
    took.push(performance.now() - start)
  }
  return median(took)
}

async function fillEpisodes({ storage }: Platform): Promise<void> {
  const now = Date.now()
  const trace = JSON.stringify({ rule: { id: 1, com_oper: 0, params_x: 75, params_y: 75, hold_time: 60 }, since: now })
  for (let from = 0; from < EPISODES; from += 1000) {
    const rows = Array.from({ length: 1000 }, (_, i) => {
      const at = now - (from + i) * 10_000
      const isOpen = (from + i) % OPEN === 0
      return {
        alarm_time: at,
        threshold_id: 1,
        threshold_name: 'limit',
        device_id: ((from + i) % DEVICES) + 1,
        device_name: `Station ${(from + i) % DEVICES}`,
        district_id: (((from + i) % DEVICES) % AREAS) + 2,
        nodemap_id: 1,
        nodemap_name: 'Node 1',
        real_value: 90,
        alarm_value: 'Node 1 > 75',
        alarm_msg: 'The limit of the node is exceeded, please look after it',
        project_id: 1,
        is_alarm: isOpen ? 1 : 0,
        alarm_state: isOpen ? 0 : 2,
        alert_level: (i % 4) + 1,
        recovered_at: isOpen ? null : at + 60_000,
        handled_by: isOpen ? null : 1,
        handled_at: isOpen ? null : at + 120_000,
        work: isOpen ? 0 : 2,
        snoozed_until: (from + i) % (OPEN * SNOOZED) === 0 ? now + DAY - (from + i) : null,
        result: isOpen ? null : 'handled',
        note: !isOpen && i % NOTED === 0 ? `Looked after, the pump ${from + i} was changed` : null,
        trace,
      }
    })
    await storage.write((trx) => trx.insertInto('thresholdlog').values(rows).execute())
  }
  // What the databases do by themselves within minutes.
  if (storage.engine === 'postgres') await sql`vacuum analyze thresholdlog`.execute(storage.read)
  else await storage.write((trx) => sql`analyze thresholdlog`.execute(trx))
}
