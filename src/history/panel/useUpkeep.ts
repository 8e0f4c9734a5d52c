import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslate } from 'react-admin'
import { maintenanceSpans, type MaintenanceSpan } from '../../../dataProvider/calls/maintenance.ts'
import type { MarkedRange, Range } from '../../chart/model.ts'
import { useExtensions } from '../../kit/index.ts'

/** A maintenance window as a chart shows it, with its device. */
export interface UpkeepBand extends MarkedRange {
  device: number
}

/**
 * Loads past and planned maintenance windows of devices as bands within a span: windows of whole devices and, with
 * `rule`, windows of that rule. They are optional: if the platform does not answer there are none. While the span
 * moves, the previous bands stay.
 */
export function useUpkeep(
  devices: readonly number[],
  { from, to }: Range,
  enabled: boolean,
  rule: number | null = null,
): readonly UpkeepBand[] {
  const translate = useTranslate()
  const announced = useExtensions()?.has('maintenance') === true
  const asked = JSON.stringify([devices, rule])
  const { data: found = NONE } = useQuery({
    queryKey: ['history', 'maintenance', asked, from, to],
    queryFn: async ({ signal }): Promise<Answer[]> => {
      const answers = await Promise.allSettled(
        devices.map(async (device) => ({
          device,
          spans: await maintenanceSpans({ device, rule }, { from, to, signal }),
        })),
      )
      return answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
    },
    enabled: enabled && announced,
    staleTime: 60_000,
    retry: false,
    placeholderData: (before, query) => (query?.queryKey[2] === asked ? before : undefined),
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

/** The windows of one device. */
interface Answer {
  device: number
  spans: readonly MaintenanceSpan[]
}

const NONE: readonly Answer[] = []
