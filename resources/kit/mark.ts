/** The byte order mark U+FEFF that some programs write before a text; it says nothing in UTF-8 (RFC 8259, 8.1, lets a receiver pass over it). */
const MARK = '\uFEFF'

/** A text without the byte order mark in front of it: one, as one was written. */
export const withoutMark = (text: string): string => (text.startsWith(MARK) ? text.slice(MARK.length) : text)

/** The same for bytes of UTF-8 that are not text yet: a view, no copy. */
export const withoutMarkBytes = <B extends Uint8Array>(bytes: B): B =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? (bytes.subarray(3) as B) : bytes
