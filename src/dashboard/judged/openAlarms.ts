import { useQuery } from '@tanstack/react-query'
import { alarmRecords, type AlarmRecord } from '../../../dataProvider/alarms.ts'
import { episodeList, episodesNeeding, type EpisodesMeta } from '../../../dataProvider/episodes/calls.ts'
import type { Episode } from '../../../dataProvider/episodes/rows.ts'
import { mayOpen } from '../../../resources/kit/access.ts'
import type { Zone } from '../../../resources/kit/zone.ts'
import { alarmsAddress, episodeAddress, recordAddress } from '../../alarms/address.ts'
import { platformZone } from '../../kit/hooks/useZone.ts'
import { useCaller, useExtensions } from '../../kit/index.ts'

/** Levels, the most urgent first. */
export const LEVELS = [1, 2, 3, 4] as const

/** Maximum number of open alarms loaded; the list has more. */
const SIZE = 100

/** Address of the user's own alarms in the inbox. */
export const MINE = alarmsAddress({ view: 'mine' })

/** An open alarm that needs handling, with the address where it is handled. */
export interface OpenAlarm {
  id: number
  /** 1 urgent to 4 early warning; null if the platform reports none. */
  level: number | null
  /** When it fired, ms since the epoch. */
  at: number
  message: string
  rule: string
  device: number | null
  deviceName: string
  /** The episode; null for a record, which has no owner. */
  episode: Episode | null
  to: string
}

interface Open {
  /** The most urgent first, within a level the oldest first; there may be more than these. */
  open: readonly OpenAlarm[]
  total: number
  levels: ReadonlyMap<number, number>
  /**
   * When the oldest alarm of each level fired, ms since the epoch; a level is left out if not all of its alarms are
   * loaded.
   */
  oldest: ReadonlyMap<number, number>
  /** Returns the address that lists the alarms of a level. */
  toLevel: (level: number) => string
  /** How many of them are the user's own; null if alarms have no owners. */
  mine: number | null
  /** If nothing is open: the alarm closed last, and when; for records the newest, and when it ended or began. */
  last: (Pick<OpenAlarm, 'message' | 'at'> & { closed: boolean }) | null
}

export interface OpenAlarms {
  data: Open | undefined
  /** Error of the initial request or of a refresh: `data` may be old then. */
  error: unknown
  retry: () => void
  allowed: boolean
}

/**
 * Loads the alarms that need handling, if the user may read alarms: episodes if the platform has them (wire.md,
 * `alarmwork`), else active records that were not handled.
 */
export function useOpenAlarms(): OpenAlarms {
  const allowed = mayOpen(useCaller(), '2-3')
  const extensions = useExtensions()
  const works = extensions?.has('alarmwork') === true
  const grouped = extensions?.has('alarm-groups') === true
  // An older platform's view also lists alarms that are over.
  const view = extensions?.has('episode-groups') === true ? 'needs_me' : 'needs'
  const { data, error, refetch } = useQuery({
    queryKey: ['alarms', 'open', works, grouped, view],
    queryFn: ({ signal }) => (works ? openEpisodes(view, signal) : openRecords(grouped, signal)),
    enabled: allowed && extensions !== undefined,
    refetchInterval: 30_000,
    retry: false,
  })
  return { data, error, retry: () => void refetch(), allowed }
}

async function openEpisodes(waiting: 'needs_me' | 'needs', signal?: AbortSignal): Promise<Open> {
  const list = async (filter: object, sort: string, descending: boolean, perPage: number) => {
    const asked = { page: 1, perPage, search: '', filter: { ...filter }, meta: {}, sort, descending }
    const { data, meta } = await episodeList.getList(asked, signal)
    return { episodes: data as Episode[], totals: (meta as EpisodesMeta).totals }
  }
  const [listed, { needs, levels }] = await Promise.all([
    list({ view: waiting }, 'level', false, SIZE),
    episodesNeeding(signal),
  ])
  const open = listed.episodes.map(ofEpisode).toSorted(byUrgency)
  const cut = LEVELS.filter((level) => open.filter((row) => row.level === level).length < (levels.get(level) ?? 0))
  const [last, ...first] = await Promise.all([
    open.length > 0 ? null : list({ view: 'closed' }, 'closed_at', true, 1),
    ...cut.map((level) => list({ view: waiting, level: [level] }, 'fired_at', false, 1)),
  ])
  const closed = last?.episodes[0]
  return {
    open,
    total: needs,
    levels,
    oldest: oldestOf([...open, ...first.flatMap(({ episodes }) => episodes.map(ofEpisode))]),
    toLevel: (level) => alarmsAddress({ view: waiting, level: [level] }),
    mine: listed.totals.mine ?? null,
    last: closed ? { message: ofEpisode(closed).message, at: closed.closed_at ?? closed.fired_at, closed: true } : null,
  }
}

const ofEpisode = (episode: Episode): OpenAlarm => ({
  id: episode.id,
  level: episode.level,
  at: episode.fired_at,
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
  const [record] = last?.rows ?? []
  return {
    open,
    total: grouped ? total : open.length,
    levels,
    oldest: total > rows.length ? new Map() : oldestOf(open),
    toLevel: () => alarmsAddress({ states: ['open'] }),
    mine: null,
    last: record ? { message: record.message, at: record.recoveredAt ?? record.at, closed: false } : null,
  }
}

const ofRecord = (record: AlarmRecord, zone: Zone): OpenAlarm => ({
  id: record.id,
  level: Number(record.level) || null,
  at: record.at,
  message: record.message,
  rule: record.rule,
  device: record.device,
  deviceName: record.deviceName,
  episode: null,
  to: recordAddress({ id: record.id, device: record.device, day: zone.day(record.at) }),
})

const rankOf = ({ level }: OpenAlarm): number => level ?? LEVELS.length

const byUrgency = (a: OpenAlarm, b: OpenAlarm): number => rankOf(a) - rankOf(b) || a.at - b.at

/** Returns when the oldest alarm of each level fired. */
function oldestOf(alarms: readonly OpenAlarm[]): Map<number, number> {
  const oldest = new Map<number, number>()
  for (const { level, at } of alarms)
    if (level !== null) oldest.set(level, Math.min(at, oldest.get(level) ?? Number.POSITIVE_INFINITY))
  return oldest
}
