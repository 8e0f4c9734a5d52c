import { memo } from 'react'
import { isolines, type ScalarField } from '../../map/isolines.ts'
import css from '../bigscreen.module.css'

/** The background of the panels: faint isolines of an invented field, as on the sign-in page (design §1). */
export const Backdrop = memo(() => (
  <svg className={css.isolines} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="xMidYMid slice" aria-hidden>
    {lines.map(({ path }, index) => (
      <path key={index} d={path} strokeOpacity={FAINTEST + (STRONGEST - FAINTEST) * (index / (LEVELS - 1))} />
    ))}
  </svg>
))

const WIDTH = 1920
const HEIGHT = 1080
const LEVELS = 14
const FAINTEST = 0.08
const STRONGEST = 0.26

/**
 * Hills and hollows: position, height, reach. Most of them lie under the head and along the edges, where no panel
 * covers them.
 */
const hills: readonly (readonly [x: number, y: number, height: number, reach: number])[] = [
  [1010, 60, 1, 330],
  [160, 60, 0.6, 300],
  [1760, 20, 0.7, 280],
  [60, 1010, 0.9, 360],
  [1870, 1030, 0.8, 340],
  [930, 620, 0.5, 420],
]

const field: ScalarField = (x, y) =>
  hills.reduce(
    (sum, [cx, cy, height, reach]) => sum + height * Math.exp(-((x - cx) ** 2 + (1.6 * (y - cy)) ** 2) / reach ** 2),
    0.05 * Math.sin(x / 130 + y / 170) + 0.04 * Math.cos(y / 90 - x / 250),
  )

const lines = isolines(
  field,
  WIDTH,
  HEIGHT,
  24,
  Array.from({ length: LEVELS }, (_, index) => 0.08 + (0.92 * index) / (LEVELS - 1)),
)
