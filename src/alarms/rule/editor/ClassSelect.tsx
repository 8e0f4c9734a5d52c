import { MenuItem, TextField } from '@mui/material'
import { useTranslate } from 'react-admin'
import { classColor } from '../../../environment/scale.ts'
import { Ladder } from '../../../environment/Ladder.tsx'
import { AT_LEAST, type NodeClasses } from '../useClasses.ts'
import css from './editor.module.css'

interface ClassSelectProps {
  id?: string
  /** Accessible name, where no label stands beside it. */
  label?: string
  /** Id of the label that stands beside it. */
  labelledBy?: string
  classes: NodeClasses
  value: unknown
  /** com_oper: "at least" a class, or another comparison of an existing rule. */
  operator: number
  /** Whether the choice may be empty. */
  optional?: boolean
  disabled?: boolean | undefined
  onChange: (text: string) => void
  onBlur?: () => void
}

/**
 * Chooses a class in place of a number, in the words and colours of its standard. The best class is not offered: every
 * value is at least that.
 */
export function ClassSelect(props: ClassSelectProps) {
  const { id, label, labelledBy, classes, value, operator, optional = false, disabled, onChange, onBlur } = props
  const translate = useTranslate()
  const { scale, count } = classes
  const chosen = Number(value) || null
  const levels = Array.from({ length: count }, (_, at) => at + 1).filter((level) => level > 1 || operator !== AT_LEAST)
  // The class of an existing rule is offered in any case.
  const offered = chosen === null || levels.includes(chosen) ? levels : [...levels, chosen].toSorted((a, b) => a - b)
  const wordOf = (level: number): string => {
    const word = scale === null ? translate('alarmConfig.conditions.classNumber', { level }) : classes.word(level)
    return operator === AT_LEAST && level < count ? translate('alarmConfig.conditions.atLeast', { word }) : word
  }
  return (
    <TextField
      select
      size="small"
      className={css.class}
      disabled={disabled}
      value={chosen ?? ''}
      // The list passes on its item's value, a number.
      onChange={({ target }) => onChange(String(target.value))}
      onBlur={onBlur}
      slotProps={{
        select: {
          displayEmpty: true,
          SelectDisplayProps: { id, 'aria-label': label, 'aria-labelledby': labelledBy && `${labelledBy} ${id}` },
        },
      }}
    >
      {(optional || chosen === null) && <MenuItem value="">—</MenuItem>}
      {offered.map((level) => (
        <MenuItem key={level} value={level}>
          <span
            className={css.classWord}
            style={scale ? { borderColor: classColor({ scale, level }, 'solid') } : undefined}
          >
            {scale && <Ladder scale={scale} level={level} />}
            {wordOf(level)}
          </span>
        </MenuItem>
      ))}
    </TextField>
  )
}
