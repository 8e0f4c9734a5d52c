import { useMemo, useState } from 'react'
import type { HistoryNode } from './nodeLines.ts'

/** Which nodes are drawn. One axis has one unit: at first the nodes of the first unit or the one that is wanted, and choosing one of another unit leaves the others. */
export function useShownNodes(nodes: readonly HistoryNode[], wanted: number | null = null) {
  const [chosen, setChosen] = useState<ReadonlySet<number> | null>(null)
  const alone = nodes.some(({ id, drawable, line }) => id === wanted && drawable && line.times.length > 0) ? wanted : null
  const first = nodes.find(({ drawable, line }) => drawable && line.times.length > 0) ?? nodes[0]
  const shown = useMemo(() => {
    const known = new Set([...(chosen ?? [])].filter((id) => nodes.some((node) => node.id === id)))
    return chosen && (known.size > 0 || chosen.size === 0) ? known : new Set(nodes.filter(({ id, drawable, line }) => (alone === null ? drawable && line.unit === first?.line.unit : id === alone)).map(({ id }) => id))
  }, [nodes, chosen, first, alone])
  const toggle = (id: number) => {
    const unit = nodes.find((node) => node.id === id)?.line.unit
    const same = new Set([...shown].filter((other) => nodes.find((node) => node.id === other)?.line.unit === unit))
    if (shown.has(id)) same.delete(id)
    else same.add(id)
    setChosen(same)
  }
  const lines = useMemo(() => nodes.filter(({ id }) => shown.has(id)).map(({ line }) => line), [nodes, shown])
  return { shown, lines, toggle }
}
