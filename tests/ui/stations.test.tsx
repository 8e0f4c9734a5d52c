// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { openScreen } from './crudWorld.tsx'
import { device, openDialog, startDevices, type DeviceWorld } from './deviceWorld.tsx'

const state = {
  mn: 'A110000_0001',
  port: 2120,
  version: 2017,
  has_pw: 1,
  has_key: 0,
  session: {
    up: 1,
    since: 1_795_264_170_521,
    address: '10.0.0.7',
    version: 2017,
    st: '22',
    last_at: 1_795_264_170_521,
    frames: 3,
  },
  unmapped: ['a05024'],
  states: [],
}
const command = {
  id: 4,
  cn: 1062,
  params: { RtdInterval: '60' },
  asked_at: 1_795_264_170_521,
  asked_by: '张工',
  outcome: 'timeout',
  ended_at: 1_795_264_190_521,
  answer: { qnRtn: null, exeRtn: null, values: [] },
}
const hour = {
  t: 1_795_262_400_000,
  factor: 'a34004',
  min: 30,
  avg: 35,
  max: 40,
  cou: null,
  flag: 'N',
  nodemapid: 1,
  own: 42,
  differs: 1,
}
const knock = {
  mn: 'STRANGER_01',
  reason: 'unknown',
  st: '22',
  version: 2025,
  address: '10.0.0.9',
  factors: ['a34004'],
  frame: 'QN=1;PW=******;CP=&&&&',
  first_at: 1,
  last_at: 1_795_264_170_521,
  times: 7,
  device: null,
  models: [{ id: 1, name: '空气微站 A3', matched: 1, of: 3 }],
}

let world: DeviceWorld
let knocked: object[]
/** Requests to the platform besides records, with their bodies. */
const asked: { method: string; path: string; body: unknown }[] = []
beforeEach(() => {
  asked.length = 0
  knocked = [knock]
  world = startDevices()
  world.answers['capabilities'] = { extensions: ['credential', 'hj212'] }
  const say = (data: unknown) => ({ status: 200, code: 0, msg: '', data })
  world.platform.refuse = (sent) => {
    const { method, path, body } = sent
    if (/hj212/.test(path)) {
      asked.push({ method, path, body })
      if (path.startsWith('hj212knocks')) return say(method === 'GET' ? knocked : method === 'POST' ? { id: 9 } : null)
      if (path.includes('/commands')) return say(method === 'GET' ? [command] : { id: 5 })
      return say(path.includes('/reported') ? [hour] : method === 'GET' ? state : null)
    }
    return world.usual(sent)
  }
})

