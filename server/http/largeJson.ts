import { ApiError, badRequest } from '../errors.ts'
import { createYielder } from '../pace.ts'

/** Size of text that is parsed in one go, bytes; a part that cannot be divided may be MAX_PIECES times as large. */
const PIECE_BYTES = 64 * 1024
const MAX_PIECES = 4
/** How deep parts are divided: each level scans its text once more. */
const MAX_DEPTH = 6

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a]
const CLOSES: ReadonlyMap<number, number> = new Map([
  [0x5b, 0x5d],
  [0x7b, 0x7d],
])
const OPENS: ReadonlySet<number> = new Set(CLOSES.keys())
const ENDS: ReadonlySet<number> = new Set(CLOSES.values())

/** A part of the text, from its first byte to the one after its last. */
interface Span {
  from: number
  to: number
}

/**
 * Parses a large JSON text in pieces, so that other work has its turn in between: lists and records are divided at
 * their commas, and `parse` gets some 64 kB at once.
 * @throws what `parse` throws
 * @throws {ApiError} 400 for text that is no JSON, 413 where a part is too large to be divided
 */
export function parseLarge(bytes: Buffer, parse: (text: string) => unknown, pace = createYielder()): Promise<unknown> {
  const whole = async ({ from, to }: Span, depth: number): Promise<unknown> => {
    const first = bytes[from] ?? 0
    if (to - from <= PIECE_BYTES) return parse(bytes.toString('utf8', from, to))
    if (!OPENS.has(first)) return plain({ from, to })
    if (depth === MAX_DEPTH) {
      if (to - from > MAX_PIECES * PIECE_BYTES) throw new ApiError(413, 'error.tooLarge')
      return parse(bytes.toString('utf8', from, to))
    }
    return first === 0x5b ? list({ from, to }, depth) : record({ from, to }, depth)
  }
  /** Parses one long string; throws for anything else, which is no JSON. */
  const plain = ({ from, to }: Span): unknown => {
    if (bytes[from] !== QUOTE) throw badRequest()
    return parse(bytes.toString('utf8', from, to))
  }
  /** Calls `small` with spans of several adjacent members, and `large` with each member that is larger than a piece. */
  const divide = async (
    { from, to }: Span,
    small: (span: Span) => void,
    large: (span: Span) => Promise<void>,
  ): Promise<void> => {
    const close = CLOSES.get(bytes[from] ?? 0)
    let gathered: Span | null = null
    const flush = (): void => {
      if (gathered) small(gathered)
      gathered = null
    }
    for (let at = from + 1, more = true, index = 0; more; index++) {
      const end = memberEnd(bytes, at, to)
      more = bytes[end] === COMMA
      if (end >= to || (!more && (bytes[end] !== close || end !== to - 1))) throw badRequest()
      const member = trimmed(bytes, at, end)
      if (member.from === member.to) {
        if (more || index > 0) throw badRequest()
      } else if (member.to - member.from > PIECE_BYTES) {
        flush()
        await large(member)
      } else {
        gathered = { from: (gathered as Span | null)?.from ?? member.from, to: member.to }
        if (gathered.to - gathered.from >= PIECE_BYTES) flush()
      }
      at = end + 1
      if (pace.isDue()) await pace.turn()
    }
    flush()
  }
  const list = async (span: Span, depth: number): Promise<unknown[]> => {
    const items: unknown[] = []
    await divide(
      span,
      ({ from, to }) => {
        for (const item of parse(`[${bytes.toString('utf8', from, to)}]`) as unknown[]) items.push(item)
      },
      async (member) => void items.push(await whole(member, depth + 1)),
    )
    return items
  }
  const record = async (span: Span, depth: number): Promise<Record<string, unknown>> => {
    const members: Record<string, unknown> = {}
    await divide(
      span,
      ({ from, to }) => void Object.assign(members, parse(`{${bytes.toString('utf8', from, to)}}`)),
      async (member) => {
        const { from, to } = member
        const colon = memberEnd(bytes, from, to, COLON)
        const value = trimmed(bytes, colon + 1, to)
        // The name is parsed as the key of a small record, which also checks whether the name is allowed.
        const name = trimmed(bytes, from, colon)
        if (bytes[colon] !== COLON || name.to - name.from > PIECE_BYTES) throw badRequest()
        const [key = ''] = Object.keys(parse(`{${bytes.toString('utf8', name.from, name.to)}:0}`) as object)
        members[key] = await whole(value, depth + 1)
      },
    )
    return members
  }
  return whole(trimmed(bytes, 0, bytes.length), 0)
}

/**
 * Returns where a member of a list or a record ends: at the next comma (or colon) or closing bracket of its own level.
 */
function memberEnd(bytes: Buffer, from: number, to: number, stop = COMMA): number {
  let depth = 0
  for (let at = from; at < to; at++) {
    const byte = bytes[at] as number
    if (byte === QUOTE) {
      for (at++; at < to && bytes[at] !== QUOTE; at++) if (bytes[at] === BACKSLASH) at++
    } else if (depth === 0 && (byte === stop || ENDS.has(byte))) return at
    else if (OPENS.has(byte)) depth++
    else if (ENDS.has(byte)) depth--
  }
  return to
}

/** Returns the span without the white space around it. */
function trimmed(bytes: Buffer, start: number, end: number): Span {
  let [from, to] = [start, end]
  while (from < to && isSpace(bytes[from] as number)) from++
  while (to > from && isSpace(bytes[to - 1] as number)) to--
  return { from, to }
}

const isSpace = (byte: number): boolean =>
  byte === 0x20 || (byte >= 0x09 && byte <= 0x0d && byte !== 0x0b && byte !== 0x0c)
