/** Labels of one value of a metric, in the order they are written. */
export type Labels = Readonly<Record<string, string | number>>

/** A metric that can be written in the Prometheus text format. */
export interface Family {
  text(): string
}

export interface Counter extends Family {
  add(labels?: Labels, amount?: number): void
}

export interface Histogram extends Family {
  /** Takes one observation, in the unit the metric's name ends with. */
  observe(value: number, labels?: Labels): void
}

/** How many values one metric keeps at most: what comes from outside must not fill the memory. */
const MAX_VALUES = 2000

/** A number that only grows; `labels` none: it is there from the start, with 0. */
export function counter(name: string, help: string): Counter {
  const values = new Map<string, number>()
  return {
    add(labels = {}, amount = 1) {
      const key = written(labels)
      if (values.has(key) || values.size < MAX_VALUES) values.set(key, (values.get(key) ?? 0) + amount)
    },
    text: () => `${head(name, help, 'counter')}${[...values].map(([key, value]) => line(name, key, value)).join('')}`,
  }
}

/** Numbers as they are at the moment of asking. */
export const gauge = (name: string, help: string, read: () => readonly (readonly [Labels, number])[]): Family => ({
  text: () =>
    `${head(name, help, 'gauge')}${read()
      .map(([labels, value]) => line(name, written(labels), value))
      .join('')}`,
})

/** How observations spread over buckets (upper bounds, ascending). */
export function histogram(name: string, help: string, buckets: readonly number[]): Histogram {
  interface Spread {
    counts: number[]
    sum: number
    count: number
  }
  const spreads = new Map<string, Spread>()
  return {
    observe(value, labels = {}) {
      const key = written(labels)
      let spread = spreads.get(key)
      if (!spread) {
        if (spreads.size >= MAX_VALUES) return
        spread = { counts: buckets.map(() => 0), sum: 0, count: 0 }
        spreads.set(key, spread)
      }
      spread.sum += value
      spread.count++
      const place = buckets.findIndex((bound) => value <= bound)
      if (place >= 0) spread.counts[place] = (spread.counts[place] ?? 0) + 1
    },
    text() {
      const lines = [...spreads].flatMap(([key, { counts, sum, count }]) => {
        let below = 0
        const steps = buckets.map((bound, place) =>
          line(`${name}_bucket`, joined(key, `le="${bound}"`), (below += counts[place] ?? 0)),
        )
        return [
          ...steps,
          line(`${name}_bucket`, joined(key, 'le="+Inf"'), count),
          line(`${name}_sum`, key, sum),
          line(`${name}_count`, key, count),
        ]
      })
      return `${head(name, help, 'histogram')}${lines.join('')}`
    },
  }
}

const head = (name: string, help: string, type: string): string =>
  `# HELP ${name} ${help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}\n# TYPE ${name} ${type}\n`
const line = (name: string, labels: string, value: number): string =>
  `${name}${labels === '' ? '' : `{${labels}}`} ${numeral(value)}\n`
const joined = (labels: string, more: string): string => (labels === '' ? more : `${labels},${more}`)
const numeral = (value: number): string =>
  Number.isNaN(value) ? 'NaN' : value === Infinity ? '+Inf' : value === -Infinity ? '-Inf' : String(value)

/** Labels as they stand between the braces. */
const written = (labels: Labels): string =>
  Object.entries(labels)
    .map(
      ([name, value]) =>
        `${name}="${String(value).replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`,
    )
    .join(',')
