import { readFrame, type FeedMessage } from '../../../dataProvider/normalise.ts'

/** A text frame of the feed as it came, with what was read from it; nothing is where another platform sends something else. */
export interface FlowEntry {
  key: number
  /** When it arrived, epoch ms. */
  at: number
  raw: string
  messages: readonly FeedMessage[]
}

/** Messages kept: older ones are let go. */
export const MAX_MESSAGES = 500
/** A longer frame is cut: nobody reads it, and the page has to draw it. */
const MAX_CHARS = 20_000

let counted = 0

export const entryOf = (frame: string, at: number): FlowEntry => ({
  key: ++counted,
  at,
  raw: frame.slice(0, MAX_CHARS),
  messages: readFrame(frame),
})

/** Newest first, the oldest let go. */
export const prependEntries = (entries: readonly FlowEntry[], more: readonly FlowEntry[]): readonly FlowEntry[] =>
  [...more.toReversed(), ...entries].slice(0, MAX_MESSAGES)

/** With what came before the dialog opened, the newest of it last; what came over the feed meanwhile is there already. */
export function withPast(entries: readonly FlowEntry[], frames: readonly string[], at: number): readonly FlowEntry[] {
  const seen = new Set(entries.map(({ raw }) => raw))
  const past = frames.filter((frame) => !seen.has(frame)).map((frame) => entryOf(frame, at))
  return [...entries, ...past.toReversed()].slice(0, MAX_MESSAGES)
}

/** JSON set out for reading; what is none, as it came. */
export function prettyPayload(raw: string): string {
  try {
    return JSON.stringify(JSON.parse(raw), null, 2)
  } catch {
    return raw
  }
}
