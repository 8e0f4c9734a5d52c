import { describe, expect, it } from 'vitest'
import type { FieldPicture } from '../../src/map/field/field.ts'
import { MAX_PIXELS, paint, type Painting } from '../../src/map/field/paint.ts'

const GREEN = [0, 200, 0] as const
const RED = [200, 0, 0] as const
const INK = [10, 20, 30] as const
const STEP = 8

type Color = readonly [red: number, green: number, blue: number]

/** A grid of these rows of points, with alpha 0 where there is no point. */
const pictureOf = (
  points: readonly (readonly (readonly [Color, alpha: number] | null)[])[],
  lines: FieldPicture['lines'] = [],
): FieldPicture => ({
  columns: points[0]?.length ?? 0,
  rows: points.length,
  pixels: Uint8ClampedArray.from(points.flat().flatMap((point) => (point ? [...point[0], point[1]] : [0, 0, 0, 0]))),
  lines,
})

const painted = (picture: FieldPicture, ratio = 1): Painting =>
  paint(
    picture,
    { width: STEP * (picture.columns - 1), height: STEP * (picture.rows - 1), step: STEP },
    { ink: [...INK], ratio },
  )

const pixel = ({ width, pixels }: Painting, x: number, y: number) =>
  Array.from(pixels.slice(4 * (y * width + x), 4 * (y * width + x) + 4))

const evenly = (color: Color, alpha: number, columns: number, rows: number) =>
  Array.from({ length: rows }, () => Array.from({ length: columns }, () => [color, alpha] as const))

describe('paint: colours of a field', () => {
  it('fill every pixel with the colour of the points, at any pixel ratio', () => {
    for (const ratio of [0.625, 1, 1.25, 2]) {
      const all = painted(pictureOf(evenly(GREEN, 100, 6, 4)), ratio)
      expect([all.width, all.height]).toEqual([40 * ratio, 24 * ratio])
      const wrong = Array.from({ length: all.width * all.height }, (_, at) =>
        pixel(all, at % all.width, Math.floor(at / all.width)),
      ).filter(([red, green, blue, alpha]) => red !== 0 || green !== 200 || blue !== 0 || alpha !== 100)
      expect(wrong).toEqual([])
    }
  })

  it('blend smoothly between points, horizontally and vertically', () => {
    const left = Array.from({ length: 4 }, () => [GREEN, 100] as const)
    const right = Array.from({ length: 4 }, () => [RED, 140] as const)
    const row = [...left, ...right]
    const along = painted(pictureOf(row.map(() => row)))
    const down = painted(pictureOf(row.map((point) => row.map(() => point))))
    for (const look of [(at: number) => pixel(along, at, 20), (at: number) => pixel(down, 20, at)]) {
      expect(look(4)).toEqual([...GREEN, 100])
      expect(look(51)).toEqual([...RED, 140])
      for (let at = 0; at < 55; at++) {
        const [[red = 0, green = 0, blue, alpha = 0], [nextRed = 0, nextGreen = 0, , nextAlpha = 0]] = [
          look(at),
          look(at + 1),
        ]
        expect(blue).toBe(0)
        for (const step of [nextRed - red, green - nextGreen, nextAlpha - alpha]) {
          expect(step).toBeGreaterThanOrEqual(0)
          expect(step).toBeLessThanOrEqual(25)
        }
      }
    }
  })

  it('fade to transparent within 1.5 points without a change of colour', () => {
    const points = Array.from({ length: 9 }, (_, row) =>
      Array.from({ length: 9 }, (_, column) => (row === 4 && column === 4 ? ([RED, 140] as const) : null)),
    )
    const all = painted(pictureOf(points))
    let shown = 0
    for (let y = 0; y < all.height; y++)
      for (let x = 0; x < all.width; x++) {
        const [red = 0, green, blue, alpha = 0] = pixel(all, x, y)
        if (alpha === 0) continue
        shown++
        expect([green, blue]).toEqual([0, 0])
        expect(Math.abs(red - 200)).toBeLessThanOrEqual(1)
        // Within a point and a half, over which colours are smoothed.
        expect(Math.max(Math.abs(x + 0.5 - 32), Math.abs(y + 0.5 - 32))).toBeLessThan(1.5 * STEP)
      }
    expect(shown).toBeGreaterThan(100)
  })

  it('are one transparent pixel for a map without a size', () => {
    expect(painted(pictureOf([[[RED, 140]]]))).toEqual({ width: 1, height: 1, pixels: new Uint8ClampedArray(4) })
    expect(
      painted(
        pictureOf([
          [
            [RED, 140],
            [RED, 140],
          ],
        ]),
      ),
    ).toMatchObject({ width: 8, height: 1 })
  })
})

