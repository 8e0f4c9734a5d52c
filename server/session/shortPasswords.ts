import { createHash } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import { buildSearch, heartOf, type Search } from './md5Search.ts'

/** The characters of a keyboard: the printable ones of ASCII. */
const [FIRST, LAST] = [0x20, 0x7e]
/** How long the search holds the event loop at a time, ms. */
const SLICE_MS = 3
/** Number of characters that the search tries at once. */
const CHUNK_CHARS = 8

/**
 * Whether an MD5 is that of one to four printable ASCII characters. There are 82 million such texts, too many for a
 * list: all are tried, which takes a second or two of one core, in slices between which other work has its turn. One
 * search runs at a time.
 *
 * @param md5 32 hex digits
 */
export function isShortPassword(md5: string): Promise<boolean> {
  const done = last.then(() => searched(Buffer.from(md5, 'hex')))
  last = done.catch(() => {})
  return done
}

let last: Promise<unknown> = Promise.resolve()
let building: Promise<Search> | null = null

async function searched(digest: Buffer): Promise<boolean> {
  const find = await (building ??= buildSearch())
  let until = performance.now() + SLICE_MS
  for (const length of [1, 2, 3, 4]) {
    // The text fills the first word of the block, with four characters all of it; a 1 bit ends the text, and its length
    // in bits is word 14.
    const [shift, one, fourteen] = [(length - 1) * 8, length === 4 ? 0x80 : 0, length * 8]
    const end = length === 4 ? 0 : 0x80 << (length * 8)
    const wanted = heartOf(digest, { one, fourteen })
    for (const start of starts(length - 1)) {
      for (
        let at = find(start | end, shift, one, fourteen, wanted, FIRST);
        at !== 0;
        at = find(start | end, shift, one, fourteen, wanted, at + CHUNK_CHARS)
      ) {
        if (fits(digest, start, shift, at)) return true
      }
      if (performance.now() < until) continue
      await turn()
      until = performance.now() + SLICE_MS
    }
  }
  return false
}

/** Yields all texts of a length, as the low bytes of a word. */
function* starts(length: number): Generator<number> {
  if (length === 0) return yield 0
  for (const start of starts(length - 1))
    for (let character = FIRST; character <= LAST; character++) yield start | (character << ((length - 1) * 8))
}

/** Whether one of the characters that were tried together does produce the digest. */
function fits(digest: Buffer, start: number, shift: number, from: number): boolean {
  const text = Buffer.alloc(4)
  return Array.from({ length: CHUNK_CHARS }, (_, at) => start | ((from + at) << shift)).some((word) => {
    text.writeInt32LE(word)
    return createHash('md5')
      .update(text.subarray(0, shift / 8 + 1))
      .digest()
      .equals(digest)
  })
}
