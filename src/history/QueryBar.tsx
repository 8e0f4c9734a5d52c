import { Button } from '@mui/material'
import { Search } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { addDays } from '../../resources/kit/zone.ts'
import { HelpButton } from '../kit/help/HelpButton.tsx'
import { DayField, MonthPicker, PageHeader, Segment } from '../kit/index.ts'
import controlsCss from '../kit/controls.module.css'
import { isInRange, selectableDays, LONGEST_RANGE_DAYS, HISTORY_PERIODS, type HistoryParams } from './historyParams.ts'
import css from './history.module.css'

interface QueryBarProps {
  params: HistoryParams
  today: string
  onChange: (change: Partial<HistoryParams>) => void
  /** Asks, also for what is shown already. */
  onSubmit: () => void
}

/** Period, day, quick ranges and the query itself, in the page's head (design: picture e). */
export function QueryBar({ params, today, onChange, onSubmit }: QueryBarProps) {
  const translate = useTranslate()
  const { period, day, until, devices } = params
  const quick = [
    {
      name: 'yesterday',
      is: period === 'day' && day === addDays(today, -1),
      to: { period: 'day', day: addDays(today, -1) },
    },
    { name: 'today', is: period === 'day' && day === today, to: { period: 'day', day: today } },
    {
      name: 'lastWeek',
      is: period === 'range' && day === addDays(today, -6) && until === today,
      to: { period: 'range', day: addDays(today, -6), until: today },
    },
  ] as const
  const limits = selectableDays(params, today)
  const inRange = isInRange(params, today)
  const ready = devices.length > 0 && inRange
  return (
    <PageHeader
      title={translate('history.title')}
      actions={
        <>
          <span className={css.limit}>{translate('history.limit', { days: LONGEST_RANGE_DAYS })}</span>
          <Button
            variant="contained"
            color="primary"
            className={css.ask}
            aria-disabled={!ready}
            title={ready ? undefined : translate(inRange ? 'history.chooseFirst' : 'history.outside')}
            onClick={() => ready && onSubmit()}
          >
            <Search size={14} aria-hidden />
            {translate('history.ask')}
          </Button>
        </>
      }
    >
      <HelpButton topic="monitor/history" name={translate('history.title')} />
      <Segment
        label={translate('history.period')}
        value={period}
        onChange={(next) => onChange({ period: next, ...(next === 'range' ? { until: day } : {}) })}
        options={HISTORY_PERIODS.map((value) => ({ value, label: translate(`history.periods.${value}`) }))}
      />
      {period === 'month' ? (
        <MonthPicker
          className={css.month}
          label={translate('history.month')}
          month={day.slice(0, 7)}
          last={today.slice(0, 7)}
          onChange={(month) => onChange({ day: `${month}-01` })}
        />
      ) : (
        <DayField
          className={css.date}
          label={translate(period === 'week' ? 'history.week' : 'history.day')}
          anyDay
          {...limits.day}
          day={day}
          onChange={(next) => onChange({ day: next })}
        />
      )}
      {period === 'range' && (
        <>
          <span aria-hidden>→</span>
          <DayField
            className={css.date}
            label={translate('history.until')}
            anyDay
            {...limits.until}
            day={until}
            onChange={(next) => onChange({ until: next })}
          />
        </>
      )}
      <span className={css.quick}>
        {quick.map(({ name, is, to }) => (
          <button
            key={name}
            type="button"
            className={controlsCss.chip}
            aria-pressed={is}
            onClick={() => onChange(devices.length > 0 ? { ...to, submitted: true } : to)}
          >
            {translate(`history.quick.${name}`)}
          </button>
        ))}
      </span>
    </PageHeader>
  )
}
