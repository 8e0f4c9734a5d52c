// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { resourceOf } from '../../resources/index.ts'
import { openScreen, startPlatform, type FakePlatform } from './crudWorld.tsx'
import { type } from './gatewayForm.ts'

const channel = resourceOf('alarmConfig/channel')
let platform: FakePlatform
let answer: { status: number; code: number; msg: string; data: unknown }
beforeEach(() => {
  platform = startPlatform()
  answer = { status: 200, code: 0, msg: '', data: { ok: true, explained: '对方已收到' } }
  platform.rows.set('godbProject', [{ id: 1, name: '项目一' }])
  platform.rows.set('alarmChannel', [{ id: 6, name: '值班群', project_id: 1, kind: 1, language: 0, enable: 1 }])
  platform.refuse = ({ path }) => (path.endsWith('/test') ? answer : null)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

async function open(url: string) {
  await openScreen(channel, url, { keys: ['4-6', '4-6-2', '4-6-3'] })
  const dialog = within(await screen.findByRole('dialog'))
  const address = await dialog.findByLabelText<HTMLInputElement>(/^地址/)
  return { dialog, address, press: () => fireEvent.click(dialog.getByRole('button', { name: '发送测试消息' })) }
}
const tests = () => platform.sent.filter(({ path }) => path.endsWith('/test'))

describe('channel form', () => {
  it('tests unsaved input, requires an address, and clears the result when the address changes', async () => {
    const { dialog, address, press } = await open('/alarmConfig/channel/create')
    press()
    await dialog.findByText('必填')
    expect(tests()).toEqual([])
    type(address, 'https://oapi.dingtalk.com/robot/send?access_token=t')
    type(dialog.getByLabelText(/^签名密钥/), 'SEC1')
    press()
    await dialog.findByText('对方已收到')
    expect(tests()).toMatchObject([
      {
        method: 'POST',
        path: 'alarmChannel/test',
        body: { kind: 1, url: 'https://oapi.dingtalk.com/robot/send?access_token=t', secret: 'SEC1' },
      },
    ])
    expect(platform.sent.filter(({ method }) => method === 'POST')).toHaveLength(1)
    // The result does not apply to another address.
    type(address, 'https://oapi.dingtalk.com/robot/send?access_token=u')
    await waitFor(() => expect(dialog.queryByText('对方已收到')).toBeNull())
  })

  it('tests with the stored address if none is entered, and shows an error at its field', async () => {
    answer = { status: 400, code: 400, msg: '参数有误', data: { fields: { url: '不允许内网地址' } } }
    const { dialog, press } = await open('/alarmConfig/channel/6')
    press()
    await dialog.findByText('不允许内网地址')
    expect(tests()).toMatchObject([{ path: 'alarmChannel/6/test', body: { kind: 1, url: '', secret: '' } }])
  })
})

describe('form of a browser push channel', () => {
  it('shows that push requires HTTPS, and tests without an address', async () => {
    platform.rows.set('alarmChannel', [{ id: 7, name: '推送', project_id: 1, kind: 5, language: 0, enable: 1 }])
    await openScreen(channel, '/alarmConfig/channel/7', { keys: ['4-6', '4-6-2', '4-6-3'] })
    const dialog = within(await screen.findByRole('dialog'))
    await dialog.findByText(/需要 HTTPS/)
    expect(dialog.queryByLabelText(/^地址/)).toBeNull()
    fireEvent.click(await dialog.findByRole('button', { name: '发送测试消息' }))
    await dialog.findByText('对方已收到')
    expect(tests()).toMatchObject([{ path: 'alarmChannel/7/test', body: { kind: 5 } }])
  })
})

describe('recent messages of a channel', () => {
  it('show the failure reason and the next retry, and are sent again if given up', async () => {
    const at = Date.parse('2026-05-01T08:00:00Z')
    const row = (id: number, send_data: string, send_ok: number, more: object) => ({
      id,
      thresholdlog_id: 9,
      alarm_time: at,
      send_data,
      send_ok,
      attempts: 1,
      next_at: null,
      explained: '',
      again: 0,
      ...more,
    })
    let results = [
      row(31, '站一 · 超标\n节点: PM2.5', 0, { attempts: 6, explained: 'HTTP 503', again: 1 }),
      row(30, '站二 · 超标', -1, { attempts: 2, next_at: at + 60_000, explained: 'HTTP 502' }),
      row(29, '站三 · 超标', 1, {}),
    ]
    platform.refuse = ({ path }) => {
      const ok = { status: 200, code: 0, msg: '' }
      if (path.endsWith('/results')) return { ...ok, data: results }
      if (path !== 'alarmSendLog/31/again') return null
      results = results.map((one) => (one.id === 31 ? { ...one, send_ok: -1, attempts: 0, again: 0 } : one))
      return { ...ok, data: null }
    }
    await openScreen(channel, '/alarmConfig/channel/6/test', { keys: ['4-6', '4-6-2', '4-6-3'] })
    const last = within(await screen.findByRole('region', { name: '最近的消息' }))
    const lines = async () => (await last.findAllByRole('listitem')).map(({ textContent }) => textContent)
    const [dead, waiting, sent] = await lines()
    expect(dead).toMatch(/^未送达站一 · 超标.*尝试 6 次 · HTTP 503/)
    expect(waiting).toMatch(/^等待重试站二 · 超标.*尝试 2 次 · .* 重试 · HTTP 502$/)
    expect(sent).toMatch(/^已发送站三 · 超标/)
    expect(last.getAllByRole('button')).toHaveLength(1)
    fireEvent.click(last.getByRole('button', { name: '重新发送 站一 · 超标' }))
    await waitFor(async () => expect((await lines())[0]).toMatch(/^等待重试站一/))
    expect(last.queryByRole('button')).toBeNull()
  })
})
