import { crc16, crcText } from './crc.ts'
import { isAscii } from 'node:buffer'
import { characters, decodeText, encodeText, type Encoding } from './text.ts'

/** Longest data segment that four digits can announce. */
const MAX_LENGTH = 9999
const HEAD = 6
/** Bytes that are kept of what could not be a frame. */
const FAULT_HEAD = 300
const TAIL = 6
const [HASH, CR, LF] = [0x23, 0x0d, 0x0a]

/** A frame as it was cut out of the stream. The checksum of a segment that is encrypted is that of its plain text: only who has the key can judge it. */
export interface Frame {
  kind: 'frame'
  /** The bytes of the data segment; a copy. */
  data: Buffer
  /** What the frame says its checksum is. */
  crc: number
  /** Whether the length counts bytes or (text beyond ASCII, before 2025) characters. */
  counted: 'bytes' | 'characters'
}

/**
 * What could not be a frame: `garbage` between frames, a `length` that does not lead to an end, a `size` beyond what the protocol knows.
 * `bytes` were passed over.
 */
export interface Fault {
  kind: 'fault'
  fault: 'garbage' | 'length' | 'size'
  bytes: number
  /** The first of them. */
  head: Buffer
}

export interface FrameReader {
  /** Takes bytes as they come, and answers what is whole. */
  push(chunk: Buffer): (Frame | Fault)[]
  /** Bytes that wait for the rest of their frame. */
  waiting(): number
}

/**
 * Cuts a stream into frames, whatever it is fragmented by. Content may be encrypted, so the length is believed first; where it does not lead
 * to a checksum and CR LF, the next such end is looked for, and reading goes on with the next `##`. Holds one frame's bytes at most.
 */
export function createFrameReader(): FrameReader {
  let buffer: Buffer = Buffer.alloc(0)
  /** Up to where an end was looked for in vain, so that no byte is looked at again with each fragment. */
  let searched = 0

  const read = (): Frame | Fault | null => {
    const start = buffer.indexOf('##')
    if (start !== 0) {
      // A last # may be the first of two.
      const skip = start > 0 ? start : buffer.length > 0 && buffer.at(-1) === HASH ? buffer.length - 1 : buffer.length
      return skip > 0 ? drop(skip, isBlank(buffer, skip) ? null : 'garbage') : null
    }
    if (buffer.length < HEAD) return null
    const length = digitsAt(buffer, 2)
    if (length === null) return drop(hashesBefore(buffer), 'garbage')
    const end = HEAD + length
    if (buffer.length >= end + TAIL && isTail(buffer, end)) return take(end, 'bytes')
    return readToEnd(end, length)
  }
  /** The length does not lead to an end, or not yet. */
  const readToEnd = (end: number, length: number): Frame | Fault | null => {
    // No further than the longest segment of so many characters.
    const furthest = HEAD + 4 * length + TAIL
    const tail = tailFrom(buffer.subarray(0, furthest), Math.max(HEAD, searched))
    if (tail < 0) {
      searched = Math.max(HEAD, buffer.length - TAIL + 1)
      return buffer.length >= furthest ? drop(2, 'size') : null
    }
    const data = buffer.subarray(HEAD, tail)
    if (tail > end && !isAscii(data) && characters(decodeText(data).text) === length) return take(tail, 'characters')
    // Perhaps the start of another frame lies inside: that of one cut off is no reason to lose the next.
    const next = buffer.indexOf('##', 2)
    return drop(next > 0 && next < tail ? next : tail + TAIL, 'length')
  }
  const take = (end: number, counted: Frame['counted']): Frame => {
    const data = Buffer.from(buffer.subarray(HEAD, end))
    const frame: Frame = {
      kind: 'frame',
      data,
      crc: Number.parseInt(buffer.toString('latin1', end, end + 4), 16),
      counted,
    }
    cut(end + TAIL)
    return frame
  }
  const cut = (bytes: number): void => {
    buffer = buffer.subarray(bytes)
    searched = 0
  }
  const nothing: Fault = { kind: 'fault', fault: 'garbage', bytes: 0, head: Buffer.alloc(0) }
  const drop = (bytes: number, fault: Fault['fault'] | null): Fault => {
    // A copy: the chunk they came in is not held for them.
    const head = Buffer.from(buffer.subarray(0, fault === null ? 0 : Math.min(bytes, FAULT_HEAD)))
    cut(bytes)
    return fault === null ? nothing : { kind: 'fault', fault, bytes, head }
  }

  return {
    push(chunk) {
      buffer = buffer.length === 0 ? chunk : Buffer.concat([buffer, chunk])
      const found: (Frame | Fault)[] = []
      for (let next = read(); next !== null; next = read()) if (next !== nothing) found.push(next)
      // What stays is copied: a small rest must not hold the whole packet it came in.
      if (buffer.length > 0 && buffer.length < chunk.length) buffer = Buffer.from(buffer)
      return found
    },
    waiting: () => buffer.length,
  }
}

