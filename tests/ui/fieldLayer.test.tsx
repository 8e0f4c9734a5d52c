// @vitest-environment happy-dom
import { act, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { FieldLayer } from '../../src/map/field/FieldLayer.tsx'
import type { FieldAnswer, FieldAsked } from '../../src/map/field/field.worker.ts'

// A map needs a browser with layout: here it is the pane of the canvas and the listeners to its moves.
const { map, pane, moved } = vi.hoisted(() => {
  const moved = new Set<() => void>()
  const pane = document.createElement('div')
  const point = (x: number, y: number) => ({
    x,
    y,
    multiplyBy: (by: number) => point(x * by, y * by),
    round: () => point(Math.round(x), Math.round(y)),
  })
  const map = {
    getPane: () => pane,
    getContainer: () => document.body,
    getSize: () => point(400, 200),
    getZoom: () => 12,
    getCenter: () => ({ lat: 38, lng: 114 }),
    containerPointToLayerPoint: ([x, y]: [number, number]) => point(x, y),
    latLngToLayerPoint: () => point(100, 100),
    on: (_types: string, listen: () => void) => moved.add(listen),
    off: (_types: string, listen: () => void) => moved.delete(listen),
  }
  return { map, pane, moved }
})
vi.mock('react-leaflet', () => ({ useMap: () => map }))
vi.mock('leaflet', () => ({ DomUtil: { setPosition: () => {} } }))

const asked: FieldAsked[] = []
let answer: (id: number, picture: ImageBitmap) => void
let fail: () => void

beforeEach(() => {
  asked.length = 0
  vi.stubGlobal(
    'Worker',
    class {
      addEventListener(type: string, listen: (event: { data: FieldAnswer }) => void) {
        if (type === 'error') fail = () => listen({ data: { id: 0, picture: picture() } })
        else answer = (id, drawn) => listen({ data: { id, picture: drawn } })
      }
      postMessage(question: FieldAsked) {
        asked.push(question)
      }
      terminate() {}
    },
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const picture = (): ImageBitmap => ({ width: 520, height: 260, close: vi.fn<() => void>() })
const STATIONS = Array.from({ length: 5 }, (_, at) => ({ place: [114 + at / 100, 38] as const, value: 40 * at }))
const LIMITS = [50, 100]
const COLORS = ['#0c0', '#cc0', '#c00']

function shown() {
  const show = vi.fn<(bitmap: ImageBitmap) => void>()
  const contexts: string[] = []
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(((kind: string) => {
    contexts.push(kind)
    return { transferFromImageBitmap: show }
  }) as never)
  const onFailed = vi.fn<() => void>()
  render(<FieldLayer stations={STATIONS} limits={LIMITS} colors={COLORS} onFailed={onFailed} />)
  return { show, contexts, onFailed, canvas: pane.querySelector('canvas') }
}

it('FieldLayer shows the worker’s picture without drawing on the main thread', () => {
  const { show, contexts, canvas } = shown()
  expect(asked).toHaveLength(1)
  expect(asked[0]).toMatchObject({ question: { width: 520, height: 260, step: 8 }, look: { ratio: 1 } })
  expect(asked[0]?.question.colors).toHaveLength(COLORS.length)
  expect(canvas?.dataset['drawn']).toBeUndefined()
  const drawn = picture()
  answer(asked[0]?.id ?? 0, drawn)
  expect(show).toHaveBeenCalledExactlyOnceWith(drawn)
  expect(contexts).toEqual(['bitmaprenderer'])
  expect(canvas?.dataset['drawn']).toBe('true')
  expect([canvas?.style.width, canvas?.style.height]).toEqual(['520px', '260px'])
})

it('FieldLayer discards a picture of a previous map position, and requests a new one', () => {
  const { show } = shown()
  for (const listen of moved) listen()
  expect(asked).toHaveLength(1)
  const late = picture()
  answer(asked[0]?.id ?? 0, late)
  expect(show).not.toHaveBeenCalled()
  expect(late.close).toHaveBeenCalledOnce()
  expect(asked).toHaveLength(2)
  answer(asked[1]?.id ?? 0, picture())
  expect(show).toHaveBeenCalledOnce()
})

it('FieldLayer reports when the worker cannot draw', () => {
  const { onFailed } = shown()
  act(() => fail())
  expect(onFailed).toHaveBeenCalledOnce()
})
