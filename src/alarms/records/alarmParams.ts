import { ALARM_GROUPS, type AlarmGroup } from '../../../dataProvider/alarms.ts'
import { addDays } from '../../../resources/kit/zone.ts'
import { PAGE_SIZES } from '../../kit/pageNumbers.ts'

/** What the alarm records show, as the address holds it. Days are calendar days of the platform. */
export interface AlarmParams {
  area: number | null
  device: number | null
  project: number | null
  first: string
  last: string
  /** Empty: all. */
  groups: readonly AlarmGroup[]
  page: number
  size: number
  /** A dialog over the list: one record's handling or its details. */
  dialog: { kind: 'handle' | 'detail'; id: number } | null
}

/** Longest span, days (spec 1 §5), and how far back the list reaches at first. */
export const LONGEST = 30
const USUAL = 6

/** Groups as the address names them: by the state a record has (spec 1 §4), and 3 for what ended before anybody handled it. */
const codes: Record<AlarmGroup, string> = { open: '0', over: '3', false: '1', handled: '2' }

export function readParams(search: URLSearchParams, today: string): AlarmParams {
  const last = dayOf(search.get('last'), today) ?? today
  const first = dayOf(search.get('first'), last) ?? addDays(last, -USUAL)
  const size = Number(search.get('size'))
  const dialogs = (['handle', 'detail'] as const).flatMap((kind) => {
    const id = idOf(search.get(kind))
    return id === null ? [] : [{ kind, id }]
  })
  return {
    area: idOf(search.get('area')),
    device: idOf(search.get('device')),
    project: idOf(search.get('project')),
    first: first < addDays(last, -LONGEST) ? addDays(last, -LONGEST) : first,
    last,
    groups: ALARM_GROUPS.filter((group) => (search.get('states') ?? '').split(',').includes(codes[group])),
    page: idOf(search.get('page')) ?? 1,
    size: PAGE_SIZES.includes(size) ? size : 10,
    dialog: dialogs[0] ?? null,
  }
}

/** Only what differs from the plain list. */
export function writeParams(params: AlarmParams, today: string): URLSearchParams {
  const search = new URLSearchParams()
  for (const name of ['area', 'device', 'project'] as const)
    if (params[name] !== null) search.set(name, String(params[name]))
  if (params.last !== today) search.set('last', params.last)
  if (params.first !== addDays(params.last, -USUAL)) search.set('first', params.first)
  if (params.groups.length > 0) search.set('states', params.groups.map((group) => codes[group]).join(','))
  if (params.page > 1) search.set('page', String(params.page))
  if (params.size !== 10) search.set('size', String(params.size))
  if (params.dialog) search.set(params.dialog.kind, String(params.dialog.id))
  return search
}

const idOf = (text: string | null): number | null =>
  text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null

const dayOf = (text: string | null, latest: string): string | null =>
  text === null || !/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(Date.parse(text))
    ? null
    : text > latest
      ? latest
      : text
