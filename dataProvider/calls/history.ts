import { nameOrNumber } from '../../resources/kit/named.ts'
import { evidenceByNode, doubtOf, push, type EvidenceValue } from './evidenceValues.ts'
import { isAnnounced, call } from '../http.ts'
import { hasKinds, withKinds } from '../nodeKinds.ts'
import { isRecord } from '../../resources/kit/record.ts'
import { integer, readNumber, readRecords, readText, readTime } from '../normalise.ts'

/**
 * One node's samples, oldest first: epoch ms and raw values, before node_script. Suspect and failed samples are
 * excluded.
 */
export interface NodeHistory {
  id: number
  alias: string
  unitname: string
  /** Null if neither the history nor the live state contains it. */
  registertype: number | null
  node_script: string | null
  /** Whether the node's mean is a vector mean; there is no least and greatest value then. */
  direction?: boolean
  times: number[]
  values: number[]
  /** Over all samples of the span, even if only some were requested; null if there are none. */
  min: number | null
  max: number | null
  avg: number | null
  /** Values kept beside the samples or excluded from them; absent if there are none. */
  beside?: readonly EvidenceValue[]
  /** Number of its samples that are suspect or failed, if the platform counts them; `beside` may name fewer. */
  doubted?: number
  /** Calibrations that begin within the span, epoch ms; absent if there are none. */
  calibrations?: readonly { at: number; name: string }[]
}

/**
 * Returns the history of one device from `from` to `to`, epoch ms. `points`: about this many samples per node are
 * enough, chosen so that the drawn line is the same (an extension: a platform without it sends all samples).
 *
 * @throws WireError
 */
export async function deviceHistory(
  device: number,
  { from, to, points, signal }: { from: number; to: number; points?: number; signal?: AbortSignal },
): Promise<NodeHistory[]> {
  const answer = await call('GET', `godbAllHistoricaldataByIdToJson/${device}/${Math.round(from)}/${Math.round(to)}`, {
    query: await queryOf(points),
    signal,
    timeout: HISTORY_TIMEOUT_MS,
  })
  const nodes = readHistory(answer)
  return hasKinds(isRecord(answer) ? readRecords(answer['nodeArr']) : []) ? nodes : withKinds(nodes)
}

/**
 * A request for all samples asks the platform to leave out suspect and failed ones: it names only some thousand of
 * them, too few to exclude them all here.
 */
async function queryOf(points: number | undefined): Promise<{ points?: number; trusted?: 1 }> {
  const query = await thinned(points)
  return query.points === undefined && (await isAnnounced('quality')) ? { trusted: 1 } : query
}

/** The query parameter that asks for about this many samples per node, if the platform can downsample. */
export const thinned = async (points: number | undefined): Promise<{ points?: number }> =>
  points !== undefined && (await isAnnounced('points')) ? { points } : {}

export interface ComparedItem {
  device: number
  nodemap: number
}

/**
 * Returns a month (YYYYMM) of several nodes, in the order requested; an item without samples has empty lists. Suspect
 * and failed values are in `beside`.
 */
export async function compareHistory(
  items: readonly ComparedItem[],
  month: string,
  signal?: AbortSignal,
): Promise<{ times: number[]; values: number[]; beside: readonly EvidenceValue[] }[]> {
  const query = {
    ...((await isAnnounced('quality')) && { flags: 1 }),
    cxtime: month,
    devGroup: items.map(({ device }) => device).join(','),
    nodeGroup: items.map(({ nodemap }) => nodemap).join(','),
  }
  const rows = await call('GET', 'godbCompareHistoricaldata', { query, signal, timeout: HISTORY_TIMEOUT_MS })
  const lists = new Map(items.map(({ device, nodemap }) => [`${device} ${nodemap}`, [] as [number, number][]]))
  const doubted = new Map<string, EvidenceValue[]>()
  for (const row of readRecords(rows)) {
    const [at, value] = [readTime(row['insertdate']), readNumber(row['historydata'])]
    const key = `${integer(row['deviceid'])} ${integer(row['nodemapid'])}`
    const kind = doubtOf(integer(row['flag']))
    if (at === null || value === null) continue
    if (kind === null) lists.get(key)?.push([at, value])
    else push(doubted, key, { ...NO_EVIDENCE, kind, at, value })
  }
  return items.map(({ device, nodemap }) => {
    const key = `${device} ${nodemap}`
    return { ...columns(lists.get(key) ?? []), beside: doubted.get(key) ?? [] }
  })
}

