import { useSyncExternalStore } from 'react'
import type { ActSent } from '../../../../dataProvider/episodes/calls.ts'
import type { Episode } from '../../../../dataProvider/episodes/rows.ts'
import { isRecord } from '../../../../resources/kit/record.ts'
import type { InboxAct } from './acted.ts'

/**
 * An act that waits for the platform: stored in this browser, so that a lost connection or a closed page loses nothing.
 */
export interface QueuedAct {
  /** Key of the act, by which the platform recognizes a repeated request. */
  key: string
  /** Id of the user who acted: two people may share a desk. */
  user: number
  ids: number[]
  act: InboxAct
  sent: ActSent
  /** For several episodes: the version of each that the user saw, in the order of `ids`. */
  versions?: number[]
  /** The first episode as the user saw it, to name it where the act is refused. */
  about?: Episode
  /** A picture that has not been uploaded yet, as a data address. */
  photo?: string
  /** Time of the act, epoch ms. */
  at: number
}

/** An act that the platform refused, kept until the user dismisses it: typed text must not be lost. */
export interface RefusedAct extends QueuedAct {
  refused: {
    reason: string
    /** The current episode where another user was faster; otherwise the episode as the user saw it. */
    episode: Episode
  }
}

type KeptAct = QueuedAct | RefusedAct

/**
 * Prefix of the storage keys. Each act has its own key, so that tabs that add and remove acts never overwrite one
 * another's.
 */
const PREFIX = 'alarm-acts.'
/** Acts that the storage did not accept, for as long as the page lives. */
const unstored = new Map<string, KeptAct>()
let kept: readonly KeptAct[] | null = null
const listeners = new Set<() => void>()

const NONE: readonly KeptAct[] = []

/** Returns all kept acts, oldest first; the same array until something changes. */
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
    // The stored act, from before it was refused, would be sent and refused again without end.
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
    // A browser without storage has no stored act either.
  }
}

function changed(): void {
  kept = null
  for (const listener of listeners) listener()
}

/** Handles a storage event of another tab; a null key means that the tab cleared everything. */
function hearOthers({ key, oldValue, newValue }: StorageEvent): void {
  if (key !== null && !key.startsWith(PREFIX)) return
  changed()
  const [before] = parsed(oldValue)
  const [after] = parsed(newValue)
  if (before && !isRefused(before) && (!after || isRefused(after))) for (const listener of settled) listener(before)
}

const settled = new Set<(item: QueuedAct) => void>()

/** Calls the listener for each act that another tab sent or took back. */
export function onSettled(listener: (item: QueuedAct) => void): () => void {
  settled.add(listener)
  return () => void settled.delete(listener)
}

const isRefused = (item: KeptAct): item is RefusedAct => 'refused' in item

export const enqueue = (item: QueuedAct): void => keep(item)
export const unqueue = (key: string): void => drop(key)
/** Stores a refused act in place of the waiting one. */
export const refuse = (item: QueuedAct, refused: RefusedAct['refused']): void => keep({ ...item, refused })

/**
 * Returns a user's oldest waiting act, freshly read from the storage: another tab may have sent the one that this tab
 * still knew.
 */
export function nextQueued(user: number): QueuedAct | undefined {
  kept = null
  return read().find((item) => item.user === user && !isRefused(item))
}

/** Returns a user's acts that wait to be sent, oldest first, from all tabs. */
export const useQueue = (user: number): readonly QueuedAct[] =>
  useSyncExternalStore(subscribe, read, () => NONE).filter((item) => item.user === user && !isRefused(item))

/** Returns a user's acts that the platform refused and that the user has not dismissed yet. */
export const useRefusedActs = (user: number): readonly RefusedAct[] =>
  useSyncExternalStore(subscribe, read, () => NONE)
    .filter(isRefused)
    .filter((item) => item.user === user)

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    // Without listeners, storage events were not heard.
    kept = null
    globalThis.addEventListener('storage', hearOthers)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) globalThis.removeEventListener('storage', hearOthers)
  }
}
