// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetCapabilities } from '../../authProvider/capabilities.ts'
import ComparePage from '../../src/compare/ComparePage.tsx'
import { giveElementsASize } from './elementSizes.ts'
import { answerCalls, openPage, type PageCall } from './pageWorld.tsx'

// Browser tests check the drawing: here a chart shows the props it was given.
vi.mock('../../src/chart/TimeSeries.tsx', () => ({
  TimeSeries: ({
    backdrop,
    episodes,
  }: {
    backdrop?: { classes?: { label: string }[] }
    episodes?: { label: string }[]
  }) => (
    <div
      role="img"
      aria-label={backdrop?.classes?.map(({ label }) => label).join() ?? ''}
      data-episodes={episodes?.map(({ label }) => label).join()}
    />
  ),
}))

const at = Date.parse('2026-03-04T00:00:00Z')
const sample = (deviceid: number, nodemapid: number, historydata: number, insertdate: number) => ({
  deviceid,
  nodemapid,
  historydata,
  insertdate,
})

let sent: PageCall[]
let extensions: string[]
let pollutants: { id: number; pollutant: string }[]
beforeEach(() => {
  forgetCapabilities()
  giveElementsASize()
  extensions = ['environment', 'environment-measures']
  pollutants = [
    { id: 41, pollutant: 'pm25' },
    { id: 43, pollutant: 'pm10' },
  ]
  sent = answerCalls({
    'GET capabilities': () => ({ data: { name: 'p', version: '1', extensions } }),
    'GET environment': () => ({ data: { nodes: pollutants, devices: [], projects: [{ id: 8, scheme: 'USAQI' }] } }),
    'GET godbCompareHistoricaldata': () => ({
      data: [
        sample(1, 41, 20, at),
        sample(1, 41, 160, at + 60_000),
        sample(2, 41, 30, at),
        sample(2, 42, 9, at),
        sample(2, 43, 80, at),
      ],
    }),
    'GET godbAllHistoricaldataByIdToJson': () => ({
      data: {
        nodeArr: [{ id: 41, alias: 'PM2.5', unitname: 'µg/m³', registertype: 4 }],
        datasetArr: [[0, 20_000, 40_000, 60_000].map((after) => [at + after, 20])],
      },
    }),
    'GET alarmMaintenanceSpans': ({ query }) => ({
      data: query['deviceid'] === '1' ? [{ name: '季度校准', from: at, to: at + 3_600_000, collect: 1 }] : [],
    }),
    'GET godbDistrictNameList': () => ({ data: [] }),
    'GET godbDeviceNameList': () => ({
      data: [
        { id: 1, name: '站一', devicetype_id: 4, project_id: 7 },
        { id: 2, name: '站二', devicetype_id: 4, project_id: 7 },
      ],
    }),
    'GET godbNodemapByType': () => ({
      data: [
        { id: 41, alias: 'PM2.5', unitname: 'µg/m³' },
        { id: 42, alias: '温度', unitname: '℃' },
        { id: 43, alias: 'PM10', unitname: 'µg/m³' },
      ],
    }),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const rows = () =>
  [...(screen.getByRole('list', { name: '对比项' }).children ?? [])].map((row) => row.textContent?.replace(/\s+/g, ' '))

describe('classes of compared nodes', () => {
  it('are shown for the newest value with word and index, and not for a node without limits', async () => {
    await openPage(ComparePage, '/?items=1.41,2.41,2.42&month=2026-03&ask=1')
    await waitFor(() => expect(rows()[0]).toContain('重度'))
    expect(rows()[0]).toMatch(/站一 · PM2\.5重度\d+/)
    expect(rows()[1]).toMatch(/站二 · PM2\.5优\d+/)
    expect(rows()[2]).toBe('站二 · 温度')
    const chip = document.querySelector<HTMLElement>('[data-part="class-chip"]')
    expect(chip?.dataset['verdict']).toBe('a5')
    expect(chip?.title).toMatch(/^160\.0? µg\/m³ · 2026-03-04 \d\d:01:00\n1 小时 · HJ 633-/)
  })

  it('are drawn behind the curves of one pollutant, and not when pollutants share an axis', async () => {
    const { unmount } = await openPage(ComparePage, '/?items=1.41,2.41&month=2026-03&ask=1')
    await screen.findByRole('img', { name: '优,良,轻度,中度,重度,严重' })
    unmount()
    await openPage(ComparePage, '/?items=1.41,2.43&month=2026-03&ask=1')
    await waitFor(() => expect(rows()[1]).toMatch(/站二 · PM10良?优?\d+/))
    expect(screen.getByRole('img').getAttribute('aria-label')).toBe('')
  })

  it('are not shown without the environment extension', async () => {
    extensions = []
    await openPage(ComparePage, '/?items=1.41,2.41&month=2026-03&ask=1')
    await screen.findByRole('img', { name: '' })
    await waitFor(() => expect(rows()).toEqual(['站一 · PM2.5', '站二 · PM2.5']))
  })
})

describe('maintenance of compared devices', () => {
  const drawn = () => screen.getAllByRole('img').map(({ dataset }) => dataset['episodes'])

  it('is drawn only behind the curves of its device, labelled with the device’s name', async () => {
    extensions = ['maintenance']
    await openPage(ComparePage, '/?items=1.41,2.42&month=2026-03&ask=1')
    await waitFor(() => expect(drawn()).toEqual(['站一 · 维护：季度校准', '']))
  })

  it('is labelled without the device’s name when only one device is compared', async () => {
    extensions = ['maintenance']
    await openPage(ComparePage, '/?items=1.41,1.42&month=2026-03&ask=1')
    await waitFor(() => expect(drawn()[0]).toBe('维护：季度校准'))
  })

  it('is not requested without the maintenance extension', async () => {
    extensions = []
    await openPage(ComparePage, '/?items=1.41,2.42&month=2026-03&ask=1')
    await screen.findAllByRole('img')
    expect(sent.some(({ path }) => path === 'alarmMaintenanceSpans')).toBe(false)
  })
})

describe('comparison table', () => {
  const openTable = async (keys?: string[]) => {
    await openPage(ComparePage, '/?items=1.41,2.41&month=2026-03&ask=1', keys)
    fireEvent.click(await screen.findByRole('button', { name: '数据表' }))
  }
  const count = () => screen.getByRole('table').getAttribute('aria-rowcount')
  const histories = () => sent.filter(({ path }) => path.startsWith('godbAllHistoricaldataByIdToJson'))

  it('contains every sample, loaded per device, when the curves are thinned out', async () => {
    extensions = ['points']
    await openTable()
    await waitFor(() => expect(count()).toBe('5'))
    expect(histories().map(({ path, query }) => [path.split('/')[1], query['points']])).toEqual([
      ['1', undefined],
      ['2', undefined],
    ])
    expect(screen.queryByText(/每项最多约/)).toBeNull()
  })

  it('contains only the samples of the curves, with a notice, without permission for histories', async () => {
    extensions = ['points']
    await openTable(['2-5'])
    await screen.findByText(/每项最多约 2,000 个值/)
    expect(count()).toBe('3')
    expect(histories()).toEqual([])
  })

  it('contains the received samples without the points extension', async () => {
    extensions = []
    await openTable()
    expect(count()).toBe('3')
    expect(histories()).toEqual([])
  })
})
