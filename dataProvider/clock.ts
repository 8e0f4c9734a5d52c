/**
 * The platform's time in the browser, whose own clock may be wrong. The console uses it to decide what is stale, what
 * day it is and how long ago something happened.
 *
 * Each answer carries the time when it was written, in whole seconds (`Date` header): that second lies between the
 * sending of the request and the arrival of the answer. Many answers together narrow the offset of the browser's clock
 * down to well below a second.
 */

/** Current time by the platform's clock, epoch ms; by the browser's before the first answer. */
export const platformNow = (): number => Date.now() + clockOffset()

/** How far the platform's clock is ahead of the browser's, ms; 0 before the first answer. */
export const clockOffset = (): number => (bounds === null ? 0 : clamp(Math.round((bounds.least + bounds.most) / 2)))

/**
 * Updates the offset from an answer.
 *
 * @param date its `Date` header
 * @param sent when the request was sent by the browser's clock, epoch ms
 * @param received when the answer arrived by the browser's clock, epoch ms
 */
export function learnClock(date: string | null, sent: number, received: number): void {
  const second = date === null ? NaN : Date.parse(date)
  // A browser clock that was set back during the request makes it useless.
  if (Number.isNaN(second) || received < sent) return
  const seen = { least: second - received, most: second + 1000 - sent }
  const least = Math.max(seen.least, bounds?.least ?? -Infinity)
  const most = Math.min(seen.most, bounds?.most ?? Infinity)
  // If the ranges do not overlap, one of the two clocks was set meanwhile: the latest answer counts.
  bounds = least <= most ? { least, most } : seen
  for (const listener of listeners) listener()
}

/** Whether the browser's clock is off by more than usual differences between computers, so that the user is warned. */
export const isClockWrong = (): boolean => Math.abs(clockOffset()) > MAX_CLOCK_SKEW_MS
const MAX_CLOCK_SKEW_MS = 2 * 60_000

/** Calls back after each answer. Returns the function that unsubscribes. */
export function onClockLearnt(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Forgets the offset: the browser's clock counts. */
export function forgetClock(): void {
  bounds = null
}

/** Offsets under half a second are ignored: every `now` of the console then agrees with the browser's clock. */
const clamp = (offset: number): number => (Math.abs(offset) < EXACT ? 0 : offset)
const EXACT = 500

/** The range that the offset lies in, ms. */
let bounds: { least: number; most: number } | null = null
const listeners = new Set<() => void>()
