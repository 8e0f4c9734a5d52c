import { HOUR } from '../../resources/kit/zone.ts'
import type { LiveDevice, Platform } from '../platform.ts'
import { TEST, testsIn, type TestName } from './checks.ts'

/**
 * Consecutive values of a node that tests doubted. `step` is the highest review step among them, 0 where none was
 * reviewed.
 */
export interface DoubtedSpan {
  deviceid: number
  nodemapid: number
  /** Names of the device and the node. */
  device: string
  node: string
  from: number
  to: number
  count: number
  /** The worst flag among them. */
  flag: number
  tests: readonly TestName[]
  step: number
}

/** Maximum distance of consecutive values in one span, ms. */
const MAX_DISTANCE_MS = HOUR
/** Maximum number of flags read, and of spans returned. */
const MAX_FLAGS = 100_000
const MAX_SPANS = 1000
/** Devices per query: databases limit the number of parameters. */
const CHUNK_DEVICES = 200

type Read = Platform['storage']['read']
interface TimeSpan {
  from: number
  to: number
}

/**
 * Returns what waits for review: doubted values of some devices that nobody reviewed at `step` or above, by device,
 * node and time.
 */
export async function queueOf(
  { storage: { read } }: Pick<Platform, 'storage'>,
  devices: readonly LiveDevice[],
  { from, to, step }: TimeSpan & { step: number },
): Promise<DoubtedSpan[]> {
  const ordered = devices.toSorted((a, b) => a.id - b.id)
  const names = new Map(ordered.map((device) => [device.id, device]))
  const spans: (Omit<DoubtedSpan, 'tests'> & { tests: number })[] = []
  let left = MAX_FLAGS
  for (let at = 0; at < ordered.length && left > 0 && spans.length < MAX_SPANS; at += CHUNK_DEVICES) {
    const ids = ordered.slice(at, at + CHUNK_DEVICES).map(({ id }) => id)
    const [flags, stepAt] = await Promise.all([
      flagsIn(read, ids, { from, to, most: left }),
      reviewedSteps(read, ids, { from, to }),
    ])
    left -= flags.length
    for (const { device_id, nodemap_id, ts, flag, tests } of flags) {
      const reviewed = stepAt(device_id, nodemap_id, ts)
      if (reviewed >= step) continue
      const last = spans.at(-1)
      if (
        last?.deviceid === device_id &&
        last.nodemapid === nodemap_id &&
        last.step === reviewed &&
        ts - last.to <= MAX_DISTANCE_MS
      ) {
        last.to = ts
        last.count++
        last.flag = Math.max(last.flag, flag)
        last.tests |= tests
      } else if (spans.length < MAX_SPANS)
        spans.push({
          deviceid: device_id,
          nodemapid: nodemap_id,
          device: names.get(device_id)?.name ?? '',
          node: names.get(device_id)?.nodes.get(nodemap_id)?.alias ?? '',
          from: ts,
          to: ts,
          count: 1,
          flag,
          tests,
          step: reviewed,
        })
      else break
    }
  }
  return spans.map((span) => ({ ...span, tests: testsIn(span.tests) }))
}

const flagsIn = (read: Read, devices: readonly number[], { from, to, most }: TimeSpan & { most: number }) =>
  read
    .selectFrom('historyflag')
    .selectAll()
    .where('device_id', 'in', devices)
    .where('ts', '>=', from)
    .where('ts', '<=', to)
    // Values of a maintenance window need no review: the cause is known.
    .where('tests', '<>', TEST.maintenance)
    .orderBy('device_id')
    .orderBy('nodemap_id')
    .orderBy('ts')
    .limit(most)
    .execute()

/** Returns a function that finds the highest step at which a value was reviewed, 0 for none. */
async function reviewedSteps(
  read: Read,
  devices: readonly number[],
  { from, to }: TimeSpan,
): Promise<(device: number, node: number, ts: number) => number> {
  const reviews = await read
    .selectFrom('qualityreview')
    .select(['device_id', 'nodemap_id', 'since', 'until', 'step'])
    .where('device_id', 'in', devices)
    .where('revoked_at', 'is', null)
    .where('since', '<=', to)
    .where('until', '>=', from)
    .execute()
  const byNode = new Map<string, typeof reviews>()
  for (const review of reviews) {
    const key = `${review.device_id} ${review.nodemap_id}`
    const others = byNode.get(key)
    if (others) others.push(review)
    else byNode.set(key, [review])
  }
  return (device, node, ts) =>
    (byNode.get(`${device} ${node}`) ?? []).reduce(
      (most, { since, until, step }) => (since <= ts && until >= ts ? Math.max(most, step) : most),
      0,
    )
}
