/**
 * The properties of an episode that decide which incident it belongs to; `at` is when it fired, epoch ms. `place` is
 * WGS-84 [longitude, latitude], null if unknown.
 */
export interface IncidentCandidate {
  project: number
  area: number
  model: number | null
  place: readonly [number, number] | null
  at: number
}

/** How long after another alarm of the same incident an alarm may fire, ms. */
export const INCIDENT_SPAN_MS = 30 * 60_000
/**
 * Largest distance of two neighbouring stations of an incident, metres; stations of one area belong together at any
 * distance.
 */
const INCIDENT_REACH_M = 3000

/**
 * Whether two episodes belong to one incident: devices of one model and project fired within half an hour of each
 * other, in the same area or at most three kilometres apart. An incident grows from neighbour to neighbour, so a cloud
 * that drifts over a city remains one incident.
 */
export function areNeighbours(a: IncidentCandidate, b: IncidentCandidate): boolean {
  if (a.project !== b.project || a.model === null || a.model !== b.model) return false
  if (Math.abs(a.at - b.at) > INCIDENT_SPAN_MS) return false
  return (
    a.area === b.area || (a.place !== null && b.place !== null && metresBetween(a.place, b.place) <= INCIDENT_REACH_M)
  )
}

/** Distance in metres by a flat approximation, which is accurate enough for some kilometres. */
function metresBetween([lng1, lat1]: readonly [number, number], [lng2, lat2]: readonly [number, number]): number {
  const metres = 111_320
  const x = (lng2 - lng1) * Math.cos(((lat1 + lat2) / 2) * (Math.PI / 180))
  return Math.hypot(x, lat2 - lat1) * metres
}
