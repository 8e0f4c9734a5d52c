import type { Log } from '../../log.ts'
import type { Registry } from '../../platform.ts'
import type { Storage } from '../../storage/types.ts'
import type { Peaks } from '../episodes/peaks.ts'
import type { Journal } from '../journal.ts'
import type { Line } from '../watching/line.ts'
import type { Places } from '../watching/places.ts'
import type { Ticking } from '../watching/ticking.ts'
import type { Watch } from '../watch.ts'
import type { Watches } from '../watching/watches.ts'

/** What the engine is created with. */
export interface Services {
  storage: Storage
  registry: Registry
  journal: Journal
  log: Log
  /** Time zone of the rules' schedules and nights. */
  timeZone?: string
  /** Returns the limit that an alarm reached, in words, for lists of devices. */
  limitOf?: (watch: Watch) => string
  /** Since when this process listens, epoch ms. */
  heard?: number
  /**
   * Whether what other processes take is known here within a moment; else the state of a watch here says little of its
   * state at the leader.
   */
  whole?: () => boolean
  /**
   * Whether this process hears the samples that other processes take; else `takeDevices` says which devices it takes.
   */
  hears?: boolean
}

/**
 * The engine as the functions of this folder use it. Its state is the watches, one for each rule over each device, and
 * where each of them is; `watches`, `places` and `ticking` find them in three ways: by rule, by sample, and by when the
 * clock is due. Changes leave by `journal` (to the database) and `registry` (to the live state).
 */
export interface Engine extends Services {
  heard: number
  whole: () => boolean
  hears: boolean
  /** Every watch, by rule and device. */
  watches: Watches
  /** The watches over a sample's node, and whether all of them rest. */
  places: Places
  /** The watches that the clock may move, each with the time at which it is due. */
  ticking: Ticking
  /** The worst values that are not written yet. */
  peaks: Peaks
  /** The batches, in the order of receipt; while the inbox is read they wait here. */
  line: Line
  /**
   * Reads one rule, or all (null), again; the calls run one at a time: of two at once the one that read first could be
   * the last to write.
   */
  reload: (id: number | null) => Promise<void>
}
