import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import type { Caller } from '../../../resources/kit/access.ts'
import { scopeOf, type ScopeCondition } from '../../crud/scope.ts'
import type { Platform, Registry } from '../../platform.ts'
import type { Tables } from '../../storage/types.ts'
import { alarmRecordResource } from '../record.ts'
import type { PageRange } from '../recordQuery.ts'
import { endingAfter, isLate, lastingAt } from './lasted.ts'
import type { EpisodeRow } from './row.ts'
import { episodesHolding } from './search.ts'
import { ownEpisodes, type Viewer } from './viewer.ts'

/**
 * Views of the inbox. `needs`: episodes that need someone, because they are new or the viewer's own. `needs_me`: of
 * these, the viewer's own and those that last and have neither assignee nor roster; the bell counts this view.
 */
export const episodeViews = [
  'needs',
  'needs_me',
  'mine',
  'new',
  'acknowledged',
  'snoozed',
  'closed',
  'closed_today',
  'all',
] as const
export type EpisodeView = (typeof episodeViews)[number]

/** Columns a page is sorted by; `id` decides between equals. */
const sorts = {
  fired_at: 'alarm_time',
  level: 'alert_level',
  device_name: 'device_name',
  cleared_at: 'recovered_at',
  closed_at: 'handled_at',
  snoozed_until: 'snoozed_until',
} as const
export const episodeSorts = Object.keys(sorts) as (keyof typeof sorts)[]

export interface EpisodeFilter {
  conditions: ScopeCondition[]
  state: EpisodeView
  /** Only episodes that neither a user nor a roster has. */
  nobody?: boolean
  condition: 'active' | 'cleared' | 'no_data' | null
  search: string | null
  start: number | null
  end: number | null
  /** Only episodes that lasted at a moment, epoch ms. */
  lastedAt?: number | null
}

type Query<T> = SelectQueryBuilder<Tables, 'thresholdlog', T>
export type Services = Pick<Platform, 'storage'>
/**
 * A filter whose search text was looked up. `holds`: the condition for episodes with that text; null: no condition.
 * `byEnd`: episodes that lasted at the moment are found by their ends.
 */
type ResolvedFilter = Omit<EpisodeFilter, 'search'> & { holds: RawBuilder<boolean> | null; byEnd?: boolean }

/** Literals, not parameters: a partial index matches only literals. */
export const OPEN = sql<boolean>`work < 2`
export const NOBODY_HAS = sql<boolean>`assignee_id is null and roster_id is null`

function inView(view: EpisodeView, viewer: Viewer): RawBuilder<boolean> | null {
  const { now, midnight } = viewer
  const awake = sql`(snoozed_until is null or snoozed_until <= ${now})`
  const mine = ownEpisodes(viewer)
  switch (view) {
    case 'needs':
      return sql`${OPEN} and suppressed = 0 and ${awake} and (work = 0 or ${mine})`
    case 'needs_me':
      return sql`${inView('needs', viewer)} and (${mine} or (is_alarm = 1 and assignee_id is null and roster_id is null))`
    case 'mine':
      return sql`${OPEN} and ${mine}`
    case 'new':
      return sql`${OPEN} and work = 0 and suppressed = 0`
    case 'acknowledged':
      return sql`${OPEN} and work = 1`
    case 'snoozed':
      return sql`${OPEN} and snoozed_until > ${now}`
    case 'closed':
      return sql`work = 2`
    case 'closed_today':
      return sql`work = 2 and handled_at >= ${midnight}`
    case 'all':
      return null
  }
}

const inCondition = {
  active: sql<boolean>`is_alarm = 1 and silent_since is null`,
  cleared: sql<boolean>`is_alarm <> 1`,
  no_data: sql<boolean>`is_alarm = 1 and silent_since is not null`,
}

export const resolveFilter = async (
  { storage }: Services,
  { search, ...filter }: EpisodeFilter,
): Promise<ResolvedFilter> => ({
  ...filter,
  holds: search === null ? null : await episodesHolding(storage, search),
  byEnd: typeof filter.lastedAt === 'number' && (await isLate(storage, filter.lastedAt)),
})

export const episodesQuery = ({ storage }: Services, filter: ResolvedFilter, viewer: Viewer): Query<object> | null => {
  let query: Query<object> = storage.read.selectFrom('thresholdlog')
  for (const { column, values } of filter.conditions) {
    if (values.length === 0) return null
    // SQLite would use the index of projects and read every row, so the expression hides the column from it. PostgreSQL
    // chooses better, and has no statistics of an expression.
    const isPlain = column !== 'project_id' || storage.engine === 'postgres'
    const asked = isPlain ? sql.ref(column) : sql`+${sql.ref(column)}`
    query = query.where(asked, 'in', [...values])
  }
  const view = inView(filter.state, viewer)
  if (view) query = query.where(view)
  if (filter.nobody) query = query.where(NOBODY_HAS)
  if (filter.condition) query = query.where(inCondition[filter.condition])
  if (filter.holds) query = query.where(filter.holds)
  if (filter.start !== null) query = query.where('alarm_time', '>=', filter.start)
  if (filter.end !== null) query = query.where('alarm_time', '<=', filter.end)
  if (typeof filter.lastedAt === 'number') {
    query = query.where(lastingAt(filter.lastedAt))
    if (filter.byEnd) query = query.where(endingAfter(storage, filter.lastedAt))
  }
  return query
}

