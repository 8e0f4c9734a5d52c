import { totalsByArea, type AreaNode } from '../../kit/areaTree/tree.ts'

/** Devices of one district. */
export interface Region {
  /** null: devices without a district. */
  id: number | null
  name: string
  count: number
}

/**
 * Returns the devices per district, most first. Districts are the areas of the second level, below the cities; a city
 * without any counts as one, as do the devices that a city has directly. Devices without an area count as `rest`.
 */
export function regionsOf(
  areas: readonly AreaNode[],
  own: ReadonlyMap<number, number>,
  all: number,
  rest: string,
): Region[] {
  const totals = totalsByArea(areas, own)
  const below = areas.flatMap(({ children }) =>
    children.map(({ id, name }) => ({ id, name, count: totals.get(id) ?? 0 })),
  )
  const cities = areas.map(({ id, name, children }) => ({
    id,
    name,
    count: (children.length === 0 ? totals : own).get(id) ?? 0,
  }))
  const regions: Region[] = [...below, ...cities].filter(({ count }) => count > 0)
  const left = all - regions.reduce((sum, { count }) => sum + count, 0)
  regions.sort((a, b) => b.count - a.count)
  return left > 0 ? [...regions, { id: null, name: rest, count: left }] : regions
}

/** Number of slices with a colour of their own; the following ones form one grey slice (design, tokens 1.4). */
export const COLORED = 8

/** Returns the colour of the region at an index: `--c1` to `--c8`, then grey. */
export const regionColor = (index: number): string => (index < COLORED ? `var(--c${index + 1})` : 'var(--big-rest)')
