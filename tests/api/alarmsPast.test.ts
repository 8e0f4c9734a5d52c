import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Rule } from '../../server/alarms/rules.ts'
import { newWatch, type Watch } from '../../server/alarms/watch.ts'
import { fillPast, readRecall } from '../../server/alarms/watching/past.ts'
import { createPlaces } from '../../server/alarms/watching/places.ts'
import type { LiveDevice, LiveSample } from '../../server/platform.ts'
import type { Wanted } from '../../server/storage/homes/types.ts'
import type { Storage } from '../../server/storage/types.ts'
import { seeded } from '../support/seeded.ts'
import { openTestStorage } from '../support/storage.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const NOW = 1_800_000_000_000
const [PM, HEAT] = [11, 12] as const

const ruleOf = (id: number, conditions: object): Rule =>
  ({ id, nodemap_id: PM, operator: 0, x: 90, y: 90, hold: 0, interval: 0, conditions }) as unknown as Rule

const meanOf = (id: number, minutes: number): Rule => ruleOf(id, { calc: 'mean', minutes, join: 'and', rows: [] })

/** A rule that also reads another node. */
const OF_BOTH = ruleOf(9, {
  calc: 'value',
  minutes: 0,
  join: 'and',
  rows: [{ node: HEAT, calc: 'value', minutes: 0, operator: 0, x: 50, y: 50 }],
})

/** Devices whose values count as fresh for ten to twelve minutes. */
const devices = new Map<number, LiveDevice>()
function deviceOf(id: number): LiveDevice {
  const device = devices.get(id) ?? ({ id, control_state: 0, over_time: 600 + 60 * (id % 3) } as unknown as LiveDevice)
  devices.set(id, device)
  return device
}
const registry = { device: deviceOf }

const sample = (device: number, ts: number, node: number = PM): LiveSample =>
  ({ device: deviceOf(device), node: { id: node }, ts, value: 1 }) as unknown as LiveSample

const batch = (...samples: LiveSample[]) => ({ samples, now: NOW, inbox: null })

const numbers = (from: number, count: number): number[] => Array.from({ length: count }, (_, at) => from + at)

function placesOf(watches: readonly Watch[]) {
  const places = createPlaces()
  watches.forEach(places.place)
  return places
}

let storage: Storage
let dispose: () => Promise<void>
/** What each query requested. */
let asked: (readonly Wanted[])[]
const home: Pick<Storage, 'readHistory'> = {
  readHistory: (wanted, work) => {
    asked.push(wanted)
    return storage.readHistory(wanted, work)
  },
}
const recallOf = (watches: readonly Watch[], batches: Parameters<typeof readRecall>[1]) =>
  readRecall({ storage: home, registry, places: placesOf(watches) }, batches, NOW)

const stored: { device: number; node: number; ts: number; value: number }[] = []

beforeAll(async () => {
  ;({ storage, dispose } = await openTestStorage('sqlite'))
  const random = seeded(5)
  for (const device of numbers(1, 12))
    for (const node of [PM, HEAT])
      for (let ts = NOW - 4 * 60 * MINUTE; ts <= NOW; ts += 1000 + Math.floor(6 * MINUTE * random()))
        stored.push({ device, node, ts, value: Math.floor(200 * random()) })
  await storage.storeSamples({
    device_id: stored.map(({ device }) => device),
    nodemap_id: stored.map(({ node }) => node),
    ts: stored.map(({ ts }) => ts),
    value: stored.map(({ value }) => value),
    save: stored.map(() => 1),
  })
})
beforeEach(() => {
  asked = []
})
afterAll(() => dispose())

describe('history recall of watches', () => {
  it('uses few queries for 1,100 devices', async () => {
    const mean = meanOf(1, 10)
    const watches = [
      ...numbers(1, 1100).map((id) => newWatch(mean, id)),
      ...numbers(1, 30).map((id) => newWatch(OF_BOTH, id)),
    ]
    const at = NOW - MINUTE
    await recallOf(
      watches,
      numbers(1, 1100).map((id) => batch(sample(id, at))),
    )
    expect(asked.map(({ length }) => length)).toEqual([500, 500, 100, 30])
    // Each from the time it needs: a home may return what is requested and nothing else.
    const spanOf = (id: number, minutes: number): number => (minutes + 10 + (id % 3)) * MINUTE
    expect(
      asked
        .slice(0, 3)
        .flat()
        .toSorted((a, b) => a.device - b.device),
    ).toEqual(numbers(1, 1100).map((id) => ({ device: id, nodemaps: [PM], start: at - spanOf(id, 10), end: NOW })))
    expect(
      asked
        .slice(3)
        .flat()
        .toSorted((a, b) => a.device - b.device),
    ).toEqual(numbers(1, 30).map((id) => ({ device: id, nodemaps: [PM, HEAT], start: at - spanOf(id, 0), end: NOW })))
    asked = []
    await fillPast({ storage: home, registry }, watches, NOW)
    expect(asked.map(({ length }) => length)).toEqual([500, 500, 100, 30])
  })

  it('queries a 20-day-old sample in a small group apart from recent ones', async () => {
    const mean = meanOf(1, 10)
    const watches = numbers(1, 600).map((id) => newWatch(mean, id))
    await recallOf(
      watches,
      numbers(1, 600).map((id) => batch(sample(id, id === 7 ? NOW - 20 * DAY : NOW))),
    )
    expect(asked.map(({ length }) => length)).toEqual([2, 500, 98])
  })

  // A single watch reads nothing but its own history.
  it.each(numbers(1, 5))('restores for all watches together what it restores for each alone: %s', async (seed) => {
    const random = seeded(seed)
    const rules = [meanOf(1, 10), meanOf(2, 45), OF_BOTH]
    const batches = numbers(1, 40).map(() => {
      const known = stored[Math.floor(random() * stored.length)]
      if (known && random() < 0.5) return batch(sample(known.device, known.ts, known.node))
      const ts = NOW - Math.floor(2 * 60 * MINUTE * random())
      return batch(sample(1 + Math.floor(12 * random()), ts, random() < 0.7 ? PM : HEAT))
    })
    const made = (): Watch[] => rules.flatMap((rule) => numbers(1, 12).map((id) => newWatch(rule, id)))
    const held = (watch: Watch) => watch.signals?.samples()
    const middle = NOW - 60 * MINUTE

    const together = made()
    const recall = await recallOf(together, batches)
    // Both means read the same node.
    expect(asked).toHaveLength(2)
    recall.begin()
    for (const [at, alone] of made().entries()) {
      const one = together[at]
      if (!one) throw new Error('there are as many')
      const own = await recallOf([alone], batches)
      own.begin()
      for (const until of [middle, Infinity]) {
        own.until(alone, until)
        recall.until(one, until)
        expect(held(one)).toEqual(held(alone))
      }
    }
    expect(together.filter((watch) => held(watch)?.length).length).toBeGreaterThan(12)
    // A sample that is judged itself is not recalled from the history as well.
    for (const { samples } of batches)
      for (const { device, node, ts } of samples)
        for (const watch of together.filter(({ deviceId }) => deviceId === device.id))
          expect(held(watch)).not.toContainEqual(expect.objectContaining({ node: node.id, ts }))
  })
})