export interface EpisodeOrder extends PageRange {
  sort: keyof typeof sorts
  order: 'asc' | 'desc'
}

/** Returns one page of a filter, the number of its episodes, and, where asked for, the number in each view. */
export async function inboxPage(
  platform: Services,
  filter: EpisodeFilter,
  viewer: Viewer,
  page: EpisodeOrder & { totals: boolean },
): Promise<{ rows: EpisodeRow[]; total: number; totals: ViewTotals | null }> {
  const asked = await resolveFilter(platform, filter)
  const { state } = filter
  const [rows, totals, counted] = await Promise.all([
    pageOf(platform, asked, viewer, page),
    page.totals ? totalsOfViews(platform, asked, viewer) : null,
    page.totals && isCounted(state) ? null : countOf(platform, asked, viewer),
  ])
  return { rows, total: counted ?? (totals && isCounted(state) ? totals[state] : 0), totals }
}

/** Reads a page: ids first, from the index alone, then their rows. */
async function pageOf(
  platform: Services,
  filter: ResolvedFilter,
  viewer: Viewer,
  page: EpisodeOrder,
): Promise<EpisodeRow[]> {
  const query = episodesQuery(platform, filter, viewer)
  if (!query) return []
  const ids = await query
    .select('id')
    .orderBy(sorts[page.sort], (by) => {
      const ordered = page.order === 'asc' ? by.asc() : by.desc()
      // For a column that is never empty, a nulls clause would keep PostgreSQL from using an index. An alarm without a
      // level is milder than an early warning.
      if (page.sort === 'level') return page.order === 'asc' ? ordered.nullsLast() : ordered.nullsFirst()
      return page.sort === 'cleared_at' || page.sort === 'closed_at' ? ordered.nullsLast() : ordered
    })
    .orderBy('id', page.order)
    .limit(page.size)
    .offset((page.current - 1) * page.size)
    .execute()
  return byIds(
    platform,
    ids.map(({ id }) => id),
  )
}

/** Returns episodes in the order of the given ids. */
export async function byIds({ storage }: Services, ids: readonly number[]): Promise<EpisodeRow[]> {
  if (ids.length === 0) return []
  const rows = await storage.read
    .selectFrom('thresholdlog')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute()
  const known = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => known.get(id) ?? [])
}

async function countOf(platform: Services, filter: ResolvedFilter, viewer: Viewer): Promise<number> {
  const row = await episodesQuery(platform, filter, viewer)
    ?.select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirst()
  return Number(row?.total ?? 0)
}

const countedViews = ['needs', 'mine', 'snoozed', 'closed_today', 'all'] as const
type CountedView = (typeof countedViews)[number]
export type ViewTotals = Record<CountedView, number>

const isCounted = (view: EpisodeView): view is CountedView => countedViews.some((each) => each === view)

/** Counts the episodes in each view of a filter; the views of open work are counted together. */
async function totalsOfViews(platform: Services, filter: ResolvedFilter, viewer: Viewer): Promise<ViewTotals> {
  const open = episodesQuery(platform, { ...filter, state: 'all' }, viewer)
    ?.where(OPEN)
    .select(
      (['needs', 'mine', 'snoozed'] as const).map((view) =>
        sql<number>`coalesce(sum(case when ${inView(view, viewer)} then 1 else 0 end), 0)`.as(view),
      ),
    )
    .executeTakeFirst()
  const [row, closed_today, all] = await Promise.all([
    open,
    countOf(platform, { ...filter, state: 'closed_today' }, viewer),
    countOf(platform, { ...filter, state: 'all' }, viewer),
  ])
  return {
    needs: Number(row?.needs ?? 0),
    mine: Number(row?.mine ?? 0),
    snoozed: Number(row?.snoozed ?? 0),
    closed_today,
    all,
  }
}

/** Returns what the bell counts, in all and by level. */
export async function bellOf(
  platform: Services,
  conditions: ScopeCondition[],
  viewer: Viewer,
): Promise<{ needs: number; levels: Record<string, number> }> {
  const filter: ResolvedFilter = { conditions, state: 'needs_me', condition: null, holds: null, start: null, end: null }
  const rows = await episodesQuery(platform, filter, viewer)
    ?.select(['alert_level', (eb) => eb.fn.countAll<number>().as('total')])
    .groupBy('alert_level')
    .execute()
  const levels = Object.fromEntries((rows ?? []).map(({ alert_level, total }) => [alert_level ?? 0, Number(total)]))
  return { needs: Object.values(levels).reduce((sum, count) => sum + count, 0), levels }
}

export const episodeScope = (
  { registry }: { registry: Pick<Registry, 'areasBelow'> },
  caller: Caller,
): ScopeCondition[] => scopeOf(caller, alarmRecordResource, registry)
