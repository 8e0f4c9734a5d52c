import { useWatch } from 'react-hook-form'
import { readConditions } from '../../../../resources/kit/rule.ts'
import { bandsOf, edgeOf } from '../../../environment/bands.ts'
import { useMeasures } from '../../../environment/useJudge.ts'
import { useZone } from '../../../kit/hooks/useZone.ts'
import type { DraftRule } from '../rule.ts'
import { AT_LEAST, useFormClasses } from '../useClasses.ts'
import { useScale } from '../useScale.ts'
import type { FormLimit } from './useFormLimits.ts'

/**
 * Converts a rule over classes into a rule over values of a device's node, for its curve: the limit is where the class
 * begins, and the stops of each limit are where the classes begin. A rule over an index gets no limit. Returns null for
 * a rule over values; the limit is missing where its class has no known edge. Limits of the night are left out, because
 * the edges may depend on the time of day.
 */
export function useClassEdge(
  { device, node, at }: { device: number; node: number; at: number },
  draft: DraftRule,
  limits: readonly FormLimit[],
): { rule: DraftRule; unit: string; limits: FormLimit[] } | null {
  const [conditions, project] = useWatch({ name: ['conditions', 'project_id'] }) as unknown[]
  const unit = useScale().node?.unit ?? ''
  const { pollutantOf, whereOf } = useMeasures()
  const zone = useZone()
  const classes = useFormClasses()
  const calc = readConditions(conditions)?.calc
  if (calc === 'index') return { rule: { ...draft, x: null, y: null }, unit, limits: [] }
  if (calc !== 'class') return null
  const pollutant = pollutantOf(node)
  const where = whereOf(device, Number(project) || null)
  // For noise, the bands of day or night at this time, because the curve has one limit.
  const bands = pollutant === undefined ? [] : bandsOf(zone, pollutant, unit, '1h', at, where)
  const edge = draft.operator === AT_LEAST && draft.x !== null ? edgeOf(bands, draft.x) : null
  // The best class cannot be a limit: every value belongs to it or to a worse one.
  const stops = (edge ? bands : [])
    .flatMap(({ level }) => {
      const value = level > 1 ? edgeOf(bands, level)?.value : undefined
      return value === undefined ? [] : [{ level, value, name: classes?.word(level) ?? String(level) }]
    })
    .toSorted((a, b) => a.value - b.value)
  const moving = (limit: FormLimit): FormLimit[] => {
    const own = stops.find(({ level }) => level === limit.value)
    if (!own || limit.isNight) return []
    const move = (value: number): void => {
      const next = stops.find((stop) => stop.value === value)
      if (next) limit.move(next.level)
    }
    return [{ ...limit, value: own.value, stops, move }]
  }
  return {
    rule: { ...draft, operator: edge?.isBelow ? 4 : 0, x: edge?.value ?? null, y: null },
    unit,
    limits: limits.flatMap(moving),
  }
}
