/**
 * What became of a command once its end is known. `confirmed`: the device reported the value; `different`: another one; `timed_out`: none in time;
 * `unreachable`: nothing could take it; `refused`: it was never sent.
 */
export const switchResults = ['confirmed', 'different', 'timed_out', 'unreachable', 'refused'] as const
export type SwitchResult = (typeof switchResults)[number]

/** What decides whether a switch of an alarm can be undone; values as the device stores them, null for none. */
export interface SwitchState {
  before: number | null
  after: number
  /** Null while the device may still answer. */
  result: SwitchResult | null
  /** The last undoing; its result null while the device may still answer. */
  undo: { result: SwitchResult | null } | null
}

/** Results of an undoing after which it may be tried again. */
export const undoAgain: readonly SwitchResult[] = ['different', 'timed_out', 'unreachable']

/** Whether there is something to put back: it was sent, from another value that is known, and is not undone yet. */
export const canUndo = ({ before, after, result, undo }: SwitchState): boolean =>
  result !== 'refused' &&
  result !== 'unreachable' &&
  before !== null &&
  before !== after &&
  (undo === null || (undo.result !== null && undoAgain.includes(undo.result)))
