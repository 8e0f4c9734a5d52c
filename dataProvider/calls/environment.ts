import { call } from '../http.ts'
import { isRecord } from '../../resources/kit/record.ts'
import { integer, readNumber, readRecords, readText, readTime } from '../normalise.ts'

export const MEDIA = ['air', 'noise', 'water'] as const
export type StationMedium = (typeof MEDIA)[number]

/** One pollutant of a station's hour, in the unit of its standard. */
export interface StationPart {
  value: number | null
  index: number | null
  level: number | null
  limit: number | null
  /** Whether the value is above its limit; for noise by how many dB. */
  exceeded: boolean | number | null
  /** Minutes of the hour with samples. */
  count: number
  valid: boolean
}

/** A row of GET environment: assessment of a station's last hour, or of a past one, by law (docs/wire.md). */
export interface StationRow {
  deviceid: number
  medium: StationMedium
  standard: string
  period: string
  index: number | null
  level: number | null
  primary: readonly string[]
  /**
   * For water: the pollutants with the class of the whole, except in the best class; absent if the platform does not
   * say.
   */
  deciding?: readonly string[]
  missing: readonly string[]
  /** Empty if the parts were not requested. */
  parts: Readonly<Record<string, StationPart>>
  /**
   * The hour's mean of the deciding pollutant, the first of `deciding` or `primary`; for noise its level. Null if the
   * platform does not say.
   */
  value: number | null
  /** For noise: its limit, and by how many dB the level exceeds it. */
  limit: number | null
  exceeded: number | null
  /** Share of the hour with samples, 0 to 1. */
  coverage: number
  /**
   * How many pollutants of the standard the station's model measures, whether or not they were reported; absent if the
   * platform does not say.
   */
  measures?: number
  /** The hour's end, epoch ms; 0 if the platform does not say. */
  at: number
}

export interface StationQuery {
  pro_id?: number | null | undefined
  dis_id?: number | null | undefined
  deviceid?: number | null | undefined
  medium?: StationMedium | undefined
  /** Epoch ms; now by default. */
  at?: number | null | undefined
  /** False: without parts, which takes a fifth of the bytes. */
  parts?: boolean | undefined
}

/**
 * Returns the assessments of stations (extension `environment`).
 *
 * @throws WireError
 */
export async function stationRows(
  { parts = true, ...query }: StationQuery,
  signal?: AbortSignal,
): Promise<StationRow[]> {
  const answer = await call('GET', 'environment', { query: { ...query, ...(!parts && { parts: 'none' }) }, signal })
  const rows: StationRow[] = []
  // Reading ten thousand rows at once would block the page.
  for (const [at, row] of readRecords(answer).entries()) {
    rows.push(...[stationRow(row)].flat())
    if (at % CHUNK_ROWS === CHUNK_ROWS - 1) await new Promise((resolve) => setTimeout(resolve))
  }
  return rows
}

/** Rows read before the loop yields. */
const CHUNK_ROWS = 1000

export const readStationRows = (answer: unknown): StationRow[] => readRecords(answer).flatMap(stationRow)

function stationRow(row: Record<string, unknown>): StationRow | [] {
  const [deviceid, medium] = [integer(row['deviceid']), MEDIA.find((known) => known === row['medium'])]
  if (deviceid === null || medium === undefined) return []
  const measures = integer(row['measures'])
  return {
    deviceid,
    medium,
    standard: readText(row['standard']),
    period: readText(row['period']),
    index: readNumber(row['index']),
    level: integer(row['level']),
    primary: texts(row['primary']),
    ...(Array.isArray(row['deciding']) && { deciding: texts(row['deciding']) }),
    missing: texts(row['missing']),
    parts: isRecord(row['parts'])
      ? Object.fromEntries(
          Object.entries(row['parts']).flatMap(([key, part]) => (isRecord(part) ? [[key, stationPart(part)]] : [])),
        )
      : {},
    value: readNumber(row['value']),
    limit: readNumber(row['limit']),
    exceeded: readNumber(row['exceeded']),
    coverage: readNumber(row['coverage']) ?? 0,
    ...(measures !== null && { measures }),
    at: readTime(row['at']) ?? 0,
  }
}

