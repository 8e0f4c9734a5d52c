// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetCapabilities } from '../../authProvider/capabilities.ts'
import { resourceOf } from '../../resources/index.ts'
import type { Values } from '../../resources/kit/validate.ts'
import { deviceLines, foundDevices } from '../../src/entities/device/tree/deviceLines.ts'
import { formatDocument } from '../../src/entities/north/Document.tsx'
import { openScreen, sample, startPlatform, type FakePlatform } from './crudWorld.tsx'
import { findRow } from './rows.ts'

const northinterface = resourceOf('pushService/northinterface')
const format = resourceOf('pushService/protocolFormat')
let platform: FakePlatform
/** Bodies and paths of the calls that are not CRUD. */
let extra: { path: string; body: Values }[]
let state: Values | null
let preview: () => Response
/** What the platform announces about the push service. */
let announced: string[]

/** Requests a push. The interface and its last result are loaded by calls of their own. */
async function push() {
  const button = () => screen.getByRole<HTMLButtonElement>('button', { name: '立即推送' })
  await waitFor(() => expect(button().disabled).toBe(false))
  fireEvent.click(button())
}
const ok = (data: unknown) => new Response(JSON.stringify({ code: 0, msg: '', data }))
const row = (id: number, super_id: number, name: string): Values => ({
  id,
  info_id: 7,
  super_id,
  key_type: 1,
  key_name_type: 1,
  key_name_value: name,
  key_value_type: 1,
  key_value_value: '-',
  project_id: 1,
})

