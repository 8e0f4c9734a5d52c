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
import { createLine, gathered, inTurn } from './watching/line.ts'
import { createPlaces } from './watching/places.ts'
import { createTicking, type Means } from './watching/ticking.ts'
import { createWatches } from './watching/watches.ts'

export interface AlarmEngine {
  /** A committed batch; `inbox` is its row in the inbox. Costs one look-up a device where no rule watches it, and one more a sample where one does. */
  received(samples: readonly LiveSample[], inbox?: string | null, now?: number): void
  /** The inbox row of a batch, so that it is evaluated even if this process dies right after the commit. */
  inboxOf(samples: readonly LiveSample[]): InboxRow | null
  tick(now: number): void
  /** A rule over one device; undefined where none is watched. */
  watch(ruleId: number, deviceId: number): Watch | undefined
  /** Hands over what is written every few seconds only. Call it before this process leads no more. */
  flush(): void
  /** Follows a change of records: rules and devices matter. */
  changed(table: string, id: number | null): Promise<void>
  /**
   * Takes over leadership: restores the previous leader's state and evaluates what is left in the inbox.
   * @param begin called when what is stored has been read: what happens from then on is written
   */
  adopt(begin: () => void): Promise<void>
  /**
   * Puts the rules over devices where the leader has them: this process did not hear of them before, and takes their samples once this is over. Not of one
   * that leads.
   */
  takeDevices(devices: ReadonlySet<number>): Promise<void>
  /** Whether what came waits until the inbox is read: the clock must not pass what it says. */
  isReading(): boolean
  /**
   * Takes last values that were read again, since some may have been missed. In a process that does not lead they say where alarms stand; for the leader they
   * end alarms and begin none, after what moves a rule was read from the inbox: a last value says nothing of those before it.
   * @param leads asked once it is their turn: the process may have begun to lead while they waited
   */
  takeAgain(again: readonly LiveSample[], leads: () => boolean): Promise<void>
  /** Evaluates batches the leader missed, for example while it could not listen. */
  catchUp(): Promise<void>
}

/**
 * Every rule over every device it names, in memory: loaded with two queries, kept by `changed`. The journal alone writes. What the engine knows is one record
 * (engine/state.ts); what happens to it stands in engine/, a file for each kind of event.
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
  const reload = inTurn((id: number | null) => readRules(engine, id))
  const engine: Engine = { ...services, heard, whole, hears, watches, places, ticking, peaks, line, reload }
  const means: Means = {
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
    // Partitions come several at a time: each time all states are read.
    takeDevices: gathered((devices: ReadonlySet<number>) => takeDevices(engine, devices)),
    isReading: line.isWaiting,
    takeAgain: (again, leads) =>
      line.inOrder(async () => {
        const samples = await trustedAgain(again)
        if (leads()) await judgeLeft({ storage, registry, again: samples }, judge)
        else judge({ samples, now: Date.now(), inbox: null })
      }),
    catchUp: () => line.inOrder(() => judgeLeft({ storage, registry }, judge)),
  }
}
