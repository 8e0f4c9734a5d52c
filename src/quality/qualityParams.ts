import { ROOT_AREA } from '../kit/areaTree/tree.ts'
import type { Place } from '../../dataProvider/calls/quality.ts'

export const VIEWS = ['rates', 'queue'] as const
export type View = (typeof VIEWS)[number]

/** What the page shows, as its address holds it. */
export interface QualityParams {
  view: View
  /** YYYY-MM. */
  month: string
  /** null: all. */
  area: number | null
  device: number | null
}

const idOf = (text: string | null): number | null => (/^[1-9]\d{0,14}$/.test(text ?? '') ? Number(text) : null)

export function readQualityParams(search: URLSearchParams, thisMonth: string): QualityParams {
  const month = search.get('month') ?? ''
  return {
    view: VIEWS.find((view) => view === search.get('view')) ?? 'rates',
    month: /^\d{4}-(0[1-9]|1[0-2])$/.test(month) && month <= thisMonth ? month : thisMonth,
    area: idOf(search.get('area')),
    device: idOf(search.get('device')),
  }
}

export function writeQualityParams({ view, month, area, device }: QualityParams, thisMonth: string): URLSearchParams {
  const search = new URLSearchParams()
  if (view !== 'rates') search.set('view', view)
  if (month !== thisMonth) search.set('month', month)
  if (area !== null) search.set('area', String(area))
  if (device !== null) search.set('device', String(device))
  return search
}

/** What is asked of the platform: a device, an area, or all there is to see. */
export const placeOf = ({ area, device }: QualityParams): Place =>
  device === null ? { dis_id: area ?? ROOT_AREA } : { deviceid: device }
