/**
 * Returns an MN or device code as frames carry it, in upper case; null where it is empty or a frame cannot carry it.
 */
export const hj212Of = (text: string | null): string | null =>
  text !== null && /^[A-Za-z0-9_]{1,32}$/.test(text.trim()) ? text.trim().toUpperCase() : null

/** Returns whether the protocol can carry a password: it must not contain characters that end a field. */
export const isPassword = (text: unknown): text is string =>
  typeof text === 'string' && /^[\x21-\x25\x27-\x2b\x2d-\x3a\x3c\x3e-\x7e]{1,32}$/.test(text)
