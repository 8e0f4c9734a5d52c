import { Counter as PromCounter, Gauge, Histogram as PromHistogram, type Metric } from 'prom-client'

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

/** A number that only grows; without labels it is there from the start, with 0. */
export function counter(name: string, help: string, labelNames: readonly string[] = []): Counter {
  const metric = new PromCounter({ name, help, labelNames: [...labelNames], registers: [] })
  return { metric, add: (labels = {}, amount = 1) => metric.inc({ ...labels }, amount) }
}

/** Numbers as they are at the moment of asking. */
export const gauge = (
  name: string,
  help: string,
  read: () => readonly (readonly [Labels, number])[],
  labelNames: readonly string[] = [],
): Family => ({
  metric: new Gauge({
    name,
    help,
    labelNames: [...labelNames],
    registers: [],
    collect() {
      this.reset()
      for (const [labels, value] of read()) this.set({ ...labels }, value)
    },
  }),
})

/** How observations spread over buckets (upper bounds, ascending). */
export function histogram(
  name: string,
  help: string,
  buckets: readonly number[],
  labelNames: readonly string[] = [],
): Histogram {
  const metric = new PromHistogram({ name, help, buckets: [...buckets], labelNames: [...labelNames], registers: [] })
  return { metric, observe: (value, labels = {}) => metric.observe({ ...labels }, value) }
}
