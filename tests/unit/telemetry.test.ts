import { describe, expect, it, vi } from 'vitest'
import { limitsOf } from '../../resources/kit/reading.ts'
import { timeOf } from '../../server/http/query.ts'
import type { LiveDevice, LiveNode } from '../../server/platform.ts'
import { sampleValueOf } from '../../server/telemetry/items.ts'
import { createSavePolicy } from '../../server/telemetry/savePolicy.ts'

describe('telemetry values and timestamps', () => {
  it('accept finite numbers, numeric text and booleans as values', () => {
    for (const [given, read] of [
      [1, 1],
      [-0.5, -0.5],
      ['12.5', 12.5],
      [' -3e2 ', -300],
      ['.5', 0.5],
      [true, 1],
      [false, 0],
    ] as const)
      expect(sampleValueOf(given)).toBe(read)
    for (const given of [
      '',
      ' ',
      'x',
      '0x10',
      '1,5',
      '1e999',
      'Infinity',
      'NaN',
      Number.NaN,
      Number.POSITIVE_INFINITY,
      null,
      undefined,
      [],
      {},
      [1],
      1n,
    ])
      expect(sampleValueOf(given)).toBeNull()
  })
  it('accept timestamps of 10 or 13 digits, and use the current time if missing', () => {
    const now = 1_790_000_000_123
    expect(timeOf(undefined, now)).toBe(now)
    expect(timeOf(null, now)).toBe(now)
    expect(timeOf(1_790_000_000, now)).toBe(1_790_000_000_000)
    expect(timeOf('1790000000001', now)).toBe(1_790_000_000_001)
    expect(timeOf(1_790_000_000_001.7, now)).toBe(1_790_000_000_001)
    for (const t of [0, -1, 17_900, 17_900_000_000, 1e20, 'soon', '2026-01-01', {}, [], true])
      expect(timeOf(t, now)).toBeNull()
  })
})

describe('save policy', () => {
  const make = (save_cycle: number, last: LiveNode['last'] = null) => {
    const node: LiveNode = {
      id: 1,
      nodeaddr: 1,
      alias: '',
      registertype: 4,
      unitname: null,
      min_value: 0,
      max_value: 1,
      node_script: null,
      pollutant: null,
      direction: null,
      limits: limitsOf({ min_value: null, max_value: null, range_factor: null }),
      checks: null,
      calibrations: [],
      readBack: 30_000,
      marked: null,
      last,
    }
    const device = { save_cycle } as LiveDevice
    const saving = createSavePolicy()
    const shouldStore = (ts: number, value = 0, shared = false, whole = true): boolean =>
      saving.shouldStore({ device, node, ts, value }, shared, whole)
    return { shouldStore, forget: () => saving.forget({ device, node, ts: 0, value: 0 }) }
  }
  const MINUTE = 60_000
  it('stores nothing with cycle 0 and everything with cycle -1', () => {
    expect([1, 2].map((ts) => make(0).shouldStore(ts))).toEqual([false, false])
    const always = make(-1)
    expect([1, 1, 2].map((ts) => always.shouldStore(ts))).toEqual([true, true, true])
  })
  it('stores on change, starting from the last known value', () => {
    const { shouldStore } = make(100_000_000, { value: 5, ts: 100 })
    expect(shouldStore(200, 5)).toBe(false)
    expect(shouldStore(300, 6)).toBe(true)
    expect(shouldStore(400, 6)).toBe(false)
    expect(shouldStore(250, 6)).toBe(true)
  })
  it('stores an unchanged value if another process may have stored a different one in between', () => {
    const { shouldStore } = make(100_000_000)
    expect([shouldStore(200, 5), shouldStore(201, 5, true), shouldStore(202, 5)]).toEqual([true, true, false])
    const later = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 1000)
    expect(shouldStore(1200, 5, true)).toBe(false)
    // What other processes take arrives late here: NATS is away.
    later.mockReturnValue(performance.now() + 1000)
    expect([shouldStore(1300, 5, true, false), shouldStore(1400, 5, false, false)]).toEqual([true, false])
    later.mockRestore()
  })
  it('stores once per period, also after a restart and for late samples', () => {
    const { shouldStore } = make(5, { value: 5, ts: 100 * MINUTE })
    expect([101, 104, 105, 109, 110].map((minute) => shouldStore(minute * MINUTE))).toEqual([
      false,
      false,
      true,
      false,
      true,
    ])
    expect([20, 21, 24, 25, 29].map((minute) => shouldStore(minute * MINUTE))).toEqual([
      true,
      false,
      false,
      true,
      false,
    ])
    expect(shouldStore(111 * MINUTE)).toBe(false)
  })
  it('starts a new period if the stored value was not committed', () => {
    const { shouldStore, forget } = make(5)
    expect(shouldStore(10 * MINUTE)).toBe(true)
    expect(shouldStore(11 * MINUTE)).toBe(false)
    forget()
    expect(shouldStore(12 * MINUTE)).toBe(true)
  })
})
