import { resetState, STATE, type RuleChange } from '../../../resources/kit/rule.ts'
import {
  firstFiredAt,
  freshnessOf,
  lastOf,
  lastSentAt,
  lastValueOf,
  markDevice,
  unindexed,
  withinLimits,
  type Watch,
} from '../watch.ts'
import { ruleStateOf, type StoredState } from '../watching/stored.ts'
import type { Engine } from './state.ts'

/**
 * Takes a change that a sample or the clock caused: the watch is in the new state already, and what follows from it is
 * passed on.
 */
export function apply(engine: Engine, watch: Watch, { kind, at, by, was }: RuleChange, now: number): void {
  const { journal, peaks } = engine
  const moment = by === 'sample' ? Math.min(watch.ts, at) : at
  if (kind === 'fire')
    Object.assign(watch, {
      episode: journal.fired(watch, { at: moment, by, receivedAt: now }),
      sentAt: lastSentAt(watch, moment, now),
      firedAt: firstFiredAt(watch, moment),
    })
  if (kind === 'worsen') journal.worsened(watch, at)
  if (kind === 'recover') {
    peaks.write([watch])
    // The watch is calm already. The recovery is told with the limit that the alarm had reached, to the recipients of
    // that limit.
    journal.recovered({ ...watch, ...was }, moment, true)
    watch.ended = { at: moment, firedAt: watch.firedAt, sentAt: watch.sentAt }
  }
  settle(engine, watch, now)
}

/** Ends a watch's alarm without a message: its rule or its device was disabled or deleted. */
export function clear(engine: Engine, watch: Watch, now: number): void {
  if (watch.state === STATE.normal) return
  if (watch.state === STATE.alarm) {
    engine.peaks.write([watch])
    engine.journal.recovered(watch, now, false)
  }
  resetState(watch)
  settle(engine, watch, now)
}

/**
 * Restores a stored state. Where the rule is over an index that the law does not know, the alarm ends instead, without
 * a message: the scheme of its project was changed while there was no leader, and no value would end it. An alarm about
 * silence ends by itself.
 */
export function revive(engine: Engine, watch: Watch, row: StoredState, now: number): void {
  const { registry, journal } = engine
  const ruleState = ruleStateOf(row)
  if (unindexed(watch.rule).length > 0 && !ruleState.silent) {
    journal.forgotten(row, now, row.state === STATE.alarm)
    return
  }
  Object.assign(watch, ruleState)
  Object.assign(watch, withinLimits(watch.rule, watch))
  if (row.state === STATE.alarm)
    Object.assign(watch, { sentAt: row.sent_at ?? now, firedAt: row.fired_at, episode: { logId: row.log_id } })
  // A doubted value is judged by no rule.
  const value = lastOf(registry, watch)?.doubted ? null : lastValueOf(registry, watch)
  watch.value = value ?? watch.signals?.values(now, freshnessOf(registry, watch))[0] ?? null
  settle(engine, watch, now)
}

/** Passes on everything that follows from a watch's state, in memory and on its way to the database. */
function settle(engine: Engine, watch: Watch, now: number): void {
  const { journal, ticking } = engine
  if (watch.state === STATE.normal) Object.assign(watch, { episode: null, sentAt: null, firedAt: null, peak: null })
  if (watch.state === STATE.normal && !watch.rule.noData) ticking.drop(watch)
  else ticking.soon(watch)
  markDevice(engine, watch, now)
  journal.moved(watch)
}
