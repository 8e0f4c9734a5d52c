import { describe, expect, it } from 'vitest'
import { pathOf } from '../../src/kit/plainIcon.tsx'

describe('pathOf (icon as a single path)', () => {
  it('keeps a path, and starts one that begins with a relative move at M0 0', () => {
    expect(pathOf(['path', { d: 'm2 2 20 20', key: 'a' }])).toBe('M0 0m2 2 20 20')
  })

  it('draws a circle as two arcs', () => {
    expect(pathOf(['circle', { cx: '12', cy: '11.5', r: '10', key: 'a' }])).toBe(
      'M2 11.5a10 10 0 1 0 20 0a10 10 0 1 0 -20 0z',
    )
  })

  it('draws a rectangle with rounded corners', () => {
    expect(pathOf(['rect', { x: '3', y: '11', width: '18', height: '11', rx: '2', key: 'a' }])).toBe(
      'M5 11h14a2 2 0 0 1 2 2v7a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-7a2 2 0 0 1 2 -2z',
    )
  })

  it('rejects a filled path and an ellipse', () => {
    expect(() => pathOf(['path', { d: 'M1 1h2', fill: 'currentColor' }])).toThrow(/fill/)
    expect(() => pathOf(['ellipse', { cx: '1', cy: '1', rx: '3' }])).toThrow(/ellipse/)
  })
})
