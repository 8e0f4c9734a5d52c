import { clsx } from 'clsx'
import { Button, DialogActions, DialogContent } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useNotify } from 'react-admin'
import { useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import {
  forgetRefusedStation,
  refusedStations,
  makeStation,
  type RefusedStation,
} from '../../../../dataProvider/calls/hj212.ts'
import type { Resource } from '../../../../resources/kit/define.ts'
import { DiscardDialog } from '../../../admin/form/DiscardDialog.tsx'
import { useLeaveGuard } from '../../../admin/useLeaveGuard.ts'
import { useSaved } from '../../../admin/useSaved.ts'
import { formatFullTime } from '../../../admin/fields/formats.ts'
import { Combo } from '../../../kit/layers/Combo.tsx'
import { Dialog, Badge, EmptyState, messageOf } from '../../../kit/index.ts'
import { QueryContent } from '../QueryContent.tsx'
import { TextField } from './TextField.tsx'
import { RefusedMessages } from '../../../live/RefusedMessages.tsx'
import { useAreaNames, useProductNames } from '../../../live/useLiveNames.ts'
import css from '../device.module.css'
import textCss from '../../../kit/text.module.css'
import tableCss from '../../../admin/list/table/table.module.css'
import fieldsCss from '../../../admin/fields/fields.module.css'
import { useLateWords } from '../../../kit/hooks/useLateWords.ts'
import { useZone } from '../../../kit/hooks/useZone.ts'

/**
 * Stations whose connection was refused: the last message of each, and a form that creates a device for it, with the
 * product model that fits its factors.
 */
export default function RefusedStationsDialog({ resource, onClose }: { resource: Resource; onClose: () => void }) {
  const translate = useLateWords('knocks')
  const query = useQuery({
    queryKey: ['hj212knocks'],
    queryFn: ({ signal }) => refusedStations(signal),
    retry: false,
    refetchInterval: 10_000,
  })
  // Open forms by MN, and whether anything was typed in each.
  const [forms, setForms] = useState<ReadonlyMap<string, boolean>>(new Map())
  const setForm = (mn: string, typed: boolean | null) =>
    setForms((before) => {
      const next = new Map(before)
      if (typed === null) next.delete(mn)
      else next.set(mn, typed)
      return next
    })
  const guard = useLeaveGuard([...forms.values()].includes(true), onClose)
  return (
    <Dialog title={translate('hj212.knocks')} width={860} onClose={guard.close} className={css.dialog} framed>
      <DialogContent>
        <p className={clsx(fieldsCss.help, css.stationAbout)}>{translate('knocks.about')}</p>
        <QueryContent query={query}>
          {(list) => (
            <RefusedStations
              list={list}
              forms={forms}
              onForm={setForm}
              resource={resource}
              onDone={() => void query.refetch()}
            />
          )}
        </QueryContent>
        <RefusedMessages device={null} />
      </DialogContent>
      <DialogActions>
        <Button onClick={guard.close}>{translate('shell.close')}</Button>
      </DialogActions>
      <DiscardDialog guard={guard} />
    </Dialog>
  )
}

interface RefusedStationsProps {
  resource: Resource
  list: readonly RefusedStation[]
  forms: ReadonlyMap<string, boolean>
  /** Null: the station's form was closed. */
  onForm: (mn: string, typed: boolean | null) => void
  onDone: () => void
}

/**
 * List of refused stations. A station that disappears, because it was accepted or dismissed elsewhere, keeps its place
 * for as long as its form is open.
 */
function RefusedStations({ list, forms, onForm, ...props }: RefusedStationsProps) {
  const translate = useLateWords('knocks')
  const shown = useRef<readonly RefusedStation[]>([])
  const rows = [...list]
  shown.current.forEach((station, at) => {
    if (forms.has(station.mn) && !list.some(({ mn }) => mn === station.mn)) rows.splice(at, 0, station)
  })
  shown.current = rows
  if (rows.length === 0) return <EmptyState title={translate('knocks.none')} />
  return rows.map((station) => (
    <RefusedStationRow
      key={station.mn}
      {...props}
      station={station}
      making={forms.has(station.mn)}
      onForm={(typed) => onForm(station.mn, typed)}
    />
  ))
}

interface RefusedStationRowProps {
  resource: Resource
  station: RefusedStation
  /** Whether its form is open. */
  making: boolean
  onForm: (typed: boolean | null) => void
  onDone: () => void
}

function RefusedStationRow({ resource, station, making, onForm, onDone }: RefusedStationRowProps) {
  const zone = useZone()
  const translate = useLateWords('knocks')
  const notify = useNotify()
  const forget = async () => {
    try {
      await forgetRefusedStation(station.mn)
    } catch (failure) {
      const text = messageOf(failure, translate)
      notify(text, { type: 'error', messageArgs: { _: text } })
    }
    onDone()
  }
  return (
    <article className={css.stationKnock} aria-label={station.mn}>
      <div className={css.stationState}>
        <b className={textCss.mono}>{station.mn}</b>
        <Badge tone="alarm">{translate(`knocks.reason.${station.reason}`)}</Badge>
        <span>{`HJ 212-${station.version} · ST ${station.st} · ${station.address}`}</span>
        <span className={fieldsCss.cellNone}>
          {translate('knocks.times', { count: station.times, last: formatFullTime(station.last_at, zone) })}
        </span>
      </div>
      <div>{`${translate('knocks.factors')}: ${station.factors.join(', ') || '—'}`}</div>
      <pre className={textCss.mono}>{station.frame}</pre>
      {station.device && (
        <Link className={tableCss.ref} to={`/${resource.path}/${station.device.id}/detail#hj212`}>
          {translate('knocks.exists', { name: station.device.name })}
        </Link>
      )}
      {making ? (
        <MakeForm
          resource={resource}
          station={station}
          onTyped={() => onForm(true)}
          onDone={() => {
            onForm(null)
            onDone()
          }}
          onCancel={() => onForm(null)}
        />
      ) : (
        <div className={css.buttons}>
          {!station.device && (
            <Button variant="contained" color="primary" onClick={() => onForm(false)}>
              {translate('knocks.make')}
            </Button>
          )}
          <Button onClick={() => void forget()}>{translate('knocks.forget')}</Button>
        </div>
      )}
    </article>
  )
}

function MakeForm({
  resource,
  station,
  onTyped,
  onDone,
  onCancel,
}: {
  resource: Resource
  station: RefusedStation
  onTyped: () => void
  onDone: () => void
  onCancel: () => void
}) {
  const translate = useLateWords('knocks')
  const notify = useNotify()
  const saved = useSaved()
  const [name, setName] = useState(station.mn.replaceAll('_', '-'))
  const [area, setArea] = useState<number | null>(null)
  const [model, setModel] = useState<number | null>(station.models[0]?.id ?? null)
  const [pw, setPw] = useState('')
  const [busy, setBusy] = useState(false)
  const areas = useAreaNames()
  const models = useProductNames()
  const hints = new Map(station.models.map(({ id, matched }) => [id, translate('knocks.fits', { count: matched })]))
  const typing =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      set(value)
      onTyped()
    }
  const make = async () => {
    if (busy) return
    if (name.trim() === '' || area === null || model === null || pw === '')
      return notify(translate('knocks.needed'), { type: 'warning' })
    setBusy(true)
    try {
      await makeStation(station.mn, { name: name.trim(), district_id: area, devicetype_id: model, pw })
      notify(translate('knocks.made'), { type: 'success' })
      void saved(resource.path)
      onDone()
    } catch (failure) {
      const text = messageOf(failure, translate)
      notify(text, { type: 'error', messageArgs: { _: text } })
      setBusy(false)
    }
  }
  return (
    <div className={css.stationForm}>
      <TextField autoFocus label={translate('knocks.name')} value={name} onChange={typing(setName)} />
      <Combo
        label={translate('knocks.area')}
        options={areas.data}
        value={area}
        onChange={typing(setArea)}
        error={areas.error}
        onRetry={() => void areas.refetch()}
      />
      <Combo
        label={translate('knocks.model')}
        options={models.data
          ?.map((one) => ({ ...one, ...(hints.has(one.id) && { hint: hints.get(one.id) ?? '' }) }))
          .toSorted((a, b) => Number(hints.has(b.id)) - Number(hints.has(a.id)))}
        value={model}
        onChange={typing(setModel)}
        error={models.error}
        onRetry={() => void models.refetch()}
      />
      <TextField label={translate('hj212.pw')} type="password" value={pw} onChange={typing(setPw)} />
      <div className={css.buttons}>
        <Button variant="contained" color="primary" onClick={() => void make()} aria-disabled={busy} aria-busy={busy}>
          {translate('knocks.make')}
        </Button>
        <Button onClick={onCancel}>{translate('crud.cancel')}</Button>
      </div>
    </div>
  )
}
