import { valueIn, type Group, type Segment } from './segment.ts'

/** What a frame says of one factor. `values` by their suffix: Rtd, Min, Avg, Max, Cou, and for noise and states what stands there. */
export interface Reading {
  factor: string
  values: Readonly<Record<string, number>>
  /** Values that are no numbers, by suffix: SerialNumber, Info. */
  texts: Readonly<Record<string, string>>
  flag: string | null
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i
/** What of the content is about the frame, and no factor. */
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

/** The factors of a content, each once, in their order. A name without a suffix is the factor's only value, called Rtd. */
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

/** Names taken apart before: stations send the same ones all day. */
const known = new Map<string, Parts | null>()
const MAX_KNOWN = 5000

/** What a name is made of; null for what is no factor's. A suffix has no low line, so that none is special to objects. */
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

/** When what a frame tells was measured; empty where it does not say. */
export const dataTimeOf = (segment: Segment): string => valueIn(segment.cp, 'DataTime')
