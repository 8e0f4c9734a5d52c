/**
 * The platform's time in the browser, whose own clock may be wrong: what is stale, what today is and how long ago something was go by it.
 *
 * Each answer says when it was written, in whole seconds (`Date`): between what was sent and what arrived lies that second. Many answers together narrow down
 * how far the browser's clock is off, to well below a second.
 */

/** Now, by the platform's clock, epoch ms; by the browser's before the first answer. */
export const platformNow = (): number => Date.now() + clockOffset()

/** How far the platform's clock is ahead of the browser's, ms; 0 before the first answer. */
export const clockOffset = (): number => (bounds === null ? 0 : clamp(Math.round((bounds.least + bounds.most) / 2)))

/**
 * Learns from an answer.
 *
 * @param date its `Date` header
 * @param sent by the browser's clock, epoch ms
 * @param received by the browser's clock, epoch ms
 */
export function learnClock(date: string | null, sent: number, received: number): void {
  const second = date === null ? NaN : Date.parse(date)
  // A clock that was set meanwhile says nothing.
  if (Number.isNaN(second) || received < sent) return
  const seen = { least: second - received, most: second + 1000 - sent }
  const least = Math.max(seen.least, bounds?.least ?? -Infinity)
  const most = Math.min(seen.most, bounds?.most ?? Infinity)
  // Apart from each other, one of the two clocks was set: the latest answer counts.
  bounds = least <= most ? { least, most } : seen
  for (const listener of listeners) listener()
}

/** Whether the browser's clock is off by more than clocks of computers differ, so that somebody is told. */
export const isClockWrong = (): boolean => Math.abs(clockOffset()) > MAX_CLOCK_SKEW_MS
const MAX_CLOCK_SKEW_MS = 2 * 60_000

/** Calls back after each answer. Answers the function that ends it. */
export function onClockLearnt(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Forgets what was learnt: the browser's clock counts. */
export function forgetClock(): void {
  bounds = null
}

/** A clock that is right to the second is left alone: every `now` of the console then agrees with the browser's. */
const clamp = (offset: number): number => (Math.abs(offset) < EXACT ? 0 : offset)
const EXACT = 500

/** Between what the offset lies, ms. */
let bounds: { least: number; most: number } | null = null
const listeners = new Set<() => void>()
