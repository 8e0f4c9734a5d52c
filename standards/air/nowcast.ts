/** Hours that a NowCast covers. */
const HOURS = 12

/**
 * Returns the NowCast of particles (EPA): the mean of the last twelve hours, in which newer hours weigh more the faster
 * the air changes. `hours` are hourly means in µg/m³, the current hour first; null for a missing hour. Null if two of
 * the last three hours are missing.
 */
export function nowCast(hours: readonly (number | null | undefined)[]): number | null {
  const looked = hours.slice(0, HOURS)
  const known = looked.filter((value) => value != null)
  if (looked.slice(0, 3).filter((value) => value != null).length < 2) return null
  const most = Math.max(...known)
  const weight = most === 0 ? 1 : Math.max(0.5, 1 - (most - Math.min(...known)) / most)
  let sum = 0
  let weights = 0
  for (const [age, value] of looked.entries()) {
    if (value == null) continue
    sum += value * weight ** age
    weights += weight ** age
  }
  return sum / weights
}
