import { byStandard, orderOf } from '../../environment/byStandard.ts'
import { severityOf } from '../../environment/scale.ts'
import { classOf, type StationVerdict } from '../../environment/verdict.ts'

/**
 * Returns the rank of each station in a list by class, higher is earlier: the worst first, over all media (`orderOf`).
 * With several standards of the air each is a group, that of the most stations first, and noise and water are one more
 * group each; within a group the worst comes first. A station that cannot be judged has no rank, and follows all
 * others.
 */
export function classRanks(byDevice: ReadonlyMap<number, StationVerdict>): ReadonlyMap<number, number> {
  const judged = [...byDevice.values()].flatMap((verdict) => {
    const known = classOf(verdict)
    return known ? [{ ...verdict, severity: severityOf(known) }] : []
  })
  const groups = [...byStandard(judged, orderOf(judged)).values()]
  // A severity is at most 1.
  return new Map(
    groups.flatMap((group, at) =>
      group.map(({ deviceid, severity }) => [deviceid, severity + 2 * (groups.length - at)] as const),
    ),
  )
}
