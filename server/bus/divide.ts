import type { LiveDevice } from '../platform.ts'
import type { Batch } from '../platform/processes.ts'
import { toBusBatch, type BusBatch } from './batches.ts'

/**
 * Most values in one message: some 450 kB where each value has a device and a time of its own; NATS accepts 1 MB by
 * default.
 */
const MAX_VALUES = 10_000
/** Most commits whose remaining parts are awaited. A commit that never arrives whole is judged from the alarm inbox. */
const MAX_OPEN_COMMITS = 1000

/** Returns the part of the subject under which a device's samples are published: its project and its area. */
export const areaOf = ({ project_id, district_id }: Pick<LiveDevice, 'project_id' | 'district_id'>): string =>
  `${project_id}.${district_id}`

/** Divides batches into messages, each about one area. Messages of one area are in order. */
export function divideByArea(batches: readonly Batch[], most = MAX_VALUES): { area: string; batches: BusBatch[] }[] {
  const messages: { area: string; batches: BusBatch[]; values: number }[] = []
  const current = new Map<string, (typeof messages)[number]>()
  for (const batch of batches) {
    const parts = partsOf(batch, most)
    for (const { area, part } of parts) {
      const values = part.samples.length + part.marked.length
      let message = current.get(area)
      if (!message || message.values + values > most) {
        message = { area, batches: [], values: 0 }
        current.set(area, message)
        messages.push(message)
      }
      message.values += values
      message.batches.push(toBusBatch(part, batch.inbox === null ? 1 : parts.length))
    }
  }
  return messages.map(({ area, batches: told }) => ({ area, batches: told }))
}

function partsOf({ inbox, samples, marked }: Batch, most: number): { area: string; part: Batch }[] {
  const parts: { area: string; part: Batch }[] = []
  const current = new Map<string, Batch>()
  const partOf = (device: LiveDevice): Batch => {
    const area = areaOf(device)
    let part = current.get(area)
    if (!part || part.samples.length + part.marked.length >= most) {
      part = { inbox, samples: [], marked: [] }
      current.set(area, part)
      parts.push({ area, part })
    }
    return part
  }
  for (const sample of samples) partOf(sample.device).samples.push(sample)
  for (const sample of marked) partOf(sample.device).marked.push(sample)
  return parts
}

/**
 * Leaves the row of the alarm inbox only on the part of its commit that arrives last, so that the commit is judged once
 * all its parts have arrived.
 */
export function createPartCollector(): (told: BusBatch) => BusBatch {
  /** Number of parts still to come, by alarm-inbox row. */
  const open = new Map<string, number>()
  return (told) => {
    const { inbox, of } = told
    if (inbox === null || of === undefined) return told
    const left = (open.get(inbox) ?? of) - 1
    open.delete(inbox)
    if (left === 0) return told
    open.set(inbox, left)
    for (const oldest of open.keys()) {
      if (open.size <= MAX_OPEN_COMMITS) break
      open.delete(oldest)
    }
    return { ...told, inbox: null }
  }
}
