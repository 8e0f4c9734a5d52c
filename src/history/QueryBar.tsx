import { IconButton, Tooltip } from '@mui/material'
import { RefreshCw } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { addDays } from '../../resources/kit/zone.ts'
import { HistoryImport } from '../import/past/HistoryImport.tsx'
import { ToggleChip } from '../kit/buttons.tsx'
import { HelpButton } from '../kit/help/HelpButton.tsx'
import { DayField, MonthPicker, PageHeader, Segment } from '../kit/index.ts'
import { selectableDays, MAX_RANGE_DAYS, HISTORY_PERIODS, type HistoryParams } from './historyParams.ts'
import css from './history.module.css'

interface QueryBarProps {
  params: HistoryParams
  today: string
  onChange: (change: Partial<HistoryParams>) => void
  /** Reloads what is shown, since new values may have arrived; null if nothing is shown. */
  onAgain: (() => void) | null
}

/** Period, day and quick ranges in the page's head: changing the choice runs the query (design: picture t1). */
export function QueryBar({ params, today, onChange, onAgain }: QueryBarProps) {
  const translate = useTranslate()
  const { period, day, until } = params
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
  return (
    <PageHeader
      title={translate('history.title')}
      actions={
        <>
          <span className={css.limit}>{translate('history.limit', { days: MAX_RANGE_DAYS })}</span>
          <HistoryImport />
          {onAgain && (
            <Tooltip title={translate('history.again')}>
              <IconButton aria-label={translate('history.again')} onClick={onAgain}>
                <RefreshCw size={16} strokeWidth={1.75} aria-hidden />
              </IconButton>
            </Tooltip>
          )}
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
          <ToggleChip key={name} on={is} onClick={() => onChange(to)}>
            {translate(`history.quick.${name}`)}
          </ToggleChip>
        ))}
      </span>
    </PageHeader>
  )
}
