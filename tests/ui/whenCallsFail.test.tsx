// @vitest-environment happy-dom
import { act, fireEvent, render, renderHook, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Zone } from '../../resources/kit/zone.ts'
import { Changed } from '../../src/dashboard/judged/Changed.tsx'
import { DataTrust } from '../../src/dashboard/judged/DataTrust.tsx'
import { useExtensions } from '../../src/kit/index.ts'
import { useReadBack } from '../../src/monitor/control/useReadBack.ts'
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

describe('what a platform can do', () => {
  it('is asked for again until it has answered', async () => {
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

describe('a part of the overview', () => {
  const offline = [{ id: 7, name: '河岸站', since: NOW - 3_600_000 }]

  it('shows what else it knows where its rates cannot be read', async () => {
    announce('quality')
    platform.answers.set('quality', () => new Refused(500, '统计失败'))
    render(<DataTrust offline={offline} zone={zone} now={NOW} />, { wrapper: await wrapperFor() })
    const panel = within(screen.getByRole('region'))
    expect((await panel.findByRole('alert')).textContent).toContain('统计失败')
    expect(panel.getByRole('link', { name: '河岸站' })).toBeTruthy()
  })

  it('does not call unchanged what it could not read', async () => {
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

describe('a value that was sent', () => {
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

  it('is waited for no longer than the device has, and the platform may take to tell', async () => {
    platform.answers.set('lastcommand/1/41', () => story())
    const { result, look } = await following()
    await waitFor(() => expect(result.current.followed).toMatchObject({ waiting: true, command: { to: 120 } }))
    vi.setSystemTime(SENT + 91_000)
    look(1000)
    await waitFor(() => expect(result.current.followed).toMatchObject({ waiting: false, failed: true }))
  })

  it('is asked about more seldom while the platform fails to tell, and told once it can', async () => {
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
