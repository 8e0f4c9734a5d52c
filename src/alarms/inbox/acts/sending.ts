import { useSyncExternalStore } from 'react'
import { actOnEpisode, actOnEpisodes, conflictIn, type ActResult } from '../../../../dataProvider/episodes/calls.ts'
import { doesNotAnswer, uploadImage, WireError } from '../../../../dataProvider/http.ts'
import { nextQueued, refuse, unqueue, type QueuedAct } from './queue.ts'

/** Listener that is told the results of acts. */
export interface ActListener {
  /**
   * Whether this listener shows the episodes themselves; it takes precedence over one that does not, in whichever order
   * they subscribed.
   */
  hasView: boolean
  sent: (item: QueuedAct, results: readonly ActResult[]) => void
  refused: (item: QueuedAct, failure: unknown) => void
  /** Describes a refusal in the reader's language. */
  wordsOf: (failure: unknown) => string
}

/**
 * Only the last listener is told: the inbox while it is open, otherwise the frame around every page. The frame's
 * listener is loaded with the first act, so it may subscribe later than the inbox.
 */
const hearers: ActListener[] = []

export function addActListener(hearer: ActListener): () => void {
  if (hearer.hasView) hearers.push(hearer)
  else hearers.unshift(hearer)
  return () => {
    hearers.splice(hearers.indexOf(hearer), 1)
    if (hearers.length > 0) return
    made.clear()
    last.clear()
    dropped.clear()
    failures.clear()
  }
}

/**
 * Versions that the reader's own acts and undos made, by "episode:version before". An act on an episode whose older
 * version a list still shows builds on them.
 */
const made = new Map<string, number>()
/** Version that the reader's last act made, by episode. */
const last = new Map<number, number>()

/** Keys of acts that were refused and not kept. */
const dropped = new Set<string>()

/** Whether an act was refused and not kept, so that the user can repeat it. */
export const isDropped = (key: string): boolean => dropped.has(key)

/** The part of an act's result that its undo needs. */
export type Made = Pick<ActResult, 'ok' | 'episode'>

/** Records the versions that the reader's own acts made. */
export function noteOwnVersions(results: readonly Made[]): void {
  for (const { ok, episode } of results) {
    if (!ok || !episode) continue
    made.set(`${episode.id}:${episode.version - 1}`, episode.version)
    last.set(episode.id, episode.version)
  }
}

/**
 * Whether an act is still the reader's last one on its episode: the platform always undoes the last act, so an earlier
 * one must not be offered.
 */
export const isLastMade = ({ episode }: Made): boolean =>
  episode === null || (last.get(episode.id) ?? episode.version) === episode.version

/**
 * Returns the version to which the reader's own acts have brought an episode since. A change by another user is not
 * followed, and stays a conflict.
 */
function versionNow(id: number, version: number): number {
  const next = made.get(`${id}:${version}`)
  return next === undefined ? version : versionNow(id, next)
}

/**
 * Number of attempts to send an act at which the platform itself fails: later acts must not wait behind it for good.
 */
const MAX_TRIES = 5
/**
 * Minimum time of these attempts, ms: each new act sends the waiting ones too, and a platform that fails for some
 * seconds must lose none.
 */
const MIN_TRIED_MS = 60_000
const failures = new Map<string, { tries: number; since: number }>()

/**
 * Whether the platform has failed at an act for MAX_TRIES attempts and MIN_TRIED_MS. Only status 500 counts: a proxy
 * that does not reach the platform is not a failure of the platform.
 */
function failsForGood({ key }: QueuedAct, failure: unknown): boolean {
  if (!(failure instanceof WireError && failure.status === 500)) return false
  const before = failures.get(key)
  const [tries, since] = [(before?.tries ?? 0) + 1, before?.since ?? Date.now()]
  failures.set(key, { tries, since })
  return tries >= MAX_TRIES && Date.now() - since >= MIN_TRIED_MS
}

/** Sends a user's waiting acts, oldest first, until none is left or the platform does not answer. */
export const sendWaiting = (user: number): Promise<void> =>
  inOrder(async () => {
    for (let item = nextQueued(user); item; item = nextQueued(user)) {
      try {
        const results = await post(item)
        noteOwnVersions(results)
        unqueue(item.key)
        setStuck(false)
        hearers.at(-1)?.sent(item, results)
      } catch (failure) {
        // After a sign-out the act waits until its author signs in again.
        if ((doesNotAnswer(failure) && !failsForGood(item, failure)) || isSignedOut(failure)) return setStuck(true)
        giveUp(item, failure)
      }
    }
    setStuck(false)
  })

/** Keeps a refused act where another user was faster or where it has typed text or a picture; drops any other. */
function giveUp(item: QueuedAct, failure: unknown): void {
  const hearer = hearers.at(-1)
  const current = conflictIn(failure)
  const typed = item.sent.note !== undefined || item.photo !== undefined
  const episode = current ?? (typed ? item.about : undefined)
  if (episode) refuse(item, { reason: hearer?.wordsOf(failure) ?? '', episode })
  else {
    dropped.add(item.key)
    unqueue(item.key)
  }
  hearer?.refused(item, failure)
}

const isSignedOut = (failure: unknown): boolean =>
  failure instanceof WireError && (failure.status === 401 || failure.body.code === 401)

/**
 * Sends an act: on one episode by its own call, whose conflict returns the current episode; on several in one call.
 *
 * @throws WireError
 */
async function post({ key, ids, act, sent, versions, photo }: QueuedAct): Promise<ActResult[]> {
  const { version, ...rest } = sent
  const picture = photo === undefined ? {} : { picture: await uploadImage(blobOf(photo)) }
  const [only] = ids
  if (ids.length !== 1 || only === undefined) {
    const seen = versions && { versions: versions.map((each, at) => versionNow(ids[at] ?? 0, each)) }
    return actOnEpisodes(ids, act, { ...rest, ...picture, ...seen, key })
  }
  const body = { ...rest, ...picture, key, ...(version !== undefined && { version: versionNow(only, version) }) }
  return [{ id: only, ok: true, reason: '', episode: await actOnEpisode(only, act, body) }]
}

/** Returns the bytes of a data address; the page's content security policy would refuse fetch(). */
function blobOf(address: string): Blob {
  const [head = '', data = ''] = address.split(',')
  return new Blob([Uint8Array.from(atob(data), (character) => character.charCodeAt(0))], {
    type: /^data:([^;]+)/.exec(head)?.[1] ?? 'image/jpeg',
  })
}

/**
 * Runs acts and undos one after the other, across all tabs of this browser: each builds on the result of the one
 * before.
 */
export const inOrder = (work: () => Promise<void>): Promise<void> =>
  (sending = sending.catch(() => {}).then(() => alone(work)))

let sending: Promise<void> = Promise.resolve()

/**
 * Runs while no other tab runs its own. Browsers without locks, and pages without TLS, order only their own requests.
 */
const alone = (work: () => Promise<void>): Promise<void> =>
  'locks' in navigator && navigator.locks ? navigator.locks.request('alarm-acts', work) : work()

let stuck = false
const listeners = new Set<() => void>()

function setStuck(next: boolean): void {
  if (stuck === next) return
  stuck = next
  for (const listener of listeners) listener()
}

/** Whether the platform did not answer the last time something was sent. */
export const useStuck = (): boolean => useSyncExternalStore(subscribe, () => stuck)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
