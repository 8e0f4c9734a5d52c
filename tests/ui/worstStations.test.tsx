// @vitest-environment happy-dom
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { forgetCapabilities } from '../../authProvider/capabilities.ts'
import { readStationRows } from '../../dataProvider/calls/environment.ts'
import { readDevices } from '../../dataProvider/normalise.ts'
import { readingsOf, type Quantity } from '../../src/environment/quantity.ts'
import { verdictOf } from '../../src/environment/verdict.ts'
import { DeviceStore } from '../../src/live/deviceStore.ts'
import { DeviceStoreContext } from '../../src/live/useDevice.ts'
import { worstFirst } from '../../src/monitor/map/stations/worst.ts'
import { WorstStations } from '../../src/monitor/map/stations/WorstStations.tsx'
import { deviceRow, wrapperFor } from './monitorWorld.tsx'
import { answerCalls } from './pageWorld.tsx'

const store = new DeviceStore()
beforeEach(() => {
  forgetCapabilities()
  answerCalls({
    'GET capabilities': () => ({
      data: { name: 'p', version: '1', extensions: ['environment', 'environment-measures'] },
    }),
    'GET environment': () => ({ data: { nodes: [{ id: 41, pollutant: 'o3' }], devices: [], projects: [] } }),
  })
  const devices = readDevices([deviceRow(1), deviceRow(2), deviceRow(3)])
  store.apply({ full: true, devices, removed: [], values: new Float64Array() })
})
afterEach(() => vi.unstubAllGlobals())

async function draw(given: Partial<ComponentProps<typeof WorstStations>>): Promise<void> {
  const list = (
    <WorstStations
      order={new Map()}
      readings={new Map()}
      quantity="aqi"
      verdicts={[]}
      shown={new Set()}
      loaded
      isUnread={false}
      caption=""
      period="1h"
      selected={null}
      hovered={null}
      onHover={() => {}}
      onPick={() => {}}
      {...given}
    />
  )
  render(<DeviceStoreContext.Provider value={store}>{list}</DeviceStoreContext.Provider>, {
    wrapper: await wrapperFor(),
  })
}

it('WorstStations states why it is empty: no results, not measured, loading or unknown', async () => {
  const verdicts = readStationRows([
    { deviceid: 1, medium: 'air', standard: 'HJ633-2026', period: '1h', index: null, level: null, parts: {} },
  ]).map(verdictOf)
  await draw({ quantity: 'o3', verdicts, shown: new Set([1]) })
  expect(await screen.findByText('此时尚无评价结果')).toBeTruthy()
  cleanup()
  await draw({ quantity: 'so2', verdicts, shown: new Set([1]) })
  expect(await screen.findByText('图上没有站点测量此项')).toBeTruthy()
  cleanup()
  await draw({ quantity: 'o3', verdicts })
  expect(await screen.findByText('图上没有站点测量此项')).toBeTruthy()
  cleanup()
  await draw({ quantity: 'o3', verdicts, loaded: false })
  expect(await screen.findByText('正在加载…')).toBeTruthy()
  cleanup()
  await draw({ quantity: 'so2', verdicts, shown: new Set([1]), isUnread: true })
  expect(await screen.findByText('未知')).toBeTruthy()
})

/** A station whose ozone is judged by eight-hour means under the US index. */
const ozone = {
  deviceid: 1,
  medium: 'air',
  standard: 'USAQI-2024',
  period: '1h',
  index: 126,
  level: 3,
  primary: ['o3_8h'],
  parts: { o3: { index: null, level: null, value: 200 }, o3_8h: { index: 126, level: 3, value: 150.4 } },
  coverage: 1,
}
const readingsFor = (quantity: Quantity, ...rows: object[]) =>
  readingsOf(readStationRows(rows).map(verdictOf), quantity)

