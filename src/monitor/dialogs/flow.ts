import { readFrame, type FeedMessage } from '../../../dataProvider/normalise.ts'

/** A text frame of the feed as received, with its parsed message; null where another platform sends other content. */
export interface FlowEntry {
  key: number
  /** Time of arrival, ms since the epoch. */
  at: number
  raw: string
  messages: readonly FeedMessage[]
}

/** Number of messages kept; older ones are dropped. */
export const MAX_MESSAGES = 500
/** Longer frames are cut to this length: they are not readable, and the page would have to render them. */
const MAX_CHARS = 20_000

let counted = 0

export const entryOf = (frame: string, at: number): FlowEntry => ({
  key: ++counted,
  at,
  raw: frame.slice(0, MAX_CHARS),
  messages: readFrame(frame),
})

/** Prepends new entries, newest first, and drops the oldest. */
export const prependEntries = (entries: readonly FlowEntry[], more: readonly FlowEntry[]): readonly FlowEntry[] =>
  [...more.toReversed(), ...entries].slice(0, MAX_MESSAGES)

/**
 * Adds the frames from before the dialog opened, the newest of which comes last in `frames`; frames that the feed
 * delivered meanwhile are skipped.
 */
export function withPast(entries: readonly FlowEntry[], frames: readonly string[], at: number): readonly FlowEntry[] {
  const seen = new Set(entries.map(({ raw }) => raw))
  const past = frames.filter((frame) => !seen.has(frame)).map((frame) => entryOf(frame, at))
  return [...entries, ...past.toReversed()].slice(0, MAX_MESSAGES)
}

/** Returns JSON indented for reading; other text unchanged. */
export function prettyPayload(raw: string): string {
  try {
    return JSON.stringify(JSON.parse(raw), null, 2)
  } catch {
    return raw
  }
}
