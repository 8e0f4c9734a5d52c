import type { Station } from './protocol/protocol.ts'
import { versionOf, type ReadSegment, type Segment, type Version } from './protocol/segment.ts'
import type { Encoding } from './protocol/text.ts'
import { sameText } from './secrets.ts'

/** Stations of one connection: a data logger may speak for several. */
const MAX_STATIONS = 100

/** A station that signed in on a connection, and how it spoke last: it is answered in the same version, system (ST) and encoding. */
export interface Speaker {
  station: Station
  version: Version
  st: string
  encoding: Encoding
}

export type SignIn =
  /** `isNew`: it has not spoken on this connection before. */
  | { kind: 'in'; speaker: Speaker; isNew: boolean }
  | { kind: 'refused'; reason: 'unknown' | 'password' }
  /** One station more than a connection may speak for. */
  | { kind: 'full' }

/** Those who speak on one connection. */
export interface Speakers {
  /** Judges who a segment is from. Each signs in for itself, as the protocol has no session: a connection may carry several stations. */
  signIn(read: Pick<ReadSegment, 'segment' | 'encoding'>): SignIn
  /** A station as it spoke here last; undefined where it did not. */
  get(device: number): Speaker | undefined
  /** The same, with password and key as they are now; undefined also where it is no station any more. */
  current(device: number): Speaker | undefined
  /** The one station that the connection speaks for; undefined where it is none, or several. */
  only(): Station | undefined
  devices(): Iterable<number>
  isEmpty(): boolean
}

/** @param stationOf who may speak at this moment, by MN: stations and their passwords change while connections stand */
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
        // An answer (91) does not say which system the station is of.
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
  // Who has said the password here can learn nothing of it by how long a comparison takes.
  const isRight = known?.station.pw === pw ? segment.pw === pw : sameText(pw, segment.pw)
  // Answers of 2005 may carry no password; what is kept always does.
  return isRight || (segment.pw === '' && segment.cn.startsWith('9') && known !== undefined)
}
