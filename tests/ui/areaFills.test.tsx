// @vitest-environment happy-dom
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import type { Quantity } from '../../src/environment/quantity.ts'
import { AreaFills, type AreaClass } from '../../src/monitor/map/AreaFills.tsx'
import { wrapperFor } from './monitorWorld.tsx'

// A map needs a browser with layout: here an area is what it contains.
vi.mock('react-leaflet', () => ({
  Polygon: () => null,
  CircleMarker: ({ children }: { children: ReactNode }) => <div data-part="fill">{children}</div>,
  Tooltip: ({ children }: { children: ReactNode }) => children,
}))

const outlines = new Map([
  [3, '[[114, 38], [115, 38], [115, 39]]'],
  [4, ''],
])

async function wordsOf(classes: readonly AreaClass[], quantity: Quantity, standard: string, period = '1h') {
  const { unmount } = render(
    <AreaFills
      classes={classes}
      quantity={quantity}
      standard={standard}
      period={period}
      outlines={outlines}
      marks={[]}
    />,
    { wrapper: await wrapperFor() },
  )
  const fills = [...document.querySelectorAll('[data-part="fill"]')].map((fill) => [
    fill.querySelector('[data-part="class-chip"]')?.getAttribute('data-verdict'),
    fill.textContent,
  ])
  unmount()
  return fills
}

it('AreaFills shows class and value, only the class for water, and nothing for an area without an outline', async () => {
  const rows = [3, 4].map((area) => ({ area, level: 3, value: 126.4, missing: [], standard: '', mean: '' }))
  expect(await wordsOf(rows, 'aqi', 'HJ633-2026')).toEqual([['a3', '轻度126']])
  expect(
    await wordsOf([{ area: 3, level: 4, value: null, missing: [], standard: '', mean: '' }], 'water', 'GB3838-2002'),
  ).toEqual([['w4', 'Ⅳ类']])
  expect(
    await wordsOf([{ area: 3, level: 2, value: 9.34, missing: [], standard: '', mean: '' }], 'co', 'HJ633-2026'),
  ).toEqual([['a2', '良9.3']])
})

it('AreaFills lists the pollutants missing from an index', async () => {
  const rows = [{ area: 3, level: 3, value: 126, missing: ['so2', 'co'], standard: 'HJ633-2026', mean: '' }]
  expect(await wordsOf(rows, 'aqi', 'HJ633-2026')).toEqual([['a3', '轻度1264 / 6 · 缺 二氧化硫、一氧化碳']])
})

it('AreaFills names an area’s standard if it differs from the legend’s, and uses its class names', async () => {
  const rows = [{ area: 3, level: 4, value: 4, missing: [], standard: 'EAQI-2025', mean: '' }]
  expect(await wordsOf(rows, 'aqi', 'HJ633-2026')).toEqual([['a4', '差4EAQI-2025']])
})

it('AreaFills shows the averaging time if it differs from the legend’s', async () => {
  const row = { area: 3, level: 3, value: 150, missing: [], standard: 'USAQI-2024' }
  expect(await wordsOf([{ ...row, mean: 'o3_8h' }], 'o3', 'USAQI-2024')).toEqual([['a3', '敏感1508 小时']])
  expect(await wordsOf([{ ...row, mean: 'o3' }], 'o3', 'USAQI-2024')).toEqual([['a3', '敏感150']])
})

it('AreaFills uses the legend’s standard and averaging time for an area without a standard', async () => {
  const row = { area: 3, level: 3, value: 50, missing: [], standard: '', mean: 'pm25' }
  expect(await wordsOf([row], 'pm25', 'USAQI-2024', 'NowCast')).toEqual([['a3', '敏感50']])
})
