import { SEARCH_MODES, type SearchMode } from '../../dataProvider/calls.ts'
import { readArea } from '../live/areaParam.ts'
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

/** State of the real-time list, as its address has it. */
export interface MonitorParams {
  /** null: all areas. */
  area: number | null
  online: OnlineFilter
  run: RunFilter
  /** One of CLASS_FILTERS; null: all. */
  judged: ClassFilter | null
  /** Standard of that class, if several standards apply to its scale; null: the address names none. */
  standard: string | null
  sort: Sort
  /** The bounded quantity; null: none. */
  bounded: Quantity | null
  /** Lower bound of that quantity, upper bound if lower values are worse; null: no bound. */
  bound: number | null
  layout: Layout
  by: SearchMode
  /** The search text; '' without a search. */
  q: string
}

/** Values that filter nothing. */
export const UNFILTERED = {
  online: 'all',
  run: 'all',
  judged: null,
  standard: null,
  bounded: null,
  bound: null,
} as const satisfies Partial<MonitorParams>

/** Returns whether a list is sorted by a quantity. */
export const isQuantity = (sort: Sort): sort is Quantity => SORTABLE_QUANTITIES.some((quantity) => quantity === sort)

/** Returns the name of a quantity's bound in the address: ?bound=pm25&least=75, ?bound=do&most=5. */
export const boundName = (quantity: Quantity): 'least' | 'most' => (isWorseLow(quantity) ? 'most' : 'least')

/** Names of four class filters in old addresses. */
const OLD_CLASSES: ReadonlyMap<string, string> = new Map([
  ['air3', 'a3'],
  ['air4', 'a4-worse'],
  ['noise2', 'n2-worse'],
  ['water4', 'w4-worse'],
])

/** Minimum length of a search text after trimming (spec 1 §5). */
export const SHORTEST_SEARCH: Readonly<Record<SearchMode, number>> = {
  name: 2,
  sn: 6,
  sn_value: 6,
  iccid: 6,
  regcode: 2,
}

export const isLongEnough = (by: SearchMode, text: string): boolean => [...text.trim()].length >= SHORTEST_SEARCH[by]

/**
 * Parses an address; unknown values fall back to defaults, so that an old or hand-written link still opens the page.
 */
export function readMonitorParams(search: URLSearchParams, storedLayout: string | null): MonitorParams {
  const pick = <T extends string>(name: string, values: readonly T[], fallback: T): T =>
    values.find((value) => value === search.get(name)) ?? fallback
  const by = pick('by', SEARCH_MODES, 'name')
  const q = (search.get('q') ?? '').trim().slice(0, 60)
  const sort = pick<Sort>('sort', [...SORTS, ...SORTABLE_QUANTITIES], 'default')
  const name = search.get('class') ?? ''
  const judged = CLASS_FILTERS.get(OLD_CLASSES.get(name) ?? name) ?? null
  // An old address applies the bound to the quantity by which the list is sorted.
  const old = isQuantity(sort) && search.has(boundName(sort)) ? sort : null
  const bounded = SORTABLE_QUANTITIES.find((quantity) => quantity === search.get('bound')) ?? old
  const bound = bounded === null ? NaN : Number(search.get(boundName(bounded)) || NaN)
  return {
    area: readArea(search),
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

/** Writes an address; defaults are left out. The layout is written once chosen, so that a link opens as it was sent. */
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
