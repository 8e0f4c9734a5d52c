import { Checkbox, FormControlLabel, TextField } from '@mui/material'
import { useTranslate } from 'react-admin'
import { MAX_RESULT_CHARS, MAX_RESULTS } from '../../../resources/kit/alarmResults.ts'
import type { ControlProps } from '../../admin/fields/controls/control.ts'
import { Lines, linesOf } from '../../admin/fields/controls/lines.tsx'

/** One result as it is filled in: names may still be missing. */
interface Draft {
  id: string
  label: [string, string, string]
  false: 0 | 1
}

const LANGUAGES = ['zhCN', 'zhTW', 'zhEN'] as const

/** Editor of a project's own results of alarms, a line each: a name in three languages, and what it counts as. */
export function ResultsInput(control: ControlProps) {
  const { id, value, inputRef, disabled, invalid } = control
  const translate = useTranslate()
  const drafts = linesOf(value, draftOf)
  return (
    <Lines<Draft>
      control={control}
      lines={drafts}
      most={MAX_RESULTS}
      words={{
        line: 'alarmConfig.results.result',
        remove: 'alarmConfig.results.remove',
        add: 'alarmConfig.results.add',
      }}
      begin={() => ({ id: freeId(drafts), label: ['', '', ''], false: 0 })}
    >
      {({ label, false: counts }, at, set) => (
        <>
          {LANGUAGES.map((language, index) => (
            <TextField
              key={language}
              id={at === 0 && index === 0 ? id : undefined}
              size="small"
              value={label[index]}
              inputRef={at === 0 && index === 0 ? inputRef : undefined}
              disabled={disabled}
              error={invalid && label.every((text) => text === '')}
              placeholder={translate(`alarmConfig.results.in.${language}`)}
              onChange={({ target }) => set({ label: label.with(index, target.value.trimStart()) as Draft['label'] })}
              onBlur={() => set({ label: label.with(index, (label[index] ?? '').trim()) as Draft['label'] })}
              slotProps={{
                htmlInput: {
                  maxLength: MAX_RESULT_CHARS,
                  'aria-label': translate(`alarmConfig.results.in.${language}`),
                },
              }}
            />
          ))}
          <FormControlLabel
            disabled={disabled}
            label={translate('alarmConfig.results.false')}
            control={
              <Checkbox
                size="small"
                checked={counts === 1}
                onChange={({ target }) => set({ false: target.checked ? 1 : 0 })}
              />
            }
          />
        </>
      )}
    </Lines>
  )
}

/**
 * Returns an unused id. Episodes refer to results by id, so while the form is open the id of a removed result is not
 * used again.
 */
const freeId = (drafts: readonly Draft[]): string =>
  `r${Math.max(Date.now(), ...drafts.map(({ id }) => Number(id.slice(1)) + 1 || 0))}`

function draftOf({ id, label, false: counts }: Record<string, unknown>): Draft | null {
  if (typeof id !== 'string' || !Array.isArray(label)) return null
  const text = (index: number): string => (typeof label[index] === 'string' ? label[index] : '')
  return { id, label: [text(0), text(1), text(2)], false: counts === 1 ? 1 : 0 }
}
