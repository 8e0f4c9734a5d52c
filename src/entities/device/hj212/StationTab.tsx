import { Button } from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useNotify } from 'react-admin'
import { useState, type Dispatch, type FormEvent, type SetStateAction } from 'react'
import { WireError } from '../../../../dataProvider/http.ts'
import { setStation, stationState, type StationState } from '../../../../dataProvider/calls/hj212.ts'
import type { Resource } from '../../../../resources/kit/define.ts'
import { mayUse } from '../../../../resources/kit/access.ts'
import { useSaved } from '../../../admin/useSaved.ts'
import { formatFullTime } from '../../../admin/fields/formats.ts'
import { messageOf, Segment, StatusMark, useCaller } from '../../../kit/index.ts'
import formCss from '../../../admin/form/form.module.css'
import fieldsCss from '../../../admin/fields/fields.module.css'
import { QueryContent } from '../QueryContent.tsx'
import css from '../device.module.css'
import { StationCommands, type CommandFormProps } from './StationCommands.tsx'
import { StationHours } from './StationHours.tsx'
import { TextField } from './TextField.tsx'
import { useZone } from '../../../kit/hooks/useZone.ts'
import { useLateWords } from '../../../kit/hooks/useLateWords.ts'

/** Polling interval of the state, ms. */
const POLL_INTERVAL_MS = 10_000

/** Values typed in a station's form and not saved; a missing one is as on the platform. */
export type StationDraft = Partial<Record<'mn' | 'pw' | 'key', string> & { version: number }>

/** Whether typed values would be lost. `stored`: the device's MN. */
export const isTyped = ({ mn, pw, key, version }: StationDraft, stored: string): boolean =>
  (mn ?? stored) !== stored || Boolean(pw) || Boolean(key) || version !== undefined

interface StationTabProps {
  resource: Resource
  id: number
  mn: string
  /** Kept by the dialog, so that it survives a change of tab. */
  draft: StationDraft
  onDraft: Dispatch<SetStateAction<StationDraft>>
}

/**
 * A device as a station of HJ 212: whether it is connected, its credentials, commands to it, and its own hourly means
 * beside the platform's.
 */
export function StationTab({
  command,
  ...station
}: StationTabProps & { command: Pick<CommandFormProps, 'draft' | 'onDraft'> }) {
  const { resource, id } = station
  const translate = useLateWords('station')
  const mayEdit = mayUse(useCaller(), resource, 'edit')
  const query = useQuery({
    queryKey: ['hj212', id],
    queryFn: ({ signal }) => stationState(id, signal),
    retry: false,
    refetchInterval: POLL_INTERVAL_MS,
  })
  return (
    <QueryContent query={query}>
      {(state) => (
        <>
          <section className={formCss.section}>
            <h3 className={css.heading}>{translate('station.state')}</h3>
            <Connection state={state} />
            {state.unmapped.length > 0 && (
              <p className={fieldsCss.help}>{translate('station.unmapped', { factors: state.unmapped.join(', ') })}</p>
            )}
          </section>
          {mayEdit && <StationForm {...station} state={state} />}
          <StationCommands id={id} {...command} connected={state.session?.up === 1} />
          <StationHours id={id} />
        </>
      )}
    </QueryContent>
  )
}

/** An unknown state is shown as unknown: a platform without the port reports nothing about its stations. */
function Connection({ state: { session, port } }: { state: StationState }) {
  const zone = useZone()
  const translate = useLateWords('station')
  if (session === null)
    return <p className={fieldsCss.help}>{translate(port === null ? 'station.off' : 'station.never')}</p>
  const status = session.up === 1 ? 'online' : 'offline'
  return (
    <p className={css.stationState}>
      <span className={fieldsCss.cellState} data-part="state" data-status={status}>
        <StatusMark status={status} />
        {translate(session.up === 1 ? 'station.up' : 'station.down')}
      </span>
      <span>
        {translate('station.detail', {
          version: session.version,
          address: session.address,
          since: formatFullTime(session.since, zone),
          last: formatFullTime(session.last_at, zone),
        })}
      </span>
    </p>
  )
}

const VERSIONS = [2005, 2017, 2025] as const

function StationForm({ resource, id, mn: stored, draft, onDraft, state }: StationTabProps & { state: StationState }) {
  const translate = useLateWords('station')
  const notify = useNotify()
  const saved = useSaved()
  const client = useQueryClient()
  const { mn = stored, pw = '', key = '', version = state.version } = draft
  const set = (change: StationDraft) => onDraft((before) => ({ ...before, ...change }))
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [busy, setBusy] = useState(false)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setErrors({})
    try {
      await setStation(id, mn.trim(), { version, ...(pw !== '' && { pw }), ...(key !== '' && { key }) })
      notify(translate('station.saved'), { type: 'success' })
      // The saved values stay in the fields until they have been read again.
      await Promise.all([saved(resource.path), client.invalidateQueries({ queryKey: ['hj212', id] })])
      // Keeps what was typed while the station was being saved.
      onDraft((now) => (now === draft ? {} : now))
    } catch (failure) {
      const fields = failure instanceof WireError ? failure.body.errors : undefined
      setErrors(
        Object.fromEntries(
          Object.entries(fields ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
        ),
      )
      const text = messageOf(failure, translate)
      notify(text, { type: 'error', messageArgs: { _: text } })
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className={formCss.section} noValidate onSubmit={(event) => void save(event)}>
      <p className={clsx(fieldsCss.help, css.stationAbout)}>{translate('station.about')}</p>
      <div className={css.stationForm}>
        <TextField
          label={translate('station.mn')}
          value={mn}
          onChange={(next) => set({ mn: next })}
          error={errors['mn']}
          placeholder={state.mn}
        />
        <TextField
          label={translate('hj212.pw')}
          type="password"
          value={pw}
          onChange={(next) => set({ pw: next })}
          error={errors['pw']}
          placeholder={translate(state.has_pw === 1 ? 'station.pwKept' : 'station.pwNone')}
        />
        <TextField
          label={translate('hj212.key')}
          type="password"
          value={key}
          onChange={(next) => set({ key: next })}
          error={errors['key']}
          placeholder={translate(state.has_key === 1 ? 'station.keyKept' : 'station.keyNone')}
        />
        <Segment
          label={translate('station.version')}
          value={String(version)}
          options={VERSIONS.map((year) => ({ value: String(year), label: String(year) }))}
          onChange={(year) => set({ version: Number(year) === state.version ? undefined : Number(year) })}
        />
        <Button type="submit" variant="contained" color="primary" aria-disabled={busy} aria-busy={busy}>
          {translate('crud.save.submit')}
        </Button>
      </div>
    </form>
  )
}
