import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslate } from 'react-admin'
import { maintenanceSpans, type MaintenanceSpan } from '../../../dataProvider/calls/maintenance.ts'
import type { MarkedRange, Range } from '../../chart/model.ts'
import { useExtensions } from '../../kit/index.ts'

/** A time of maintenance as a chart shows it, with the device it is of. */
export interface UpkeepBand extends MarkedRange {
  device: number
}

/**
 * When devices were or will be under maintenance, as bands within a span: windows over a device as a whole, and those of `rule` alone where one is given.
 * They only explain the curve: a platform that does not answer gets none. While the span moves on, the bands of before stay.
 */
export function useUpkeep(
  devices: readonly number[],
  { from, to }: Range,
  enabled: boolean,
  rule: number | null = null,
): readonly UpkeepBand[] {
  const translate = useTranslate()
  const announced = useExtensions()?.has('maintenance') === true
  const found = useQueries({
    queries: devices.map((device) => ({
      queryKey: ['history', 'maintenance', device, rule, from, to],
      queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Answer> => ({
        device,
        rule,
        spans: await maintenanceSpans({ device, rule }, { from, to, signal }),
      }),
      enabled: enabled && announced,
      staleTime: 60_000,
      retry: false,
      placeholderData: (before: Answer | undefined) =>
        before?.device === device && before.rule === rule ? before : undefined,
    })),
    combine,
  })
  return useMemo(
    () =>
      found.flatMap(({ device, spans }) =>
        spans
          .filter((span) => span.from < to && span.to > from)
          .map((span) => ({
            device,
            from: Math.max(span.from, from),
            to: Math.min(span.to, to),
            label: translate(span.collects ? 'maintenance.band' : 'maintenance.bandOff', { name: span.name }),
            kind: 'maintenance' as const,
          })),
      ),
    [found, from, to, translate],
  )
}

/** What was asked for, and what there is. */
interface Answer {
  device: number
  rule: number | null
  spans: readonly MaintenanceSpan[]
}

const combine = (results: readonly { data: Answer | undefined }[]): readonly Answer[] =>
  results.flatMap(({ data }) => data ?? [])
