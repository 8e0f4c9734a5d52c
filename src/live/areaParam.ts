/** Stands for all areas where the platform is asked for the devices of an area first. */
export const ALL_AREAS = 0

/** Returns the area that an address names (?area=12); null for all areas. */
export function readArea(search: URLSearchParams): number | null {
  const area = Number(search.get('area'))
  return Number.isInteger(area) && area > 0 ? area : null
}
