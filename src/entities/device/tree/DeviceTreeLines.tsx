import { useVirtualizer } from '@tanstack/react-virtual'
import { clsx } from 'clsx'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { useRef } from 'react'
import { useMedia } from '../../../kit/hooks/useMedia.ts'
import textCss from '../../../kit/text.module.css'
import controlsCss from '../../../kit/controls.module.css'
import fieldsCss from '../../../admin/fields/fields.module.css'
import type { DeviceTreeLine } from './deviceLines.ts'
import css from './deviceTree.module.css'

interface LinesProps {
  /** Id of the element that labels the group. */
  label: string
  lines: readonly DeviceTreeLine[]
  chosen: ReadonlySet<number>
  disabled: boolean
  /** Whether these devices cannot be chosen together. */
  mixed: (ids: readonly number[]) => boolean
  set: (ids: readonly number[], on: boolean) => void
  toggle: (area: number, open: boolean) => void
}

/**
 * Lines of the tree. A short list is drawn whole; of a long one only the visible lines are drawn, and the rest is empty
 * space.
 */
export function DeviceTreeLines({ label, lines, ...tree }: LinesProps) {
  const list = useRef<HTMLDivElement>(null)
  const height = useMedia('(pointer: coarse)') ? LINE.touch : LINE.pointer
  const virtual = useVirtualizer({
    count: lines.length,
    enabled: lines.length > PLAIN,
    getScrollElement: () => list.current,
    estimateSize: () => height,
    overscan: 8,
    initialRect: { width: 600, height: 212 },
  })
  const items = virtual.getVirtualItems()
  const [above, below] =
    lines.length > PLAIN ? [items[0]?.start ?? 0, virtual.getTotalSize() - (items.at(-1)?.end ?? 0)] : [0, 0]
  const drawn = lines.length > PLAIN ? items.flatMap(({ index }) => lines[index] ?? []) : lines
  return (
    <div ref={list} className={css.lines} role="group" aria-labelledby={label}>
      {drawn.length > 0 && (
        <div style={{ paddingTop: above, paddingBottom: below }}>
          {drawn.map((line) => (
            <TreeLine key={`${line.kind}${line.id}`} line={line} {...tree} />
          ))}
        </div>
      )}
    </div>
  )
}

/** Height of a line, px; the same numbers as in deviceTree.module.css. */
const LINE = { pointer: 28, touch: 44 }
/** Up to this number all lines are drawn. */
const PLAIN = 100

function TreeLine({
  line,
  chosen,
  disabled,
  mixed,
  set,
  toggle,
}: Omit<LinesProps, 'label' | 'lines'> & { line: DeviceTreeLine }) {
  const translate = useTranslate()
  const ids = line.kind === 'area' ? line.devices : [line.id]
  const count = ids.filter((device) => chosen.has(device)).length
  const Arrow = line.kind === 'area' && line.open ? ChevronDown : ChevronRight
  const apart = line.kind === 'area' && mixed(ids)
  return (
    <div className={css.line} style={{ paddingLeft: 4 + line.depth * 16 }}>
      {line.kind === 'area' ? (
        <button
          type="button"
          aria-expanded={line.open}
          aria-label={translate(line.open ? 'crud.collapse' : 'crud.expand', { name: line.name })}
          onClick={() => toggle(line.id, !line.open)}
        >
          <Arrow size={14} />
        </button>
      ) : (
        <span className={css.gap} />
      )}
      <label title={apart ? translate('device.tree.modelFirst') : undefined}>
        <input
          type="checkbox"
          className={controlsCss.check}
          disabled={disabled || apart}
          checked={count === ids.length}
          ref={(box) => void (box && (box.indeterminate = count > 0 && count < ids.length))}
          onChange={(event) => set(ids, event.target.checked)}
        />
        <span className={textCss.ellipsis}>{line.name}</span>
        {line.kind === 'area' && (
          <span className={clsx(fieldsCss.cellUnit, css.lineUnit)}>
            {count} / {ids.length}
          </span>
        )}
      </label>
    </div>
  )
}
