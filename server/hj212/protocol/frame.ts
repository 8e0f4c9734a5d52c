import { crc16, crcText } from './crc.ts'
import { isAscii } from 'node:buffer'
import { characters, decodeText, encodeText, type Encoding } from './text.ts'

/** Greatest length of a data segment that four digits can express. */
const MAX_LENGTH = 9999
const HEAD = 6
/** Number of bytes kept of data that could not be a frame. */
const FAULT_HEAD = 300
const TAIL = 6
const [HASH, CR, LF] = [0x23, 0x0d, 0x0a]

/**
 * A frame cut out of the stream. The checksum of an encrypted segment is that of its plain text, so it can only be
 * checked with the key.
 */
export interface Frame {
  kind: 'frame'
  /** The bytes of the data segment, as a copy. */
  data: Buffer
  /** The checksum given in the frame. */
  crc: number
  /** Unit of the given length: bytes, or characters (text beyond ASCII, before 2025). */
  counted: 'bytes' | 'characters'
}

/**
 * Data that could not be a frame: `garbage` between frames, a `length` that does not lead to the end of a frame, a
 * `size` beyond the protocol's maximum. `bytes` bytes were skipped.
 */
export interface Fault {
  kind: 'fault'
  fault: 'garbage' | 'length' | 'size'
  bytes: number
  /** The first of the skipped bytes. */
  head: Buffer
}

export interface FrameReader {
  /** Takes bytes as they arrive and returns the complete frames and faults. */
  push(chunk: Buffer): (Frame | Fault)[]
  /** Number of bytes that wait for the rest of their frame. */
  waiting(): number
}

/**
 * Cuts a stream into frames, however it is fragmented. Content may be encrypted, so the given length is tried first.
 * Where it does not lead to a checksum and CR LF, the next such end is searched, and reading continues at the next
 * `##`. Buffers one frame at most.
 */
export function createFrameReader(): FrameReader {
  let buffer: Buffer = Buffer.alloc(0)
  /** Position up to which the end was searched in vain, so that no byte is searched again with each fragment. */
  let searched = 0

  const read = (): Frame | Fault | null => {
    const start = buffer.indexOf('##')
    if (start !== 0) {
      // A trailing # may be the first of two.
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
  /** Searches the end of a frame whose length does not lead to one, or not yet. */
  const readToEnd = (end: number, length: number): Frame | Fault | null => {
    // Length in bytes of the longest segment with this number of characters.
    const furthest = HEAD + 4 * length + TAIL
    const tail = tailFrom(buffer.subarray(0, furthest), Math.max(HEAD, searched))
    if (tail < 0) {
      searched = Math.max(HEAD, buffer.length - TAIL + 1)
      return buffer.length >= furthest ? drop(2, 'size') : null
    }
    const data = buffer.subarray(HEAD, tail)
    if (tail > end && !isAscii(data) && characters(decodeText(data).text) === length) return take(tail, 'characters')
    // Another frame may begin inside: a truncated frame must not cost the next one.
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
    // Copied, so that the chunk is not kept in memory.
    const head = Buffer.from(buffer.subarray(0, fault === null ? 0 : Math.min(bytes, FAULT_HEAD)))
    cut(bytes)
    return fault === null ? nothing : { kind: 'fault', fault, bytes, head }
  }

  return {
    push(chunk) {
      buffer = buffer.length === 0 ? chunk : Buffer.concat([buffer, chunk])
      const found: (Frame | Fault)[] = []
      for (let next = read(); next !== null; next = read()) if (next !== nothing) found.push(next)
      // The rest is copied, so that a few bytes do not keep the whole packet in memory.
      if (buffer.length > 0 && buffer.length < chunk.length) buffer = Buffer.from(buffer)
      return found
    },
    waiting: () => buffer.length,
  }
}

/** Bytes allowed between frames: line ends, of which some stations write two, and those of a byte order mark. */
const BLANK: ReadonlySet<number> = new Set([CR, LF, 0xef, 0xbb, 0xbf])

function isBlank(buffer: Buffer, end: number): boolean {
  for (let at = 0; at < end; at++) if (!BLANK.has(buffer[at] ?? 0)) return false
  return true
}

/** Returns how many bytes of a run of # can be skipped: its last two may begin a frame. */
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

/** Returns the position of the next four hex digits followed by CR LF; negative where there are none yet. */
function tailFrom(buffer: Buffer, from: number): number {
  for (let at = buffer.indexOf('\r\n', from + 4); at >= 0; at = buffer.indexOf('\r\n', at + 1))
    if (at - 4 >= HEAD && isTail(buffer, at - 4)) return at - 4
  return -1
}

/**
 * Writes a data segment as a frame.
 *
 * @param counted unit of the length: characters for versions 2005 and 2017, bytes for 2025
 * @param plain the bytes for the checksum, where they differ from those sent (SM4)
 * @throws RangeError where four digits cannot express the segment's length
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
