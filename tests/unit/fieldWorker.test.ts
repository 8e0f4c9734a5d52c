import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CELL } from '../../src/map/field/field.ts'
import type { FieldAnswer, FieldAsked } from '../../src/map/field/field.worker.ts'

/** A canvas of a worker that says what was drawn on it. */
class Canvas {
  static all: Canvas[] = []
  static none = false
  readonly drawn: string[] = []
  constructor(
    readonly width: number,
    readonly height: number,
  ) {
    Canvas.all.push(this)
  }
  getContext() {
    if (Canvas.none) return null
    const draw = (what: string) => () => void this.drawn.push(what)
    return {
      putImageData: draw('pixels'),
      drawImage: draw('image'),
      scale: draw('scale'),
      beginPath: draw('path'),
      moveTo: () => {},
      lineTo: () => {},
      stroke: draw('stroke'),
    }
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

it('paints field and isolines in the pixels of the screen and hands the picture over', () => {
  ask(asked(400, 200, 2))
  const [sent] = answers
  expect(sent?.answer.id).toBe(7)
  expect(sent?.transfer).toEqual([sent?.answer.picture])
  const shown = Canvas.all.find(({ drawn }) => drawn.includes('stroke'))
  expect(sent?.answer.picture).toEqual({ of: shown })
  expect([shown?.width, shown?.height]).toEqual([800, 400])
  expect(shown?.drawn.slice(0, 2)).toEqual(['scale', 'image'])
  // The pixels of the grid go onto a canvas of their size.
  expect(Canvas.all[0]).toMatchObject({ width: 51, height: 26, drawn: ['pixels'] })
})

it('answers a map without a size', () => {
  ask(asked(0, 0, 1))
  expect(answers).toHaveLength(1)
  expect(Canvas.all.every(({ width, height }) => width > 0 && height > 0)).toBe(true)
})

it('fails, which the page hears, where there is no canvas', () => {
  Canvas.none = true
  expect(() => ask(asked(400, 200, 1))).toThrow('no canvas')
  expect(answers).toEqual([])
})
