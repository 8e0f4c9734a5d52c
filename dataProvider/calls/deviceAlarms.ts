import { alarmRecords, type AlarmGroup, type AlarmRecord } from '../alarms.ts'
import { readEpisode, type Episode } from '../episodes/rows.ts'
import { announces, call } from '../http.ts'
import { readRecords } from '../normalise.ts'

/** So many open alarms of one device are looked at. */
const MAX_OPEN_ALARMS = 100

/** The alarms of a device that last and that nobody has closed, whoever has them: the worst level first, then the newest. Throws WireError. */
export async function openAlarms(device: number, signal?: AbortSignal): Promise<AlarmRecord[]> {
  // Where they cannot be asked for alone they are among the newest.
  const groups: readonly AlarmGroup[] = (await announces('alarm-groups')) ? ['open'] : []
  const { rows } = await alarmRecords({ device, groups, page: 1, size: MAX_OPEN_ALARMS }, signal)
  return rows
    .filter(({ lasting, state }) => lasting !== false && state === 0)
    .toSorted((a, b) => rankOf(a) - rankOf(b) || b.at - a.at)
}

/** What has no level comes last. */
const rankOf = ({ level }: AlarmRecord): number => (typeof level === 'number' ? level : Infinity)

/** The same as work (wire.md, `alarmwork`): the episodes of a device that wait to be taken, and those that somebody has. Throws WireError. */
export async function openEpisodes(device: number, signal?: AbortSignal): Promise<Episode[]> {
  const page = { page_size: MAX_OPEN_ALARMS, current: 1, device_id: device, sort: 'level', order: 'asc' }
  const answers = await Promise.all(
    ['new', 'acknowledged'].map((state) => call('GET', 'episodes', { query: { ...page, state }, signal })),
  )
  return answers.flatMap(readRecords).flatMap(readEpisode)
}
