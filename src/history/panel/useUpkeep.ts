import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslate } from 'react-admin'
import { maintenanceSpans } from '../../../dataProvider/calls/maintenance.ts'
import type { MarkedRange, Range } from '../../chart/model.ts'
import { useExtensions } from '../../kit/index.ts'

const NONE: readonly MarkedRange[] = []

/** When a device was or will be under maintenance, as bands. They only explain the curve: a platform that does not answer gets none. */
export function useUpkeep(device: number, { from, to }: Range, enabled: boolean): readonly MarkedRange[] {
  const translate = useTranslate()
  const announced = useExtensions()?.has('maintenance') === true
  const { data } = useQuery({
    queryKey: ['history', 'maintenance', device, from, to],
    queryFn: ({ signal }) => maintenanceSpans(device, { from, to, signal }),
    enabled: enabled && announced,
    staleTime: 60_000,
    retry: false,
  })
  return useMemo(
    () =>
      data?.map((span) => ({
        from: Math.max(span.from, from),
        to: Math.min(span.to, to),
        label: translate(span.collects ? 'maintenance.band' : 'maintenance.bandOff', { name: span.name }),
        kind: 'maintenance' as const,
      })) ?? NONE,
    [data, from, to, translate],
  )
}
