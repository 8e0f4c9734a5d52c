import { STATE } from '../../resources/kit/rule.ts'
import type { LiveSample } from '../platform.ts'
import type { InboxRow } from '../storage/types.ts'
import { adopt, restore, takeDevices } from './engine/begin.ts'
import { follow, readRules } from './engine/follow.ts'
import { judgeBatch } from './engine/judge.ts'
import { apply } from './engine/settle.ts'
import type { Engine, Services } from './engine/state.ts'
import { createPeaks } from './episodes/peaks.ts'
import { createInbox, judgeLeft, type Batch } from './inbox.ts'
import { markDevice, type Watch } from './watch.ts'
import { trustedOf } from './watching/doubts.ts'
import { createLine, coalesce, serialise } from './watching/line.ts'
import { createPlaces } from './watching/places.ts'
import { createTicking, type TickHandlers } from './watching/ticking.ts'
import { createWatches } from './watching/watches.ts'

export interface AlarmEngine {
  /**
   * Takes a committed batch; `inbox` is its row in the inbox. Costs one look-up per device that no rule watches, and
   * one more per sample of a device that a rule watches.
   */
  received(samples: readonly LiveSample[], inbox?: string | null, now?: number): void
  /** Returns the inbox row of a batch, so that it is evaluated even if this process dies right after the commit. */
  inboxOf(samples: readonly LiveSample[]): InboxRow | null
  tick(now: number): void
  /** Returns the watch of a rule over one device; undefined where there is none. */
  watch(ruleId: number, deviceId: number): Watch | undefined
  /** Hands over what is written every few seconds only. Must be called before this process stops leading. */
  flush(): void
  /** Follows a change of records; those of rules and devices matter. */
  changed(table: string, id: number | null): Promise<void>
  /**
   * Takes over leadership: restores the previous leader's state and evaluates what is left in the inbox.
   * @param begin called when the stored state has been read: what happens from then on is written
   */
  adopt(begin: () => void): Promise<void>
  /**
   * Sets the rules over devices to the state that the leader has stored. For a process that did not hear of these
   * devices before, and takes their samples once this is done; not for the leader.
   */
  takeDevices(devices: ReadonlySet<number>): Promise<void>
  /**
   * Whether batches wait until the inbox is read. Meanwhile the clock must not tick: it would overtake what the batches
   * say.
   */
  isReading(): boolean
  /**
   * Takes last values that were read again because some may have been missed. In a process that does not lead they show
   * where alarms stand. For the leader they end alarms and begin none, and are judged after the inbox: a last value
   * says nothing of the values before it.
   * @param leads asked when it is the turn of these values: the process may have begun to lead while they waited
   */
  takeAgain(again: readonly LiveSample[], leads: () => boolean): Promise<void>
  /** Evaluates batches the leader missed, for example while it could not listen. */
  catchUp(): Promise<void>
  /** Waits until every batch that was received before the call is evaluated. */
  settled(): Promise<void>
}

/**
 * Holds every rule over every device it names, in memory: loaded with two queries, kept up to date by `changed`. Only
 * the journal writes. The engine's state is one record (engine/state.ts); each kind of event has a file in engine/.
 */
export async function createEngine({
  heard = Date.now(),
  whole = () => true,
  hears = true,
  ...services
}: Services): Promise<AlarmEngine> {
  const { storage, registry, journal, log } = services
  const places = createPlaces()
  const watches = createWatches(places)
  const ticking = createTicking(registry, journal)
  const peaks = createPeaks(journal)
  const judge = (batch: Batch): void => judgeBatch(engine, batch)
  const line = createLine(judge)
  const reload = serialise((id: number | null) => readRules(engine, id))
  const engine: Engine = { ...services, heard, whole, hears, watches, places, ticking, peaks, line, reload }
  const means: TickHandlers = {
    apply: (watch, change, now) => apply(engine, watch, change, now),
    mark: (watch, now) => markDevice(engine, watch, now),
  }

  const trustedAgain = (again: readonly LiveSample[]): Promise<LiveSample[]> =>
    trustedOf(storage, places.watched(again).samples)

  await restore(engine)
  const inAlarm = [...watches.all()].filter(({ state }) => state === STATE.alarm).length
  log.info({ rules: [...watches.rules()].length, inAlarm }, 'alarm rules loaded')
  return {
    received(samples, inbox = null, now = Date.now()) {
      line.take({ samples, inbox, now })
    },
    inboxOf: createInbox(places, whole),
    watch: watches.of,
    flush: peaks.flush,
    tick(now) {
      peaks.tick(now)
      ticking.tick(now, means)
    },
    changed: (table, id) => follow(engine, table, id),
    adopt: (begin) => adopt(engine, begin),
    // Partitions arrive several at a time, and each call reads all states.
    takeDevices: coalesce((devices: ReadonlySet<number>) => takeDevices(engine, devices)),
    isReading: line.isWaiting,
    takeAgain: (again, leads) =>
      line.inOrder(async () => {
        const samples = await trustedAgain(again)
        if (leads()) await judgeLeft({ storage, registry, again: samples }, judge)
        else judge({ samples, now: Date.now(), inbox: null })
      }),
    catchUp: () => line.inOrder(() => judgeLeft({ storage, registry }, judge)),
    settled: line.settled,
  }
}
