import { markIn } from '../../resources/hj212.ts'
import { faultOf } from '../../resources/kit/reading.ts'
import { isRecord } from '../../resources/kit/record.ts'
import type { Problem } from '../../resources/kit/rules.ts'
import { DAY } from '../../resources/kit/zone.ts'
import { timeOf } from '../http/query.ts'
import type { ItemResult, LiveDevice, LiveNode, Registry } from '../platform.ts'
import type { Sample } from './batches.ts'

/** How far ahead of the platform's clock a sample may be, ms. */
const MAX_FUTURE_MS = 5 * 60_000
export const MAX_ITEMS = 10_000
/** Maximum number of keys of one item: more than any product model has nodes. */
const MAX_KEYS = 1000
/** Maximum number of rejections of one call that are reported in detail; the rest is counted. */
export const MAX_DETAILED_REFUSALS = 100

/** Context and accumulated result of one call: the samples to store and the outcome of each item. */
export interface ReadContext {
  registry: Registry
  /** Whether the sender may send values for a device. */
  mayPush: (device: LiveDevice) => boolean
  /** Maximum age of a sample, days. */
  days: number
  /** Whether the broker had retained the items. Their time is unknown unless they carry one. */
  retained?: boolean
  now: number
  /** Valid values. Whether they are stored is not decided yet. */
  samples: Sample[]
  /** Values that their nodes cannot measure. */
  marked: Sample[]
  results: ItemResult[]
  /** Number of rejections that can still be reported in detail. */
  left: number
}

/**
 * Reads one item of POST /v1/telemetry (wire.md, Extensions). Wrong values are refused key by key, or the item as a
 * whole; the rest is accepted. The event loop is yielded between items only, so the number of keys of one item is
 * limited.
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
  // A device of another owner is answered like a missing one, so that serial numbers cannot be probed.
  if (!device || !context.mayPush(device)) return refused(sn.slice(0, 64), 'error.telemetry.sn')
  if (device.control_state !== 0) return refused(sn, 'error.telemetry.disabled')
  if (context.retained && !isGiven(item.t)) return refused(sn, 'error.telemetry.retained')
  const ts = timeOf(item.t, context.now)
  if (ts === null) return refused(sn, 'error.telemetry.time')
  if (ts > context.now + MAX_FUTURE_MS) return refused(sn, 'error.telemetry.future')
  if (ts < context.now - context.days * DAY) return refused(sn, 'error.telemetry.old', { days: context.days })
  if (!isRecord(item.values)) return refused(sn, 'error.telemetry.values')
  // Either one mark for all values or one per key. An unknown mark is refused, as it must not let a value pass as a
  // good one.
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
      // One object shape and no copies: this runs for every value of telemetry.
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

/** Returns a finite number from a number, numeric text, or a boolean (0 or 1); null for anything else. */
export function sampleValueOf(value: unknown): number | null {
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value === 'string' && !/^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(value)) return null
  if (typeof value !== 'number' && typeof value !== 'string') return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}

/** Returns whether a node's newest value is the same sample. */
const isKnown = ({ last, marked }: LiveNode, value: number, ts: number): boolean =>
  [last && { ...last, value: last.raw ?? last.value }, marked].some(
    (known) => known?.ts === ts && known.value === value,
  )

const isGiven = (value: unknown): boolean => value !== undefined && value !== null

/** Adds a rejection to a result, in detail or only counted. */
function addRefusal(result: ItemResult, key: string | null, reason: Problem, context: ReadContext): ItemResult {
  if (context.left-- > 0) result.rejected.push({ key, reason })
  else result.more = (result.more ?? 0) + 1
  return result
}
