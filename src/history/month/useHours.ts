import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { platformNow } from '../../../dataProvider/clock.ts'
import { deviceHours, type DeviceHours } from '../../../dataProvider/calls/historyHours.ts'
import type { Range } from '../../chart/model.ts'
import type { Where } from '../../environment/judge.ts'
import { useExtensions } from '../../kit/index.ts'
import { AIR_SCHEMES } from '../../../standards/index.ts'
import { BODIES, NOISE_ZONES } from '../../../standards/types.ts'
import { hourLine, type HourLine } from './hours.ts'

export interface DeviceHourLines {
  lines: readonly HourLine[]
  /** The scheme and site by which values are judged. */
  where: Where
}

export interface HoursState {
  /** Whether the platform provides hours at all. */
  offered: boolean
  data: DeviceHourLines | undefined
  error: Error | null
  loading: boolean
  retry: () => void
}

/**
 * Loads the hours of some nodes of a device over a span, in display units. A platform that does not provide them is not
 * queried.
 */
export function useHours(device: number, { from, to }: Range, nodes: readonly number[], enabled: boolean): HoursState {
  const offered = useExtensions()?.has('history-hours') === true
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['history', 'hours', device, from, to, nodes.join()],
    queryFn: ({ signal }) => deviceHours(device, { from, to: to + 1, nodes, signal }),
    enabled: enabled && offered && nodes.length > 0,
    staleTime: 60_000,
    gcTime: 300_000,
    retry: false,
    refetchInterval: () => (to > platformNow() && from < platformNow() ? REFRESH_INTERVAL_MS : false),
  })
  const lines = useMemo(() => data && linesOf(data), [data])
  return { offered, data: lines, error: data ? null : error, loading: isFetching, retry: () => void refetch() }
}

/** Refresh interval for a span that is not over, ms. */
const REFRESH_INTERVAL_MS = 300_000

function linesOf({ scheme, site, expected, nodes }: DeviceHours): DeviceHourLines {
  return {
    lines: nodes.flatMap((node) => hourLine(node, expected) ?? []),
    where: {
      scheme: AIR_SCHEMES.find((known) => known === scheme),
      zone: NOISE_ZONES.find((known) => known === site.zone),
      body: BODIES.find((known) => known === site.body),
      traffic: site.traffic,
    },
  }
}
