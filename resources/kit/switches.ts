/**
 * Final result of a command. `confirmed`: the device reported the value; `different`: it reported another one;
 * `timed_out`: it reported none in time; `unreachable`: no connection could take the command; `refused`: it was never
 * sent.
 */
export const switchResults = ['confirmed', 'different', 'timed_out', 'unreachable', 'refused'] as const
export type SwitchResult = (typeof switchResults)[number]

/** What decides whether a switch of an alarm can be undone; values as the device stores them, null if unknown. */
export interface SwitchState {
  before: number | null
  after: number
  /** Null while the device may still answer. */
  result: SwitchResult | null
  /** The last undo; its result is null while the device may still answer. */
  undo: { result: SwitchResult | null } | null
}

/** Results of an undo after which it may be repeated. */
export const undoAgain: readonly SwitchResult[] = ['different', 'timed_out', 'unreachable']

/** Whether the switch can be undone: it was sent, the former value is known and different, and it is not undone yet. */
export const canUndo = ({ before, after, result, undo }: SwitchState): boolean =>
  result !== 'refused' &&
  result !== 'unreachable' &&
  before !== null &&
  before !== after &&
  (undo === null || (undo.result !== null && undoAgain.includes(undo.result)))
