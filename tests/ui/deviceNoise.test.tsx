// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { deviceRow, nodeRow, openMonitor, startLivePlatform } from './monitorWorld.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
})

const HOUR = 3_600_000

/** Starts a platform with a device at a site whose first node measures `pollutant`. */
function measuring(pollutant: string, site: object | null) {
  const platform = startLivePlatform()
  const unit = pollutant === 'leq' ? 'dB' : 'mg/L'
  platform.devices = [deviceRow(1, { nodestatelist: [nodeRow(41, 620, { alias: '监测值', unitname: unit })] })]
  platform.answers.set('capabilities', () => ({ extensions: ['environment', 'environment-measures'] }))
  platform.answers.set('environment/measures', () => ({
    nodes: [{ id: 41, pollutant }],
    devices: site ? [{ id: 1, ...site }] : [],
    projects: [],
  }))
  const now = Date.now()
  const nodeArr = [{ id: 41, alias: '监测值', unitname: unit, registertype: 3, node_script: 'value * 0.1' }]
  const datasetArr = [Array.from({ length: 25 }, (_, back) => [now - (24 - back) * HOUR, 620])]
  const live = globalThis.fetch
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) =>
    url.includes('godbAllHistoricaldataByIdToJson')
      ? Promise.resolve(new Response(JSON.stringify({ code: 0, msg: '', data: { nodeArr, datasetArr } })))
      : live(url, init),
  )
}
const siteFact = async () => (await screen.findByText('监测点类型')).nextElementSibling?.textContent

it('device page shows the zone of a noise point, and its levels against the limits of the zone', async () => {
  measuring('leq', { zone: '2' })
  await openMonitor('/device/1')
  const levels = within(await screen.findByRole('region', { name: '噪声统计' }))
  expect(levels.getByText('声环境 2 类（商住混合）：昼间限值 60 dB，夜间限值 50 dB')).toBeTruthy()
  expect((await levels.findByText('夜间 Ln（22～6 时）')).parentElement?.textContent).toContain(
    '62.0 dB(A)严重超标+12.0',
  )
  expect(await siteFact()).toBe('声环境 2 类（商住混合）')
})

it('device page shows the kind of a water site or a dash, and no noise levels', async () => {
  measuring('cod', { body: 'lake' })
  const { unmount } = await openMonitor('/device/1')
  expect(await siteFact()).toBe('湖库')
  expect(screen.queryByRole('region', { name: '噪声统计' })).toBeNull()
  unmount()
  measuring('cod', null)
  await openMonitor('/device/1')
  expect(await siteFact()).toBe('—')
})
