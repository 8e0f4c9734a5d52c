import type { Metric } from 'prom-client'

/** Labels of one value of a metric. */
export type Labels = Readonly<Record<string, string | number>>

/**
 * A metric of prom-client that is not registered yet: metrics/index.ts has one registry per platform, since tests open
 * several platforms in a process.
 */
export interface Family {
  metric: Metric
}

export interface Counter extends Family {
  add(labels?: Labels, amount?: number): void
}

export interface Histogram extends Family {
  /** Records one observation, in the unit that ends the metric's name. */
  observe(value: number, labels?: Labels): void
}

/** Metrics of this process since its start, for /metrics. */
export interface Metrics {
  /** Requests, by method, route template and status. */
  requests: Counter
  /** Duration in seconds, by method and route template. */
  requestSeconds: Histogram
  /** Values, by result: accepted, rejected. */
  telemetry: Counter
  /** Duration in seconds, by kind: write, samples. */
  commitSeconds: Histogram
  /** Alarm messages, by channel and result. */
  alarmMessages: Counter
  /** Seconds from the cause of an alarm to the commit of its record. */
  alarmDelay: Histogram
  /** Northbound pushes, by result. */
  pushes: Counter
  /** Moves of leases, by lease and direction: here, away. */
  leaseMoves: Counter
  /** Adds metrics that are read at each scrape. */
  add(...families: readonly Family[]): void
  /** Returns all metrics in the Prometheus text format. */
  text(): Promise<string>
  close(): void
}
