import { useQuery } from '@tanstack/react-query'
import { alarmRecords, type AlarmRecord } from '../../../dataProvider/alarms.ts'
import { episodeList, episodesNeeding, type EpisodesMeta } from '../../../dataProvider/episodes/calls.ts'
import type { Episode } from '../../../dataProvider/episodes/rows.ts'
import { mayOpen } from '../../../resources/kit/access.ts'
import type { Zone } from '../../../resources/kit/zone.ts'
import { alarmsAddress, episodeAddress, recordAddress } from '../../alarms/address.ts'
import { platformZone } from '../../kit/hooks/useZone.ts'
import { useCaller, useExtensions } from '../../kit/index.ts'

/** From the most urgent on. */
export const LEVELS = [1, 2, 3, 4] as const

/** So many open alarms are looked at: more are a list's business. */
const SIZE = 100

/** The reader's own in the inbox. */
export const MINE = alarmsAddress({ view: 'mine' })

/** An alarm that waits for somebody, with the address where it is worked on. */
export interface OpenAlarm {
  id: number
  /** 1 urgent to 4 early warning; null where nobody says. */
  level: number | null
  /** Epoch ms. */
  at: number
  endedAt: number | null
  message: string
  rule: string
  device: number | null
  deviceName: string
  /** As the inbox has it; null of a record, which is nobody's. */
  episode: Episode | null
  to: string
}

interface Open {
  /** The most urgent first, of one level the oldest first; more may wait than these. */
  open: readonly OpenAlarm[]
  total: number
  levels: ReadonlyMap<number, number>
  /** How many of them are the reader's own; null where alarms are nobody's. */
  mine: number | null
  /** The last one, where nothing waits. */
  last: OpenAlarm | null
}

export interface OpenAlarms {
  data: Open | undefined
  error: unknown
  retry: () => void
  allowed: boolean
}

/** What waits for somebody, for whoever may read alarms: episodes where the platform has them (wire.md, `alarmwork`), else records that last and nobody has handled. */
export function useOpenAlarms(): OpenAlarms {
  const allowed = mayOpen(useCaller(), '2-3')
  const extensions = useExtensions()
  const works = extensions?.has('alarmwork') === true
  const grouped = extensions?.has('alarm-groups') === true
  // An older platform lists what is over as well.
  const view = extensions?.has('episode-groups') === true ? 'needs_me' : 'needs'
  const { data, error, refetch } = useQuery({
    queryKey: ['alarms', 'open', works, grouped, view],
    queryFn: ({ signal }) => (works ? openEpisodes(view, signal) : openRecords(grouped, signal)),
    enabled: allowed && extensions !== undefined,
    refetchInterval: 30_000,
    retry: false,
  })
  return { data, error: data ? null : error, retry: () => void refetch(), allowed }
}

async function openEpisodes(waiting: 'needs_me' | 'needs', signal?: AbortSignal): Promise<Open> {
  const view = (name: string, size: number, sort: string) =>
    episodeList.getList(
      { page: 1, perPage: size, search: '', filter: { view: name }, meta: {}, sort, descending: sort !== 'level' },
      signal,
    )
  const [listed, { needs, levels }] = await Promise.all([view(waiting, SIZE, 'level'), episodesNeeding(signal)])
  const open = (listed.data as Episode[]).map(ofEpisode).toSorted(byUrgency)
  const last = open.length > 0 ? [] : ((await view('all', 1, 'fired_at')).data as Episode[])
  const { totals } = listed.meta as EpisodesMeta
  return { open, total: needs, levels, mine: totals.mine ?? null, last: last.map(ofEpisode)[0] ?? null }
}

const ofEpisode = (episode: Episode): OpenAlarm => ({
  id: episode.id,
  level: episode.level,
  at: episode.fired_at,
  endedAt: episode.cleared_at,
  message: episode.message || episode.threshold_name,
  rule: episode.limit_text,
  device: episode.device_id,
  deviceName: episode.device_name,
  episode,
  to: episodeAddress(episode.id),
})

async function openRecords(grouped: boolean, signal?: AbortSignal): Promise<Open> {
  const groups = grouped ? (['open'] as const) : []
  const [{ rows, total }, zone] = await Promise.all([
    alarmRecords({ states: [0], groups, page: 1, size: SIZE }, signal),
    platformZone(),
  ])
  const open = rows
    .filter(({ lasting }) => lasting !== false)
    .map((row) => ofRecord(row, zone))
    .toSorted(byUrgency)
  const last = open.length > 0 ? null : await alarmRecords({ page: 1, size: 1 }, signal)
  const levels = new Map(LEVELS.map((level) => [level, open.filter((row) => row.level === level).length]))
  return {
    open,
    total: grouped ? total : open.length,
    levels,
    mine: null,
    last: last?.rows.map((row) => ofRecord(row, zone))[0] ?? null,
  }
}

const ofRecord = (record: AlarmRecord, zone: Zone): OpenAlarm => ({
  id: record.id,
  level: Number(record.level) || null,
  at: record.at,
  endedAt: record.recoveredAt,
  message: record.message,
  rule: record.rule,
  device: record.device,
  deviceName: record.deviceName,
  episode: null,
  to: recordAddress({ id: record.id, device: record.device, day: zone.day(record.at) }),
})

const rankOf = ({ level }: OpenAlarm): number => level ?? LEVELS.length

const byUrgency = (a: OpenAlarm, b: OpenAlarm): number => rankOf(a) - rankOf(b) || a.at - b.at

/** When the oldest of a level began; null where there is none, and where not all of them are looked at. */
export function oldestOf({ open, levels }: Pick<Open, 'open' | 'levels'>, level: number): number | null {
  const own = open.filter((row) => row.level === level)
  return own.length === 0 || own.length < (levels.get(level) ?? 0) ? null : Math.min(...own.map(({ at }) => at))
}
