import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { nodesQuery } from '../compare/useItems.ts'
import { useDeviceNames } from '../live/useLiveNames.ts'
import { shownLineOf, type ShownLine } from './shownLine.ts'

export interface ShownLines {
  /** Null for a node whose display is not linear, or unknown. */
  lineOf: (nodemap: number) => ShownLine
  isLoading: boolean
}

/** Returns how the nodes of a device display their raw values. */
export function useShownLines(device: number | null): ShownLines {
  const names = useDeviceNames()
  const nodes = useQuery({
    ...nodesQuery(names.data?.find(({ id }) => id === device)?.devicetype_id ?? null),
    retry: false,
  })
  const lines = useMemo(
    () => new Map(nodes.data?.map(({ id, node_script }) => [id, shownLineOf(node_script ?? null)] as const)),
    [nodes.data],
  )
  return { lineOf: (nodemap) => lines.get(nodemap) ?? null, isLoading: names.isLoading || nodes.isLoading }
}
