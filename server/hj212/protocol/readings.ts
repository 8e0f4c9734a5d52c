import { valueIn, type Group, type Segment } from './segment.ts'

/**
 * The values of one factor in a frame. `values` by suffix: Rtd, Min, Avg, Max, Cou, and other suffixes for noise and
 * states.
 */
export interface Reading {
  factor: string
  values: Readonly<Record<string, number>>
  /** Values that are not numbers, by suffix: SerialNumber, Info. */
  texts: Readonly<Record<string, string>>
  flag: string | null
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i
/** Names in the content that concern the frame, not a factor. */
const ABOUT: ReadonlySet<string> = new Set([
  'DataTime',
  'BeginTime',
  'EndTime',
  'RestartTime',
  'SystemTime',
  'QN',
  'QnRtn',
  'ExeRtn',
  'PolId',
  'CN',
])

/**
 * Returns the factors in a content, each once, in order. A name without a suffix is the factor's only value and is
 * stored as Rtd.
 */
export function readingsOf(cp: readonly Group[]): Reading[] {
  const found = new Map<
    string,
    { values: Record<string, number>; texts: Record<string, string>; flag: string | null }
  >()
  for (const group of cp)
    for (const [name, value] of group) {
      const parts = partsOf(name)
      if (parts === null) continue
      const { factor, suffix } = parts
      let reading = found.get(factor)
      if (!reading) found.set(factor, (reading = { values: {}, texts: {}, flag: null }))
      if (suffix === 'Flag') {
        reading.flag = value.slice(0, 1).toUpperCase() || null
        continue
      }
      const number = NUMBER.test(value) ? Number(value) : Number.NaN
      if (Number.isFinite(number)) reading.values[suffix] = number
      else if (value !== '') reading.texts[suffix] = value.slice(0, 200)
    }
  return [...found].map(([factor, reading]) => ({ factor, ...reading }))
}

interface Parts {
  factor: string
  suffix: string
}

/** Cache of split names, since stations send the same ones all day. */
const known = new Map<string, Parts | null>()
const MAX_KNOWN = 5000

/**
 * Splits a name into factor and suffix; null for names of no factor. A suffix has no underscore, so it can never be a
 * special property of objects (`__proto__`).
 */
function partsOf(name: string): Parts | null {
  const before = known.get(name)
  if (before !== undefined) return before
  const dash = name.lastIndexOf('-')
  const factor = dash > 0 ? name.slice(0, dash) : name
  const suffix = dash > 0 ? name.slice(dash + 1) : 'Rtd'
  const parts =
    ABOUT.has(name) || !/^[A-Za-z0-9_]{1,30}$/.test(factor) || !/^[A-Za-z0-9]{1,20}$/.test(suffix)
      ? null
      : { factor, suffix }
  if (known.size >= MAX_KNOWN) known.clear()
  known.set(name, parts)
  return parts
}

/** Returns DataTime, the time of measurement in a frame; empty where it is missing. */
export const dataTimeOf = (segment: Segment): string => valueIn(segment.cp, 'DataTime')
