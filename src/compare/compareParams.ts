import type { ComparedItem } from '../../dataProvider/calls/history.ts'
import type { Range } from '../chart/model.ts'
import { readZoom, writeZoom } from '../history/zoomParam.ts'

/**
 * State of the comparison, as its address has it: items in order, the month YYYY-MM, whether it was run, the visible
 * part.
 */
export interface CompareParams {
  items: readonly ComparedItem[]
  month: string | null
  submitted: boolean
  /** null: the whole month. */
  zoom: Range | null
}

export const MIN_ITEMS = 2
export const MAX_ITEMS = 10

export function readCompareParams(search: URLSearchParams, thisMonth: string): CompareParams {
  const items = (search.get('items') ?? '').split(',').flatMap((text) => {
    const [, device, nodemap] = /^([1-9]\d{0,14})\.([1-9]\d{0,14})$/.exec(text) ?? []
    return device && nodemap ? [{ device: Number(device), nodemap: Number(nodemap) }] : []
  })
  const month = search.get('month')
  const validMonth = month !== null && /^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? month : null
  return {
    items: unique(items).slice(0, MAX_ITEMS),
    month: validMonth ?? thisMonth,
    submitted: search.get('ask') === '1',
    zoom: readZoom(search),
  }
}

export function writeCompareParams({ items, month, submitted, zoom }: CompareParams): URLSearchParams {
  const search = new URLSearchParams()
  if (items.length > 0) search.set('items', items.map(keyOf).join(','))
  if (month !== null) search.set('month', month)
  if (submitted) search.set('ask', '1')
  writeZoom(search, zoom)
  return search
}

export const keyOf = ({ device, nodemap }: ComparedItem): string => `${device}.${nodemap}`

/** At least two items and a month (spec 1 §5). */
export const isReady = ({ items, month }: Pick<CompareParams, 'items' | 'month'>): boolean =>
  items.length >= MIN_ITEMS && month !== null

const unique = (items: readonly ComparedItem[]): ComparedItem[] => [
  ...new Map(items.map((item) => [keyOf(item), item])).values(),
]
