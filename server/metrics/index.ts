import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { Counter as PromCounter, Registry } from 'prom-client'
import type { Ingest } from '../platform.ts'
import type { Counter, Family, Labels, Metrics } from '../platform/metrics.ts'
import type { Storage } from '../storage/types.ts'
import { counter, gauge, histogram } from './family.ts'

const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/**
 * Seconds. An alarm waits up to half a second for its transaction, and about five while another process takes over the
 * lead.
 */
const DELAY_BUCKETS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300]
const COMMIT_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5]

export function createMetrics(): Metrics {
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  const counted = {
    requests: counter('http_requests_total', 'HTTP requests answered.', ['method', 'route', 'status']),
    requestSeconds: histogram(
      'http_request_duration_seconds',
      'Time from a request to the end of its answer.',
      REQUEST_BUCKETS,
      ['method', 'route'],
    ),
    telemetry: counter('telemetry_values_total', 'Telemetry values accepted (committed) and refused.', ['result']),
    commitSeconds: histogram(
      'database_commit_duration_seconds',
      'Time from the request for a transaction to its commit.',
      COMMIT_BUCKETS,
      ['kind'],
    ),
    alarmMessages: counter('alarm_messages_total', 'Alarm messages by channel and result.', ['channel', 'result']),
    alarmDelay: histogram(
      'alarm_record_delay_seconds',
      'Time from the cause of an alarm (a sample received, or a time that ran out) to the commit of its record.',
      DELAY_BUCKETS,
    ),
    pushes: counter('northbound_pushes_total', 'Northbound pushes by result.', ['result']),
    leaseMoves: counter(
      'lease_moves_total',
      'Leases that this process took (here), and that it lost or gave up (away).',
      ['lease', 'to'],
    ),
  }
  const registry = new Registry()
  const add = (...families: readonly Family[]): void => {
    for (const { metric } of families) registry.registerMetric(metric)
  }
  add(...Object.values(counted), ...processFamilies(delay))
  return {
    ...counted,
    add,
    text: () => registry.metrics(),
    close: () => void delay.disable(),
  }
}

function processFamilies(delay: ReturnType<typeof monitorEventLoopDelay>): Family[] {
  const nanoseconds = 1e9
  return [
    gauge('process_start_time_seconds', 'Start of the process, Unix time.', () => [
      [{}, performance.timeOrigin / 1000],
    ]),
    gauge('process_resident_memory_bytes', 'Resident memory of the process.', () => [[{}, process.memoryUsage.rss()]]),
    gauge('process_heap_bytes', 'JavaScript heap in use.', () => [[{}, process.memoryUsage().heapUsed]]),
    {
      metric: new PromCounter({
        name: 'process_cpu_seconds_total',
        help: 'Processor time used by the process.',
        registers: [],
        collect() {
          const { user, system } = process.cpuUsage()
          this.reset()
          this.inc((user + system) / 1e6)
        },
      }),
    },
    // The label is not called "quantile", which belongs to a summary.
    gauge(
      'event_loop_lag_seconds',
      'Delay of the event loop since the last scrape: median, 99th percentile, maximum.',
      () => {
        const lags = (
          [
            ['p50', delay.percentile(50)],
            ['p99', delay.percentile(99)],
            ['max', delay.max],
          ] as const
        ).map(([of, lag]): [{ of: string }, number] => [{ of }, lag / nanoseconds])
        delay.reset()
        return lags
      },
      ['of'],
    ),
  ]
}

/**
 * Creates series at 0 before anything is counted: a rate does not see a series that begins with its first failure, or
 * that never begins.
 */
export function startAt0(counted: Counter, values: readonly Labels[]): void {
  for (const labels of values) counted.add(labels, 0)
}

/** Counts the values that an ingest stores and refuses. Returns the same object. */
export function countTelemetry(ingest: Ingest, { telemetry }: Metrics): Ingest {
  startAt0(telemetry, [{ result: 'accepted' }, { result: 'rejected' }])
  const push = ingest.push.bind(ingest)
  ingest.push = async (items, source) => {
    const results = await push(items, source)
    for (const { accepted, rejected, more = 0 } of results) {
      if (accepted > 0) telemetry.add({ result: 'accepted' }, accepted)
      if (rejected.length + more > 0) telemetry.add({ result: 'rejected' }, rejected.length + more)
    }
    return results
  }
  return ingest
}

/** Measures the duration of a storage's commits. Returns the same object. */
export function measureCommits(storage: Storage, { commitSeconds }: Metrics): Storage {
  const measured =
    <A extends unknown[], R>(kind: string, work: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      const start = performance.now()
      try {
        return await work(...args)
      } finally {
        commitSeconds.observe((performance.now() - start) / 1000, { kind })
      }
    }
  const { write, writeAny, storeSamples } = storage
  storage.write = <T>(work: Parameters<typeof write<T>>[0]) => measured('write', () => write(work))()
  storage.writeAny = <T>(work: Parameters<typeof writeAny<T>>[0]) => measured('write', () => writeAny(work))()
  storage.storeSamples = measured('samples', storeSamples)
  return storage
}
