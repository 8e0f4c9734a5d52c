import { useTranslate } from 'react-admin'
import { Suspense } from 'react'
import type { Backtest } from '../../../../dataProvider/calls/alarmBacktest.ts'
import { formatNumber } from '../../../admin/fields/formats.ts'
import { useLateWords } from '../../../kit/hooks/useLateWords.ts'
import { firedCount } from './firedCount.ts'
import { DAY } from '../../../../resources/kit/zone.ts'
import type { HeldLimit } from './RuleChart.tsx'
import css from './preview.module.css'

interface BacktestTilesProps {
  result: Backtest
  /** The earlier limit to compare with; null without one. */
  before: HeldLimit | null
}

/**
 * What the rule would have caused: alarms, devices, messages, alarms per day, and what hysteresis saves; "—" for what
 * the platform does not send.
 */
export function BacktestTiles({ result, before }: BacktestTilesProps) {
  const translate = useTranslate()
  const { start, end, judged, fired, messages, sms, spared, perDay } = result
  const count = firedCount(result)
  const days = Math.max(1, perDay?.length ?? Math.round((end - start) / DAY))
  const busiest = perDay?.reduce(
    (most, day) => (sumOf(day.levels) > sumOf(most.levels) ? day : most),
    perDay[0] ?? NONE,
  )
  const most = busiest ? sumOf(busiest.levels) : 0
  const tiles = [
    { name: 'episodes', value: count, hint: before && <Change count={count} before={before} /> },
    { name: 'devices', value: fired.length, hint: translate('alarmConfig.preview.tiles.of', { count: judged }) },
    {
      name: 'messages',
      value: messages,
      hint: sms === null ? null : translate('alarmConfig.preview.tiles.texts', { smart_count: sms }),
    },
    {
      name: 'perDay',
      value: Math.round((count / days) * 10) / 10,
      hint:
        most > 0 && busiest
          ? translate('alarmConfig.preview.tiles.most', { count: most, day: busiest.day.slice(5) })
          : null,
    },
    {
      name: 'spared',
      value: spared,
      hint: spared === null ? null : translate('alarmConfig.preview.tiles.without', { count: count + spared }),
    },
  ] as const
  return (
    <dl className={css.tiles}>
      {tiles.map(({ name, value, hint }) => (
        <div key={name}>
          <dt>{translate(`alarmConfig.preview.tiles.${name}`)}</dt>
          <dd>
            <b>{value === null ? '—' : formatNumber(value)}</b>
            {hint && <small>{hint}</small>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** How many more or fewer than with the earlier limit: nothing where the numbers are equal or unknown. */
const Change = (props: { count: number; before: HeldLimit }) => (
  <Suspense>
    <ChangeWords {...props} />
  </Suspense>
)

function ChangeWords({ count, before }: { count: number; before: HeldLimit }) {
  const late = useLateWords('ruleForm')
  const by = count - (before.count ?? count)
  return by === 0 ? null : late(by < 0 ? 'ruleForm.fewer' : 'ruleForm.more', { by: Math.abs(by), limit: before.text })
}

const NONE = { day: '', levels: new Map<number, number>() }

const sumOf = (levels: ReadonlyMap<number, number>): number =>
  [...levels.values()].reduce((sum, count) => sum + count, 0)
