import type { Selectable } from 'kysely'
import { shorterWay, type Turn } from '../../resources/kit/reading.ts'
import { MINUTE } from '../../resources/kit/zone.ts'
import { node } from '../../resources/node.ts'
import { pollutantOf } from '../../resources/pollutants.ts'
import { isConvertible } from '../live/measures.ts'
import type { Checks, DirectCheck, Fault, FlatCheck } from '../platform/checks.ts'
import { STAYING_TEST } from '../storage/homes/flags.ts'
import type { Tables } from '../storage/types.ts'
import { FLAG, flatLine, rangeFlag, rateFlag, spikeFlag, type Flag } from './qartod.ts'

/** The tests that can doubt a value. A number in `historyflag.tests` has the bits of all tests that did. */
export const TEST = {
  gross_range: 1,
  rate_of_change: 2,
  spike: 4,
  flat_line: 8,
  station: 16,
  manual: 32,
  clock: 64,
  neighbour: 128,
  maintenance: STAYING_TEST,
} as const
export type TestName = keyof typeof TEST

/** Returns the names of a number's bits. */
export const testsIn = (tests: number): TestName[] =>
  (Object.keys(TEST) as TestName[]).filter((name) => (tests & TEST[name]) !== 0)

type CheckColumn = Extract<keyof Selectable<Tables['node']>, `qc_${string}`>

/** Columns of a node's record with thresholds; null: the test is off. */
export const CHECK_COLUMNS = Object.keys(node.fields).filter((name): name is CheckColumn => name.startsWith('qc_'))
export type CheckRow = Pick<Selectable<Tables['node']>, CheckColumn>

/** What tells which pollutant a node map measures, and in which unit. */
interface MeasuringRow {
  pollutant: number | null
  unitname: string | null
  key_msg: string | null
}

/**
 * Returns the tests that a node's record asks for; null where it asks for none. Only pollutants whose unit can be
 * converted are compared with neighbours.
 *
 * @param turn of a node that measures directions: from 359 to 1 degree is a step of 2, flat lines are judged in the
 * same way, and there is no comparison with neighbours
 */
export function checksOf(row: CheckRow & MeasuringRow, turn: Turn | null = null): Checks | null {
  const direct = directOf(row, turn)
  const flat = flatOf(row, turn)
  const { qc_gap, qc_skew } = row
  const near = turn === null && row.qc_near_km !== null && row.qc_near_factor !== null && isComparable(row)
  if (!direct && !flat && qc_gap === null && qc_skew === null && !near) return null
  return { direct, flat, gap: minutes(qc_gap), skew: minutes(qc_skew), near }
}

/** Returns whether any test covers the values of a node. A test for gaps alone says nothing about the values. */
export const testsValues = (checks: Checks | null): boolean =>
  checks !== null && (checks.direct !== null || checks.flat !== null || checks.skew !== null || checks.near)

function isComparable({ pollutant, key_msg, unitname }: MeasuringRow): boolean {
  const measured = pollutantOf(pollutant, key_msg)
  return measured !== undefined && isConvertible(measured, unitname)
}

/** Returns the tests that are left where nothing compares a node with neighbours; null for none. */
export function withoutNear(checks: Checks | null): Checks | null {
  if (!checks?.near) return checks
  const { direct, flat, gap, skew } = checks
  return direct || flat || gap !== null || skew !== null ? { ...checks, near: false } : null
}

const minutes = (count: number | null): number | null => (count === null ? null : count * MINUTE)

function directOf(row: CheckRow, turn: Turn | null): DirectCheck | null {
  const suspect = spanOf(row.qc_suspect_low, row.qc_suspect_high)
  const fail = spanOf(row.qc_fail_low, row.qc_fail_high)
  const range = suspect || fail ? { fail: fail ?? ANY, suspect } : null
  // Thresholds are per minute, QARTOD uses seconds.
  const hasRate = row.qc_rate_suspect !== null || row.qc_rate_fail !== null
  const rate = { threshold: (row.qc_rate_suspect ?? Infinity) / 60, fail: (row.qc_rate_fail ?? Infinity) / 60 }
  const hasSpike = row.qc_spike_suspect !== null || row.qc_spike_fail !== null
  const spike = { suspect: row.qc_spike_suspect, fail: row.qc_spike_fail, method: 'average' } as const
  if (!range && !hasRate && !hasSpike) return null
  const beside = besideOf(turn)
  const spikeOf: DirectCheck['spike'] = (before, value, after) =>
    found(null, spikeFlag(beside(before, value), value, beside(after, value), spike), TEST.spike)
  return {
    looksAhead: hasSpike,
    spike: spikeOf,
    fault(value, before, after, seconds) {
      let fault = range ? found(null, rangeFlag(value, range), TEST.gross_range) : null
      if (hasRate && before !== undefined)
        fault = found(fault, rateFlag(value - beside(before, value), seconds, rate), TEST.rate_of_change)
      if (hasSpike && before !== undefined && after !== undefined)
        fault = combineFaults(fault, spikeOf(before, value, after))
      return fault
    },
  }
}

