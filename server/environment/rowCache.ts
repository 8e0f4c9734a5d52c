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

/**
 * A station in one hour: its stored means, those of that hour first, then those of the hours before where the scheme
 * looks back.
 */
export interface StationHour {
  device: LiveDevice
  medium: Medium
  scheme: AirScheme
  site: Site
  /** The hour's start, epoch ms. */
  hour: number
  /** Start of the last hour of the request; the newest hour of the station may be earlier. */
  ended: number
  past: readonly (StoredMeans | undefined)[]
  /** What the station measures of the medium by its model. */
  model: readonly Measure[]
}

/** A row of GET environment: a comma and JSON, in UTF-8. The same object as long as its content is the same. */
export type Row = Buffer

interface Remembered {
  station: StationHour
  whole: Row
  brief: Row
}

/**
 * Creates the cache that builds the rows. All requests ask for the same hour, whose means seldom change, so the row of
 * each station is cached for the latest requested hour. Without parts a row is a fifth as long and has what a list
 * needs.
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
      // A request for the past does not replace the cached row of the present.
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
    // Sound has no index, so its level is the leading value.
    const leading = verdict.parts.leq ?? verdict.parts[decides]
    return {
      deviceid: device.id,
      medium,
      ...verdict,
      ...(leading && { value: leading.value }),
      coverage: coverageOf(means[0] ?? {}, model.length),
      // Also for a silent station: the number it could measure.
      measures: model.filter(({ pollutant }) => law !== undefined && pollutant.key in law.units).length,
      at: hour + HOUR,
    }
  }
}

/** Compares sites and models by content, because they are reloaded with any device's record. */
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
  /** Weak ETag of the bytes. */
  etag: string
}

/** Builds the whole answer of some rows, in UTF-8 and with its envelope. */
export function answerOf(rows: readonly Row[]): Answer {
  // The first row without its comma.
  const bytes = Buffer.concat([HEAD, ...rows.slice(0, 1).map((row) => row.subarray(1)), ...rows.slice(1), TAIL])
  return { bytes, etag: weakTag(hashOf(bytes)) }
}

/** Maximum number of cached answers, for callers who may see different stations or request different ones. */
const MAX_ANSWERS = 16
/**
 * Maximum size of all cached answers, bytes; a single one may be larger. Rows that only they still reference may take
 * as much again.
 */
const MAX_ANSWERS_BYTES = 32 * 1024 * 1024

/**
 * Creates a function that builds the whole answer of some stations' rows, or returns the cached one while the rows are
 * the same. The answer of a city has several megabytes, which are only joined and hashed again after an hour's means
 * changed. An answer contains exactly the rows passed in; which stations a caller may see is decided before. One answer
 * is cached per list of stations; the least recently used are dropped.
 *
 * @returns a function of `stations`, which identifies the stations and whether parts are included, and their rows
 */
export function createAnswers(
  { count, bytes: maxBytes } = { count: MAX_ANSWERS, bytes: MAX_ANSWERS_BYTES },
): (stations: string, rows: readonly Row[]) => Answer {
  // Least recently used first.
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
