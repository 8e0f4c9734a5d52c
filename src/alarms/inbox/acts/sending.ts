import { useSyncExternalStore } from 'react'
import { actOnEpisode, actOnEpisodes, conflictIn, type ActResult } from '../../../../dataProvider/episodes/calls.ts'
import { doesNotAnswer, uploadImage, WireError } from '../../../../dataProvider/http.ts'
import { nextQueued, refuse, unqueue, type QueuedAct } from './queue.ts'

/** Who is told what became of acts. */
export interface Hearer {
  /** Shows the episodes themselves: told before one that does not, whichever of them began to listen first. */
  hasView: boolean
  sent: (item: QueuedAct, results: readonly ActResult[]) => void
  refused: (item: QueuedAct, failure: unknown) => void
  /** A refusal in words of the reader's language. */
  wordsOf: (failure: unknown) => string
}

/** The last is told: the inbox while it is open, else the frame around every page. That one is loaded with the first act, so it may begin to listen last. */
const hearers: Hearer[] = []

export function hear(hearer: Hearer): () => void {
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

/** Versions that the reader's own acts and their undoing made, by "episode:version before": whoever acts on what a list still shows builds on them. */
const made = new Map<string, number>()
/** The version that the last of them made, by episode. */
const last = new Map<number, number>()

/** Keys of acts that were refused and kept nowhere. */
const dropped = new Set<string>()

/** Whether an act was refused, and nothing of it is kept: it can be done anew. */
export const isDropped = (key: string): boolean => dropped.has(key)

/** As much of what became of an act as its undoing needs. */
export type Made = Pick<ActResult, 'ok' | 'episode'>

/** Notes what became of episodes by acts of the reader's. */
export function noteMade(results: readonly Made[]): void {
  for (const { ok, episode } of results) {
    if (!ok || !episode) continue
    made.set(`${episode.id}:${episode.version - 1}`, episode.version)
    last.set(episode.id, episode.version)
  }
}

/** Whether an act is the reader's last on its episode still: the platform takes back the last one, whichever was meant. */
export const isLastMade = ({ episode }: Made): boolean =>
  episode === null || (last.get(episode.id) ?? episode.version) === episode.version

/** The version that the reader's own acts have brought an episode to since; another's change is not among them, and stays a conflict. */
function versionNow(id: number, version: number): number {
  const next = made.get(`${id}:${version}`)
  return next === undefined ? version : versionNow(id, next)
}

/** How often an act is sent at which the platform itself fails: the others must not wait behind it for good. */
const MAX_TRIES = 5
/** And for how long at least: each act that is done meanwhile sends those before it too, and a platform that fails for some seconds loses none. */
const MIN_TRIED_MS = 60_000
const failures = new Map<string, { tries: number; since: number }>()

/** Whether the platform has failed at an act as often, and for as long, as it is sent. A proxy that does not reach it is no failure of its. */
function failsForGood({ key }: QueuedAct, failure: unknown): boolean {
  if (!(failure instanceof WireError && failure.status === 500)) return false
  const before = failures.get(key)
  const [tries, since] = [(before?.tries ?? 0) + 1, before?.since ?? Date.now()]
  failures.set(key, { tries, since })
  return tries >= MAX_TRIES && Date.now() - since >= MIN_TRIED_MS
}

/** Sends what waits of a user's, the oldest first, until nothing is left or the platform does not answer. */
export const sendWaiting = (user: number): Promise<void> =>
  inOrder(async () => {
    for (let item = nextQueued(user); item; item = nextQueued(user)) {
      try {
        const results = await post(item)
        noteMade(results)
        unqueue(item.key)
        setStuck(false)
        hearers.at(-1)?.sent(item, results)
      } catch (failure) {
        // Signed out it waits for its author to come back.
        if ((doesNotAnswer(failure) && !failsForGood(item, failure)) || isSignedOut(failure)) return setStuck(true)
        giveUp(item, failure)
      }
    }
    setStuck(false)
  })

/** What was refused is kept where somebody was faster, or where something was typed. */
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

/** Sends an act: one episode by itself, so that a conflict says as what it stands; several in one call. Throws WireError. */
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

/** The bytes of a data address; fetch() would be refused by the page's policy. */
function blobOf(address: string): Blob {
  const [head = '', data = ''] = address.split(',')
  return new Blob([Uint8Array.from(atob(data), (character) => character.charCodeAt(0))], {
    type: /^data:([^;]+)/.exec(head)?.[1] ?? 'image/jpeg',
  })
}

/** Runs what is sent, acts and their undoing, one after the other, over all tabs of this browser: each builds on what stands after the one before. */
export const inOrder = (work: () => Promise<void>): Promise<void> =>
  (sending = sending.catch(() => {}).then(() => alone(work)))

let sending: Promise<void> = Promise.resolve()

/** While no other tab does. Browsers without the lock, and pages without TLS, have their own order only. */
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
