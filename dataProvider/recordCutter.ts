/**
 * Cuts the records out of a long answer while it arrives. Input: bytes of {"code":0,"msg":"","data":[{…},{…}]}. Output:
 * the records of `data` (or of `data.list`, or `data.devices`), each as soon as it is complete. What remains is the
 * answer without its records, {"code":0,"msg":"","data":[]}, which is parsed as any other answer. An answer of another
 * form remains unchanged.
 */
export class RecordCutter {
  /** Before the records, within them, or after them (also for an answer without records). */
  private phase: 'head' | 'records' | 'rest' = 'head'
  /** Bytes received that are neither cut out nor added to `left` yet. */
  private bytes: Uint8Array = new Uint8Array(0)
  private left = ''
  private readonly decoder = new TextDecoder()
  /** Position at which the scan of `bytes` continues, nesting depth there, and whether it is inside a string. */
  private at = 0
  private depth = 0
  private inText = false

  /**
   * Takes the next bytes and returns the records that they complete.
   *
   * @throws SyntaxError if a record is not JSON
   */
  cut(more: Uint8Array): unknown[] {
    if (this.phase === 'rest') {
      this.left += this.decoder.decode(more, { stream: true })
      return []
    }
    this.bytes = joined(this.bytes, more)
    if (this.phase === 'head' && !this.readHead()) return []
    const { to, over } = this.scan()
    const records =
      to === 0
        ? []
        : (JSON.parse(
            `[${new TextDecoder().decode(this.bytes.subarray(this.bytes.indexOf(OPEN_BRACE), to))}]`,
          ) as unknown[])
    this.bytes = this.bytes.subarray(to)
    this.at -= to
    if (over) this.leave(this.at)
    return records
  }

  /** Returns the answer without the records that were cut out of it. */
  rest(): string {
    return this.left + this.decoder.decode(this.phase === 'rest' ? undefined : this.bytes)
  }

  /** Reads the head of the answer; returns whether the list of records has begun. */
  private readHead(): boolean {
    const head = HEAD.exec(String.fromCharCode(...this.bytes.subarray(0, MAX_HEAD_CHARS)))
    if (head === null) {
      if (this.bytes.length > MAX_HEAD_CHARS) this.leave(0)
      return false
    }
    this.phase = 'records'
    this.left = new TextDecoder().decode(this.bytes.subarray(0, head[0].length))
    this.bytes = this.bytes.subarray(head[0].length)
    return true
  }

  /**
   * Scans to the end of the received bytes or of the list (`over`), and leaves `at` there. `to` is the end of the last
   * complete record, 0 if there is none.
   */
  private scan(): { to: number; over: boolean } {
    const { bytes } = this
    const end = bytes.length
    let { at, depth, inText } = this
    let to = 0
    let over = false
    while (at < end && !over) {
      if (inText) {
        let byte = bytes[at]
        while (at < end && byte !== QUOTE && byte !== BACKSLASH) byte = bytes[++at]
        if (at >= end) break
        inText = byte === BACKSLASH
        at += inText ? 2 : 1
        continue
      }
      // Nearly every byte is irrelevant to the scan: a single table lookup skips it.
      let mark = MARKS[bytes[at] ?? 0]
      while (mark === 0 && ++at < end) mark = MARKS[bytes[at] ?? 0]
      if (at >= end) break
      at++
      if (mark === MARK.quote) inText = true
      else if (mark === MARK.open) depth++
      else if (depth === 0) over = true
      else if (--depth === 0) to = at
    }
    Object.assign(this, { at: over ? at - 1 : at, depth, inText })
    return { to, over }
  }

  /** Adds the bytes from `at` on, and all later bytes, to what remains. */
  private leave(at: number): void {
    this.left += this.decoder.decode(this.bytes.subarray(at), { stream: true })
    this.bytes = new Uint8Array(0)
    this.phase = 'rest'
  }
}

/** Reads an answer and passes its records on in batches of some hundreds; returns the rest of the answer. */
export async function cutRecords(response: Response, onRecords: (records: unknown[]) => void): Promise<string> {
  const reader = response.body?.getReader()
  if (!reader) return response.text()
  const cutter = new RecordCutter()
  let portion: unknown[] = []
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
    if (value) portion.push(...cutter.cut(value))
    if (portion.length < RECORDS_PER_BATCH) continue
    onRecords(portion)
    portion = []
  }
  if (portion.length > 0) onRecords(portion)
  return cutter.rest()
}

/** Records per batch: few enough that processing one does not block the receiver. */
const RECORDS_PER_BATCH = 250

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  if (a.length === 0) return b
  const both = new Uint8Array(a.length + b.length)
  both.set(a)
  both.set(b, a.length)
  return both
}

/**
 * The envelope up to its list, after any plain fields. It is matched against bytes, one character each, so that the
 * length of the match is a number of bytes.
 */
const PLAIN = String.raw`(?:\s*"(?:[^"\\]|\\.)*"\s*:\s*(?:"(?:[^"\\]|\\.)*"|[\w.+-]+)\s*,)*\s*`
const HEAD = new RegExp(String.raw`^\s*\{${PLAIN}"data"\s*:\s*(?:\{${PLAIN}"(?:list|devices)"\s*:\s*)?\[`)
const MAX_HEAD_CHARS = 4096
const [QUOTE, BACKSLASH, OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE] = [
  0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d,
] as const
/** Meaning of a byte outside of strings to the scan. */
const MARK = { quote: 1, open: 2, close: 3 } as const
const MARKS = new Uint8Array(256)
MARKS[QUOTE] = MARK.quote
for (const byte of [OPEN_BRACE, OPEN_BRACKET]) MARKS[byte] = MARK.open
for (const byte of [CLOSE_BRACE, CLOSE_BRACKET]) MARKS[byte] = MARK.close
