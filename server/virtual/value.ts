import { createHash } from 'node:crypto'
import type { Expression } from '../../resources/kit/expression.ts'

/** Values of the dictionaries DeviceAiAiType, DeviceAiNodeType and DeviceAiAmendType. */
export const AI = { generated: 1, other: 2, own: 3 } as const
export const NODE = { virtual: 1, real: 2 } as const
export const AMEND = { missing: 1, outOfRange: 2, always: 3 } as const

/** A reported value. */
export interface Reported {
  value: number
  ts: number
}

/** How one node of a virtual device gets its values. */
export interface VirtualRule {
  deviceId: number
  nodeId: number
  nodeType: number
  aiType: number
  amend: ReadonlySet<number>
  other: { deviceId: number; nodeId: number } | null
  /** By hour of the day. */
  base: readonly number[]
  spread: readonly number[]
}

/** The inputs of a rule at one moment. */
export interface Moment {
  /** Time of the value, epoch ms. */
  ts: number
  /** Hour of the day on the platform's clocks. */
  hour: number
  range: { min: number; max: number }
  /** Whether the node is a switch, with the values 0 and 1. */
  isSwitch: boolean
  /**
   * `own`: last value reported by the device itself for the node. `other`: value of the other device's node. Null where
   * it is missing or stale.
   */
  own: Reported | null
  other: Reported | null
  script: Expression | null
}

/**
 * Returns the value of a rule at a moment; null where there is none. A generated value is the hour's base ± random; the
 * same rule, moment and seed always yield the same. README.md describes the types.
 */
export function virtualValueOf(rule: VirtualRule, moment: Moment, seed: string): Reported | null {
  if (rule.nodeType === NODE.real && rule.aiType !== AI.own && moment.own !== null) return null
  const base = rule.base[moment.hour] ?? 0
  const random =
    (2 * randomOf(`${seed} ${rule.deviceId} ${rule.nodeId} ${moment.ts}`) - 1) * (rule.spread[moment.hour] ?? 0)
  const source = sourceOf(rule, moment, base + random)
  if (source === null) return null
  const value = scripted(moment, source.value, base, random)
  if (!Number.isFinite(value)) return null
  return { ts: source.ts, value: moment.isSwitch ? (value >= 0.5 ? 1 : 0) : Math.round(value * 10_000) / 10_000 }
}

function sourceOf(
  { aiType, amend }: VirtualRule,
  { ts, range, own, other }: Moment,
  generated: number,
): Reported | null {
  if (aiType === AI.generated) return { value: generated, ts }
  const reported = aiType === AI.own ? own : other
  if (reported === null) return amend.has(AMEND.missing) ? { value: generated, ts } : null
  const outside = reported.value < range.min || reported.value > range.max
  const amended = amend.has(AMEND.always) || (amend.has(AMEND.outOfRange) && outside)
  // An own value is amended in place; one that needs no amending stays as it is.
  if (aiType === AI.own) return amended ? { value: generated, ts: reported.ts } : null
  return { value: amended ? generated : reported.value, ts }
}

/**
 * Applies the device's script to a value. NaN where the script fails, for example by building a text that is too long.
 */
function scripted({ script, hour }: Moment, value: number, base: number, random: number): number {
  if (!script) return value
  try {
    return Number(script({ value, hour, base, random }) ?? Number.NaN)
  } catch {
    return Number.NaN
  }
}

/** Returns a number from 0 to 1, the same for the same text. */
const randomOf = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE(0) / 2 ** 32
