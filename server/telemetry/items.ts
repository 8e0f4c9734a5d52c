import { markIn } from '../../resources/hj212.ts'
import { faultOf } from '../../resources/kit/reading.ts'
import { isRecord } from '../../resources/kit/record.ts'
import type { Problem } from '../../resources/kit/rules.ts'
import { DAY } from '../../resources/kit/zone.ts'
import { timeOf } from '../http/query.ts'
import type { ItemResult, LiveDevice, LiveNode, Registry } from '../platform.ts'
import type { Sample } from './batches.ts'

/** How far ahead of the platform's clock a sample may be, milliseconds. */
const MAX_FUTURE_MS = 5 * 60_000
export const MAX_ITEMS = 10_000
/** Keys of one item: more than any product model has nodes. */
const MAX_KEYS = 1000
/** Rejections of one call that are reported in detail; the rest is counted. */
export const MAX_DETAILED_REFUSALS = 100

/** Context and accumulated result of one call: the samples to store and the outcome of each item. */
export interface ReadContext {
  registry: Registry
  /** Whether the sender may speak for a device. */
  mayPush: (device: LiveDevice) => boolean
  /** How old a sample may be. */
  days: number
  /** Whether a broker had kept the items: without a time of their own they are of no known moment. */
  retained?: boolean
  now: number
  /** Whether they are stored is not decided yet. */
  samples: Sample[]
  /** Values that their nodes cannot measure. */
  marked: Sample[]
  results: ItemResult[]
  /** Detailed rejections left. */
  left: number
}

/**
 * Reads one item of POST /v1/telemetry (wire.md, Extensions): what is wrong is refused key by key, or the item as a whole, the rest is
 * taken. The event loop is yielded between items, so the keys of one item are limited.
 */
export function readItem(item: unknown, context: ReadContext): void {
  context.results.push(resultOf(item, context))
}

function resultOf(item: unknown, context: ReadContext): ItemResult {
  const refused = (sn: string, key: string, args?: Problem['args']): ItemResult =>
    addRefusal({ sn, accepted: 0, rejected: [] }, null, args ? { key, args } : { key }, context)
  if (!isRecord(item)) return refused('', 'error.telemetry.item')
  const sn = typeof item.sn === 'string' ? item.sn.trim() : typeof item.sn === 'number' ? String(item.sn) : ''
  const device = context.registry.bySn(sn)
  // Another owner's device is indistinguishable from a missing one, so that codes cannot be probed.
  if (!device || !context.mayPush(device)) return refused(sn.slice(0, 64), 'error.telemetry.sn')
  if (device.control_state !== 0) return refused(sn, 'error.telemetry.disabled')
  if (context.retained && !isGiven(item.t)) return refused(sn, 'error.telemetry.retained')
  const ts = timeOf(item.t, context.now)
  if (ts === null) return refused(sn, 'error.telemetry.time')
  if (ts > context.now + MAX_FUTURE_MS) return refused(sn, 'error.telemetry.future')
  if (ts < context.now - context.days * DAY) return refused(sn, 'error.telemetry.old', { days: context.days })
  if (!isRecord(item.values)) return refused(sn, 'error.telemetry.values')
  // One mark for all, or one a key. A mark that nobody knows is no reason to take a value for a good one.
  const marks = isRecord(item.mark) ? item.mark : null
  const whole = marks ? undefined : item.mark
  if (isGiven(whole) && !markIn(whole)) return refused(sn, 'error.telemetry.mark')

  const keys = Object.keys(item.values)
  if (keys.length > MAX_KEYS) return refused(sn, 'error.telemetry.keys', { max: MAX_KEYS })

  const result: ItemResult = { sn, accepted: 0, rejected: [] }
  for (const key of keys) {
    const node = context.registry.nodeOf(device, key)
    const value = sampleValueOf(item.values[key])
    const said = marks && Object.hasOwn(marks, key) ? marks[key] : whole
    const mark = markIn(said)
    if (node && value !== null && (mark || !isGiven(said))) {
      result.accepted++
      if (context.retained && isKnown(node, value, ts)) continue
      const samples = faultOf(node.limits, value) === null ? context.samples : context.marked
      // One shape, and nothing copied: there are as many as there is telemetry.
      const sample: Sample = { device, node, value, ts, save: 0 }
      if (mark) sample.mark = mark
      samples.push(sample)
    } else {
      const wrong = !node ? 'node' : value === null ? 'value' : 'mark'
      addRefusal(result, key.slice(0, 64), { key: `error.telemetry.${wrong}` }, context)
    }
  }
  return result
}

/** A finite number, numeric text, or a boolean as 0 or 1; null for anything else. */
export function sampleValueOf(value: unknown): number | null {
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value === 'string' && !/^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(value)) return null
  if (typeof value !== 'number' && typeof value !== 'string') return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}

/** Whether a node's newest value is the same sample. */
const isKnown = ({ last, marked }: LiveNode, value: number, ts: number): boolean =>
  [last && { ...last, value: last.raw ?? last.value }, marked].some(
    (known) => known?.ts === ts && known.value === value,
  )

const isGiven = (value: unknown): boolean => value !== undefined && value !== null

/** Adds a rejection to a result: in detail, or counted. */
function addRefusal(result: ItemResult, key: string | null, reason: Problem, context: ReadContext): ItemResult {
  if (context.left-- > 0) result.rejected.push({ key, reason })
  else result.more = (result.more ?? 0) + 1
  return result
}
