import { useMemo, useState } from 'react'
import { axisOf } from '../../chart/model.ts'
import type { HistoryNode } from './nodeLines.ts'

function axisIn(nodes: readonly HistoryNode[], id: number): string | null {
  const node = nodes.find((candidate) => candidate.id === id)
  return node ? axisOf(node.line) : null
}

/**
 * Selects the drawn nodes; initially a single one if `alone`. One axis has one unit: initially the nodes of the first
 * unit are drawn, before switches, or the preferred node; choosing a node of another unit replaces the others.
 * `picked`: the user chose them.
 */
export function useShownNodes(nodes: readonly HistoryNode[], preferred: number | null = null, alone = false) {
  const [chosen, setChosen] = useState<ReadonlySet<number> | null>(null)
  const filled = nodes.filter(({ drawable, line }) => drawable && line.times.length > 0)
  const first = filled.find(({ line }) => !line.positions) ?? filled[0] ?? nodes[0]
  const onlyNode = filled.some(({ id }) => id === preferred) ? preferred : alone ? (first?.id ?? null) : null
  const shownIds = useMemo(() => {
    const known = new Set([...(chosen ?? [])].filter((id) => nodes.some((node) => node.id === id)))
    return chosen && (known.size > 0 || chosen.size === 0)
      ? known
      : new Set(
          nodes
            .filter(({ id, drawable, line }) =>
              onlyNode === null
                ? drawable && first !== undefined && axisOf(line) === axisOf(first.line)
                : id === onlyNode,
            )
            .map(({ id }) => id),
        )
  }, [nodes, chosen, first, onlyNode])
  const toggle = (id: number) => {
    const axis = axisIn(nodes, id)
    const same = new Set([...shownIds].filter((other) => axisIn(nodes, other) === axis))
    if (shownIds.has(id)) same.delete(id)
    else same.add(id)
    setChosen(same)
  }
  const lines = useMemo(() => nodes.filter(({ id }) => shownIds.has(id)).map(({ line }) => line), [nodes, shownIds])
  return { shownIds, lines, toggle, picked: chosen !== null }
}
