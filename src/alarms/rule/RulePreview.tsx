import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { Values } from '../../../resources/kit/validate.ts'
import { nameIn, useNames } from '../../admin/fields/names.ts'
import { InlineError, Skeleton } from '../../kit/index.ts'
import { BacktestResult } from './BacktestResult.tsx'
import { draftOf, toAlarmRule } from './rule.ts'
import { RuleChart } from './RuleChart.tsx'
import { DAY, samplesQuery, useBacktest } from './useBacktest.ts'
import { useIds } from './useModel.ts'
import css from './alarm.module.css'

/** When the rule would have fired, over all of its devices; below it the last day of one of them: of the one that fired most, else of the first. */
export function RulePreview() {
  const translate = useTranslate()
  const values = useWatch<Values>()
  const devices = useIds('device_list')
  const [node] = useIds('nodemap_id')
  const { data: names = [] } = useNames('manage/device')
  const [end] = useState(() => Date.now())
  const draft = draftOf(values)
  const rule = toAlarmRule(draft)
  const { data, error, isFetching, isPlaceholderData, refetch } = useBacktest(
    rule && node !== undefined && devices.length > 0 ? { ...rule, devices, node } : null,
    end,
  )
  const [first] = devices
  const nameOf = (id: number): string => nameIn('manage/device', names, id) ?? `#${id}`
  if (first === undefined || node === undefined)
    return <p className={css.hint}>{translate('alarmConfig.preview.choose')}</p>
  const drawn = data?.fired.find(({ id }) => devices.includes(id))?.id ?? first
  return (
    <>
      <Curve device={drawn} node={node} end={end} draft={draft} name={nameOf(drawn)} />
      {!rule && <p className={css.hint}>{translate('alarmConfig.preview.incomplete')}</p>}
      {rule && error && <InlineError error={error} onRetry={() => void refetch()} />}
      {rule && !error && !data && <Skeleton width="80%" height={16} />}
      {rule && !error && data && (
        <BacktestResult result={data} busy={isFetching || isPlaceholderData} nameOf={nameOf} />
      )}
    </>
  )
}

interface CurveProps {
  device: number
  node: number
  /** Epoch ms. */
  end: number
  draft: ReturnType<typeof draftOf>
  name: string
}

function Curve({ device, node, end, draft, name }: CurveProps) {
  const translate = useTranslate()
  const { data, error } = useQuery(samplesQuery(device, node, end))
  // The element below shows why there is none.
  if (error) return null
  if (!data) return <Skeleton height={112} />
  return (
    <figure className={css.curve}>
      {data.length > 0 && <RuleChart samples={data} rule={draft} start={end - DAY} end={end} />}
      <figcaption className={css.hint}>
        {translate(data.length > 0 ? 'alarmConfig.preview.of' : 'alarmConfig.preview.none', { device: name })}
      </figcaption>
    </figure>
  )
}
