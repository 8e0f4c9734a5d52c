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
const fan = (given: object = {}) =>
  nodeRow(SWITCH, 1, { alias: '排风扇', unitname: '', registertype: 1, node_script: null, ...given })
const dialog = (name: RegExp) => screen.findByRole('dialog', { name })
const asked = (path: string) => platform.sent.filter((call) => call.path === path)
const open = (query: string, keys: string[] | null = null) => openMonitor(`/monitor/data?area=3&${query}`, keys)

/** Confirms the dialog's question. */
const confirmed = async (action: string) => {
  const asking = await screen.findByRole('dialog', { name: new RegExp(`^${action}“.*”？$`) })
  fireEvent.click(within(asking).getByRole('button', { name: `确认${action}` }))
}

describe('device switch', () => {
  const thrown = async (given: object = {}) => {
    platform.devices = [deviceRow(1, { nodestatelist: [fan(given)] })]
    await open('open=data&of=1&tab=switch')
    return within(await screen.findByRole('region', { name: '开关' }))
  }

  it('shows the new state immediately, is busy until confirmed, and then follows the device’s reports', async () => {
    let answer: () => void = () => {}
    platform.answers.set('godbSetDeviceNodeValue', () => new Promise<void>((resolve) => (answer = resolve)))
    const shown = await thrown()
    const control = shown.getByRole('switch', { name: '排风扇' })
    expect(control.getAttribute('aria-checked')).toBe('true')
    fireEvent.click(control)
    await confirmed('关闭')
    await waitFor(() => expect(control.getAttribute('aria-busy')).toBe('true'))
    expect(control.getAttribute('aria-checked')).toBe('false')
    fireEvent.click(control)
    answer()
    expect(await shown.findByText(/^操作成功/)).toBeTruthy()
    expect(control.getAttribute('aria-busy')).toBe('false')
    expect(control.getAttribute('aria-checked')).toBe('false')
    expect(asked('godbSetDeviceNodeValue').map(({ body }) => body)).toEqual([
      { deviceid: 1, nodemapid: SWITCH, value: 0 },
    ])
    // From then on the control shows what the device reports.
    ;(await feedOf('186900001')).say({ sn: '186900001', deviceid: 1, t: Date.now() + 1000, values: { [SWITCH]: 1 } })
    await waitFor(() => expect(control.getAttribute('aria-checked')).toBe('true'))
  })

  it('is a button without a state if no value was reported, and can be switched on', async () => {
    platform.answers.set('godbSetDeviceNodeValue', () => null)
    const shown = await thrown({ lastdata: null })
    expect(shown.queryByRole('switch')).toBeNull()
    fireEvent.click(shown.getByRole('button', { name: '排风扇' }))
    await confirmed('打开')
    await waitFor(() => expect(shown.getByRole('switch', { name: '排风扇' }).getAttribute('aria-checked')).toBe('true'))
  })

  it('is a button named after its action on a phone, and offers the opposite action afterwards', async () => {
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: query.includes('max-width'),
      addEventListener: () => {},
      removeEventListener: () => {},
    }))
    platform.answers.set('godbSetDeviceNodeValue', () => null)
    const shown = await thrown()
    const button = shown.getByRole('button', { name: '关闭… 排风扇' })
    expect(button.textContent).toBe('关闭…')
    fireEvent.click(button)
    await confirmed('关闭')
    expect(await shown.findByRole('button', { name: '打开… 排风扇' })).toBeTruthy()
    expect(shown.queryByRole('switch')).toBeNull()
    expect(asked('godbSetDeviceNodeValue').map(({ body }) => body)).toEqual([
      { deviceid: 1, nodemapid: SWITCH, value: 0 },
    ])
  })

  it('reverts with the server’s message when the command is rejected', async () => {
    platform.answers.set('godbSetDeviceNodeValue', () => new Refused(503, '设备没有下行通道'))
    const shown = await thrown()
    fireEvent.click(shown.getByRole('switch', { name: '排风扇' }))
    await confirmed('关闭')
    expect((await shown.findByRole('alert')).textContent).toBe('设备没有下行通道')
    expect(shown.getByRole('switch', { name: '排风扇' }).getAttribute('aria-checked')).toBe('true')
  })

  it('asks for confirmation with device, node, change and last command, and sends nothing when cancelled', async () => {
    platform.answers.set('capabilities', () => ({ extensions: ['control'] }))
    platform.answers.set('godbSetDeviceNodeValue', () => null)
    platform.answers.set(`lastcommand/1/${SWITCH}`, () => ({
      asked_at: Date.parse('2026-03-04T05:06:07Z'),
      asked_by: '张三',
      from: 0,
      to: 1,
      outcome: 'confirmed',
      ended_at: Date.parse('2026-03-04T05:06:09.500Z'),
      reported: 1,
    }))
    platform.devices = [deviceRow(1, { nodestatelist: [fan()] })]
    await open('')
    const card = within(await screen.findByRole('article', { name: '空气微站 1' }))
    fireEvent.click(card.getByRole('switch', { name: '排风扇' }))
    const asking = within(await dialog(/^关闭“排风扇”？/))
    expect(await asking.findByText(/张三/)).toBeTruthy()
    const facts = asking.getAllByRole('definition').map(({ textContent }) => textContent)
    expect(facts).toEqual([
      '空气微站 1',
      '排风扇',
      '开 → 关',
      expect.stringMatching(/^2026-03-04 \d\d:06:07，张三，关 → 开2\.5 秒后确认$/),
    ])
    fireEvent.click(asking.getByRole('button', { name: '取消' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(asked('godbSetDeviceNodeValue')).toEqual([])
    expect(card.getByRole('switch').getAttribute('aria-checked')).toBe('true')
    fireEvent.click(card.getByRole('switch', { name: '排风扇' }))
    await confirmed('关闭')
    await waitFor(() =>
      expect(asked('godbSetDeviceNodeValue').map(({ body }) => body)).toEqual([
        { deviceid: 1, nodemapid: SWITCH, value: 0 },
      ]),
    )
  })

  it('shows no last command without the control extension', async () => {
    platform.devices = [
      deviceRow(1, {
        nodestatelist: [fan({ lastdata: { historydata: 0, insertdate: Date.now(), nodemapid: SWITCH } })],
      }),
    ]
    await open('')
    fireEvent.click(
      within(await screen.findByRole('article', { name: '空气微站 1' })).getByRole('switch', { name: '排风扇' }),
    )
    const asking = within(await dialog(/^打开“排风扇”？/))
    await waitFor(() =>
      expect(asking.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
        '空气微站 1',
        '排风扇',
        '关 → 开',
        '—',
      ]),
    )
    expect(asked(`lastcommand/1/${SWITCH}`)).toEqual([])
  })

  it('shows the state with a lock without permission to control', async () => {
    platform.answers.set('capabilities', () => ({ extensions: ['control'] }))
    platform.devices = [deviceRow(1, { nodestatelist: [fan()] })]
    await open('', ['2-1'])
    const card = within(await screen.findByRole('article', { name: '空气微站 1' }))
    expect(await card.findByRole('img', { name: '只读：您没有“控制”权限' })).toBeTruthy()
    expect(card.getByText('开')).toBeTruthy()
    expect(card.queryByRole('switch')).toBeNull()
  })

  it.each([
    ['by the control permission, with the control extension', ['control'], ['2-1-1']],
    ['by the page permission, without the control extension', [], ['2-1']],
  ] as const)('can be operated if permitted: %s', async (_words, extensions, keys) => {
    platform.answers.set('capabilities', () => ({ extensions }))
    platform.devices = [deviceRow(1, { nodestatelist: [fan()] })]
    await open('', [...keys])
    expect(
      await within(await screen.findByRole('article', { name: '空气微站 1' })).findByRole('switch', { name: '排风扇' }),
    ).toBeTruthy()
  })

  it('is read-only for register type 2', async () => {
    const shown = await thrown({ registertype: 2 })
    expect(shown.getByRole('img', { name: '只读' })).toBeTruthy()
    expect(shown.queryByRole('switch')).toBeNull()
  })

  it('can be operated on cards of the list, but not for a disabled device', async () => {
    platform.answers.set('godbSetDeviceNodeValue', () => null)
    platform.devices = [
      deviceRow(1, { nodestatelist: [fan()] }),
      deviceRow(2, { control_state: 1, nodestatelist: [fan()] }),
    ]
    await open('')
    const [mine, disabled] = await Promise.all(
      ['空气微站 1', '空气微站 2'].map((name) => screen.findByRole('article', { name })),
    )
    if (!mine || !disabled) throw new Error('no cards')
    fireEvent.click(within(mine).getByRole('switch', { name: '排风扇' }))
    await confirmed('关闭')
    await waitFor(() => expect(within(mine).getByRole('switch').getAttribute('aria-checked')).toBe('false'))
    expect((within(disabled).getByRole('switch') as HTMLButtonElement).disabled).toBe(true)
    expect(await screen.findByText('操作成功')).toBeTruthy()
  })

  it('reverts on a card of the list when rejected, with the server’s message in a toast', async () => {
    platform.answers.set('godbSetDeviceNodeValue', () => new Refused(400, '设备不在线'))
    platform.devices = [deviceRow(1, { nodestatelist: [fan()] })]
    await open('')
    const card = within(await screen.findByRole('article', { name: '空气微站 1' }))
    fireEvent.click(card.getByRole('switch', { name: '排风扇' }))
    await confirmed('关闭')
    const toast = await waitFor(
      () => document.querySelector('[data-type=error]') ?? Promise.reject(new Error('no toast')),
    )
    expect(toast.textContent).toBe('设备不在线')
    expect(card.getByRole('switch').getAttribute('aria-checked')).toBe('true')
  })
})

