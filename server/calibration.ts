import type { LiveNode, LiveSample } from './platform.ts'

/**
 * A calibration. From `since` on (epoch ms), until `until` where that is not null, the reading of a raw value is (raw -
 * zero) * factor.
 */
export interface Calibration {
  since: number
  until: number | null
  zero: number
  factor: number
}

/** Returns the reading of a raw value, by the newest calibration that had begun at `ts`. */
export function calibrated(list: readonly Calibration[], raw: number, ts: number): number {
  const own = list.find(({ since }) => since <= ts)
  const read = own && (own.until === null || own.until > ts) ? (raw - own.zero) * own.factor : raw
  // A result that is not finite could not be written as JSON either.
  return Number.isFinite(read) ? read : raw
}

/** Calibrates samples in place, each by the calibrations of its node; the raw value is kept in `raw`. */
export function readSamples(samples: readonly LiveSample[]): void {
  for (const sample of samples) {
    if (sample.node.calibrations.length === 0) continue
    sample.raw = sample.value
    sample.value = calibrated(sample.node.calibrations, sample.value, sample.ts)
  }
}

/** Returns the raw value of a sample, as it arrived. The raw value is what is stored. */
export const rawOf = ({ raw, value }: Pick<LiveSample, 'raw' | 'value'>): number => raw ?? value

/** Returns the last raw value of a node. */
export const rawLastOf = ({ last }: LiveNode): { value: number; ts: number } | null =>
  last && { value: last.raw ?? last.value, ts: last.ts }
