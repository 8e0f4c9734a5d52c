/**
 * Cuts the records out of a long answer while it comes: bytes of {"code":0,"msg":"","data":[{…},{…}]} in, the records of `data` (or of `data.list`, or
 * `data.devices`) out as soon as each is whole. What is left at the end is the answer without them, {"code":0,"msg":"","data":[]}, to be read as any
 * other. An answer of another form is left as it is.
 */
export class RecordCutter {
  /** Before the records, within them, or behind them (and in an answer that has none). */
  private phase: 'head' | 'records' | 'rest' = 'head'
  /** What came and is neither given out nor left yet. */
  private bytes: Uint8Array = new Uint8Array(0)
  private left = ''
  private readonly decoder = new TextDecoder()
  /** Where the scan of `bytes` goes on, how deep in a record it is, and whether in a text. */
  private at = 0
  private depth = 0
  private inText = false

  /** The records that become whole with these bytes. Throws SyntaxError where they are no JSON. */
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

  /** The answer without the records that were cut out of it. */
  rest(): string {
    return this.left + this.decoder.decode(this.phase === 'rest' ? undefined : this.bytes)
  }

  /** Whether the list of records has begun. */
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

  /** Goes on to the end of what came or of the list (`over`), where `at` then is; `to` is the end of the last record that is whole, 0 where none is. */
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
      // Nearly every byte is of no account: one look in a table is what it costs.
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

  /** Whatever stands from `at` on is left, and so is all that will come. */
  private leave(at: number): void {
    this.left += this.decoder.decode(this.bytes.subarray(at), { stream: true })
    this.bytes = new Uint8Array(0)
    this.phase = 'rest'
  }
}

/** Reads an answer and hands on its records in portions of some hundreds; answers what is left of it. */
export async function cutRecords(response: Response, onRecords: (records: unknown[]) => void): Promise<string> {
  const reader = response.body?.getReader()
  if (!reader) return response.text()
  const cutter = new RecordCutter()
  let portion: unknown[] = []
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
    if (value) portion.push(...cutter.cut(value))
    if (portion.length < PORTION) continue
    onRecords(portion)
    portion = []
  }
  if (portion.length > 0) onRecords(portion)
  return cutter.rest()
}

/** Records handed on at once: few enough that the receiver is not held up. */
const PORTION = 250

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  if (a.length === 0) return b
  const both = new Uint8Array(a.length + b.length)
  both.set(a)
  both.set(b, a.length)
  return both
}

/** The envelope up to its list, after any plain fields; read as bytes, so that what it matches is as long as what came. */
const PLAIN = String.raw`(?:\s*"(?:[^"\\]|\\.)*"\s*:\s*(?:"(?:[^"\\]|\\.)*"|[\w.+-]+)\s*,)*\s*`
const HEAD = new RegExp(String.raw`^\s*\{${PLAIN}"data"\s*:\s*(?:\{${PLAIN}"(?:list|devices)"\s*:\s*)?\[`)
const MAX_HEAD_CHARS = 4096
const [QUOTE, BACKSLASH, OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE] = [
  0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d,
] as const
/** What a byte outside of texts is to the scan. */
const MARK = { quote: 1, open: 2, close: 3 } as const
const MARKS = new Uint8Array(256)
MARKS[QUOTE] = MARK.quote
for (const byte of [OPEN_BRACE, OPEN_BRACKET]) MARKS[byte] = MARK.open
for (const byte of [CLOSE_BRACE, CLOSE_BRACKET]) MARKS[byte] = MARK.close