const stationPart = (part: Record<string, unknown>): StationPart => ({
  value: readNumber(part['value']),
  index: readNumber(part['index']),
  level: integer(part['level']),
  limit: readNumber(part['limit']),
  exceeded: typeof part['exceeded'] === 'boolean' ? part['exceeded'] : readNumber(part['exceeded']),
  count: readNumber(part['count']) ?? 0,
  valid: part['state'] === 'valid',
})

const texts = (list: unknown): string[] => (Array.isArray(list) ? list.map(readText) : [])

/** How a node map that measures a pollutant stores its values. */
export interface NodeWritten {
  /** Id of its product model. */
  model: number
  /** Unit its values are stored in. */
  unit: string
  /** Its display script; '' if there is none. */
  script: string
}

/**
 * The settings that stations are judged by: the pollutant of each node map, the sites of devices, the schemes of
 * projects.
 */
export interface JudgementSettings {
  pollutants: ReadonlyMap<number, string>
  /** The same node maps with the form of their values (extension `alarm-pollutant`). */
  nodes: ReadonlyMap<number, NodeWritten>
  /**
   * Node maps that measure a pollutant but that no station is judged by: further ones of a model, and those in units
   * that the standard does not have.
   */
  further: readonly (NodeWritten & { id: number; pollutant: string })[]
  sites: ReadonlyMap<number, { zone?: string; body?: string; traffic?: boolean }>
  schemes: ReadonlyMap<number, string>
  /** Node maps that measure the wind: the speed's by the direction's; null if the platform does not say. */
  winds: ReadonlyMap<number, number> | null
  /** Node maps that measure directions, as far as the platform names them. */
  directions: ReadonlySet<number>
}

/**
 * Returns these settings for all devices that the caller may see (extension `environment-measures`).
 *
 * @throws WireError
 */
export async function judgementSettings(signal?: AbortSignal): Promise<JudgementSettings> {
  const answer = await call('GET', 'environment/measures', { signal })
  const rows = (key: string): (readonly [number, Record<string, unknown>])[] =>
    readRecords(isRecord(answer) ? answer[key] : null).map((row) => [integer(row['id']) ?? 0, row])
  const text = (value: unknown, name: string) => (readText(value) === '' ? {} : { [name]: readText(value) })
  const written = (name: string) =>
    rows(name).flatMap(([id, row]) => {
      const model = integer(row['model'])
      const [unit, script] = [readText(row['unit']), readText(row['script'])]
      return model === null ? [] : [{ id, pollutant: readText(row['pollutant']), model, unit, script }]
    })
  const winds = isRecord(answer) && Array.isArray(answer['winds']) ? readRecords(answer['winds']) : null
  return {
    pollutants: new Map(rows('nodes').map(([id, row]) => [id, readText(row['pollutant'])])),
    nodes: new Map(written('nodes').map((node) => [node.id, node])),
    further: written('further'),
    sites: new Map(
      rows('devices').map(([id, row]) => [
        id,
        {
          ...text(row['zone'], 'zone'),
          ...text(row['body'], 'body'),
          ...(row['traffic'] === true && { traffic: true }),
        },
      ]),
    ),
    schemes: new Map(rows('projects').map(([id, row]) => [id, readText(row['scheme'])])),
    directions: new Set(rows('directions').map(([id]) => id)),
    winds:
      winds &&
      new Map(
        winds.flatMap((row): [number, number][] => {
          const [direction, speed] = [integer(row['direction']), integer(row['speed'])]
          return direction === null || speed === null ? [] : [[direction, speed]]
        }),
      ),
  }
}
