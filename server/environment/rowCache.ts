import { standardOf, type AirScheme } from '../../standards/index.ts'
import type { Medium } from '../../standards/types.ts'
import { hourOfDay } from '../history/calendar.ts'
import { hashOf, weakTag } from '../http/etag.ts'
import type { Measure, Site } from '../live/measures.ts'
import type { LiveDevice } from '../platform.ts'
import { HOUR } from '../storage/dirtyHours.ts'
import { createDays } from './day.ts'
import { coverageOf, type Means } from './hours.ts'
import type { StoredMeans } from './storedHours.ts'
import { judgeHour } from './verdicts.ts'

/** A station in one hour: its means as they are stored, that hour first, those before it where the scheme looks back. */
export interface StationHour {
  device: LiveDevice
  medium: Medium
  scheme: AirScheme
  site: Site
  /** The hour's start, epoch ms. */
  hour: number
  /** That of the last hour that was asked for: the newest that the station has may lie before it. */
  ended: number
  past: readonly (StoredMeans | undefined)[]
  /** What the station measures of the medium by its model. */
  model: readonly Measure[]
}

/** A row of GET environment: a comma and JSON, in UTF-8. The same object for as long as it says the same. */
export type Row = Buffer

interface Remembered {
  station: StationHour
  whole: Row
  brief: Row
}

/**
 * Makes the rows. All ask for the same hour, and an hour's means change seldom: the row of each station is remembered as it was for the last hour that
 * anybody asked for. Without parts a row is a fifth as long, and says what a list needs.
 */
export function createRowCache(zone: string): { rowOf(station: StationHour, withParts: boolean): Row } {
  const dayOf = createDays(zone)
  // By device.
  const remembered: Record<Medium, Map<number, Remembered>> = { air: new Map(), noise: new Map(), water: new Map() }
  return {
    rowOf(station, withParts) {
      const own = remembered[station.medium]
      const known = own.get(station.device.id)
      if (known && isSame(known.station, station)) return withParts ? known.whole : known.brief
      const row = judged(station)
      const { parts: _, ...rest } = row
      const [whole, brief] = [rowText(row), rowText(rest)]
      // Who looks at the past leaves the others what tells of now.
      if (!known || known.station.ended <= station.ended) own.set(station.device.id, { station, whole, brief })
      return withParts ? whole : brief
    },
  }

  function judged({ device, medium, scheme, site, hour, past, model }: StationHour) {
    const means = past.map((stored) => stored && (JSON.parse(stored.text) as Means))
    const { category: _, ...verdict } = judgeHour(
      means,
      { medium, scheme, site, day: dayOf(hour).day },
      medium === 'noise' ? hourOfDay(hour, zone) : 0,
    )
    const law = standardOf(verdict.standard)
    const [decides = ''] = verdict.deciding ?? verdict.primary
    // Sound has no index: its level is what is said of it.
    const leading = verdict.parts.leq ?? verdict.parts[decides]
    return {
      deviceid: device.id,
      medium,
      ...verdict,
      ...(leading && { value: leading.value }),
      coverage: coverageOf(means[0] ?? {}, model.length),
      // Also of a silent station: what it could tell.
      measures: model.filter(({ pollutant }) => law !== undefined && pollutant.key in law.units).length,
      at: hour + HOUR,
    }
  }
}

/** Sites and models by what they say: they are read anew with any device's record. */
const isSame = (a: StationHour, b: StationHour): boolean =>
  a.hour === b.hour &&
  a.scheme === b.scheme &&
  a.site.zone === b.site.zone &&
  a.site.body === b.site.body &&
  a.site.traffic === b.site.traffic &&
  isAlike(a.model, b.model) &&
  a.past.length === b.past.length &&
  a.past.every((means, place) => means?.text === b.past[place]?.text)

const isAlike = (a: readonly Measure[], b: readonly Measure[]): boolean =>
  a === b || (a.length === b.length && a.every(({ pollutant }, place) => pollutant.key === b[place]?.pollutant.key))

const rowText = (row: object): Row => Buffer.from(`,${JSON.stringify(row)}`)

const [HEAD, TAIL] = [Buffer.from('{"code":0,"msg":"","data":['), Buffer.from(']}')]

/** A whole answer. */
export interface Answer {
  bytes: Buffer
  /** Its ETag, of the bytes. */
  etag: string
}

/** Makes the whole answer of some rows, in UTF-8 and with its envelope. */
export function answerOf(rows: readonly Row[]): Answer {
  // The first without its comma.
  const bytes = Buffer.concat([HEAD, ...rows.slice(0, 1).map((row) => row.subarray(1)), ...rows.slice(1), TAIL])
  return { bytes, etag: weakTag(hashOf(bytes)) }
}

/** So many answers are kept: callers who may see other stations, or ask for others, take turns. */
const MAX_ANSWERS = 16
/** Of so many bytes together; one alone may be longer. Rows that only they still hold may be as many again. */
const MAX_ANSWERS_BYTES = 32 * 1024 * 1024

/**
 * Answers the function that makes the whole answer of some stations' rows, or takes the one it made before while their rows are the same: that of a city has
 * several megabytes, which are put together and hashed only when an hour's means changed. Each answer is of the rows that are handed in, whoever asks: which
 * stations a caller sees is decided before. Of the same stations one is kept, of others those that were asked for last.
 *
 * @returns `stations` says which they are, and whether with their parts
 */
export function createAnswers(
  { count, bytes: maxBytes } = { count: MAX_ANSWERS, bytes: MAX_ANSWERS_BYTES },
): (stations: string, rows: readonly Row[]) => Answer {
  // Those asked for longest ago come first.
  const kept = new Map<string, { rows: readonly Row[]; answer: Answer }>()
  let bytes = 0
  const forget = (stations: string) => {
    bytes -= kept.get(stations)?.answer.bytes.length ?? 0
    kept.delete(stations)
  }
  return (stations, rows) => {
    const known = kept.get(stations)
    const isSame =
      known !== undefined && known.rows.length === rows.length && rows.every((row, place) => row === known.rows[place])
    const answer = isSame ? known.answer : answerOf(rows)
    forget(stations)
    kept.set(stations, { rows, answer })
    bytes += answer.bytes.length
    for (const oldest of kept.keys()) {
      if (oldest === stations || (kept.size <= count && bytes <= maxBytes)) break
      forget(oldest)
    }
    return answer
  }
}
