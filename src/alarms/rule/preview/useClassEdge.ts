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
 * A rule over classes as one over values of a device's node, for its curve (one over indices has no limit there): from where the class begins, each limit with the beginnings of all classes as its stops. Null of a
 * rule over values; without a limit where nobody knows where that is. Limits of the night are left out: the edges of another time of the day may be others.
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
  // Of noise, by day or by night as it is now: the curve has one limit.
  const bands = pollutant === undefined ? [] : bandsOf(zone, pollutant, unit, '1h', at, where)
  const edge = draft.operator === AT_LEAST && draft.x !== null ? edgeOf(bands, draft.x) : null
  // The best class is no limit: all values are of it or worse.
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
