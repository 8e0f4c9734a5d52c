import type { Alarms, Registry } from '../../platform.ts'
import type { Rule } from '../rules.ts'
import { lastValueOf } from '../watch.ts'
import { firedValueOf, type EpisodeRow } from './row.ts'

/** Gives access to the states of rules. */
export interface RuleStateSource {
  registry: Registry
  alarms: Pick<Alarms, 'standing'>
}

/**
 * Returns the value that an episode is told to have now, in the scale of its rule's limits: the newest value. For a
 * mean, a change, a class and an index, which are not made of one value, it is what was judged last, where this process
 * leads, else what the episode fired with. Null where that was not known either.
 */
export const valueNow = ({ registry, alarms }: RuleStateSource, rule: Rule, row: EpisodeRow): number | null =>
  lastValueOf(registry, { rule, deviceId: row.device_id }) ??
  alarms.standing(rule.id, row.device_id)?.value ??
  firedValueOf(row)
