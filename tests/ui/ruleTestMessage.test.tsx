// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { forgetCapabilities } from '../../authProvider/capabilities.ts'
import { resourceOf } from '../../resources/index.ts'
import { openScreen, startPlatform, type FakePlatform } from './crudWorld.tsx'
import { answerNamed } from './namedCalls.ts'
import { openRule, rule } from './ruleWorld.tsx'

const threshold = resourceOf('alarmConfig/threshold')
let platform: FakePlatform

beforeAll(() => import('../../src/alarms/rule/ThresholdForm.tsx'))
beforeEach(() => {
  forgetCapabilities()
  platform = startPlatform()
  platform.rows.set('godbProject', [{ id: 1, name: '项目一' }])
  platform.rows.set('godbDistrict', [{ id: 4, name: '长安区', superid: 1, project_id: 1 }])
  platform.rows.set('godbDevicetype', [{ id: 1, name: '空气站' }])
  platform.rows.set('godbDevice', [{ id: 11, name: '空气一号', devicetype_id: 1, project_id: 1, district_id: 4 }])
  platform.rows.set('alarmChannel', [
    { id: 4, name: '值班群', kind: 1, enable: 1, project_id: 1 },
    { id: 5, name: '推送', kind: 5, enable: 1, project_id: 1 },
    { id: 6, name: '别的群', kind: 2, enable: 1, project_id: 1 },
  ])
  answerNamed(platform, () => ({
    capabilities: () => ({ code: 0, data: { extensions: ['alarm-channels', 'alarm-rules'] } }),
    godbNodemapByType: () => ({ code: 0, data: [{ id: 21, alias: 'PM2.5', unitname: 'µg/m³', registertype: 4 }] }),
    godbAllHistoricaldataById: () => ({ code: 0, data: [] }),
  }))
  platform.refuse = ({ path }) => {
    if (path === 'alarmChannel/4/test')
      return { status: 200, code: 0, msg: '', data: { ok: true, explained: '对方已接收' } }
    return path === 'alarmChannel/5/test' ? { status: 404, code: 404, msg: '没有这条记录' } : null
  }
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const tests = (): string[] => platform.sent.flatMap(({ path }) => (path.endsWith('/test') ? [path] : []))

async function openTests() {
  fireEvent.click(await screen.findByRole('button', { name: '发送测试消息' }))
  return within(await screen.findByRole('dialog', { name: '发送测试消息' }))
}

it('test message dialog lists the rule’s channels with their audience and sends by one at a time', async () => {
  await openRule(platform, { alarm_channel: '4', limits: '{"3":75,"2":115,"tell":{"2":[5,4]}}' })
  const dialog = await openTests()
  const lines = await dialog.findAllByRole('listitem')
  expect(lines.map((line) => line.firstElementChild?.textContent)).toEqual([
    '值班群钉钉群机器人 · 群里所有人都会看到',
    '推送浏览器推送 · 项目中所有开启推送的人都会收到',
  ])
  expect(tests()).toEqual([])
  fireEvent.click(dialog.getByRole('button', { name: '发送测试消息 值班群' }))
  expect(await dialog.findByText('对方已接收')).toBeTruthy()
  expect(tests()).toEqual(['alarmChannel/4/test'])
  fireEvent.click(dialog.getByRole('button', { name: '发送测试消息 推送' }))
  expect(await dialog.findByText('没有这条记录')).toBeTruthy()
  expect(tests()).toEqual(['alarmChannel/4/test', 'alarmChannel/5/test'])
})

it('test message dialog reports that the rule has no channels', async () => {
  await openRule(platform, { alarm_channel: '' })
  const dialog = await openTests()
  expect(await dialog.findByText('规则还没有通知渠道')).toBeTruthy()
  expect(dialog.queryByRole('listitem')).toBeNull()
})

it('test message button is hidden without permission to edit channels', async () => {
  platform.rows.set('godbThreshold', [{ ...rule, alarm_channel: '4', limits: '{"3":75,"2":115}' }])
  await openScreen(threshold, '/alarmConfig/threshold/7', { keys: ['4-1', '4-1-3', '4-6'] })
  const dialog = await screen.findByRole('dialog')
  // The text about the levels comes with the same message chunk.
  await waitFor(() => expect(dialog.querySelector('tbody td:last-child p')?.textContent).toBe('值班群'))
  expect(within(dialog).queryByRole('button', { name: '发送测试消息' })).toBeNull()
})
