import { Button, DialogActions, MenuItem, Select } from '@mui/material'
import { useMemo } from 'react'
import { useLateWords } from '../../kit/hooks/useLateWords.ts'
import { useLabel } from '../../admin/fields/useLabel.ts'
import listCss from '../../admin/list/list.module.css'
import { InlineError } from '../../kit/index.ts'
import { EncodingChoice } from '../EncodingChoice.tsx'
import { LeftOut } from '../LeftOut.tsx'
import css from '../import.module.css'
import pastCss from './past.module.css'
import { PAST_FIELDS, PAST_LABELS } from './pastColumns.ts'
import { usePast, type LoadedPast, type usePastFile } from './usePastFile.ts'

interface PastCheckStepProps {
  loaded: LoadedPast
  state: ReturnType<typeof usePastFile>
  onSend: () => void
}

/** Number of rows that are shown. */
const SHOWN = 20

/**
 * Second step: the first rows, and the meaning of each column. Checks that only the platform can make are reported for
 * each row afterwards.
 */
export function PastCheckStep({ loaded: { past }, state, onSend }: PastCheckStepProps) {
  const translate = useLateWords('importing')
  const pick = useLabel()
  const version = usePast(past)
  const { lacking, columns, rows, file, parsed } = past
  const bad = useMemo(
    () =>
      version >= 0 && past.lacking.length === 0
        ? past.rows.filter((row) => typeof past.read(row) === 'string').length
        : 0,
    [past, version],
  )
  const good = rows.length - bad
  const nameOf = (at: number): string => {
    const text = past.header ? (parsed.records[0]?.[at] ?? '').trim() : ''
    return text === ''
      ? translate('importing.column', { at: at + 1 })
      : translate('importing.columnNamed', { at: at + 1, text })
  }
  return (
    <>
      <div className={css.bar}>
        <strong className={css.name}>{file.name}</strong>
        <EncodingChoice value={parsed.encoding} onChange={(encoding) => void state.read(file, encoding)} />
        <LeftOut parsed={parsed} />
        <span className={css.gap} />
        <small>{translate('importing.past.first', { count: Math.min(SHOWN, rows.length), total: rows.length })}</small>
      </div>
      {state.problem && (
        <div className={listCss.banner}>
          <InlineError error={translate(state.problem)} />
        </div>
      )}
      <div className={pastCss.preview}>
        <table aria-label={translate('importing.table')}>
          <thead>
            <tr>
              <th scope="col">{translate('importing.line')}</th>
              {columns.map((name, at) => (
                <th key={nameOf(at)} scope="col">
                  <span>{nameOf(at)}</span>
                  <Select
                    size="small"
                    displayEmpty
                    value={name ?? ''}
                    onChange={(event) =>
                      past.map(at, PAST_FIELDS.find((field) => field === event.target.value) ?? null)
                    }
                    inputProps={{ 'aria-label': nameOf(at) }}
                  >
                    <MenuItem value="">{translate('importing.ignored')}</MenuItem>
                    {PAST_FIELDS.map((field) => (
                      <MenuItem key={field} value={field}>
                        {pick(PAST_LABELS[field])}
                      </MenuItem>
                    ))}
                  </Select>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, SHOWN).map((row) => {
              const read = lacking.length > 0 ? '' : past.read(row)
              return (
                <tr key={row.line} data-problem={(typeof read === 'string' && read !== '') || undefined}>
                  <th scope="row">{row.line}</th>
                  {columns.map((name, at) => (
                    <td key={nameOf(at)} data-ignored={name === null || undefined}>
                      {row.record[at] ?? ''}
                      {at === columns.length - 1 && typeof read === 'string' && read !== '' && (
                        <small>{translate(read)}</small>
                      )}
                    </td>
                  ))}
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
      <DialogActions>
        <span className={css.status} role="status">
          {lacking.length > 0
            ? translate('importing.past.lacking', {
                names: lacking.map((field) => pick(PAST_LABELS[field])).join(translate('crud.comma')),
              })
            : bad > 0
              ? translate('importing.leftOut', { count: bad })
              : translate('importing.past.good', { count: good })}
        </span>
        <Button onClick={state.forget}>{translate('importing.back')}</Button>
        <Button
          variant="contained"
          color="primary"
          disabled={good === 0 || lacking.length > 0 || state.reading}
          onClick={onSend}
        >
          {translate('importing.next', { count: good })}
        </Button>
      </DialogActions>
    </>
  )
}
