import { call } from '../http.ts'
import { isRecord } from '../../resources/kit/record.ts'
import { integer, readNumber, readRecords, readText } from '../normalise.ts'
import { nameOrNumber } from '../../resources/kit/named.ts'

/** One hour of a node, raw values before node_script. */
export interface RawHour {
  /** Begin of the hour, epoch ms. */
  at: number
  /** Null if the hour has no valid value. */
  mean: number | null
  min: number | null
  max: number | null
  /** Number of valid values, and number of suspect or failed ones. */
  valid: number
  flagged: number
  /** For a direction: sums of sines and cosines, from which means of several hours are computed. */
  vector?: readonly [sine: number, cosine: number]
}

export interface NodeHours {
  id: number
  alias: string
  unitname: string
  registertype: number | null
  node_script: string | null
  /** The pollutant that the node is judged as; null: none. */
  pollutant: string | null
  /** Whether the node's means are vector means. */
  direction?: boolean
  hours: readonly RawHour[]
}

/** Hours of a device's nodes, with the scheme and the site that they are judged by. */
export interface DeviceHours {
  scheme: string
  site: { zone?: string; body?: string; traffic?: boolean }
  /** Values of a node expected in a full hour, from the device's cycle; null if unknown. */
  expected: number | null
  nodes: readonly NodeHours[]
}

/**
 * Returns the hours of a device that begin within a span, epoch ms (docs/wire.md, `history-hours`).
 *
 * @throws WireError
 */
export async function deviceHours(
  device: number,
  { from, to, nodes, signal }: { from: number; to: number; nodes?: readonly number[]; signal?: AbortSignal },
): Promise<DeviceHours> {
  const query = { from: Math.round(from), to: Math.round(to), ...(nodes && { nodes: nodes.join(',') }) }
  const answer = await call('GET', `history/hours/${device}`, { query, signal, timeout: HOURS_TIMEOUT_MS })
  if (!isRecord(answer)) return { scheme: 'HJ', site: {}, expected: null, nodes: [] }
  const site = isRecord(answer['site']) ? answer['site'] : {}
  return {
    scheme: readText(answer['scheme']) || 'HJ',
    site: {
      ...(typeof site['zone'] === 'string' && { zone: site['zone'] }),
      ...(typeof site['body'] === 'string' && { body: site['body'] }),
      ...(site['traffic'] === true && { traffic: true }),
    },
    expected: integer(answer['expected']),
    nodes: readRecords(answer['nodes']).flatMap((node) => {
      const id = integer(node['nodemapid'])
      if (id === null) return []
      return [
        {
          id,
          alias: nameOrNumber(id, node['alias']),
          unitname: readText(node['unitname']),
          registertype: integer(node['registertype']),
          node_script: readText(node['node_script']) || null,
          pollutant: readText(node['pollutant']) || null,
          ...(integer(node['direction']) === 1 && { direction: true }),
          hours: hoursOf(node['hours']),
        },
      ]
    }),
  }
}

function hoursOf(list: unknown): RawHour[] {
  return (Array.isArray(list) ? (list as unknown[]) : []).flatMap((row) => {
    if (!Array.isArray(row)) return []
    const [at, mean, min, max, valid, flagged, sine, cosine] = row.map(readNumber)
    return at == null
      ? []
      : [
          {
            at,
            mean: mean ?? null,
            min: min ?? null,
            max: max ?? null,
            valid: valid ?? 0,
            flagged: flagged ?? 0,
            ...(sine != null && cosine != null && { vector: [sine, cosine] as const }),
          },
        ]
  })
}

/** Assessment of one day of a station by law; without a level there was too little data. */
export interface StationDay {
  /** YYYY-MM-DD. */
  day: string
  index: number | null
  level: number | null
  primary: readonly string[]
  /** Pollutants that were missing when air was judged; empty if unknown. */
  missing: readonly string[]
  /** Share of the day's hours that are valid; for an area, of its stations. 0 to 1. */
  coverage: number
  /** For noise: by how many dB the limits are exceeded, the worse of day and night; null if this is not sent. */
  exceeded: number | null
}

export interface StationDays {
  medium: 'air' | 'noise' | 'water'
  scheme: string
  days: readonly StationDay[]
}

/**
 * Returns the days of one device as judged by law, one row per medium (docs/wire.md, `environment`).
 *
 * @throws WireError
 */
export async function environmentDays(
  device: number,
  { from, to, signal }: { from: number; to: number; signal?: AbortSignal },
): Promise<StationDays[]> {
  const query = { deviceid: device, from: Math.round(from), to: Math.round(to) }
  const rows = await call('GET', 'environment/days', { query, signal, timeout: HOURS_TIMEOUT_MS })
  return readRecords(rows).flatMap((row) => {
    const medium = MEDIA.find((known) => known === row['medium'])
    return medium ? [{ medium, scheme: readText(row['scheme']), days: daysOf(row['days']) }] : []
  })
}

/** Reads the days of a row of GET environment/days, of a station or of an area. */
export function daysOf(list: unknown): StationDay[] {
  return (Array.isArray(list) ? (list as unknown[]) : []).flatMap((row) => {
    if (!Array.isArray(row) || typeof row[0] !== 'string') return []
    const [day, index, level, primary, coverage, , above, missing] = row as [string, ...unknown[]]
    const exceeded = (Array.isArray(above) ? (above as unknown[]) : []).flatMap((one) => readNumber(one) ?? [])
    return [
      {
        day,
        index: readNumber(index),
        level: readNumber(level),
        primary: Array.isArray(primary) ? primary.map(readText) : [],
        missing: Array.isArray(missing) ? missing.map(readText) : [],
        coverage: readNumber(coverage) ?? 0,
        exceeded: exceeded.length === 0 ? null : Math.max(...exceeded),
      },
    ]
  })
}

const MEDIA = ['air', 'noise', 'water'] as const
/** Timeout, ms: a year takes long to transfer. */
export const HOURS_TIMEOUT_MS = 60_000
