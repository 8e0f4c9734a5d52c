/** Number of points that are interpolated between two points of a stroke. */
const PARTS = 8

type Point = readonly [x: number, y: number]

/**
 * The captcha's letters as pen strokes in a box of 10 by 14, each a line through points. Characters that are easily
 * confused are left out: 0 O Q D, 1 I L, 5 S, 2 Z, 8 B, 6 G, U V, K X Y.
 */
export const glyphs: Readonly<Record<string, readonly Stroke[]>> = {
  A: [straight(0, 14, 5, 0, 10, 14), straight(2, 9, 8, 9)],
  C: [curved(9.5, 3, 6, 0, 2, 2, 0.5, 7, 2, 12, 6, 14, 9.5, 11)],
  E: [straight(9, 0, 1, 0, 1, 14, 9, 14), straight(1, 7, 7, 7)],
  F: [straight(9, 0, 1, 0, 1, 14), straight(1, 7, 7, 7)],
  H: [straight(1, 0, 1, 14), straight(9, 0, 9, 14), straight(1, 7, 9, 7)],
  J: [curved(8, 0, 8, 6, 8, 11, 5, 14, 1.5, 11.5), straight(5, 0, 10, 0)],
  M: [straight(0, 14, 1, 0, 5, 8, 9, 0, 10, 14)],
  N: [straight(1, 14, 1, 0, 9, 14, 9, 0)],
  P: [straight(1, 14, 1, 0), curved(1, 0, 6, 0, 9, 3.7, 6, 7.5, 1, 7.5)],
  R: [straight(1, 14, 1, 0), curved(1, 0, 6, 0, 9, 3.7, 6, 7.2, 1, 7.2), straight(4.5, 7.2, 9.5, 14)],
  T: [straight(0, 0, 10, 0), straight(5, 0, 5, 14)],
  W: [straight(0, 0, 2, 14, 5, 5, 8, 14, 10, 0)],
  X: [straight(0.5, 0, 9.5, 14), straight(9.5, 0, 0.5, 14)],
  3: [curved(1, 1.5, 5, -0.3, 8.5, 3, 6.5, 6.3, 3.5, 6.6), curved(3.5, 6.6, 8, 7, 9.3, 10.5, 5.5, 14.2, 0.8, 12)],
  4: [straight(7, 14, 7, 0, 0, 9.5, 10, 9.5)],
  7: [straight(0.5, 0, 9.5, 0, 4, 14)],
  9: [curved(9, 5, 6.5, 0.3, 2.5, 0.6, 0.8, 4.2, 3, 7.6, 7, 7.4, 9, 4.2), curved(9, 4.2, 8.8, 9, 7, 12.5, 3, 14)],
}

/** A stroke as a series of points, dense enough to be bent. */
export type Stroke = readonly Point[]

function straight(...numbers: number[]): Stroke {
  return sampled(numbers, (_before, [x1, y1], [x2, y2], _after, part) => [x1 + (x2 - x1) * part, y1 + (y2 - y1) * part])
}

/** Makes a Catmull-Rom curve, which passes through all of its points. */
function curved(...numbers: number[]): Stroke {
  const at = (a: number, b: number, c: number, d: number, t: number): number =>
    0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t * t * t)
  return sampled(numbers, (before, from, to, after, part) => [
    at(before[0], from[0], to[0], after[0], part),
    at(before[1], from[1], to[1], after[1], part),
  ])
}

function sampled(
  numbers: readonly number[],
  between: (before: Point, from: Point, to: Point, after: Point, part: number) => Point,
): Stroke {
  const points = Array.from(
    { length: numbers.length / 2 },
    (_, at): Point => [numbers[2 * at] ?? 0, numbers[2 * at + 1] ?? 0],
  )
  return points.slice(1).flatMap((to, at) => {
    const from = points[at] ?? to
    const first = at === 0 ? [from] : []
    return [
      ...first,
      ...Array.from({ length: PARTS }, (_, part) =>
        between(points[at - 1] ?? from, from, to, points[at + 2] ?? to, (part + 1) / PARTS),
      ),
    ]
  })
}
