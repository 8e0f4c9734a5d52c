import { byStandard, orderOf } from '../../environment/byStandard.ts'
import { severityOf } from '../../environment/scale.ts'
import { classOf, type StationVerdict } from '../../environment/verdict.ts'

/**
 * How far up each station stands in a list by class: the worst first, over all media (`orderOf`); of several standards of the air all stations of one before
 * those of the next, that of most first, noise and water as one more each, and the worst first in each. What cannot be judged has no rank, and comes after all of them.
 */
export function classRanks(byDevice: ReadonlyMap<number, StationVerdict>): ReadonlyMap<number, number> {
  const judged = [...byDevice.values()].flatMap((verdict) => {
    const known = classOf(verdict)
    return known ? [{ ...verdict, severity: severityOf(known) }] : []
  })
  const groups = [...byStandard(judged, orderOf(judged)).values()]
  // A severity is 1 at most.
  return new Map(
    groups.flatMap((group, at) =>
      group.map(({ deviceid, severity }) => [deviceid, severity + 2 * (groups.length - at)] as const),
    ),
  )
}
