import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'

/** Milliseconds that the work takes on a fast, idle machine. */
const QUICK_MS = 200
const MAX_SLOWNESS = 6

/** The most frequent work of tests: creating objects, serialising, parsing and sorting them. */
const WORK = `
let text = ''
for (let round = 0; round < 24; round++) {
  const rows = Array.from({ length: 4000 }, (_, at) => ({ id: (at * 7919) % 4001, name: 'row ' + at, values: [at, at / 3, -at] }))
  rows.sort((a, b) => a.id - b.id)
  text = JSON.stringify(JSON.parse(JSON.stringify(rows)))
}
require('node:worker_threads').parentPort.postMessage(text.length)
`

/**
 * Measures how many times slower than a fast machine this one is at the moment, from 1 to 6: runs a fixed piece of work
 * on every core at once, so that the load of other programs counts too. Timeouts of the tests are multiplied by the
 * result (tests/support/slowness.ts).
 */
export async function measureSlowness() {
  const began = performance.now()
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  const times = (performance.now() - began) / QUICK_MS
  return Math.round(Math.min(MAX_SLOWNESS, Math.max(1, times)) * 10) / 10
}

function work() {
  const worker = new Worker(WORK, { eval: true })
  return new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject)).finally(() =>
    worker.terminate(),
  )
}
