import { Button } from '@mui/material'
import { Form, useTranslate } from 'react-admin'
import { useId, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { ActSent } from '../../../../dataProvider/episodes/calls.ts'
import { useZone } from '../../../chart/useZone.ts'
import { usePausePolls } from '../../../kit/hooks/pausePolls.ts'
import { Dialog } from '../../../kit/index.ts'
import { useInbox } from '../InboxContext.ts'
import type { Asked } from '../useInboxState.ts'
import { AssigneeInput, nextMorning, NoteInput, ResultInput, SnoozeInput, snoozeOf, type Assignee } from './fields.tsx'
import { Photo, usePhoto } from './Photo.tsx'
import css from './acts.module.css'

interface Draft {
  note?: string
  /** As a data address; null: the picture was removed. */
  photo?: string | null
}

/** Texts and pictures that were entered and not sent, by act and episodes, for as long as the page lives. */
const drafts = new Map<string, Draft>()

/**
 * Asks for the input that an act needs. Text and picture of a dialog that was closed without sending are there when it
 * opens again.
 */
export function ActDialog({ act, episodes, onClose }: Asked & { onClose: () => void }) {
  const translate = useTranslate()
  const zone = useZone()
  const { finish } = useInbox()
  const form = useId()
  const [missing, setMissing] = useState(false)
  const draft = `${act} ${episodes.map(({ id }) => id).join()}`
  const keep = (part: Draft) => void drafts.set(draft, { ...drafts.get(draft), ...part })
  const photo = usePhoto(
    () => drafts.get(draft)?.photo ?? null,
    (address) => keep({ photo: address }),
  )
  // Kept the same while the dialog is open: react-admin's Form resets to new defaults for another record, which would
  // undo the user's choices.
  const [defaults] = useState(() => ({
    note: drafts.get(draft)?.note ?? '',
    // Initial choice of the dialog of handling (spec 1 §4).
    result: 'false_alarm',
    until: 'hour',
    moment: nextMorning(zone),
    assignee: null,
  }))
  usePausePolls(true)
  const submit = (values: FieldValues) => {
    const text = String(values['note'] ?? '').trim()
    if (act === 'comment' && text === '' && photo.address === null) return setMissing(true)
    const given: ActSent = {
      ...(text !== '' && { note: text }),
      ...(act === 'assign' && ((values['assignee'] as Assignee | null | undefined) ?? { user_id: null })),
      ...(act === 'close' && { result: String(values['result']) }),
      ...(act === 'snooze' && snoozeOf(values, zone)),
    }
    drafts.delete(draft)
    finish(act, episodes, given, photo.address ?? undefined)
  }
  const [first] = episodes
  // The label "Close" alone is used by the dialog's own button.
  const words = translate(act === 'close' ? 'inbox.closeIt' : `inbox.acts.${act}`)
  const name = episodes.length === 1 ? `${first?.threshold_name ?? ''} · ${first?.device_name ?? ''}` : undefined
  return (
    <Dialog
      title={episodes.length === 1 ? words : translate('inbox.actOn', { act: words, count: episodes.length })}
      named={name}
      width={480}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{translate('crud.cancel')}</Button>
          {/* Making a phone's picture smaller takes a moment; until then the act would be sent without it. */}
          <Button
            type="submit"
            form={form}
            variant="contained"
            color="primary"
            disabled={photo.isTaking}
            aria-busy={photo.isTaking}
          >
            {words}
          </Button>
        </>
      }
    >
      <Form
        id={form}
        className={css.form}
        noValidate
        disableInvalidFormNotification
        defaultValues={defaults}
        onSubmit={submit}
      >
        {act === 'assign' && <AssigneeInput episodes={episodes} />}
        {act === 'snooze' && <SnoozeInput episodes={episodes} />}
        {act === 'close' && <ResultInput episodes={episodes} />}
        <NoteInput required={act === 'comment'} missing={missing} onText={(note) => keep({ note })} />
        {act === 'comment' && <Photo photo={photo} />}
      </Form>
    </Dialog>
  )
}
