import { judgingScript, shapeOf, withoutNoise, type ScaledNode } from '../reading.ts'
import { numberOf, objectOf, type RuleFields } from './record.ts'
import { SCALE } from './scale.ts'
import { isByLaw } from './signal.ts'

/** The opposite com_oper, for scripts in which a greater stored value is shown as a smaller one. */
const REVERSED: Readonly<Record<number, number>> = { 0: 4, 1: 3, 3: 1, 4: 0 }

/**
 * Converts a rule of stored values, as its form holds it, to limits of displayed values, so that it fires as before.
 * Null if a script is not linear: its limits, hysteresis or mean then have no equivalent.
 */
export function rescaled(
  fields: RuleFields,
  node: number,
  nodeOf: (node: number) => ScaledNode | undefined,
): Record<string, unknown> | null {
  const conditions = objectOf(fields['conditions'])
  const rows = (Array.isArray(conditions?.['rows']) ? conditions['rows'] : []) as Record<string, unknown>[]
  const lines = new Map<number, { factor: number; offset: number }>()
  for (const id of [node, ...rows.map((row) => Number(row['node']))]) {
    const found = nodeOf(id)
    const script = found ? judgingScript(found) : null
    const line = script && found ? shapeOf(script, found).line : { factor: 1, offset: 0 }
    if (!line) return null
    lines.set(id, line)
  }
  const convert = (id: number, calc: unknown, value: unknown): unknown => {
    const [number, line] = [numberOf(value), lines.get(id)]
    if (number === null || !line || isByLaw(calc)) return value
    // A change is a difference: the offset does not apply.
    return withoutNoise(line.factor * number + (calc === 'rate' ? 0 : line.offset))
  }
  const compared = (id: number, part: Record<string, unknown>, calc: unknown): Record<string, unknown> => {
    const isReversed = !isByLaw(calc) && (lines.get(id)?.factor ?? 1) < 0
    const operator = Number(part['com_oper'])
    const [x, y] = ['params_x', 'params_y'].map((name) => convert(id, calc, part[name]))
    return {
      ...part,
      com_oper: isReversed ? (REVERSED[operator] ?? operator) : part['com_oper'],
      ...(isReversed && operator >= 6 ? { params_x: y, params_y: x } : { params_x: x, params_y: y }),
    }
  }
  const own = conditions?.['calc']
  const levels = (found: Record<string, unknown>): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(found).map(([name, value]) => [
        name,
        /^[1-4]$/.test(name) ? convert(node, own, value) : name === 'night' ? levels(objectOf(value) ?? {}) : value,
      ]),
    )
  const { com_oper, params_x, params_y } = compared(node, fields, own)
  const limits = objectOf(fields['limits'])
  const hysteresis = numberOf(fields['hysteresis'])
  return {
    limit_scale: SCALE.shown,
    com_oper,
    params_x,
    params_y,
    ...(limits && { limits: JSON.stringify(levels(limits)) }),
    ...(conditions && {
      conditions: JSON.stringify({
        ...conditions,
        ...(rows.length > 0 && { rows: rows.map((row) => compared(Number(row['node']), row, row['calc'])) }),
      }),
    }),
    ...(hysteresis !== null &&
      !isByLaw(own) && { hysteresis: withoutNoise(Math.abs(lines.get(node)?.factor ?? 1) * hysteresis) }),
  }
}
