import { Suspense } from 'react'
import { useTranslate } from 'react-admin'
import { ONE_BY_ONE, type Backtest, type LeftOut } from '../../../../dataProvider/calls/alarmBacktest.ts'
import { formatFullTime, formatNumber } from '../../../admin/fields/formats.ts'
import { TextSkeleton } from '../../../kit/index.ts'
import { useHoldWords } from '../../trace/useHoldWords.ts'
import { Sentence } from '../Sentence.tsx'
import css from '../alarm.module.css'
import { BacktestTiles } from './BacktestTiles.tsx'
import { FiredDevices } from './FiredDevices.tsx'
import { firedCount, firedTime } from './firedCount.ts'
import { PerDay } from './PerDay.tsx'
import type { HeldLimit } from './RuleChart.tsx'
import { useZone } from '../../../kit/hooks/useZone.ts'

interface BacktestResultProps {
  result: Backtest
  /** The next answer is loading: this one belongs to the previous rule. */
  busy: boolean
  /**
   * The limit that the user holds, as it was at the beginning of the drag; null where none is held, and while the
   * answer belongs to an earlier rule.
   */
  before: HeldLimit | null
  /** Device whose curve is drawn. */
  drawn: number | null
  nameOf: (id: number) => string
}

/** The period, the devices that would have fired and when, and what was left out and why. */
export function BacktestResult({ result, busy, before, drawn, nameOf }: BacktestResultProps) {
  const zone = useZone()
  const translate = useTranslate()
  const { start, end, judged, min, max, fired, leftOut, perDay, messages } = result
  const span = useHoldWords()
  const count = firedCount(result)
  const time = firedTime(result)
  const called = ({ id, name }: { id: number; name: string }): string => name || nameOf(id)
  const reasons = [...new Set(leftOut.map(({ reason }) => reason))]
  return (
    <div className={css.backtest} aria-busy={busy}>
      <p role="status">
        {translate('alarmConfig.preview.span', { from: formatFullTime(start, zone), to: formatFullTime(end, zone) })}
        <br />
        {judged === 0 ? (
          translate('alarmConfig.preview.noneJudged')
        ) : (
          <Sentence
            text="alarmConfig.preview.fires"
            count={count}
            args={{
              fired: <strong data-fires={count > 0 || undefined}>{fired.length}</strong>,
              judged: <strong>{judged}</strong>,
              count: <strong data-fires={count > 0 || undefined}>{count}</strong>,
            }}
          />
        )}
        {time && (
          <>
            <br />
            {translate('alarmConfig.preview.lasted', { total: span(time.total), longest: span(time.longest) })}
          </>
        )}
        {judged > 0 && count === 0 && min !== null && max !== null && (
          <>
            <br />
            {translate('alarmConfig.preview.range', { min: formatNumber(min), max: formatNumber(max) })}
          </>
        )}
      </p>
      {judged > 0 && <BacktestTiles result={result} before={before} />}
      {judged > 0 && messages !== null && <p>{translate('alarmConfig.preview.untaken')}</p>}
      {perDay && <PerDay days={perDay} />}
      {fired.length > 0 && (
        <Suspense fallback={<TextSkeleton />}>
          <FiredDevices fired={fired} drawn={drawn} called={called} />
        </Suspense>
      )}
      {leftOut.length > 0 && (
        <details>
          <summary>
            {translate('alarmConfig.preview.leftOut', { smart_count: leftOut.length, count: leftOut.length })}
          </summary>
          {reasons.map((reason) => (
            <p key={reason}>
              {translate(why[reason], { max: ONE_BY_ONE })}
              {translate('alarmConfig.preview.colon')}
              {leftOut
                .filter((device) => device.reason === reason)
                .map(called)
                .join(translate('crud.comma'))}
            </p>
          ))}
        </details>
      )}
      <p>{translate('alarmConfig.preview.stored')}</p>
    </div>
  )
}

const why: Record<LeftOut, string> = {
  unknown: 'alarmConfig.preview.why.unknown',
  node: 'alarmConfig.preview.why.node',
  no_data: 'alarmConfig.preview.why.noData',
  cap: 'alarmConfig.preview.why.cap',
  more: 'alarmConfig.preview.why.more',
}
