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

describe('the form of a channel', () => {
  it('is tested as it is filled in, before it has a name or is saved', async () => {
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
    // Of another address nobody knows yet.
    type(address, 'https://oapi.dingtalk.com/robot/send?access_token=u')
    await waitFor(() => expect(dialog.queryByText('对方已收到')).toBeNull())
  })

  it('is tested with the address that is stored where none is typed, and says what is wrong at its field', async () => {
    answer = { status: 400, code: 400, msg: '参数有误', data: { fields: { url: '不允许内网地址' } } }
    const { dialog, press } = await open('/alarmConfig/channel/6')
    press()
    await dialog.findByText('不允许内网地址')
    expect(tests()).toMatchObject([{ path: 'alarmChannel/6/test', body: { kind: 1, url: '', secret: '' } }])
  })
})
