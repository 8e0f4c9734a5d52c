/**
 * The byte order mark U+FEFF that some programs write before a text; it has no meaning in UTF-8 (RFC 8259, 8.1, allows
 * a receiver to ignore it).
 */
const MARK = '\uFEFF'

/** Returns a text without a leading byte order mark; removes one at most. */
export const withoutMark = (text: string): string => (text.startsWith(MARK) ? text.slice(MARK.length) : text)

/** Does the same for undecoded UTF-8 bytes: returns a view, no copy. */
export const withoutMarkBytes = <B extends Uint8Array>(bytes: B): B =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? (bytes.subarray(3) as B) : bytes
