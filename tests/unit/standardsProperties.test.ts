import { describe, expect, it } from 'vitest'
import { evaluate, STANDARDS } from '../../standards/index.ts'
import { WATER } from '../../standards/water.ts'
import { BODIES, NOISE_ZONES, type Period, type Question } from '../../standards/types.ts'

/** Repeatable pseudo-random numbers. */
function numbers(seed: number): () => number {
  let state = seed
  return () => (state = (state * 48271) % 2147483647) / 2147483647
}

const RUNS = 300
/** More decimals than any standard reads, and the class limits themselves. */
const DECIMALS = [0, 1, 2, 3, 6]

/** Two concentrations in ascending order, sometimes close together, sometimes far apart. */
function pairOf(random: () => number, most: number): [number, number] {
  const decimals = DECIMALS[Math.floor(random() * DECIMALS.length)] ?? 0
  const low = Number((random() * most).toFixed(decimals))
  const step = random() < 0.5 ? 10 ** -decimals : random() * most
  return [low, Number((low + step).toFixed(decimals))]
}

const GREATEST: Readonly<Record<string, number>> = {
  pm25: 600,
  pm10: 700,
  so2: 2700,
  no2: 4000,
  o3: 1300,
  o3_8h: 900,
  co: 160,
}
/** Ozone and carbon monoxide in ppm, the others in the units of that standard. */
const GREATEST_US: Readonly<Record<string, number>> = {
  pm25: 400,
  pm10: 700,
  so2: 1100,
  no2: 2100,
  o3: 0.7,
  o3_8h: 0.3,
  co: 60,
}

const codes = STANDARDS.filter(({ medium }) => medium === 'air').map(({ code }) => code)

describe.each(codes)('index of %s', (code) => {
  const greatest = code.startsWith('US') ? GREATEST_US : GREATEST
  const ask = (values: Question['values'], period: Period) => evaluate(code, { period, day: '2026-11-24', values })

  it.each(Object.keys(greatest))('never decreases while %s rises and the others stay equal', (key) => {
    const random = numbers(7)
    let compared = 0
    for (let run = 0; run < RUNS; run++)
      for (const period of ['1h', '24h'] as const) {
        const others = Object.fromEntries(
          Object.entries(greatest).map(([name, most]) => [name, Number((random() * most * 0.2).toFixed(3))]),
        )
        const [low, high] = pairOf(random, greatest[key] ?? 1)
        const [before, after] = [low, high].map((value) => ask({ ...others, [key]: value }, period)?.parts[key])
        if (before?.index == null || after?.index == null) {
          // The European index only has classes; above its last column a pollutant may have none.
          if (before?.level != null && after?.level != null) expect(after.level).toBeGreaterThanOrEqual(before.level)
          continue
        }
        compared++
        expect(after.index, `${key} ${low} to ${high}, ${period}`).toBeGreaterThanOrEqual(before.index)
        expect(after.level ?? 0).toBeGreaterThanOrEqual(before.level ?? 0)
      }
    if (code !== 'EAQI-2025' && !(key === 'o3' || key === 'o3_8h')) expect(compared).toBeGreaterThan(RUNS / 2)
  })

  it('equals the worst index of its pollutants, which the primary ones have', () => {
    const random = numbers(11)
    for (let run = 0; run < RUNS; run++) {
      const values = Object.fromEntries(
        Object.entries(greatest).map(([name, most]) => [name, Number((random() * most * 0.5).toFixed(3))]),
      )
      const verdict = ask(values, '1h')
      if (verdict?.index == null) continue
      const parts = Object.values(verdict.parts).flatMap(({ index }) => index ?? [])
      expect(verdict.index).toBe(Math.max(...parts))
      for (const key of verdict.primary) expect(verdict.parts[key]?.index).toBe(verdict.index)
    }
  })
})

describe('GB3096-2008', () => {
  it.each(NOISE_ZONES)('zone %s: a louder level never exceeds the limit by less', (zone) => {
    const random = numbers(13)
    for (let run = 0; run < RUNS; run++)
      for (const period of ['day', 'night'] as const) {
        const [before, after] = pairOf(random, 110).map((leq) =>
          evaluate('GB3096-2008', { period, zone, day: '2026-11-24', values: { leq } }),
        )
        expect(after?.exceeded ?? 0).toBeGreaterThanOrEqual(before?.exceeded ?? 0)
      }
  })
})

describe('GB3838-2002', () => {
  // For pH neither more nor less is better.
  const keys = Object.keys(WATER.units).filter((key) => key !== 'ph')
  it.each(keys)('the class never improves while %s worsens', (key) => {
    const random = numbers(17)
    for (const body of BODIES)
      for (let run = 0; run < RUNS; run++) {
        const pair = pairOf(random, key === 'do' ? 10 : ([0.02, 1, 50, 50_000][Math.floor(random() * 4)] ?? 1))
        const [better, worse] = (key === 'do' ? pair.toReversed() : pair).map(
          (value) =>
            evaluate('GB3838-2002', { period: 'sample', body, day: '2026-11-24', values: { [key]: value } })?.parts[
              key
            ],
        )
        expect(worse?.level ?? 0, `${key} ${pair.join(' to ')}`).toBeGreaterThanOrEqual(better?.level ?? 0)
      }
  })
})
