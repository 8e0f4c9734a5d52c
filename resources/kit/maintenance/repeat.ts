import type { Problem } from '../rules.ts'

/** Supported frequencies; a rule that repeats within a day is not a maintenance window. */
export const frequencies = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const
export type Frequency = (typeof frequencies)[number]

/** Days of the week as RFC 5545 writes them, Monday first. */
export const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const

/** A day of the week: every one, or with `nth` the first (1), last (-1) … of its month or year. `day` 0 is Monday. */
export interface RepeatDay {
  day: number
  nth: number | null
}

/** A recurrence rule by its parts (RFC 5545, 3.3.10). The list of an absent part is empty. */
export interface Repeat {
  freq: Frequency
  interval: number
  count: number | null
  /** UNTIL as written: a day, a time in the platform's time zone or, with Z, in UTC. */
  until: string | null
  byday: readonly RepeatDay[]
  bymonthday: readonly number[]
  byyearday: readonly number[]
  bymonth: readonly number[]
  bysetpos: readonly number[]
  /** First day of the week; 0 is Monday. */
  wkst: number
}

/** Largest interval, in units of the frequency: ten years. */
const MAX_STEP: Record<Frequency, number> = { DAILY: 3650, WEEKLY: 520, MONTHLY: 120, YEARLY: 10 }
const MAX_COUNT = 10_000

const lists = {
  BYMONTHDAY: { most: 31, negative: true },
  BYYEARDAY: { most: 366, negative: true },
  BYMONTH: { most: 12, negative: false },
  BYSETPOS: { most: 366, negative: true },
} as const

/** Returns the text of a rule in capitals and without the prefix RRULE:. */
export const plainRrule = (text: string): string =>
  text
    .trim()
    .toUpperCase()
    .replace(/^RRULE:/, '')

/**
 * Reads an RRULE of RFC 5545, strictly: null for anything that its grammar or its table of parts and frequencies does
 * not allow. Also null for rules that repeat within a day or name times of day, which the window's start defines, and
 * for BYWEEKNO, which programs interpret differently at the turn of a year.
 */
export function readRepeat(text: string): Repeat | null {
  const parts = new Map<string, string>()
  for (const part of plainRrule(text).split(';')) {
    const [name = '', value = '', ...more] = part.split('=')
    if (value === '' || more.length > 0 || parts.has(name) || !KNOWN.has(name)) return null
    parts.set(name, value)
  }
  const freq = frequencies.find((known) => known === parts.get('FREQ'))
  const interval = wholeOf(parts.get('INTERVAL') ?? '1')
  const count = parts.has('COUNT') ? wholeOf(parts.get('COUNT') ?? '') : null
  const until = parts.get('UNTIL') ?? null
  const wkst = weekdays.indexOf((parts.get('WKST') ?? 'MO') as (typeof weekdays)[number])
  const byday = parts.has('BYDAY') ? daysOf(parts.get('BYDAY') ?? '') : []
  const numbers = (name: keyof typeof lists): number[] | null =>
    parts.has(name) ? numbersOf(parts.get(name) ?? '', lists[name]) : []
  const [bymonthday, byyearday, bymonth, bysetpos] = [
    numbers('BYMONTHDAY'),
    numbers('BYYEARDAY'),
    numbers('BYMONTH'),
    numbers('BYSETPOS'),
  ]
  if (!freq || !byday || !bymonthday || !byyearday || !bymonth || !bysetpos || wkst < 0) return null
  if (interval === null || interval > MAX_STEP[freq] || (until !== null && (count !== null || !isUntil(until))))
    return null
  if (parts.has('COUNT') && (count === null || count > MAX_COUNT)) return null
  const repeat = { freq, interval, count, until, byday, bymonthday, byyearday, bymonth, bysetpos, wkst }
  return isAllowed(repeat) ? repeat : null
}

const KNOWN: ReadonlySet<string> = new Set([
  'FREQ',
  'INTERVAL',
  'COUNT',
  'UNTIL',
  'WKST',
  'BYDAY',
  ...Object.keys(lists),
])

/** Whether the parts are allowed with the frequency, by the table of RFC 5545, 3.3.10. */
function isAllowed({ freq, byday, bymonthday, byyearday, bymonth, bysetpos }: Repeat): boolean {
  if (bymonthday.length > 0 && freq === 'WEEKLY') return false
  if (byyearday.length > 0 && freq !== 'YEARLY') return false
  const counted = byday.some(({ nth }) => nth !== null)
  if (counted && (freq === 'DAILY' || freq === 'WEEKLY')) return false
  return bysetpos.length === 0 || [byday, bymonthday, byyearday, bymonth].some(({ length }) => length > 0)
}

const wholeOf = (text: string): number | null => (/^[1-9]\d{0,4}$/.test(text) ? Number(text) : null)

function numbersOf(text: string, { most, negative }: { most: number; negative: boolean }): number[] | null {
  const found = text.split(',').map((one) => (/^[+-]?\d{1,3}$/.test(one) ? Number(one) : 0))
  return found.every((one) => one !== 0 && Math.abs(one) <= most && (negative || one > 0)) ? found : null
}

function daysOf(text: string): RepeatDay[] | null {
  const found: RepeatDay[] = []
  for (const one of text.split(',')) {
    const [, nth, name] = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(one) ?? []
    const day = weekdays.indexOf(name as (typeof weekdays)[number])
    if (day < 0 || (nth !== undefined && (Number(nth) === 0 || Math.abs(Number(nth)) > 53))) return null
    found.push({ day, nth: nth === undefined ? null : Number(nth) })
  }
  return found
}

/** Whether a text is an existing day or time: 20260230 is not. */
function isUntil(text: string): boolean {
  const [, year, month, day, hour = '0', minute = '0', second = '0'] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)Z?)?$/.exec(text) ?? []
  if (year === undefined) return false
  const at = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  const isDay = at.getUTCMonth() === Number(month) - 1 && at.getUTCDate() === Number(day) && Number(year) >= 1970
  return isDay && Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60
}

/** Validates the text of a rule. */
export const rruleProblem = (text: string): Problem | null => (readRepeat(text) ? null : { key: 'error.rule.rrule' })
