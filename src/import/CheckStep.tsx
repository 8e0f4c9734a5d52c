import { Button, DialogActions, MenuItem, Select } from '@mui/material'
import { useTranslate } from 'react-admin'
import { useRef, useState } from 'react'
import { Chevron } from '../kit/Chevron.tsx'
import { InlineError, Segment } from '../kit/index.ts'
import listCss from '../admin/list/list.module.css'
import { ColumnsPanel } from './ColumnsPanel.tsx'
import { ENCODINGS, type Encoding } from './decode.ts'
import { JumpInput } from './JumpInput.tsx'
import { SheetTable, type TableHandle } from './SheetTable.tsx'
import { useSheet, type LoadedFile, type useImport } from './useImport.ts'
import css from './import.module.css'

interface CheckStepProps {
  loaded: LoadedFile
  state: ReturnType<typeof useImport>
  onBack: () => void
  onSend: () => void
  onEdited: () => void
}

/** The second step: what the file's columns are, and every problem in its cell, before anything is sent. */
export function CheckStep({ loaded, state, onBack, onSend, onEdited }: CheckStepProps) {
  const translate = useTranslate()
  const { sheet, parsed, file } = loaded
  useSheet(sheet)
  const [show, setShow] = useState<'all' | 'problems'>('all')
  const table = useRef<TableHandle>(null)
  const { bad } = sheet
  const good = sheet.rows.length - bad.length
  const encodings: Record<Encoding, string> = {
    'utf-8': translate('importing.encodings.utf8'),
    gb18030: translate('importing.encodings.gb18030'),
    big5: translate('importing.encodings.big5'),
    'utf-16le': translate('importing.encodings.utf16le'),
    'utf-16be': translate('importing.encodings.utf16be'),
  }
  return (
    <>
      <div className={css.bar}>
        <strong className={css.name}>{file.name}</strong>
        <Select
          size="small"
          IconComponent={Chevron}
          value={parsed.encoding}
          onChange={(event) => void state.read(file, event.target.value)}
          inputProps={{ 'aria-label': translate('importing.encoding') }}
        >
          {ENCODINGS.map((encoding) => (
            <MenuItem key={encoding} value={encoding}>
              {encodings[encoding]}
            </MenuItem>
          ))}
        </Select>
        {parsed.comments > 0 && <small>{translate('importing.comments', { count: parsed.comments })}</small>}
        <span className={css.gap} />
        <Segment
          label={translate('importing.show.label')}
          value={show}
          onChange={setShow}
          options={[
            { value: 'all', label: translate('importing.show.all', { count: sheet.rows.length }) },
            { value: 'problems', label: translate('importing.show.problems', { count: bad.length }) },
          ]}
        />
        <JumpInput onJump={(line) => table.current?.jump(line)} />
      </div>
      {state.problem && (
        <div className={listCss.banner}>
          <InlineError error={state.problem} />
        </div>
      )}
      <ColumnsPanel sheet={sheet} />
      <SheetTable sheet={sheet} rows={show === 'all' ? sheet.rows : bad} handle={table} onEdited={onEdited} />
      <DialogActions>
        <span className={css.status} role="status">
          {bad.length > 0
            ? translate('importing.leftOut', { count: bad.length })
            : translate('importing.allGood', { count: good })}
          <small>{translate('importing.hint')}</small>
        </span>
        <Button onClick={onBack}>{translate('importing.back')}</Button>
        <Button variant="contained" color="primary" disabled={good === 0 || state.reading} onClick={onSend}>
          {translate('importing.next', { count: good })}
        </Button>
      </DialogActions>
    </>
  )
}
