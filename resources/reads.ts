import { BIG_SCREEN_KEY, COMPARISON_KEY, HISTORY_KEY, OVERVIEW_KEY, RANKING_KEY } from './pageKeys.ts'
import { REAL_TIME_KEY } from './control.ts'
import { isSuper, mayOpen, type Caller } from './kit/access.ts'
import { QUALITY_KEY } from './review.ts'

/**
 * Data that is read by calls outside of the definitions, with the menu keys that open each: any one of them is enough,
 * without one the platform refuses. Server routes name their entry, the console checks it before it draws. 1 is the
 * overview, 8 the big screen.
 */
export const readKeys = {
  /** Live states, the feed, and the number of devices online. */
  live: [OVERVIEW_KEY, REAL_TIME_KEY, RANKING_KEY, BIG_SCREEN_KEY],
  /** A device's connection history. */
  onlineRecord: [REAL_TIME_KEY],
  /** Stored values of a device, which the form of a threshold also shows as a preview. */
  history: [OVERVIEW_KEY, REAL_TIME_KEY, HISTORY_KEY, QUALITY_KEY, '4-1', BIG_SCREEN_KEY],
  /** Values of several nodes over a month. */
  comparison: [COMPARISON_KEY, BIG_SCREEN_KEY],
  /** The videos of an area. */
  videos: [REAL_TIME_KEY, '3-6'],
  /** State and messages of an HJ 212 station besides its values, and the commands sent to it. */
  station: [REAL_TIME_KEY, '3-3'],
  /** One gateway, for users who may see its devices. */
  gateway: [REAL_TIME_KEY, '3-3', '3-4'],
} as const satisfies Record<string, readonly string[]>

export type Read = keyof typeof readKeys

/** Whether the caller may read this data at all; scope decides which records. */
export const mayRead = (caller: Caller, what: Read): boolean =>
  isSuper(caller) || readKeys[what].some((key) => mayOpen(caller, key))
