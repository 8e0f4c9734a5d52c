import { frameOf, type Frame } from './frame.ts'
import { crc16 } from './crc.ts'
import { isEncrypted, sm4Key, throughContent } from './sm4.ts'
import { decodeText, encodeText, type Encoding } from './text.ts'

/** Years of the standards, by the version bits of Flag. */
export const VERSIONS = { 0: 2005, 1: 2017, 2: 2025 } as const
export type Version = 2005 | 2017 | 2025

/** Names and values between two `;` of the content: `a34004-Rtd=35,a34004-Flag=N`. */
export type Group = readonly (readonly [name: string, value: string])[]

/** A data segment. Times are text as sent, YYYYMMDDhhmmss(zzz) in the station's time. */
export interface Segment {
  /** Identifies a request and its answers; empty where there is none (some frames of 2005). */
  qn: string
  st: string
  cn: string
  pw: string
  mn: string
  flag: number
  /** Number of packets of a split message, and number of this one, from 1; both null where the message is not split. */
  pnum: number | null
  pno: number | null
  cp: readonly Group[]
}

export const versionOf = (flag: number): Version => VERSIONS[(flag >> 2) as 0 | 1 | 2] ?? 2017
export const wantsAnswer = (flag: number): boolean => (flag & 1) === 1
export const flagOf = (version: Version, { answer = false, split = false } = {}): number =>
  ((version === 2005 ? 0 : version === 2017 ? 1 : 2) << 2) | (split ? 2 : 0) | (answer ? 1 : 0)

/** Why a frame's content cannot be read. `key`: it is encrypted, and the key is unknown or wrong. */
export type SegmentFault = 'crc' | 'key' | 'segment'

export interface ReadSegment {
  segment: Segment
  encoding: 'ascii' | 'utf-8' | 'gbk'
  encrypted: boolean
  /** The decrypted bytes. */
  plain: Buffer
}

/**
 * Returns the segment of a frame, checked and decrypted, or what is wrong with it.
 *
 * @param keyOf returns the SM4 key of a station (32 hex digits or 16 characters), or null
 */
export function readSegment(
  { data, crc }: Frame,
  keyOf: (mn: string) => string | null = () => null,
): ReadSegment | SegmentFault {
  const asSent = (): ReadSegment | SegmentFault => (crc16(data) === crc ? parsed(data) : 'crc')
  const head = headText(data)
  if (versionOf(flagIn(FLAG.exec(head)?.[1] ?? '')) !== 2025 || !isEncrypted(CN.exec(head)?.[1] ?? '')) return asSent()
  // A station may send plain text although it has a key. Content that cannot be cipher text is taken as it is.
  const looks = looksEncrypted(data)
  if (!looks && crc16(data) === crc) return parsed(data)
  const key = sm4Key(keyOf(MN.exec(head)?.[1] ?? '') ?? '')
  if (key === null) return looks ? 'key' : 'crc'
  const plain = throughContent(data, key, 'decrypt')
  if (plain === null) return asSent()
  // Implementations differ on whether the checksum is that of the plain or of the sent bytes, so both are accepted. A
  // result that is not text is refused below.
  if (crc16(plain) !== crc && crc16(data) !== crc) return looks ? 'key' : 'crc'
  // One wrong key in 256 passes the checksum, so only text is accepted.
  return looksEncrypted(plain) ? 'key' : parsed(plain, true)
}

/** Returns whether the content is not text that a station would write. */
function looksEncrypted(data: Buffer): boolean {
  const content = data.subarray(Math.max(0, data.indexOf('CP=&&', 0, 'latin1')) + 5, -2)
  return content.length >= 16 && (hasControl(content) || !content.includes(EQUALS))
}

/** As a loop, since a function call for each byte of each frame costs noticeable time. */
function hasControl(bytes: Buffer): boolean {
  for (let at = 0; at < bytes.length; at++) if ((bytes[at] ?? 0) < 0x20) return true
  return false
}

/** Returns the fields before the content. They are never encrypted. */
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
  // The edition of 2025 prescribes UTF-8.
  if (encrypted && encoding === 'gbk') return 'key'
  const segment = parseSegment(text)
  return segment === null ? 'segment' : { segment, encoding, encrypted, plain }
}

const EQUALS = 0x3d
const flagIn = (text: string): number => (/^\d{1,3}$/.test(text) ? Number(text) & 0xff : 0)
/** Maximum number of groups of one content; a frame holds fewer. */
const MAX_GROUPS = 5000

/** Parses the text of a data segment. Null where it lacks a CN or `CP=&&…&&`. */
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
  // A segment with these numbers counts as split, even if its Flag does not say so.
  const split = (name: string): number | null =>
    /^\d{1,4}$/.test(head.get(name) ?? '') ? Number(head.get(name)) : null
  // Frames of 2005 name the request that they answer in the content.
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

/** Returns whether fields follow the content, where no reader looks. Some stations write Flag there. */
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

/** Returns the first value of a name in the content; empty where there is none. */
export function valueIn(cp: readonly Group[], name: string): string {
  for (const group of cp) for (const [key, value] of group) if (key === name) return value
  return ''
}

/** Returns the text of a segment. Empty fields are omitted, except the content. */
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

/** Writes a segment as a frame of its version, encrypted where the version requires it and there is a key. */
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

/**
 * Returns a message as one segment or, where its content is longer than `most` characters, as several with PNUM and
 * PNO, split between groups.
 */
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
