import { Logo } from '../../kit/Logo.tsx'
import { isolines, type ScalarField } from '../../map/isolines.ts'
import type { Translate } from './types.ts'
import css from './signin.module.css'

/** Picture beside the form: an invented environmental field as isolines, dark in both themes. */
export function Art({ t }: { t: Translate }) {
  return (
    <section className={css.art} aria-hidden="true">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="xMidYMid slice" fill="none">
        <defs>
          <linearGradient id="signin-fade" x1="0" y1="0" x2="0" y2="1">
            <stop offset="0" stopColor="var(--scene)" stopOpacity=".2" />
            <stop offset=".55" stopColor="var(--scene)" stopOpacity="0" />
            <stop offset="1" stopColor="var(--scene)" stopOpacity=".94" />
          </linearGradient>
        </defs>
        {lines.map(({ path }, index) => {
          const share = index / (LEVELS - 1)
          const colour = `color-mix(in srgb, var(--scene-high) ${Math.round(100 * share)}%, var(--mark))`
          return (
            <path
              key={index}
              d={path}
              fill={colour}
              fillOpacity={0.035}
              stroke={colour}
              strokeOpacity={0.3 + 0.55 * share}
              strokeWidth={index % 4 === 3 ? 1.4 : 0.8}
            />
          )
        })}
        <rect width={WIDTH} height={HEIGHT} fill="url(#signin-fade)" />
        {points.map(({ name, x, y }) => (
          <g key={name}>
            <circle cx={x} cy={y} r="10" fill="var(--mark-wave)" opacity=".14" />
            <circle cx={x} cy={y} r="3.5" fill="var(--scene-point)" />
            <text x={x + 14} y={y + 4} fill="var(--scene-label)" fontSize="12">
              {t(`signin.points.${name}`)}
            </text>
          </g>
        ))}
      </svg>
      <div className={css.artBrand}>
        <Logo size={28} />
        {t('signin.product')}
      </div>
      <div className={css.artWords}>
        <p className={css.artHeadline}>{t('signin.headline')}</p>
        <p className={css.artLead}>
          {t('signin.lead')}
          <br />
          {t('signin.leadMore')}
        </p>
      </div>
    </section>
  )
}

const WIDTH = 840
const HEIGHT = 900
const LEVELS = 20

/** Hills and hollows: position, height, extent along x and y, rotation in radians. */
const hills: readonly (readonly [
  x: number,
  y: number,
  height: number,
  reachX: number,
  reachY: number,
  turn: number,
])[] = [
  [600, 196, 1, 200, 132, 0.1],
  [220, 450, 0.62, 150, 150, -0.5],
  [420, 330, 0.22, 240, 160, -0.6],
  [80, 110, -0.42, 150, 120, 0],
  [620, 640, -0.34, 240, 120, -0.8],
  [820, 470, -0.3, 150, 120, 0],
  [830, 830, 0.34, 120, 130, 0],
  [110, 760, 0.14, 110, 100, 0],
]

const field: ScalarField = (x, y) =>
  hills.reduce(
    (sum, [cx, cy, height, reachX, reachY, turn]) => {
      const dx = x - cx
      const dy = y - cy
      const u = (dx * Math.cos(turn) + dy * Math.sin(turn)) / reachX
      const v = (dy * Math.cos(turn) - dx * Math.sin(turn)) / reachY
      return sum + height * Math.exp(-(u * u + v * v))
    },
    0.03 * Math.sin(x / 95 + y / 140) + 0.02 * Math.cos(y / 70 - x / 210),
  )

const lines = isolines(
  field,
  WIDTH,
  HEIGHT,
  12,
  Array.from({ length: LEVELS }, (_, index) => -0.4 + (1.47 * index) / (LEVELS - 1)),
)

const points = [
  { name: 'dust', x: 622, y: 212 },
  { name: 'noise', x: 250, y: 420 },
  { name: 'level', x: 556, y: 640 },
  { name: 'ammonia', x: 764, y: 470 },
  { name: 'climate', x: 130, y: 250 },
  { name: 'wind', x: 402, y: 560 },
]
