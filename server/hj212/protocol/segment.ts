import { frameOf, type Frame } from './frame.ts'
import { crc16 } from './crc.ts'
import { isEncrypted, sm4Key, throughContent } from './sm4.ts'
import { decodeText, encodeText, type Encoding } from './text.ts'

/** The standards, by the version bits of Flag. */
export const VERSIONS = { 0: 2005, 1: 2017, 2: 2025 } as const
export type Version = 2005 | 2017 | 2025

/** Names and values that stand together, between two `;` of the content: `a34004-Rtd=35,a34004-Flag=N`. */
export type Group = readonly (readonly [name: string, value: string])[]

/** A data segment. Times are text as they stand, YYYYMMDDhhmmss(zzz) in the station's time. */
export interface Segment {
  /** Names a request, and ties its answers to it; empty where there is none (some frames of 2005). */
  qn: string
  st: string
  cn: string
  pw: string
  mn: string
  flag: number
  /** Packets of a split message and the number of this one, from 1; both null where it is not split. */
  pnum: number | null
  pno: number | null
  cp: readonly Group[]
}

export const versionOf = (flag: number): Version => VERSIONS[(flag >> 2) as 0 | 1 | 2] ?? 2017
export const wantsAnswer = (flag: number): boolean => (flag & 1) === 1
export const flagOf = (version: Version, { answer = false, split = false } = {}): number =>
  ((version === 2005 ? 0 : version === 2017 ? 1 : 2) << 2) | (split ? 2 : 0) | (answer ? 1 : 0)

/** Why a frame's content cannot be read; `key`: it is encrypted, and no key is known or the key is not that. */
export type SegmentFault = 'crc' | 'key' | 'segment'

export interface ReadSegment {
  segment: Segment
  encoding: 'ascii' | 'utf-8' | 'gbk'
  encrypted: boolean
  /** The bytes in plain. */
  plain: Buffer
}

/**
 * The segment of a frame, checked and decrypted.
 *
 * @param keyOf the SM4 key of a station (32 hex digits or 16 characters), or null
 */
export function readSegment(
  { data, crc }: Frame,
  keyOf: (mn: string) => string | null = () => null,
): ReadSegment | SegmentFault {
  const asSent = (): ReadSegment | SegmentFault => (crc16(data) === crc ? parsed(data) : 'crc')
  const head = headText(data)
  if (versionOf(flagIn(FLAG.exec(head)?.[1] ?? '')) !== 2025 || !isEncrypted(CN.exec(head)?.[1] ?? '')) return asSent()
  // Sent in plain although there may be a key: what cannot be mistaken for cipher text is taken as it is.
  const looks = looksEncrypted(data)
  if (!looks && crc16(data) === crc) return parsed(data)
  const key = sm4Key(keyOf(MN.exec(head)?.[1] ?? '') ?? '')
  if (key === null) return looks ? 'key' : 'crc'
  const plain = throughContent(data, key, 'decrypt')
  if (plain === null) return asSent()
  // Implementations differ on whether the checksum is that of the plain or of the sent bytes: what is no text in the end is refused.
  if (crc16(plain) !== crc && crc16(data) !== crc) return looks ? 'key' : 'crc'
  // The checksum tells one wrong key in 256 from none: only text is believed.
  return looksEncrypted(plain) ? 'key' : parsed(plain, true)
}

/** Whether the content is no text that a station would write. */
function looksEncrypted(data: Buffer): boolean {
  const content = data.subarray(Math.max(0, data.indexOf('CP=&&', 0, 'latin1')) + 5, -2)
  return content.length >= 16 && (hasControl(content) || !content.includes(EQUALS))
}

/** In a loop: a call for each byte of each frame is felt. */
function hasControl(bytes: Buffer): boolean {
  for (let at = 0; at < bytes.length; at++) if ((bytes[at] ?? 0) < 0x20) return true
  return false
}

/** The fields before the content, which is never encrypted. */
export function headOf(data: Buffer): Map<string, string> {
  const fields = new Map<string, string>()
  for (const part of headText(data).split(';')) {
    const equals = part.indexOf('=')
    if (equals > 0) fields.set(part.slice(0, equals), part.slice(equals + 1))
  }
  return fields
}

function headText(data: Buffer): string {
  const at = data.indexOf('CP=', 0, 'latin1')
  return data.toString('latin1', 0, at < 0 ? 256 : at)
}
const [FLAG, CN, MN] = [/(?:^|;)Flag=(\d{1,3})/, /(?:^|;)CN=([^;]*)/, /(?:^|;)MN=([^;]*)/]

function parsed(plain: Buffer, encrypted = false): ReadSegment | SegmentFault {
  const { text, encoding } = decodeText(plain)
  // 2025 is written in UTF-8.
  if (encrypted && encoding === 'gbk') return 'key'
  const segment = parseSegment(text)
  return segment === null ? 'segment' : { segment, encoding, encrypted, plain }
}

