import { sql } from 'kysely'
import { answersOf } from '../server/alarms/episodes/row.ts'
import { groupTotals } from '../server/alarms/episodes/groups.ts'
import { bellOf, inboxPage, type EpisodeFilter, type EpisodeOrder } from '../server/alarms/episodes/list.ts'
import { viewerOf } from '../server/alarms/episodes/viewer.ts'
import { groupings, type Grouping } from '../resources/kit/episode.ts'
import { DAY } from '../resources/kit/zone.ts'
import type { Platform } from '../server/platform.ts'
import { engines } from '../tests/support/storage.ts'
import { openFleet } from './fleetPlatform.ts'
import { figure, median, type Bench } from './report.ts'

const DEVICES = 1000
const EPISODES = 200_000
/** One in this many episodes is not closed. */
const OPEN = 50
const PAGE = 50
/** One in this many open episodes is snoozed. */
const SNOOZED = 10
/** Areas with devices, from 2 on. The first one (fleet.ts) lies above half of them. */
const AREAS = 20
const PARENT = 2
/** One in this many is assigned, in turn to one of HOLDERS users and to one of as many rosters. */
const HELD = 20
const HOLDERS = 50
/** One in this many open episodes is without data. */
const SILENT = 8
/** Of each group of this many open episodes, all but the last are one incident. */
const INCIDENT = 4
/** One in this many closed episodes has a note of its own. */
const NOTED = 4

/** Measures pages of the inbox, each with its total, and its groups: what the console requests while a user works. */
const bench: Bench = async () => {
  const rows: (string | number)[][] = []
  for (const engine of engines) {
    const { platform, close } = await openFleet(engine, DEVICES)
    await fillAreas(platform)
    await fillEpisodes(platform)
    for (const [name, ask] of questions(platform)) rows.push([engine, name, figure(await timed(ask))])
    await close()
  }
  return [
    {
      title: 'The inbox of alarms',
      how: `${figure(EPISODES)} episodes, one in ${OPEN} not closed, one in ${HELD} given to somebody; pages of ${PAGE} with their total, and groups, as they are answered; median of 20.`,
      columns: ['engine', 'what', 'ms'],
      rows,
      aim: 'a filtered page and its groups under 50 ms',
    },
  ]
}
export default bench

type Question = [name: string, ask: () => Promise<unknown>]

function questions(platform: Platform): Question[] {
  const caller = { id: 1, super_id: 1, project_id: null, keys: new Set<string>(), districts: [], types: [] }
  const who = () => viewerOf(platform, caller)
  const page =
    (
      given: Partial<EpisodeFilter>,
      { current = 1, sort = 'fired_at', order = 'desc' }: Partial<EpisodeOrder> = {},
      totals = false,
    ) =>
    async () => {
      const viewer = await who()
      const { rows } = await inboxPage(platform, filterOf(given), viewer, { size: PAGE, current, sort, order, totals })
      return answersOf(platform, rows, viewer)
    }
  const groups = (by: Grouping, given: Partial<EpisodeFilter>) => async () =>
    groupTotals(platform, filterOf(given), await who(), by)
  const also = (column: string, ...values: number[]) => [
    { column: 'project_id', values: [1] },
    { column, values },
  ]
  const below = platform.registry.areasBelow([PARENT])
  const severe = also('alert_level', 1, 2)
  return [
    ['what needs somebody', page({ state: 'needs' })],
    ['what needs somebody, levels 1 and 2', page({ state: 'needs', conditions: severe })],
    ['all of levels 1 and 2', page({ conditions: severe })],
    ['all of levels 1 and 2, page 500', page({ conditions: severe }, { current: 500 })],
    ['all of one area', page({ conditions: also('district_id', 7) })],
    ['all of an area with those below, half of all', page({ conditions: also('district_id', ...below) })],
    ['all of one device', page({ conditions: also('device_id', 7) })],
    ['all, by level', page({}, { sort: 'level', order: 'asc' })],
    ['all, by level, mildest first', page({}, { sort: 'level' })],
    ['all, by device', page({}, { sort: 'device_name', order: 'asc' })],
    ['all, by the end', page({}, { sort: 'cleared_at' })],
    ['all, by closing', page({}, { sort: 'closed_at' })],
    ['what is snoozed, by its end', page({ state: 'snoozed' }, { sort: 'snoozed_until', order: 'asc' })],
    ['closed today', page({ state: 'closed_today' })],
    ['all that last', page({ condition: 'active' })],
    ['all that are over', page({ condition: 'cleared' })],
    ['all without data', page({ condition: 'no_data' })],
    ['what needs somebody and lasts', page({ state: 'needs', condition: 'active' })],
    ['all of one user', page({ conditions: also('assignee_id', 1) })],
    ['all of one roster', page({ conditions: also('roster_id', 6) })],
    ['all that nobody has', page({ nobody: true })],
    ['what is mine', page({ state: 'mine' })],
    ['open, with a text', page({ state: 'needs', search: 'station 7' })],
    ['all with a text of one device in ten', page({ search: 'station 7' })],
    ['all with the text of one device', page({ search: 'station 777' })],
    ['all with a text of every device', page({ search: 'station' })],
    ['all with a text of two letters', page({ search: '77' })],
    ['all with a text of one note', page({ search: 'pump 77' })],
    ['all with a text that nothing has', page({ search: 'nowhere' })],
    ['what needs somebody, with the counts of all views', page({ state: 'needs' }, {}, true)],
    ['the same with a text of one device in ten', page({ state: 'needs', search: 'station 7' }, {}, true)],
    ...groupings.flatMap((by): Question[] => [
      [`groups by ${by}, what needs somebody`, groups(by, { state: 'needs' })],
      [`groups by ${by}, all`, groups(by, {})],
    ]),
    ['the bell', async () => bellOf(platform, [], await who())],
  ]
}

