import { MenuItem, TextField, ToggleButton, ToggleButtonGroup } from '@mui/material'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { platformNow } from '../../../dataProvider/clock.ts'
import { readRepeat } from '../../../resources/kit/maintenance/repeat.ts'
import { textOf, type ControlProps } from '../../admin/fields/controls/control.ts'
import { useZone } from '../../kit/hooks/useZone.ts'
import { DayField } from '../../kit/index.ts'
import { NextTimes } from './NextTimes.tsx'
import { friendlyOf, monthDayOf, repeatDayOf, rruleOf, type FriendlyRepeat, type Repeating } from './friendly.ts'
import css from './maintenance.module.css'

const KINDS = ['once', 'daily', 'weekly', 'monthly', 'other'] as const
/** Latest day that the input accepts; the preview reports a day beyond the calendar's range. */
const LAST = '9999-12-31'
const WEEK = [0, 1, 2, 3, 4, 5, 6]
const DATES = [...Array.from({ length: 31 }, (_, at) => at + 1), -1]

/**
 * Input for the recurrence of a window: once, daily, weekly by days, monthly by day, each until a day; an RRULE beyond
 * that is kept as its text. Below it the next occurrences.
 */
export function RepeatInput({ id, value, onChange, onBlur, disabled, inputRef, describedBy, label }: ControlProps) {
  const translate = useTranslate()
  const zone = useZone()
  const [starts, ends] = [momentOf(useWatch({ name: 'starts' })), momentOf(useWatch({ name: 'ends' }))]
  const [opened] = useState(() => platformNow())
  const startDay = zone.day(starts ?? opened)
  const rrule = textOf(value)
  // A user who chose to write an RRULE goes on writing it, even while it reads as one of the other choices.
  const [writes, setWrites] = useState(false)
  const read = friendlyOf(rrule, startDay)
  const known: FriendlyRepeat = writes ? { how: { kind: 'other' }, until: null } : read
  const { how, until } = known
  const write = (next: Partial<FriendlyRepeat>): void => onChange(rruleOf({ ...known, ...next }, rrule))
  const choose = (kind: Repeating['kind']): void => {
    setWrites(kind === 'other')
    if (kind === 'other') return onChange(rrule === '' ? 'FREQ=DAILY' : rrule)
    write({
      how:
        kind === 'weekly'
          ? { kind, days: [repeatDayOf(startDay)] }
          : kind === 'monthly'
            ? { kind, day: monthDayOf(startDay) }
            : { kind },
      until: kind === 'once' ? null : until,
    })
  }
  return (
    <div className={css.repeat}>
      <div className={css.line}>
        <TextField
          select
          size="small"
          id={id}
          value={how.kind}
          disabled={disabled}
          inputRef={inputRef}
          onBlur={onBlur}
          onChange={({ target }) => choose(target.value as Repeating['kind'])}
          slotProps={{
            htmlInput: { 'aria-label': label },
            select: { 'aria-describedby': describedBy, SelectDisplayProps: { 'aria-label': label } },
          }}
        >
          {KINDS.map((kind) => (
            <MenuItem key={kind} value={kind}>
              {translate(`maintenance.kind.${kind}`)}
            </MenuItem>
          ))}
        </TextField>
        {how.kind === 'monthly' && (
          <TextField
            select
            size="small"
            value={how.day}
            disabled={disabled}
            onChange={({ target }) => write({ how: { kind: 'monthly', day: Number(target.value) } })}
            slotProps={{ select: { SelectDisplayProps: { 'aria-label': translate('maintenance.monthDay') } } }}
          >
            {DATES.map((day) => (
              <MenuItem key={day} value={day}>
                {day === -1 ? translate('maintenance.lastDay') : translate('maintenance.day', { day })}
              </MenuItem>
            ))}
          </TextField>
        )}
        {how.kind !== 'once' && how.kind !== 'other' && (
          <span className={css.until}>
            <span aria-hidden>{translate('maintenance.until')}</span>
            <DayField
              label={translate('maintenance.until')}
              day={until ?? ''}
              max={LAST}
              clearable
              disabled={disabled}
              onChange={(day) => write({ until: day === '' ? null : day })}
            />
          </span>
        )}
      </div>
      {how.kind === 'weekly' && (
        <ToggleButtonGroup
          size="small"
          value={how.days}
          disabled={disabled}
          aria-label={translate('alarmConfig.schedule.days')}
          onChange={(_event, days: number[]) =>
            days.length > 0 && write({ how: { kind: 'weekly', days: days.toSorted((a, b) => a - b) } })
          }
        >
          {WEEK.map((day) => (
            <ToggleButton key={day} value={day}>
              {translate(`alarmConfig.schedule.day${day + 1}`)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      )}
      {how.kind === 'other' && (
        <TextField
          size="small"
          fullWidth
          value={rrule}
          disabled={disabled}
          error={rrule !== '' && readRepeat(rrule) === null}
          label="RRULE"
          onBlur={onBlur}
          onChange={({ target }) => onChange(target.value)}
          slotProps={{ htmlInput: { maxLength: 300, spellCheck: false } }}
        />
      )}
      <NextTimes starts={starts} ends={ends} rrule={rrule} zone={zone} />
    </div>
  )
}

const momentOf = (value: unknown): number | null => {
  const at = Number(value)
  return value === '' || value === null || value === undefined || !Number.isFinite(at) ? null : at
}
