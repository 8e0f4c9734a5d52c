import { describe, expect, it } from 'vitest'
import type { Turn } from '../../resources/kit/reading.ts'
import { MINUTE } from '../../resources/kit/zone.ts'
import type { LiveDevice, LiveNode, LiveSample } from '../../server/platform.ts'
import { CHECK_COLUMNS, checksOf, TEST, testsValues, type CheckRow } from '../../server/quality/checks.ts'
import { flatLine } from '../../server/quality/qartod.ts'
import { createQualityMonitor } from '../../server/quality/watch.ts'
import type { SaveMode } from '../../server/storage/types.ts'

type NodeRow = Parameters<typeof checksOf>[0]

/** A node of PM2.5. */
const NO_TESTS: NodeRow = {
  ...(Object.fromEntries(CHECK_COLUMNS.map((column) => [column, null])) as unknown as CheckRow),
  pollutant: null,
  unitname: 'µg/m³',
  key_msg: 'a34004',
}
const START = 1_790_000_000_000 - (1_790_000_000_000 % 3_600_000)

/** A node with quality tests; returns the flags of its stored values, by their position, as the values arrive. */
function watched(tests: Partial<NodeRow>, turn: Turn | null = null) {
  const watch = createQualityMonitor()
  const device = { id: 7 } as LiveDevice
  const node = { id: 3, checks: checksOf({ ...NO_TESTS, ...tests }, turn) } as unknown as LiveNode
  return (values: readonly number[], step = MINUTE, saveOf: (at: number) => SaveMode = () => 1) => {
    const flags = new Map<number, number>()
    const doubted: number[] = []
    for (const [at, value] of values.entries()) {
      const sample: LiveSample & { save: SaveMode } = { device, node, ts: START + at * step, value, save: saveOf(at) }
      for (const { ts, flag } of watch.judge([sample], null).flags) flags.set((ts - START) / step, flag)
      if (sample.doubted === true) doubted.push(at)
    }
    return { flags: values.map((_, at) => flags.get(at) ?? 1), doubted }
  }
}

it('testsValues is true if a test of values is fully set, but not for qc_gap alone', () => {
  const asked: [Partial<NodeRow>, boolean][] = [
    [{}, false],
    [{ qc_gap: 5 }, false],
    [{ qc_near_km: 5 }, false],
    [{ qc_near_km: 5, qc_near_factor: 2 }, true],
    [{ qc_near_km: 5, qc_near_factor: 2, key_msg: 'x1' }, false],
    [{ qc_near_km: 5, qc_near_factor: 2, unitname: 'ppb' }, false],
    [{ qc_skew: 5 }, true],
    [{ qc_flat_fail: 5 }, true],
    [{ qc_fail_low: 0 }, true],
  ]
  for (const [tests, tested] of asked)
    expect(testsValues(checksOf({ ...NO_TESTS, ...tests })), JSON.stringify(tests)).toBe(tested)
})

it('checksOf disables the neighbour test for directions', () => {
  const north: Turn = { scale: 1, offset: 0 }
  const near = { ...NO_TESTS, qc_near_km: 5, qc_near_factor: 2 }
  expect(checksOf(near, north)).toBeNull()
  const others = checksOf({ ...near, qc_gap: 5, qc_fail_high: 360 }, north)
  expect([others?.near, testsValues(others)]).toEqual([false, true])
})

