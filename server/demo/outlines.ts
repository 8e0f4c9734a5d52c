import type { City } from './city.ts'

type Point = readonly [lng: number, lat: number]

/**
 * Reach of a district from its centre where no neighbour is nearer, and reach of a part of a district, degrees of
 * latitude (about 12 and 2.5 km).
 */
const DISTRICT = 0.11
const PART = 0.023
/** Length of a degree of longitude relative to one of latitude at 38 degrees north. */
const SHORTER = Math.cos((38.04 * Math.PI) / 180)

/**
 * Returns outlines of the demo's areas as the `positional` of each, or null for areas that only contain others: a
 * district ends halfway to the next one, and its parts lie inside it. The outlines are invented to give the map
 * something to show; they are not the city's real borders.
 */
export function outlinesOf({ areas }: Pick<City, 'areas'>): (string | null)[] {
  const outlines: (readonly Point[] | null)[] = []
  areas.forEach(({ parent, source }, index) => {
    if (parent === null) {
      outlines.push(null)
      return
    }
    const centre: Point = [source.lng, source.lat]
    const within = outlines[parent] ?? null
    const siblings = areas.flatMap((other, at) =>
      at !== index && other.parent === parent ? [[other.source.lng, other.source.lat] as const] : [],
    )
    let outline = round(centre, within === null ? DISTRICT : PART)
    for (const sibling of siblings) outline = nearerTo(outline, centre, sibling)
    outlines.push(within === null ? outline : inside(outline, within))
  })
  return outlines.map((outline) =>
    outline === null || outline.length < 3
      ? null
      : JSON.stringify(outline.map(([lng, lat]) => [Number(lng.toFixed(5)), Number(lat.toFixed(5))])),
  )
}

/** Returns sixteen corners around a centre, slightly irregular like real borders. */
const round = ([lng, lat]: Point, reach: number): Point[] =>
  Array.from({ length: 16 }, (_, corner) => {
    const angle = (corner / 16) * 2 * Math.PI
    const far = reach * (0.92 + 0.08 * Math.sin(corner * 2.7 + lng * 50))
    return [lng + (Math.cos(angle) * far) / SHORTER, lat + Math.sin(angle) * far] as const
  })

/** Returns the part of an outline that is nearer to one centre than to another. */
function nearerTo(outline: readonly Point[], [ax, ay]: Point, [bx, by]: Point): Point[] {
  const [mx, my] = [(ax + bx) / 2, (ay + by) / 2]
  return cut(outline, ([x, y]) => (mx - x) * (bx - ax) * SHORTER * SHORTER + (my - y) * (by - ay))
}

/** Returns the part of an outline inside a frame, which has to be convex, with its corners counter-clockwise. */
function inside(outline: readonly Point[], frame: readonly Point[]): Point[] {
  return frame.reduce<readonly Point[]>((rest, [ax, ay], at) => {
    const [bx, by] = frame[(at + 1) % frame.length] ?? [ax, ay]
    return cut(rest, ([x, y]) => (bx - ax) * (y - ay) - (by - ay) * (x - ax))
  }, outline) as Point[]
}

/** Returns the part of an outline on the side where `side` is not negative (Sutherland and Hodgman). */
function cut(outline: readonly Point[], side: (point: Point) => number): Point[] {
  return outline.flatMap((point, at) => {
    const next = outline[(at + 1) % outline.length] ?? point
    const [here, there] = [side(point), side(next)]
    const kept = here >= 0 ? [point] : []
    if (here >= 0 === there >= 0) return kept
    const part = here / (here - there)
    return [...kept, [point[0] + (next[0] - point[0]) * part, point[1] + (next[1] - point[1]) * part] as const]
  })
}
