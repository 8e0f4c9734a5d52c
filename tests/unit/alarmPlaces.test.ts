import { describe, expect, it, vi } from 'vitest'
import { maxValueAge, observe, STATE } from '../../resources/kit/rule.ts'
import { judgeBatch } from '../../server/alarms/engine/judge.ts'
import type { Engine } from '../../server/alarms/engine/state.ts'
import { createPeaks } from '../../server/alarms/episodes/peaks.ts'
import { createInbox } from '../../server/alarms/inbox.ts'
import type { Rule } from '../../server/alarms/rules.ts'
import { newWatch, type Watch } from '../../server/alarms/watch.ts'
import { createPlaces, judgeSamples } from '../../server/alarms/watching/places.ts'
import { createTicking } from '../../server/alarms/watching/ticking.ts'
import { silentLog } from '../../server/log.ts'
import type { LiveSample } from '../../server/platform.ts'
import { seeded } from '../support/seeded.ts'

const BEGIN = 1_800_000_000_000
const HOUR = 3_600_000
const NODES = [{ id: 1 }, { id: 2 }] as const

const newDevice = () => ({
  id: 1,
  control_state: 0,
  over_time: 20,
  acquisition_cycle: 1,
  save_cycle: -1,
  nodes: new Map<number, never>(),
  thresholds: [] as number[],
  silent: [] as number[],
})

const sampleOf = (device: object, node: number, value: number, ts: number): LiveSample =>
  ({ device, node: NODES.find(({ id }) => id === node), value, ts }) as unknown as LiveSample

const RULE = { id: 1, nodemap_id: 1, operator: 0, x: 10, y: 10, hold: 0, interval: 0 } as unknown as Rule

/** A random rule of any comparison, with levels, night limits, hold times, schedules and silence here and there. */
function ruleOf(random: () => number, id: number): Rule {
  const upTo = (most: number): number => Math.floor(random() * most)
  const levels = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ level: 4 - at, x: upTo(11), y: upTo(11) }))
  const count = random() < 0.3 ? 2 : 0
  return {
    id,
    nodemap_id: 1 + upTo(2),
    operator: upTo(8),
    x: upTo(11),
    y: upTo(11),
    hold: random() < 0.5 ? 0 : 3000,
    interval: 0,
    zone: 'UTC',
    ...(count > 0 && { levels: levels(count) }),
    ...(count > 0 && random() < 0.5 && { night: { from: 60, to: 600, levels: levels(count) } }),
    ...(random() < 0.2 && { hysteresis: 2 }),
    ...(random() < 0.2 && { schedule: { from: 300, to: 900 } }),
    ...(random() < 0.2 && { noData: 60_000 }),
  } as unknown as Rule
}

/** The engine over watches of one device; `log` collects what its journal receives. */
function openEngine(device: object, log: string[]) {
  const registry = { device: () => device, flag: (to: object, flags: object) => Object.assign(to, flags) }
  const told = (kind: string) => (watch: Watch) => {
    log.push(`${kind} ${watch.rule.id} ${watch.rank}`)
    return { logId: 1 }
  }
  const journal = {
    fired: told('fire'),
    worsened: told('worsen'),
    recovered: told('recover'),
    repeated: vi.fn(),
    moved: vi.fn(),
    altered: vi.fn(),
    judged: vi.fn(),
  }
  const places = createPlaces()
  const ticking = createTicking(registry as never, journal)
  return { registry, journal, places, ticking, peaks: createPeaks(journal), log: silentLog } as unknown as Engine
}

const standsOf = (watches: readonly Watch[]) =>
  watches.map(({ rule, state, since, seenAt, ts, value, rank, worse, silent }) => ({
    rule: rule.id,
    state,
    since,
    seenAt,
    ts,
    value,
    rank,
    worse,
    silent,
  }))

