import type { Alarms, Registry } from '../../platform.ts'
import type { Rule } from '../rules.ts'
import { lastValueOf } from '../watch.ts'
import { firedValueOf, type EpisodeRow } from './row.ts'

/** What knows where rules stand. */
export interface Stands {
  registry: Registry
  alarms: Pick<Alarms, 'standing'>
}

/**
 * What an episode is told to be at now, in the scale of its rule's limits: the newest value or, of a mean, a change and what law makes, which one value does
 * not make, what was judged last, where this process leads; else what it fired with. Null where nothing was known then either.
 */
export const valueNow = ({ registry, alarms }: Stands, rule: Rule, row: EpisodeRow): number | null =>
  lastValueOf(registry, { rule, deviceId: row.device_id }) ??
  alarms.standing(rule.id, row.device_id)?.value ??
  firedValueOf(row)
