import { ROOT_AREA } from '../../../resources/area.ts'
import { foldText, containsFolded } from '../../../resources/kit/fold.ts'

/**
 * An area as the platform sends it, reduced to what a tree needs. `superid` is its parent; 1 is the root, which is not
 * shown (spec 1 §3).
 */
export interface AreaRow {
  id: number
  name: string
  superid: number | null
}

export interface AreaNode {
  id: number
  name: string
  children: AreaNode[]
}

/** One visible line of a tree, with its position for assistive technology (counted from 1). */
export interface AreaLine {
  node: AreaNode
  level: number
  position: number
  siblings: number
  open: boolean
  parent: AreaNode | null
}

/**
 * Returns the forest of a flat list, in the list's order. The root (id 1) is dropped. An area whose parent is missing
 * becomes a top area; in a cycle of parents the area that is first in the list becomes a top area, so that no area of
 * the answer is lost.
 */
export function buildTree(rows: readonly AreaRow[]): AreaNode[] {
  const nodes = new Map<number, AreaNode>()
  const parents = new Map<number, number>()
  for (const row of rows) {
    if (row.id === ROOT_AREA || nodes.has(row.id)) continue
    nodes.set(row.id, { id: row.id, name: row.name, children: [] })
    if (row.superid !== null) parents.set(row.id, row.superid)
  }
  cutRings(nodes, parents)
  const top: AreaNode[] = []
  for (const node of nodes.values()) {
    const parent = nodes.get(parents.get(node.id) ?? ROOT_AREA)
    ;(parent === undefined ? top : parent.children).push(node)
  }
  return top
}

/** Returns the ids of an area and all its descendants; empty if the area is unknown. */
export function areasBelow(areas: readonly AreaNode[], id: number): Set<number> {
  const found = findArea(areas, id)
  const ids = new Set<number>()
  if (found !== undefined) for (const node of walk([found])) ids.add(node.id)
  return ids
}

export function findArea(areas: readonly AreaNode[], id: number): AreaNode | undefined {
  for (const node of walk(areas)) if (node.id === id) return node
  return undefined
}

/** Returns for every node its own number plus those of all its descendants. */
export function totalsByArea(areas: readonly AreaNode[], ownCounts: ReadonlyMap<number, number>): Map<number, number> {
  const totals = new Map<number, number>()
  for (const node of upwards(areas)) {
    totals.set(
      node.id,
      node.children.reduce((sum, child) => sum + (totals.get(child.id) ?? 0), ownCounts.get(node.id) ?? 0),
    )
  }
  return totals
}

/**
 * Returns the lines to render: those under open nodes or, while searching, the matches with their ancestors, which are
 * then open.
 */
export function visibleLines(areas: readonly AreaNode[], isOpen: (id: number) => boolean, search = ''): AreaLine[] {
  const query = foldText(search.trim())
  const matches = query === '' ? null : matchingIds(areas, query)
  const lines: AreaLine[] = []
  const stack: { siblings: AreaNode[]; next: number; level: number; parent: AreaNode | null }[] = []
  const enter = (children: readonly AreaNode[], level: number, parent: AreaNode | null): void => {
    stack.push({
      siblings: matches === null ? [...children] : children.filter((child) => matches.has(child.id)),
      next: 0,
      level,
      parent,
    })
  }
  enter(areas, 1, null)
  for (let at = stack.at(-1); at !== undefined; at = stack.at(-1)) {
    const node = at.siblings[at.next++]
    if (node === undefined) {
      stack.pop()
      continue
    }
    const below = matches === null ? node.children : node.children.filter((child) => matches.has(child.id))
    const open = below.length > 0 && (matches !== null || isOpen(node.id))
    lines.push({ node, level: at.level, position: at.next, siblings: at.siblings.length, open, parent: at.parent })
    if (open) enter(below, at.level + 1, node)
  }
  return lines
}

/** Returns the ids of a node's ancestors, nearest last; empty for a top or unknown node. */
export function ancestors(areas: readonly AreaNode[], id: number): number[] {
  const parent = new Map<number, number>()
  for (const node of walk(areas)) for (const child of node.children) parent.set(child.id, node.id)
  const path: number[] = []
  for (let at = parent.get(id); at !== undefined; at = parent.get(at)) path.unshift(at)
  return path
}

/** Yields all nodes, parents before children. */
function* walk(areas: readonly AreaNode[]): Generator<AreaNode> {
  const queue = [...areas]
  for (let at = 0; at < queue.length; at++) {
    const node = queue[at]
    if (node === undefined) continue
    yield node
    for (const child of node.children) queue.push(child)
  }
}

/** Yields all nodes, children before parents: sums a tree of any depth without recursion. */
function* upwards(areas: readonly AreaNode[]): Generator<AreaNode> {
  const nodes = [...walk(areas)]
  for (let at = nodes.length - 1; at >= 0; at--) {
    const node = nodes[at]
    if (node !== undefined) yield node
  }
}

function matchingIds(areas: readonly AreaNode[], query: string): Set<number> {
  const matches = new Set<number>()
  for (const node of upwards(areas)) {
    if (containsFolded(node.name, query) || node.children.some((child) => matches.has(child.id))) matches.add(node.id)
  }
  return matches
}

/**
 * Breaks every cycle by removing the parent of one member. Each area is visited once: `resolved` holds the areas known
 * to lead to the root.
 */
function cutRings(nodes: ReadonlyMap<number, AreaNode>, parents: Map<number, number>): void {
  const resolved = new Set<number>()
  for (const start of nodes.keys()) {
    const path = new Set<number>()
    for (
      let at: number | undefined = start;
      at !== undefined && nodes.has(at) && !resolved.has(at);
      at = parents.get(at)
    ) {
      if (path.has(at)) {
        parents.delete(at)
        break
      }
      path.add(at)
    }
    for (const id of path) resolved.add(id)
  }
}