describe('HJ 212 tab of a device', () => {
  it('shows connection, factors without a node, command results and deviating means', async () => {
    const { dialog } = await openDialog('/manage/device/7/detail#hj212')
    expect(await within(dialog).findByText('已连接')).toBeTruthy()
    expect(within(dialog).getByText(/没有对应节点的因子：a05024/)).toBeTruthy()
    expect(await within(dialog).findByText('站点无应答')).toBeTruthy()
    expect(await within(dialog).findByText(/相差超过 5 %/)).toBeTruthy()
  })

  it('saves the entered password and omits the unchanged key', async () => {
    const { dialog } = await openDialog('/manage/device/7/detail#hj212')
    fireEvent.change(await within(dialog).findByLabelText('密码'), { target: { value: '654321' } })
    fireEvent.click(within(dialog).getByRole('button', { name: '保存' }))
    await waitFor(() =>
      expect(asked.find(({ method }) => method === 'PUT')).toMatchObject({
        path: 'godbDevice/7/hj212',
        body: { pw: '654321', version: 2017 },
      }),
    )
    expect(asked.find(({ method }) => method === 'PUT')?.body).not.toHaveProperty('key')
  })

  it('keeps the input across tabs and asks before discarding it', async () => {
    const { dialog } = await openDialog('/manage/device/7/detail#hj212')
    fireEvent.change(await within(dialog).findByLabelText('密码'), { target: { value: '654321' } })
    fireEvent.click(within(dialog).getByRole('tab', { name: '上报凭证' }))
    await waitFor(() => expect(within(dialog).queryByLabelText('密码')).toBeNull())
    fireEvent.click(within(dialog).getByRole('tab', { name: 'HJ 212' }))
    expect(await within(dialog).findByLabelText('密码')).toHaveProperty('value', '654321')
    fireEvent.click(within(dialog).getByRole('button', { name: '关闭' }))
    expect(await screen.findByRole('alertdialog', { name: '放弃未保存的修改？' })).toBeTruthy()
  })

  it('sends a command with its parameters', async () => {
    const { dialog } = await openDialog('/manage/device/7/detail#hj212')
    fireEvent.change(await within(dialog).findByLabelText('命令'), { target: { value: '1062' } })
    fireEvent.change(within(dialog).getByLabelText('RtdInterval'), { target: { value: '30' } })
    fireEvent.click(within(dialog).getByRole('button', { name: '发送' }))
    await waitFor(() =>
      expect(asked.find(({ method }) => method === 'POST')).toMatchObject({
        path: 'hj212/7/commands',
        body: { cn: '1062', params: { RtdInterval: '30' } },
      }),
    )
  })

  it('keeps command parameters across tabs and asks before closing or another command discards them', async () => {
    const { dialog } = await openDialog('/manage/device/7/detail#hj212')
    const choice = await within(dialog).findByLabelText('命令')
    fireEvent.change(choice, { target: { value: '1062' } })
    fireEvent.change(within(dialog).getByLabelText('RtdInterval'), { target: { value: '30' } })
    fireEvent.click(within(dialog).getByRole('tab', { name: '上报凭证' }))
    await waitFor(() => expect(within(dialog).queryByLabelText('RtdInterval')).toBeNull())
    fireEvent.click(within(dialog).getByRole('tab', { name: 'HJ 212' }))
    expect(await within(dialog).findByLabelText('RtdInterval')).toHaveProperty('value', '30')
    const question = () => screen.findByRole('alertdialog', { name: '放弃未保存的修改？' })
    fireEvent.click(within(dialog).getByRole('button', { name: '关闭' }))
    fireEvent.click(within(await question()).getByRole('button', { name: '取消' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    fireEvent.change(within(dialog).getByLabelText('命令'), { target: { value: '1064' } })
    const asking = await question()
    expect(within(dialog).getByLabelText('RtdInterval')).toHaveProperty('value', '30')
    fireEvent.click(within(asking).getByRole('button', { name: '放弃修改' }))
    expect(await within(dialog).findByLabelText('MinInterval')).toHaveProperty('value', '')
    // The form holds no unsaved input any more.
    fireEvent.change(within(dialog).getByLabelText('命令'), { target: { value: '1011' } })
    expect(await within(dialog).findByLabelText('PolId')).toBeTruthy()
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  it('is absent when the platform lacks the hj212 extension', async () => {
    world.answers['capabilities'] = { extensions: ['credential'] }
    const { dialog } = await openDialog('/manage/device/7/detail#hj212')
    await within(dialog).findByRole('tab', { name: '上报凭证' })
    expect(within(dialog).queryByRole('tab', { name: 'HJ 212' })).toBeNull()
    expect(asked).toEqual([])
  })
})

describe('dialog of unknown stations', () => {
  it('shows rejected messages of unidentified senders with reason and first bytes', async () => {
    world.answers['capabilities'] = { extensions: ['hj212', 'refused-messages'] }
    world.answers['refusedmessages'] = [
      {
        source: 'hj212',
        peer: '10.0.0.9',
        reason: 'error.refused.garbage',
        msg: '不是 HJ 212 数据帧',
        bytes: 'GET / HTTP/1.1',
        times: 12,
        first_at: 1,
        last_at: 1_795_264_170_521,
      },
    ]
    await openScreen(device, '/manage/device/knocks', { keys: null })
    const box = await screen.findByRole('region', { name: '被拒收的报文' })
    expect(within(box).getByText('不是 HJ 212 数据帧')).toBeTruthy()
    expect(within(box).getByText(/HJ 212 · 10\.0\.0\.9 · 12 次/)).toBeTruthy()
    expect(within(box).getByText('GET / HTTP/1.1')).toBeTruthy()
  })

  it('lists a station to the super administrator, prefills the name of its device and removes it', async () => {
    await openScreen(device, '/manage/device/knocks', { keys: null })
    const row = await screen.findByRole('article', { name: 'STRANGER_01' })
    expect(within(row).getByText('MN 未登记')).toBeTruthy()
    expect(within(row).getByText(/7 次/)).toBeTruthy()
    fireEvent.click(within(row).getByRole('button', { name: '生成设备' }))
    const name = await within(row).findByLabelText('设备名称')
    expect(name).toHaveProperty('value', 'STRANGER-01')
    expect(document.activeElement).toBe(name)
    fireEvent.click(within(row).getByRole('button', { name: '取消' }))
    fireEvent.click(within(row).getByRole('button', { name: '移除' }))
    await waitFor(() => expect(asked.find(({ method }) => method === 'DELETE')?.path).toBe('hj212knocks/STRANGER_01'))
  })

  it('creates a device for a station with the model that fits its factors', async () => {
    world.platform.rows.set('godbDevicetype', [{ id: 1, name: '空气微站 A3' }])
    world.platform.rows.set('godbDistrict', [{ id: 4, name: '长安区', superid: 1 }])
    await openScreen(device, '/manage/device/knocks', { keys: null })
    const row = within(await screen.findByRole('article', { name: 'STRANGER_01' }))
    fireEvent.click(row.getByRole('button', { name: '生成设备' }))
    const model = await row.findByRole<HTMLInputElement>('combobox', { name: '产品型号' })
    await waitFor(() => expect(model.value).toBe('空气微站 A3'))
    fireEvent.mouseDown(row.getByRole('combobox', { name: '所属区域' }))
    fireEvent.click(await screen.findByRole('option', { name: '长安区' }))
    fireEvent.change(row.getByLabelText('密码'), { target: { value: '654321' } })
    fireEvent.click(row.getByRole('button', { name: '生成设备' }))
    await waitFor(() =>
      expect(asked.find(({ method }) => method === 'POST')).toEqual({
        method: 'POST',
        path: 'hj212knocks/STRANGER_01/device',
        body: { name: 'STRANGER-01', district_id: 4, devicetype_id: 1, pw: '654321' },
      }),
    )
  })

  it('keeps a station with an open form when it leaves the list and asks before discarding the input', async () => {
    knocked = [knock, { ...knock, mn: 'STRANGER_02' }]
    await openScreen(device, '/manage/device/knocks', { keys: null })
    const row = await screen.findByRole('article', { name: 'STRANGER_01' })
    fireEvent.click(within(row).getByRole('button', { name: '生成设备' }))
    fireEvent.change(await within(row).findByLabelText('设备名称'), { target: { value: '东门站' } })
    knocked = []
    fireEvent.click(within(screen.getByRole('article', { name: 'STRANGER_02' })).getByRole('button', { name: '移除' }))
    await waitFor(() => expect(screen.queryByRole('article', { name: 'STRANGER_02' })).toBeNull())
    expect(within(row).getByLabelText('设备名称')).toHaveProperty('value', '东门站')
    fireEvent.click(within(screen.getByRole('dialog')).getAllByRole('button', { name: '关闭' })[0] ?? document.body)
    expect(await screen.findByRole('alertdialog', { name: '放弃未保存的修改？' })).toBeTruthy()
  })
})
