import { CalendarDays, ChevronDown, ChevronLeft, ChevronRight } from 'lucide-react'
import { useLocaleState, useTranslate } from 'ra-core'
import { useRef, useState } from 'react'
import { LANGUAGES, languageTag } from '../../../i18n/types.ts'
import { Popover } from '../../ui/index.ts'

interface MonthPickerProps {
  /** YYYY-MM. */
  month: string
  /** None after this one. */
  last: string
  onChange: (month: string) => void
}

/** A month up to the present one, in the words of the language and not of the browser, which has no such input everywhere. */
export function MonthPicker({ month, last, onChange }: MonthPickerProps) {
  const translate = useTranslate()
  const words = useMonthWords()
  const [open, setOpen] = useState(false)
  const [year, setYear] = useState(() => Number(month.slice(0, 4)))
  const button = useRef<HTMLButtonElement>(null)
  const label = translate('bigscreen.month')
  const choose = (chosen: string) => {
    onChange(chosen)
    setOpen(false)
    button.current?.focus()
  }
  const show = () => {
    setYear(Number(month.slice(0, 4)))
    setOpen(!open)
  }
  return (
    <div className="ui-combo big-month">
      <button ref={button} type="button" className="ui-input ui-combo__button" aria-haspopup="dialog" aria-expanded={open} aria-label={`${label}: ${words(month, { year: 'numeric', month: 'long' })}`} onClick={show}>
        <CalendarDays size={15} strokeWidth={1.9} aria-hidden />
        <span className="ellipsis">{words(month, { year: 'numeric', month: 'long' })}</span>
        <ChevronDown size={14} strokeWidth={1.9} aria-hidden />
      </button>
      {open && (
        <Popover anchor={button} label={label} onClose={() => setOpen(false)} width={280}>
          <div className="big-year">
            <button type="button" className="ui-icon-button" aria-label={translate('bigscreen.previousYear')} onClick={() => setYear(year - 1)}>
              <ChevronLeft size={16} aria-hidden />
            </button>
            <b aria-live="polite">{words(`${year}-01`, { year: 'numeric' })}</b>
            <button type="button" className="ui-icon-button" aria-label={translate('bigscreen.nextYear')} disabled={year >= Number(last.slice(0, 4))} onClick={() => setYear(year + 1)}>
              <ChevronRight size={16} aria-hidden />
            </button>
          </div>
          <div className="big-months">
            {MONTHS.map((at) => {
              const one = `${year}-${at}`
              return (
                <button key={one} type="button" className="ui-chip" autoFocus={one === month} aria-pressed={one === month} disabled={one > last} onClick={() => choose(one)}>
                  {words(one, { month: 'short' })}
                </button>
              )
            })}
          </div>
        </Popover>
      )}
    </div>
  )
}

const MONTHS = Array.from({ length: 12 }, (_, at) => String(at + 1).padStart(2, '0'))

/** Parts of a month in words, as of the first day in UTC: a month is the same everywhere. */
function useMonthWords(): (month: string, parts: Intl.DateTimeFormatOptions) => string {
  const [locale] = useLocaleState()
  const language = LANGUAGES.find((known) => known === locale) ?? 'zhCN'
  return (month, parts) => new Intl.DateTimeFormat(languageTag[language], { timeZone: 'UTC', ...parts }).format(Date.parse(`${month}-01T00:00:00Z`))
}
