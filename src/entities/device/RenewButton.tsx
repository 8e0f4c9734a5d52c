import { Button } from '@mui/material'
import { FileDown, KeyRound } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { useRef, useState } from 'react'
import { toCsv } from '../../../resources/kit/csv.ts'
import { newCredential, type CredentialOwner } from '../../../dataProvider/calls/device.ts'
import type { Row } from '../../../dataProvider/rows.ts'
import { titleOf } from '../../../resources/kit/named.ts'
import { LoseSecrets } from '../../admin/form/SecretDialog.tsx'
import { BulkDialog } from '../../admin/bulk/BulkDialog.tsx'
import type { Result } from '../../admin/bulk/useBulkRun.ts'
import { useLeaveGuard } from '../../admin/useLeaveGuard.ts'
import { useResourceWords } from '../../admin/words.ts'
import type { BulkSlotProps } from '../../admin/fields/slotProps.ts'
import { download } from '../../kit/index.ts'
import { useMayRenew } from './useMayRenew.ts'

/**
 * Creates new telemetry credentials for the selected devices or gateways, and saves them in one file. Rows that failed
 * or were not reached stay selected, so that the next run continues with them.
 */
export default function RenewButton({ resource, rows, onDone }: BulkSlotProps) {
  const translate = useTranslate()
  const mayRenew = useMayRenew(resource)
  const [pendingRows, setPendingRows] = useState<readonly Row[] | null>(null)
  if (!mayRenew) return null
  return (
    <>
      <Button variant="outlined" startIcon={<KeyRound size={14} aria-hidden />} onClick={() => setPendingRows(rows)}>
        {translate('crud.bulk.renew')}
      </Button>
      {pendingRows && (
        <RenewDialog
          resource={resource}
          rows={pendingRows}
          onDone={(left) => {
            setPendingRows(null)
            if (left) onDone(left)
          }}
        />
      )}
    </>
  )
}

/**
 * A component of its own, so that leaving asks for confirmation only while credentials could be lost. `onDone` receives
 * the rows without a new credential, or null where nothing was started.
 */
function RenewDialog({
  resource,
  rows,
  onDone,
}: Pick<BulkSlotProps, 'resource' | 'rows'> & { onDone: (left: readonly Row[] | null) => void }) {
  const translate = useTranslate()
  const words = useResourceWords(resource)
  const [credentials, setCredentials] = useState<ReadonlyMap<number, string>>(new Map())
  const [saved, setSaved] = useState(0)
  const over = useRef<ReadonlyMap<number, Result>>(new Map())
  const finish = () => onDone(over.current.size === 0 ? null : rows.filter((row) => !over.current.get(row.id)?.ok))
  const guard = useLeaveGuard(credentials.size > saved, finish)
  const renew = async ([row]: readonly Row[]) => {
    if (!row) return
    const credential = await newCredential(resource.api as CredentialOwner, row.id)
    setCredentials((before) => new Map(before).set(row.id, credential))
  }
  const save = () => {
    // The code that identifies a station beside its name: a device's number, a gateway's registration code.
    const code = resource.fields['sn'] ? 'sn' : 'regcode'
    const lines = rows.flatMap((row) => {
      const credential = credentials.get(row.id)
      return credential === undefined ? [] : [[row.id, titleOf(resource, row), String(row[code] ?? ''), credential]]
    })
    download(
      translate('crud.codesName', { name: words.noun }),
      toCsv(['ID', words.label(resource.title), words.label(code), 'credential'], lines),
    )
    setSaved(credentials.size)
  }
  return (
    <>
      <BulkDialog
        resource={resource}
        rows={rows}
        title={translate('crud.bulk.renew')}
        question={{
          text: <p>{translate('crud.bulk.renewText', { smart_count: rows.length })}</p>,
          confirm: translate('crud.bulk.renewConfirm', { smart_count: rows.length }),
        }}
        outcome={
          credentials.size > 0 ? (
            <Button variant="contained" color="primary" startIcon={<FileDown size={16} aria-hidden />} onClick={save}>
              {translate('crud.bulk.renewSave', { smart_count: credentials.size })}
            </Button>
          ) : null
        }
        size={1}
        act={renew}
        onClose={(results) => {
          over.current = results
          guard.close()
        }}
      />
      {guard.asking && <LoseSecrets count={credentials.size - saved} guard={guard} />}
    </>
  )
}
