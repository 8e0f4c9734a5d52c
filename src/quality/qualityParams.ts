import { ROOT_AREA } from '../../resources/area.ts'
import type { Place } from '../../dataProvider/calls/quality.ts'

export const VIEWS = ['rates', 'queue', 'reviews'] as const
export type View = (typeof VIEWS)[number]

/** Values to be flagged: of a node, or with the node still to be chosen; ms since the epoch. */
export interface Mark {
  node: number | null
  from: number
  to: number
}

/** State of the page, as its address has it. */
export interface QualityParams {
  view: View
  /** YYYY-MM. */
  month: string
  /** null: all. */
  area: number | null
  device: number | null
  /** The span to flag on the device, shown beside its reviews; null: none. */
  mark: Mark | null
}

const idOf = (text: string | null): number | null => (/^[1-9]\d{0,14}$/.test(text ?? '') ? Number(text) : null)

export function readQualityParams(search: URLSearchParams, thisMonth: string): QualityParams {
  const month = search.get('month') ?? ''
  return {
    view: VIEWS.find((view) => view === search.get('view')) ?? 'rates',
    month: /^\d{4}-(0[1-9]|1[0-2])$/.test(month) && month <= thisMonth ? month : thisMonth,
    area: idOf(search.get('area')),
    device: idOf(search.get('device')),
    mark: markOf(search),
  }
}

function markOf(search: URLSearchParams): Mark | null {
  const [from, to] = [idOf(search.get('from')), idOf(search.get('to'))]
  return from === null || to === null || from > to ? null : { node: idOf(search.get('node')), from, to }
}

export function writeQualityParams(
  { view, month, area, device, mark }: QualityParams,
  thisMonth: string,
): URLSearchParams {
  const search = new URLSearchParams()
  if (view !== 'rates') search.set('view', view)
  if (month !== thisMonth) search.set('month', month)
  if (area !== null) search.set('area', String(area))
  if (device !== null) search.set('device', String(device))
  if (mark?.node != null) search.set('node', String(mark.node))
  if (mark) for (const end of ['from', 'to'] as const) search.set(end, String(mark[end]))
  return search
}

/** Returns the scope of the platform's query: a device, an area, or everything visible to the user. */
export const placeOf = ({ area, device }: QualityParams): Place =>
  device === null ? { dis_id: area ?? ROOT_AREA } : { deviceid: device }
