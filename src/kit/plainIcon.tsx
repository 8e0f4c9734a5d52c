import type { LucideIconData, LucideIconNode } from 'lucide-react/types'
import { memo } from 'react'
import css from './states/feedback.module.css'

export interface PlainIconProps {
  /** px */
  size?: number
  strokeWidth?: number
}

export type PlainIcon = ReturnType<typeof plainIcon>

/**
 * A Lucide icon as one path, hidden from assistive technology: for lists that draw hundreds of them while they scroll, where the usual component costs two
 * components and an element for each stroke. Takes its shapes, as in
 * `import { __iconData as wifi } from 'lucide-react/icons/wifi'`; throws a TypeError where they cannot be one path.
 */
export function plainIcon({ node }: LucideIconData) {
  const d = node.map(pathOf).join('')
  return memo(function Plain({ size = 24, strokeWidth = 2 }: PlainIconProps) {
    return (
      <svg
        className={css.plainIcon}
        width={size}
        height={size}
        viewBox="0 0 24 24"
        strokeWidth={strokeWidth}
        aria-hidden="true"
      >
        <path d={d} />
      </svg>
    )
  })
}

/** A shape as path data that may stand behind other data: a path that begins with a relative move begins at the corner. */
export function pathOf([shape, attributes]: LucideIconNode): string {
  const { d, key: _, ...lengths } = attributes
  const { x = 0, y = 0, width = 0, height = 0, cx = 0, cy = 0, r = 0, rx = 0, ry = rx, ...others } = numbers(lengths)
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) throw new TypeError(`A plain icon cannot have ${unknown}`)
  if (shape === 'path') return `M0 0${d}`
  if (shape === 'circle') return `M${cx - r} ${cy}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`
  if (shape !== 'rect') throw new TypeError(`A plain icon cannot have a ${shape}`)
  const [across, down] = [width - 2 * rx, height - 2 * ry]
  const corner = (dx: number, dy: number) => `a${rx} ${ry} 0 0 1 ${dx} ${dy}`
  return `M${x + rx} ${y}h${across}${corner(rx, ry)}v${down}${corner(-rx, ry)}h${-across}${corner(-rx, -ry)}v${-down}${corner(rx, -ry)}z`
}

const numbers = (attributes: object): Record<string, number> =>
  Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, Number(value)]))
