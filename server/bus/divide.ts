import type { LiveDevice } from '../platform.ts'
import type { Batch } from '../platform/processes.ts'
import { toldOf, type Told } from './batches.ts'

/** Most values of one message: some 450 kB where each has a device and a moment of its own, and NATS takes 1 MB unless told otherwise. */
const MAX_VALUES = 10_000
/** Commits whose parts are waited for. One that never comes whole is judged from the alarm inbox. */
const MAX_OPEN_COMMITS = 1000

/** What a device's samples are told under: its project and its area. */
export const areaOf = ({ project_id, district_id }: Pick<LiveDevice, 'project_id' | 'district_id'>): string =>
  `${project_id}.${district_id}`

/** Batches as messages, each about one area. Those of one area are in order. */
export function divided(batches: readonly Batch[], most = MAX_VALUES): { area: string; batches: Told[] }[] {
  const messages: { area: string; batches: Told[]; values: number }[] = []
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
      message.batches.push(toldOf(part, batch.inbox === null ? 1 : parts.length))
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

/** Puts the row of the alarm inbox with the last part of its commit that comes: it is judged once all of it was heard. */
export function createCollecting(): (told: Told) => Told {
  /** Parts still to come, by row. */
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
