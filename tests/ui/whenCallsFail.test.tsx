// @vitest-environment happy-dom
import { act, fireEvent, render, renderHook, screen, waitFor, within } from '@testing-library/react'
import { FormProvider, useForm } from 'react-hook-form'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { loadSigninTexts } from '../../i18n/signin.ts'
import type { Language } from '../../i18n/types.ts'
import { Zone } from '../../resources/kit/zone.ts'
import { PushOptIn } from '../../src/alarms/channels/PushOptIn.tsx'
import { SigninFrame } from '../../src/app/signin/SigninFrame.tsx'
import { Freshness } from '../../src/dashboard/Freshness.tsx'
import { Changed } from '../../src/dashboard/judged/Changed.tsx'
import { DataTrust } from '../../src/dashboard/judged/DataTrust.tsx'
import { HOURS } from '../../src/entities/device/day/day.ts'
import { DayTools } from '../../src/entities/device/day/DayTools.tsx'
import { useExtensions } from '../../src/kit/index.ts'
import { Poller } from '../../src/live/poller.ts'
import { REPORT_TIMEOUT_MS, useReadBack } from '../../src/monitor/control/useReadBack.ts'
import { useSetNode } from '../../src/monitor/control/useSetNode.ts'
import { Refused, startLivePlatform, wrapperFor, type LivePlatform } from './monitorWorld.tsx'

const NOW = Date.UTC(2026, 10, 20, 8)
const zone = new Zone('UTC')

let platform: LivePlatform
beforeEach(() => {
  platform = startLivePlatform()
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const announce = (...extensions: string[]) =>
  platform.answers.set('capabilities', () => ({ name: 'p', version: '1', extensions }))

describe('useExtensions', () => {
  it('retries every 10 s until the platform has answered', async () => {
    const waits = vi.spyOn(globalThis, 'setInterval')
    platform.answers.set('capabilities', () => new Refused(503, 'down'))
    const { result } = renderHook(() => useExtensions(), { wrapper: await wrapperFor() })
    await waitFor(() => expect(result.current?.size).toBe(0))
    announce('quality')
    await waitFor(() => expect(waits.mock.calls.some(([, every]) => every === 10_000)).toBe(true))
    const again = waits.mock.calls.findLast(([, every]) => every === 10_000)?.[0]
    act(() => void (again as () => void)())
    await waitFor(() => expect(result.current?.has('quality')).toBe(true))
  })
})

describe('overview panels', () => {
  const offline = [{ id: 7, name: '河岸站', since: NOW - 3_600_000 }]

  it('show offline devices next to the server’s message when quality rates fail to load', async () => {
    announce('quality')
    platform.answers.set('quality', () => new Refused(500, '统计失败'))
    render(<DataTrust offline={offline} zone={zone} now={NOW} />, { wrapper: await wrapperFor() })
    const panel = within(screen.getByRole('region'))
    expect((await panel.findByRole('alert')).textContent).toContain('统计失败')
    expect(panel.getByRole('link', { name: '河岸站' })).toBeTruthy()
  })

  it('show the freshness as unknown until data has loaded', async () => {
    const poll = new Poller(async () => {}, { every: 10_000, after: 10_000 })
    const shown = <Freshness poll={poll} feed={{ phase: 'none' }} onRefresh={() => {}} />
    const { container } = render(shown, { wrapper: await wrapperFor() })
    expect(container.querySelector('[data-part="mark"]')?.getAttribute('data-status')).toBe('unknown')
    await act(() => {
      poll.start()
      return poll.refresh()
    })
    expect(container.querySelector('[data-part="mark"]')?.getAttribute('data-status')).toBe('online')
    poll.stop()
  })

  it('show the server’s message instead of no changes when changes fail to load, and retry', async () => {
    platform.answers.set('godbOperationlog', () => new Refused(500, '日志不可用'))
    const places = { rows: [], error: null, retry: () => undefined, offered: true }
    render(<Changed places={places} standards={{}} areaNames={new Map()} offline={[]} zone={zone} now={NOW} />, {
      wrapper: await wrapperFor(),
    })
    const banner = await screen.findByRole('alert')
    expect(banner.textContent).toContain('日志不可用')
    expect(screen.queryByText('一天以来没有变化')).toBeNull()
    platform.answers.set('godbOperationlog', () => ({ list: [], total: 0 }))
    fireEvent.click(within(banner).getByRole('button', { name: '重试' }))
    expect(await screen.findByText('一天以来没有变化')).toBeTruthy()
  })
})

describe('value sent to a device', () => {
  const SENT = Date.UTC(2026, 10, 20, 9)
  const story = (given: object = {}) => ({ asked_at: SENT, to: 120, result: null, within: 60_000, ...given })
  const following = async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: SENT })
    const waits = vi.spyOn(globalThis, 'setInterval')
    announce('control', 'read-back')
    const { result } = renderHook(() => useReadBack(1, 41), { wrapper: await wrapperFor() })
    await waitFor(() => expect(result.current.told).toBe(true))
    act(() => result.current.follow(120))
    const look = (every: number) => {
      const last = waits.mock.calls.findLast(([, wait]) => wait === every)?.[0]
      act(() => void (last as () => void)())
    }
    return { result, look, hasWaited: (every: number) => waits.mock.calls.some(([, wait]) => wait === every) }
  }
  afterEach(() => void vi.useRealTimers())

  it('waits 90 s for a result with a device timeout of 60 s, and fails after that', async () => {
    platform.answers.set('lastcommand/1/41', () => story())
    const { result, look } = await following()
    await waitFor(() => expect(result.current.followed).toMatchObject({ waiting: true, command: { to: 120 } }))
    platform.answers.set('lastcommand/1/41', () => story({ from: 7 }))
    vi.setSystemTime(SENT + 89_000)
    look(1000)
    await waitFor(() => expect(result.current.followed).toMatchObject({ command: { from: 7 } }))
    expect(result.current.followed).toMatchObject({ waiting: true, failed: false })
    vi.setSystemTime(SENT + 91_000)
    look(1000)
    await waitFor(() => expect(result.current.followed).toMatchObject({ waiting: false, failed: true }))
  })

  it('is unknown after the report timeout until the device reports a value', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    platform.answers.set('godbSetDeviceNodeValue', () => null)
    const node = { id: 41, value: 1, at: SENT }
    const { result, rerender } = renderHook((given: typeof node) => useSetNode(1, given), { initialProps: node })
    await act(async () => void (await result.current.set(0)))
    expect(result.current).toMatchObject({ value: 0, awaitingReport: true, isLost: false })
    act(() => void vi.advanceTimersByTime(REPORT_TIMEOUT_MS))
    expect(result.current).toMatchObject({ value: null, awaitingReport: false, isLost: true })
    rerender({ ...node, at: SENT + 1 })
    expect(result.current).toMatchObject({ value: 1, isLost: false })
  })

  it('is polled every 10 s while the platform fails, and confirmed once it responds', async () => {
    platform.answers.set('lastcommand/1/41', () => new Refused(429, '请稍后再试'))
    const { result, look, hasWaited } = await following()
    await waitFor(() => expect(result.current.followed).toMatchObject({ waiting: false, failed: true }))
    await waitFor(() => expect(hasWaited(10_000)).toBe(true))
    platform.answers.set('lastcommand/1/41', () => story({ result: 'confirmed', outcome: 'confirmed' }))
    look(10_000)
    await waitFor(() =>
      expect(result.current.followed).toMatchObject({ failed: false, command: { result: 'confirmed' } }),
    )
  })
})

