import { useSyncExternalStore } from 'react'
import type { ActSent } from '../../../../dataProvider/episodes/calls.ts'
import type { Episode } from '../../../../dataProvider/episodes/rows.ts'
import { isRecord } from '../../../../resources/kit/record.ts'
import type { InboxAct } from './acted.ts'

/** An act that waits for the platform: kept in this browser, so that a dead spot or a closed page loses nothing. */
export interface QueuedAct {
  /** One of its own, by which the platform knows it when it is sent again. */
  key: string
  /** Who did it: two people may share a desk. */
  user: number
  ids: number[]
  act: InboxAct
  sent: ActSent
  /** Of several: as each was seen, in the order of `ids`. */
  versions?: number[]
  /** The first episode as it was seen, to name it where the act is refused. */
  about?: Episode
  /** A picture that is not uploaded yet, as a data address. */
  photo?: string
  /** When it was done, epoch ms. */
  at: number
}

/** An act the platform refused, kept until it was seen: what was typed must not be lost. */
export interface RefusedAct extends QueuedAct {
  refused: {
    reason: string
    /** As it stands, where somebody was faster; else as it was seen. */
    episode: Episode
  }
}

type KeptAct = QueuedAct | RefusedAct

/** Each act has a key of its own in the storage: tabs that add and remove never write over one another. */
const PREFIX = 'alarm-acts.'
/** What the storage did not take, for as long as the page lives. */
const unstored = new Map<string, KeptAct>()
let kept: readonly KeptAct[] | null = null
const listeners = new Set<() => void>()

const NONE: readonly KeptAct[] = []

/** All that is kept, the oldest first; the same list until something changes. */
const read = (): readonly KeptAct[] =>
  (kept ??= [...stored(), ...unstored.values()].toSorted((a, b) => a.at - b.at || (a.key < b.key ? -1 : 1)))

function stored(): readonly KeptAct[] {
  try {
    return Object.keys(localStorage)
      .filter((name) => name.startsWith(PREFIX))
      .flatMap((name) => parsed(localStorage.getItem(name)))
  } catch {
    return NONE
  }
}

function parsed(text: string | null): KeptAct[] {
  try {
    const item: unknown = JSON.parse(text ?? '')
    return isRecord(item) && Array.isArray(item['ids']) && typeof item['at'] === 'number'
      ? [item as unknown as KeptAct]
      : []
  } catch {
    return []
  }
}

function keep(item: KeptAct): void {
  try {
    localStorage.setItem(PREFIX + item.key, JSON.stringify(item))
    unstored.delete(item.key)
  } catch {
    // What stood there before the act was refused would be sent again, and refused again, without an end.
    unstore(item.key)
    unstored.set(item.key, item)
  }
  changed()
}

function drop(key: string): void {
  unstored.delete(key)
  unstore(key)
  changed()
}

function unstore(key: string): void {
  try {
    localStorage.removeItem(PREFIX + key)
  } catch {
    // A browser without storage kept none there.
  }
}

function changed(): void {
  kept = null
  for (const listener of listeners) listener()
}

/** What another tab did; null: it cleared everything. */
function hearOthers({ key, oldValue, newValue }: StorageEvent): void {
  if (key !== null && !key.startsWith(PREFIX)) return
  changed()
  const [before] = parsed(oldValue)
  const [after] = parsed(newValue)
  if (before && !isRefused(before) && (!after || isRefused(after))) for (const listener of settled) listener(before)
}

const settled = new Set<(item: QueuedAct) => void>()

/** Tells of acts that another tab sent, or took back. */
export function hearSettled(listener: (item: QueuedAct) => void): () => void {
  settled.add(listener)
  return () => void settled.delete(listener)
}

const isRefused = (item: KeptAct): item is RefusedAct => 'refused' in item

export const enqueue = (item: QueuedAct): void => keep(item)
export const unqueue = (key: string): void => drop(key)
/** Keeps a refused act in place of the one that waited. */
export const refuse = (item: QueuedAct, refused: RefusedAct['refused']): void => keep({ ...item, refused })

/** The oldest that waits of a user's, as the storage has it now: another tab may have sent what this one still knew of. */
export function nextQueued(user: number): QueuedAct | undefined {
  kept = null
  return read().find((item) => item.user === user && !isRefused(item))
}

/** Acts of a user that wait to be sent, the oldest first, by whichever tab they were done. */
export const useQueue = (user: number): readonly QueuedAct[] =>
  useSyncExternalStore(subscribe, read, () => NONE).filter((item) => item.user === user && !isRefused(item))

/** Acts of a user that the platform refused and that nobody has put aside yet. */
export const useRefusedActs = (user: number): readonly RefusedAct[] =>
  useSyncExternalStore(subscribe, read, () => NONE)
    .filter(isRefused)
    .filter((item) => item.user === user)

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    // Nobody listened meanwhile.
    kept = null
    globalThis.addEventListener('storage', hearOthers)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) globalThis.removeEventListener('storage', hearOthers)
  }
}
