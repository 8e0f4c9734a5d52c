// @vitest-environment happy-dom
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { readFileSync } from 'node:fs'
import { CoreAdminContext } from 'react-admin'
import { Suspense, type ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { forgetCapabilities } from '../../authProvider/capabilities.ts'
import { toMe } from '../../authProvider/me.ts'
import { readDevices } from '../../dataProvider/normalise.ts'
import { createI18nProvider } from '../../i18n/index.ts'
import { DeviceStore } from '../../src/live/deviceStore.ts'
import { Poller } from '../../src/live/poller.ts'
import { useOfferStore } from '../../src/live/shared.ts'
import AlarmBell from '../../src/alarms/bell/AlarmBell.tsx'
import { useBellDevices } from '../../src/alarms/bell/devices.ts'
import { useTellBell } from '../../src/live/failed.ts'
import { MeContext } from '../../src/kit/index.ts'

const asked: string[] = []
let records: object[]
let refused: boolean
let extensions: string[]
/** Subscriptions of this browser that were sent to the platform. */
let kept: { endpoint: string }[]
let store: DeviceStore

const device = (id: number, thre_list: number[]) => ({
  id,
  sn: `sn${id}`,
  name: `站 ${id}`,
  district_id: 3,
  deviceisonline: 1,
  thre_list,
  nodestatelist: [
    {
      id: 41,
      alias: 'PM2.5',
      unitname: 'µg/m³',
      registertype: 4,
      lastdata: { historydata: 86.4, insertdate: Date.now() },
    },
  ],
})
const record = (id: number, device_id: number) => ({
  id,
  alarm_time: Date.now() - 272_000,
  threshold_name: 'PM2.5 浓度超标',
  device_id,
  device_name: `站 ${device_id}`,
  district_id: 3,
  nodemap_id: 41,
  nodemap_name: 'PM2.5',
  real_value: 80,
  is_alarm: 1,
  alarm_state: 0,
})
const put = (...devices: object[]) =>
  act(() => store.apply({ full: false, devices: readDevices(devices), removed: [], values: new Float64Array() }))

beforeEach(() => {
  asked.length = 0
  records = []
  refused = false
  extensions = []
  kept = []
  forgetCapabilities()
  store = new DeviceStore(() => {})
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    const name = url.replace('/v1/', '').replace(/\?.*/, '')
    asked.push(name)
    if (name === 'alarmPush' && init?.method === 'POST')
      kept.push(JSON.parse(String(init.body)) as { endpoint: string })
    const answers: Record<string, unknown> = {
      capabilities: { name: 'p', version: '1', extensions },
      alarmPush: { key: 'k', browsers: kept.length, endpoints: kept.map(({ endpoint }) => endpoint) },
      godbThresholdlogByTimeOrId: { list: records, total: records.length },
      godbThresholdNameList: [{ id: 31, nodemap_id: 41, alarm_msg: '{device} 超标 {value}' }],
      godbDistrictNameList: [{ id: 3, name: '长安区', superid: 1, build_state: 0 }],
    }
    if (name === '/console-settings.json') return Promise.resolve(new Response('{}'))
    if (refused && name === 'godbThresholdlogByTimeOrId')
      return Promise.resolve(new Response(JSON.stringify({ code: 403, msg: 'no' }), { status: 403 }))
    return Promise.resolve(new Response(JSON.stringify({ code: 0, data: answers[name] ?? [] })))
  })
})
afterEach(() => {
  sessionStorage.clear()
  localStorage.clear()
  vi.unstubAllGlobals()
})

function Page() {
  useOfferStore(store)
  return <input aria-label="typing" />
}
async function open(keys = ['2-1', '2-2', '2-3'], more: ReactNode = null, at = '/') {
  const me = toMe({ id: 3, username: 'viewer', super_id: 9, menu_control: JSON.stringify(keys) })
  const i18nProvider = await createI18nProvider()
  render(
    <MemoryRouter initialEntries={[at]}>
      <MeContext.Provider value={me}>
        <CoreAdminContext i18nProvider={i18nProvider}>
          <Suspense fallback={null}>
            <AlarmBell />
          </Suspense>
          <Page />
          {more}
        </CoreAdminContext>
      </MeContext.Provider>
    </MemoryRouter>,
  )
  return userEvent.setup()
}
const bell = (count: number) => screen.findByRole('button', { name: `报警：${count} 条` })
/** The bell before the alarms were read for the first time. */
const bellUnknown = () => screen.findByRole('button', { name: '报警：未知' })
const panel = () => screen.queryByRole('dialog', { name: '当前报警' })
const said = () => document.querySelector('[aria-live=assertive]')?.textContent

