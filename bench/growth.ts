import { performance } from 'node:perf_hooks'
import type { Samples } from '../server/storage/types.ts'
import { engines, openTestStorage } from '../tests/support/storage.ts'
import { figure, median, type Bench } from './report.ts'

/**
 * Points per second of storeSamples for the first and for the thousandth row of each series, which come in as devices send: a row of every series a
 * minute, so that each point of a batch belongs to another place of the table. Two databases take turns, so that whatever else the machine does falls on both.
 */
const NODES = 8
const SERIES = 10_000
const BATCH = 5000
const ROWS = 1000
/** Rows that are told: the first so many, and as many that end with the thousandth. */
const TOLD = 20
/** What lies between is filled in series by series, which is quicker and ends in the same table. */
const FILLED_AT_ONCE = 20

const START = Date.UTC(2025, 10, 3)
const MINUTE = 60_000
/** Has no divisor in common with SERIES, so that its multiples meet each of them once. */
const STRIDE = 3

const range = (length: number, from = 0): number[] => Array.from({ length }, (_, i) => from + i)

/** A value of each of the series for each of the rows. */
function samplesOf(series: readonly number[], rows: readonly number[]): Samples {
  const points = series.flatMap((n) => rows.map((row) => [n, row] as const))
  return {
    device_id: points.map(([n]) => 1 + Math.floor(n / NODES)),
    nodemap_id: points.map(([n]) => 1 + (n % NODES)),
    ts: points.map(([, row]) => START + row * MINUTE),
    value: points.map(([n, row]) => Math.round(1000 * Math.sin(row / 90 + n)) / 10),
    save: points.map(() => 1),
  }
}

/** A row of every series in batches, in an order of its own. */
const batchesOf = (row: number): Samples[] =>
  range(SERIES / BATCH).map((part) =>
    samplesOf(
      range(BATCH, part * BATCH).map((i) => (i * STRIDE + row * NODES) % SERIES),
      [row],
    ),
  )

/** Points per second with little and with much before. */
async function measure(engine: 'sqlite' | 'postgres'): Promise<number[]> {
  const sides = []
  for (const before of [0, ROWS - TOLD]) {
    const { storage, dispose } = await openTestStorage(engine)
    for (let first = 0; before > 0 && first < SERIES; first += FILLED_AT_ONCE)
      await storage.storeSamples(samplesOf(range(FILLED_AT_ONCE, first), range(before)))
    sides.push({ before, storage, dispose, times: [] as number[] })
  }
  for (let row = 0; row < TOLD; row++) {
    for (const { before, storage, times } of sides) {
      for (const samples of batchesOf(before + row)) {
        const started = performance.now()
        await storage.storeSamples(samples)
        times.push(performance.now() - started)
      }
    }
  }
  for (const { dispose } of sides) await dispose()
  return sides.map(({ times }) => (BATCH / median(times)) * 1000)
}

const bench: Bench = async () => {
  const rows: (string | number)[][] = []
  for (const engine of engines) {
    const [first = NaN, last = NaN] = await measure(engine)
    rows.push([`storeSamples, ${engine}`, figure(first), figure(last), figure(first / last)])
  }
  return [
    {
      title: 'Storing samples as series grow',
      how: `Points/s, median of ${(TOLD * SERIES) / BATCH} batches of ${figure(BATCH)}, a row of each of ${figure(SERIES)} series after the other; both databases in turns.`,
      aim: 'the first rows at most 1.5 times as fast as the thousandth',
      columns: ['engine', `rows 1 to ${TOLD}`, `rows ${ROWS - TOLD + 1} to ${figure(ROWS)}`, 'ratio'],
      rows,
    },
  ]
}
export default bench
