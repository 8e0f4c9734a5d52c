import { Checkbox, FormControlLabel, MenuItem, Select } from '@mui/material'
import { ChevronRight } from 'lucide-react'
import { useLateWords } from '../../kit/hooks/useLateWords.ts'
import { useResourceWords } from '../../admin/words.ts'
import fieldsCss from '../../admin/fields/fields.module.css'
import { importable } from './columns.ts'
import type { Sheet } from './sheet.ts'
import css from '../import.module.css'

/** Meaning of each column of the file, which the user can correct; folded while every column has a field. */
export function ColumnsPanel({ sheet }: { sheet: Sheet }) {
  const translate = useLateWords('importing')
  const words = useResourceWords(sheet.resource)
  const fields = importable(sheet.resource, sheet.caller)
  const mapped = sheet.columns.filter((name) => name !== null).length
  const nameOf = (at: number): string => {
    const text = sheet.header ? (sheet.records[0]?.[at] ?? '').trim() : ''
    return text === ''
      ? translate('importing.column', { at: at + 1 })
      : translate('importing.columnNamed', { at: at + 1, text })
  }
  return (
    <details className={css.columns} open={mapped === 0 || undefined}>
      <summary>
        <ChevronRight size={14} aria-hidden />
        {translate('importing.columns')} {mapped} / {sheet.columns.length}
        <small>{translate('importing.columnsHint')}</small>
      </summary>
      <FormControlLabel
        control={
          <Checkbox size="small" checked={sheet.header} onChange={(event) => sheet.setHeader(event.target.checked)} />
        }
        label={translate('importing.header')}
      />
      <div className={css.mapping}>
        {sheet.columns.map((name, at) => (
          <div key={nameOf(at)} className={fieldsCss.field} data-part="field">
            <span className={fieldsCss.label} aria-hidden>
              {nameOf(at)}
            </span>
            <Select
              size="small"
              displayEmpty
              value={name ?? ''}
              onChange={(event) => sheet.map(at, event.target.value || null)}
              inputProps={{ 'aria-label': nameOf(at) }}
            >
              <MenuItem value="">{translate('importing.ignored')}</MenuItem>
              {fields.map((field) => (
                <MenuItem key={field} value={field}>
                  {words.label(field)}
                </MenuItem>
              ))}
            </Select>
          </div>
        ))}
      </div>
    </details>
  )
}
