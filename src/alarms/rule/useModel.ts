import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { nodesOfModel, type ModelNode } from '../../../dataProvider/calls/alarmConfig.ts'
import { parseIds } from '../../../resources/kit/access.ts'
import { rowsById, useNames } from '../../admin/fields/names.ts'

/** Returns the ids that a field of the form holds. */
export function useIds(name: string): number[] {
  const value: unknown = useWatch({ name })
  return parseIds(String(value ?? ''))
}

/**
 * Returns the product model of the first device that a field of the form holds; null while none is chosen or its model
 * is unknown.
 */
export function useModel(name: string): number | null {
  const [first] = useIds(name)
  const { data: devices = [] } = useNames('manage/device')
  return first === undefined ? null : Number(rowsById(devices).get(first)?.['devicetype_id']) || null
}

/** Queries the nodes of a product model; disabled while it is null. */
export const useModelNodes = (model: number | null) =>
  useQuery({
    queryKey: ['modelNodes', model],
    queryFn: ({ signal }) => nodesOfModel(model ?? 0, signal),
    enabled: model !== null,
    staleTime: 30_000,
    retry: false,
  })

/** Returns the node that a field of the form holds, out of the nodes of the devices that another field holds. */
export function useChosenNode(devices: string, node: string): ModelNode | null {
  const [id] = useIds(node)
  const { data = [] } = useModelNodes(useModel(devices))
  return data.find((candidate) => candidate.id === id) ?? null
}