/** Everything of the one project, narrowed by `given`. */
const filterOf = (given: Partial<EpisodeFilter>): EpisodeFilter => ({
  conditions: [{ column: 'project_id', values: [1] }],
  state: 'all',
  condition: null,
  search: null,
  start: null,
  end: null,
  ...given,
})

async function timed(ask: () => Promise<unknown>): Promise<number> {
  const took: number[] = []
  for (let i = 0; i < 20; i++) {
    const start = performance.now()
    await ask()
    took.push(performance.now() - start)
  }
  return median(took)
}

/** Adds the areas besides the fleet's own, half of them below it. */
async function fillAreas({ storage, registry }: Platform): Promise<void> {
  const areas = Array.from({ length: AREAS - 1 }, (_, i) => ({
    id: PARENT + 1 + i,
    name: `Area ${i}`,
    superid: i < AREAS / 2 - 1 ? PARENT : 1,
    project_id: 1,
    build_state: 0,
    created_at: 0,
    updated_at: 0,
  }))
  await storage.write((trx) => trx.insertInto('district').values(areas).execute())
  await registry.changed('district', null)
}

async function fillEpisodes({ storage }: Platform): Promise<void> {
  const now = Date.now()
  const trace = JSON.stringify({ rule: { id: 1, com_oper: 0, params_x: 75, params_y: 75, hold_time: 60 }, since: now })
  for (let from = 0; from < EPISODES; from += 1000) {
    const rows = Array.from({ length: 1000 }, (_, i) => {
      const each = from + i
      const at = now - each * 10_000
      const isOpen = each % OPEN === 0
      const [place, holder] = [each / OPEN, (each / HELD) % HOLDERS]
      const isHeld = each % HELD === 0
      return {
        alarm_time: at,
        threshold_id: 1,
        threshold_name: 'limit',
        device_id: (each % DEVICES) + 1,
        device_name: `Station ${each % DEVICES}`,
        district_id: ((each % DEVICES) % AREAS) + 2,
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
        snoozed_until: each % (OPEN * SNOOZED) === 0 ? now + DAY - each : null,
        assignee_id: isHeld && holder % 2 === 0 ? holder + 1 : null,
        roster_id: isHeld && holder % 2 === 1 ? holder + 1 : null,
        silent_since: isOpen && place % SILENT === 0 ? at : null,
        // Ids start at 1 in an empty table.
        incident_id: isOpen && place % INCIDENT < INCIDENT - 1 ? (place - (place % INCIDENT)) * OPEN + 1 : null,
        result: isOpen ? null : 'handled',
        note: !isOpen && i % NOTED === 0 ? `Looked after, the pump ${each} was changed` : null,
        trace,
      }
    })
    await storage.write((trx) => trx.insertInto('thresholdlog').values(rows).execute())
  }
  // Done here at once; databases do it by themselves within minutes.
  if (storage.engine === 'postgres') await sql`vacuum analyze thresholdlog`.execute(storage.read)
  else await storage.write((trx) => sql`analyze thresholdlog`.execute(trx))
}
