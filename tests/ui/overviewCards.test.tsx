// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { addDays, Zone } from '../../resources/kit/zone.ts'
import { OverviewCards } from '../../src/dashboard/OverviewCards.tsx'
import { DeviceStore } from '../../src/live/deviceStore.ts'
import { Poller } from '../../src/live/poller.ts'
import { answerCalls, openPage } from './pageWorld.tsx'

// The ring needs a browser; its text stands beside.
vi.mock('../../src/chart/Ring.tsx', () => ({ default: () => null }))
afterEach(() => vi.unstubAllGlobals())

const zone = new Zone('UTC')
const store = new DeviceStore(() => {})
const poll = new Poller(() => Promise.resolve(), { every: 60_000, after: 60_000 })
const Below = () => (
  <OverviewCards
    zone={zone}
    store={store}
    poll={poll}
    closedAreas={null}
    gateways={23}
    refreshCount={0}
    pageError={null}
    judged
  />
)

it('overview counts the alarms of 7, 15 and 30 days and links each to the inbox', async () => {
  answerCalls({ 'GET godbThresholdlogByTimeOrId': () => ({ data: { list: [], total: 86 } }) })
  await openPage(Below, '/')
  const alarms = within(await screen.findByRole('region', { name: '报警统计' }))
  expect(await alarms.findByText('日均 12.3')).toBeTruthy()
  const today = zone.day(Date.now())
  expect(alarms.getAllByRole('link').map((way) => decodeURIComponent(way.getAttribute('href') ?? ''))).toEqual(
    [6, 14, 29].map((back) => `/monitor/threoldManage?filter={"view":"all","first":"${addDays(today, -back)}"}`),
  )
})

it('overview shows and requests no alarm counts without permission', async () => {
  const sent = answerCalls({})
  await openPage(Below, '/', ['1', '10'])
  await screen.findByRole('region', { name: '网关在线' })
  expect(screen.queryByRole('region', { name: '报警统计' })).toBeNull()
  expect(sent.filter(({ path }) => path.startsWith('godbThresholdlog'))).toEqual([])
})

it('overview of judged stations shows offline gateways but no device card', async () => {
  answerCalls({
    'GET godbAllDeviceOnlineNum': () => ({
      data: { onlinenum: '9', sumnum: '9', gatewayonlinenum: 22, gatewaysumnum: 23 },
    }),
  })
  await openPage(Below, '/', ['1', '10'])
  const gateways = within(await screen.findByRole('region', { name: '网关在线' }))
  expect(await gateways.findByText('离线 1')).toBeTruthy()
  expect(gateways.getByRole('img', { name: '网关在线：95.7 %' })).toBeTruthy()
  expect(screen.queryByRole('region', { name: '设备在线' })).toBeNull()
})
