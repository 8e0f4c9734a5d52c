import { expect, it, vi } from 'vitest'
import { advanceClock, observe, type RuleChange } from '../../resources/kit/rule.ts'
import { createTicking } from '../../server/alarms/watching/ticking.ts'
import { newWatch, type Watch } from '../../server/alarms/watch.ts'
import type { Rule } from '../../server/alarms/rules.ts'
import type { Registry } from '../../server/platform.ts'
import { seeded } from '../support/seeded.ts'

/** Age up to which a value counts as fresh, ms. */
const FRESH = 20_000
const BEGIN = 1_800_000_000_000
/** A rule with two limits that have hold times, with silence, and with repeats. */
const RULE = {
  nodemap_id: 1,
  operator: 0,
  x: 10,
  y: 0,
  hold: 3000,
  levels: [
    { x: 10, y: 0, level: 4 },
    { x: 20, y: 0, level: 1 },
  ],
  noData: 30_000,
  interval: 7000,
} as unknown as Rule

const deviceOf = () => ({
  control_state: 0,
  over_time: FRESH / 1000,
  acquisition_cycle: 1,
  save_cycle: -1,
  nodes: new Map([[1, { last: null as { value: number; ts: number } | null }]]),
})

/** The result of a watch over random values, tick by tick, and how often it was marked. */
function run(seed: number, tick: (watch: Watch, device: ReturnType<typeof deviceOf>) => (now: number) => void) {
  const random = seeded(seed)
  const device = deviceOf()
  const watch = Object.assign(newWatch(RULE, 1), { episode: { logId: 1 } })
  const look = tick(watch, device)
  for (let now = BEGIN; now < BEGIN + 400_000; now += 1000) {
    // The device is silent for a minute now and then.
    if (Math.floor((now - BEGIN) / 60_000) % 3 !== 2 && random() < 0.3) {
      const value = Math.round(30 * random())
      const node = device.nodes.get(1)
      if (node) node.last = { value, ts: now }
      takes.get(watch)?.(value, now)
    }
    look(now)
  }
}
const takes = new Map<Watch, (value: number, now: number) => void>()

it.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'createTicking yields the same changes as checking every second, with fewer checks: seed %s',
  (seed) => {
    const changes =
      (log: string[]) =>
      (watch: Watch, { kind, by }: RuleChange, now: number) => {
        log.push(`${now - BEGIN} ${kind} ${by} ${watch.rank}`)
        if (kind === 'fire') watch.sentAt = now
        if (kind === 'recover') watch.sentAt = null
      }
    const observed = (watch: Watch, apply: ReturnType<typeof changes>) => (value: number, now: number) => {
      for (const change of observe(watch, RULE, { value, ts: now, now, fresh: FRESH })) apply(watch, change, now)
    }
    const always: string[] = []
    const silentAlways: string[] = []
    run(seed, (watch, device) => {
      const apply = changes(always)
      takes.set(watch, observed(watch, apply))
      let silent = false
      return (now) => {
        const late = now - (device.nodes.get(1)?.last?.ts ?? watch.ts) > FRESH
        for (let passed; (passed = advanceClock(watch, RULE, now, FRESH, late)); ) apply(watch, passed, now)
        if (watch.state === 2 && !late && watch.sentAt !== null && now - watch.sentAt >= RULE.interval) {
          watch.sentAt = now
          always.push(`${now - BEGIN} repeat`)
        }
        if (silent !== (watch.state === 2 && late)) silentAlways.push(`${now - BEGIN} ${(silent = !silent)}`)
      }
    })
    const seldom: string[] = []
    const silentSeldom: string[] = []
    let looks = 0
    run(seed, (watch, device) => {
      const apply = changes(seldom)
      const registry = { device: () => device } as unknown as Registry
      const journal = {
        repeated: vi.fn((_watch: Watch, at: number) => seldom.push(`${at - BEGIN} repeat`)),
        moved: vi.fn(),
      }
      const ticking = createTicking(registry, journal)
      const take = observed(watch, apply)
      let silent = false
      const mark = (now: number): void => {
        const late = now - (device.nodes.get(1)?.last?.ts ?? watch.ts) > FRESH
        if (silent !== (watch.state === 2 && late)) silentSeldom.push(`${now - BEGIN} ${(silent = !silent)}`)
      }
      takes.set(watch, (value, now) => {
        take(value, now)
        ticking.soon(watch)
        if (silent) mark(now)
      })
      ticking.soon(watch)
      return (now) =>
        ticking.tick(now, {
          apply(some, change, at) {
            apply(some, change, at)
            mark(at)
            ticking.soon(some)
          },
          mark: (_watch, at) => {
            looks++
            mark(at)
          },
        })
    })
    expect(seldom).toEqual(always)
    expect(silentSeldom).toEqual(silentAlways)
    expect(always.length).toBeGreaterThan(10)
    expect(looks).toBeLessThan(250)
  },
)