it('WorstStations names a deciding 8 h mean of ozone and draws the sparkline of the ozone node', async () => {
  const readings = readingsFor('aqi', ozone)
  await draw({ order: worstFirst(readings), readings })
  const line = await screen.findByRole('button', { name: /空气微站 1/ })
  expect(line.textContent).toContain('臭氧 8 h 150')
  const samples = [300, 350, 320].map((value, at): [number, number] => [Date.now() - (3 - at) * 60_000, value])
  act(() => store.history.fillHours([{ device: 1, nodes: [{ id: 41, samples }] }]))
  await waitFor(() => expect(line.querySelector('[data-part="spark"] [data-part="line"]')).toBeTruthy())
})

it('WorstStations names the deciding parameter of water without a primary parameter', async () => {
  const parts = { do: { index: null, level: 1, value: 8 }, tp: { index: null, level: 3, value: 0.18 } }
  const water = { deviceid: 1, medium: 'water', standard: 'GB3838-2002', period: 'sample', index: null, coverage: 1 }
  const readings = readingsFor('water', { ...water, level: 3, primary: [], deciding: ['tp'], parts })
  await draw({ order: worstFirst(readings), readings, quantity: 'water' })
  expect((await screen.findByRole('button', { name: /空气微站 1/ })).textContent).toContain('总磷 0.18')
})

it('WorstStations states the averaging period of ozone when the caption does not', async () => {
  const readings = readingsFor('o3', ozone)
  await draw({ order: worstFirst(readings), readings, quantity: 'o3', period: '' })
  expect((await screen.findByRole('button', { name: /空气微站 1/ })).textContent).toContain('8 小时')
  cleanup()
  await draw({ order: worstFirst(readings), readings, quantity: 'o3', period: '8h' })
  expect((await screen.findByRole('button', { name: /空气微站 1/ })).textContent).not.toContain('8 小时')
})

it('WorstStations lists and counts stations per standard', async () => {
  const row = { ...ozone, parts: {}, primary: [] }
  const readings = readingsFor(
    'aqi',
    { ...row, deviceid: 1, standard: 'HJ633-2026', index: 126, level: 3 },
    { ...row, deviceid: 2, standard: 'HJ633-2026', index: 60, level: 2 },
    { ...row, deviceid: 3, standard: 'EAQI-2025', index: 5, level: 5 },
  )
  await draw({ order: worstFirst(readings), readings })
  expect((await screen.findAllByRole('heading', { level: 3 })).map(({ textContent }) => textContent)).toEqual([
    'HJ 633-2026',
    'EAQI-2025',
  ])
  const ranks = (name: string) =>
    within(screen.getByRole('list', { name }))
      .getAllByRole('button')
      .map((line) => `${line.querySelector('i')?.textContent} ${line.querySelector('b')?.textContent}`)
  expect(ranks('HJ 633-2026')).toEqual(['1 空气微站 1', '2 空气微站 2'])
  expect(ranks('EAQI-2025')).toEqual(['1 空气微站 3'])
  const counts = [...document.querySelectorAll('footer p')].map(({ textContent }) => textContent)
  expect(counts.slice(0, 2)).toEqual(['HJ 633-2026 良 1 轻度 1', 'EAQI-2025 很差 1'])
})

it('WorstStations counts stations with few pollutants separately', async () => {
  const row = { ...ozone, standard: 'HJ633-2026', parts: {}, primary: [] }
  const missing = ['pm25', 'pm10', 'so2', 'no2', 'co', 'o3']
  const silent = { ...row, index: null, level: null, missing }
  const display = { ...silent, deviceid: 3, measures: 2 }
  const all = readingsFor('aqi', { ...row, measures: 6 }, { ...silent, deviceid: 2, measures: 6 }, display)
  await draw({ order: worstFirst(all), readings: all })
  expect(await screen.findByText('2 站中 1 站可评价 · 1 站数据不足 · 另有 1 处只测少数指标')).toBeTruthy()
  expect(screen.getAllByRole('button')).toHaveLength(3)
  cleanup()
  const readings = readingsFor('aqi', display)
  await draw({ order: worstFirst(readings), readings })
  expect(await screen.findByText('另有 1 处只测少数指标')).toBeTruthy()
})
