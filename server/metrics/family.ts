import { Counter as PromCounter, Gauge, Histogram as PromHistogram } from 'prom-client'
import type { Counter, Family, Histogram, Labels } from '../platform/metrics.ts'

/** Makes a number that only grows; without labels it starts at 0. */
export function counter(name: string, help: string, labelNames: readonly string[] = []): Counter {
  const metric = new PromCounter({ name, help, labelNames: [...labelNames], registers: [] })
  return { metric, add: (labels = {}, amount = 1) => metric.inc({ ...labels }, amount) }
}

/** Makes a gauge whose values are read at each scrape. */
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

/** Makes a histogram of observations; `buckets` are upper bounds, ascending. */
export function histogram(
  name: string,
  help: string,
  buckets: readonly number[],
  labelNames: readonly string[] = [],
): Histogram {
  const metric = new PromHistogram({ name, help, buckets: [...buckets], labelNames: [...labelNames], registers: [] })
  return { metric, observe: (value, labels = {}) => metric.observe({ ...labels }, value) }
}
