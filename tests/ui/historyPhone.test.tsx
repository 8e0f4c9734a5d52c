// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { forgetCapabilities } from '../../authProvider/capabilities.ts'
import HistoryPage from '../../src/history/HistoryPage.tsx'
import { answerCalls, openPage } from './pageWorld.tsx'

// Browser tests check the drawing: here a chart shows only its name and what it was given.
vi.mock('../../src/chart/TimeSeries.tsx', () => ({
  TimeSeries: ({ label }: { label: string }) => <div role="img" aria-label={label} />,
}))

const start = Date.parse('2026-03-04T00:00:00Z')
const files: Blob[] = []

beforeEach(() => {
  files.length = 0
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('599.95'),
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => (files.push(blob as Blob), 'blob:x'))
  // A click would navigate the page away from its address.
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  answerCalls({
    'GET capabilities': () => ({ data: { extensions: ['quality'] } }),
    'GET godbAllHistoricaldataByIdToJson': () => ({
      data: {
        nodeArr: [
          { id: 41, alias: 'PM2.5', unitname: 'µg/m³', registertype: 4 },
          { id: 42, alias: '温度', unitname: '℃', registertype: 4 },
        ],
        datasetArr: [[[start + 1000, 35]], [[start + 1000, 5]]],
      },
    }),
    'GET godbDistrictNameList': () => ({ data: [{ id: 2, name: '市区', superid: 1 }] }),
    'GET godbDeviceNameList': () => ({ data: [{ id: 1, name: '站一', district_id: 2, devicetype_id: 4 }] }),
    'GET godbNodemapByType': () => ({ data: [] }),
    'GET godbDevicetypeNameList': () => ({ data: [] }),
    'GET godbThresholdlogByTimeOrId': () => ({ data: null }),
    'GET deviceRules': () => ({ data: null }),
  })
})
afterEach(() => {
  forgetCapabilities()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const NAME = '站一 的更多操作'
const openTools = async () => {
  fireEvent.click(await screen.findByRole('button', { name: NAME }))
  return within(await screen.findByRole('menu', { name: NAME }))
}

it('history panel on a phone has its tools in a menu instead of buttons', async () => {
  await openPage(HistoryPage, '/?devices=1&day=2026-03-04', ['2-2', '2-8', '3-3-3'])
  const one = within(await screen.findByRole('region', { name: '站一' }))
  const tools = await openTools()
  await waitFor(() =>
    expect(tools.getByRole('menuitem', { name: '标记数值' }).getAttribute('href')).toMatch(/device=1/),
  )
  const entries = [...document.querySelectorAll('[role^=menuitem]')]
  expect(entries.map(({ textContent }) => textContent)).toEqual(['数据表', '下载图片（PNG）', '导出 CSV', '标记数值'])
  const table = tools.getByRole('menuitemcheckbox', { name: '数据表' })
  expect(table.getAttribute('aria-checked')).toBe('false')
  fireEvent.click(table)
  await one.findByRole('table', { name: '站一' })
  for (const name of ['数据表', 'PNG', '导出 CSV']) expect(one.queryByRole('button', { name })).toBeNull()
  const again = await openTools()
  expect(again.getByRole('menuitemcheckbox', { name: '数据表' }).getAttribute('aria-checked')).toBe('true')
  fireEvent.click(again.getByRole('menuitem', { name: '导出 CSV' }))
  await waitFor(() => expect(files).toHaveLength(1))
  expect(await files[0]?.text()).toMatch(/PM2\.5.*温度/)
})

it('history panel on a phone offers the export of selected or all nodes in the menu', async () => {
  await openPage(HistoryPage, '/?devices=1&day=2026-03-04', ['2-2'])
  const lines = within(await screen.findByRole('group', { name: '曲线' }))
  fireEvent.click(lines.getByRole('button', { name: /温度/ }))
  const tools = await openTools()
  expect(tools.getByRole('menuitem', { name: '导出 CSV · 全部节点（2）' })).toBeTruthy()
  expect(tools.queryByRole('menuitem', { name: '标记数值' })).toBeNull()
  fireEvent.click(tools.getByRole('menuitem', { name: '导出 CSV · 所选节点（1）' }))
  await waitFor(() => expect(files).toHaveLength(1))
  expect((await files[0]?.text())?.split('\r\n')[0]).not.toContain('PM2.5')
})
