import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { districtNames, gatewayNames, thresholdNames } from '../../dataProvider/calls.ts'
import type { AreaName, ThresholdName } from '../../dataProvider/normalise.ts'

/** How often names are asked for anew, ms (spec 1 §9). */
const EVERY = 60_000
const options = { staleTime: EVERY, refetchInterval: EVERY } as const

/** What live screens need to name things: areas, gateways, and the messages of thresholds. */
export interface Names {
  /** undefined until they are known. */
  areas: readonly AreaName[] | undefined
  areaError: unknown
  retryAreas: () => void
  areaNames: ReadonlyMap<number, string>
  /** Areas whose devices show as offline. */
  closedAreas: ReadonlySet<number>
  gateways: ReadonlyMap<number, string>
  thresholds: ReadonlyMap<number, ThresholdName>
}

export const useAreaNames = (enabled = true) =>
  useQuery({ queryKey: ['live', 'areas'], queryFn: ({ signal }) => districtNames(signal), enabled, ...options })

/** Messages of the thresholds. */
export const useThresholdNames = (enabled: boolean) =>
  useQuery({ queryKey: ['live', 'thresholds'], queryFn: ({ signal }) => thresholdNames(signal), enabled, ...options })

/** `alarms`: whether any device is in alarm; the messages are asked for only then. */
export function useNames(alarms: boolean): Names {
  const areas = useAreaNames()
  const gateways = useQuery({
    queryKey: ['live', 'gateways'],
    queryFn: ({ signal }) => gatewayNames(signal),
    ...options,
  })
  const thresholds = useThresholdNames(alarms)
  const { data, error, refetch } = areas
  return useMemo(
    () => ({
      areas: data,
      areaError: data === undefined ? error : null,
      retryAreas: () => void refetch(),
      areaNames: new Map(data?.map(({ id, name }) => [id, name])),
      closedAreas: new Set(data?.filter(({ build_state }) => CLOSED.has(build_state)).map(({ id }) => id)),
      gateways: new Map(gateways.data?.map(({ id, name }) => [id, name])),
      thresholds: new Map(thresholds.data?.map((threshold) => [threshold.id, threshold])),
    }),
    [data, error, refetch, gateways.data, thresholds.data],
  )
}

/** build_state under construction and out of service (spec 1 §3). */
const CLOSED: ReadonlySet<number> = new Set([1, 2])
