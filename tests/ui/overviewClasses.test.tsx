// @vitest-environment happy-dom
import { render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { PlaceHour } from '../../dataProvider/calls/placeHours.ts'
import { ClassesPanel } from '../../src/dashboard/judged/Classes.tsx'
import { startLivePlatform, wrapperFor } from './monitorWorld.tsx'

const NOW = Date.UTC(2026, 10, 20, 8)
const HOUR = 3_600_000

beforeEach(() => void startLivePlatform())
afterEach(() => vi.unstubAllGlobals())

const hour = (at: number, classes: number[]): PlaceHour => ({
  at,
  index: null,
  level: null,
  primary: [],
  stations: classes.reduce((sum, count) => sum + count, 0),
  classes,
  worst: null,
  parts: {},
})

async function open(hours: PlaceHour[]) {
  const row = { area: null, device: null, medium: 'water' as const, stations: 4, hours }
  const places = { rows: [row], error: null, retry: () => undefined, offered: true }
  render(<ClassesPanel medium="water" places={places} standard="GB 3838-2002" now={NOW} />, {
    wrapper: await wrapperFor('/', null),
  })
  return within(await screen.findByRole('region', { name: '水质 Ⅲ 类及以上' }))
}

it('counts the points up to class III of all that were judged', async () => {
  const panel = await open([hour(NOW - HOUR, [1, 1, 1, 1, 0, 0])])
  expect(panel.getByText('3')).toBeTruthy()
  expect(panel.getByText('/ 4 点')).toBeTruthy()
})

it('says that too little is known, not that there are no points, where no hour is new enough', async () => {
  const panel = await open([hour(NOW - 9 * HOUR, [1, 1, 1, 1, 0, 0])])
  expect(panel.getByText('—')).toBeTruthy()
  expect(panel.getByText('数据不足')).toBeTruthy()
  expect(panel.queryByText(/点$/)).toBeNull()
})
