import type { Station } from './protocol/protocol.ts'
import { versionOf, type ReadSegment, type Segment, type Version } from './protocol/segment.ts'
import type { Encoding } from './protocol/text.ts'
import { sameText } from './secrets.ts'

/** Maximum number of stations per connection; a data logger may send for several stations. */
const MAX_STATIONS = 100

/**
 * A station that signed in on a connection, and the form of its last segment: it is answered in the same version,
 * system (ST) and encoding.
 */
export interface Speaker {
  station: Station
  version: Version
  st: string
  encoding: Encoding
}

export type SignIn =
  /** `isNew`: the station signed in on this connection for the first time. */
  | { kind: 'in'; speaker: Speaker; isNew: boolean }
  | { kind: 'refused'; reason: 'unknown' | 'password' }
  /** The connection already has the maximum number of stations. */
  | { kind: 'full' }

/** The stations that signed in on one connection. */
export interface Speakers {
  /**
   * Checks the sender of a segment. Each segment signs in by itself, as the protocol has no session and a connection
   * may carry several stations.
   */
  signIn(read: Pick<ReadSegment, 'segment' | 'encoding'>): SignIn
  /** Returns a station as it signed in here last; undefined where it did not. */
  get(device: number): Speaker | undefined
  /** Returns the same with the current password and key; undefined also where the device is not a station any more. */
  current(device: number): Speaker | undefined
  /** Returns the connection's only station; undefined where there is none, or several. */
  only(): Station | undefined
  devices(): Iterable<number>
  isEmpty(): boolean
}

/**
 * @param stationOf returns the station of an MN at this moment: stations and their passwords change while connections
 * are open
 */
export function createSpeakers(stationOf: (mn: string) => Station | undefined): Speakers {
  const speakers = new Map<number, Speaker>()
  return {
    signIn({ segment, encoding }) {
      const station = stationOf(segment.mn)
      if (!station) return { kind: 'refused', reason: 'unknown' }
      const known = speakers.get(station.device)
      if (!isLetIn(station, segment, known)) return { kind: 'refused', reason: 'password' }
      if (!known && speakers.size >= MAX_STATIONS) return { kind: 'full' }
      const speaker: Speaker = {
        station,
        version: versionOf(segment.flag),
        // An answer (91) does not tell the station's system.
        st: segment.st === '91' ? (known?.st ?? '91') : segment.st,
        encoding: encoding === 'ascii' ? (known?.encoding ?? 'utf-8') : encoding,
      }
      speakers.set(station.device, speaker)
      return { kind: 'in', speaker, isNew: !known }
    },
    get: (device) => speakers.get(device),
    current(device) {
      const speaker = speakers.get(device)
      const station = speaker && stationOf(speaker.station.mn)
      return speaker && station?.device === device ? { ...speaker, station } : undefined
    },
    only() {
      const [first, ...others] = speakers.values()
      return others.length === 0 ? first?.station : undefined
    },
    devices: () => speakers.keys(),
    isEmpty: () => speakers.size === 0,
  }
}

function isLetIn({ pw }: Station, segment: Segment, known: Speaker | undefined): boolean {
  // A sender that already signed in with this password cannot learn it from the time of a plain comparison.
  const isRight = known?.station.pw === pw ? segment.pw === pw : sameText(pw, segment.pw)
  // Answers of 2005 may lack a password; segments to be stored always have one.
  return isRight || (segment.pw === '' && segment.cn.startsWith('9') && known !== undefined)
}