// Loaded when a dialog opens; loaded here, so that it does not count towards a test's time.
beforeAll(() =>
  Promise.all([
    import('../../src/entities/north/PushDialog.tsx'),
    import('../../src/entities/north/FormatRowsDialog.tsx'),
  ]),
)
beforeEach(() => {
  platform = startPlatform()
  extra = []
  announced = ['northstate', 'northpreview', 'northpush']
  forgetCapabilities()
  state = {
    interface_id: 7,
    last_at: 1_700_000_000_000,
    last_ok: 0,
    last_result: '对方拒绝：500',
    failures: 3,
    next_at: 1_700_000_060_000,
  }
  preview = () => ok({ type: 'application/json', devices: 2, body: '{"a":1}' })
  platform.rows.set('godbProject', [{ id: 1, name: '项目一' }])
  platform.rows.set('godbDistrict', [{ id: 4, name: '长安区', superid: 1, project_id: 1 }])
  platform.rows.set('godbDevice', [
    { id: 11, name: '甲站', district_id: 4, project_id: 1 },
    { id: 12, name: '乙站', district_id: 4, project_id: 1 },
  ])
  platform.rows.set('godbNorthDataList', [row(1, 0, 'data'), row(2, 1, 'inner'), row(3, 2, 'leaf'), row(4, 0, 'tail')])
  const plain = globalThis.fetch
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const path = new URL(url, 'http://platform').pathname.replace('/v1/', '')
    if (path === 'capabilities') return ok({ extensions: announced })
    if (!/^north(state|preview|push|frames|formatpreview)\//.test(path)) return plain(url, init)
    extra.push({ path, body: init.body ? (JSON.parse(String(init.body)) as Values) : {} })
    if (path.startsWith('northstate')) return ok(state)
    if (path.startsWith('northframes'))
      return ok({
        up: 1,
        since: 1_700_000_000_000,
        waiting: { 2051: 3, 2061: 1, 2031: 0 },
        dropped: 2,
        frames: [{ t: 1_700_000_000_000, out: 1, text: 'QN=1;CN=2061' }],
      })
    return path.startsWith('northpush') ? ok(null) : preview()
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

describe('push interface', () => {
  it('is started and stopped with a switch in the list', async () => {
    platform.rows.set('godbNorthInterface', [
      { ...sample(northinterface), name: '接口一', is_stop: 0, last_result: '12:00 失败', last_ok: 0 },
    ])
    await openScreen(northinterface, '/pushService/northinterface')
    await screen.findByText('失败')
    const runs = screen.getByRole<HTMLInputElement>('switch', { name: '运行: 接口一' })
    expect(runs.checked).toBe(true)
    fireEvent.click(runs)
    await waitFor(() => expect(platform.sent.find(({ method }) => method === 'PUT')?.body).toEqual({ is_stop: 1 }))
  })

  it('offers no push actions and no result column when the platform does not announce them', async () => {
    announced = []
    platform.rows.set('godbNorthInterface', [{ ...sample(northinterface), name: '接口一' }])
    await openScreen(northinterface, '/pushService/northinterface')
    fireEvent.click(await screen.findByRole('button', { name: '接口一 的更多操作' }))
    expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual(['删除北向接口'])
    expect(screen.queryByRole('columnheader', { name: '上次结果' })).toBeNull()
  })

  it('shows the connection, pending counts and last frames of HJ 212', async () => {
    announced.push('northframes')
    platform.rows.set('godbNorthInterface', [
      { ...sample(northinterface), id: 7, name: '接口一', protocol: 3, is_stop: 0 },
    ])
    preview = () => ok({ type: 'text/plain', devices: 1, body: 'QN=2;CN=2011' })
    await openScreen(northinterface, '/pushService/northinterface/7/push')
    await screen.findByText('已连接')
    screen.getByText('待应答：分钟 3，小时 1，日 0 · 已丢弃分钟数据 2 条')
    expect((await screen.findByRole('textbox', { name: '最近的报文' })).textContent).toContain('→ QN=1;CN=2061')
    expect((await screen.findByRole('textbox', { name: '推送内容' })).textContent).toBe('QN=2;CN=2011')
  })

  it('has no push dialog and no format preview when the platform does not announce them', async () => {
    announced = []
    const view = await openScreen(northinterface, '/pushService/northinterface/7/push')
    await screen.findByText(/没有找到/)
    view.unmount()
    await openScreen(format, '/pushService/protocolFormat/7/rows')
    await screen.findByText('tail')
    expect(screen.queryByRole('region', { name: '预览' })).toBeNull()
    expect(extra).toEqual([])
  })

  it('shows the push result without a push button when northpush is not announced', async () => {
    announced = ['northstate', 'northpreview']
    await openScreen(northinterface, '/pushService/northinterface/7/push')
    await screen.findByText('对方拒绝：500')
    expect(screen.queryByRole('button', { name: '立即推送' })).toBeNull()
  })

  it('selects devices by whole areas or one by one', async () => {
    await openScreen(northinterface, '/pushService/northinterface/create')
    const dialog = await screen.findByRole('dialog')
    const area = await within(dialog).findByRole<HTMLInputElement>('checkbox', { name: /长安区/ })
    fireEvent.click(area)
    within(dialog).getByText('已选 2 台')
    fireEvent.click(within(dialog).getByRole('checkbox', { name: '乙站' }))
    within(dialog).getByText('已选 1 台')
    expect(area.indeterminate).toBe(true)
  })

  it('shows last result and preview, pushes on request and shows the new result', async () => {
    platform.rows.set('godbNorthInterface', [{ ...sample(northinterface), is_stop: 0 }])
    await openScreen(northinterface, '/pushService/northinterface/7/push')
    await screen.findByText('对方拒绝：500')
    screen.getByText(/连续失败 3 次/)
    await screen.findByText(/"a": 1/)
    await push()
    await screen.findByRole('button', { name: '正在推送' })
    expect(extra.map(({ path }) => path)).toContain('northpush/7')
    state = { ...state, last_at: 1_700_000_100_000, last_ok: 1, last_result: '已送达', failures: 0 }
    await screen.findByText('已送达')
    screen.getByRole('button', { name: '立即推送' })
  })

  it('stops waiting for a push result after 120 s', async () => {
    platform.rows.set('godbNorthInterface', [{ ...sample(northinterface), is_stop: 0 }])
    await openScreen(northinterface, '/pushService/northinterface/7/push')
    await screen.findByText('对方拒绝：500')
    const waits = vi.spyOn(globalThis, 'setTimeout')
    await push()
    await screen.findByRole('button', { name: '正在推送' })
    const giveUp = () => waits.mock.calls.find(([, after]) => after === 120_000)?.[0] as (() => void) | undefined
    // The effect that waits runs after the button is drawn.
    await waitFor(() => expect(giveUp()).toBeDefined())
    act(() => giveUp()?.())
    expect(await screen.findByRole('button', { name: '立即推送' })).toBeTruthy()
    waits.mockRestore()
  })

  it('keeps the HJ 212 connection state as stale and offers a retry when polling it fails', async () => {
    announced.push('northframes')
    platform.rows.set('godbNorthInterface', [
      { ...sample(northinterface), id: 7, name: '接口一', protocol: 3, is_stop: 0 },
    ])
    const waits = vi.spyOn(globalThis, 'setInterval')
    await openScreen(northinterface, '/pushService/northinterface/7/push')
    const connection = within(await screen.findByRole('region', { name: '连接' }))
    await connection.findByText('已连接')
    const plain = globalThis.fetch
    vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
      url.includes('northframes') ? Promise.reject(new TypeError('Failed to fetch')) : plain(url, init),
    )
    const look = waits.mock.calls.findLast(([, every]) => every === 3000)?.[0]
    act(() => void (look as () => void)())
    expect((await connection.findByRole('alert')).textContent).toContain('重试')
    expect(connection.getByText('已连接').closest('[data-status]')?.getAttribute('data-status')).toBe('stale')
    waits.mockRestore()
  })

  it('enables the push button only once the interface is loaded, after an error by retry', async () => {
    platform.rows.set('godbNorthInterface', [{ ...sample(northinterface), is_stop: 0 }])
    let release = () => {}
    const slow = new Promise<void>((resolve) => (release = resolve))
    const plain = globalThis.fetch
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      if (url.endsWith('godbNorthInterface/7')) await slow
      return plain(url, init)
    })
    platform.refuse = ({ path }) => (path === 'godbNorthInterface/7' ? { status: 500, code: 500, msg: '读不到' } : null)
    await openScreen(northinterface, '/pushService/northinterface/7/push')
    await screen.findByText('对方拒绝：500')
    const push = () => screen.getByRole<HTMLButtonElement>('button', { name: '立即推送' })
    expect(push().disabled).toBe(true)
    release()
    await screen.findByText(/读不到/)
    expect(push().disabled).toBe(true)
    platform.refuse = () => null
    fireEvent.click(screen.getByRole('button', { name: '重试' }))
    await waitFor(() => expect(push().disabled).toBe(false))
    expect(extra.some(({ path }) => path.startsWith('northpush'))).toBe(false)
  })

  it('shows the server’s message when the preview fails', async () => {
    preview = () => new Response(JSON.stringify({ code: 500, msg: '做不出内容', data: null }), { status: 500 })
    await openScreen(northinterface, '/pushService/northinterface/7/push')
    await screen.findByText(/做不出内容/)
  })
})