describe('rules on one node', () => {
  it.each(Array.from({ length: 30 }, (_, seed) => seed))(
    'reach the same state as when each is evaluated on every sample: seed %s',
    (seed) => {
      const random = seeded(seed)
      const device = newDevice()
      const log: string[] = []
      const alone: string[] = []
      const engine = openEngine(device, log)
      const rules = Array.from({ length: 1 + Math.floor(random() * 4) }, (_, id) => ruleOf(random, id + 1))
      const watches = rules.map((rule) => newWatch(rule, device.id))
      const others = rules.map((rule) => newWatch(rule, device.id))
      // The places of these watches take no sample, so none of them ever records that it rests.
      const looked = createPlaces()
      watches.forEach(engine.places.place)
      others.forEach(looked.place)
      const [inbox, inboxAlone] = [createInbox(engine.places), createInbox(looked)]

      let now = BEGIN
      let level = 5
      for (let batch = 0; batch < 400; batch++) {
        now += random() < 0.02 ? HOUR : Math.floor(random() * 2000)
        if (random() < 0.03) level = Math.floor(random() * 11)
        if (random() < 0.02) device.control_state = 1 - device.control_state
        const samples = Array.from({ length: 1 + Math.floor(random() * 4) }, () =>
          sampleOf(
            device,
            1 + Math.floor(random() * 2),
            random() < 0.1 ? Math.floor(random() * 11) : level,
            now - (random() < 0.2 ? Math.floor(random() * 5000) : 0),
          ),
        )
        expect(inbox(samples)?.samples).toBe(inboxAlone(samples)?.samples)
        const again = random() < 0.05 && { again: true as const }
        judgeBatch(engine, { samples, now, inbox: null, ...again })
        for (const { node, value, ts } of samples.toSorted((a, b) => a.ts - b.ts))
          for (const stand of others) {
            if (stand.rule.nodemap_id !== node.id || device.control_state !== 0) continue
            if (again && stand.state === STATE.normal) continue
            for (const { kind, was } of observe(stand, stand.rule, { value, ts, now, fresh: maxValueAge(device) }))
              if (kind !== 'pending' && kind !== 'calm')
                alone.push(`${kind} ${stand.rule.id} ${was?.rank ?? stand.rank}`)
          }
        if (random() < 0.05) {
          engine.places.wake()
          expect(standsOf(watches)).toEqual(standsOf(others))
        }
      }
      engine.places.wake()
      expect(standsOf(watches)).toEqual(standsOf(others))
      expect(log).toEqual(alone)
    },
  )

  it('are not evaluated for values far from all of their limits', () => {
    const device = newDevice()
    const engine = openEngine(device, [])
    const { places } = engine
    // One rule above 10, one at 0 or less.
    const watches = [RULE, { ...RULE, id: 2, operator: 3 as const, x: 0, y: 0 }].map((rule) =>
      newWatch(rule, device.id),
    )
    watches.forEach(places.place)
    const judge = vi.fn()
    const asked = (value: number, ts: number): number => {
      judge.mockClear()
      judgeSamples([sampleOf(device, 1, value, ts)], places, { judge, takes: () => true })
      return judge.mock.calls.length
    }
    judgeBatch(engine, { samples: [sampleOf(device, 1, 5, BEGIN)], now: BEGIN, inbox: null })
    expect([6, 10, 3].map((value, at) => asked(value, BEGIN + 1 + at))).toEqual([0, 0, 0])
    expect(watches.map(({ ts }) => ts)).toEqual([BEGIN, BEGIN])
    places.wake()
    expect(watches.map(({ ts, value }) => ({ ts, value }))).toEqual(watches.map(() => ({ ts: BEGIN + 3, value: 3 })))
    // Once the watches may have moved, and where a limit is violated or near, each watch is asked.
    expect([5, 5, 11, 0].map((value, at) => asked(value, BEGIN + 4 + at))).toEqual([2, 0, 2, 2])
  })

  it('keep skipped samples when another rule is added or removed', () => {
    const device = newDevice()
    const engine = openEngine(device, [])
    const { places } = engine
    const [old, added] = [newWatch(RULE, device.id), newWatch({ ...RULE, id: 2 }, device.id)]
    const take = (value: number, ts: number): void =>
      judgeBatch(engine, { samples: [sampleOf(device, 1, value, ts)], now: ts, inbox: null })
    places.place(old)
    take(5, BEGIN)
    take(5, BEGIN + 1)
    places.place(added)
    expect([old.ts, added.ts]).toEqual([BEGIN + 1, 0])
    take(5, BEGIN + 2)
    take(5, BEGIN + 3)
    places.remove(added)
    expect([old.ts, added.ts]).toEqual([BEGIN + 3, BEGIN + 3])
    take(11, BEGIN + 4)
    expect([old.state, added.state]).toEqual([STATE.alarm, STATE.normal])
  })
})
