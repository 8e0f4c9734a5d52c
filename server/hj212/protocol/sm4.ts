import { createCipheriv, createDecipheriv } from 'node:crypto'

const BLOCK = 16
const [AMPERSAND, CONTENT] = [0x26, 'CP=&&']

type Direction = 'encrypt' | 'decrypt'

/** Encrypts or decrypts whole blocks. */
type Blocks = (bytes: Buffer) => Buffer

/**
 * ECB blocks are independent of each other, so one cipher per key is kept and never finalised: creating it costs more
 * than using it.
 */
const kept = new Map<string, Blocks>()
/** One cipher per direction for the maximum number of connected stations. */
const MAX_KEPT = 10_000

function blocksOf(key: Buffer, direction: Direction): Blocks {
  const name = direction + key.toString('latin1')
  const known = kept.get(name)
  if (known) return known
  const cipher = direction === 'encrypt' ? createCipheriv('sm4-ecb', key, null) : createDecipheriv('sm4-ecb', key, null)
  cipher.setAutoPadding(false)
  const blocks: Blocks = (bytes) => cipher.update(bytes)
  if (kept.size >= MAX_KEPT) kept.clear()
  kept.set(name, blocks)
  return blocks
}

/**
 * Encrypts or decrypts with SM4 (GB/T 32907) in ECB mode without padding, as in HJ 212-2025: whole blocks are
 * encrypted, a shorter rest stays as it is.
 *
 * @param key 16 bytes
 */
export function sm4(bytes: Buffer, key: Buffer, direction: Direction): Buffer {
  const result = Buffer.from(bytes)
  const whole = bytes.length - (bytes.length % BLOCK)
  if (whole > 0) blocksOf(key, direction)(bytes.subarray(0, whole)).copy(result)
  return result
}

/** Returns the key written in a text: 32 hex digits or 16 ASCII characters; null for anything else. */
export function sm4Key(text: string): Buffer | null {
  if (/^[0-9a-f]{32}$/i.test(text)) return Buffer.from(text, 'hex')
  return /^[\x21-\x7e]{16}$/.test(text) ? Buffer.from(text, 'latin1') : null
}

/**
 * Returns a data segment whose part between `CP=&&` and the last `&&` is encrypted or decrypted; null where it has no
 * such part.
 */
export function throughContent(data: Buffer, key: Buffer, direction: Direction): Buffer | null {
  const from = data.indexOf(CONTENT, 0, 'latin1')
  const to = data.length - 2
  const start = from + CONTENT.length
  if (from < 0 || to < start || data[to] !== AMPERSAND || data[to + 1] !== AMPERSAND) return null
  const result = Buffer.from(data)
  sm4(data.subarray(start, to), key, direction).copy(result, start)
  return result
}

/** Returns whether HJ 212-2025 encrypts the content of a command. */
export const isEncrypted = (cn: string): boolean => /^2\d{3}$/.test(cn) || cn === '1014' || cn === '3020'