describe('format rows dialog', () => {
  it('opens by a click on the row or the pencil, while the menu opens the format’s own form', async () => {
    const list = async () => (await openScreen(format, '/pushService/protocolFormat')).location
    const byPencil = await list()
    fireEvent.click(await screen.findByRole('button', { name: '编辑 文本7' }))
    await waitFor(() => expect(byPencil.current).toBe('/pushService/protocolFormat/7/rows'))
    cleanup()
    const byRow = await list()
    fireEvent.click(await findRow(/文本7/))
    await waitFor(() => expect(byRow.current).toBe('/pushService/protocolFormat/7/rows'))
    cleanup()
    const byMenu = await list()
    fireEvent.click(await screen.findByRole('button', { name: '文本7 的更多操作' }))
    expect(screen.queryByRole('menuitem', { name: '格式行' })).toBeNull()
    fireEvent.click(await screen.findByRole('menuitem', { name: '编辑协议格式' }))
    await waitFor(() => expect(byMenu.current).toBe('/pushService/protocolFormat/7'))
  })

  const open = async () => {
    const view = await openScreen(format, '/pushService/protocolFormat/7/rows')
    await screen.findByRole('button', { name: '编辑 leaf' })
    return view
  }
  const drafts = () =>
    extra.filter(({ path }) => path.startsWith('northformatpreview')).map(({ body }) => body['rows'] as Values[])

  it('adds a child row in place, validates it and updates the preview while typing', async () => {
    await open()
    fireEvent.click(screen.getByRole('button', { name: '在 inner 下添加' }))
    const form = await screen.findByRole('form', { name: '在 inner 下新建' })
    fireEvent.change(within(form).getByLabelText(/^键名$|^键名 ?\*/), { target: { value: 'fresh' } })
    await waitFor(() =>
      expect(
        drafts()
          .at(-1)
          ?.find((each) => each['key_name_value'] === 'fresh'),
      ).toMatchObject({ super_id: 2 }),
    )
    fireEvent.click(within(form).getByRole('button', { name: '保存' }))
    await within(form).findAllByText('必填')
    expect(platform.sent.some(({ method }) => method === 'POST')).toBe(false)
    for (const label of [/^键类型/, /^键名类型/, /^值类型/]) {
      fireEvent.mouseDown(within(form).getByRole('combobox', { name: label }))
      fireEvent.click((await screen.findAllByRole('option'))[0] ?? form)
    }
    fireEvent.change(within(form).getByLabelText(/^值 ?\*?$/), { target: { value: '1' } })
    fireEvent.click(within(form).getByRole('button', { name: '保存' }))
    await waitFor(() =>
      expect(platform.sent.find(({ method }) => method === 'POST')).toMatchObject({
        path: 'godbNorthDataList',
        body: { info_id: 7, super_id: 2, key_name_value: 'fresh', key_value_value: '1' },
      }),
    )
    await waitFor(() => expect(screen.queryByRole('form')).toBeNull())
  })

  it('allows child rows only below objects and arrays when resources are announced, else below any row', async () => {
    platform.rows.set('godbNorthDataList', [{ ...row(1, 0, 'value'), key_type: 3 }])
    const add = () => screen.queryByRole('button', { name: '在 value 下添加' })
    const { unmount } = await openScreen(format, '/pushService/protocolFormat/7/rows')
    await waitFor(() => expect(add()).not.toBeNull())
    unmount()
    forgetCapabilities()
    announced = [...announced, 'resources']
    await openScreen(format, '/pushService/protocolFormat/7/rows')
    await screen.findByRole('button', { name: '编辑 value' })
    await waitFor(() => expect(add()).toBeNull())
  })

  it('stays open when Escape closes the row form', async () => {
    const { location } = await open()
    fireEvent.click(screen.getByRole('button', { name: '编辑 leaf' }))
    const form = await screen.findByRole('form', { name: '编辑 leaf' })
    fireEvent.keyDown(form, { key: 'Escape' })
    await waitFor(() => expect(screen.queryByRole('form')).toBeNull())
    expect(location.current).toBe('/pushService/protocolFormat/7/rows')
  })

  it('deletes a row with its descendants, leaves first, after a confirmation', async () => {
    await open()
    fireEvent.click(screen.getByRole('button', { name: '删除 data' }))
    const question = await screen.findByRole('alertdialog')
    within(question).getByText('它下面的 2 行将一并删除。')
    fireEvent.click(within(question).getByRole('button', { name: '删除' }))
    await waitFor(() =>
      expect(platform.sent.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual([
        'godbNorthDataList/3',
        'godbNorthDataList/2',
        'godbNorthDataList/1',
      ]),
    )
  })

  it('collapses and expands branches', async () => {
    await open()
    fireEvent.click(screen.getByRole('button', { name: '收起 data' }))
    expect(screen.queryByRole('button', { name: '编辑 leaf' })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: '展开 data' }))
    screen.getByRole('button', { name: '编辑 leaf' })
  })

  it('reports on a 404 that the platform has no preview', async () => {
    preview = () => new Response('nginx', { status: 404 })
    await open()
    await screen.findByText('此平台不提供预览。')
  })

  it.each([
    ['an unreachable platform', () => new Response('<html>Bad gateway</html>', { status: 502 }), '服务暂不可用'],
    ['an empty response', () => ok(null), '服务器的回应无法识别'],
  ])('shows a different message for %s', async (_, answered, words) => {
    preview = answered
    await open()
    expect(await screen.findByText(new RegExp(words))).toBeTruthy()
    expect(screen.queryByText('此平台不提供预览。')).toBeNull()
  })
})

