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
  /** Whether it is above its limit; of noise by how many dB. */
  exceeded: boolean | number | null
  /** Minutes of the hour that were sampled. */
  count: number
  valid: boolean
}

/** A row of GET environment: what law says of a station's last hour, or of a past one (docs/wire.md). */
export interface StationRow {
  deviceid: number
  medium: StationMedium
  standard: string
  period: string
  index: number | null
  level: number | null
  primary: readonly string[]
  /** Of water: what has its class, the best one aside; left out where the platform does not say. */
  deciding?: readonly string[]
  missing: readonly string[]
  /** Empty where they were not asked for. */
  parts: Readonly<Record<string, StationPart>>
  /** The hour's mean of what decides, the first of `deciding` or `primary`; of noise its level. Null where the platform does not say. */
  value: number | null
  /** Of noise: its limit, and by how many dB it is above. */
  limit: number | null
  exceeded: number | null
  /** Share of the hour that was sampled, 0 to 1. */
  coverage: number
  /** How many pollutants of the standard the station measures by its model, told or not; left out where the platform does not say. */
  measures?: number
  /** The hour's end, epoch ms; 0 where the platform does not say. */
  at: number
}

export interface StationQuery {
  pro_id?: number | null | undefined
  dis_id?: number | null | undefined
  deviceid?: number | null | undefined
  medium?: StationMedium | undefined
  /** Epoch ms; now where nothing is said. */
  at?: number | null | undefined
  /** False: without parts, a fifth of the bytes. */
  parts?: boolean | undefined
}

/** What stations' values mean (extension `environment`). Throws WireError. */
export async function stationRows(
  { parts = true, ...query }: StationQuery,
  signal?: AbortSignal,
): Promise<StationRow[]> {
  const answer = await call('GET', 'environment', { query: { ...query, ...(!parts && { parts: 'none' }) }, signal })
  const rows: StationRow[] = []
  // Ten thousand rows at once would hold the page up.
  for (const [at, row] of readRecords(answer).entries()) {
    rows.push(...[stationRow(row)].flat())
    if (at % CHUNK_ROWS === CHUNK_ROWS - 1) await new Promise((resolve) => setTimeout(resolve))
  }
  return rows
}

/** Rows read in one go. */
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

/** How a node map that measures a pollutant writes its values. */
export interface NodeWritten {
  /** Of its product. */
  model: number
  /** That its values are stored in. */
  unit: string
  /** Its display script; '' without one. */
  script: string
}

/** By what stations are judged: what nodes measure by node map, what stands around devices, the schemes of projects. */
export interface JudgedBy {
  pollutants: ReadonlyMap<number, string>
  /** The same with how they are written (extension `alarm-pollutant`). */
  nodes: ReadonlyMap<number, NodeWritten>
  /** Those that measure a pollutant and by which no station is judged: further ones of a model, and those in units that the standard does not know. */
  further: readonly (NodeWritten & { id: number; pollutant: string })[]
  sites: ReadonlyMap<number, { zone?: string; body?: string; traffic?: boolean }>
  schemes: ReadonlyMap<number, string>
  /** Node maps that tell the wind, the speed by the direction; null where the platform does not say. */
  winds: ReadonlyMap<number, number> | null
  /** Node maps that measure directions, as far as the platform says. */
  directions: ReadonlySet<number>
}

/** The same for all that the caller may see (extension `environment-measures`). Throws WireError. */
export async function judgedBy(signal?: AbortSignal): Promise<JudgedBy> {
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
