import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { nodemapsOf } from '../../dataProvider/calls.ts'
import type { ComparedItem } from '../../dataProvider/calls/history.ts'
import { lineColor } from '../chart/colors.ts'
import { keyOf } from './compareParams.ts'
import { useDeviceNames } from '../live/useLiveNames.ts'

/**
 * A compared item with its names: area, device, node. A name that is loading shows as dots, one that failed to load as
 * a dash, and one that does not exist as its number.
 */
export interface NamedItem extends ComparedItem {
  key: string
  area: string
  deviceName: string
  alias: string
  unit: string
  color: string
  /** Project of the device; null if it is unknown. */
  project: number | null
  /** Its names are loading. */
  waiting: boolean
  registertype: number | null
  node_script: string | null
}

export const nodesQuery = (devicetype: number | null) => ({
  queryKey: ['live', 'nodemaps', devicetype],
  queryFn: ({ signal }: { signal: AbortSignal }) => nodemapsOf(devicetype ?? 0, signal),
  enabled: devicetype !== null,
  staleTime: 300_000,
})

/** Returns the items of an address with their names, and why some names could not be loaded. */
export function useItems(
  items: readonly ComparedItem[],
  areaNames: ReadonlyMap<number, string>,
): { items: NamedItem[]; error: Error | null; retry: () => void } {
  const devices = useDeviceNames()
  const byId = useMemo(() => new Map(devices.data?.map((device) => [device.id, device])), [devices.data])
  const types = [...new Set(items.flatMap(({ device }) => byId.get(device)?.devicetype_id ?? []))]
  const nodes = useQueries({
    queries: types.map(nodesQuery),
    combine: (results) => {
      const typesIn = (state: 'pending' | 'error') =>
        new Set(results.flatMap(({ status }, index) => (status === state ? (types[index] ?? []) : [])))
      return {
        byId: new Map(results.flatMap(({ data }) => (data ?? []).map((node) => [node.id, node] as const))),
        pending: typesIn('pending'),
        failed: typesIn('error'),
        error: results.find(({ isLoadingError }) => isLoadingError)?.error ?? null,
        retry: () => {
          for (const { isError, refetch } of results) if (isError) void refetch()
        },
      }
    },
  })
  const named = items.map((item, index): NamedItem => {
    const device = byId.get(item.device)
    const node = nodes.byId.get(item.nodemap)
    const waiting =
      device === undefined
        ? devices.isPending
        : node === undefined && device.devicetype_id !== null && nodes.pending.has(device.devicetype_id)
    const failed =
      device === undefined
        ? devices.data === undefined
        : device.devicetype_id !== null && nodes.failed.has(device.devicetype_id)
    const unknown = (id: number) => (waiting ? '…' : failed ? '—' : `#${id}`)
    const area = device?.district_id == null ? '' : (areaNames.get(device.district_id) ?? '')
    return {
      ...item,
      key: keyOf(item),
      area,
      deviceName: device?.name ?? unknown(item.device),
      alias: node?.alias ?? (failed && device === undefined ? '' : unknown(item.nodemap)),
      unit: node?.unitname ?? '',
      color: lineColor(index),
      project: device?.project_id ?? null,
      waiting,
      registertype: node?.registertype ?? null,
      node_script: node?.node_script ?? null,
    }
  })
  const unnamed = devices.data === undefined
  return {
    items: named,
    error: unnamed ? devices.error : nodes.error,
    retry: unnamed ? () => void devices.refetch() : nodes.retry,
  }
}
