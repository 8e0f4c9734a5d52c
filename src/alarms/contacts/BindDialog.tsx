import { Button, DialogActions, DialogContent } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useDataProvider, useNotify, useTranslate } from 'react-admin'
import { useState } from 'react'
import { WireError } from '../../../dataProvider/http.ts'
import type { Row } from '../../../dataProvider/rows.ts'
import { titleOf } from '../../../resources/kit/named.ts'
import { isEmpty } from '../../../resources/kit/validate.ts'
import { ConfirmDialog } from '../../admin/dialogs/ConfirmDialog.tsx'
import { MissingDialog } from '../../admin/dialogs/MissingDialog.tsx'
import { useSaved } from '../../admin/useSaved.ts'
import type { DialogSlotProps } from '../../admin/fields/slotProps.ts'
import { useLabel } from '../../admin/fields/useLabel.ts'
import { Dialog, InlineError, messageOf } from '../../kit/index.ts'
import { QrBinding, QrRoom } from './QrBinding.tsx'

/**
 * Binds a contact's WeChat account: shows a QR code to scan, and its progress. A bound contact can be bound anew, or
 * unbound.
 */
export default function BindDialog({ resource, id, label, onClose }: DialogSlotProps) {
  const translate = useTranslate()
  const pick = useLabel()
  const dataProvider = useDataProvider()
  const saved = useSaved()
  const {
    data: contact,
    error,
    refetch,
  } = useQuery({
    queryKey: [resource.path, 'bind', id],
    queryFn: async ({ signal }) => (await dataProvider.getOne<Row>(resource.path, { id, signal })).data,
    gcTime: 0,
    retry: false,
  })
  if (error instanceof WireError && error.status === 404) return <MissingDialog resource={resource} onClose={onClose} />
  const name = contact ? titleOf(resource, contact) : ''
  const save = async (openid: string) => {
    await dataProvider.update<Row>(resource.path, {
      id,
      data: { alarm_wechat: openid },
      previousData: contact ?? ({ id } satisfies Row),
    })
    void saved(resource.path)
  }
  return (
    <Dialog title={pick(label)} named={contact && name} width={420} onClose={onClose} framed>
      <DialogContent>
        {error && <InlineError error={error} onRetry={() => void refetch()} />}
        {!contact && !error && <QrRoom />}
        {contact && (
          <QrBinding
            districtId={Number(contact['district_id'])}
            bound={!isEmpty(contact['alarm_wechat'])}
            save={save}
          />
        )}
      </DialogContent>
      <DialogActions>
        {contact && !isEmpty(contact['alarm_wechat']) && <Unbind name={name} unbind={() => save('')} />}
        <Button onClick={onClose}>{translate('shell.close')}</Button>
      </DialogActions>
    </Dialog>
  )
}

function Unbind({ name, unbind }: { name: string; unbind: () => Promise<void> }) {
  const translate = useTranslate()
  const notify = useNotify()
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const confirm = async () => {
    setBusy(true)
    try {
      await unbind()
      setAsking(false)
      notify('alarmConfig.bind.unbindDone', { type: 'success' })
    } catch (failure) {
      const text = messageOf(failure, translate)
      notify(text, { type: 'error', messageArgs: { _: text } })
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button color="error" onClick={() => setAsking(true)}>
        {translate('alarmConfig.bind.unbind')}
      </Button>
      {asking && (
        <ConfirmDialog
          title={translate('alarmConfig.bind.unbindTitle')}
          text={translate('alarmConfig.bind.unbindText', { name })}
          confirm={translate('alarmConfig.bind.unbind')}
          busy={busy}
          onConfirm={() => void confirm()}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
