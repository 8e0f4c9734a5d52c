// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { use } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { CameraCard } from '../../src/device/side/Cameras.tsx'
import { DisplayContext } from '../../src/live/display.ts'
import { aDevice } from '../support/devices.ts'
import { answerCalls, openPage, type PageAnswer } from './pageWorld.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
})

const camera = (id: number, district_id: number, place: [lng: number, lat: number] | null) => ({
  id,
  video_name: `机位 ${id}`,
  video_url: `/images/${id}.png`,
  video_type: 1,
  district_id,
  positional: place && JSON.stringify({ maplng: place[0], maplat: place[1] }),
})
const own = [camera(1, 3, null), camera(2, 3, [114.5, 38.03])]
const HERE = JSON.stringify({ maplng: 114.5, maplat: 38 })
/** The platform's answer about the device's area. */
let ofArea: PageAnswer

async function open(positional: string | null, keys: string[] | null = null, first: PageAnswer = { data: own }) {
  ofArea = first
  const sent = answerCalls({
    'GET godbVideoshowByDistrictId': ({ path }) =>
      path.endsWith('/3') ? ofArea : { data: [...own, camera(3, 4, [114.5, 38.01])] },
  })
  const device = aDevice({ id: 1, district_id: 3, positional })
  const Page = () => {
    const display = use(DisplayContext)
    const areaNames = new Map([
      [3, '长安区'],
      [4, '桥西区'],
    ])
    return (
      <DisplayContext value={{ ...display, names: { ...display.names, areaNames } }}>
        <CameraCard device={device} />
      </DisplayContext>
    )
  }
  await openPage(Page, '/', keys)
  return sent
}

it('CameraCard shows the nearest camera with area and distance, and links to the others of the device’s area', async () => {
  await open(HERE)
  expect((await screen.findByRole('listitem', { name: '机位 3' })).textContent).toContain('桥西区 · 1.1 km')
  expect(screen.getAllByRole('listitem')).toHaveLength(1)
  expect(screen.getByRole('link', { name: '另有 2 路' }).getAttribute('href')).toBe('/monitor/data?mode=video&area=3')
})

it('CameraCard shows the area’s first camera without a distance if the device has no position', async () => {
  await open(null)
  const tile = await screen.findByRole('listitem', { name: '机位 1' })
  expect(tile.textContent).toContain('长安区')
  expect(tile.textContent).not.toContain('km')
  expect(screen.getByRole('link', { name: '另有 1 路' })).toBeTruthy()
})

it('CameraCard shows a load error, and loads the cameras on retry', async () => {
  await open(HERE, null, { code: 500, msg: '读取失败' })
  await screen.findByText('读取失败')
  ofArea = { data: own }
  fireEvent.click(screen.getByRole('button', { name: '重试' }))
  await screen.findByRole('listitem', { name: '机位 3' })
  expect(screen.queryByText('读取失败')).toBeNull()
})

it('CameraCard renders and requests nothing without permission', async () => {
  const sent = await open(HERE, ['3-3'])
  expect(sent).toEqual([])
  expect(screen.queryByRole('region')).toBeNull()
})
