import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CELL } from '../../src/map/field/field.ts'
import type { FieldAnswer, FieldAsked } from '../../src/map/field/field.worker.ts'

/** A worker's canvas that keeps the pixels put on it. */
class Canvas {
  static all: Canvas[] = []
  static none = false
  pixels: Uint8ClampedArray | null = null
  constructor(
    readonly width: number,
    readonly height: number,
  ) {
    Canvas.all.push(this)
  }
  getContext() {
    if (Canvas.none) return null
    return { putImageData: ({ data }: { data: Uint8ClampedArray }) => void (this.pixels = data) }
  }
  transferToImageBitmap() {
    return { of: this }
  }
}

let ask: (data: FieldAsked) => void
const answers: { answer: FieldAnswer; transfer: unknown[] }[] = []

beforeEach(async () => {
  Canvas.all = []
  Canvas.none = false
  answers.length = 0
  vi.stubGlobal('OffscreenCanvas', Canvas)
  vi.stubGlobal(
    'ImageData',
    class {
      constructor(readonly data: Uint8ClampedArray) {}
    },
  )
  vi.stubGlobal('self', {
    addEventListener: (_type: string, listen: (event: { data: FieldAsked }) => void) => {
      ask = (data) => listen({ data })
    },
    postMessage: (answer: FieldAnswer, { transfer }: { transfer: unknown[] }) => answers.push({ answer, transfer }),
  })
  vi.resetModules()
  await import('../../src/map/field/field.worker.ts')
})
afterEach(() => vi.unstubAllGlobals())

const asked = (width: number, height: number, ratio: number): FieldAsked => ({
  id: 7,
  question: {
    width,
    height,
    step: CELL,
    xs: Float32Array.of(100, 180),
    ys: Float32Array.of(100, 100),
    values: Float32Array.of(25, 75),
    reach: 100,
    limits: [50],
    colors: [
      [0, 200, 0],
      [200, 0, 0],
    ],
    opacity: 0.5,
  },
  look: { ink: [10, 20, 30], ratio },
})

it('field worker paints field and isolines at the screen’s pixel ratio and transfers the picture', () => {
  ask(asked(400, 200, 2))
  const [sent] = answers
  expect(sent?.answer.id).toBe(7)
  expect(sent?.transfer).toEqual([sent?.answer.picture])
  const [shown] = Canvas.all
  expect(sent?.answer.picture).toEqual({ of: shown })
  expect(shown).toMatchObject({ width: 800, height: 400 })
  expect(shown?.pixels).toHaveLength(4 * 800 * 400)
  const pixel = (x: number, y: number) => {
    const at = 4 * (2 * y * 800 + 2 * x)
    return Array.from(shown?.pixels?.slice(at, at + 4) ?? [])
  }
  const [green, red] = [pixel(100, 100), pixel(180, 100)]
  expect(green[1]).toBeGreaterThan(green[0] ?? 0)
  expect(red[0]).toBeGreaterThan(red[1] ?? 0)
  // The limit lies half way between the stations, where a line covers the colours.
  expect(pixel(140, 100)[3]).toBeGreaterThan((green[3] ?? 0) + 20)
  expect(pixel(320, 100)).toEqual([0, 0, 0, 0])
})

it('field worker responds for a map without a size', () => {
  ask(asked(0, 0, 1))
  expect(answers).toHaveLength(1)
  expect(Canvas.all.every(({ width, height }) => width > 0 && height > 0)).toBe(true)
})

it('field worker throws when it gets no canvas context', () => {
  Canvas.none = true
  expect(() => ask(asked(400, 200, 1))).toThrow('no canvas')
  expect(answers).toEqual([])
})
