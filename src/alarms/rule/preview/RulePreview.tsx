import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import { Suspense, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { comparableValue } from '../../../../resources/kit/reading.ts'
import { readScope, type RuleSample } from '../../../../resources/kit/rule.ts'
import type { Values } from '../../../../resources/kit/validate.ts'
import { DAY } from '../../../../resources/kit/zone.ts'
import { nameIn, useNames } from '../../../admin/fields/names.ts'
import { useExtensions } from '../../../kit/hooks/useExtensions.ts'
import { InlineError, Segment, Skeleton } from '../../../kit/index.ts'
import type { Backtest, BacktestRule } from '../../../../dataProvider/calls/alarmBacktest.ts'
import { BacktestResult } from './BacktestResult.tsx'
import { firedCount } from './firedCount.ts'
import { draftOf } from '../rule.ts'
import { OtherDevice } from './OtherDevice.tsx'
import { RuleChart, type HeldLimit } from './RuleChart.tsx'
import { useFormLimits } from './useFormLimits.ts'
import { useRuleBacktest } from './BacktestContext.ts'
import { backtestDays, samplesQuery, useCountOf, USUAL } from './useBacktest.ts'
import { useIds } from '../useModel.ts'
import { useScale } from '../useScale.ts'
import { useClassEdge } from './useClassEdge.ts'
import css from '../alarm.module.css'

/**
 * When the rule would have fired, over all of its devices. Above it the curve of one device over the same days, or over
 * the last day where the platform does not thin out samples: the chosen device, otherwise the one that fired most,
 * otherwise the first.
 */
export function RulePreview() {
  const translate = useTranslate()
  const values = useWatch<Values>()
  const devices = useIds('device_list')
  const [node] = useIds('nodemap_id')
  const { data: names = [] } = useNames('manage/device')
  const [chosen, setChosen] = useState<{ id: number; place: string } | null>(null)
  const [taken, setTaken] = useState<(HeldLimit & { rule: BacktestRule | null }) | null>(null)
  const extensions = useExtensions()
  const asksPlatform = extensions?.has('alarm-backtest') === true
  const thinsOut = extensions?.has('points') === true
  const draft = draftOf(values)
  const isScoped = readScope(values['scope']) !== null
  const { rule, asked, end, days, onDays, data, error, isFetching, isPlaceholderData, refetch, settled } =
    useRuleBacktest()
  // If the user took hold of a limit before the answer was there, the comparison starts when it arrives.
  const late = useCountOf(taken?.count === null ? taken.rule : null, end, days)
  const held = taken && { ...taken, count: taken.count ?? late }
  const [first] = devices
  const nameOf = (id: number): string => nameIn('manage/device', names, id) ?? `#${id}`
  if ((first === undefined && !isScoped) || node === undefined)
    return <p className={css.hint}>{translate('alarmConfig.preview.choose')}</p>
  // Only the platform knows the devices of a scope, and its answer lists those that fired.
  const own = new Set(devices)
  const fired = data?.fired.filter(({ id }) => isScoped || own.has(id)) ?? []
  const firedNames = new Map(fired.map(({ id, name }) => [id, name]))
  const place = JSON.stringify([values['scope'], node])
  // The drawn device stays while a limit is moved beyond its values, but not when the rule gets other devices or
  // another node.
  const kept = chosen?.place === place && (isScoped || own.has(chosen.id)) ? chosen.id : undefined
  const drawn = kept ?? fired[0]?.id ?? first
  const others = [...new Set([...firedNames.keys(), ...devices, ...(kept === undefined ? [] : [kept])])]
  const count = data && !isPlaceholderData && settled ? firedCount(data) : null
  const hold = (limit: HeldLimit): void => {
    setTaken({ ...limit, rule: asked })
    // Another device may fire most with the new limit; the curve being dragged stays.
    if (drawn !== undefined) setChosen({ id: drawn, place })
  }
  return (
    <>
      {asksPlatform && (
        <Segment
          label={translate('alarmConfig.preview.over')}
          options={backtestDays.map((count) => ({
            value: String(count),
            label: translate('alarmConfig.preview.days', { count }),
          }))}
          value={String(days)}
          onChange={(value) => onDays(backtestDays.find((count) => String(count) === value) ?? USUAL)}
        />
      )}
      {drawn !== undefined && (
        <Suspense>
          <OtherDevice
            devices={others.map((id) => ({ id, name: firedNames.get(id) || nameOf(id) }))}
            drawn={drawn}
            onChoose={(id) => setChosen({ id, place })}
          />
        </Suspense>
      )}
      {drawn !== undefined && (
        <Curve
          device={drawn}
          node={node}
          end={end}
          days={asksPlatform && thinsOut ? days : 1}
          draft={draft}
          name={nameOf(drawn)}
          result={data ?? null}
          count={count}
          held={held}
          onHold={hold}
          onLetGo={(key) => setTaken((before) => (before?.key === key ? null : before))}
        />
      )}
      {!rule && <p className={css.hint}>{translate('alarmConfig.preview.incomplete')}</p>}
      {rule && error && <InlineError error={error} onRetry={() => void refetch()} />}
      {rule && !error && !data && <Skeleton width="80%" height={16} />}
      {rule && !error && data && (
        <BacktestResult
          result={data}
          busy={isFetching || isPlaceholderData}
          before={count === null ? null : held}
          drawn={drawn ?? null}
          nameOf={nameOf}
        />
      )}
    </>
  )
}

function shownSample(script: string, sample: RuleSample): RuleSample[] {
  const value = comparableValue(script, sample.value)
  return value === null ? [] : [{ ...sample, value }]
}

interface CurveProps {
  device: number
  node: number
  /** End of the period, epoch ms, and how many days it goes back. */
  end: number
  days: number
  draft: ReturnType<typeof draftOf>
  name: string
  result: Backtest | null
  /** Number of firings over all devices, once it is known for the form's current values. */
  count: number | null
  held: HeldLimit | null
  onHold: (limit: HeldLimit) => void
  onLetGo: (key: string) => void
}

function Curve({ device, node, end, days, draft, name, result, ...moving }: CurveProps) {
  const translate = useTranslate()
  const limits = useFormLimits()
  const { script, isShown, unit } = useScale()
  const ofClass = useClassEdge({ device, node, at: end }, draft, limits)
  const { data, error } = useQuery({
    ...samplesQuery(device, node, end, days),
    // Converted to the scale of the limits.
    select: (samples) =>
      script !== null && isShown ? samples.flatMap((sample) => shownSample(script, sample)) : samples,
  })
  // The parent shows the error of the backtest below.
  if (error) return null
  if (!data) return <Skeleton height={112} />
  const span =
    days === 1 ? translate('alarms.span.hours', { count: 24 }) : translate('alarmConfig.preview.days', { count: days })
  return (
    <figure className={css.curve}>
      {data.length > 0 && (
        <RuleChart
          samples={data}
          rule={ofClass?.rule ?? draft}
          limits={ofClass?.limits ?? limits}
          unit={ofClass?.unit ?? unit}
          episodes={result?.fired.find(({ id }) => id === device)?.episodes ?? []}
          {...moving}
          start={end - days * DAY}
          end={end}
          span={span}
        />
      )}
      <figcaption className={css.hint}>
        {translate(data.length > 0 ? 'alarmConfig.preview.of' : 'alarmConfig.preview.none', { device: name, span })}
      </figcaption>
    </figure>
  )
}
