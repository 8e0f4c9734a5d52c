import { TextField } from '@mui/material'
import { useTranslate } from 'react-admin'
import { readText } from '../../../dataProvider/normalise.ts'
import { objectOf } from '../../../resources/kit/rule/record.ts'
import type { ControlProps } from '../../admin/fields/controls/control.ts'
import { Lines, linesOf } from '../../admin/fields/controls/lines.tsx'
import { useLateWords } from '../../kit/hooks/useLateWords.ts'

/** A cleaner with the remaining parts of the record: clock-in and ratings are not entered by hand. */
interface Line {
  name: string
  car_num: string
  [more: string]: unknown
}

/**
 * Input for the people who clean the place that the device monitors, a line each. Other contents of the stored text are
 * kept.
 */
export function CleanersInput(control: ControlProps) {
  const { id, value, inputRef, disabled, onChange } = control
  const translate = useTranslate()
  const say = useLateWords('cleaners')
  const held: Record<string, unknown> = objectOf(value) ?? {}
  const { cleaner_list: list = [], ...rest } = held
  const write = (lines: string): void =>
    onChange(
      lines === '' && Object.keys(rest).length === 0
        ? ''
        : JSON.stringify({ ...rest, cleaner_list: lines === '' ? [] : (JSON.parse(lines) as unknown) }),
    )
  return (
    <Lines<Line>
      control={{ ...control, onChange: (lines) => write(String(lines)) }}
      lines={linesOf(JSON.stringify(list), lineOf)}
      most={MOST}
      words={{ line: 'cleaners.line', remove: 'cleaners.remove', add: 'cleaners.add' }}
      say={say}
      begin={() => ({ name: '', car_num: '' })}
    >
      {(line, at, set) =>
        (['name', 'car_num'] as const).map((part, index) => (
          <TextField
            key={part}
            id={at === 0 && index === 0 ? id : undefined}
            size="small"
            value={line[part]}
            inputRef={at === 0 && index === 0 ? inputRef : undefined}
            disabled={disabled}
            placeholder={translate(labels[part])}
            onChange={({ target }) => set({ [part]: target.value })}
            slotProps={{ htmlInput: { maxLength: LONGEST, 'aria-label': translate(labels[part]) } }}
          />
        ))
      }
    </Lines>
  )
}

const labels = { name: 'deviceDialogs.cleaner.name', car_num: 'deviceDialogs.cleaner.car' } as const

/** Most cleaners of one device, and most characters of each text, so that all of them fit into the field. */
const [MOST, LONGEST] = [20, 40]

const lineOf = (row: Record<string, unknown>): Line => ({
  ...row,
  name: readText(row['name']),
  car_num: readText(row['car_num']),
})
