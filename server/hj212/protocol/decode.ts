import { crc16, crcText, otherCrc, type OtherCrc } from './crc.ts'
import { createFrameReader } from './frame.ts'
import { COMMANDS, FACTORS, SYSTEMS } from '../../../resources/hj212.ts'
import { readingsOf } from './readings.ts'
import { hasTail, parseSegment, readSegment, versionOf, wantsAnswer, type Segment } from './segment.ts'
import { characters, encodeText } from './text.ts'

const OTHERS: Readonly<Record<OtherCrc, string>> = {
  swapped: 'The given checksum is the right one with its two bytes swapped: the high byte comes first.',
  modbus:
    'The given checksum is CRC-16/MODBUS, which is not the checksum of HJ 212: each byte is xored into the upper half of the register.',
  modbusSwapped:
    'The given checksum is CRC-16/MODBUS with the low byte first, which is not the checksum of HJ 212: each byte is xored into the upper half of the register, and the high byte comes first.',
}

/**
 * Explains a frame, or what is wrong with it, line by line. Takes it with or without CR LF, or a data segment alone.
 */
export function explain(given: string, key: string | null = null): { ok: boolean; lines: string[] } {
  const text = given.replace(/(\\r|\\n|\r|\n)+$/, '').trim()
  if (!text.startsWith('##')) {
    const segment = parseSegment(text)
    if (!segment)
      return {
        ok: false,
        lines: [
          'This is not a frame, which begins with ## and four digits, and not a data segment, which has CN=…; and ends with CP=&&…&&.',
        ],
      }
    const bytes = encodeText(text, 'utf-8')
    return {
      ok: true,
      lines: [
        `A data segment of ${characters(text)} characters, ${bytes.length} bytes in UTF-8; checksum ${crcText(crc16(bytes))}.`,
        ...told(segment),
      ],
    }
  }
  for (const encoding of ['utf-8', 'gbk'] as const) {
    const [found] = createFrameReader().push(Buffer.concat([encodeText(text, encoding), Buffer.from('\r\n')]))
    if (found?.kind !== 'frame') continue
    const got = readSegment(found, () => key)
    if (typeof got === 'object')
      return {
        ok: true,
        lines: [
          `Length ${text.slice(2, 6)} in ${found.counted}: right. Checksum ${crcText(found.crc)}: right.${got.encrypted ? ' Encrypted (SM4).' : ''}`,
          ...told(got.segment),
        ],
      }
    if (encoding === 'utf-8') continue
  }
  return { ok: false, lines: wrongIn(text) }
}

function wrongIn(text: string): string[] {
  const said = Number(text.slice(2, 6))
  const [data, crc] = [text.slice(6, -4), text.slice(-4)]
  const bytes = encodeText(data, 'utf-8')
  const lines: string[] = []
  if (!/^##\d{4}/.test(text)) lines.push('After ## there must be four digits: the length of the data segment.')
  if (!/^[0-9a-f]{4}$/i.test(crc))
    lines.push(`The last four characters are "${crc}", no hex digits: the checksum is missing.`)
  if (said !== bytes.length && said !== characters(data))
    lines.push(
      `The length is given as ${said}; the data segment has ${characters(data)} characters, ${bytes.length} bytes in UTF-8.`,
    )
  const right = crc16(bytes)
  if (/^[0-9a-f]{4}$/i.test(crc) && Number.parseInt(crc, 16) !== right) {
    lines.push(`The checksum is given as ${crc}; it is ${crcText(right)}.`)
    const other = otherCrc(bytes, Number.parseInt(crc, 16))
    if (other) lines.push(OTHERS[other])
  }
  const segment = parseSegment(data)
  if (!segment)
    lines.push(
      hasTail(data)
        ? 'There is something after the content: the content must end with &&, and fields such as Flag come before CP=&&.'
        : 'The data segment cannot be read: it must have CN=…; and end with CP=&&…&&.',
    )
  return lines.length > 0 ? lines : ['The content is encrypted, and the key of the station was not given (--key).']
}

function told(segment: Segment): string[] {
  const { qn, st, cn, mn, flag, pnum, pno, cp } = segment
  const lines = [
    `Version ${versionOf(flag)}; ${wantsAnswer(flag) ? 'an answer is requested' : 'no answer is requested'}${pnum === null ? '' : `; packet ${pno} of ${pnum}`}.`,
    `CN ${cn}: ${COMMANDS[cn]?.[2] ?? 'not known'}. ST ${st}: ${SYSTEMS[st]?.[2] ?? 'not known'}. MN ${mn}.${qn === '' ? '' : ` QN ${qn}.`}`,
  ]
  for (const group of cp) for (const [name, value] of group) if (!name.includes('-')) lines.push(`${name} = ${value}`)
  for (const { factor, values, texts, flag: mark } of readingsOf(cp)) {
    const shown = [...Object.entries(values), ...Object.entries(texts)].map(([name, value]) => `${name} ${value}`)
    if (shown.length > 0 && !cp.flat().some(([name]) => name === factor))
      lines.push(
        `${factor} (${FACTORS[factor]?.[2] ?? 'not known'}): ${shown.join(', ')}${mark === null ? '' : `, mark ${mark}`}`,
      )
  }
  return lines
}
