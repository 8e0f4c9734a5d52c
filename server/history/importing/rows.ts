import type { Caller } from '../../../resources/kit/access.ts'
import { faultOf, type ReadingFault } from '../../../resources/kit/reading.ts'
import { isRecord } from '../../../resources/kit/record.ts'
import type { Problem } from '../../../resources/kit/rules.ts'
import { DAY } from '../../../resources/kit/zone.ts'
import { idOf } from '../../http/body.ts'
import type { LiveDevice, LiveNode, Registry } from '../../platform.ts'
import { timeOf } from '../../http/query.ts'
import { sampleValueOf } from '../../telemetry/items.ts'

/** A value to store for a node and a time (epoch ms): raw, before calibration and script. */
export interface ImportedValue {
  device: LiveDevice
  node: LiveNode
  /** The key by which telemetry names the node. */
  key: string
  ts: number
  value: number
}

/** What reading a row depends on, such as the caller, and the device of rows that name none. */
export interface RowContext {
  registry: Registry
  caller: Caller
  /** `device_id` of the body: the device of rows that name none. */
  usual: unknown
  now: number
  /** How far back history may reach, days. */
  days: number
}

/** Reads a row, or returns why it is refused. */
export function readRow(row: unknown, context: RowContext): ImportedValue | Problem {
  if (!isRecord(row)) return { key: 'error.historyImport.row' }
  const { now, days } = context
  const device = deviceOf(row, context)
  // A device that the caller may not touch is reported as a missing one, so that codes cannot be probed.
  if (!device) return { key: 'error.historyImport.device' }
  if (device.control_state !== 0) return { key: 'error.telemetry.disabled' }
  const node = nodeOf(device, row.node, context.registry)
  const key = node && keyOf(device, node, context.registry)
  if (!node || key === undefined) return { key: 'error.telemetry.node' }
  // A row without a time is refused: the default time is the present, which is not history.
  const ts = isGiven(row.t) ? timeOf(row.t, now) : null
  if (ts === null) return { key: 'error.historyImport.time' }
  if (ts > now) return { key: 'error.historyImport.future' }
  if (ts < now - days * DAY) return { key: 'error.telemetry.old', args: { days } }
  const value = sampleValueOf(row.value)
  if (value === null) return { key: 'error.telemetry.value' }
  const fault = faultOf(node.limits, value)
  if (fault) return impossible(node, fault)
  return { device, node, key, ts, value }
}

/** Why a value is not a measurement, with the limits of what its node can measure where it has any. */
function impossible({ limits: { low, high } }: LiveNode, fault: ReadingFault): Problem {
  if (fault === 'novalue') return { key: 'error.historyImport.noValue' }
  return Number.isFinite(low) && Number.isFinite(high)
    ? { key: 'error.historyImport.range', args: { low, high } }
    : { key: 'error.historyImport.impossible' }
}

/**
 * Finds the device that a row names, by id, by code, or by both where they agree; otherwise that of the body. Undefined
 * where the caller may not touch the device.
 */
function deviceOf(row: Record<string, unknown>, { registry, caller, usual }: RowContext): LiveDevice | undefined {
  const { sn, device_id } = row
  const named = [
    ...(isGiven(device_id) ? [registry.device(idOf(device_id) ?? 0)] : []),
    ...(isGiven(sn) ? [registry.bySn(typeof sn === 'string' || typeof sn === 'number' ? String(sn).trim() : '')] : []),
  ]
  const [device, other] = named.length > 0 ? named : [registry.device(idOf(usual) ?? 0)]
  if (!device || (named.length === 2 && device !== other)) return undefined
  return registry.mayTouch(caller, device) ? device : undefined
}

/**
 * Finds the node that a row names: by its address, by the id of its node map, or by its name where only one node has
 * that name.
 */
function nodeOf(device: LiveDevice, given: unknown, registry: Registry): LiveNode | undefined {
  const text = typeof given === 'string' || typeof given === 'number' ? String(given).trim() : ''
  if (text === '') return undefined
  const byKey = registry.nodeOf(device, text)
  if (byKey) return byKey
  if (text.length > MAX_NAME_LENGTH) return undefined
  const name = plain(text)
  const called = [...device.nodes.values()].filter(({ alias }) => plain(alias) === name)
  return called.length === 1 ? called[0] : undefined
}

/** Returns the key by which telemetry names a node: its address, or its id where another node has the same address. */
const keyOf = (device: LiveDevice, node: LiveNode, registry: Registry): string | undefined =>
  [node.nodeaddr, node.id].map(String).find((key) => registry.nodeOf(device, key) === node)

/** Longer than the name of any node; longer texts are not compared with names. */
const MAX_NAME_LENGTH = 200

const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== ''

/** Normalizes a name as people type it: full width and letter case make no difference. */
const plain = (text: string): string => text.normalize('NFKC').trim().toLowerCase()
