import { InputAdornment, MenuItem, OutlinedInput, Select } from '@mui/material'
import { useTranslate } from 'react-admin'
import type { Problem } from '../../../resources/kit/rules.ts'
import { textOf, type ControlProps } from '../../admin/fields/controls/control.ts'
import { useFormInfo } from '../../admin/fields/formContext.ts'
import { periodProblem, SAVE_MODES, saveMode, saveValue, type SaveMode } from './saveCycle.ts'
import { useEffect, useState } from 'react'
import fieldsCss from '../../admin/fields/fields.module.css'

/** Input for the save mode, and for the periodic mode its minutes; both are stored in the one number save_cycle. */
export function SaveCycleInput({
  id,
  name,
  value,
  onChange,
  onBlur,
  inputRef,
  disabled,
  invalid,
  describedBy,
  label,
}: ControlProps) {
  const translate = useTranslate()
  const { refused } = useFormInfo()
  // Typing 0 or 100000000 minutes must not switch the mode while the user types: the chosen mode stays until the value
  // changes from outside.
  const [chosen, setChosen] = useState({ mode: saveMode(value), value })
  const mode: SaveMode = chosen.value === value ? chosen.mode : saveMode(value)
  const choose = (next: SaveMode, stored: number | string, problem: Problem | null = null) => {
    setChosen({ mode: next, value: stored })
    // Without this problem the number would be taken for another mode.
    if (problem) refused?.set(name, problem)
    else refused?.delete(name)
    onChange(stored)
  }
  useEffect(() => () => void refused?.delete(name), [refused, name])
  return (
    <div className={fieldsCss.pair}>
      <Select
        fullWidth
        name={name}
        value={mode}
        onChange={(event) => choose(event.target.value, saveValue[event.target.value])}
        onBlur={onBlur}
        disabled={disabled}
        error={invalid && mode !== 'period'}
        SelectDisplayProps={{ id, 'aria-labelledby': `${id}-label ${id}` }}
        inputRef={mode === 'period' ? undefined : inputRef}
      >
        {SAVE_MODES.map((option) => (
          <MenuItem key={option} value={option}>
            {translate(`crud.save.${option}`)}
          </MenuItem>
        ))}
      </Select>
      {mode === 'period' && (
        <OutlinedInput
          fullWidth
          value={textOf(value)}
          onChange={({ target }) => choose('period', target.value, periodProblem(target.value))}
          onBlur={onBlur}
          inputRef={inputRef}
          disabled={disabled}
          error={invalid}
          startAdornment={<InputAdornment position="start">{translate('crud.save.each')}</InputAdornment>}
          endAdornment={<InputAdornment position="end">{translate('crud.save.minutes')}</InputAdornment>}
          inputProps={{
            inputMode: 'numeric',
            'aria-label': `${label}: ${translate('crud.save.minutes')}`,
            'aria-describedby': describedBy,
          }}
        />
      )}
    </div>
  )
}
