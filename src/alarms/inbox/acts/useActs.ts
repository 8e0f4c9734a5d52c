import { useState } from 'react'
import { platformNow } from '../../../../dataProvider/clock.ts'
import { UNDO_SHOWN } from '../../../../resources/kit/episode.ts'
import type { ActSent } from '../../../../dataProvider/episodes/calls.ts'
import type { Episode } from '../../../../dataProvider/episodes/rows.ts'
import { useMe } from '../../../kit/index.ts'
import { predicted, type Acted, type InboxAct } from './acted.ts'
import { enqueue, unqueue, useQueue, useRefusedActs } from './queue.ts'
import { sendWaiting, useStuck } from './sending.ts'
import { useSending } from './useSending.ts'

/**
 * An act that the platform refused: another user was faster, or typed text did not arrive. Holds the act, the current
 * episode, and the typed note and picture.
 */
export interface Conflict {
  /** Key of the act, to dismiss the conflict by. */
  key: string
  act: InboxAct
  episode: Episode
  note: string
  /** As a data address. */
  photo: string | undefined
  reason: string
}

export interface Acts {
  acted: ReadonlyMap<number, Acted>
  /** Number of acts that wait for the network. */
  waiting: number
  conflicts: readonly Conflict[]
  /** Rows that an act on several episodes left out, and why. */
  refused: readonly { name: string; reason: string }[]
  /**
   * Performs an act on some episodes of the list: shown at once, then sent to the platform. `shown`: the rows in their
   * order.
   */
  act: (episodes: readonly Episode[], act: InboxAct, sent: ActSent, shown: readonly Episode[], photo?: string) => void
  /** Takes back the last waiting act. */
  takeBack: () => void
  /** Dismisses a conflict by its key; without a key, the rows that an act on several episodes left out. */
  dismiss: (key?: string) => void
}

/**
 * Acts on episodes: optimistic and in order, each with an undo for ten seconds (useSending.ts). Acts that get no answer
 * wait in the browser (queue.ts). On a conflict with another user's change, the current episode is shown and the typed
 * text is kept.
 */
export function useActs(): Acts {
  const me = useMe()
  const actor = { id: me.caller.id, name: me.nickname || me.username }
  const waiting = useQueue(actor.id)
  const refusedActs = useRefusedActs(actor.id)
  const stuck = useStuck()
  const [acted, setActed] = useState<ReadonlyMap<number, Acted>>(new Map())
  const [refused, setRefused] = useState<Acts['refused']>([])
  const forget = (ids: readonly number[]) =>
    setActed((before) => new Map([...before].filter(([id]) => !ids.includes(id))))
  useSending({
    show: (episodes, until) =>
      setActed((before) => {
        const next = new Map(before)
        // Of several episodes only those that are listed: an act on a whole incident reaches beyond the page.
        for (const episode of episodes.length > 1 ? episodes.filter(({ id }) => before.has(id)) : episodes)
          next.set(episode.id, { episode, until, after: before.get(episode.id)?.after ?? null })
        return next
      }),
    forget,
    leftOut: setRefused,
  })

  const act: Acts['act'] = (episodes, name, sent, shown, photo) => {
    const now = platformNow()
    const [only] = episodes
    // A dialog may have opened before the last answer to one of the reader's acts, so the newer version counts;
    // sending.ts adds the versions that the reader's acts make until this one is sent.
    const seen =
      name === 'comment'
        ? []
        : episodes.map(({ id, version }) => Math.max(version, acted.get(id)?.episode.version ?? 0))
    const [version] = seen
    setActed((before) => {
      const next = new Map(before)
      for (const episode of episodes) {
        const at = shown.findIndex(({ id }) => id === episode.id)
        if (at < 0 && episodes.length > 1) continue
        next.set(episode.id, {
          episode: predicted(episode, name, sent, actor, now),
          until: now + UNDO_SHOWN,
          after: shown[at - 1]?.id ?? null,
        })
      }
      return next
    })
    setRefused([])
    const ids = episodes.map(({ id }) => id)
    for (const { key, refused: kept } of refusedActs) if (ids.includes(kept.episode.id)) unqueue(key)
    enqueue({
      key: keyAt(now),
      user: actor.id,
      ids,
      act: name,
      sent: { ...sent, ...(seen.length === 1 && version !== undefined && { version }) },
      ...(seen.length > 1 && { versions: seen }),
      ...(only && { about: only }),
      ...(photo !== undefined && { photo }),
      at: now,
    })
    void sendWaiting(actor.id)
  }

  const takeBack = () => {
    const last = waiting.at(-1)
    if (!last) return
    unqueue(last.key)
    forget(last.ids)
  }
  const dismiss: Acts['dismiss'] = (key) => (key === undefined ? setRefused([]) : unqueue(key))
  return {
    acted,
    waiting: stuck ? waiting.length : 0,
    conflicts: refusedActs.map(({ key, act: name, sent, photo, refused: { reason, episode } }) => ({
      key,
      act: name,
      episode,
      note: sent.note ?? '',
      photo,
      reason,
    })),
    refused,
    act,
    takeBack,
    dismiss,
  }
}

/** Returns a key that no other act has, sortable by time; short, because it is sent to the platform. */
export const keyAt = (now = Date.now()): string => `${now}-${crypto.getRandomValues(new Uint32Array(2)).join('-')}`
