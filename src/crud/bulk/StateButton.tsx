import { Button } from '@mui/material'
import { useNotify, useTranslate } from 'ra-core'
import { useState, type ReactNode } from 'react'
import { batchControlState } from '../../../dataProvider/batch.ts'
import type { Row } from '../../../dataProvider/rows.ts'
import type { BulkSlotProps } from '../../fields/slotProps.ts'
import { useSaved } from '../useSaved.ts'
import { BulkDialog } from './BulkDialog.tsx'
import type { Result } from './useBulkRun.ts'

interface StateButtonProps extends BulkSlotProps {
  /** control_state: 0 runs, 1 is disabled. */
  state: 0 | 1
  label: string
  icon: ReactNode
  /** Message key of the toast when all is done. */
  success: string
}

/** Sets the state of the selected devices, many in one call (spec 2 §5). */
export function StateButton({ resource, rows, onDone, state, label, icon, success }: StateButtonProps) {
  const translate = useTranslate()
  const notify = useNotify()
  const saved = useSaved()
  const [asked, setAsked] = useState<readonly Row[] | null>(null)
  const begin = () => {
    if (rows.length === 0) notify('crud.bulk.selectone', { type: 'warning' })
    else setAsked(rows)
  }
  const close = (results: ReadonlyMap<number, Result>) => {
    const failed = rows.filter((row) => !results.get(row.id)?.ok)
    setAsked(null)
    if (failed.length === 0) notify(success, { type: 'success' })
    void saved(resource.path)
    onDone(failed)
  }
  return (
    <>
      <Button variant="outlined" startIcon={icon} onClick={begin}>
        {label}
      </Button>
      {asked && <BulkDialog resource={resource} rows={asked} title={translate('crud.bulk.running', { action: label })} size={AT_ONCE} act={(some) => batchControlState(state, some.map(({ id }) => id))} onClose={close} />}
    </>
  )
}

/** Devices of one call. */
const AT_ONCE = 200