/** Shows how many devices the bell provides to other components. */
const Told = () => <output>{useBellDevices()?.size() ?? 'none'}</output>

describe('alarm bell', () => {
  it('provides its devices to other components once they are loaded', async () => {
    await open(['2-1', '2-2', '2-3'], <Told />)
    await screen.findByText('none')
    put(device(1, []), device(2, []))
    await screen.findByText('2')
  })

  it('shows no badge without alarms, and "no alarms" when opened', async () => {
    put(device(1, []))
    const user = await open()
    await user.click(await bell(0))
    expect(await screen.findByText('当前没有报警')).toBeTruthy()
    expect(document.querySelector('[aria-haspopup=dialog] > span')).toBeNull()
  })

  it('shows that alarms have not been read when no devices arrive within 4 s', async () => {
    await open()
    const button = await bellUnknown()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      fireEvent.click(button)
      await act(() => vi.dynamicImportSettled())
      expect(panel()?.textContent).not.toContain('尚未读到报警')
      act(() => vi.advanceTimersByTime(4000))
      expect(panel()?.textContent).toContain('尚未读到报警')
    } finally {
      vi.useRealTimers()
    }
  })

  it('shows immediately that alarms have not been read when the page’s poll fails', async () => {
    const poll = new Poller(() => Promise.reject(new Error('no devices')), { every: 60_000, after: 0 })
    const Live = () => {
      useTellBell(poll)
      return null
    }
    await open(undefined, <Live />)
    fireEvent.click(await bellUnknown())
    await waitFor(() => expect(panel()).not.toBeNull())
    expect(panel()?.textContent).not.toContain('尚未读到报警')
    poll.start()
    await act(() => poll.refresh())
    expect(panel()?.textContent).toContain('尚未读到报警')
    poll.stop()
  })

  it('uses the live state of the current page and does not request it again', async () => {
    put(device(1, [31]))
    await open()
    await bell(1)
    expect(document.querySelector('[aria-haspopup=dialog] > span')?.textContent).toBe('1')
    expect(asked).not.toContain('godbDeviceState')
  })

  it('swings every 8 s, and runs no animation in between', async () => {
    put(device(1, [31]))
    await open()
    const button = await bell(1)
    const icon = button.querySelector('svg')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 8000 })
    onTestFinished(() => void vi.useRealTimers())
    // A new element begins the animation of the style sheet anew.
    await waitFor(() => expect(button.querySelector('svg')).not.toBe(icon))
    expect(readFileSync('src/alarms/bell/bell.module.css', 'utf8')).not.toContain('infinite')
  })

  it('opens automatically without taking the focus, with live value and links to handling and curve', async () => {
    records = [record(465, 1)]
    put(device(1, [31]))
    const user = await open()
    await user.click(screen.getByLabelText('typing'))
    const popup = await screen.findByRole('dialog', { name: '当前报警' })
    expect(document.activeElement).toBe(screen.getByLabelText('typing'))
    expect(popup.textContent).toContain('PM2.5 浓度超标')
    expect(popup.textContent).toContain('86.4 µg/m³')
    expect(popup.textContent).toContain('4 分钟前')
    await waitFor(() => expect(popup.textContent).toContain('长安区'))
    const handling = within(popup).getByRole<HTMLAnchorElement>('link', { name: '处理报警：站 1' })
    expect(decodeURIComponent(handling.getAttribute('href') ?? '')).toMatch(
      /^\/monitor\/threoldManage\?filter=\{"device":1,"first":"[\d-]+","last":"[\d-]+","states":\["open"\]\}&handle=465$/,
    )
    expect(within(popup).getByRole('link', { name: '查看曲线：站 1' }).getAttribute('href')).toMatch(
      /^\/monitor\/history\?devices=1&day=/,
    )
  })

  it('does not open automatically on the page of alarm records; a click opens the table', async () => {
    put(device(1, [31]))
    const user = await open(undefined, null, '/monitor/threoldManage')
    await waitFor(() => expect(said()).toBe('当前有 1 条报警'))
    expect(panel()).toBeNull()
    await user.click(await bell(1))
    expect((await screen.findByRole('table')).textContent).toContain('站 1')
    expect(panel()).toBeNull()
  })

  it('says in the table, too, that alarms have not been read', async () => {
    const user = await open(undefined, null, '/monitor/threoldManage')
    await user.click(await bellUnknown())
    const table = within(await screen.findByRole('dialog', { name: '当前报警' }))
    expect(table.getByText('尚未读到报警，读到后自动显示')).toBeTruthy()
    put(device(1, []))
    await screen.findByText('当前没有报警')
  })

  it('stays open when Escape is pressed on the page', async () => {
    put(device(1, [31]))
    const user = await open()
    const strip = await screen.findByRole('dialog', { name: '当前报警' })
    await user.click(screen.getByLabelText('typing'))
    await user.keyboard('{Escape}')
    expect(panel()).toBe(strip)
  })

  it('shows at most 3 alarms, and all 5 in a table', async () => {
    put(...[1, 2, 3, 4, 5].map((id) => device(id, [31])))
    const user = await open()
    const popup = await screen.findByRole('dialog', { name: '当前报警' })
    expect(within(popup).getAllByRole('listitem')).toHaveLength(3)
    await user.click(screen.getByRole('button', { name: '查看其余 2 条' }))
    const table = await screen.findByRole('table')
    expect(
      within(table)
        .getAllByRole('columnheader')
        .slice(0, 5)
        .map((head) => head.textContent),
    ).toEqual(['区域', '设备', '数据节点', '报警信息', '实时数据'])
    expect(within(table).getAllByRole('row')).toHaveLength(6)
    expect(table.textContent).toContain('站 5 超标 86.4')
  })

  it('stays closed for the session once closed, opens on click, and returns the focus on Escape', async () => {
    put(device(1, [31]))
    const user = await open()
    await screen.findByRole('dialog', { name: '当前报警' })
    await user.click(screen.getByRole('button', { name: '关闭' }))
    expect(panel()).toBeNull()
    put(device(2, [31]))
    await bell(2)
    expect(panel()).toBeNull()
    await user.click(await bell(2))
    expect(panel()).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(panel()))
    await user.keyboard('{Escape}')
    expect(panel()).toBeNull()
    expect(document.activeElement).toBe(await bell(2))
  })

  it('announces a new alarm once by live region and notification, without sound by default', async () => {
    const shown: string[] = []
    vi.stubGlobal(
      'Notification',
      Object.assign(
        function (this: { addEventListener: () => void }, title: string) {
          this.addEventListener = () => {}
          shown.push(title)
        },
        { permission: 'granted' },
      ),
    )
    const sounds = vi.fn()
    vi.stubGlobal('AudioContext', sounds)
    put(device(1, [31]))
    await open()
    await bell(1)
    await waitFor(() => expect(said()).toBe('当前有 1 条报警'))
    expect(shown).toEqual([])
    put(device(2, [31]))
    await bell(2)
    await waitFor(() => expect(said()).toBe('报警：站 2，站 2 超标 86.4。'))
    expect(shown).toHaveLength(1)
    put(device(3, []))
    await waitFor(() => expect(said()).toBe('报警：站 2，站 2 超标 86.4。'))
    expect(shown).toHaveLength(1)
    expect(sounds).not.toHaveBeenCalled()
  })

  it('lists an alarm with an unhandled record first', async () => {
    records = [record(465, 5)]
    put(...[1, 2, 3, 4, 5].map((id) => device(id, [31])))
    await open()
    const popup = await screen.findByRole('dialog', { name: '当前报警' })
    expect(within(popup).getAllByRole('listitem')[0]?.textContent).toContain('站 5')
  })

  it('shows the start of a handled alarm that is still active, without a handling link', async () => {
    records = [{ ...record(465, 1), alarm_state: 2 }]
    put(device(1, [31]))
    await open()
    const popup = await screen.findByRole('dialog', { name: '当前报警' })
    await waitFor(() => expect(popup.textContent).toContain('4 分钟前'))
    expect(within(popup).queryByRole('link', { name: '处理报警：站 1' })).toBeNull()
  })

  it('shows the time of the value when the start of the alarm is unknown', async () => {
    put(device(1, [31]))
    const user = await open()
    const popup = await screen.findByRole('dialog', { name: '当前报警' })
    await waitFor(() => expect(popup.textContent).toMatch(/\d\d:\d\d:\d\d 的值/))
    await user.click(screen.getByRole('button', { name: '查看表格' }))
    expect((await screen.findByRole('table')).textContent).toMatch(/\d\d:\d\d:\d\d 的值/)
  })

  it('repeats a rejected request for records only when another alarm arrives', async () => {
    refused = true
    put(device(1, [31]))
    await open()
    await bell(1)
    const asksAnswered = async (count: number) => {
      const asks = () => asked.filter((name) => name === 'godbThresholdlogByTimeOrId')
      await waitFor(() => expect(asks()).toHaveLength(count))
      for (let turn = 0; turn < 20; turn++) await act(() => new Promise((resolve) => setTimeout(resolve)))
      expect(asks()).toHaveLength(count)
    }
    // A further alarm makes the bell ask again, for waiting and for handled alarms; an answer, or the lack of one, does
    // not. While a request is under way, none is added to it.
    await asksAnswered(3)
    put(device(2, [31]))
    await bell(2)
    await asksAnswered(5)
  })

  it('shows since when an alarm has no data', async () => {
    put(
      { ...device(1, [31]), nodata_list: [31] },
      { ...device(2, [31]), deviceisonline: 0 },
      { ...device(3, [31]), nodata_list: [] },
    )
    await open()
    const popup = await screen.findByRole('dialog', { name: '当前报警' })
    const entry = (name: string) =>
      within(popup)
        .getAllByRole('listitem')
        .find((item) => item.textContent.includes(name))
    await waitFor(() => expect(entry('站 1')?.textContent).toMatch(/自 \d\d:\d\d 起无数据/))
    expect(entry('站 2')?.textContent).toMatch(/自 \d\d:\d\d 起无数据/)
    expect(entry('站 3')?.textContent).not.toContain('无数据')
    expect(entry('站 1')?.hasAttribute('data-silent')).toBe(true)
    expect(entry('站 3')?.hasAttribute('data-silent')).toBe(false)
  })

  it('subscribes this browser to push with alarm-channels, despite a previous user’s subscription', async () => {
    const endpoint = 'https://push.example.com/a'
    const keys = { p256dh: 'p', auth: 'a' }
    // Subscription left by the previous user of this browser.
    let subscription: object | null = { endpoint }
    const subscribe = vi.fn<(options: object) => Promise<object>>(() => {
      subscription = { endpoint, toJSON: () => ({ endpoint, keys }) }
      return Promise.resolve(subscription)
    })
    const worker = { pushManager: { getSubscription: () => Promise.resolve(subscription), subscribe } }
    const serviceWorker = { getRegistration: () => Promise.resolve(worker), ready: Promise.resolve(worker) }
    Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: serviceWorker })
    vi.stubGlobal('PushManager', {})
    vi.stubGlobal('Notification', { permission: 'default' })
    try {
      extensions = ['alarm-channels']
      put(device(1, []))
      const user = await open()
      await user.click(await bell(0))
      await user.click(await screen.findByRole('button', { name: '提醒设置' }))
      const push = await screen.findByLabelText<HTMLInputElement>('在此浏览器接收报警推送')
      expect(push.checked).toBe(false)
      await user.click(push)
      await waitFor(() => expect(push.checked).toBe(true))
      expect(subscribe).toHaveBeenCalledExactlyOnceWith({ userVisibleOnly: true, applicationServerKey: 'k' })
      expect(kept).toEqual([{ endpoint, keys }])
    } finally {
      Reflect.deleteProperty(navigator, 'serviceWorker')
    }
  })

  it('offers no push without the alarm-channels extension', async () => {
    put(device(1, []))
    const user = await open()
    await user.click(await bell(0))
    await user.click(await screen.findByRole('button', { name: '提醒设置' }))
    await waitFor(() => expect(asked).toContain('capabilities'))
    await act(() => vi.dynamicImportSettled())
    expect(screen.getByLabelText('新报警时播放提示音')).toBeTruthy()
    expect(screen.queryByText(/推送/)).toBeNull()
  })

  it('requests no records and offers no handling without permission', async () => {
    put(device(1, [31]))
    await open(['2-1'])
    await screen.findByRole('dialog', { name: '当前报警' })
    expect(asked).not.toContain('godbThresholdlogByTimeOrId')
    expect(screen.queryByRole('link')).toBeNull()
  })
})
