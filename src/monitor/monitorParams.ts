import { SEARCH_MODES, type SearchMode } from '../../dataProvider/calls.ts'
import {
  ONLINE_FILTERS,
  RUN_FILTERS,
  SORTS,
  type ClassFilter,
  type OnlineFilter,
  type RunFilter,
  type Sort,
} from '../live/deviceList.ts'
import { isWorseLow, SORTABLE_QUANTITIES, type Quantity } from '../environment/quantity.ts'
import { CLASS_FILTERS, classFilterName } from './classFilters.ts'

const LAYOUTS = ['cards', 'rows'] as const
export type Layout = (typeof LAYOUTS)[number]

/** What the real-time list shows, as its address has it. */
export interface MonitorParams {
  /** null: all areas. */
  area: number | null
  online: OnlineFilter
  run: RunFilter
  /** One of CLASS_FILTERS; null: all. */
  judged: ClassFilter | null
  /** By which that class is, where several standards judge its scale; null: the address does not say. */
  standard: string | null
  sort: Sort
  /** The quantity that is bounded; null: none. */
  bounded: Quantity | null
  /** Only what is at least so much of it, at most where less of it is worse; null: all. */
  bound: number | null
  layout: Layout
  by: SearchMode
  /** What is searched for; '' while nothing is. */
  q: string
}

/** What narrows no list. */
export const UNFILTERED = {
  online: 'all',
  run: 'all',
  judged: null,
  standard: null,
  bounded: null,
  bound: null,
} as const satisfies Partial<MonitorParams>

/** The quantity that a list is sorted by, if it is one. */
export const isQuantity = (sort: Sort): sort is Quantity => SORTABLE_QUANTITIES.some((quantity) => quantity === sort)

/** How the bound of a quantity is called in the address: ?bound=pm25&least=75, ?bound=do&most=5. */
export const boundName = (quantity: Quantity): 'least' | 'most' => (isWorseLow(quantity) ? 'most' : 'least')

/** What addresses of before called four filters by class. */
const OLD_CLASSES: ReadonlyMap<string, string> = new Map([
  ['air3', 'a3'],
  ['air4', 'a4-worse'],
  ['noise2', 'n2-worse'],
  ['water4', 'w4-worse'],
])

/** How many characters a search needs after trimming (spec 1 §5). */
export const SHORTEST_SEARCH: Readonly<Record<SearchMode, number>> = {
  name: 2,
  sn: 6,
  sn_value: 6,
  iccid: 6,
  regcode: 2,
}

export const isLongEnough = (by: SearchMode, text: string): boolean => [...text.trim()].length >= SHORTEST_SEARCH[by]

/** Reads an address; whatever it does not know falls back, so that an old or hand-written link still opens the page. */
export function readMonitorParams(search: URLSearchParams, storedLayout: string | null): MonitorParams {
  const pick = <T extends string>(name: string, values: readonly T[], fallback: T): T =>
    values.find((value) => value === search.get(name)) ?? fallback
  const area = Number(search.get('area'))
  const by = pick('by', SEARCH_MODES, 'name')
  const q = (search.get('q') ?? '').trim().slice(0, 60)
  const sort = pick<Sort>('sort', [...SORTS, ...SORTABLE_QUANTITIES], 'default')
  const name = search.get('class') ?? ''
  const judged = CLASS_FILTERS.get(OLD_CLASSES.get(name) ?? name) ?? null
  // An address of before bounds the quantity that it is sorted by.
  const old = isQuantity(sort) && search.has(boundName(sort)) ? sort : null
  const bounded = SORTABLE_QUANTITIES.find((quantity) => quantity === search.get('bound')) ?? old
  const bound = bounded === null ? NaN : Number(search.get(boundName(bounded)) || NaN)
  return {
    area: Number.isInteger(area) && area > 0 ? area : null,
    online: pick('online', ONLINE_FILTERS, 'all'),
    run: pick('run', RUN_FILTERS, 'all'),
    judged,
    standard: judged && (search.get('standard')?.slice(0, 40) ?? null),
    sort,
    bounded,
    bound: Number.isFinite(bound) ? bound : null,
    layout: pick('layout', LAYOUTS, LAYOUTS.find((layout) => layout === storedLayout) ?? 'cards'),
    by,
    q: isLongEnough(by, q) ? q : '',
  }
}

/** Writes an address; what is as it comes anyway is left out. The layout is written once chosen, so that a link opens as it was sent. */
export function writeMonitorParams(params: MonitorParams): URLSearchParams {
  const search = new URLSearchParams()
  if (params.area !== null) search.set('area', String(params.area))
  if (params.online !== 'all') search.set('online', params.online)
  if (params.run !== 'all') search.set('run', params.run)
  if (params.judged !== null) {
    search.set('class', classFilterName(params.judged))
    if (params.standard !== null) search.set('standard', params.standard)
  }
  if (params.sort !== 'default') search.set('sort', params.sort)
  if (params.bounded !== null) {
    search.set('bound', params.bounded)
    if (params.bound !== null) search.set(boundName(params.bounded), String(params.bound))
  }
  if (params.q !== '') {
    search.set('by', params.by)
    search.set('q', params.q)
  }
  search.set('layout', params.layout)
  return search
}
