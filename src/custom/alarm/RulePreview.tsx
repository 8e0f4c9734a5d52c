import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useMemo, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { samplesOf } from '../../../dataProvider/alarmConfig.ts'
import { nameIn, useNames } from '../../fields/names.ts'
import type { Values } from '../../../resources/kit/validate.ts'
import { InlineError, Skeleton } from '../../ui/index.ts'
import { draftOf, firings, isComplete } from './rule.ts'
import { RuleChart } from './RuleChart.tsx'
import { Sentence } from './Sentence.tsx'
import { useIds } from './useModel.ts'

const DAY = 86_400_000
/** Samples that are asked for: two a minute lose nothing of what a device usually reports. */
const POINTS = 2880

/** The last 24 hours of the chosen node of the first chosen device against the rule, and how often it would have fired. */
export function RulePreview() {
  const translate = useTranslate()
  const values = useWatch<Values>()
  const [device] = useIds('device_list')
  const [node] = useIds('nodemap_id')
  const { data: names = [] } = useNames('manage/device')
  const [end] = useState(() => Date.now())
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['rulePreview', device, node, end],
    queryFn: ({ signal }) => samplesOf(device ?? 0, node ?? 0, end - DAY, end, POINTS, signal),
    enabled: device !== undefined && node !== undefined,
    staleTime: Infinity,
    retry: false,
  })
  const rule = draftOf(values)
  const { operator, x, y, hold } = rule
  const count = useMemo(() => (data ? firings({ operator, x, y, hold }, data, end) : 0), [data, operator, x, y, hold, end])
  if (device === undefined || node === undefined) return <p className="alarm-hint">{translate('alarmConfig.preview.choose')}</p>
  if (error) return <InlineError error={error} onRetry={() => void refetch()} />
  if (!data) return isFetching ? <Skeleton height={112} /> : null
  if (data.length === 0) return <p className="alarm-hint">{translate('alarmConfig.preview.none')}</p>
  return (
    <>
      <RuleChart samples={data} rule={rule} start={end - DAY} end={end} />
      <p className="alarm-hint" role="status">
        {isComplete(rule) ? <Sentence text="alarmConfig.preview.fires" count={count} args={{ count: <strong data-fires={count > 0 || undefined}>{count}</strong> }} /> : translate('alarmConfig.preview.incomplete')}
        <br />
        {translate('alarmConfig.preview.of', { device: nameIn('manage/device', names, device) ?? `#${device}` })}
      </p>
    </>
  )
}