/**
 * Returns a value relative to another one. A direction is moved to the shorter way round from the other, so it may lie
 * beyond a full turn or below 0.
 */
const besideOf =
  (turn: Turn | null) =>
  (value: number, from: number): number =>
    turn ? value + (shorterWay(value - from, turn) - (value - from)) : value

function flatOf(row: CheckRow, turn: Turn | null): FlatCheck | null {
  const { qc_flat_suspect: suspect, qc_flat_fail: fail } = row
  if (suspect === null && fail === null) return null
  const least = Math.min(suspect ?? Infinity, fail ?? Infinity) * MINUTE
  // A line is flat if it varies by less than the tolerance. A line without any variation is always flat.
  const tolerance = row.qc_flat_tolerance || Number.MIN_VALUE
  const thresholds = { suspect: (suspect ?? Infinity) * 60, fail: (fail ?? Infinity) * 60, tolerance }
  const beside = besideOf(turn)
  const isFlat = (minutes: number | null, steps: number, step: number): boolean =>
    minutes !== null && steps >= Math.floor((minutes * MINUTE) / step)
  return {
    reach: Math.max(suspect ?? 0, fail ?? 0) * MINUTE,
    tolerance,
    beside,
    fault(steps, step) {
      if (isFlat(fail, steps, step)) return { flag: FLAG.fail, tests: TEST.flat_line }
      return isFlat(suspect, steps, step) ? { flag: FLAG.suspect, tests: TEST.flat_line } : null
    },
    mayEnd(from, values, times) {
      const hasMoved = (at: number): boolean => {
        const before = values[at - 1] ?? 0
        return Math.abs(beside(values[at] ?? 0, before) - before) >= tolerance
      }
      // The line it continues begins before.
      if (from < values.length && (from === 0 || !hasMoved(from))) return true
      let start = from
      for (let at = from + 1; at < values.length; at++) {
        if (hasMoved(at)) start = at
        else if ((times[at] ?? 0) - (times[start] ?? 0) >= least / 4) return true
      }
      return false
    },
    judge: (values, times) =>
      flatLine(turn ? unrolled(values, beside) : values, times, thresholds).map((flag) =>
        found(null, flag, TEST.flat_line),
      ),
  }
}

/** Moves each direction to the shorter way round from the one before, so that passing north is no jump. */
function unrolled(values: readonly number[], beside: FlatCheck['beside']): number[] {
  const line: number[] = []
  for (const value of values) line.push(beside(value, line.at(-1) ?? value))
  return line
}

const found = (known: Fault | null, flag: Flag, tests: number): Fault | null =>
  flag === FLAG.suspect || flag === FLAG.fail ? combineFaults(known, { flag, tests }) : known

/** Returns what is wrong with the value at an index of a series; times are epoch ms. */
export const faultAt = (
  direct: DirectCheck,
  at: number,
  values: readonly number[],
  times: readonly number[],
): Fault | null =>
  direct.fault(values[at] ?? 0, values[at - 1], values[at + 1], ((times[at] ?? 0) - (times[at - 1] ?? 0)) / 1000)

/** Combines two faults: the worse flag, and the tests of both. */
export const combineFaults = (one: Fault | null, other: Fault | null): Fault | null =>
  one && other
    ? { flag: one.flag > other.flag ? one.flag : other.flag, tests: one.tests | other.tests }
    : (one ?? other)

const ANY = [-Infinity, Infinity] as const

const spanOf = (low: number | null, high: number | null): readonly [number, number] | null =>
  low === null && high === null ? null : [low ?? -Infinity, high ?? Infinity]
