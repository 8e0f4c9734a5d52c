import { BIG_SCREEN_KEY, COMPARISON_KEY, HISTORY_KEY, OVERVIEW_KEY, RANKING_KEY } from './pageKeys.ts'
import { REAL_TIME_KEY } from './control.ts'
import { isSuper, mayOpen, type Caller } from './kit/access.ts'
import { QUALITY_KEY } from './review.ts'

/**
 * What can be read by calls that are no definition's own, and the menu keys that open each: any one of them does, without one the platform
 * refuses. The server names a row at its route, the console asks before it draws. 1 is the overview, 8 the big screen.
 */
export const readKeys = {
  /** Live states, the feed, and how many are online. */
  live: [OVERVIEW_KEY, REAL_TIME_KEY, RANKING_KEY, BIG_SCREEN_KEY],
  /** When a device went online and offline. */
  onlineRecord: [REAL_TIME_KEY],
  /** Stored values of a device; a threshold's form previews them. */
  history: [OVERVIEW_KEY, REAL_TIME_KEY, HISTORY_KEY, QUALITY_KEY, '4-1', BIG_SCREEN_KEY],
  /** Several nodes over a month. */
  comparison: [COMPARISON_KEY, BIG_SCREEN_KEY],
  /** The videos of an area. */
  videos: [REAL_TIME_KEY, '3-6'],
  /** What a station of HJ 212 says besides values, and what it was told. */
  station: [REAL_TIME_KEY, '3-3'],
  /** One gateway, for those who see its devices. */
  gateway: [REAL_TIME_KEY, '3-3', '3-4'],
} as const satisfies Record<string, readonly string[]>

export type Read = keyof typeof readKeys

/** Whether the caller may read it at all; which records is a question of scope. */
export const mayRead = (caller: Caller, what: Read): boolean =>
  isSuper(caller) || readKeys[what].some((key) => mayOpen(caller, key))
