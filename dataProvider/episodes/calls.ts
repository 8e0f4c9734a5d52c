import { platformNow } from '../clock.ts'
import type { EpisodeAct } from '../../resources/kit/episode.ts'
import { Zone } from '../../resources/kit/zone.ts'
import { call, WireError } from '../http.ts'
import { projectOf } from '../lists.ts'
import { isRecord } from '../../resources/kit/record.ts'
import { integer, readRecords, readText } from '../normalise.ts'
import { dayIn, idIn, type ListParams, type PlainResource } from '../plain.ts'
import { episodeOf, readEpisode, type Episode, type EpisodeDetail } from './rows.ts'

/**
 * Name of the inbox as a resource of react-admin; callers who may open the alarm records may open it (authProvider).
 */
export const EPISODES = 'monitor/threoldManage/episodes'

/** Views of the inbox, as the platform names them (wire.md, `alarmwork`). */
export const inboxViews = ['needs', 'mine', 'snoozed', 'closed_today', 'all'] as const
export type InboxView = (typeof inboxViews)[number]

/** States the platform can list instead of a view, but does not count: episodes by the state of the work on them. */
export const inboxStates = ['new', 'acknowledged', 'closed'] as const

/** Everything that can be listed: views, states, and the episodes that the bell counts. */
const listed = [...inboxViews, ...inboxStates, 'needs_me'] as const

/** What the list's answer contains besides its rows. */
export interface EpisodesMeta {
  /** When the answer arrived, epoch ms. */
  at: number
  totals: Partial<Record<InboxView, number>>
}

/** The body of an act (resources/kit/episode.ts). */
export interface ActSent {
  note?: string
  picture?: string
  user_id?: number | null
  roster_id?: number | null
  until?: number | null
  worse?: 0 | 1
  result?: string
  /** The version of the episode that the user saw; another current version is a conflict. */
  version?: number
  /**
   * Idempotency key: an act that is sent again because its answer was lost is not applied twice (wire.md, `act-keys`).
   */
  key?: string
}

/** Outcome of one row of a batch. */
export interface ActResult {
  id: number
  ok: boolean
  /** Why the act was refused. */
  reason: string
  /** The episode in its current state. */
  episode: Episode | null
}

/**
 * The inbox as a resource. Its filter in an address: `view`, `level`, `condition`, `assignee`, `roster_id`, `dis_id`,
 * `pro_id`, `device`, `rule`, `incident`, `first` and `last`, `q`.
 */
export const episodeList: PlainResource = {
  getList: async ({ page, perPage, sort, descending, ...asked }, signal) => {
    const answer = await call('GET', 'episodes', {
      query: {
        page_size: perPage,
        current: page,
        ...episodeQuery(asked),
        ...(sort && { sort, order: descending ? 'desc' : 'asc' }),
        totals: 1,
      },
      signal,
    })
    const data = readRecords(answer).flatMap(readEpisode)
    const counted = isRecord(answer) && isRecord(answer['totals']) ? answer['totals'] : {}
    const totals = Object.fromEntries(inboxViews.flatMap((view) => entryOf(view, integer(counted[view]))))
    const told: EpisodesMeta = { at: platformNow(), totals }
    return { data, total: (isRecord(answer) ? integer(answer['total']) : null) ?? data.length, meta: told }
  },
  getOne: async (id, signal) => episodeOf(await call('GET', `episodes/${id}`, { signal })),
}

/** Translates a list's filter into the query parameters of the wire. */
export function episodeQuery({ filter, search, meta }: Pick<ListParams, 'filter' | 'search' | 'meta'>) {
  const zone = new Zone(readText(meta['zone']))
  const [first, last] = [dayIn(filter['first']), dayIn(filter['last'])]
  return {
    search,
    state: viewOf(filter['view']),
    level: Array.isArray(filter['level']) ? filter['level'].join(',') : null,
    condition: readText(filter['condition']) || null,
    assignee: ['me', 'nobody'].find((name) => name === filter['assignee']) ?? idIn(filter['assignee']),
    roster_id: idIn(filter['roster_id']),
    pro_id: projectOf(filter),
    dis_id: idIn(filter['dis_id']),
    device_id: idIn(filter['device']),
    threshold_id: idIn(filter['rule']),
    incident: idIn(filter['incident']),
    start: first && zone.startOf(first),
    end: last && zone.rangeOf(last).to,
  }
}

const entryOf = <T>(name: string, value: T | null): [string, T][] => (value === null ? [] : [[name, value]])

/** Returns the view or state in an address; `needs` if there is none. */
export const viewOf = (given: unknown): (typeof listed)[number] => listed.find((view) => view === given) ?? 'needs'

/**
 * Returns the episodes that last and are not closed, whoever they are assigned to: at most a hundred, the worst level
 * first, and their total number.
 */
export async function lastingEpisodes(signal?: AbortSignal): Promise<{ episodes: Episode[]; total: number }> {
  const answer = await call('GET', 'episodes', {
    query: { page_size: MAX_LASTING, current: 1, state: 'all', condition: 'active', sort: 'level', order: 'asc' },
    signal,
  })
  const rows = readRecords(answer).flatMap(readEpisode)
  const episodes = rows.filter(({ work }) => work !== 'closed')
  const total = isRecord(answer) ? integer(answer['total']) : null
  return { episodes, total: rows.length < MAX_LASTING ? episodes.length : (total ?? episodes.length) }
}