describe('push interface helpers', () => {
  it('list collapsed areas and devices without an area, find devices by area and omit empty areas', () => {
    const areas = [
      { id: 1, name: '市', superid: 0 },
      { id: 2, name: '区', superid: 1 },
      { id: 3, name: '空', superid: 1 },
    ]
    const devices = [
      { id: 9, name: '甲站', district_id: 2 },
      { id: 8, name: '孤站', district_id: 77 },
    ]
    const closed = deviceLines({ areas, devices, isOpen: () => false })
    expect(closed.map(({ name, depth }) => [name, depth])).toEqual([
      ['市', 0],
      ['孤站', 0],
    ])
    expect(foundDevices(devices, areas, '甲').map(({ name }) => name)).toEqual(['甲站'])
    expect(foundDevices(devices, areas, '市').map(({ name }) => name)).toEqual(['甲站'])
    expect(
      deviceLines({ areas, devices: foundDevices(devices, areas, '甲'), isOpen: () => true }).map(({ name }) => name),
    ).toEqual(['市', '区', '甲站'])
  })

  it('indent JSON and XML and return unreadable text unchanged', () => {
    expect(formatDocument('{"a":[1]}', 'application/json')).toBe('{\n  "a": [\n    1\n  ]\n}')
    expect(formatDocument('<?xml version="1.0"?><data><a>1</a><b><c/></b></data>', 'application/xml')).toBe(
      '<?xml version="1.0"?>\n<data>\n  <a>1</a>\n  <b>\n    <c/>\n  </b>\n</data>',
    )
    expect(formatDocument('{', 'application/json')).toBe('{')
  })
})
