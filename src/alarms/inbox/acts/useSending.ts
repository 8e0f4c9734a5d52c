import { useAddUndoableMutation, useNotify, useTranslate } from 'react-admin'
import { useEffect, useEffectEvent } from 'react'
import { platformNow } from '../../../../dataProvider/clock.ts'
import { UNDO_SHOWN } from '../../../../resources/kit/episode.ts'
import { actOnEpisodes, conflictIn, type ActResult } from '../../../../dataProvider/episodes/calls.ts'
import type { Episode } from '../../../../dataProvider/episodes/rows.ts'
import { messageOf, useCaller } from '../../../kit/index.ts'
import { nameOf } from './acted.ts'
import { hearSettled, useQueue, type QueuedAct } from './queue.ts'
import { hear, inOrder, isLastMade, noteMade, sendWaiting } from './sending.ts'
import { useReload } from './useReload.ts'

/** What a list of episodes shows of acts on their way. */
export interface ActView {
  /** Episodes as they are now, to be kept in their place until then, epoch ms. */
  show: (episodes: readonly Episode[], until: number) => void
  /** Shows them as the platform lists them. */
  forget: (ids: readonly number[]) => void
  /** Rows that an act on several left out, and why. */
  leftOut: (rows: readonly { name: string; reason: string }[]) => void
}

/** How often what waits is tried again, ms. */
const RETRY = 15_000

/**
 * Sends the reader's acts that wait in this browser: at once, when the network is back, and every now and then; offers to take each back for ten seconds.
 * `view` is the inbox; other pages have none, and a toast says what was refused.
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
      noteMade(results)
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
      // Of those that were acted on again since, the later act is offered to be taken back.
      const ids = () => done.filter(isLastMade).map(({ id }) => id)
      addUndoable(({ isUndo }) => {
        if (isUndo) void inOrder(() => undo(ids()))
      })
      const said = translate(`inbox.did.${item.act}`, { smart_count: done.length })
      // Several may be offered at once: each says which it is of.
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
      hear({
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
  useEffect(() => hearSettled((item) => settledElsewhere(item)), [])
  useEffect(() => {
    if (!waits) return
    const now = () => void sendWaiting(user)
    now()
    const timer = setInterval(now, RETRY)
    globalThis.addEventListener('online', now)
    return () => {
      clearInterval(timer)
      globalThis.removeEventListener('online', now)
    }
  }, [waits, user])
}
