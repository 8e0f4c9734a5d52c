import { elapse, nextDue, type RuleChange } from '../../../resources/kit/rule.ts'
import type { Registry } from '../../platform.ts'
import type { Journal } from '../journal.ts'
import { freshnessOf, isStopped, lastOf, repeatAt, type Watch } from '../watch.ts'

/** When a watch is looked at that something happened to: with the next tick. */
const SOON = 0
/** After so long, ms, the clock looks at a watch again in any case: what it goes by may have changed unseen. */
const MAX_INTERVAL_MS = 10_000

/** Where what the clock brings about goes. */
export interface Means {
  apply(watch: Watch, change: RuleChange, now: number): void
  /** Whether its device is without data. */
  mark(watch: Watch, now: number): void
}

export type Ticking = ReturnType<typeof createTicking>

/**
 * The watches that the clock may move: pending, in alarm (sent again, or without data), or asked to tell of silence. Each is looked at when its time
 * has come, not with every tick.
 */
export function createTicking(registry: Registry, journal: Pick<Journal, 'repeated' | 'moved'>) {
  const dueAt = new Map<Watch, number>()
  let ticked = 0

  /** Answers when it is to be looked at next. */
  const look = (watch: Watch, now: number, { apply, mark }: Means): number => {
    // Silence of a stopped device is none; started again it has all of its time.
    if (isStopped(registry, watch.deviceId)) {
      watch.heard = now
      return SOON
    }
    const fresh = freshnessOf(registry, watch)
    const heardAt = lastOf(registry, watch)?.ts ?? watch.ts
    const late = now - heardAt > fresh
    let passed = elapse(watch, watch.rule, now, fresh, late)
    if (!passed) mark(watch, now)
    for (; passed; passed = elapse(watch, watch.rule, now, fresh, late)) apply(watch, passed, now)
    if (!late && now >= repeatAt(watch)) {
      watch.sentAt = now
      journal.repeated(watch, now)
      journal.moved(watch)
    }
    const turns = late ? Infinity : Math.min(heardAt + fresh + 1, repeatAt(watch))
    return Math.min(nextDue(watch, watch.rule), turns, now + MAX_INTERVAL_MS)
  }

  return {
    /** Something happened to a watch: it is looked at with the next tick. */
    soon: (watch: Watch): void => void dueAt.set(watch, SOON),
    /** Something happened to what watches go by; those that the clock does not move stay so. */
    anew(watches: Iterable<Watch>): void {
      for (const watch of watches) if (dueAt.has(watch)) dueAt.set(watch, SOON)
    },
    drop: (watch: Watch): void => void dueAt.delete(watch),
    clear: (): void => dueAt.clear(),
    tick(now: number, means: Means): void {
      // What was not due by a clock that ran ahead may be by the one that was put right.
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
