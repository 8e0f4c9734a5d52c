// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetCapabilities } from '../../authProvider/capabilities.ts'
import { readDevices } from '../../dataProvider/normalise.ts'
import AlarmsRoom from '../../src/alarms/AlarmsRoom.tsx'
import { useOfferDevices } from '../../src/alarms/bell/devices.ts'
import { DeviceStore } from '../../src/live/deviceStore.ts'
import { episode, startInbox, type InboxPlatform } from './inboxWorld.tsx'
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
const open = async (own: ReturnType<typeof at>, keys: string[] | null = null) => {
  platform.devices = [own]
  store.apply({
    full: true,
    devices: readDevices([own, ...neighbours]),
    removed: [],
    values: new Float64Array(),
  })
  await openPage(Page, '/', keys)
  return within(await screen.findByRole('region', { name: '地点' }))
}

it('alarm place section lists the three nearest devices with their states without requesting them', async () => {
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

it('alarm place section lists no nearby devices when the device has no coordinates', async () => {
  const place = await open(at(7, 0, 38))
  await place.findByText('未设置坐标，位置为示意')
  expect(place.queryByRole('list', { name: '附近设备' })).toBeNull()
})

const camera = (id: number, district_id: number, place: [lng: number, lat: number] | null) => ({
  id,
  video_name: `机位 ${id}`,
  video_url: '/x.mp4',
  video_type: 0,
  district_id,
  positional: place && JSON.stringify({ maplng: place[0], maplat: place[1] }),
})
const links = (place: Awaited<ReturnType<typeof open>>) =>
  place
    .getAllByRole('link')
    .filter((link) => link.getAttribute('href')?.startsWith('/monitor/'))
    .map((link) => [link.textContent.trim(), link.getAttribute('href')])

it('alarm place section links to the map and to the nearest camera with its distance, even in another area', async () => {
  const first = camera(1, 3, null)
  platform.cameras = { 3: [first], 1: [first, camera(2, 9, [114.5, 38.02])] }
  const place = await open(at(7, 114.5, 38))
  await place.findByText(/机位 2/)
  expect(links(place)).toEqual([
    ['在地图上看', '/monitor/data?mode=map&device=7'],
    ['机位 2 · 2.2 km', '/monitor/data?mode=video&area=9'],
  ])
  expect(place.getByText('站 1 · 河岸')).toBeTruthy()
})

it('alarm place section links to the first camera of the area without distance when none is nearby', async () => {
  const first = camera(1, 3, null)
  platform.cameras = { 3: [first], 1: [first, camera(2, 9, [114.5, 38.2])] }
  const place = await open(at(7, 114.5, 38))
  await place.findByText(/机位/)
  expect(links(place)[1]).toEqual(['机位 1', '/monitor/data?mode=video&area=3'])
})

it.each([
  ['over is at the position of its device when it fired', 'cleared', '机位 2 · 2.2 km'],
  ['active is at the current position of its device', 'active', '机位 1'],
])('alarm place section picks the camera by position: an alarm that is %s', async (_, condition, nearest) => {
  const fired_positional = JSON.stringify({ maplng: 114.5, maplat: 38.04 })
  platform.rows = [episode(1, { condition, fired_positional })]
  const first = camera(1, 3, null)
  platform.cameras = { 3: [first], 1: [first, camera(2, 9, [114.5, 38.02])] }
  const place = await open(at(7, 114.5, 38.3))
  await waitFor(() => expect(links(place)[1]?.[0]).toBe(nearest))
})

it('alarm place section shows no links and requests no cameras without permission for live data', async () => {
  platform.cameras = { 3: [camera(1, 3, null)] }
  const place = await open(at(7, 114.5, 38), ['2-3'])
  expect(place.getByText('站 1 · 河岸')).toBeTruthy()
  expect(place.queryByText('在地图上看')).toBeNull()
  expect(platform.sent.filter(({ path }) => path.startsWith('godbVideoshow'))).toEqual([])
})

describe('camera still of an alarm', () => {
  const still = { at: Date.now(), kind: 'still', id: 4, name: '2 号桥', metres: 90 }
  beforeEach(() => {
    platform.extensions = [...platform.extensions, 'camera-stills']
    platform.cameras = { 3: [camera(1, 3, null)] }
  })

  it('is shown in the place section with camera and distance, and in the timeline', async () => {
    platform.timeline = [{ ...still, picture: '/upload/a.jpg' }]
    const place = await open(at(7, 114.5, 38))
    const shown = await place.findByRole('img', { name: '触发时的画面：2 号桥' })
    expect(shown.getAttribute('src')).toBe('/upload/a.jpg')
    expect(place.getByText('2 号桥 · 90 m')).toBeTruthy()
    const timeline = within(screen.getByRole('region', { name: '经过' }))
    expect(await timeline.findByText('触发时的画面：2 号桥')).toBeTruthy()
  })

  it('is replaced by an error with the reason when the capture failed', async () => {
    platform.timeline = [{ ...still, reason: '没有连接' }]
    const place = await open(at(7, 114.5, 38))
    expect(await place.findByText('未能抓取触发时的画面（2 号桥）：没有连接')).toBeTruthy()
  })

  it('is reported as missing without a capture, but not when the platform lacks camera-stills', async () => {
    const place = await open(at(7, 114.5, 38))
    expect(await place.findByText('没有触发时的画面')).toBeTruthy()
    cleanup()
    platform.extensions = platform.extensions.filter((name) => name !== 'camera-stills')
    forgetCapabilities()
    const other = await open(at(7, 114.5, 38))
    await other.findByText(/机位 1/)
    expect(other.queryByText('没有触发时的画面')).toBeNull()
  })
})
