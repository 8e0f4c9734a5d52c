// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { resourceOf } from '../../resources/index.ts'
import LabelsPage from '../../src/device/LabelsPage.tsx'
import LabelsButton from '../../src/entities/device/LabelsButton.tsx'
import { MAX_LABELS } from '../../src/entities/device/labels.ts'
import { openScreen, sample, startPlatform } from './crudWorld.tsx'
import { answerCalls, openPage } from './pageWorld.tsx'

// The QR code shows its content as text.
vi.mock('qrcode.react', () => ({
  QRCodeSVG: ({ value, role, 'aria-label': name }: { value: string; role: string; 'aria-label': string }) => (
    <svg role={role} aria-label={name}>
      <text>{value}</text>
    </svg>
  ),
}))

const device = resourceOf('manage/device')

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('label printing link', () => {
  const openList = async (count: number, query = '', keys: string[] | null = null) => {
    startPlatform().rows.set(
      'godbDevice',
      Array.from({ length: count }, (_, at) => ({ ...sample(device, at + 1), name: `站${at + 1}` })),
    )
    const view = await openScreen(device, `/manage/device${query}`, { keys })
    await screen.findByRole('checkbox', { name: '选择 站1' })
    return view
  }
  const tool = async () => (await screen.findByRole('link', { name: '打印标签' })).getAttribute('href')
  const print = async () => fireEvent.click(await screen.findByRole('button', { name: '打印标签' }))

  it('is shown above the device list with read permission and carries the area filter', async () => {
    const { unmount } = await openList(1, '', ['3-3'])
    expect(await tool()).toBe('/device/labels')
    unmount()
    await openList(1, `?filter=${encodeURIComponent('{"dis_id":7}')}`)
    expect(await tool()).toBe('/device/labels?area=7')
  })

  it('is hidden on screens narrower than 900 px', async () => {
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: query.includes('899.95px'),
      addEventListener: () => {},
      removeEventListener: () => {},
    }))
    await openPage(() => <LabelsButton area={null} />, '/')
    expect(screen.queryByRole('link', { name: '打印标签' })).toBeNull()
  })

  it('leads from selected devices to their labels', async () => {
    const { location } = await openList(3, '', ['3-3'])
    fireEvent.click(screen.getByRole('checkbox', { name: '选择 站1' }))
    fireEvent.click(screen.getByRole('checkbox', { name: '选择 站3' }))
    await print()
    await waitFor(() => expect(location.current).toBe('/device/labels?ids=1,3'))
  })

  it('shows an error and stays when more devices are selected than a sheet holds', async () => {
    const { location, toasts } = await openList(MAX_LABELS + 1)
    fireEvent.click(screen.getByRole('checkbox', { name: '选择本页全部' }))
    fireEvent.click(await screen.findByRole('button', { name: `选择符合条件的全部 ${MAX_LABELS + 1} 项` }))
    await waitFor(() => expect(screen.getByRole('toolbar').textContent).toContain(`已选 ${MAX_LABELS + 1} 项`))
    await print()
    await waitFor(() => expect(toasts).toContain('devicePage.manyLabels'))
    expect(location.current).toMatch(/^\/manage\/device/)
  })
})

describe('label sheet', () => {
  const openSheet = (query: string, areas: { fail: boolean } = { fail: false }) => {
    answerCalls({
      'GET godbDistrictNameList': () =>
        areas.fail
          ? { code: 500, msg: '' }
          : {
              data: [
                { id: 2, name: '市区', superid: 1 },
                { id: 3, name: '长安区', superid: 2 },
                { id: 4, name: '县区', superid: 1 },
              ],
            },
      'GET godbDeviceNameList': () => ({
        data: [
          { id: 7, name: '站七', district_id: 3 },
          { id: 8, name: '站八', district_id: 2 },
          { id: 9, name: '站九', district_id: 4 },
        ],
      }),
    })
    return openPage(LabelsPage, `/${query}`)
  }
  const names = () => screen.queryAllByRole('listitem').map((label) => label.querySelector('b')?.textContent)

  it('shows the devices of an area and its subareas', async () => {
    await openSheet('?area=2')
    await waitFor(() => expect(names()).toEqual(['站七', '站八']))
    expect(screen.getByRole('button', { name: '打印 2 张' })).toBeTruthy()
  })

  it('shows no count while areas fail to load, and the labels after a retry', async () => {
    const areas = { fail: true }
    await openSheet('?area=2', areas)
    const again = within(await screen.findByRole('alert')).getByRole('button', { name: '重试' })
    expect(screen.queryByRole('button', { name: /^打印/ })).toBeNull()
    expect(screen.queryByText('这里没有设备')).toBeNull()
    areas.fail = false
    fireEvent.click(again)
    await waitFor(() => expect(names()).toEqual(['站七', '站八']))
  })

  it('shows the address of each device as QR code and text', async () => {
    vi.stubGlobal('location', new URL('http://192.168.1.20:8080/device/labels'))
    await openSheet('?ids=7,9')
    await waitFor(() => expect(names()).toEqual(['站七', '站九']))
    const codes = screen.getAllByRole('img', { name: /的二维码$/ })
    expect(codes.map(({ textContent }) => textContent)).toEqual([
      'http://192.168.1.20:8080/device/7',
      'http://192.168.1.20:8080/device/9',
    ])
    expect(screen.getAllByRole('listitem').map((label) => label.querySelector('small')?.textContent)).toEqual([
      '192.168.1.20:8080/device/7',
      '192.168.1.20:8080/device/9',
    ])
    expect(screen.queryByText(/是本机地址/)).toBeNull()
  })

  it('warns that phones cannot reach a loopback address', async () => {
    vi.stubGlobal('location', new URL('http://127.0.0.1:8080/device/labels'))
    await openSheet('?ids=9')
    await screen.findByText(/^手机打不开这里的二维码：127\.0\.0\.1:8080 是本机地址/)
    expect(names()).toEqual(['站九'])
  })

  it('shows no area for a single device and switches to a chosen area', async () => {
    const { location } = await openSheet('?ids=9')
    await waitFor(() => expect(names()).toEqual(['站九']))
    fireEvent.click(screen.getByRole('button', { name: '区域' }))
    const areas = within(await screen.findByRole('dialog', { name: '区域' }))
    fireEvent.click(await areas.findByRole('treeitem', { name: '市区' }))
    await waitFor(() => expect(names()).toEqual(['站七', '站八']))
    expect(location.search).toBe('?area=2')
    expect(screen.getByRole('button', { name: '区域: 市区' })).toBeTruthy()
  })
})
