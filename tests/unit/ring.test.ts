import { describe, expect, it } from 'vitest'
import type { Rule } from '../../server/alarms/rules.ts'
import { createRuleLookup, ringAt, ringFrom } from '../../server/alarms/scope/ring.ts'
import type { Registry } from '../../server/platform.ts'
import { affectedNodes, sourcesOf, type Copy } from '../../server/virtual/copies.ts'

const NODE = 1
const OTHER = 2

/** A rule "more than 10" over devices that sets a node of another device. */
const rule = (name: string, devices: number[], sets: number, given: Partial<Rule> = {}): Rule => ({
  id: name.charCodeAt(0),
  name,
  project_id: 1,
  devices,
  nodemap_id: NODE,
  operator: 0,
  x: 10,
  y: 0,
  hold: 0,
  interval: 0,
  level: 3,
  minOff: 0,
  message: '',
  back: null,
  phones: [],
  emails: [],
  channels: [],
  tell: new Map(),
  wechats: [],
  ganged: { device: sets, nodemap: NODE, value: 20 },
  ...given,
})
const copy = (device: number, from: number, node = NODE): Copy => ({
  id: device,
  device,
  nodemap: NODE,
  from: { device: from, nodemap: node },
})
const ring = (rules: Rule[], copies: Copy[] = []): string | undefined => {
  const [own] = rules
  const path = own ? ringFrom(own, rules, createRuleLookup(null, copies)) : null
  return path?.map(({ name }) => name).join('')
}

describe('ring detection of linked controls', () => {
  it('finds a ring only if each switched value violates the next rule', () => {
    expect(ring([rule('A', [1], 2), rule('B', [2], 3), rule('C', [3], 1)])).toBe('ABC')
    expect(ring([rule('A', [1], 2), rule('B', [2], 3), rule('C', [4], 1)])).toBeUndefined()
    const calm = { ganged: { device: 2, nodemap: NODE, value: 5 } }
    expect(ring([rule('A', [1], 2, calm), rule('B', [2], 1)])).toBeUndefined()
    expect(ring([rule('A', [2], 2, calm)])).toBe('A')
  })

  it('finds a ring through chained virtual devices', () => {
    const [a, b] = [rule('A', [1], 5), rule('B', [7], 1)]
    expect(ring([a, b])).toBeUndefined()
    expect(ring([a, b], [copy(6, 5)])).toBeUndefined()
    expect(ring([a, b], [copy(7, 6), copy(6, 5)])).toBe('AB')
    expect(ring([rule('A', [7], 5)], [copy(7, 6), copy(6, 5)])).toBe('A')
    // A copy of another node closes no ring.
    expect(ring([a, b], [copy(7, 6), copy(6, 5, OTHER)])).toBeUndefined()
  })

  it('assumes any value for a virtual device, because a script can produce it', () => {
    const calm = { ganged: { device: 2, nodemap: NODE, value: 0 } }
    expect(ring([rule('A', [1], 2, calm), rule('B', [2], 1)])).toBeUndefined()
    expect(ring([rule('A', [1], 2, calm), rule('B', [3], 1)], [copy(3, 2)])).toBe('AB')
  })

  it('reports a ring only for the device that closes it', () => {
    const [wide, back] = [rule('A', [1, 2], 5), rule('B', [5], 2)]
    const links = { rules: [wide, back], hears: createRuleLookup(null, []) }
    expect(ringAt(wide, 1, links)).toBeNull()
    expect(ringAt(wide, 2, links)).toEqual({ key: 'error.alarm.ring', args: { rules: 'A → B → A' } })
    expect(ringAt(rule('C', [5, 8], 5), 8, links)).toBeNull()
    expect(ringAt(rule('C', [5, 8], 5), 5, links)).toEqual({ key: 'error.alarm.ownTrigger' })
    // A rule of another project does not react to this one.
    expect(ringAt({ ...wide, project_id: 2 }, 2, links)).toBeNull()
  })
})

describe('virtual devices', () => {
  it('affectedNodes lists each node affected by a set value once, also in a cycle', () => {
    const set = { device: 1, nodemap: NODE, value: 3 }
    const found = affectedNodes(set, [copy(2, 1), copy(3, 2), copy(1, 3), copy(4, 1, OTHER)])
    expect(found).toEqual([set, ...[2, 3].map((device) => ({ device, nodemap: NODE, value: null }))])
  })

  it('sourcesOf lists the source devices with the delay of the cycles between them', () => {
    const cycles: Record<number, number> = { 2: 30, 3: 300 }
    const registry = {
      device: (id: number) => ({ acquisition_cycle: cycles[id] ?? 60 }),
    } as unknown as Pick<Registry, 'device'>
    const sources = sourcesOf(registry, [copy(2, 1), copy(3, 2), copy(3, 9, OTHER)], 3)
    expect(Object.fromEntries(sources)).toEqual({ 3: 0, 2: 300_000, 9: 300_000, 1: 330_000 })
    expect([...sourcesOf(registry, [copy(1, 3)], 3).keys()]).toEqual([3])
  })
})
