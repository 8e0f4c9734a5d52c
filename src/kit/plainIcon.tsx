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
 * Returns a Lucide icon as a single path, hidden from assistive technology: for lists that render hundreds of icons
 * while scrolling, where the usual component costs two components and an element per stroke. Takes the icon's shapes,
 * as in
 * `import { __iconData as wifi } from 'lucide-react/icons/wifi'`.
 * @throws TypeError if the shapes cannot be combined into one path
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

/**
 * Returns a shape as path data that may follow other data: a path that starts with a relative move starts at the
 * origin.
 */
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
