// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeSocket, feedOf } from './fakeSocket.ts'
import { deviceRow, nodeRow, openMonitor, Refused, startLivePlatform, type LivePlatform } from './monitorWorld.tsx'

let platform: LivePlatform
beforeEach(() => {
  platform = startLivePlatform()
  localStorage.setItem('token', 't')
  localStorage.setItem('login', '1')
  FakeSocket.open.length = 0
  vi.stubGlobal('WebSocket', FakeSocket)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const SWITCH = 50
const fan = (given: object = {}) => nodeRow(SWITCH, 1, { alias: '排风扇', unitname: '', registertype: 1, node_script: null, ...given })
const dialog = (name: RegExp) => screen.findByRole('dialog', { name })
const asked = (path: string) => platform.sent.filter((call) => call.path === path)
const open = (query: string, keys: string[] | null = null) => openMonitor(`/monitor/data?area=3&${query}`, keys)

describe('a switch', () => {
  const thrown = async (given: object = {}) => {
    platform.devices = [deviceRow(1, { nodestatelist: [fan(given)] })]
    await open('open=data&of=1&tab=switch')
    return within(await dialog(/实时数据/))
  }

  it('goes where it is sent at once, waits, and is confirmed', async () => {
    let answer: () => void = () => {}
    platform.answers.set('godbSetDeviceNodeValue', () => new Promise<void>((resolve) => (answer = resolve)))
    const shown = await thrown()
    const control = shown.getByRole('switch', { name: '排风扇' })
    expect(control.getAttribute('aria-checked')).toBe('true')
    fireEvent.click(control)
    await waitFor(() => expect(control.getAttribute('aria-busy')).toBe('true'))
    expect(control.getAttribute('aria-checked')).toBe('false')
    fireEvent.click(control)
    answer()
    expect(await shown.findByText(/^操作成功/)).toBeTruthy()
    expect(control.getAttribute('aria-busy')).toBe('false')
    expect(control.getAttribute('aria-checked')).toBe('false')
    expect(asked('godbSetDeviceNodeValue').map(({ body }) => body)).toEqual([{ deviceid: 1, nodemapid: SWITCH, value: 0 }])
    // What the device reports counts from then on.
    ;(await feedOf('186900001')).say({ sn: '186900001', deviceid: 1, t: Date.now() + 1000, values: { [SWITCH]: 1 } })
    await waitFor(() => expect(control.getAttribute('aria-checked')).toBe('true'))
  })

  it('goes back where the platform refuses, with its sentence', async () => {
    platform.answers.set('godbSetDeviceNodeValue', () => new Refused(503, '设备没有下行通道'))
    const shown = await thrown()
    fireEvent.click(shown.getByRole('switch', { name: '排风扇' }))
    expect((await shown.findByRole('alert')).textContent).toBe('设备没有下行通道')
    expect(shown.getByRole('switch', { name: '排风扇' }).getAttribute('aria-checked')).toBe('true')
  })

  it('is only read where it is of type 2, and not turned where the device is disabled', async () => {
    const shown = await thrown({ registertype: 2 })
    expect(shown.getByRole('img', { name: '只读' })).toBeTruthy()
    expect(shown.queryByRole('switch')).toBeNull()
  })

  it('can be turned in the list too', async () => {
    platform.answers.set('godbSetDeviceNodeValue', () => null)
    platform.devices = [deviceRow(1, { nodestatelist: [fan()] }), deviceRow(2, { control_state: 1, nodestatelist: [fan()] })]
    await open('')
    const [mine, disabled] = await Promise.all(['空气微站 1', '空气微站 2'].map((name) => screen.findByRole('article', { name })))
    if (!mine || !disabled) throw new Error('no cards')
    fireEvent.click(within(mine).getByRole('switch', { name: '排风扇' }))
    await waitFor(() => expect(within(mine).getByRole('switch').getAttribute('aria-checked')).toBe('false'))
    expect((within(disabled).getByRole('switch') as HTMLButtonElement).disabled).toBe(true)
    expect(await screen.findByText('操作成功')).toBeTruthy()
  })

  it('in the list goes back where the platform refuses, and a toast has its sentence', async () => {
    platform.answers.set('godbSetDeviceNodeValue', () => new Refused(400, '设备不在线'))
    platform.devices = [deviceRow(1, { nodestatelist: [fan()] })]
    await open('')
    const card = within(await screen.findByRole('article', { name: '空气微站 1' }))
    fireEvent.click(card.getByRole('switch', { name: '排风扇' }))
    const toast = await waitFor(() => document.querySelector('.shell-toast--error') ?? Promise.reject(new Error('no toast')))
    expect(toast.textContent).toBe('设备不在线')
    expect(card.getByRole('switch').getAttribute('aria-checked')).toBe('true')
  })
})

describe('setting a value', () => {
  const opened = async () => {
    await open('open=data&of=1')
    fireEvent.click(within(await dialog(/实时数据/)).getByRole('button', { name: '设置 节点 41' }))
    return within(await dialog(/^设置 节点 41/))
  }
  const type = (shown: Awaited<ReturnType<typeof opened>>, text: string) => fireEvent.change(shown.getByRole('textbox'), { target: { value: text } })

  it('takes numbers within the node’s ends alone', async () => {
    const shown = await opened()
    for (const [text, problem] of [['-1', '不能小于 0'], ['501', '不能大于 500'], ['abc', '请输入数字'], ['1,5', '请输入数字']] as const) {
      type(shown, text)
      expect(shown.getByRole('alert').textContent).toBe(problem)
      fireEvent.click(shown.getByRole('button', { name: '下一步' }))
    }
    type(shown, '')
    fireEvent.click(shown.getByRole('button', { name: '下一步' }))
    expect(shown.getByRole('alert').textContent).toBe('请输入一个数')
    expect(asked('godbSetDeviceNodeValue')).toEqual([])
  })

  it('sets the raw value, says how the script shows it, asks once more, and says that it was taken', async () => {
    platform.answers.set('godbSetDeviceNodeValue', () => null)
    const shown = await opened()
    expect(shown.getByText('原始值（设备存储的值）')).toBeTruthy()
    type(shown, '１２０')
    expect(shown.getByText('经脚本换算后显示为 12.0 µg/m³')).toBeTruthy()
    fireEvent.click(shown.getByRole('button', { name: '下一步' }))
    expect(shown.getByRole('alert').textContent).toBe('把 空气微站 1 的“节点 41”设为 120（当前 350）？')
    expect(asked('godbSetDeviceNodeValue')).toEqual([])
    fireEvent.click(shown.getByRole('button', { name: '确认设置' }))
    expect(await screen.findByText(/^操作成功/)).toBeTruthy()
    expect(asked('godbSetDeviceNodeValue').map(({ body }) => body)).toEqual([{ deviceid: 1, nodemapid: 41, value: 120 }])
    expect(screen.queryByRole('dialog', { name: /^设置/ })).toBeNull()
  })

  it('keeps what was typed where the platform refuses', async () => {
    platform.answers.set('godbSetDeviceNodeValue', () => new Refused(400, '不能大于 100'))
    const shown = await opened()
    type(shown, '120')
    fireEvent.click(shown.getByRole('button', { name: '下一步' }))
    fireEvent.click(shown.getByRole('button', { name: '确认设置' }))
    expect(await shown.findByText('不能大于 100')).toBeTruthy()
    fireEvent.click(shown.getByRole('button', { name: '返回修改' }))
    expect((shown.getByRole('textbox') as HTMLInputElement).value).toBe('120')
  })

  it('is offered for type 3 alone, and not for a disabled device', async () => {
    platform.devices = [deviceRow(1, { control_state: 1, nodestatelist: [nodeRow(41, 1)] }), deviceRow(2, { nodestatelist: [nodeRow(41, 1, { registertype: 4 })] })]
    await open('open=data&of=1')
    expect(within(await dialog(/实时数据/)).getByText('设备已停用，不接受控制')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^设置/ })).toBeNull()
  })
})
