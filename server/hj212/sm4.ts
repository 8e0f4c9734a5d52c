import { createCipheriv, createDecipheriv } from 'node:crypto'

const BLOCK = 16
const [AMPERSANDS, CONTENT] = ['&&', 'CP=&&']

/**
 * SM4 (GB/T 32907) in ECB without padding, as HJ 212-2025 has it: whole blocks are encrypted, a rest shorter than one stays as it is.
 *
 * @param key 16 bytes
 */
export const sm4 = (bytes: Buffer, key: Buffer, direction: 'encrypt' | 'decrypt'): Buffer => {
  const whole = bytes.length - (bytes.length % BLOCK)
  const cipher = direction === 'encrypt' ? createCipheriv('sm4-ecb', key, null) : createDecipheriv('sm4-ecb', key, null)
  cipher.setAutoPadding(false)
  return Buffer.concat([cipher.update(bytes.subarray(0, whole)), cipher.final(), bytes.subarray(whole)])
}

/** The key of a text: 32 hex digits or 16 ASCII characters; null for anything else. */
export function sm4Key(text: string): Buffer | null {
  if (/^[0-9a-f]{32}$/i.test(text)) return Buffer.from(text, 'hex')
  return /^[\x21-\x7e]{16}$/.test(text) ? Buffer.from(text, 'latin1') : null
}

/** A data segment with what stands between `CP=&&` and the last `&&` encrypted or decrypted; null where it has no such part. */
export function throughContent(data: Buffer, key: Buffer, direction: 'encrypt' | 'decrypt'): Buffer | null {
  const from = data.indexOf(CONTENT, 0, 'latin1')
  const to = data.length - AMPERSANDS.length
  if (from < 0 || to < from + CONTENT.length || data.toString('latin1', to) !== AMPERSANDS) return null
  const start = from + CONTENT.length
  return Buffer.concat([data.subarray(0, start), sm4(data.subarray(start, to), key, direction), data.subarray(to)])
}

/** Commands whose content HJ 212-2025 encrypts. */
export const isEncrypted = (cn: string): boolean => /^2\d{3}$/.test(cn) || cn === '1014' || cn === '3020'
