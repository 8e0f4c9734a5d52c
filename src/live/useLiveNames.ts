import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { namesQuery, type NamesAnswer } from '../../dataProvider/names.ts'
import {
  readAreas,
  readDeviceNames,
  readNames,
  readThresholds,
  type AreaName,
  type NamedId,
  type ThresholdName,
} from '../../dataProvider/normalise.ts'
import { area } from '../../resources/area.ts'
import { device } from '../../resources/device.ts'
import { gateway } from '../../resources/gateway.ts'
import { product } from '../../resources/product.ts'
import { project } from '../../resources/project.ts'
import { threshold } from '../../resources/threshold.ts'

// The names that live pages show, from the same cache as the names of lists and forms.

/** How often names are refetched, ms (spec 1 §9). */
const REFRESH_INTERVAL_MS = 60_000
const regularRefresh = { staleTime: REFRESH_INTERVAL_MS, refetchInterval: REFRESH_INTERVAL_MS } as const
/** Names that rarely change. */
const slowRefresh = { staleTime: 300_000 } as const

const areasOf = ({ data }: NamesAnswer) => readAreas(data)
const namesOf = ({ data }: NamesAnswer) => readNames(data)
const thresholdsOf = ({ data }: NamesAnswer) => readThresholds(data)
const devicesOf = ({ data }: NamesAnswer) => readDeviceNames(data)

export const useAreaNames = (enabled = true) =>
  useQuery({ ...namesQuery(area.path), ...regularRefresh, enabled, select: areasOf })

/** Returns the areas whose devices are shown as offline. */
export function useClosedAreas(): ReadonlySet<number> {
  const { data } = useAreaNames()
  return useMemo(() => closedOf(data), [data])
}

const closedOf = (areas: readonly AreaName[] | undefined): ReadonlySet<number> =>
  new Set(areas?.filter(({ build_state }) => CLOSED.has(build_state)).map(({ id }) => id))

/**
 * Messages of the thresholds. They only make an alarm readable: without platform support or without the right there are
 * none.
 */
export const useThresholdNames = (enabled: boolean) =>
  useQuery({ ...namesQuery(threshold.path), ...regularRefresh, enabled, select: thresholdsOf })

/** All devices the user may see, by name. */
export const useDeviceNames = (enabled = true) =>
  useQuery({ ...namesQuery(device.path), staleTime: REFRESH_INTERVAL_MS, enabled, select: devicesOf })

/** Names of product models; they only help to tell devices apart, so that a user without the right gets none. */
export const useProductNames = () => useQuery({ ...namesQuery(product.path), ...slowRefresh, select: namesOf })

/** Returns the projects by name, for the super administrator only; undefined for all other users. */
export function useProjectNames(enabled: boolean): readonly NamedId[] | undefined {
  const { data } = useQuery({ ...namesQuery(project.path), ...slowRefresh, enabled, select: namesOf })
  return enabled ? (data ?? []) : undefined
}

/** The names that live screens show: areas, gateways, and the messages of thresholds. */
export interface LiveNames {
  /** undefined until they are known. */
  areas: readonly AreaName[] | undefined
  areaError: unknown
  retryAreas: () => void
  areaNames: ReadonlyMap<number, string>
  /** Areas whose devices are shown as offline. */
  closedAreas: ReadonlySet<number>
  gateways: ReadonlyMap<number, string>
  thresholds: ReadonlyMap<number, ThresholdName>
}

/** `alarms`: whether any device is in alarm; the messages are requested only then. */
export function useLiveNames(alarms: boolean): LiveNames {
  const areas = useAreaNames()
  const gateways = useQuery({ ...namesQuery(gateway.path), ...regularRefresh, select: namesOf })
  const thresholds = useThresholdNames(alarms)
  const { data, error, refetch } = areas
  return useMemo(
    () => ({
      areas: data,
      areaError: data === undefined ? error : null,
      retryAreas: () => void refetch(),
      areaNames: new Map(data?.map(({ id, name }) => [id, name])),
      closedAreas: closedOf(data),
      gateways: new Map(gateways.data?.map(({ id, name }) => [id, name])),
      thresholds: new Map(thresholds.data?.map((threshold) => [threshold.id, threshold])),
    }),
    [data, error, refetch, gateways.data, thresholds.data],
  )
}

/** build_state under construction and out of service (spec 1 §3). */
const CLOSED: ReadonlySet<number> = new Set([1, 2])
