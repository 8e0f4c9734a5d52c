// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetCapabilities } from '../../authProvider/capabilities.ts'
import HistoryPage from '../../src/history/HistoryPage.tsx'
import { answerCalls, openPage } from './pageWorld.tsx'

// Browser tests check the drawing.
vi.mock('../../src/chart/TimeSeries.tsx', () => ({ TimeSeries: () => null }))

const HOUR = 3_600_000
const start = Date.parse('2026-03-04T00:00:00Z')
const node = { alias: '噪声', unitname: 'dB', registertype: 4, node_script: '' }
/** 65 dB by day and 58 dB at night, by the hour. */
const loud = Array.from({ length: 24 }, (_, hour): [number, number] => [
  start + hour * HOUR,
  hour >= 6 && hour < 22 ? 65 : 58,
])

let site: object
let samples: [number, number][]
beforeEach(() => {
  forgetCapabilities()
  site = { zone: '4a' }
  samples = loud
  answerCalls({
    'GET capabilities': () => ({ data: { name: 'p', version: '1', extensions: ['history-hours', 'environment'] } }),
    'GET history': () => ({
      data: {
        scheme: 'HJ',
        site,
        nodes: [{ ...node, nodemapid: 41, pollutant: 'leq', hours: loud.map(([t, v]) => [t, v, v - 1, v + 1, 12, 0]) }],
      },
    }),
    'GET environment': () => ({ data: [] }),
    'GET godbAllHistoricaldataByIdToJson': () => ({ data: { nodeArr: [{ ...node, id: 41 }], datasetArr: [samples] } }),
    'GET godbDistrictNameList': () => ({ data: [{ id: 2, name: '市区', superid: 1 }] }),
    'GET godbDeviceNameList': () => ({ data: [{ id: 1, name: '站一', district_id: 2, devicetype_id: 4 }] }),
    'GET godbDevicetypeNameList': () => ({ data: [] }),
    'GET godbThresholdlogByTimeOrId': () => ({ data: null }),
    'GET deviceRules': () => ({ data: null }),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const open = (period = 'day') => openPage(HistoryPage, `/?devices=1&day=2026-03-04&period=${period}`)
const levels = async () => within(await screen.findByRole('region', { name: '噪声统计' }))
const level = async (name: string) => (await (await levels()).findByText(name)).parentElement?.textContent

describe('noise levels in the history', () => {
  it('are compared with the zone’s limits by day and at night', async () => {
    await open()
    expect(await level('昼间 Ld（6～22 时）')).toBe('昼间 Ld（6～22 时）65.0 dB(A)达标 限值 70 dB')
    expect(await level('夜间 Ln（22～6 时）')).toBe('夜间 Ln（22～6 时）58.0 dB(A)超标+3.0 限值 55 dB')
    expect([await level('L10'), await level('L50'), await level('L90')]).toEqual([
      'L1065.0 dB(A)',
      'L5065.0 dB(A)',
      'L9058.0 dB(A)',
    ])
    const all = await levels()
    expect(all.getByText('声环境 4a 类（道路干线两侧）：昼间限值 70 dB，夜间限值 55 dB')).toBeTruthy()
    expect(all.getByText('数据覆盖 100 %')).toBeTruthy()
  })

  it('are compared with the limit after rounding half to even to one decimal place', async () => {
    // 55.054 gives 55.1; rounding it to 55.05 first would give 55.0.
    samples = loud.map(([t, v]) => [t, v === 65 ? 70.05 : 55.054])
    await open()
    expect(await level('昼间 Ld（6～22 时）')).toBe('昼间 Ld（6～22 时）70.0 dB(A)达标 限值 70 dB')
    expect(await level('夜间 Ln（22～6 时）')).toBe('夜间 Ln（22～6 时）55.1 dB(A)超标+0.1 限值 55 dB')
  })

  it('are not judged without a zone, and a notice is shown', async () => {
    site = {}
    await open()
    expect(await level('夜间 Ln（22～6 时）')).toBe('夜间 Ln（22～6 时）58.0 dB(A)')
    expect((await levels()).getByText('未设功能区，无法判断是否超标')).toBeTruthy()
  })

  it('are not judged below 83 % coverage, and are shown as a dash without samples', async () => {
    samples = loud.slice(8, 20)
    await open()
    expect(await level('昼间 Ld（6～22 时）')).toBe('昼间 Ld（6～22 时）65.0 dB(A)')
    expect(await level('夜间 Ln（22～6 时）')).toBe('夜间 Ln（22～6 时）— ')
    expect((await levels()).getByText('数据覆盖 50 % · 数据不足（低于 83 %），不判断是否超标')).toBeTruthy()
  })

  it('of a month are calculated on request', async () => {
    await open('month')
    const all = await levels()
    expect(all.queryByText('L10')).toBeNull()
    fireEvent.click(all.getByRole('button', { name: '计算' }))
    expect(await level('L10')).toBe('L1065.0 dB(A)')
  })
})

it('history of a day links to the class calendar of its year', async () => {
  await open()
  const link = await screen.findByRole('link', { name: '级别日历 · 2026' })
  expect(Object.fromEntries(new URLSearchParams(link.getAttribute('href')?.split('?')[1]))).toEqual({
    devices: '1',
    period: 'month',
    day: '2026-03-04',
    cal: 'year',
  })
})
