import { otherCrc } from './protocol/crc.ts'
import type { Frame } from './protocol/frame.ts'
import type { RefusedStation, Station, UnreadableData, UnreadReason } from './protocol/protocol.ts'
import { readingsOf } from './protocol/readings.ts'
import { flagOf, hasTail, headOf, versionOf, type Segment, type SegmentFault } from './protocol/segment.ts'

/** Maximum number of characters of a frame, and of factors, that are shown. */
const [FRAME_TEXT, FACTORS] = [600, 50]
/** Finds an MN in data that could not be read. */
const MN = /(?:^|[^A-Za-z])MN=([A-Za-z0-9_]{1,32})(?=[;&])/
const CRC_REASONS = {
  swapped: 'crcSwapped',
  modbus: 'crcModbus',
  modbusSwapped: 'crcModbusSwapped',
} as const

/**
 * Returns why the content of a frame cannot be read: which other checksum it carries, or whether fields follow the
 * content.
 */
export function reasonOf({ data, crc }: Frame, fault: Exclude<SegmentFault, 'key'>): UnreadReason {
  if (fault === 'segment') return hasTail(data.toString('latin1')) ? 'tail' : 'segment'
  const other = otherCrc(data, crc)
  return other === null ? 'crc' : CRC_REASONS[other]
}

/** Returns the first part of a frame's text for display: password masked, control characters replaced. */
export const shownFrame = (text: string): string =>
  text
    .replaceAll(/PW=[^;&]*/g, 'PW=******')
    .replaceAll(/\p{Cc}/gu, '·')
    .slice(0, FRAME_TEXT)

/**
 * Returns whose data could not be read, as far as the data tells: a known station's, a refused station's, or an
 * address's. It never signs a station in.
 *
 * @param only the connection's only station, where there is one: noise on its line counts as its own
 */
export function senderOf(
  bytes: Buffer,
  reason: UnreadReason,
  {
    address,
    only,
    stationOf,
  }: { address: string; only: Station | undefined; stationOf(mn: string): Station | undefined },
): { unread: UnreadableData } | { refused: RefusedStation } {
  const text = bytes.toString('utf8')
  const mn = MN.exec(text)?.[1]?.toUpperCase()
  const station = mn === undefined ? only : stationOf(mn)
  if (mn === undefined || station)
    return {
      unread: {
        device: station?.device ?? null,
        peer: station?.mn ?? address,
        reason,
        head: bytes.subarray(0, FRAME_TEXT),
      },
    }
  const said = (name: string): string => new RegExp(`(?:^|[^A-Za-z])${name}=([^;&]*)`).exec(text)?.[1] ?? ''
  return {
    refused: {
      mn,
      reason,
      st: said('ST').slice(0, 5),
      version: versionOf(Number(said('Flag')) || 0),
      address,
      factors: [],
      frame: shownFrame(text),
    },
  }
}

/**
 * Returns the refused station of a segment (`text` is its frame in plain text); null where the segment has no valid MN.
 */
export function refusedStationOf(
  { mn, st, flag, cp }: Segment,
  { reason, text, address }: { reason: RefusedStation['reason']; text: string; address: string },
): RefusedStation | null {
  if (!/^[A-Za-z0-9_]{1,32}$/.test(mn)) return null
  const factors = readingsOf(cp).map(({ factor }) => factor)
  return {
    mn: mn.toUpperCase(),
    reason,
    st: st.slice(0, 5),
    version: versionOf(flag),
    address,
    factors: factors.slice(0, FACTORS),
    frame: shownFrame(text),
  }
}

/** Returns the segment of a frame that cannot be decrypted: only the sender's fields, no content. */
export function headOnlySegment(data: Buffer): Segment {
  const head = headOf(data)
  const said = (name: string): string => head.get(name) ?? ''
  const about = { qn: said('QN'), st: said('ST'), cn: said('CN'), mn: said('MN') }
  return { ...about, pw: '', flag: flagOf(2025), pnum: null, pno: null, cp: [] }
}

export const headText = (data: Buffer): string => [...headOf(data)].map(([name, value]) => `${name}=${value};`).join('')
