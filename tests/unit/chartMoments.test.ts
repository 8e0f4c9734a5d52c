// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import type uPlot from 'uplot'
import { paintBackdrop } from '../../src/chart/backdrop.ts'
import type { Moment } from '../../src/chart/model.ts'

/** Corners of the filled marks, each at its place in the plot; the other canvas methods do nothing. */
function cornersOf(moments: readonly Moment[]): number[][][] {
  const filled: number[][][] = []
  let path: number[][] = []
  const nothing = (): void => {}
  const ctx = {
    save: nothing,
    restore: nothing,
    rect: nothing,
    clip: nothing,
    closePath: nothing,
    beginPath: () => (path = []),
    moveTo: (...at: number[]) => path.push(at),
    lineTo: (...at: number[]) => path.push(at),
    fill: () => filled.push(path),
  }
  const chart = {
    ctx,
    bbox: { left: 0, top: 100, width: 500, height: 200 },
    valToPos: (value: number) => value,
  } as unknown as uPlot
  paintBackdrop(chart, { moments }, 1 / devicePixelRatio)
  return filled
}

describe('event mark above the plot', () => {
  const moment = (kind: Moment['kind'], at = 50): Moment => ({ at, kind, color: '--text2', label: kind })

  it('is a diamond for an alarm and a triangle for an operation', () => {
    const [alarm, operation] = cornersOf([moment('alarm'), moment('operation')])
    expect(alarm).toEqual([
      [50, 86.5],
      [54.5, 91],
      [50, 95.5],
      [45.5, 91],
    ])
    expect(operation).toEqual([
      [45.5, 86.5],
      [54.5, 86.5],
      [50, 95.5],
    ])
  })

  it('is left out when its time is outside the visible range', () =>
    expect(cornersOf([moment('operation', 900)])).toEqual([]))
})
