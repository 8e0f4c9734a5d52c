import { alarmRecords, type AlarmGroup, type AlarmRecord } from '../alarms.ts'
import { readEpisode, type Episode } from '../episodes/rows.ts'
import { isAnnounced, call } from '../http.ts'
import { readRecords } from '../normalise.ts'

/** Open alarms of one device that are read at most. */
const MAX_OPEN_ALARMS = 100

/**
 * Returns the alarms of a device that last and are not closed, also those assigned to other users: the worst level
 * first, then the newest.
 *
 * @throws WireError
 */
export async function openAlarms(device: number, signal?: AbortSignal): Promise<AlarmRecord[]> {
  // A platform that cannot filter for open alarms returns them among the newest alarms.
  const groups: readonly AlarmGroup[] = (await isAnnounced('alarm-groups')) ? ['open'] : []
  const { rows } = await alarmRecords({ device, groups, page: 1, size: MAX_OPEN_ALARMS }, signal)
  return rows
    .filter(({ lasting, state }) => lasting !== false && state === 0)
    .toSorted((a, b) => rankOf(a) - rankOf(b) || b.at - a.at)
}

/** Alarms without a level come last. */
const rankOf = ({ level }: AlarmRecord): number => (typeof level === 'number' ? level : Infinity)

/**
 * Returns the open episodes of a device (wire.md, `alarmwork`): those that nobody has acknowledged yet, and the
 * acknowledged ones.
 *
 * @throws WireError
 */
export async function openEpisodes(device: number, signal?: AbortSignal): Promise<Episode[]> {
  const page = { page_size: MAX_OPEN_ALARMS, current: 1, device_id: device, sort: 'level', order: 'asc' }
  const answers = await Promise.all(
    ['new', 'acknowledged'].map((state) => call('GET', 'episodes', { query: { ...page, state }, signal })),
  )
  return answers.flatMap(readRecords).flatMap(readEpisode)
}