const MAX_LASTING = 100

/** Returns the episodes closed since the platform's midnight: the last hundred, and their total number. */
export async function closedToday(signal?: AbortSignal): Promise<{ episodes: Episode[]; total: number }> {
  const answer = await call('GET', 'episodes', {
    query: { page_size: 100, current: 1, state: 'closed_today', sort: 'closed_at', order: 'desc' },
    signal,
  })
  const episodes = readRecords(answer).flatMap(readEpisode)
  return { episodes, total: (isRecord(answer) ? integer(answer['total']) : null) ?? episodes.length }
}

/** Returns the results that a project defines for closing alarms, in addition to the built-in ones. */
export async function projectResults(project: number, signal?: AbortSignal): Promise<{ id: string; name: string }[]> {
  const answer = await call('GET', 'alarmResults', { query: { pro_id: project }, signal })
  return readRecords(answer).map((row) => ({ id: readText(row['id']), name: readText(row['name']) }))
}

/** Returns how many episodes need the user, in total and by level. */
export async function episodesNeeding(signal?: AbortSignal): Promise<{ needs: number; levels: Map<number, number> }> {
  const answer = await call('GET', 'episodes/count', { signal })
  const levels = isRecord(answer) && isRecord(answer['levels']) ? Object.entries(answer['levels']) : []
  return {
    needs: (isRecord(answer) ? integer(answer['needs']) : null) ?? 0,
    levels: new Map(levels.map(([level, count]) => [Number(level), integer(count) ?? 0])),
  }
}

/** Query key of the episodes that need the user; every act here makes them stale. */
export const NEEDING_KEY = ['alarms', 'needing'] as const

/** Episodes that the bell lists at most: more than a user reads in a popup. */
export const MAX_BELL_EPISODES = 100

/**
 * Returns the episodes of a view for the bell: the worst levels first, so that a flood of milder ones does not push
 * them out; within the level at which the list is cut off, the newest.
 */
export async function needingEpisodes(state: 'needs_me' | 'needs', signal?: AbortSignal): Promise<Episode[]> {
  const page = async (query: Record<string, string | number>) =>
    readRecords(
      await call('GET', 'episodes', { query: { page_size: MAX_BELL_EPISODES, current: 1, state, ...query }, signal }),
    ).flatMap(readEpisode)
  const gravest = await page({ sort: 'level', order: 'asc' })
  const cut = gravest.at(-1)?.level ?? null
  // Within a level this order begins with the oldest, so the level that is cut off is requested again by time. Episodes
  // without a level cannot be requested alone.
  if (gravest.length < MAX_BELL_EPISODES || cut === null) return gravest
  const newest = await page({ level: cut, sort: 'fired_at', order: 'desc' })
  const graver = gravest.filter(({ level }) => level !== cut)
  // An episode may have changed its level between the two answers.
  return [...graver, ...newest.filter(({ id }) => !graver.some((one) => one.id === id))].slice(0, MAX_BELL_EPISODES)
}

/**
 * Applies an act; returns the episode in its new state.
 *
 * @throws WireError 409 with the current episode if it has changed meanwhile (conflictIn)
 */
export const actOnEpisode = async (id: number, act: EpisodeAct | 'split', sent: ActSent = {}): Promise<EpisodeDetail> =>
  episodeOf(await call('POST', `episodes/${id}/${act}`, { body: { ...sent } }))

/**
 * Applies an act to several episodes; returns the outcome of each. `versions`: the versions that the user saw, in the
 * order of `ids`; an episode with another version is not changed and reported as a conflict.
 */
export async function actOnEpisodes(
  ids: readonly number[],
  action: EpisodeAct,
  sent: Omit<ActSent, 'version'> & { versions?: readonly number[] },
): Promise<ActResult[]> {
  const rows = readRecords(await call('POST', 'episodes/batch', { body: { ids, action, ...sent } }))
  return rows.flatMap((row) => {
    const id = integer(row['id'])
    if (id === null) return []
    const [episode = null] = isRecord(row['episode']) ? readEpisode(row['episode']) : []
    return [{ id, ok: integer(row['code']) === 0, reason: readText(row['msg']), episode }]
  })
}

/**
 * Returns the ids of the users to whom all of these episodes can be assigned (wire.md, `episode-assignees`).
 *
 * @throws WireError 404 if the caller may see none of the episodes
 */
export async function assigneesOf(ids: readonly number[], signal?: AbortSignal): Promise<ReadonlySet<number>> {
  const answer = await call('POST', 'episodes/assignees', { body: { ids }, signal })
  const users = isRecord(answer) && Array.isArray(answer['user_ids']) ? (answer['user_ids'] as unknown[]) : []
  return new Set(users.map(Number))
}

/** Returns the current episode from a refusal because another user acted first; null for every other failure. */
export function conflictIn(failure: unknown): Episode | null {
  const data = failure instanceof WireError && failure.body.code === 409 ? failure.body.data : null
  const current = isRecord(data) ? data['current'] : null
  return isRecord(current) ? (readEpisode(current)[0] ?? null) : null
}
