// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readDevices } from '../../dataProvider/normalise.ts'
import AlarmsRoom from '../../src/alarms/AlarmsRoom.tsx'
import { useOfferDevices } from '../../src/alarms/bell/devices.ts'
import { DeviceStore } from '../../src/live/deviceStore.ts'
import { startInbox, type InboxPlatform } from './inboxWorld.tsx'
import { openPage } from './pageWorld.tsx'

vi.mock('../../src/alarms/inbox/detail/PlaceMap.tsx', () => ({ default: () => null }))

const at = (id: number, maplng: number, maplat: number, given: object = {}) => ({
  id,
  sn: `sn${id}`,
  name: `站 ${id}`,
  district_id: 3,
  deviceisonline: 1,
  thre_list: [],
  nodestatelist: [],
  positional: JSON.stringify({ maplng, maplat }),
  ...given,
})
const neighbours = [
  at(11, 114.5, 38.1),
  at(10, 114.5, 38.05, { thre_list: [4] }),
  at(8, 114.501, 38),
  at(9, 114.5, 38.02, { deviceisonline: 0 }),
  at(12, 0, 38),
]

let platform: InboxPlatform
let store: DeviceStore
beforeEach(() => {
  platform = startInbox()
  store = new DeviceStore(() => {})
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function Page() {
  useOfferDevices(store)
  return <AlarmsRoom />
}
const open = async (own: ReturnType<typeof at>) => {
  platform.devices = [own]
  store.apply({
    full: true,
    devices: readDevices([own, ...neighbours]),
    removed: [],
    values: new Float64Array(),
  })
  await openPage(Page, '/')
  return within(await screen.findByRole('region', { name: '地点' }))
}

it('where an alarm is names the three devices nearest to it with their states, and asks for none of them', async () => {
  const place = await open(at(7, 114.5, 38))
  const near = within(await place.findByRole('list', { name: '附近设备' }))
  await waitFor(() =>
    expect(near.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '站 888 m在线',
      '站 92.2 km离线',
      '站 105.6 km报警中',
    ]),
  )
  expect(near.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/device/8',
    '/device/9',
    '/device/10',
  ])
  const states = platform.sent.filter(({ path }) => path.startsWith('godbDeviceState'))
  expect(states.map(({ query }) => query['deviceid'])).toEqual(['7'])
})

it('says of no device that it is near where the place was never set', async () => {
  const place = await open(at(7, 0, 38))
  await place.findByText('未设置坐标，位置为示意')
  expect(place.queryByRole('list', { name: '附近设备' })).toBeNull()
})