/** What may stand between frames and is no garbage: line ends, of which some stations write two, and the bytes of a byte order mark. */
const BLANK: ReadonlySet<number> = new Set([CR, LF, 0xef, 0xbb, 0xbf])

function isBlank(buffer: Buffer, end: number): boolean {
  for (let at = 0; at < end; at++) if (!BLANK.has(buffer[at] ?? 0)) return false
  return true
}

/** How many bytes of a run of # can be passed over: its last two may begin a frame. */
function hashesBefore(buffer: Buffer): number {
  let end = 2
  while (buffer[end] === HASH) end++
  return end === 2 ? 2 : end - 2
}

function digitsAt(buffer: Buffer, from: number): number | null {
  let number = 0
  for (let at = from; at < from + 4; at++) {
    const digit = (buffer[at] ?? 0) - 0x30
    if (digit < 0 || digit > 9) return null
    number = number * 10 + digit
  }
  return number
}

const isTail = (buffer: Buffer, at: number): boolean =>
  buffer[at + 4] === CR && buffer[at + 5] === LF && [0, 1, 2, 3].every((digit) => isHex(buffer[at + digit] ?? 0))

const isHex = (byte: number): boolean =>
  (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x46) || (byte >= 0x61 && byte <= 0x66)

/** Where the next four hex digits with CR LF behind them begin; negative where there are none yet. */
function tailFrom(buffer: Buffer, from: number): number {
  for (let at = buffer.indexOf('\r\n', from + 4); at >= 0; at = buffer.indexOf('\r\n', at + 1))
    if (at - 4 >= HEAD && isTail(buffer, at - 4)) return at - 4
  return -1
}

/**
 * A data segment as a frame.
 *
 * @param counted characters for versions 2005 and 2017, bytes for 2025
 * @param plain what the checksum is made of, where that is not what is sent (SM4)
 * Throws RangeError where the segment is longer than four digits can say.
 */
export function frameOf(
  data: Buffer | string,
  {
    counted = 'bytes',
    encoding = 'utf-8',
    plain,
  }: { counted?: Frame['counted']; encoding?: Encoding; plain?: Buffer } = {},
): Buffer {
  const bytes = typeof data === 'string' ? encodeText(data, encoding) : data
  const length =
    counted === 'bytes' || isAscii(bytes)
      ? bytes.length
      : characters(typeof data === 'string' ? data : decodeText(bytes).text)
  if (length > MAX_LENGTH) throw new RangeError(`a data segment of ${length} is longer than ${MAX_LENGTH}`)
  return Buffer.concat([
    Buffer.from(`##${String(length).padStart(4, '0')}`, 'latin1'),
    bytes,
    Buffer.from(`${crcText(crc16(plain ?? bytes))}\r\n`, 'latin1'),
  ])
}
