import { foldText, containsFolded } from '../../../resources/kit/fold.ts'

/** A line that can be ticked. */
export interface CheckNode {
  id: string
  label: string
  /** Small monospaced text behind the label: a menu's key. */
  note?: string
  /** Shown at the right: how many of how many. */
  count?: readonly [chosen: number, all: number]
  checked: boolean | 'mixed'
  /** Cannot be changed here. */
  disabled?: boolean
  /** Its children are side by side, as a checklist. */
  grid?: boolean
  children: readonly CheckNode[]
}

/** A node as it appears in the tree. */
export interface CheckLine {
  node: CheckNode
  parent: string | null
  level: number
  position: number
  siblings: number
  open: boolean
}

/**
 * Returns the nodes that a search leaves: those whose label or note matches, with everything below them and the path to
 * them.
 */
export function matching(nodes: readonly CheckNode[], search: string): readonly CheckNode[] {
  const query = foldText(search.trim())
  if (query === '') return nodes
  return nodes.flatMap((node) => {
    if (containsFolded(node.label, query) || node.note === query) return [node]
    const children = matching(node.children, query)
    return children.length > 0 ? [{ ...node, children }] : []
  })
}

/** Returns the visible lines, from top to bottom. */
export function linesOf(
  nodes: readonly CheckNode[],
  isOpen: (id: string) => boolean,
  parent: string | null = null,
  level = 1,
): CheckLine[] {
  return nodes.flatMap((node, index) => {
    const open = node.children.length > 0 && isOpen(node.id)
    const line: CheckLine = { node, parent, level, position: index + 1, siblings: nodes.length, open }
    return open ? [line, ...linesOf(node.children, isOpen, node.id, level + 1)] : [line]
  })
}