/** Properties of a `EvidenceValue` that the answer of a comparison does not contain. */
const NO_EVIDENCE = {
  first: null,
  stands: false,
  source: '',
  by: null,
  received: null,
  tests: [],
  reason: '',
} as const

/** Timeout, ms: a month of many samples takes long to transfer. */
const HISTORY_TIMEOUT_MS = 120_000

/** Reads both forms of the answer: samples by node in `dataset`, or only in `datasetArr` parallel to `nodeArr`. */
export function readHistory(answer: unknown): NodeHistory[] {
  if (!isRecord(answer)) return []
  const byNode = new Map(readRecords(answer['dataset']).map((entry) => [integer(entry['nodemapid']), entry['data']]))
  const ordered: unknown[] = Array.isArray(answer['datasetArr']) ? answer['datasetArr'] : []
  const totals = isRecord(answer['newObj']) ? answer['newObj'] : {}
  const beside = evidenceByNode(answer)
  const calibrations = readRecords(answer['calibrations'])
  const doubted = new Map(
    readRecords(answer['doubted']).map((row) => [integer(row['nodemapid']), readNumber(row['count']) ?? undefined]),
  )
  return readRecords(answer['nodeArr']).flatMap((node, index) => {
    const id = integer(node['id'])
    if (id === null) return []
    const samples = trusted(columns(byNode.get(id) ?? ordered[index]), beside.get(id) ?? [])
    const total = isRecord(totals[id]) ? totals[id] : {}
    const direction = integer(node['direction']) === 1
    const totalled = { min: readNumber(total['min']), max: readNumber(total['max']), avg: readNumber(total['avg']) }
    return [
      {
        id,
        alias: nameOrNumber(id, node['alias']),
        unitname: readText(node['unitname']),
        registertype: integer(node['registertype']),
        node_script: readText(node['node_script']) || null,
        ...samples,
        ...(totalled.min === null && !direction ? totalsOf(samples.values) : totalled),
        ...(direction && { direction }),
        ...(beside.has(id) && { beside: beside.get(id) }),
        ...(doubted.has(id) && { doubted: doubted.get(id) }),
        ...calibrationsOf(calibrations, id),
      },
    ]
  })
}

function calibrationsOf(rows: readonly Record<string, unknown>[], node: number): Pick<NodeHistory, 'calibrations'> {
  const own = rows.flatMap((row) => {
    const at = readTime(row['since'])
    return integer(row['nodemapid']) === node && at !== null ? [{ at, name: readText(row['name']) }] : []
  })
  return own.length > 0 ? { calibrations: own } : {}
}

/**
 * Converts pairs of time and value into two columns in one pass: a month has hundreds of thousands. Entries that are
 * not a pair of a time and a number are left out.
 */
function columns(list: unknown): Samples {
  const times: number[] = []
  const values: number[] = []
  let ordered = true
  for (const pair of Array.isArray(list) ? (list as unknown[]) : []) {
    if (!Array.isArray(pair)) continue
    const [at, value] = [readTime(pair[0]), readNumber(pair[1])]
    if (at === null || value === null) continue
    if (at < (times.at(-1) ?? 0)) ordered = false
    times.push(at)
    values.push(value)
  }
  return ordered ? { times, values } : oldestFirst(times, values)
}

/** Returns the samples without those that are suspect or failed: only the rest is drawn, counted and exported. */
function trusted(samples: Samples, beside: readonly EvidenceValue[]): Samples {
  const doubted = new Set(beside.flatMap(({ kind, at }) => (kind === 'suspect' || kind === 'fail' ? [at] : [])))
  if (doubted.size === 0) return samples
  const kept = samples.times.flatMap((at, index) => (doubted.has(at) ? [] : [index]))
  return { times: kept.map((i) => samples.times[i] ?? 0), values: kept.map((i) => samples.values[i] ?? 0) }
}

interface Samples {
  times: number[]
  values: number[]
}

/** Platforms differ in the order of samples; lines are drawn from the oldest sample on. */
function oldestFirst(times: readonly number[], values: readonly number[]): Samples {
  const order = times.map((_, index) => index).toSorted((one, other) => (times[one] ?? 0) - (times[other] ?? 0))
  return { times: order.map((index) => times[index] ?? 0), values: order.map((index) => values[index] ?? 0) }
}

function totalsOf(values: readonly number[]): Pick<NodeHistory, 'min' | 'max' | 'avg'> {
  if (values.length === 0) return { min: null, max: null, avg: null }
  let [min, max, sum] = [Infinity, -Infinity, 0]
  for (const value of values) {
    min = Math.min(min, value)
    max = Math.max(max, value)
    sum += value
  }
  return { min, max, avg: sum / values.length }
}
