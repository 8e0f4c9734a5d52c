import { clsx } from 'clsx'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { Tick } from '../../kit/index.ts'
import textCss from '../../kit/text.module.css'
import { linesOf, type CheckLine, type CheckNode } from './checkLines.ts'
import { useCheckKeys } from './useCheckKeys.ts'
import css from './user.module.css'

interface CheckTreeProps {
  label: string
  nodes: readonly CheckNode[]
  isOpen: (id: string) => boolean
  setOpen: (id: string, open: boolean) => void
  onToggle: (node: CheckNode) => void
}

/** Tree whose lines are ticked, partly ticked or not; some have their children side by side. */
export function CheckTree({ label, nodes, isOpen, setOpen, onToggle }: CheckTreeProps) {
  const lines = linesOf(nodes, isOpen)
  const keys = useCheckKeys({ lines, setOpen, onToggle })
  const byId = new Map(lines.map((line) => [line.node.id, line]))
  const draw = (children: readonly CheckNode[], flat = false) =>
    children.map((node) => {
      const line = byId.get(node.id)
      if (!line) return null
      return (
        <div key={node.id} role="none">
          <Line
            line={line}
            flat={flat}
            tabStop={keys.tabStop === node.id}
            onFocus={() => keys.onFocus(node.id)}
            onToggle={() => !node.disabled && onToggle(node)}
            onOpen={() => setOpen(node.id, !line.open)}
          />
          {line.open && (
            <div
              role="group"
              className={node.grid ? css.checkTreeGrid : undefined}
              style={node.grid ? { marginLeft: 50 + (line.level - 1) * 22 } : undefined}
            >
              {draw(node.children, node.grid)}
            </div>
          )}
        </div>
      )
    })
  return (
    <div role="tree" aria-label={label} className={css.checkTree} ref={keys.ref} onKeyDown={keys.onKeyDown}>
      {draw(nodes)}
    </div>
  )
}

interface LineProps {
  line: CheckLine
  /** The line is in a checklist: no indent, no arrow. */
  flat: boolean
  tabStop: boolean
  onFocus: () => void
  onToggle: () => void
  onOpen: () => void
}

function Line({ line, flat, tabStop, onFocus, onToggle, onOpen }: LineProps) {
  const { node, level, position, siblings, open } = line
  const branch = node.children.length > 0
  const Arrow = open ? ChevronDown : ChevronRight
  return (
    <div
      role="treeitem"
      data-line={node.id}
      className={css.checkTreeLine}
      tabIndex={tabStop ? 0 : -1}
      aria-checked={node.checked}
      aria-disabled={node.disabled}
      aria-expanded={branch ? open : undefined}
      aria-level={level}
      aria-posinset={position}
      aria-setsize={siblings}
      style={flat ? undefined : { paddingLeft: (level - 1) * 22 }}
      {...{ onFocus, onClick: onToggle }}
    >
      {!flat && (
        <span
          className={css.checkTreeArrow}
          data-part="arrow"
          aria-hidden
          onClick={(event) => {
            if (!branch) return
            event.stopPropagation()
            onOpen()
          }}
        >
          {branch && <Arrow size={14} strokeWidth={1.9} />}
        </span>
      )}
      <Tick checked={node.checked} />
      <span className={css.checkTreeName} title={node.label}>
        {node.label}
      </span>
      {node.note && <span className={clsx(css.checkTreeNote, textCss.mono)}>{node.note}</span>}
      {node.count && (
        <span className={css.checkTreeCount} data-all={node.count[0] === node.count[1] || undefined}>
          {node.count[0]} / {node.count[1]}
        </span>
      )}
    </div>
  )
}
