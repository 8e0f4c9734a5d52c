import type { LiveNode, LiveSample } from './platform.ts'

/** From `since` on (epoch ms), until `until` where that is not null, what is read is (raw - zero) * factor. */
export interface Calibration {
  since: number
  until: number | null
  zero: number
  factor: number
}

/** What is read of a value that came: by the newest calibration of its moment. */
export function calibrated(list: readonly Calibration[], raw: number, ts: number): number {
  const own = list.find(({ since }) => since <= ts)
  const read = own && (own.until === null || own.until > ts) ? (raw - own.zero) * own.factor : raw
  // No number at all would be no JSON either.
  return Number.isFinite(read) ? read : raw
}

/** Reads samples by their nodes' calibrations, in place; what came stands beside. */
export function readSamples(samples: readonly LiveSample[]): void {
  for (const sample of samples) {
    if (sample.node.calibrations.length === 0) continue
    sample.raw = sample.value
    sample.value = calibrated(sample.node.calibrations, sample.value, sample.ts)
  }
}

/** What came: this is what is stored. */
export const rawOf = ({ raw, value }: Pick<LiveSample, 'raw' | 'value'>): number => raw ?? value

/** The last value that came of a node. */
export const rawLastOf = ({ last }: LiveNode): { value: number; ts: number } | null =>
  last && { value: last.raw ?? last.value, ts: last.ts }