describe('quality monitor of arriving values', () => {
  it.each([
    ['that vary within the tolerance', Array.from({ length: 40 }, (_, at) => (at % 2) * 0.2)],
    ['that change every 27 minutes', Array.from({ length: 60 }, (_, at) => Math.floor(at / 27))],
    ['that are constant', Array.from({ length: 40 }, () => 4)],
  ])('flags flat lines as the test of the whole series does, for values %s', (_, values) => {
    const times = values.map((__, at) => START + at * MINUTE)
    const whole = flatLine(values, times, { suspect: 600, fail: 1500, tolerance: 0.5 })
    const come = watched({ qc_flat_suspect: 10, qc_flat_fail: 25, qc_flat_tolerance: 0.5 })
    expect(come(values).flags).toEqual(whole)
    expect(whole).toContain(3)
  })

  it('starts a new flat line after a changed value and after a long silence', () => {
    const tests = { qc_flat_suspect: 10, qc_flat_tolerance: 0.5 }
    const moved = [...Array.from({ length: 10 }, () => 1), 9, ...Array.from({ length: 10 }, () => 1)]
    expect(watched(tests)(moved).doubted).toEqual([])
    expect(watched(tests)([1, 1, 1, 1], 120 * MINUTE).doubted).toEqual([])
  })

  it('starts a new flat line after a silence of several sampling steps', () => {
    const watch = createQualityMonitor()
    const device = { id: 7 } as LiveDevice
    const checks = checksOf({ ...NO_TESTS, qc_flat_suspect: 10, qc_flat_tolerance: 0.5 })
    const node = { id: 3, checks } as unknown as LiveNode
    const doubted = [0, 1, 2, 3, 4, 34, 35, 36].map((minute) => {
      const sample: LiveSample & { save: SaveMode } = { device, node, ts: START + minute * MINUTE, value: 4, save: 1 }
      watch.judge([sample], null)
      return sample.doubted
    })
    expect(doubted).toEqual(Array.from({ length: 8 }, () => undefined))
  })

  it('counts only stored values in a flat line, and doubts an unsaved one that completes it', () => {
    const doubted = (count: number, saveOf: (at: number) => SaveMode): number[] => {
      const come = watched({ qc_flat_suspect: 10, qc_flat_tolerance: 0.5 })
      const values = Array.from({ length: count }, () => 1)
      return come(values, MINUTE, saveOf).doubted
    }
    expect(doubted(30, () => 0)).toEqual([])
    expect(doubted(11, (at) => (at < 10 ? 1 : 0))).toEqual([10])
  })

  it('flags a spike when the following value arrives', () => {
    const come = watched({ qc_spike_fail: 30, qc_suspect_high: 50 })
    expect(come([10, 11, 60, 12, 11])).toEqual({ flags: [1, 1, 4, 1, 1], doubted: [2] })
  })

  it('compares directions by the shorter way round', () => {
    const tests = { qc_spike_fail: 90, qc_rate_fail: 90 }
    const north = [350, 10, 355, 5, 180, 0]
    expect(watched(tests, { scale: 1, offset: 0 })(north).flags).toEqual([1, 1, 1, 1, 4, 4])
    const tenths = watched({ qc_spike_fail: 900, qc_rate_fail: 900 }, { scale: 0.1, offset: 0 })
    expect(tenths(north.map((value) => 10 * value)).flags).toEqual([1, 1, 1, 1, 4, 4])
    expect(watched(tests)(north).flags).toEqual([1, 4, 4, 4, 4, 4])
  })

  it.each<[string, number[], number | null, boolean]>([
    ['stay around north', [350, 10, 358, 2], 1, true],
    ['stay around north, in tenths of a degree', [3500, 100, 3580, 20], 0.1, true],
    ['turn across north', [300, 330, 0, 30], 1, false],
    ['are not directions', [350, 10, 358, 2], null, false],
  ])(
    'detects flat lines of directions by the shorter way round, as the whole series does: values that %s',
    (_, some, scale, isFlat) => {
      const turn = scale === null ? null : { scale, offset: 0 }
      const tests = { qc_flat_suspect: 10, qc_flat_tolerance: 25 / (scale ?? 1) }
      const values = Array.from({ length: 40 }, (__, at) => some[at % some.length] ?? 0)
      const flags = values.map((__, at) => (isFlat && at >= 10 ? 3 : 1))
      expect(watched(tests, turn)(values).flags).toEqual(flags)
      const flat = checksOf({ ...NO_TESTS, ...tests }, turn)?.flat
      const times = values.map((__, at) => START + at * MINUTE)
      expect(flat?.judge(values, times).map((fault) => fault?.flag ?? 1)).toEqual(flags)
      expect(flat?.mayEnd(1, values, times)).toBe(isFlat)
    },
  )

  it('names all tests that found a fault', () => {
    const watch = createQualityMonitor()
    const node = {
      id: 3,
      checks: checksOf({ ...NO_TESTS, qc_spike_fail: 20, qc_suspect_high: 50 }),
    } as unknown as LiveNode
    const device = { id: 7 } as LiveDevice
    const said = [10, 60, 12].map((value, at) =>
      watch.judge([{ device, node, ts: START + at * MINUTE, value, save: 1 }], null).flags.map(({ tests }) => tests),
    )
    expect(said).toEqual([[], [TEST.gross_range], [TEST.gross_range | TEST.spike]])
  })
})
