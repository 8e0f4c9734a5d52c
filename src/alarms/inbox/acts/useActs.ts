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

/** Somebody was faster, or what was written did not arrive: what the act was, and the episode as it stands; the note that was typed and the picture are kept. */
export interface Conflict {
  /** Of the act, to put it aside by. */
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
  /** How many acts wait for the network. */
  waiting: number
  conflicts: readonly Conflict[]
  /** Rows that an act on several left out, and why. */
  refused: readonly { name: string; reason: string }[]
  /** Does an act to some episodes of the list: shown at once, then told to the platform. `shown`: the rows in their order. */
  act: (episodes: readonly Episode[], act: InboxAct, sent: ActSent, shown: readonly Episode[], photo?: string) => void
  /** Takes back the last act that waits. */
  takeBack: () => void
  /** Puts a conflict aside by its key; without one, what an act on several left out. */
  dismiss: (key?: string) => void
}

/**
 * Acts on episodes: optimistic, in their order, each taken back within ten seconds (useSending.ts). Without an answer they wait in the browser (queue.ts); where
 * somebody was faster the episode shows as it is, and what was typed is kept.
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
        // Of several those alone that are listed: an act on a whole incident reaches further than the page.
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
    // A dialog may have opened before the last answer to an act of ours; sending.ts adds what our acts make of it until this one is sent.
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

/** A key no other act has, in the order of their times; short, because the platform is told it too. */
export const keyAt = (now = Date.now()): string => `${now}-${crypto.getRandomValues(new Uint32Array(2)).join('-')}`
