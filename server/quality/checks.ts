import type { Selectable } from 'kysely'
import { node } from '../../resources/node.ts'
import type { Tables } from '../storage/types.ts'
import { FLAG, flatLine, grossRange, rateOfChange, spike, type Flag } from './qartod.ts'

/** Who found fault with a value: a number of `historyflag.tests` has the bits of all that did. */
export const TEST = { gross_range: 1, rate_of_change: 2, spike: 4, flat_line: 8, station: 16, manual: 32 } as const
export type TestName = keyof typeof TEST

/** The names of a number's bits. */
export const testsIn = (tests: number): TestName[] =>
  (Object.keys(TEST) as TestName[]).filter((name) => (tests & TEST[name]) !== 0)

/** A value that is not to be trusted, and who says so. */
export interface Fault {
  flag: typeof FLAG.suspect | typeof FLAG.fail
  tests: number
}

type CheckColumn = Extract<keyof Selectable<Tables['node']>, `qc_${string}`>

/** The thresholds of a node's record; null: that test is off. */
export const CHECK_COLUMNS = Object.keys(node.fields).filter((name): name is CheckColumn => name.startsWith('qc_'))
export type CheckRow = Pick<Selectable<Tables['node']>, CheckColumn>

/** The tests of a node. */
export interface Checks {
  /** What is wrong with each value of a series, oldest first; null where nothing is. `times` are epoch ms. */
  judge(values: readonly number[], times: readonly number[]): (Fault | null)[]
  /** The same of the last value, and of the one before, whose neighbours are known now; costs less. */
  judgeLast(values: readonly number[], times: readonly number[]): { before: Fault | null; last: Fault | null }
  /** How far back a value's neighbours may matter, ms. */
  reach: number
}

const MINUTE = 60_000

/** The tests that a node's record asks for; null where it asks for none. */
export function checksOf(row: CheckRow): Checks | null {
  const tests: Test[] = []
  const suspect = spanOf(row.qc_suspect_low, row.qc_suspect_high)
  const fail = spanOf(row.qc_fail_low, row.qc_fail_high)
  if (suspect || fail) tests.push([TEST.gross_range, (values) => grossRange(values, { fail: fail ?? ANY, suspect })])
  if (row.qc_rate_suspect !== null || row.qc_rate_fail !== null) {
    // QARTOD counts by seconds.
    const threshold = (row.qc_rate_suspect ?? Infinity) / 60
    const failing = (row.qc_rate_fail ?? Infinity) / 60
    tests.push([TEST.rate_of_change, (values, times) => rateOfChange(values, times, { threshold, fail: failing })])
  }
  if (row.qc_spike_suspect !== null || row.qc_spike_fail !== null)
    tests.push([TEST.spike, (values) => spike(values, { suspect: row.qc_spike_suspect, fail: row.qc_spike_fail })])
  const flat = { suspect: row.qc_flat_suspect, fail: row.qc_flat_fail }
  const ofNeighbours = [...tests]
  const tolerance = row.qc_flat_tolerance || Number.MIN_VALUE
  if (flat.suspect !== null || flat.fail !== null)
    tests.push([
      TEST.flat_line,
      (values, times) =>
        flatLine(values, times, {
          suspect: (flat.suspect ?? Infinity) * 60,
          fail: (flat.fail ?? Infinity) * 60,
          // Lines are flat that differ by less; those that do not differ at all always are.
          tolerance,
        }),
    ])
  if (tests.length === 0) return null
  return {
    reach: Math.max(flat.suspect ?? 0, flat.fail ?? 0) * MINUTE,
    judge: (values, times) => faultsOf(tests, values, times),
    judgeLast(values, times) {
      const faults = faultsOf(ofNeighbours, values.slice(-3), times.slice(-3))
      const [before = null, last = null] = [faults.at(-2), faults.at(-1)]
      // A line that has just moved is not flat.
      const hasMoved = Math.abs((values.at(-1) ?? 0) - (values.at(-2) ?? Infinity)) >= tolerance
      if (hasMoved || ofNeighbours.length === tests.length) return { before, last }
      return { before, last: worse(last, faultsOf(tests.slice(-1), values, times).at(-1) ?? null) }
    },
  }
}

type Test = readonly [bit: number, flagsOf: (values: readonly number[], times: readonly number[]) => Flag[]]

function faultsOf(tests: readonly Test[], values: readonly number[], times: readonly number[]): (Fault | null)[] {
  const faults: (Fault | null)[] = values.map(() => null)
  for (const [bit, flagsOf] of tests)
    for (const [at, flag] of flagsOf(values, times).entries())
      if (flag === FLAG.suspect || flag === FLAG.fail) faults[at] = worse(faults[at] ?? null, { flag, tests: bit })
  return faults
}

/** Both together: the worse flag, and all who found fault. */
export const worse = (one: Fault | null, other: Fault | null): Fault | null =>
  one && other
    ? { flag: one.flag > other.flag ? one.flag : other.flag, tests: one.tests | other.tests }
    : (one ?? other)

const ANY = [-Infinity, Infinity] as const

const spanOf = (low: number | null, high: number | null): readonly [number, number] | null =>
  low === null && high === null ? null : [low ?? -Infinity, high ?? Infinity]
