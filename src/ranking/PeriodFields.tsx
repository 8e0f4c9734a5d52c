import { useTranslate } from 'react-admin'
import { addDays } from '../../resources/kit/zone.ts'
import { withinDays } from '../kit/days/days.ts'
import { useLateWords } from '../kit/hooks/useLateWords.ts'
import { DayField, MonthPicker, Segment } from '../kit/index.ts'
import { Combo } from '../kit/layers/Combo.tsx'
import { MAX_DAYS, RANK_PERIODS, type RankingParams } from './rankingParams.ts'

interface PeriodFieldsProps {
  params: RankingParams
  yesterday: string
  onChange: (change: Partial<RankingParams>) => void
}

/** Number of years to choose from, up to the current one. */
const YEARS = 10

/** Chooses the days of the ranking: a week, a month, a year, or a free range. */
export function PeriodFields({ params: { period, day, until }, yesterday, onChange }: PeriodFieldsProps) {
  const translate = useTranslate()
  const say = useLateWords('ranking')
  const thisYear = Number(yesterday.slice(0, 4))
  return (
    <>
      <Segment
        label={translate('history.period')}
        options={RANK_PERIODS.map((value) => ({
          value,
          label: value === 'year' ? say('ranking.yearPeriod') : translate(`history.periods.${value}`),
        }))}
        value={period}
        onChange={(next) => onChange({ period: next, ...(next === 'range' && { until: yesterday }) })}
      />
      {period === 'month' && (
        <MonthPicker
          label={translate('history.month')}
          month={day.slice(0, 7)}
          last={yesterday.slice(0, 7)}
          onChange={(month) => onChange({ day: `${month}-01` })}
        />
      )}
      {period === 'year' && (
        <Combo
          label={say('ranking.year')}
          options={Array.from({ length: YEARS }, (_, back) => ({ id: thisYear - back, name: String(thisYear - back) }))}
          value={Number(day.slice(0, 4))}
          onChange={(year) => year !== null && onChange({ day: `${year}-01-01` })}
        />
      )}
      {(period === 'week' || period === 'range') && (
        <DayField
          label={period === 'week' ? translate('history.week') : say('ranking.firstDay')}
          max={yesterday}
          day={day}
          onChange={(next) => onChange({ day: next })}
        />
      )}
      {period === 'range' && (
        <>
          <span aria-hidden>→</span>
          <DayField
            label={translate('history.until')}
            min={day}
            max={withinDays(addDays(day, MAX_DAYS - 1), { max: yesterday })}
            day={until}
            onChange={(next) => onChange({ until: next })}
          />
        </>
      )}
    </>
  )
}
