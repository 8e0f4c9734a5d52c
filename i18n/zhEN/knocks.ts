import type { Like } from '../types.ts'
import type { knocks as zhCN } from '../zhCN/knocks.ts'

/** HJ 212 stations that are not let in. */
export const knocks: Like<typeof zhCN> = {
  none: 'No station was refused',
  about:
    'These stations reached the HJ 212 port and were refused: their MN is not known, their password is wrong, or what they send cannot be read.',
  reason: {
    unknown: 'MN not known',
    password: 'Wrong password',
    key: 'Wrong key',
    crc: 'Wrong checksum',
    crcSwapped: 'Checksum with its bytes swapped',
    crcModbus: 'Checksum is CRC-16/MODBUS',
    crcModbusSwapped: 'Checksum is CRC-16/MODBUS, low byte first',
    segment: 'Data segment cannot be read',
    tail: 'Fields after the content',
    length: 'Wrong length',
    garbage: 'Not an HJ 212 frame',
    half: 'Packets missing',
  },
  times: '%{count} time, last %{last} |||| %{count} times, last %{last}',
  factors: 'Factors',
  make: 'Make a device',
  forget: 'Remove',
  name: 'Name',
  area: 'Area',
  model: 'Product model',
  fits: '%{count} factor fits |||| %{count} factors fit',
  exists: 'The device "%{name}" has this MN: set its password on its HJ 212 tab',
  made: 'The device was made',
  needed: 'Fill in name, area, model and password',
}
