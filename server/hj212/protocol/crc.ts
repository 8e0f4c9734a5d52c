/** What the eight shifts make of each possible byte: between the bytes the register holds 16 bits, of which only the upper eight go on. */
const table = Uint16Array.from({ length: 256 }, (_, byte) => {
  let register = byte
  for (let bit = 0; bit < 8; bit++) register = register & 1 ? (register >> 1) ^ 0xa001 : register >> 1
  return register
})

/**
 * The checksum of HJ 212 over the bytes of a data segment. It is the protocol's own: each byte is xored into the **upper** half of the register
 * moved down, which CRC-16/MODBUS does not do. The lower half is lost with each byte, so that it finds 255 of 256 errors, not 65,535 of 65,536:
 * what passes it must still be judged.
 */
export function crc16(bytes: Uint8Array, from = 0, to = bytes.length): number {
  let register = 0xffff
  for (let at = from; at < to; at++) register = table[(register >> 8) ^ (bytes[at] ?? 0)] ?? 0
  return register
}

/** CRC-16/MODBUS, which is often taken for the protocol's own. */
function modbus(bytes: Uint8Array): number {
  let register = 0xffff
  for (const byte of bytes) register = (register >> 8) ^ (table[(register ^ byte) & 0xff] ?? 0)
  return register
}

const swapped = (crc: number): number => ((crc & 0xff) << 8) | (crc >> 8)

/** Checksums that stations send in place of the protocol's: its own with the two bytes exchanged, and CRC-16/MODBUS in both orders. */
export type OtherCrc = 'swapped' | 'modbus' | 'modbusSwapped'

/** Which other checksum a frame carries; null where it is none that is known. Both are refused: 1 in 65,536 errors would pass each. */
export function otherCrc(bytes: Uint8Array, given: number): OtherCrc | null {
  if (swapped(crc16(bytes)) === given) return 'swapped'
  const other = modbus(bytes)
  return other === given ? 'modbus' : swapped(other) === given ? 'modbusSwapped' : null
}

/** A checksum as a frame carries it: four upper-case hex digits. */
export const crcText = (crc: number): string => crc.toString(16).toUpperCase().padStart(4, '0')
