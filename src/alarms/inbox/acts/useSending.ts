import { useAddUndoableMutation, useNotify, useTranslate } from 'react-admin'
import { useEffect, useEffectEvent } from 'react'
import { platformNow } from '../../../../dataProvider/clock.ts'
import { UNDO_SHOWN } from '../../../../resources/kit/episode.ts'
import { actOnEpisodes, conflictIn, type ActResult } from '../../../../dataProvider/episodes/calls.ts'
import type { Episode } from '../../../../dataProvider/episodes/rows.ts'
import { messageOf, useCaller } from '../../../kit/index.ts'
import { nameOf } from './acted.ts'
import { onSettled, useQueue, type QueuedAct } from './queue.ts'
import { addActListener, inOrder, isLastMade, noteOwnVersions, sendWaiting } from './sending.ts'
import { useReload } from './useReload.ts'

/** How a list of episodes shows acts that are on their way. */
export interface ActView {
  /** Shows episodes in this state, and keeps them in their place until `until`, epoch ms. */
  show: (episodes: readonly Episode[], until: number) => void
  /** Shows these episodes as the platform lists them. */
  forget: (ids: readonly number[]) => void
  /** Reports rows that an act on several episodes left out, and why. */
  leftOut: (rows: readonly { name: string; reason: string }[]) => void
}

/** Interval at which waiting acts are sent again, ms. */
const RETRY_MS = 15_000

/**
 * Sends the reader's acts that wait in this browser: at once, when the network is back, and every RETRY_MS; offers an
 * undo of each for ten seconds. `view` is the inbox; other pages have none and report refusals in a toast.
 */
export function useSending(view?: ActView): void {
  const user = useCaller().id
  const translate = useTranslate()
  const notify = useNotify()
  const addUndoable = useAddUndoableMutation()
  const waits = useQueue(user).length > 0
  const reload = useReload()

  const undo = async (ids: readonly number[]): Promise<void> => {
    if (ids.length === 0) return
    try {
      const results = await actOnEpisodes(ids, 'undo', {})
      noteOwnVersions(results)
      const failed = results.find(({ ok }) => !ok)
      view?.show(
        results.flatMap(({ episode }) => episode ?? []),
        0,
      )
      if (failed) notify(failed.reason, { type: 'error' })
    } catch (failure) {
      notify(messageOf(failure, translate), { type: 'error' })
    }
    reload()
  }
  const sent = useEffectEvent((item: QueuedAct, results: readonly ActResult[]) => {
    view?.show(
      results.flatMap(({ episode }) => episode ?? []),
      platformNow() + UNDO_SHOWN,
    )
    const failed = results.filter(({ ok }) => !ok)
    view?.leftOut(failed.map(({ id, episode, reason }) => ({ name: episode?.device_name ?? String(id), reason })))
    if (!view && failed.length > 0)
      notify('inbox.refused', { type: 'warning', messageArgs: { smart_count: failed.length } })
    const done = results.filter(({ ok }) => ok)
    if (done.length > 0) {
      // An episode that was acted on again since is left out: the undo of the later act covers it.
      const ids = () => done.filter(isLastMade).map(({ id }) => id)
      addUndoable(({ isUndo }) => {
        if (isUndo) void inOrder(() => undo(ids()))
      })
      const said = translate(`inbox.did.${item.act}`, { smart_count: done.length })
      // Several undos may be offered at once, so each names its alarm.
      const name = done.length > 1 ? '' : nameOf(done[0]?.episode ?? item.about)
      notify([said, name].filter(Boolean).join(' · '), {
        type: 'success',
        undoable: true,
        isOver: () => ids().length === 0,
      })
    }
    reload()
  })
  const refused = useEffectEvent((item: QueuedAct, failure: unknown) => {
    const current = conflictIn(failure)
    if (view && current) view.show([current], platformNow() + UNDO_SHOWN)
    else view?.forget(item.ids)
    const isShown = view && (current !== null || item.sent.note !== undefined || item.photo !== undefined)
    if (!isShown)
      notify([nameOf(item.about), messageOf(failure, translate)].filter(Boolean).join(': '), { type: 'error' })
    reload()
  })
  const wordsOf = useEffectEvent((failure: unknown) => messageOf(failure, translate))

  const hasView = view !== undefined
  useEffect(
    () =>
      addActListener({
        hasView,
        sent: (item, results) => sent(item, results),
        refused: (item, failure) => refused(item, failure),
        wordsOf: (failure) => wordsOf(failure),
      }),
    [hasView],
  )
  const settledElsewhere = useEffectEvent(({ ids }: QueuedAct) => {
    view?.forget(ids)
    reload()
  })
  useEffect(() => onSettled((item) => settledElsewhere(item)), [])
  useEffect(() => {
    if (!waits) return
    const now = () => void sendWaiting(user)
    now()
    const timer = setInterval(now, RETRY_MS)
    globalThis.addEventListener('online', now)
    return () => {
      clearInterval(timer)
      globalThis.removeEventListener('online', now)
    }
  }, [waits, user])
}
