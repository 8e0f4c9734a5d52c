import { Search } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { addDays } from '../../chart/zones.ts'
import { HelpButton } from '../../shell/HelpButton.tsx'
import { PageHeader, Segment } from '../../ui/index.ts'
import { LONGEST, PERIODS, type HistoryParams } from './historyParams.ts'

interface QueryBarProps {
  params: HistoryParams
  today: string
  onChange: (change: Partial<HistoryParams>) => void
}

/** Period, day, quick ranges and the query itself, in the page's head (design: picture e). */
export function QueryBar({ params, today, onChange }: QueryBarProps) {
  const translate = useTranslate()
  const { period, day, until, devices } = params
  const quick = [
    { name: 'yesterday', is: period === 'day' && day === addDays(today, -1), to: { period: 'day', day: addDays(today, -1) } },
    { name: 'today', is: period === 'day' && day === today, to: { period: 'day', day: today } },
    { name: 'lastWeek', is: period === 'range' && day === addDays(today, -6) && until === today, to: { period: 'range', day: addDays(today, -6), until: today } },
  ] as const
  const ready = devices.length > 0
  return (
    <PageHeader
      title={translate('history.title')}
      actions={
        <>
          <span className="history-limit">{translate('history.limit', { days: LONGEST })}</span>
          <button type="button" className="ui-button ui-button--primary" aria-disabled={!ready} title={ready ? undefined : translate('history.chooseFirst')} onClick={() => ready && onChange({ asked: true })}>
            <Search size={14} aria-hidden />
            {translate('history.ask')}
          </button>
        </>
      }
    >
      <HelpButton topic="monitor/history" name={translate('history.title')} />
      <Segment label={translate('history.period')} value={period} onChange={(next) => onChange({ period: next, ...(next === 'range' ? { until: day } : {}) })} options={PERIODS.map((value) => ({ value, label: translate(`history.periods.${value}`) }))} />
      {period === 'month' ? (
        <input
          type="month"
          className="ui-input history-date"
          aria-label={translate('history.month')}
          max={today.slice(0, 7)}
          value={day.slice(0, 7)}
          onChange={({ target }) => /^\d{4}-\d{2}$/.test(target.value) && onChange({ day: `${target.value}-01` })}
        />
      ) : (
        <input type="date" className="ui-input history-date" aria-label={translate(period === 'week' ? 'history.week' : 'history.day')} max={today} value={day} onChange={({ target }) => target.value && onChange({ day: target.value, ...(until < target.value ? { until: target.value } : {}) })} />
      )}
      {period === 'range' && (
        <>
          <span aria-hidden>→</span>
          <input type="date" className="ui-input history-date" aria-label={translate('history.until')} min={day} max={[addDays(day, LONGEST), today].toSorted()[0]} value={until} onChange={({ target }) => target.value && onChange({ until: target.value })} />
        </>
      )}
      <span className="history-quick">
        {quick.map(({ name, is, to }) => (
          <button key={name} type="button" className="ui-chip" aria-pressed={is} onClick={() => onChange(ready ? { ...to, asked: true } : to)}>
            {translate(`history.quick.${name}`)}
          </button>
        ))}
      </span>
    </PageHeader>
  )
}
