import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useMemo } from 'react'
import { alarmsOf, limitsOf } from '../../../dataProvider/alarms.ts'
import { mayOpen } from '../../../resources/kit/access.ts'
import type { Episode, Limit, Range } from '../../chart/model.ts'
import { numberText } from '../../live/nodeValue.ts'
import { useCaller } from '../../ui/index.ts'
import type { HistoryNode } from './nodeLines.ts'

/**
 * What the platform knows about a stretch of a device's history: limits of the thresholds over the nodes in sight, and the alarms of the time as bands.
 * They only explain the picture: whoever may not read them, or a platform that fails to answer, gets the plain one.
 */
export function useMarks(device: number, whole: Range, nodes: readonly HistoryNode[], enabled: boolean): { limits: Limit[]; episodes: Episode[] } {
  const translate = useTranslate()
  const caller = useCaller()
  const limits = useQuery({ queryKey: ['history', 'limits'], queryFn: ({ signal }) => limitsOf(signal), enabled: enabled && mayOpen(caller, '4-1'), staleTime: 300_000, retry: false })
  const alarms = useQuery({ queryKey: ['history', 'alarms', device, whole.from, whole.to], queryFn: ({ signal }) => alarmsOf(device, whole, signal), enabled: enabled && mayOpen(caller, '2-3'), staleTime: 60_000, retry: false })
  return useMemo(() => {
    const names = new Map(nodes.map(({ id, line }) => [id, line.label]))
    const here = (limits.data ?? []).filter(({ devices, nodemap }) => devices.includes(device) && names.has(nodemap))
    return {
      limits: here.flatMap(({ nodemap, values }) => values.map((value) => ({ value, label: translate('history.threshold', { name: names.get(nodemap) ?? '', value: numberText(value) }) }))),
      episodes: (alarms.data ?? []).map(({ from, to, name }) => ({ from, to: to ?? whole.to, label: name })),
    }
  }, [limits.data, alarms.data, nodes, device, whole.to, translate])
}
