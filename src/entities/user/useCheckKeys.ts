import { useRef, useState, type KeyboardEvent } from 'react'
import type { CheckLine, CheckNode } from './checkLines.ts'

interface KeyOptions {
  lines: readonly CheckLine[]
  setOpen: (id: string, open: boolean) => void
  onToggle: (node: CheckNode) => void
}

/**
 * Keyboard of a tree after the ARIA pattern: up and down move, right opens or enters, left closes or leaves, Home, End,
 * * opens the siblings, space and Enter tick, letters search. One line at a time can be reached by Tab.
 */
export function useCheckKeys({ lines, setOpen, onToggle }: KeyOptions) {
  const ref = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState<string | null>(null)
  const current = lines.find(({ node }) => node.id === at) ?? lines[0]

  const focus = (line: CheckLine | undefined) => {
    if (!line) return
    setAt(line.node.id)
    ref.current?.querySelector<HTMLElement>(`[data-line="${CSS.escape(line.node.id)}"]`)?.focus()
  }
  const toggle = (node: CheckNode) => {
    if (!node.disabled) onToggle(node)
  }
  const byLetter = (letter: string): CheckLine | undefined => {
    const index = current ? lines.indexOf(current) : -1
    return [...lines.slice(index + 1), ...lines.slice(0, index + 1)].find(({ node }) =>
      node.label.toLowerCase().startsWith(letter.toLowerCase()),
    )
  }
  const act = (key: string, line: CheckLine): boolean => {
    const index = lines.indexOf(line)
    const { node, open, parent } = line
    const moves: Record<string, CheckLine | undefined> = {
      ArrowDown: lines[index + 1],
      ArrowUp: lines[index - 1],
      Home: lines[0],
      End: lines.at(-1),
    }
    if (key in moves) focus(moves[key])
    else if (key === 'ArrowRight' && open) focus(lines[index + 1])
    else if (key === 'ArrowRight') setOpen(node.id, node.children.length > 0)
    else if (key === 'ArrowLeft' && open) setOpen(node.id, false)
    else if (key === 'ArrowLeft') focus(lines.find((other) => other.node.id === parent))
    else if (key === '*')
      for (const sibling of lines) setOpen(sibling.node.id, sibling.open || sibling.parent === parent)
    else if (key === ' ' || key === 'Enter') toggle(node)
    else if (key.length === 1) focus(byLetter(key))
    else return false
    return true
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!current || event.ctrlKey || event.metaKey || event.altKey) return
    if (act(event.key, current)) event.preventDefault()
  }
  return { ref, onKeyDown, tabStop: current?.node.id ?? null, onFocus: setAt }
}
