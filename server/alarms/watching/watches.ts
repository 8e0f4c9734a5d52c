import { followRule, type Watch } from '../watch.ts'
import type { Places } from './places.ts'

/** Every rule over every device that it watches. All watches it returns are woken (places.ts). */
export interface Watches {
  all(): Iterable<Watch>
  of(ruleId: number, deviceId: number): Watch | undefined
  /** Ids of the rules that watch anything. */
  rules(): Iterable<number>
  has(ruleId: number): boolean
  /**
   * Replaces the watches of a rule. Returns the watches as they are then, since an existing one may continue under a
   * rule that changed, and those that are over.
   */
  put(ruleId: number, made: readonly Watch[]): { kept: Watch[]; over: Watch[] }
}

export function createWatches(places: Places): Watches {
  const byRule = new Map<number, Map<number, Watch>>()
  return {
    *all() {
      places.wake()
      for (const watches of byRule.values()) yield* watches.values()
    },
    of(ruleId, deviceId) {
      const watch = byRule.get(ruleId)?.get(deviceId)
      if (watch) places.wake(watch)
      return watch
    },
    rules: () => byRule.keys(),
    has: (ruleId) => byRule.has(ruleId),
    put(ruleId, made) {
      const old = new Map(byRule.get(ruleId))
      // By the old rule, which says where the watches are placed.
      for (const watch of old.values()) places.remove(watch)
      const kept = made.map((one) => {
        const watch = followRule(old.get(one.deviceId), one)
        if (watch !== one) old.delete(one.deviceId)
        return watch
      })
      if (kept.length > 0) byRule.set(ruleId, new Map(kept.map((watch) => [watch.deviceId, watch])))
      else byRule.delete(ruleId)
      kept.forEach(places.place)
      return { kept, over: [...old.values()] }
    },
  }
}
