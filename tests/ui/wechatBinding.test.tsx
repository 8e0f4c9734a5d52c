// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { resourceOf } from '../../resources/index.ts'
import { openScreen, sample, startPlatform, type FakePlatform } from './crudWorld.tsx'
import { answerNamed, type NamedCalls } from './namedCalls.ts'

const contact = resourceOf('alarmConfig/user')
let platform: FakePlatform
let named: NamedCalls

// Loaded when the dialog opens; loaded here, so that it does not count towards a test's time.
beforeAll(() => import('../../src/alarms/contacts/BindDialog.tsx'))
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('WeChat binding dialog', () => {
  let scan: () => { code: number; data: unknown }
  let scenes: string[]
  beforeEach(() => {
    platform = startPlatform()
    named = {}
    answerNamed(platform, () => named)
    vi.useFakeTimers({ shouldAdvanceTime: true })
    scenes = []
    scan = () => ({ code: 2, data: null })
    named['getWxQrScene'] = ({ path }) => {
      scenes.push(path)
      return { code: 0, data: { ticket: 't', url: 'http://here/wx/t', expire_seconds: 60 } }
    }
    named['getWxQrUserOpenId'] = () => scan()
    platform.rows.set('godbAlarminfo', [
      { ...sample(contact), alarm_wechat: { String: '', Valid: false }, district_id: 4 },
    ])
  })
  const polls = () => platform.sent.filter(({ path }) => path.startsWith('getWxQrUserOpenId')).length
  const second = () => act(() => vi.advanceTimersByTimeAsync(1000))
  async function openBinding() {
    const view = await openScreen(contact, '/alarmConfig/user/7/bind')
    await screen.findByRole('img', { name: '绑定微信的二维码' })
    return view
  }

  it('saves the open id after a scan and stops polling', async () => {
    await openBinding()
    await second()
    expect(polls()).toBeGreaterThan(0)
    screen.getByText(/秒内有效/)
    scan = () => ({ code: 0, data: { openid: 'o-1' } })
    await second()
    await screen.findByText('绑定成功')
    expect(platform.sent.find(({ method }) => method === 'PUT')).toMatchObject({
      path: 'godbAlarminfo/7',
      body: { alarm_wechat: { String: 'o-1', Valid: true } },
    })
    const asked = polls()
    await second()
    await second()
    expect(polls()).toBe(asked)
  })

  it('reports an expired code and requests another one with a new scene id', async () => {
    await openBinding()
    scan = () => ({ code: 1, data: null })
    await second()
    await screen.findByText('二维码已过期')
    scan = () => ({ code: 2, data: null })
    fireEvent.click(screen.getByRole('button', { name: '刷新二维码' }))
    await screen.findByText(/秒内有效/)
    expect(scenes).toHaveLength(2)
    expect(scenes[0]).not.toBe(scenes[1])
  })

  it('keeps polling while the network fails and shows that it retries', async () => {
    await openBinding()
    scan = () => ({ code: -1, data: null })
    await second()
    await screen.findByText(/正在重试/)
    scan = () => ({ code: 2, data: null })
    await second()
    await waitFor(() => expect(screen.queryByText(/正在重试/)).toBeNull())
  })

  it('stops polling when closed', async () => {
    const { unmount } = await openBinding()
    await second()
    unmount()
    const asked = polls()
    await second()
    await second()
    expect(polls()).toBe(asked)
  })

  it('pauses polling while the page is hidden', async () => {
    await openBinding()
    await second()
    const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    await second()
    const asked = polls()
    await second()
    await second()
    expect(polls()).toBe(asked)
    hidden.mockReturnValue('visible')
    document.dispatchEvent(new Event('visibilitychange'))
    await second()
    expect(polls()).toBeGreaterThan(asked)
  })

  it('loads WeChat’s picture when the platform returns only a ticket, and reports when it is blocked', async () => {
    named['getWxQrScene'] = () => ({ code: 0, data: 'gQ==' })
    await openScreen(contact, '/alarmConfig/user/7/bind')
    const picture = await screen.findByRole<HTMLImageElement>('img', { name: '绑定微信的二维码' })
    expect(picture.src).toBe('https://mp.weixin.qq.com/cgi-bin/showqrcode?ticket=gQ%3D%3D')
    fireEvent.error(picture)
    await screen.findByText(/安全策略/)
  })

  it('shows the server’s message when the platform returns no code, and loads one on retry', async () => {
    named['getWxQrScene'] = () => ({ code: 503, msg: '公众号未配置', data: null })
    await openScreen(contact, '/alarmConfig/user/7/bind')
    const again = await screen.findByRole('button', { name: '重试' })
    screen.getByText('公众号未配置')
    named['getWxQrScene'] = () => ({ code: 0, data: { ticket: 't', url: 'http://here/wx/t', expire_seconds: 60 } })
    fireEvent.click(again)
    await screen.findByRole('img', { name: '绑定微信的二维码' })
  })
})
