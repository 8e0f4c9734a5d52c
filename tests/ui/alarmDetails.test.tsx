// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import AlarmsPage from '../../src/alarms/records/AlarmsPage.tsx'
import { alarm, now, startAlarms, type AlarmPlatform } from './alarmsWorld.tsx'
import { openPage } from './pageWorld.tsx'

let platform: AlarmPlatform
beforeEach(() => {
  platform = startAlarms()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('alarm details', () => {
  it('show the send log with the reason of a failed message', async () => {
    platform.log = {
      data: [
        {
          id: 1,
          alarm_time: now,
          send_name: '值班',
          send_url: '13800000000',
          send_data: '超标',
          send_ok: '0',
          alarm_type: '1',
          explained: { String: '未配置短信', Valid: true },
        },
        { id: 2, alarm_time: now, send_name: '排风扇', send_ok: 1, alarm_type: 9 },
      ],
    }
    await openPage(AlarmsPage, '/?detail=1')
    const table = await within(await screen.findByRole('dialog')).findByRole('table', { name: '发送记录' })
    const [, failed, linked] = within(table)
      .getAllByRole('row')
      .map((row) => row.textContent)
    expect(failed).toContain('短信')
    expect(failed).toContain('失败未配置短信')
    expect(linked).toContain('联动')
    expect(linked).toContain('成功')
  })

  it('resend a message that was given up, and offer that for no other', async () => {
    const message = { id: 12, alarm_time: now, send_name: '值班', send_ok: 0, alarm_type: 1, again: 1 }
    platform.log = { data: [message, { ...message, id: 13, send_name: '仓库', again: 0 }] }
    const { toasts } = await openPage(AlarmsPage, '/?detail=1')
    const open = within(await screen.findByRole('dialog'))
    const button = await open.findByRole('button', { name: '重新发送 值班' })
    expect(open.queryByRole('button', { name: '重新发送 仓库' })).toBeNull()
    platform.log = { data: [{ ...message, send_ok: -1, again: 0 }] }
    fireEvent.click(button)
    await open.findByText('等待发送')
    await waitFor(() => expect(toasts).toContain('alarms.sentAgain'))
    expect(platform.sent.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual([
      'alarmSendLog/12/again',
    ])
  })

  it('show the error of the send log, and load it on retry', async () => {
    platform.log = { code: 5, msg: '日志库不可用' }
    await openPage(AlarmsPage, '/?detail=1')
    const open = await screen.findByRole('dialog')
    await within(open).findByText('日志库不可用')
    platform.log = { data: null }
    fireEvent.click(within(open).getByRole('button', { name: '重试' }))
    await within(open).findByText('没有发送任何通知')
  })
})

describe('alarm record opened by address', () => {
  it('opens when it is not on the current page of the list', async () => {
    platform.older = [alarm(900)]
    await openPage(AlarmsPage, '/?handle=900')
    expect(within(await screen.findByRole('dialog', { name: '处理报警' })).getByText('超标 900')).toBeTruthy()
  })

  it('shows the details instead of the handling form when it was handled meanwhile', async () => {
    platform.older = [alarm(900, { alarm_state: 2, explained: { String: '已清淤', Valid: true } })]
    await openPage(AlarmsPage, '/?handle=900')
    await screen.findByText('已清淤')
    const open = within(screen.getByRole('dialog', { name: '报警详情' }))
    expect(open.getByText('已处理')).toBeTruthy()
    expect(open.queryByRole('button', { name: '处理' })).toBeNull()
  })

  it('shows a message when the alarm does not exist', async () => {
    await openPage(AlarmsPage, '/?detail=901')
    expect(await within(await screen.findByRole('dialog')).findByText('这条报警已不存在')).toBeTruthy()
  })

  it('shows the error when it cannot be loaded, and loads it on retry', async () => {
    platform.byId = { code: 5, msg: '数据库忙' }
    platform.older = [alarm(900)]
    await openPage(AlarmsPage, '/?detail=900')
    const open = within(await screen.findByRole('dialog'))
    await open.findByText('数据库忙')
    platform.byId = null
    fireEvent.click(open.getByRole('button', { name: '重试' }))
    await screen.findByText('超标 900')
  })
})
