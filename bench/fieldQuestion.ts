import { cellOf, type FieldQuestion } from '../src/map/field/field.ts'

/** Parameters that map.ts measures in Node and field/main.tsx in a browser. */
export const STATIONS = 500
export const DRAWINGS = 20
/** Usual reach of a station, px. */
export const REACH = 150
/** Reach at which each station reaches every point, px. */
export const ALL = 2200
/** Picture for a map of 1440 x 850 px, including the margin around it. */
const USUAL = { width: 1872, height: 1105 }
/** Picture for a map of 3840 x 2160 px, including the margin around it. */
export const LARGE = { width: 4992, height: 2808 }

/** One drawing of the field, with stations of this reach, px; the same in every run. */
export function questionOf(reach: number, { width, height } = USUAL): FieldQuestion {
  const spread = (seed: number, most: number) =>
    Float32Array.from(
      { length: STATIONS },
      (_, at) => most * (Math.abs(Math.sin((at + seed) * 127.1) * 43_758.5453) % 1),
    )
  return {
    width,
    height,
    step: cellOf(width, height),
    xs: spread(0, width),
    ys: spread(0.3, height),
    values: spread(0.7, 300),
    reach,
    limits: [50, 100, 150, 200, 300],
    colors: Array.from({ length: 6 }, (_, at) => [40 * at, 100, 0] as const),
    opacity: 0.56,
  }
}
