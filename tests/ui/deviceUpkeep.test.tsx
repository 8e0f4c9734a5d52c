// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { HOUR } from '../../resources/kit/zone.ts'
import type { NodeChartProps } from '../../src/device/NodeChart.tsx'
import { openMonitor, startLivePlatform } from './monitorWorld.tsx'

// Browser tests check the drawing: here a curve shows the props it was given.
vi.mock('../../src/device/NodeChart.tsx', () => ({
  default: ({ range, upkeep }: NodeChartProps) => (
    <span data-part="drawn">
      {upkeep.map(({ from, to, label }) => `${label} ${from - range.from} ${to - range.to}`).join()}
    </span>
  ),
}))
vi.mock('../../src/chart/Plot.tsx', () => ({ Plot: () => null }))
const drawn = () => document.querySelector('[data-part="drawn"]')?.textContent

afterEach(() => {
  vi.unstubAllGlobals()
})

function start(extensions: string[]) {
  const platform = startLivePlatform()
  const now = Math.ceil(Date.now() / 60_000) * 60_000
  platform.answers.set('capabilities', () => ({ extensions }))
  platform.answers.set('alarmMaintenanceSpans', () => [
    { name: '季度校准', from: now - 72 * HOUR, to: now + 48 * HOUR, collect: 0 },
    { name: '上周的', from: now - 72 * HOUR, to: now - 70 * HOUR, collect: 1 },
  ])
  const others = globalThis.fetch
  const data = {
    nodeArr: [{ id: 41, alias: '节点 41', unitname: 'µg/m³', registertype: 3, node_script: 'value * 0.1' }],
    datasetArr: [Array.from({ length: 24 }, (_, back) => [now - (24 - back) * HOUR, 350])],
  }
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) =>
    input.includes('godbAllHistoricaldataByIdToJson')
      ? Promise.resolve(new Response(JSON.stringify({ code: 0, msg: '', data })))
      : others(input, init),
  )
  return platform
}

it('device curves show maintenance within their time range', async () => {
  start(['maintenance'])
  await openMonitor('/device/1')
  await waitFor(() => expect(drawn()).toBe('维护：季度校准（数据不计入） 0 0'))
})

it('device curves request no maintenance without the maintenance extension', async () => {
  const { sent } = start([])
  await openMonitor('/device/1')
  await waitFor(() => expect(drawn()).toBe(''))
  expect(sent.some(({ path }) => path === 'alarmMaintenanceSpans')).toBe(false)
})

it('device history opens in a dialog, also as a table, without permission for the history page', async () => {
  start([])
  const { location } = await openMonitor('/device/1', ['2-1'])
  fireEvent.click(await screen.findByRole('button', { name: '历史' }))
  const history = within(await screen.findByRole('dialog', { name: '历史 · 空气微站 1' }))
  expect(location.search).toBe('?open=history')
  fireEvent.click(await history.findByRole('button', { name: '数据表' }))
  expect(await history.findByRole('columnheader', { name: /时间/ })).toBeTruthy()
})
