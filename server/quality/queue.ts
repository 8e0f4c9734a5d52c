import { HOUR } from '../../resources/kit/zone.ts'
import type { LiveDevice, Platform } from '../platform.ts'
import { TEST, testsIn, type TestName } from './checks.ts'

/** Values of a node that stand together and that tests found fault with; `step` is the highest that reviewed some of them, 0 where nobody did. */
export interface Doubted {
  deviceid: number
  nodemapid: number
  /** What both are called. */
  device: string
  node: string
  from: number
  to: number
  count: number
  /** The worst of them. */
  flag: number
  tests: readonly TestName[]
  step: number
}

/** Values so far from each other stand together, ms. */
const TOGETHER = HOUR
/** Flags looked at, and spans told, at most. */
const MOST_FLAGS = 100_000
const MOST = 1000

/** What waits for a person: doubted values of some devices that nobody of `step` or above has reviewed, by device, node and time. */
export async function queueOf(
  { storage: { read } }: Pick<Platform, 'storage'>,
  devices: readonly LiveDevice[],
  { from, to, step }: { from: number; to: number; step: number },
): Promise<Doubted[]> {
  if (devices.length === 0) return []
  const ids = devices.map(({ id }) => id)
  const [flags, reviews] = await Promise.all([
    read
      .selectFrom('historyflag')
      .selectAll()
      .where('device_id', 'in', ids)
      .where('ts', '>=', from)
      .where('ts', '<=', to)
      // Known, not found: nobody has to look at it.
      .where('tests', '<>', TEST.maintenance)
      .orderBy('device_id')
      .orderBy('nodemap_id')
      .orderBy('ts')
      .limit(MOST_FLAGS)
      .execute(),
    read
      .selectFrom('qualityreview')
      .select(['device_id', 'nodemap_id', 'since', 'until', 'step'])
      .where('device_id', 'in', ids)
      .where('revoked_at', 'is', null)
      .where('since', '<=', to)
      .where('until', '>=', from)
      .execute(),
  ])
  const stepAt = (device: number, node: number, ts: number): number =>
    reviews.reduce(
      (most, one) =>
        one.device_id === device && one.nodemap_id === node && one.since <= ts && one.until >= ts
          ? Math.max(most, one.step)
          : most,
      0,
    )
  const names = new Map(devices.map((device) => [device.id, device]))
  const spans: (Omit<Doubted, 'tests'> & { tests: number })[] = []
  for (const { device_id, nodemap_id, ts, flag, tests } of flags) {
    const reviewed = stepAt(device_id, nodemap_id, ts)
    if (reviewed >= step) continue
    const last = spans.at(-1)
    if (
      last?.deviceid === device_id &&
      last.nodemapid === nodemap_id &&
      last.step === reviewed &&
      ts - last.to <= TOGETHER
    ) {
      last.to = ts
      last.count++
      last.flag = Math.max(last.flag, flag)
      last.tests |= tests
    } else if (spans.length < MOST)
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
  return spans.map((span) => ({ ...span, tests: testsIn(span.tests) }))
}
