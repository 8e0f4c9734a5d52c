import { MenuItem, TextField } from '@mui/material'
import { useTranslate } from 'react-admin'
import { calcs } from '../../../../resources/kit/rule.ts'
import css from './editor.module.css'

/** What is judged of a node, and over how many minutes where that is asked. */
export interface Span {
  calc: string
  minutes?: number
}

interface CalcProps {
  id?: string
  disabled: boolean
  label: string
  of: { calc: string; minutes?: number | string }
  /** Whether the platform judges classes, and the node has some. */
  offersClass: boolean
  onChange: (span: Span) => void
}

/** The value as it comes, its mean or its change over some minutes, its class. */
export function Calc({ id, disabled, label, of: { calc, minutes }, offersClass, onChange }: CalcProps) {
  const translate = useTranslate()
  const isSpanned = (of: string): boolean => of !== 'value' && of !== 'class'
  return (
    <span className={css.calc}>
      <TextField
        select
        size="small"
        disabled={disabled}
        value={calc}
        onChange={({ target }) =>
          onChange(
            isSpanned(target.value) ? { calc: target.value, minutes: Number(minutes) || 60 } : { calc: target.value },
          )
        }
        slotProps={{ select: { SelectDisplayProps: { id, 'aria-label': label } } }}
      >
        {calcs
          .filter((each) => each !== 'class' || offersClass || calc === 'class')
          .map((each) => (
            <MenuItem key={each} value={each}>
              {translate(`alarmConfig.conditions.${each}`)}
            </MenuItem>
          ))}
      </TextField>
      {isSpanned(calc) && (
        <TextField
          size="small"
          value={minutes ?? ''}
          disabled={disabled}
          onChange={({ target }) => onChange({ calc, minutes: Number(target.value.replaceAll(/\D/g, '')) })}
          slotProps={{
            htmlInput: { inputMode: 'numeric', 'aria-label': translate('alarmConfig.conditions.minutes') },
            input: { endAdornment: translate('alarmConfig.conditions.min') },
          }}
        />
      )}
    </span>
  )
}
