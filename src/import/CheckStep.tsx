import { Button, DialogActions } from '@mui/material'
import { useRef, useState } from 'react'
import { useLateWords } from '../kit/hooks/useLateWords.ts'
import { InlineError, Segment } from '../kit/index.ts'
import listCss from '../admin/list/list.module.css'
import type { Encoding } from './decode.ts'
import { ColumnsPanel } from './sheet/ColumnsPanel.tsx'
import { EncodingChoice } from './EncodingChoice.tsx'
import { LeftOut } from './LeftOut.tsx'
import { JumpInput } from './sheet/JumpInput.tsx'
import { SheetTable, type TableHandle } from './sheet/SheetTable.tsx'
import { useSheet, type LoadedFile, type useImport } from './useImport.ts'
import css from './import.module.css'

interface CheckStepProps {
  loaded: LoadedFile
  state: ReturnType<typeof useImport>
  /** The user wants the file to be read in another encoding. */
  onEncoding: (encoding: Encoding) => void
  onBack: () => void
  onSend: () => void
  onEdited: () => void
}

/** Second step: the meaning of the file's columns, and every problem in its cell, before anything is sent. */
export function CheckStep({ loaded, state, onEncoding, onBack, onSend, onEdited }: CheckStepProps) {
  const translate = useLateWords('importing')
  const { sheet, parsed, file } = loaded
  useSheet(sheet)
  const [show, setShow] = useState<'all' | 'problems'>('all')
  const table = useRef<TableHandle>(null)
  const { bad } = sheet
  const good = sheet.rows.length - bad.length
  return (
    <>
      <div className={css.bar}>
        <strong className={css.name}>{file.name}</strong>
        <EncodingChoice value={parsed.encoding} onChange={onEncoding} />
        <LeftOut parsed={parsed} />
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
          <InlineError error={translate(state.problem)} />
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
