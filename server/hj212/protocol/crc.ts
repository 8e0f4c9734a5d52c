/**
 * Result of the eight shifts for each byte value. Of the 16 bits in the register, only the upper eight enter the next
 * step.
 */
const table = Uint16Array.from({ length: 256 }, (_, byte) => {
  let register = byte
  for (let bit = 0; bit < 8; bit++) register = register & 1 ? (register >> 1) ^ 0xa001 : register >> 1
  return register
})

/**
 * Returns the HJ 212 checksum of the bytes of a data segment. Each byte is xored with the **upper** half of the
 * register shifted down, which differs from CRC-16/MODBUS. The lower half is lost with each byte, so the checksum
 * detects 255 of 256 errors, not 65,535 of 65,536: content that passes it must still be validated.
 */
export function crc16(bytes: Uint8Array, from = 0, to = bytes.length): number {
  let register = 0xffff
  for (let at = from; at < to; at++) register = table[(register >> 8) ^ (bytes[at] ?? 0)] ?? 0
  return register
}

/** Returns CRC-16/MODBUS, which is often mistaken for the protocol's checksum. */
function modbus(bytes: Uint8Array): number {
  let register = 0xffff
  for (const byte of bytes) register = (register >> 8) ^ (table[(register ^ byte) & 0xff] ?? 0)
  return register
}

const swapped = (crc: number): number => ((crc & 0xff) << 8) | (crc >> 8)

/**
 * Checksums that stations send in place of the protocol's: the right one with its two bytes exchanged, and
 * CRC-16/MODBUS in both orders.
 */
export type OtherCrc = 'swapped' | 'modbus' | 'modbusSwapped'

/**
 * Returns which other checksum a frame carries; null for no known one. Such frames are refused all the same: 1 in
 * 65,536 errors would pass each of these checks.
 */
export function otherCrc(bytes: Uint8Array, given: number): OtherCrc | null {
  if (swapped(crc16(bytes)) === given) return 'swapped'
  const other = modbus(bytes)
  return other === given ? 'modbus' : swapped(other) === given ? 'modbusSwapped' : null
}

/** Returns a checksum as written in a frame: four upper-case hex digits. */
export const crcText = (crc: number): string => crc.toString(16).toUpperCase().padStart(4, '0')