const EQUALS = 0x3d
const flagIn = (text: string): number => (/^\d{1,3}$/.test(text) ? Number(text) & 0xff : 0)
/** Groups of one content at most; what a frame can hold is fewer. */
const MAX_GROUPS = 5000

/** Reads the text of a data segment; null where it is none: a CN and `CP=&&…&&` are what it must have. */
export function parseSegment(text: string): Segment | null {
  const at = text.indexOf('CP=&&')
  if (at < 0 || !text.endsWith('&&') || text.length < at + 'CP=&&&&'.length) return null
  const head = new Map<string, string>()
  for (const part of text.slice(0, at).split(';')) {
    const equals = part.indexOf('=')
    if (equals > 0) head.set(part.slice(0, equals).trim(), part.slice(equals + 1).trim())
  }
  const cn = head.get('CN') ?? ''
  if (!/^\d{4}$/.test(cn)) return null
  const cp = groupsOf(text.slice(at + 5, -2))
  const flag = flagIn(head.get('Flag') ?? '')
  // Who writes the numbers splits, even where its Flag forgets to say so.
  const split = (name: string): number | null =>
    /^\d{1,4}$/.test(head.get(name) ?? '') ? Number(head.get(name)) : null
  // 2005 names the request it answers in the content.
  const qn = head.get('QN') || valueIn(cp, 'QN')
  return {
    qn: /^\d{14,20}$/.test(qn) ? qn : '',
    st: head.get('ST') ?? '',
    cn,
    pw: head.get('PW') ?? '',
    mn: head.get('MN') ?? '',
    flag,
    pnum: split('PNUM'),
    pno: split('PNO'),
    cp,
  }
}

/** Whether fields stand behind the content, where no reader looks: some stations write Flag there. */
export const hasTail = (text: string): boolean => /CP=&&.*&&[^&]*[A-Za-z]+=[^&]*$/s.test(text)

function groupsOf(content: string): Group[] {
  const groups: Group[] = []
  for (const part of content.split(';', MAX_GROUPS)) {
    const pairs: [string, string][] = []
    for (const pair of part.split(',')) {
      const equals = pair.indexOf('=')
      if (equals > 0) pairs.push([pair.slice(0, equals).trim(), pair.slice(equals + 1).trim()])
    }
    if (pairs.length > 0) groups.push(pairs)
  }
  return groups
}

/** The first value of a name in the content; empty where there is none. */
export function valueIn(cp: readonly Group[], name: string): string {
  for (const group of cp) for (const [key, value] of group) if (key === name) return value
  return ''
}

/** The text of a segment. Members that are empty are left out, but for the content. */
export function segmentText({ qn, st, cn, pw, mn, flag, pnum, pno, cp }: Segment): string {
  const head = [
    ['QN', qn],
    ['ST', st],
    ['CN', cn],
    ['PW', pw],
    ['MN', mn],
    ['Flag', String(flag)],
  ].filter(([, value]) => value !== '')
  if (pnum !== null && pno !== null) head.push(['PNUM', String(pnum)], ['PNO', String(pno)])
  return `${head.map(([name, value]) => `${name}=${value};`).join('')}CP=&&${contentText(cp)}&&`
}

const contentText = (cp: readonly Group[]): string =>
  cp.map((group) => group.map(([name, value]) => `${name}=${value}`).join(',')).join(';')

/** A segment as a frame of its version, encrypted where the version asks for it and there is a key. */
export function segmentFrame(
  segment: Segment,
  { key = null, encoding = 'utf-8' }: { key?: string | null; encoding?: Encoding } = {},
): Buffer {
  const version = versionOf(segment.flag)
  const text = segmentText(segment)
  if (version !== 2025) return frameOf(text, { counted: 'characters', encoding })
  const plain = encodeText(text, 'utf-8')
  const secret = key !== null && isEncrypted(segment.cn) ? sm4Key(key) : null
  return frameOf((secret && throughContent(plain, secret, 'encrypt')) ?? plain, { plain })
}

/** A message as one segment or, where its content is longer than `most` characters, as several with PNUM and PNO, split between groups. */
export function splitSegment(segment: Segment, most: number): Segment[] {
  const parts: Group[][] = [[]]
  let size = 0
  for (const group of segment.cp) {
    const length = contentText([group]).length + 1
    if (size + length > most && size > 0) {
      parts.push([])
      size = 0
    }
    parts.at(-1)?.push(group)
    size += length
  }
  if (parts.length === 1) return [segment]
  return parts.map((cp, index) => ({ ...segment, flag: segment.flag | 2, pnum: parts.length, pno: index + 1, cp }))
}
