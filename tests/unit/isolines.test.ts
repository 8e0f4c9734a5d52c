import { describe, expect, it } from 'vitest'
import { isolines } from '../../src/map/isolines.ts'

describe('isolines', () => {
  const cone = (x: number, y: number) => 1 - Math.hypot(x - 50, y - 50) / 50
  it('closes one ring around a hill at the right distance', () => {
    const [line] = isolines(cone, 100, 100, 5, [0.5])
    expect(line?.path.match(/M/g)).toHaveLength(1)
    expect(line?.path.endsWith('Z')).toBe(true)
    const radii = [...(line?.path ?? '').matchAll(/Q([\d.]+) ([\d.]+)/g)].map(([, x, y]) =>
      Math.hypot(Number(x) - 50, Number(y) - 50),
    )
    expect(radii.length).toBeGreaterThan(10)
    for (const radius of radii) expect(radius).toBeCloseTo(25, 0)
  })

  it('returns no path above the highest value and closes lines that leave the frame', () => {
    expect(isolines(cone, 100, 100, 5, [2])[0]?.path).toBe('')
    expect(isolines((x) => x, 100, 100, 10, [50])[0]?.path).toMatch(/^M.*Z$/)
  })
})
