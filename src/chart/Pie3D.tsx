import { clsx } from 'clsx'
import { slicesOf, type PieGeometry } from './pie3d.ts'
import css from './chart.module.css'

export interface PieSlice {
  key: string
  value: number
  /** A CSS colour, like `var(--c1)`. */
  color: string
}

interface Pie3DProps {
  /** Description of the chart: to a screen reader it is one image, and its numbers are in a table beside it. */
  label: string
  slices: readonly PieSlice[]
}

const RING: PieGeometry = { cx: 219, cy: 95, outer: [150, 74], inner: [74, 36.5], depth: 30 }
/** Slices below this share have no room for their number. */
const LABELLED = 0.035

/**
 * A ring of slices with a height. Perspective distorts the shares, so that the chart must always be shown with its
 * numbers. Static SVG without animation.
 */
export function Pie3D({ label, slices }: Pie3DProps) {
  const drawn = slicesOf(
    slices.map(({ value }) => value),
    RING,
  )
  const shown = slices.flatMap((slice, index) => {
    const form = drawn[index]
    return form ? [{ ...slice, form }] : []
  })
  return (
    <svg className={css.pie3d} data-part="pie" viewBox="0 0 438 226" role="img" aria-label={label}>
      <ellipse className={css.pie3dHalo} cx={219} cy={141} rx={176} ry={84} />
      <ellipse className={clsx(css.pie3dHalo, css.pie3dHaloOuter)} cx={219} cy={141} rx={194} ry={84} />
      {shown.flatMap(({ key, color, form }) =>
        form.walls.map((path, at) => (
          <path key={`${key} ${at}`} className={css.pie3dWall} d={path} style={{ color }} />
        )),
      )}
      {shown.map(({ key, color, form }) => (
        <path key={key} className={css.pie3dTop} d={form.top} style={{ color }} />
      ))}
      {shown.map(
        ({ key, value, form }) =>
          form.part >= LABELLED && (
            <text key={key} className={css.pie3dNumber} x={form.label.x} y={form.label.y + 5}>
              {value}
            </text>
          ),
      )}
    </svg>
  )
}
