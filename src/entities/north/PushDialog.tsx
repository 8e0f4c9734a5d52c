import { Button, DialogActions, DialogContent } from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useDataProvider, useNotify, useTranslate } from 'react-admin'
import { useEffect, useState } from 'react'
import { WireError } from '../../../dataProvider/http.ts'
import { pushNow, pushPreview, pushState, type PushState } from '../../../dataProvider/calls/north.ts'
import type { Row } from '../../../dataProvider/rows.ts'
import { mayUse } from '../../../resources/kit/access.ts'
import { titleOf } from '../../../resources/kit/named.ts'
import { MissingDialog } from '../../admin/dialogs/MissingDialog.tsx'
import { useSaved } from '../../admin/useSaved.ts'
import { formatFullTime } from '../../admin/fields/formats.ts'
import type { DialogSlotProps } from '../../admin/fields/slotProps.ts'
import { useLabel } from '../../admin/fields/useLabel.ts'
import {
  Dialog,
  Badge,
  InlineError,
  messageOf,
  Skeleton,
  TextSkeleton,
  useCaller,
  useExtensions,
} from '../../kit/index.ts'
import { Document } from './Document.tsx'
import { Reports } from './Reports.tsx'
import css from './north.module.css'
import { useZone } from '../../kit/hooks/useZone.ts'

/** Polling interval while a requested push is pending, ms. */
const POLL_INTERVAL_MS = 1000
/**
 * How long a requested push is waited for, ms: a receiver may be slow, and a service that is not running never pushes.
 */
const PUSH_TIMEOUT_MS = 120_000
/** The format that is sent over a connection. */
const HJ212 = 3

/** What an interface would push at present, the result of its last push, and a button that pushes at once. */
export default function PushDialog({ resource, id, label, onClose }: DialogSlotProps) {
  const translate = useTranslate()
  const notify = useNotify()
  const pick = useLabel()
  const dataProvider = useDataProvider()
  const client = useQueryClient()
  const saved = useSaved()
  const extensions = useExtensions()
  const pushes = extensions?.has('northpush') === true
  const allowed = mayUse(useCaller(), resource, 'edit') && pushes
  /**
   * While a requested push is awaited: the time of the result before it, null where there was none; undefined when no
   * push is awaited.
   */
  const [waiting, setWaiting] = useState<number | null | undefined>(undefined)
  const record = useQuery({
    queryKey: [resource.path, 'push', id],
    queryFn: async ({ signal }) => (await dataProvider.getOne<Row>(resource.path, { id, signal })).data,
    retry: false,
  })
  const state = useQuery({
    queryKey: ['pushState', id],
    queryFn: async ({ signal }) => {
      const now = await pushState(id, signal)
      if (waiting !== undefined && (now?.at ?? null) !== waiting) {
        setWaiting(undefined)
        void saved(resource.path)
      }
      return now
    },
    retry: false,
    refetchInterval: waiting === undefined ? false : POLL_INTERVAL_MS,
  })
  const preview = useQuery({
    queryKey: ['pushPreview', id],
    queryFn: ({ signal }) => pushPreview(id, signal),
    retry: false,
    gcTime: 0,
  })
  useEffect(() => {
    if (waiting === undefined) return
    const giveUp = () => {
      setWaiting(undefined)
      notify('error.timeout', { type: 'warning' })
    }
    const timer = setTimeout(giveUp, PUSH_TIMEOUT_MS)
    return () => clearTimeout(timer)
  }, [waiting, notify])
  if (record.error instanceof WireError && record.error.status === 404)
    return <MissingDialog resource={resource} onClose={onClose} />

  const push = async () => {
    if (waiting !== undefined) return
    try {
      const before = state.data?.at ?? null
      await pushNow(id)
      setWaiting(before)
      void client.invalidateQueries({ queryKey: ['pushPreview', id] })
    } catch (failure) {
      const text = messageOf(failure, translate)
      notify(text, { type: 'error', messageArgs: { _: text } })
    }
  }
  const again = () => void Promise.all([record, state, preview].map(({ refetch }) => refetch()))
  const stopped = Number(record.data?.['is_stop'] ?? 0) === 1
  // Not while it is unknown whether the interface runs, nor before the last result is known, by which the next one is
  // recognized.
  const ready = record.isSuccess && !stopped && !state.isPending
  return (
    <Dialog
      title={pick(label)}
      named={record.data && titleOf(resource, record.data)}
      width={660}
      onClose={onClose}
      className={css.push}
      framed
    >
      <DialogContent className={css.pushBody}>
        {/* If the record fails as well, the cause is the same, so it is reported once. */}
        {record.error && <InlineError error={record.error} onRetry={again} />}
        {!(record.error && state.error) && (
          <section aria-label={translate('north.lastPush')}>
            <h3>{translate('north.lastPush')}</h3>
            <div className={css.last}>
              {state.error ? (
                <InlineError error={state.error} onRetry={() => void state.refetch()} />
              ) : state.isPending ? (
                <Skeleton width="60%" height={20} />
              ) : (
                <LastPush state={state.data ?? null} waiting={waiting !== undefined} />
              )}
              {stopped && <p className={css.hint}>{translate('north.stopped')}</p>}
            </div>
          </section>
        )}
        {Number(record.data?.['protocol']) === HJ212 && extensions?.has('northframes') && <Reports id={id} />}
        {!(record.error && preview.error) && (
          <section aria-label={translate('north.preview')}>
            <h3>{translate('north.preview')}</h3>
            {preview.error ? (
              <InlineError error={preview.error} onRetry={() => void preview.refetch()} />
            ) : preview.data ? (
              <Document {...preview.data} />
            ) : (
              <PreviewWaiting />
            )}
          </section>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={() => void preview.refetch()}>{translate('north.refresh')}</Button>
        {allowed && (
          <Button
            variant="contained"
            color="primary"
            onClick={() => void push()}
            disabled={!ready}
            aria-busy={waiting !== undefined}
            aria-disabled={waiting !== undefined}
          >
            {translate(waiting === undefined ? 'north.pushNow' : 'north.pushing')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}

const PreviewWaiting = () => (
  <div className={css.previewWait}>
    <TextSkeleton />
  </div>
)

function LastPush({ state, waiting }: { state: PushState | null; waiting: boolean }) {
  const zone = useZone()
  const translate = useTranslate()
  if (!state) return <p className={css.hint}>{translate('north.never')}</p>
  return (
    <div role="status" aria-busy={waiting}>
      <p className={css.result}>
        <Badge tone={state.ok ? 'online' : 'alarm'}>{translate(state.ok ? 'north.ok' : 'north.failed')}</Badge>
        <span>{state.message}</span>
      </p>
      <p className={css.hint}>
        {formatFullTime(state.at, zone)}
        {state.failures > 0 && ` · ${translate('north.failures', { count: state.failures })}`}
        {state.next !== null && ` · ${translate('north.next', { time: formatFullTime(state.next, zone) })}`}
      </p>
    </div>
  )
}
