import { Button, FormControlLabel, Switch, ToggleButton, ToggleButtonGroup } from '@mui/material'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNotify, useTranslate } from 'react-admin'
import { useId, useRef, useState } from 'react'
import { EPISODES } from '../../../../dataProvider/episodes/calls.ts'
import type { Episode } from '../../../../dataProvider/episodes/rows.ts'
import { uploadImage } from '../../../../dataProvider/http.ts'
import { colleagues, notifyColleagues, type TellRequest } from '../../../../dataProvider/episodes/tell.ts'
import controlsCss from '../../../kit/controls.module.css'
import { usePausePolls } from '../../../kit/hooks/pausePolls.ts'
import { Dialog, EmptyState, InlineError, TextSkeleton } from '../../../kit/index.ts'
import { keyAt } from '../acts/useActs.ts'
import { curvePicture, type Curve } from './curvePicture.ts'
import css from './detail.module.css'

/** Longest note that the platform accepts. */
const LONGEST_NOTE = 500
/** Choices and text that were entered and not sent, by episode, for as long as the page lives. */
const drafts = new Map<number, Draft>()

interface Draft {
  /** Chosen ways by contact. */
  ways: Readonly<Record<number, readonly number[]>>
  channels: readonly number[]
  note: string
  /** Whether the curve is sent along, where one is drawn. */
  picture: boolean
}

const EMPTY: Draft = { ways: {}, channels: [], note: '', picture: true }

interface TellDialogProps {
  episode: Episode
  curve: Curve
  onClose: () => void
}

/**
 * Sends the alarm to chosen contacts and channels, with the curve and a note. Choices of a dialog that was closed
 * without sending are there when it opens again.
 */
export function TellDialog({ episode, curve, onClose }: TellDialogProps) {
  const translate = useTranslate()
  const notify = useNotify()
  const queries = useQueryClient()
  const field = useId()
  const [draft, setDraft] = useState(() => drafts.get(episode.id) ?? EMPTY)
  usePausePolls(true)
  const { data, error, refetch } = useQuery({
    queryKey: ['inbox', 'colleagues', episode.id],
    queryFn: ({ signal }) => colleagues(episode.id, signal),
    retry: false,
  })
  const [key, setKey] = useState(() => keyAt())
  const change = (next: Partial<Draft>) => {
    // A changed draft is another message and needs a key of its own.
    setKey(keyAt())
    const changed = { ...draft, ...next }
    drafts.set(episode.id, changed)
    setDraft(changed)
  }
  const told: TellRequest = {
    // Contacts that were deleted meanwhile are left out.
    contacts: (data?.contacts ?? []).flatMap(({ id, ways }) => {
      const chosen = ways.filter((way) => draft.ways[id]?.includes(way))
      return chosen.length > 0 ? [{ id, ways: chosen }] : []
    }),
    channels: (data?.channels ?? []).flatMap(({ id }) => (draft.channels.includes(id) ? [id] : [])),
    ...(draft.note.trim() !== '' && { note: draft.note.trim() }),
  }
  const count = told.contacts.reduce((sum, { ways }) => sum + ways.length, 0) + told.channels.length
  const [isDrawn] = useState(() => curve.current !== null)
  const carriesCurve = isDrawn && data?.pictures === true
  const uploaded = useRef<string | null>(null)
  /** Uploads the picture once, however often the message is sent. */
  const picture = async (): Promise<Pick<TellRequest, 'picture'>> => {
    const file = carriesCurve && draft.picture && uploaded.current === null ? await curvePicture(episode, curve) : null
    if (file) uploaded.current = await uploadImage(file)
    return carriesCurve && draft.picture && uploaded.current !== null ? { picture: uploaded.current } : {}
  }
  const send = useMutation({
    mutationFn: async () => notifyColleagues(episode.id, { ...told, ...(await picture()) }, key),
    onSuccess: () => {
      drafts.delete(episode.id)
      notify('inbox.tell.sent', { type: 'success', messageArgs: { smart_count: count } })
      void queries.invalidateQueries({ queryKey: [EPISODES, 'getOne'] })
      onClose()
    },
  })
  const nobody = data !== undefined && data.contacts.length + data.channels.length === 0
  return (
    <Dialog
      title={translate('inbox.tell.ask')}
      named={`${episode.threshold_name} · ${episode.device_name}`}
      width={520}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{translate('crud.cancel')}</Button>
          <Button
            variant="contained"
            color="primary"
            disabled={count === 0 || send.isPending}
            aria-busy={send.isPending}
            onClick={() => send.mutate()}
          >
            {translate('inbox.tell.send')}
          </Button>
        </>
      }
    >
      {send.error && <InlineError error={send.error} />}
      {error ? (
        <InlineError error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <TextSkeleton />
      ) : nobody ? (
        <EmptyState title={translate('inbox.tell.nobody')} hint={translate('inbox.tell.nobodyHint')} />
      ) : (
        <>
          <ul className={css.colleagues}>
            {data.contacts.map(({ id, name, ways }) => (
              <li key={id}>
                <span>{name}</span>
                <ToggleButtonGroup
                  aria-label={name}
                  value={[...(draft.ways[id] ?? [])]}
                  onChange={(_event, next: number[]) => change({ ways: { ...draft.ways, [id]: next } })}
                >
                  {ways.map((way) => (
                    <ToggleButton key={way} value={way}>
                      {translate(`inbox.ways.${way}`)}
                    </ToggleButton>
                  ))}
                </ToggleButtonGroup>
              </li>
            ))}
            {data.channels.map(({ id, name }) => (
              <li key={`channel ${id}`}>
                <span>{name}</span>
                <ToggleButtonGroup
                  aria-label={name}
                  value={draft.channels.includes(id) ? [id] : []}
                  onChange={(_event, next: number[]) =>
                    change({ channels: [...draft.channels.filter((other) => other !== id), ...next] })
                  }
                >
                  <ToggleButton value={id}>{translate('inbox.ways.5')}</ToggleButton>
                </ToggleButtonGroup>
              </li>
            ))}
          </ul>
          <div className={css.message}>
            <div className={controlsCss.field}>
              <label htmlFor={field}>{translate('inbox.noteOptional')}</label>
              <textarea
                id={field}
                className={controlsCss.input}
                rows={3}
                maxLength={LONGEST_NOTE}
                value={draft.note}
                onChange={(event) => change({ note: event.target.value })}
              />
            </div>
            {carriesCurve && (
              <FormControlLabel
                control={<Switch checked={draft.picture} onChange={(_event, on) => change({ picture: on })} />}
                label={translate('inbox.tell.curve')}
              />
            )}
            <p className={css.quiet}>{translate('inbox.tell.hint')}</p>
          </div>
        </>
      )}
    </Dialog>
  )
}
