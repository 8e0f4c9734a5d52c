import { describe, expect, it } from 'vitest'
import { CELL, cellOf, fieldPicture, MAX_CELLS, type FieldQuestion } from '../../src/map/field/field.ts'
import { interpolated } from '../../src/map/field/interpolate.ts'
import { reachOf } from '../../src/map/field/reach.ts'
import { standingApart, windArrow, windNow } from '../../src/map/field/wind.ts'
import type { Pair } from '../../resources/kit/datum.ts'

const GREEN = [0, 200, 0] as const
const YELLOW = [200, 200, 0] as const
const RED = [200, 0, 0] as const

const ask = (
  stations: readonly (readonly [x: number, y: number, value: number])[],
  more: Partial<FieldQuestion> = {},
) =>
  fieldPicture({
    width: 400,
    height: 200,
    step: 4,
    xs: Float32Array.from(stations, ([x]) => x),
    ys: Float32Array.from(stations, ([, y]) => y),
    values: Float32Array.from(stations, ([, , value]) => value),
    reach: 100,
    limits: [50, 100],
    colors: [GREEN, YELLOW, RED],
    opacity: 0.5,
    ...more,
  })

describe('fieldPicture', () => {
  const pixel = ({ columns, pixels }: ReturnType<typeof ask>, x: number, y: number) => {
    const at = 4 * ((y / 4) * columns + x / 4)
    return Array.from(pixels.slice(at, at + 4))
  }
  it('has the colour of the class at a station and at most the requested opacity', () => {
    const picture = ask([[100, 100, 25]])
    expect(pixel(picture, 100, 100)).toEqual([...GREEN, 128])
    expect(Math.max(...picture.pixels.filter((_, at) => at % 4 === 3))).toBeLessThanOrEqual(128)
    expect(pixel(ask([[100, 100, 75]]), 100, 100).slice(0, 3)).toEqual([...YELLOW])
    expect(pixel(ask([[100, 100, 400]]), 100, 100).slice(0, 3)).toEqual([...RED])
  })
  it('uses cells of one size on usual screens and limits their number on larger ones', () => {
    expect(cellOf(0, 0)).toBe(CELL)
    expect(cellOf(1872, 1105)).toBe(CELL)
    for (const [width, height] of [
      [4992, 2808],
      [9000, 1200],
    ] as const) {
      const { columns, rows } = ask([[100, 100, 25]], { width, height, step: cellOf(width, height) })
      expect(columns * rows).toBeLessThan(MAX_CELLS + 2 * (columns + rows))
      expect(columns * rows).toBeGreaterThan(0.9 * MAX_CELLS)
    }
  })
  it('fades with distance and is transparent beyond the reach', () => {
    const picture = ask([[100, 100, 25]])
    const alphas = [100, 140, 160, 180, 196, 200, 240].map((x) => pixel(picture, x, 100)[3] ?? 0)
    expect(alphas.toSorted((a, b) => b - a)).toEqual(alphas)
    expect(alphas.slice(-2)).toEqual([0, 0])
    expect(alphas[3]).toBeGreaterThan(0)
  })
  it('interpolates between stations, closer to the nearer one', () => {
    const red = (x: number) =>
      pixel(
        ask([
          [100, 100, 25],
          [160, 100, 75],
        ]),
        x,
        100,
      )[0] ?? 0
    expect(red(108)).toBeLessThan(red(128))
    expect(red(128)).toBeLessThan(red(152))
  })
  it('draws contour lines where the field crosses a limit, and none in a uniform field', () => {
    const { lines } = ask([
      [100, 100, 25],
      [180, 100, 75],
    ])
    expect(lines.some(({ isLimit }) => isLimit)).toBe(true)
    for (const { isLimit, strength, ends } of lines) {
      expect(strength).toBeGreaterThan(0)
      expect(strength).toBeLessThanOrEqual(1)
      expect(ends.length % 4).toBe(0)
      // Only between both stations at their latitude.
      for (let at = 0; isLimit && at < ends.length; at += 2)
        if (Math.abs((ends[at + 1] ?? 0) - 100) < 3) expect(ends[at]).toBeGreaterThan(100)
    }
    expect(
      ask([
        [100, 100, 60],
        [180, 100, 60],
      ]).lines,
    ).toEqual([])
  })
  it('draws no contour line beyond the reach of all stations', () => {
    const stations = [
      [100, 100, 25],
      [180, 100, 120],
    ] as const
    for (const { ends } of ask(stations).lines)
      for (let at = 0; at < ends.length; at += 2) {
        const near = stations.map(([x, y]) => Math.hypot((ends[at] ?? 0) - x, (ends[at + 1] ?? 0) - y))
        expect(Math.min(...near)).toBeLessThan(100)
      }
  })
  it('is empty without stations', () => {
    const { pixels, lines } = ask([])
    expect(pixels.every((part) => part === 0)).toBe(true)
    expect(lines).toEqual([])
  })
})

