import { useRef, useState, type KeyboardEvent } from 'react'
import type { AreaLine } from './tree.ts'

interface Options {
  lines: readonly AreaLine[]
  /** Whether the line of all areas (null) comes first. */
  all: boolean
  selected: number | null
  setOpen: (id: number, open: boolean) => void
  onSelect: (id: number | null) => void
}

/**
 * Keyboard and focus of a tree, following the ARIA tree pattern: one line is in the tab order (roving tabindex), and
 * the arrow keys move it.
 */
export function useTreeKeys({ lines, all, selected, setOpen, onSelect }: Options) {
  const ref = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState<number | null | undefined>(undefined)
  const typed = useRef({ text: '', at: 0 })
  const ids: (number | null)[] = [...(all ? [null] : []), ...lines.map((line) => line.node.id)]
  // If a search or a closed branch hides the active line, the selected line replaces it, else the first one.
  const current = [active, selected, ids[0]].find((id) => id !== undefined && ids.includes(id))

  const focus = (id: number | null | undefined): void => {
    if (id === undefined) return
    setActive(id)
    ref.current?.querySelector<HTMLElement>(`[data-area="${id ?? 'all'}"]`)?.focus()
  }
  const move = (to: number): void => focus(ids[Math.max(0, Math.min(ids.length - 1, to))])

  const find = (event: KeyboardEvent): void => {
    const memory = typed.current
    memory.text = event.timeStamp - memory.at < 600 ? memory.text + event.key : event.key
    memory.at = event.timeStamp
    const wanted = memory.text.toLowerCase()
    const from = lines.findIndex((line) => line.node.id === current) + (wanted.length === 1 ? 1 : 0)
    const turned = [...lines.slice(from), ...lines.slice(0, from)]
    focus(turned.find((line) => line.node.name.toLowerCase().startsWith(wanted))?.node.id)
  }

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || current === undefined) return
    const at = ids.indexOf(current)
    const line = lines.find((candidate) => candidate.node.id === current)
    const branch = line !== undefined && line.node.children.length > 0
    const keys: Record<string, () => void> = {
      ArrowDown: () => move(at + 1),
      ArrowUp: () => move(at - 1),
      Home: () => move(0),
      End: () => move(ids.length - 1),
      Enter: () => onSelect(current),
      ' ': () => onSelect(current),
      ArrowRight: () => (branch && line.open ? move(at + 1) : branch && setOpen(line.node.id, true)),
      ArrowLeft: () => (branch && line.open ? setOpen(line.node.id, false) : line?.parent && focus(line.parent.id)),
    }
    const act = keys[event.key]
    if (act === undefined) {
      if (event.key.length === 1) find(event)
      return
    }
    event.preventDefault()
    act()
  }

  const itemProps = (id: number | null) => ({
    role: 'treeitem',
    'aria-selected': id === selected,
    'data-area': id ?? 'all',
    tabIndex: id === current ? 0 : -1,
    onClick: () => {
      setActive(id)
      onSelect(id)
    },
  })

  return { ref, onKeyDown, itemProps, focusFirst: () => move(0) }
}
