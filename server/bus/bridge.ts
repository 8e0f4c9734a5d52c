import type { Log } from '../log.ts'
import type { CommitListener, Feed, FeedMessage, Ingest, LiveSample, Registry, Sessions } from '../platform.ts'
import { rawOf, readSamples } from '../quality/calibrations.ts'
import { GAP, type Bus } from './index.ts'

interface Services {
  log: Log
  bus: Bus
  registry: Registry
  sessions: Sessions
  feed: Feed
}

/** Samples are gathered this long before they are told, ms. */
const GATHER = 100
/** Kinds of messages. */
export const SAMPLES = 'samples'
const CHANGED = 'changed'
const SESSIONS = 'sessions'

/**
 * Lets processes of one database show the same: values reach the live state and the feed of all, records that change are read anew by all,
 * a session that ends or a user who changes is forgotten by all. Answers the rooms that tell the others; give it the ingest with `follow`.
 */
export function acrossProcesses({ log, bus, registry, sessions, feed }: Services): {
  registry: Registry
  sessions: Sessions
  follow(ingest: Ingest): void
} {
  const follow = (table: string, id: number | readonly number[] | null): void => {
    registry
      .changed(table, id)
      .catch((error: unknown) => log.warn({ err: error, table }, 'a change made by another process could not be read'))
  }
  bus.on(SAMPLES, (payload) => {
    const batches = batchesOf(payload, registry)
    const samples = batches.flatMap((batch) => batch.samples)
    registry.received(samples)
    registry.receivedMarked(batches.flatMap((batch) => batch.marked))
    feed.publish(messagesOf(samples))
  })
  bus.on(CHANGED, (payload) => {
    const { table, id } = payload as { table: string; id: number | number[] | null }
    follow(table, id)
  })
  bus.on(SESSIONS, (payload) => sessions.forget((payload as { user: number }).user))
  bus.on(GAP, () => {
    for (const table of ['devicetype', 'district', 'device']) follow(table, null)
  })
  const forget = (user: number): void => bus.publish(SESSIONS, { user })

  return {
    registry: {
      ...registry,
      changed(table, id) {
        bus.publish(CHANGED, { table, id })
        return registry.changed(table, id)
      },
    },
    sessions: {
      ...sessions,
      async end(token) {
        const signedIn = await sessions.find(token)
        await sessions.end(token)
        if (signedIn) forget(signedIn.user.id)
      },
      async renew(token) {
        const signedIn = await sessions.find(token)
        const until = await sessions.renew(token)
        if (signedIn) forget(signedIn.user.id)
        return until
      },
      async endAll(userId, except) {
        await sessions.endAll(userId, except)
        forget(userId)
      },
      forget(userId) {
        sessions.forget(userId)
        forget(userId)
      },
    },
    follow(ingest) {
      if (!bus.alone) ingest.onCommitted(gathering((batches) => bus.publish(SAMPLES, batches)))
    },
  }
}

/** Samples of one commit, as they came, or of several that have nothing in the alarm inbox. */
interface Batch {
  inbox: string | null
  samples: Told
  /** The same of values that their nodes cannot measure. */
  marked?: Told
  /** Places of samples that are not to be trusted. */
  doubted?: number[]
}

/** Samples in few bytes: for each device and moment, device, moment from the first one on, then nodes and raw values in turn. NOTIFY carries them to every process. */
interface Told {
  from: number
  items: number[][]
}

/** Gathers what is committed within a short time into one message. */
function gathering(publish: (batches: Batch[]) => void): CommitListener {
  let batches: { inbox: string | null; samples: LiveSample[]; marked: readonly LiveSample[]; doubted: number[] }[] = []
  return (samples, inbox, marked) => {
    if (batches.length === 0) {
      setTimeout(() => {
        publish(
          batches.map(({ inbox: id, marked: bad, doubted, ...batch }) => ({
            inbox: id,
            samples: told(batch.samples),
            ...(bad.length > 0 && { marked: told(bad) }),
            ...(doubted.length > 0 && { doubted }),
          })),
        )
        batches = []
      }, GATHER)
    }
    const last = batches.at(-1)
    const doubted = samples.flatMap((sample, place) => (sample.doubted ? [place] : []))
    const plain = inbox === null && marked.length === 0 && doubted.length === 0
    if (plain && last?.inbox === null) for (const sample of samples) last.samples.push(sample)
    else batches.push({ inbox, samples: [...samples], marked, doubted })
  }
}

function told(samples: readonly LiveSample[]): Told {
  const from = samples[0]?.ts ?? 0
  const items: number[][] = []
  let [device, ts] = [0, 0]
  for (const sample of samples) {
    if (items.length === 0 || sample.device.id !== device || sample.ts !== ts) {
      device = sample.device.id
      ts = sample.ts
      items.push([device, ts - from])
    }
    items.at(-1)?.push(sample.node.id, rawOf(sample))
  }
  return { from, items }
}

/** As the alarm inbox has them: device, node map, time, value, and so on. */
function untold({ from, items }: Told): number[] {
  const numbers: number[] = []
  for (const [device = 0, after = 0, ...pairs] of items)
    for (let at = 0; at + 1 < pairs.length; at += 2)
      numbers.push(device, pairs[at] ?? 0, from + after, pairs[at + 1] ?? 0)
  return numbers
}

/** The batches of a message, with the devices and nodes as this process knows them. */
export const batchesOf = (
  payload: unknown,
  registry: Registry,
): { inbox: string | null; samples: LiveSample[]; marked: LiveSample[] }[] =>
  (payload as Batch[]).map(({ inbox, samples, marked, doubted = [] }) => ({
    inbox,
    samples: decodeSamples(untold(samples), registry, new Set(doubted)),
    marked: marked ? decodeSamples(untold(marked), registry) : [],
  }))

export const numbersOf = (samples: readonly LiveSample[]): number[] =>
  samples.flatMap((sample) => [sample.device.id, sample.node.id, sample.ts, rawOf(sample)])

export function decodeSamples(
  numbers: readonly number[],
  registry: Registry,
  doubted: ReadonlySet<number> = NONE,
): LiveSample[] {
  const samples: LiveSample[] = []
  for (let at = 0; at + 3 < numbers.length; at += 4) {
    const [deviceId = 0, nodeId = 0, ts = 0, value = 0] = numbers.slice(at, at + 4)
    const device = registry.device(deviceId)
    const node = device?.nodes.get(nodeId)
    if (device && node) samples.push({ device, node, ts, value, ...(doubted.has(at / 4) && { doubted: true }) })
  }
  readSamples(samples)
  return samples
}

const NONE: ReadonlySet<number> = new Set()

/** One message for each device and moment; samples of one item stand together. */
function messagesOf(samples: readonly LiveSample[]): FeedMessage[] {
  const messages: FeedMessage[] = []
  for (const { device, node, ts, value } of samples) {
    const current = messages.at(-1)
    if (current?.deviceid === device.id && current.t === ts) current.values[node.id] = value
    else messages.push({ sn: device.sn, deviceid: device.id, t: ts, values: { [node.id]: value } })
  }
  return messages
}
