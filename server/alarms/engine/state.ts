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

/** What the engine is given. */
export interface Services {
  storage: Storage
  registry: Registry
  journal: Journal
  log: Log
  /** Whose clocks the rules' schedules and nights follow. */
  timeZone?: string
  /** The limit that an alarm reached, in words, for lists of devices. */
  limitOf?: (watch: Watch) => string
  /** Since when this process listens, epoch ms. */
  heard?: number
  /** Whether what other processes take is known here in a moment; else where a watch stands says little of where the leader's does. */
  whole?: () => boolean
  /** Whether this process hears what others take; else it says which devices it takes (`takeDevices`). */
  hears?: boolean
}

/**
 * The engine as the functions of this folder work on it. All that it knows is the watches, one for each rule over each device, and where each stands;
 * `watches`, `places` and `ticking` are three ways to find them: by rule, by sample, and by when the clock is to look. What changed leaves by
 * `journal` (to the database) and `registry` (to the live state).
 */
export interface Engine extends Services {
  heard: number
  whole: () => boolean
  hears: boolean
  /** Every watch, by rule and device. */
  watches: Watches
  /** The watches over a sample's node, and whether all of them rest. */
  places: Places
  /** The watches that the clock may move, each with the moment at which it is looked at next. */
  ticking: Ticking
  /** The worst values that are not written yet. */
  peaks: Peaks
  /** The batches, in the order of receipt; while the inbox is read they wait in it. */
  line: Line
  /** Reads a rule anew, or all (null), one time after the other: of two at once the one that read first could have the last word. */
  reload: (id: number | null) => Promise<void>
}