describe('dialog for setting a value', () => {
  const opened = async () => {
    await open('open=data&of=1')
    fireEvent.click(await screen.findByRole('button', { name: '设置 节点 41' }))
    return within(await dialog(/^设置 节点 41/))
  }
  const type = (shown: Awaited<ReturnType<typeof opened>>, text: string) =>
    fireEvent.change(shown.getByRole('textbox'), { target: { value: text } })

  it('accepts only numbers within the node’s range', async () => {
    const shown = await opened()
    for (const [text, problem] of [
      ['-1', '不能小于 0'],
      ['501', '不能大于 500'],
      ['abc', '请输入数字'],
      ['1,5', '请输入数字'],
    ] as const) {
      type(shown, text)
      expect(shown.getByRole('alert').textContent).toBe(problem)
      fireEvent.click(shown.getByRole('button', { name: '确认设置' }))
    }
    type(shown, '')
    fireEvent.click(shown.getByRole('button', { name: '确认设置' }))
    expect(shown.getByRole('alert').textContent).toBe('请输入一个数')
    expect(asked('godbSetDeviceNodeValue')).toEqual([])
  })

  it('previews the change, sends the raw value and reports success', async () => {
    platform.answers.set('godbSetDeviceNodeValue', () => null)
    const shown = await opened()
    expect(shown.getByText('原始值（设备存储的值）')).toBeTruthy()
    type(shown, '１２０')
    expect(
      shown
        .getAllByRole('definition')
        .map(({ textContent }) => textContent)
        .slice(0, 2),
    ).toEqual(['空气微站 1', '35.0 µg/m³ → 12.0 µg/m³'])
    fireEvent.click(shown.getByRole('button', { name: '确认设置' }))
    expect(await screen.findByText(/^操作成功/)).toBeTruthy()
    expect(asked('godbSetDeviceNodeValue').map(({ body }) => body)).toEqual([
      { deviceid: 1, nodemapid: 41, value: 120 },
    ])
    expect(screen.queryByRole('dialog', { name: /^设置/ })).toBeNull()
  })

  it('keeps the input when the server rejects it', async () => {
    platform.answers.set('godbSetDeviceNodeValue', () => new Refused(400, '不能大于 100'))
    const shown = await opened()
    type(shown, '120')
    fireEvent.click(shown.getByRole('button', { name: '确认设置' }))
    expect(await shown.findByText('不能大于 100')).toBeTruthy()
    expect((shown.getByRole('textbox') as HTMLInputElement).value).toBe('120')
  })

  it('opens from the card’s menu and offers every writable node', async () => {
    platform.answers.set('godbSetDeviceNodeValue', () => null)
    platform.devices = [
      deviceRow(1, { nodestatelist: [nodeRow(41, 350), fan(), nodeRow(42, 7, { node_script: null })] }),
      deviceRow(2, { nodestatelist: [fan()] }),
    ]
    const { location } = await open('')
    const menuOf = async (name: string) => {
      fireEvent.click(await screen.findByRole('button', { name: `${name} 的更多操作` }))
      return within(screen.getByRole('menu'))
    }
    expect((await menuOf('空气微站 2')).queryByRole('menuitem', { name: '设定值' })).toBeNull()
    fireEvent.keyDown(screen.getByRole('menu'), { key: 'Escape' })
    fireEvent.click((await menuOf('空气微站 1')).getByRole('menuitem', { name: '设定值' }))
    await waitFor(() => expect(location).toEqual({ pathname: '/device/1', search: '?open=set' }))
    fireEvent.change(within(await dialog(/^设置 节点 41/)).getByRole('combobox', { name: '节点' }), {
      target: { value: '42' },
    })
    const shown = within(await dialog(/^设置 节点 42/))
    type(shown, '9')
    fireEvent.click(shown.getByRole('button', { name: '确认设置' }))
    expect(await screen.findByText('操作成功')).toBeTruthy()
    expect(asked('godbSetDeviceNodeValue').map(({ body }) => body)).toEqual([{ deviceid: 1, nodemapid: 42, value: 9 }])
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('is offered only for nodes of register type 3, and not for a disabled device', async () => {
    const nodestatelist = [nodeRow(41, 1), nodeRow(42, 1, { registertype: 4 })]
    platform.devices = [deviceRow(1, { nodestatelist })]
    const { unmount } = await open('open=data&of=1')
    await screen.findByRole('button', { name: '设置 节点 41' })
    expect(screen.queryByRole('button', { name: '设置 节点 42' })).toBeNull()
    unmount()
    platform.devices = [deviceRow(1, { control_state: 1, nodestatelist })]
    await open('open=data&of=1')
    await screen.findByRole('heading', { level: 1, name: '空气微站 1' })
    expect(screen.queryByRole('button', { name: /^设置/ })).toBeNull()
  })

  describe('on a platform with read-back', () => {
    const story = (given: object = {}) => ({
      asked_at: Date.now(),
      asked_by: 'u',
      from: 350,
      to: 120,
      outcome: null,
      ended_at: null,
      reported: null,
      result: null,
      within: 60_000,
      ...given,
    })
    const sending = async () => {
      platform.answers.set('capabilities', () => ({ name: 'x', version: '1', extensions: ['control', 'read-back'] }))
      platform.answers.set('godbSetDeviceNodeValue', () => null)
      let told = story()
      platform.answers.set('lastcommand/1/41', () => told)
      const shown = await opened()
      type(shown, '120')
      fireEvent.click(shown.getByRole('button', { name: '确认设置' }))
      await shown.findByText('已下发，等待设备上报，最多 1 分钟')
      expect(shown.queryByRole('button', { name: '再次设置' })?.hasAttribute('disabled')).toBe(true)
      return { shown, tell: (given: object) => (told = story(given)) }
    }

    it('waits until the device confirms the value', async () => {
      const { shown, tell } = await sending()
      tell({ outcome: 'confirmed', result: 'confirmed', reported: 120 })
      expect(await shown.findByText('已确认')).toBeTruthy()
      fireEvent.click(shown.getByText('关闭'))
      await waitFor(() => expect(screen.queryByRole('dialog', { name: /^设置/ })).toBeNull())
    })

    it.each([
      ['不一致，设备上报 35.0 µg/m³', { result: 'different', outcome: 'unconfirmed', reported: 350 }],
      ['超时，设备没有上报', { result: 'timed_out', outcome: 'unconfirmed' }],
      ['之后已有人另行设定', { to: 7 }],
    ])('shows "%s" and keeps the input', async (words, given) => {
      const { shown, tell } = await sending()
      tell(given)
      expect(await shown.findByText(words)).toBeTruthy()
      expect((shown.getByRole('textbox') as HTMLInputElement).value).toBe('120')
      expect(shown.getByRole('button', { name: '再次设置' }).hasAttribute('disabled')).toBe(false)
    })
  })
})
