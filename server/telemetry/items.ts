import type { Problem } from '../../resources/kit/rules.ts'
import { badRequest } from '../errors.ts'
import type { ItemResult, LiveDevice, LiveSample, Registry } from '../platform.ts'

const DAY = 86_400_000
export const MAX_ITEMS = 10_000

/** What a list of items came to: the samples to store, and the answer about each item. */
export interface ReadItems {
  samples: LiveSample[]
  results: ItemResult[]
}

interface Context {
  registry: Registry
  /** Whether the sender may speak for a device. */
  mayPush: (device: LiveDevice) => boolean
  retentionDays: number
  now: number
}

/**
 * Reads the parsed JSON of POST /v1/telemetry (wire.md, Extensions): what is wrong is refused item by item and key by key, the rest
 * is taken. Throws ApiError 400 when it is not a list.
 */
export function readItems(items: unknown, context: Context): ReadItems {
  if (!Array.isArray(items) || items.length > MAX_ITEMS) throw badRequest('error.telemetry.list')
  const samples: LiveSample[] = []
  const results = items.map((item: unknown) => readItem(item, context, samples))
  return { samples, results }
}

function readItem(item: unknown, context: Context, samples: LiveSample[]): ItemResult {
  if (!isRecord(item)) return refused('', 'error.telemetry.item')
  const sn = typeof item.sn === 'string' ? item.sn.trim() : typeof item.sn === 'number' ? String(item.sn) : ''
  const device = context.registry.bySn(sn)
  // A device that is not the sender's looks like one that does not exist.
  if (!device || !context.mayPush(device)) return refused(sn.slice(0, 64), 'error.telemetry.sn')
  if (device.control_state !== 0) return refused(sn, 'error.telemetry.disabled')
  const ts = timeOf(item.t, context.now)
  if (ts === null) return refused(sn, 'error.telemetry.time')
  if (ts > context.now + DAY) return refused(sn, 'error.telemetry.future')
  if (ts < context.now - context.retentionDays * DAY) return refused(sn, 'error.telemetry.old', { days: context.retentionDays })
  if (!isRecord(item.values)) return refused(sn, 'error.telemetry.values')

  const result: ItemResult = { sn, accepted: 0, rejected: [] }
  for (const key of Object.keys(item.values)) {
    const node = context.registry.nodeOf(device, key)
    const value = valueOf(item.values[key])
    if (node && value !== null) {
      samples.push({ device, node, value, ts })
      result.accepted++
    } else result.rejected.push({ key: key.slice(0, 64), reason: { key: node ? 'error.telemetry.value' : 'error.telemetry.node' } })
  }
  return result
}

/** Epoch milliseconds of 10 digits (seconds), 13 digits (milliseconds) or nothing (now); null for anything else. */
export function timeOf(t: unknown, now: number): number | null {
  if (t === undefined || t === null) return now
  const text = typeof t === 'number' ? String(Math.floor(t)) : typeof t === 'string' ? t.trim() : ''
  if (/^\d{10}$/.test(text)) return Number(text) * 1000
  return /^\d{13}$/.test(text) ? Number(text) : null
}

/** A finite number, numeric text, or a boolean as 0 or 1; null for anything else. */
export function valueOf(value: unknown): number | null {
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value === 'string' && !/^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(value)) return null
  if (typeof value !== 'number' && typeof value !== 'string') return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

const refused = (sn: string, key: string, args?: Problem['args']): ItemResult => ({
  sn,
  accepted: 0,
  rejected: [{ key: null, reason: args ? { key, args } : { key } }],
})