describe('interpolated', () => {
  const [width, height, step, count] = [800, 480, 8, 120]
  const spread = (seed: number, most: number) =>
    Float32Array.from({ length: count }, (_, at) => most * (Math.abs(Math.sin((at + seed) * 127.1) * 43_758.5453) % 1))
  const [xs, ys, values] = [spread(0, width), spread(0.3, height), spread(0.7, 300)]
  const grid = { columns: width / step + 1, rows: height / step + 1, step }

  /** The formula evaluated over all stations. */
  const plain = (x: number, y: number, reach: number, of = count) => {
    let [sum, weights, near] = [0, 0, 0]
    for (let at = 0; at < of; at++) {
      const distance = Math.hypot((xs[at] ?? 0) - x, (ys[at] ?? 0) - y)
      if (distance >= reach) continue
      const weight = (1 / Math.max(distance, 0.5) - 1 / reach) ** 2
      sum += weight * (values[at] ?? 0)
      weights += weight
      near = Math.max(near, 1 - distance / reach)
    }
    return { value: weights > 0 ? sum / weights : 0, near }
  }
  const worst = (reach: number, of = count) => {
    const found = interpolated({ xs: xs.slice(0, of), ys: ys.slice(0, of), values: values.slice(0, of), reach }, grid)
    let [value, near] = [0, 0]
    for (let at = 0; at < found.values.length; at++) {
      const real = plain((at % grid.columns) * step, Math.floor(at / grid.columns) * step, reach, of)
      near = Math.max(near, Math.abs((found.nearness[at] ?? 0) - real.near))
      // At the very edge the value is invisible.
      if (real.near > 0.1) value = Math.max(value, Math.abs((found.values[at] ?? 0) - real.value))
    }
    return { value, near }
  }

  it('matches the formula evaluated over all stations', () => {
    const { value, near } = worst(150)
    expect(value).toBeLessThan(0.01)
    expect(near).toBeLessThan(1e-5)
  })
  it.each([400, 2200])('differs by less than one shade when every station reaches far, %d px', (reach) => {
    const { value, near } = worst(reach)
    // A class of width 50 has 16 shades.
    expect(value).toBeLessThan(50 / 16)
    expect(near).toBeLessThan(1e-5)
  })
  it('computes the exact nearness of two far-reaching stations, and 0 without stations', () => {
    expect(worst(400, 2).near).toBeLessThan(1e-5)
    expect(worst(400, 0)).toEqual({ value: 0, near: 0 })
  })
})

describe('reachOf', () => {
  const grid = (step: number): Pair[] =>
    Array.from({ length: 36 }, (_, at) => [114 + step * (at % 6), 38 + step * Math.floor(at / 6)])
  it('follows the spacing of stations between 500 m and 8000 m', () => {
    const [near, far] = [reachOf(grid(0.01)), reachOf(grid(0.02))]
    expect(near).toBeGreaterThan(1300)
    expect(near).toBeLessThan(2300)
    expect(far / near).toBeCloseTo(2, 1)
    expect(reachOf(grid(5))).toBe(8000)
    expect(reachOf(grid(0.0001))).toBe(500)
    expect(reachOf([])).toBe(500)
  })
  it('exceeds 4 km for groups of stations about 5 km apart', () => {
    // Groups of five stations within some 100 m, about 5 km apart.
    const groups = Array.from(
      { length: 30 },
      (_, at): Pair => [114 + 0.05 * (at % 6) + 0.0005 * Math.floor(at / 6), 38 + 0.0005 * (at % 2)],
    )
    expect(reachOf(groups)).toBeGreaterThan(4000)
  })
  it('is 500 m if all stations have identical coordinates', () =>
    expect(reachOf(Array.from({ length: 9 }, (): Pair => [114, 38]))).toBe(500))
})

describe('wind on the map', () => {
  it('keeps the first of stations closer than 36 px, regardless of their absolute position', () => {
    const at = (x: number, y: number) => ({ x, y })
    const places = [at(0, 0), at(35, 0), at(36, 0), at(-20, -20), at(60, 30), at(0, 71), at(-36, 0)]
    expect(standingApart(places, 36)).toEqual([at(0, 0), at(36, 0), at(60, 30), at(0, 71), at(-36, 0)])
    const moved = places.map(({ x, y }) => at(x + 1000.5, y - 77))
    expect(standingApart(moved, 36)).toHaveLength(5)
  })
  it('draws an arrow in the blowing direction, longer with speed, and a ring below 0.3 m/s', () => {
    const tip = (from: number, speed = 2) => windArrow({ from, speed }).lines[0]?.[1] ?? [0, 0]
    expect(tip(0)[1]).toBeGreaterThan(8)
    expect(tip(90)[0]).toBeLessThan(-8)
    expect(tip(225)[0]).toBeGreaterThan(5)
    expect(tip(225)[1]).toBeLessThan(-5)
    expect(tip(0, 4)[1]).toBeGreaterThan(tip(0, 1)[1])
    expect(tip(0, 40)[1]).toBeLessThanOrEqual(15)
    expect(windArrow({ from: 90, speed: 0.29 })).toEqual({ radius: 4, lines: [] })
    expect(windArrow({ from: 90, speed: 0.3 }).radius).toBe(0)
  })
  it('takes speed and direction from their two nodes and needs valid values of both', () => {
    const wind = { direction: 2, speed: 1 }
    const speed = { id: 1, value: 2.4, node_script: null, unitname: 'm/s' }
    const from = { id: 2, value: 3150, node_script: 'value / 10', unitname: '°' }
    expect(windNow([{ ...speed, id: 9 }, speed, from], wind)).toEqual({ speed: 2.4, from: 315 })
    expect(windNow([speed], wind)).toBeNull()
    expect(windNow([speed, { ...from, value: null }], wind)).toBeNull()
    expect(windNow([speed, { ...from, value: 4000 }], wind)).toBeNull()
    expect(windNow([{ ...speed, value: -1 }, from], wind)).toBeNull()
    expect(windNow([{ ...speed, value: 9, unitname: 'km/h' }, from], wind)).toEqual({ speed: 2.5, from: 315 })
    expect(windNow([{ ...speed, unitname: 'Bft' }, from], wind)).toBeNull()
  })
})
