import { platformNow } from '../clock.ts'
import type { EpisodeAct } from '../../resources/kit/episode.ts'
import { Zone } from '../../resources/kit/zone.ts'
import { call, WireError } from '../http.ts'
import { projectOf } from '../lists.ts'
import { isRecord } from '../../resources/kit/record.ts'
import { integer, readRecords, readText } from '../normalise.ts'
import { dayIn, idIn, type Asked, type PlainResource } from '../plain.ts'
import { episodeOf, readEpisode, type Episode, type EpisodeDetail } from './rows.ts'

/** What react-admin calls the inbox; who may open the alarm records may open it (authProvider). */
export const EPISODES = 'monitor/threoldManage/episodes'

/** Views of the inbox, as the platform names them (wire.md, `alarmwork`). */
export const inboxViews = ['needs', 'mine', 'snoozed', 'closed_today', 'all'] as const
export type InboxView = (typeof inboxViews)[number]

/** What the platform lists in the place of a view, and counts in none: episodes by what people made of them. */
export const inboxStates = ['new', 'acknowledged', 'closed'] as const

/** What can be listed: views, states, and what the bell counts. */
const listed = [...inboxViews, ...inboxStates, 'needs_me'] as const

/** What an answer of the list says beside its rows. */
export interface EpisodesMeta {
  /** When it came, epoch ms. */
  at: number
  totals: Partial<Record<InboxView, number>>
}

/** What an act brings along (resources/kit/episode.ts). */
export interface ActSent {
  note?: string
  picture?: string
  user_id?: number | null
  roster_id?: number | null
  until?: number | null
  worse?: 0 | 1
  result?: string
  /** As it was seen: another one is a conflict. */
  version?: number
  /** Names the act: sent again because its answer was lost, it is not done again (wire.md, `act-keys`). */
  key?: string
}

/** What became of one row of a batch. */
export interface ActResult {
  id: number
  ok: boolean
  /** Why not. */
  reason: string
  /** As it is now. */
  episode: Episode | null
}

/**
 * The inbox's filter in an address: `view`, `level`, `condition`, `assignee`, `roster_id`, `dis_id`, `pro_id`, `device`, `rule`, `incident`, `first`
 * and `last`, `q`.
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

/** What a list is narrowed to, by the names of the wire. */
export function episodeQuery({ filter, search, meta }: Pick<Asked, 'filter' | 'search' | 'meta'>) {
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

/** The view or state an address names; what needs somebody where it names none. */
export const viewOf = (given: unknown): (typeof listed)[number] => listed.find((view) => view === given) ?? 'needs'

/** What lasts now and is not closed, whoever has it: at most a hundred, the gravest first, and how many there are. */
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

/** What was closed since the platform's midnight: the last hundred, and how many there are. */
export async function closedToday(signal?: AbortSignal): Promise<{ episodes: Episode[]; total: number }> {
  const answer = await call('GET', 'episodes', {
    query: { page_size: 100, current: 1, state: 'closed_today', sort: 'closed_at', order: 'desc' },
    signal,
  })
  const episodes = readRecords(answer).flatMap(readEpisode)
  return { episodes, total: (isRecord(answer) ? integer(answer['total']) : null) ?? episodes.length }
}

/** A project's own results that alarms are closed with, beside the built-in ones. */
export async function projectResults(project: number, signal?: AbortSignal): Promise<{ id: string; name: string }[]> {
  const answer = await call('GET', 'alarmResults', { query: { pro_id: project }, signal })
  return readRecords(answer).map((row) => ({ id: readText(row['id']), name: readText(row['name']) }))
}

/** How many episodes need the reader, and of which levels. */
export async function episodesNeeding(signal?: AbortSignal): Promise<{ needs: number; levels: Map<number, number> }> {
  const answer = await call('GET', 'episodes/count', { signal })
  const levels = isRecord(answer) && isRecord(answer['levels']) ? Object.entries(answer['levels']) : []
  return {
    needs: (isRecord(answer) ? integer(answer['needs']) : null) ?? 0,
    levels: new Map(levels.map(([level, count]) => [Number(level), integer(count) ?? 0])),
  }
}

/** What asks for the episodes that need the reader; every act here makes them stale. */
export const NEEDING = ['alarms', 'needing'] as const

/** So many of them the bell lists: more than anybody reads in a popup. */
export const MAX_NEEDING = 100

/** The episodes of a view that the bell lists: the most urgent, which no flood of milder ones pushes out, and of the level that is cut off the newest. */
export async function needingEpisodes(state: 'needs_me' | 'needs', signal?: AbortSignal): Promise<Episode[]> {
  const page = async (query: Record<string, string | number>) =>
    readRecords(
      await call('GET', 'episodes', { query: { page_size: MAX_NEEDING, current: 1, state, ...query }, signal }),
    ).flatMap(readEpisode)
  const gravest = await page({ sort: 'level', order: 'asc' })
  const cut = gravest.at(-1)?.level ?? null
  // Of one level that order has the oldest first. What has no level cannot be asked for alone.
  if (gravest.length < MAX_NEEDING || cut === null) return gravest
  const newest = await page({ level: cut, sort: 'fired_at', order: 'desc' })
  const graver = gravest.filter(({ level }) => level !== cut)
  // One may have changed its level between the two answers.
  return [...graver, ...newest.filter(({ id }) => !graver.some((one) => one.id === id))].slice(0, MAX_NEEDING)
}

/** Does an act; answers the episode as it is then. A WireError 409 carries the one as it is in its place (conflictIn). */
export const actOnEpisode = async (id: number, act: EpisodeAct | 'split', sent: ActSent = {}): Promise<EpisodeDetail> =>
  episodeOf(await call('POST', `episodes/${id}/${act}`, { body: { ...sent } }))

/** Does the same to several; answers what became of each. `versions`: as each was seen, in their order; one of another is left out as a conflict. */
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

/** Ids of the users whom all of these can be given to (wire.md, `episode-assignees`). A WireError 404 where the reader may see none of them. */
export async function assigneesOf(ids: readonly number[], signal?: AbortSignal): Promise<ReadonlySet<number>> {
  const answer = await call('POST', 'episodes/assignees', { body: { ids }, signal })
  const users = isRecord(answer) && Array.isArray(answer['user_ids']) ? (answer['user_ids'] as unknown[]) : []
  return new Set(users.map(Number))
}

/** The episode as it is, of a refusal because somebody was faster; null of every other failure. */
export function conflictIn(failure: unknown): Episode | null {
  const data = failure instanceof WireError && failure.body.code === 409 ? failure.body.data : null
  const current = isRecord(data) ? data['current'] : null
  return isRecord(current) ? (readEpisode(current)[0] ?? null) : null
}
