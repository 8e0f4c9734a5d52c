import { FormControlLabel, Switch, TextField, ToggleButton, ToggleButtonGroup } from '@mui/material'
import { useTranslate } from 'react-admin'
import { readSchedule, timeText } from '../../../../resources/kit/rule.ts'
import type { ControlProps } from '../../../admin/fields/controls/control.ts'
import css from './editor.module.css'

const DAYS = [1, 2, 3, 4, 5, 6, 7]

/** Input for when a rule watches: always, or on some days of the week between two times of day. */
export function ScheduleInput({ id, value, onChange, disabled }: ControlProps) {
  const translate = useTranslate()
  const schedule = readSchedule(value)
  const write = (from: string, to: string, days: readonly number[]): void =>
    onChange(JSON.stringify({ from, to, ...(days.length > 0 && { days }) }))
  const [from, to] = [timeText(schedule?.from ?? 480), timeText(schedule?.to ?? 1200)]
  const days = schedule?.days ?? []
  const time = (name: 'from' | 'to', text: string) => (
    <TextField
      type="time"
      size="small"
      value={text}
      // A partly typed time is not a value yet.
      onChange={({ target }) =>
        target.value !== '' && (name === 'from' ? write(target.value, to, days) : write(from, target.value, days))
      }
      slotProps={{ htmlInput: { 'aria-label': translate(`alarmConfig.schedule.${name}`) } }}
    />
  )
  return (
    <div className={css.line}>
      <FormControlLabel
        control={
          <Switch
            id={id}
            checked={schedule !== null}
            disabled={disabled}
            onChange={(_event, on) => (on ? write('08:00', '20:00', []) : onChange(''))}
          />
        }
        label={translate('alarmConfig.schedule.only')}
      />
      {schedule && time('from', from)}
      {schedule && time('to', to)}
      {schedule && (
        <ToggleButtonGroup
          size="small"
          value={days.length === 0 ? DAYS : [...days]}
          aria-label={translate('alarmConfig.schedule.days')}
          onChange={(_event, next: number[]) =>
            next.length > 0 && write(from, to, next.length === 7 ? [] : next.toSorted())
          }
        >
          {DAYS.map((day) => (
            <ToggleButton key={day} value={day}>
              {translate(`alarmConfig.schedule.day${day}`)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      )}
    </div>
  )
}
