import { advanceClock, nextDue, type RuleChange } from '../../../resources/kit/rule.ts'
import type { Registry } from '../../platform.ts'
import type { Journal } from '../journal.ts'
import { freshnessOf, isStopped, lastOf, repeatAt, type Watch } from '../watch.ts'

/** Due time of a watch that something happened to: the next tick. */
const SOON = 0
/**
 * Longest time, ms, after which the clock looks at a watch again in any case: what the watch depends on may have
 * changed unnoticed.
 */
const MAX_INTERVAL_MS = 10_000

/** Receives what the clock causes. */
export interface TickHandlers {
  apply(watch: Watch, change: RuleChange, now: number): void
  /** Updates whether the watch's device is without data. */
  mark(watch: Watch, now: number): void
}

export type Ticking = ReturnType<typeof createTicking>

/**
 * Holds the watches that the clock may move: pending, in alarm (repeated, or without data), or of a rule over silence.
 * Each is looked at when it is due, not at every tick.
 */
export function createTicking(registry: Registry, journal: Pick<Journal, 'repeated' | 'moved'>) {
  const dueAt = new Map<Watch, number>()
  let ticked = 0

  /** Looks at a watch, and returns when it is due next. */
  const look = (watch: Watch, now: number, { apply, mark }: TickHandlers): number => {
    // A stopped device is not silent; after it is started again, it has the full time.
    if (isStopped(registry, watch.deviceId)) {
      watch.heard = now
      return SOON
    }
    const fresh = freshnessOf(registry, watch)
    const heardAt = lastOf(registry, watch)?.ts ?? watch.ts
    const late = now - heardAt > fresh
    let passed = advanceClock(watch, watch.rule, now, fresh, late)
    if (!passed) mark(watch, now)
    for (; passed; passed = advanceClock(watch, watch.rule, now, fresh, late)) apply(watch, passed, now)
    if (!late && now >= repeatAt(watch)) {
      watch.sentAt = now
      journal.repeated(watch, now)
      journal.moved(watch)
    }
    const turns = late ? Infinity : Math.min(heardAt + fresh + 1, repeatAt(watch))
    return Math.min(nextDue(watch, watch.rule), turns, now + MAX_INTERVAL_MS)
  }

  return {
    /** Makes a watch due at the next tick. */
    soon: (watch: Watch): void => void dueAt.set(watch, SOON),
    /**
     * Makes watches due at the next tick after what they depend on changed; watches that the clock does not move are
     * left alone.
     */
    anew(watches: Iterable<Watch>): void {
      for (const watch of watches) if (dueAt.has(watch)) dueAt.set(watch, SOON)
    },
    drop: (watch: Watch): void => void dueAt.delete(watch),
    clear: (): void => dueAt.clear(),
    tick(now: number, means: TickHandlers): void {
      // What was not due by a clock that ran ahead may be due by the corrected clock.
      const isBack = now < ticked
      ticked = now
      for (const [watch, due] of dueAt) {
        if (now < due && !isBack) continue
        const next = look(watch, now, means)
        // It may have come to rest.
        if (dueAt.has(watch)) dueAt.set(watch, next)
      }
    },
  }
}
