import type { Metric } from 'prom-client'

/** Labels of one value of a metric. */
export type Labels = Readonly<Record<string, string | number>>

/** A metric of prom-client, in no registry yet: metrics/index.ts has one for each platform, where tests open several in a process. */
export interface Family {
  metric: Metric
}

export interface Counter extends Family {
  add(labels?: Labels, amount?: number): void
}

export interface Histogram extends Family {
  /** Takes one observation, in the unit the metric's name ends with. */
  observe(value: number, labels?: Labels): void
}

/** What the platform counts of itself, for /metrics. Since the start of this process. */
export interface Metrics {
  /** By method, route template and status. */
  requests: Counter
  /** Seconds, by method and route template. */
  requestSeconds: Histogram
  /** Values, by result: accepted, rejected. */
  telemetry: Counter
  /** Seconds, by kind: write, samples. */
  commitSeconds: Histogram
  /** Messages of alarms, by channel and result. */
  alarmMessages: Counter
  /** Seconds from what begins an alarm to the commit of its record. */
  alarmDelay: Histogram
  /** Northbound pushes, by result. */
  pushes: Counter
  /** By lease and where it went: here, away. */
  leaseMoves: Counter
  /** Adds metrics that are read at each scrape. */
  add(...families: readonly Family[]): void
  /** All of it in the Prometheus text format. */
  text(): Promise<string>
  close(): void
}