describe('push opt-in', () => {
  it('shows the server’s message when the registration cannot be loaded, and retries', async () => {
    const worker = { pushManager: { getSubscription: () => Promise.resolve({ endpoint: 'https://push.example/1' }) } }
    const serviceWorker = { getRegistration: () => Promise.resolve(worker) }
    Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: serviceWorker })
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'serviceWorker'))
    vi.stubGlobal('PushManager', {})
    vi.stubGlobal('Notification', { permission: 'granted' })
    platform.answers.set('alarmPush', () => new Refused(503, '推送服务不可用'))
    const wrapper = await wrapperFor()
    await act(async () => render(<PushOptIn />, { wrapper }))
    const banner = await screen.findByRole('alert')
    expect(banner.textContent).toContain('推送服务不可用')
    platform.answers.set('alarmPush', () => ({ key: 'k', endpoints: ['https://push.example/1'] }))
    fireEvent.click(within(banner).getByRole('button', { name: '重试' }))
    expect(await screen.findByRole('switch')).toBeTruthy()
  })
})

describe('sign-in page language', () => {
  it('is the one chosen last, regardless of the loading order', async () => {
    const [cn, en, tw] = await Promise.all((['zhCN', 'zhEN', 'zhTW'] as const).map(loadSigninTexts))
    if (!cn || !en || !tw) throw new Error('no texts')
    let release = () => {}
    const late = new Promise<void>((resolve) => (release = resolve))
    const load = (language: Language) => (language === 'zhTW' ? late.then(() => tw) : Promise.resolve(en))
    render(
      <SigninFrame texts={cn} load={load}>
        {(t) => <h1>{t('signin.title')}</h1>}
      </SigninFrame>,
    )
    const choose = (language: Language) =>
      fireEvent.change(screen.getAllByRole('combobox')[0] as HTMLElement, { target: { value: language } })
    choose('zhTW')
    choose('zhEN')
    expect(await screen.findByRole('heading', { name: en.signin.title })).toBeTruthy()
    await act(async () => {
      release()
      await late
    })
    expect(screen.getByRole('heading').textContent).toBe(en.signin.title)
  })
})

describe('history import in the virtual rule form', () => {
  it('is discarded when another node was chosen meanwhile', async () => {
    let release = (_rows: unknown) => {}
    const rows = new Promise((resolve) => (release = resolve))
    const plain = globalThis.fetch
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) =>
      url.includes('godbAllHistoricaldataById/')
        ? new Response(JSON.stringify({ code: 0, msg: '', data: await rows }))
        : plain(url, init),
    )
    const flat = HOURS.map(() => 0)
    const change = vi.fn()
    const day = { day: { base: flat, rand: flat }, change, remember: () => {}, settle: () => {}, undo: null }
    function Rule() {
      const form = useForm({ defaultValues: { device_id: 1, nodemap_id: 41 } })
      return (
        <FormProvider {...form}>
          <button type="button" onClick={() => form.setValue('nodemap_id', 42)}>
            other
          </button>
          <DayTools {...day} />
        </FormProvider>
      )
    }
    const wrapper = await wrapperFor()
    await act(async () => render(<Rule />, { wrapper }))
    const take = await screen.findByRole('button', { name: '取近 3 天均值' })
    fireEvent.click(take)
    expect(take.getAttribute('aria-busy')).toBe('true')
    fireEvent.click(screen.getByRole('button', { name: 'other' }))
    release([{ nodemapid: 41, insertdate: NOW, historydata: 5 }])
    await waitFor(() => expect(take.getAttribute('aria-busy')).toBe('false'))
    expect(change).not.toHaveBeenCalled()
  })
})
