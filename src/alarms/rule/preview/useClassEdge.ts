import { useWatch } from 'react-hook-form'
import { readConditions } from '../../../../resources/kit/rule.ts'
import { bandsOf, edgeOf } from '../../../environment/bands.ts'
import { useMeasures } from '../../../environment/useJudge.ts'
import { useZone } from '../../../kit/hooks/useZone.ts'
import type { DraftRule } from '../rule.ts'
import { AT_LEAST } from '../useClasses.ts'
import { useScale } from '../useScale.ts'

/**
 * A rule over classes as one over values of a device's node, for its curve: from where the class begins. Null of a rule over values; without a limit where nobody knows
 * where that is.
 */
export function useClassEdge(
  { device, node, at }: { device: number; node: number; at: number },
  draft: DraftRule,
): { rule: DraftRule; unit: string } | null {
  const [conditions, project] = useWatch({ name: ['conditions', 'project_id'] }) as unknown[]
  const unit = useScale().node?.unit ?? ''
  const { pollutantOf, whereOf } = useMeasures()
  const zone = useZone()
  if (readConditions(conditions)?.calc !== 'class') return null
  const pollutant = pollutantOf(node)
  const where = whereOf(device, Number(project) || null)
  // Of noise, by day or by night as it is now: the curve has one limit.
  const bands = pollutant === undefined ? [] : bandsOf(zone, pollutant, unit, '1h', at, where)
  const edge = draft.operator === AT_LEAST && draft.x !== null ? edgeOf(bands, draft.x) : null
  return { rule: { ...draft, operator: edge?.isBelow ? 4 : 0, x: edge?.value ?? null, y: null }, unit }
}
