// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { Zone } from '../../resources/kit/zone.ts'
import { useNodeBands } from '../../src/bigscreen/queries/useNodeBands.ts'

vi.mock('../../src/environment/useJudge.ts', () => {
  const pollutants: Readonly<Record<number, string>> = { 41: 'pm25', 42: 'pm25', 43: 'pm10' }
  const measures = { pollutantOf: (id: number) => pollutants[id], whereOf: () => ({}) }
  return { useMeasures: () => measures }
})
vi.mock('../../src/environment/useClassWords.ts', () => {
  const words = { short: ({ level, standard }: { level: number; standard: string }) => `${standard} ${level}` }
  return { useClassWords: () => words }
})

const at = Date.parse('2026-11-22T11:40:00Z')
const zone = new Zone('Asia/Shanghai')
const node = (id: number, times: readonly number[] = [at]) => ({ id, line: { unit: 'µg/m³', times } })
const bandsOf = (...nodes: ReturnType<typeof node>[]) =>
  renderHook(() => useNodeBands(nodes, { device: 7, project: 1, zone })).result.current

it('useNodeBands returns class bands only when all rated nodes share one scale', () => {
  const one = bandsOf(node(41))
  expect(one).toHaveLength(6)
  expect(one[0]).toMatchObject({ from: 0, color: '--a1', label: 'HJ633-2026 1' })
  expect(bandsOf(node(41), node(42), node(44))).toEqual(one)
  expect(bandsOf(node(41), node(43))).toEqual([])
  expect([bandsOf(node(44)), bandsOf(node(41, [])), bandsOf()]).toEqual([[], [], []])
})
