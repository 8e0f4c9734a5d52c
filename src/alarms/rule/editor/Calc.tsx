import { InputAdornment, MenuItem, TextField } from '@mui/material'
import { useTranslate } from 'react-admin'
import { calcs, isByLaw } from '../../../../resources/kit/rule.ts'
import { useLateWords } from '../../../kit/hooks/useLateWords.ts'
import css from './editor.module.css'

/** What is judged of a node, and the minutes where it needs them. */
export interface Span {
  calc: string
  minutes?: number
}

interface CalcProps {
  id?: string
  disabled: boolean
  label: string
  of: { calc: string; minutes?: number | string }
  /** Whether the platform judges classes, and the node has classes. */
  offersClass: boolean
  /** Whether the platform judges the index, and the node has one. */
  offersIndex: boolean
  onChange: (span: Span) => void
}

/** Chooses what is judged: the value, its mean or its change over some minutes, its class, or its index. */
export function Calc({ id, disabled, label, of: { calc, minutes }, offersClass, offersIndex, onChange }: CalcProps) {
  const translate = useTranslate()
  const late = useLateWords('ruleForm')
  const isSpanned = (of: string): boolean => of !== 'value' && !isByLaw(of)
  const isOffered = (of: string): boolean => (of !== 'class' || offersClass) && (of !== 'index' || offersIndex)
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
          .filter((each) => isOffered(each) || calc === each)
          .map((each) => (
            <MenuItem key={each} value={each}>
              {each === 'index' ? late('ruleForm.index') : translate(`alarmConfig.conditions.${each}`)}
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
            input: {
              endAdornment: <InputAdornment position="end">{translate('alarmConfig.conditions.min')}</InputAdornment>,
            },
          }}
        />
      )}
    </span>
  )
}