describe('paint: lines of a field', () => {
  const lined = (isLimit: boolean, strength: number, ends: readonly number[], alpha = 0, ratio = 1) =>
    painted(pictureOf(evenly(GREEN, alpha, 6, 6), [{ isLimit, strength, ends: Float32Array.from(ends) }]), ratio)
  const alphas = (painting: Painting, x: number) =>
    Array.from({ length: painting.height }, (_, y) => pixel(painting, x, y)[3] ?? 0)
  const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)

  it.each([
    [true, 0.65, 1.5],
    [true, 1, 1.5],
    [true, 2, 1.5],
    [false, 0.65, 0.8],
    [false, 1, 0.8],
    [false, 2, 0.8],
  ])('have the given width: limits %s, ratio %d, %d px', (isLimit, ratio, wide) => {
    // Also where lines run between two rows of pixels.
    for (const y of [20, 20.3, 20.5]) {
      const drawn = alphas(lined(isLimit, 1, [4, y, 36, y], 0, ratio), 20 * ratio)
      expect(sum(drawn) / (255 * 0.62)).toBeCloseTo(wide * ratio, 1)
      expect(drawn.findIndex((alpha) => alpha > 0) / ratio).toBeGreaterThan(y - 1 - 1 / ratio)
      expect(drawn.findLastIndex((alpha) => alpha > 0) / ratio).toBeLessThan(y + 1)
    }
  })

  it('keep width and position in a picture larger than MAX_PIXELS, at any pixel ratio', () => {
    const [width, height] = [2400, 1600]
    const line = { isLimit: true, strength: 1, ends: Float32Array.of(100, 600, 2300, 600) }
    const picture = pictureOf(evenly(GREEN, 0, 301, 201), [line])
    const usual = paint(picture, { width, height, step: STEP }, { ink: INK, ratio: 1 })
    const pixels = usual.width * usual.height
    // The picture's sides are rounded.
    expect(pixels).toBeLessThan(MAX_PIXELS + usual.width + usual.height)
    expect(pixels).toBeGreaterThan(0.99 * MAX_PIXELS)
    const shown = usual.width / width
    const drawn = alphas(usual, Math.round(1200 * shown))
    expect(sum(drawn) / (255 * 0.62) / shown).toBeCloseTo(1.5, 1)
    const middle = sum(drawn.map((alpha, y) => alpha * (y + 0.5))) / sum(drawn)
    expect(middle / shown).toBeCloseTo(600, 0)
    // A display with many pixels has the same picture.
    const dense = paint(picture, { width, height, step: STEP }, { ink: INK, ratio: 2 })
    expect([dense.width, dense.height]).toEqual([usual.width, usual.height])
    expect(Buffer.from(dense.pixels.buffer).equals(Buffer.from(usual.pixels.buffer))).toBe(true)
  })

  it('follow their path in any direction', () => {
    for (const [x1, y1, x2, y2] of [
      [20, 4, 20, 36],
      [4, 20, 36, 20],
      [6, 6, 34, 34],
      [34, 10, 6, 30],
    ] as const) {
      const all = lined(true, 1, [x1, y1, x2, y2])
      const length = Math.hypot(x2 - x1, y2 - y1)
      for (let y = 0; y < all.height; y++)
        for (let x = 0; x < all.width; x++) {
          const [px, py] = [x + 0.5 - x1, y + 0.5 - y1]
          const along = (px * (x2 - x1) + py * (y2 - y1)) / length
          const aside = Math.abs(px * (y2 - y1) - py * (x2 - x1)) / length
          const alpha = pixel(all, x, y)[3] ?? 0
          if (aside > 1.3 || along < -1.3 || along > length + 1.3) expect(alpha).toBe(0)
          else if (aside < 0.2 && along > 1 && along < length - 1) expect(alpha).toBeGreaterThan(150)
        }
    }
  })

  it('join without gaps and are never more opaque than a single line', () => {
    const whole = lined(true, 1, [4, 20, 36, 20])
    const pieces = lined(true, 1, [4, 20, 17.3, 20, 17.3, 20, 23, 20, 36, 20, 23, 20])
    expect(pieces.pixels).toEqual(whole.pixels)
    expect(Math.max(...whole.pixels.filter((_, at) => at % 4 === 3))).toBeLessThanOrEqual(Math.round(255 * 0.62))
  })

  it('are drawn in the ink colour over the field, fainter by their strength', () => {
    const at = (strength: number, alpha: number) => pixel(lined(true, strength, [4, 20.5, 36, 20.5], alpha), 20, 20)
    expect(at(1, 0)).toEqual([...INK, 158])
    expect(at(0.5, 0)).toEqual([...INK, 79])
    // Both lower colours shine through the one above.
    const [red, green, blue, alpha = 0] = at(1, 100)
    expect(alpha).toBe(Math.round(158 + 100 * (1 - 158 / 255)))
    const part = 158 / (158 + 100 * (1 - 158 / 255))
    expect([red, green, blue]).toEqual([10 * part, 200 + (20 - 200) * part, 30 * part].map(Math.round))
  })

  it('are cleared with the colours when the buffer is reused, and another size gets its own buffer', () => {
    const look = { ink: INK, ratio: 1 } as const
    const question = { width: 40, height: 40, step: STEP }
    const picture = pictureOf(evenly(GREEN, 100, 6, 6), [
      { isLimit: true, strength: 1, ends: Float32Array.of(4, 20, 36, 20) },
    ])
    const before = paint(picture, question, look)
    const copy = before.pixels.slice()
    const empty = paint(pictureOf(evenly(RED, 0, 6, 6)), question, look, before)
    expect(empty.pixels).toBe(before.pixels)
    expect(empty.pixels.every((part) => part === 0)).toBe(true)
    expect(paint(picture, question, look, empty).pixels).toEqual(copy)
    // Another size has a buffer of its own.
    const small = paint(picture, { ...question, width: 32 }, look, before)
    expect(small.pixels).toHaveLength(4 * 32 * 40)
    expect(before.pixels).toEqual(copy)
  })

  it('are clipped at the edge, and a line of length 0 is a dot', () => {
    const beyond = lined(true, 1, [-30, 20.5, 90, 20.5])
    expect(alphas(beyond, 0)[20]).toBe(158)
    expect(alphas(beyond, 39)[20]).toBe(158)
    expect(lined(true, 1, [-30, -20, -10, -20, 80, 80, 90, 90]).pixels.every((part) => part === 0)).toBe(true)
    const dot = lined(true, 1, [20.5, 20.5, 20.5, 20.5])
    expect(pixel(dot, 20, 20)[3]).toBe(158)
    expect(pixel(dot, 22, 20)[3]).toBe(0)
  })
})
