import { rawOf, readSamples } from '../calibration.ts'
import type { CommitListener, LiveSample, Registry } from '../platform.ts'
import type { Batch } from '../platform/processes.ts'

/** How long samples are gathered before they are published to other processes, ms. */
export const BATCH_WINDOW_MS = 100

/** A batch in the form that is sent to other processes. */
export interface BusBatch {
  inbox: string | null
  /** Number of parts that the commit is divided into; absent where it is whole. */
  of?: number
  samples: Packed
  marked?: Packed
  /** Indexes of samples that are not to be trusted. */
  doubted?: number[]
  /** Indexes of the doubted samples whose only fault is that they report a past time. */
  past?: number[]
}

/**
 * Samples in compact form: one item for each device and time, which holds the device, the time relative to `from` (ms),
 * then node maps and raw values in turn.
 */
export interface Packed {
  from: number
  items: number[][]
}

/**
 * Gathers what is committed within a short time, and publishes it together. `flush` publishes the gathered batches at
 * once.
 */
export function createBatchPublisher(publish: (batches: Batch[]) => void): { listener: CommitListener; flush(): void } {
  let batches: Batch[] = []
  let timer: NodeJS.Timeout | undefined
  const isPlain = ({ inbox, samples, marked }: Batch): boolean =>
    inbox === null && marked.length === 0 && samples.every(({ doubted }) => !doubted)
  const flush = (): void => {
    clearTimeout(timer)
    if (batches.length === 0) return
    // Cleared before publishing: a failure to publish these batches must not affect later ones.
    const gathered = batches
    batches = []
    publish(gathered)
  }
  return {
    flush,
    listener(samples, inbox, marked) {
      if (batches.length === 0) timer = setTimeout(flush, BATCH_WINDOW_MS)
      const last = batches.at(-1)
      const batch = { inbox, samples: [...samples], marked: [...marked] }
      if (last?.inbox === null && isPlain(batch)) for (const sample of samples) last.samples.push(sample)
      else batches.push(batch)
    },
  }
}

/** Packs a batch for sending to other processes. */
export function toBusBatch({ inbox, samples, marked }: Batch, of = 1): BusBatch {
  const doubted = samples.flatMap((sample, place) => (sample.doubted ? [place] : []))
  const past = samples.flatMap((sample, place) => (sample.past ? [place] : []))
  return {
    inbox,
    ...(of > 1 && { of }),
    samples: packSamples(samples),
    ...(marked.length > 0 && { marked: packSamples(marked) }),
    ...(doubted.length > 0 && { doubted }),
    ...(past.length > 0 && { past }),
  }
}

/** Unpacks a batch of another process, with the devices and nodes that this process knows. */
export const batchOf = ({ inbox, samples, marked, doubted = [], past = [] }: BusBatch, registry: Registry): Batch => ({
  inbox,
  samples: decodeSamples(unpacked(samples), registry, new Set(doubted), new Set(past)),
  marked: marked ? decodeSamples(unpacked(marked), registry) : [],
})

export function packSamples(samples: readonly LiveSample[]): Packed {
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

/**
 * Expands packed samples into the format of the alarm inbox: device, node map, time, value, repeated for each sample.
 */
export function unpacked({ from, items }: Packed): number[] {
  const numbers: number[] = []
  for (const item of items) {
    const [device = 0, after = 0] = item
    for (let at = 2; at + 1 < item.length; at += 2) numbers.push(device, item[at] ?? 0, from + after, item[at + 1] ?? 0)
  }
  return numbers
}

export const numbersOf = (samples: readonly LiveSample[]): number[] =>
  samples.flatMap((sample) => [sample.device.id, sample.node.id, sample.ts, rawOf(sample)])

export function decodeSamples(
  numbers: readonly number[],
  registry: Pick<Registry, 'device'>,
  doubted: ReadonlySet<number> = NONE,
  past: ReadonlySet<number> = NONE,
): LiveSample[] {
  const samples: LiveSample[] = []
  for (let at = 0; at + 3 < numbers.length; at += 4) {
    const device = registry.device(numbers[at] ?? 0)
    const node = device?.nodes.get(numbers[at + 1] ?? 0)
    if (!device || !node) continue
    const sample: LiveSample = { device, node, ts: numbers[at + 2] ?? 0, value: numbers[at + 3] ?? 0 }
    if (doubted.has(at / 4)) sample.doubted = true
    if (past.has(at / 4)) sample.past = true
    samples.push(sample)
  }
  readSamples(samples)
  return samples
}

const NONE: ReadonlySet<number> = new Set()
