// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { resourceOf } from '../../resources/index.ts'
import type { Values } from '../../resources/kit/validate.ts'
import { openScreen, sample, type FakePlatform, type Sent } from './crudWorld.tsx'
import { device, openDialog, startDevices, type DeviceWorld } from './deviceWorld.tsx'

let platform: FakePlatform
let answers: DeviceWorld['answers']
let usual: DeviceWorld['usual']
beforeEach(() => {
  ;({ platform, answers, usual } = startDevices())
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const failing = (wanted: (request: Sent) => boolean, msg: string, data?: unknown) => (request: Sent) =>
  wanted(request) ? { status: 400, code: 400, msg, data } : usual(request)
const state = (id: number, name: string, values: Values): Values => ({
  id,
  name,
  sn: `${id}`,
  gateway_id: 7,
  deviceisonline: 0,
  control_state: 0,
  nodestatelist: [],
  ...values,
})
const put = () => platform.sent.filter(({ method }) => method === 'PUT')
const storeDevice = (values: Values) => platform.rows.set('godbDevice', [{ ...sample(device), ...values }])

describe('device menu', () => {
  it('lists the actions from details to delete', async () => {
    await openScreen(device, '/manage/device')
    fireEvent.click(await screen.findByRole('button', { name: '文本7 的更多操作' }))
    expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual([
      '查看详情',
      '修改名称',
      '虚拟设备配置',
      '删除设备',
    ])
  })

  it('lists only permitted actions for other users, and no virtual device', async () => {
    await openScreen(device, '/manage/device', { keys: ['3-3', '3-3-5'] })
    fireEvent.click(await screen.findByRole('button', { name: '文本7 的更多操作' }))
    expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual(['查看详情', '修改名称'])
  })
})

describe('device name dialog', () => {
  it('sends only the name to godbDeviceName', async () => {
    const { dialog, location, toasts } = await openDialog('/manage/device/7/name', ['3-3', '3-3-5'])
    fireEvent.change(await within(dialog).findByLabelText(/^设备名称/), { target: { value: '新名称' } })
    fireEvent.click(within(dialog).getByRole('button', { name: '保存' }))
    await waitFor(() => expect(location.current).toBe('/manage/device'))
    expect(put().map(({ path, body }) => ({ path, body }))).toEqual([
      { path: 'godbDeviceName/7', body: { name: '新名称', id: 7 } },
    ])
    expect(toasts).toContain('device.renamed')
  })

  it('rejects a short name, and keeps the input when the server rejects it', async () => {
    const { dialog, location } = await openDialog('/manage/device/7/name')
    const input = await within(dialog).findByLabelText<HTMLInputElement>(/^设备名称/)
    fireEvent.change(input, { target: { value: 'ab' } })
    await within(dialog).findByText(/3/)
    fireEvent.click(within(dialog).getByRole('button', { name: '保存' }))
    expect(put()).toEqual([])
    platform.refuse = failing(({ method }) => method === 'PUT', '有内容需要修改', { fields: { name: '名称已被使用' } })
    fireEvent.change(input, { target: { value: '另一名称' } })
    fireEvent.click(within(dialog).getByRole('button', { name: '保存' }))
    await within(dialog).findByText('名称已被使用')
    expect(input.value).toBe('另一名称')
    expect(location.current).toBe('/manage/device/7/name')
  })

  it('has no input without permission when opened by address', async () => {
    const { dialog } = await openDialog('/manage/device/7/name', ['3-3', '3-3-3'])
    expect(within(dialog).queryByRole('textbox')).toBeNull()
  })
})

describe('gateway online state', () => {
  it('is derived from the devices if the platform sends none, and is not "offline" when unknown', async () => {
    const gateways = resourceOf('manage/gateway')
    platform.rows.set(
      'godbGateway',
      [7, 8, 9].map((id) => ({ ...sample(gateways, id), name: `网关 ${id}`, getewayisonline: undefined })),
    )
    answers['godbDeviceState'] = [
      state(1, '甲站', { getewayisonline: '1' }),
      state(2, '乙站', { gateway_id: 8, getewayisonline: '0' }),
      state(3, '丙站', { gateway_id: 9 }),
    ]
    await openScreen(gateways, '/manage/gateway')
    const line = async (name: string) => within((await screen.findByText(name)).closest('tr') ?? document.body)
    expect(await (await line('网关 7')).findByText('在线')).toBeTruthy()
    expect((await line('网关 8')).getByText('离线')).toBeTruthy()
    expect((await line('网关 9')).queryByText('离线')).toBeNull()
  })
})

describe('device details', () => {
  it('show state, gateway with its devices, and node maps', async () => {
    answers['godbDeviceState'] = [
      state(7, '甲站', { deviceisonline: 1 }),
      state(8, '乙站', {}),
      state(9, '别处', { gateway_id: 8 }),
    ]
    const { dialog } = await openDialog('/manage/device/7/detail')
    await within(dialog).findByText('启用 · 离线')
    fireEvent.click(within(dialog).getByRole('button', { name: '网关详情' }))
    const inner = await screen.findByRole('dialog', { name: '网关详情' })
    await within(inner).findByText('网关七')
    await within(inner).findByText('共 2 台，在线 1 台')
    expect(within(inner).queryByText('别处')).toBeNull()
    fireEvent.click(within(inner).getByRole('button', { name: '关闭' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: '网关详情' })).toBeNull())
    fireEvent.click(within(dialog).getByRole('button', { name: '节点映射' }))
    const nodes = await screen.findByRole('dialog', { name: /节点映射/ })
    expect((await within(nodes).findAllByRole('columnheader')).map((head) => head.textContent)).toEqual([
      'ID',
      '节点 ID',
      '节点名称',
      '别名',
      '节点地址',
      '单位',
      '单位系数',
      '报文键名',
      '所属项目',
      '备注',
    ])
  })

  it('show no online state that the platform does not send', async () => {
    answers['godbGatewayById'] = { id: 7, name: '网关七' }
    answers['godbDeviceState'] = [state(7, '甲站', { deviceisonline: null })]
    storeDevice({ deviceisonline: undefined })
    const { dialog } = await openDialog('/manage/device/7/detail')
    await within(dialog).findByText('启用 · —')
    fireEvent.click(within(dialog).getByRole('button', { name: '网关详情' }))
    const inner = await screen.findByRole('dialog', { name: '网关详情' })
    await within(inner).findByText('共 1 台')
    expect(within(inner).queryByText('离线')).toBeNull()
  })

  it('have only the applicable tabs, and open the tab of the address', async () => {
    storeDevice({ iccid: null })
    const first = await openDialog('/manage/device/7/detail')
    await within(first.dialog).findByRole('tab', { name: '上报凭证' })
    expect(
      within(first.dialog)
        .getAllByRole('tab')
        .map((tab) => tab.textContent),
    ).toEqual(['设备信息', '虚拟设备', '上报凭证'])
    first.unmount()
    storeDevice({})
    const second = await openDialog('/manage/device/7/detail#sim', ['3-3'])
    expect((await within(second.dialog).findByRole('tab', { selected: true })).textContent).toBeTruthy()
    await waitFor(() =>
      expect(within(second.dialog).getByRole('tab', { selected: true }).textContent).toBe('SIM 卡信息'),
    )
    expect(
      within(second.dialog)
        .getAllByRole('tab')
        .map((tab) => tab.textContent),
    ).toEqual(['设备信息', 'SIM 卡信息'])
  })

  it('show the error of a SIM card lookup, and repeat it on retry', async () => {
    answers['getICCIDInfo'] = { resultCode: '1', resultMsg: '运营商没有回应' }
    const { dialog } = await openDialog('/manage/device/7/detail#sim')
    await within(dialog).findByText('运营商没有回应')
    answers['getICCIDInfo'] = {
      resultCode: '0',
      resultMsg: '',
      info: { iccid: 'a7', operator: '联通', used_traffic: '20 MB', total_traffic: '100 MB', own_word: '其他' },
    }
    fireEvent.click(within(dialog).getByRole('button', { name: '重试' }))
    await within(dialog).findByText('20 MB / 100 MB')
    expect(within(dialog).getByRole<HTMLProgressElement>('progressbar').value).toBe(20)
    expect(within(dialog).getByText('总流量')).toBeTruthy()
    expect(within(dialog).getByText('own_word')).toBeTruthy()
  })

  it('prompt for the SIM provider if none is stored, and request nothing before', async () => {
    platform.rows.set('godbDatadictionaryByDataType', [])
    storeDevice({ iccid_firm: null })
    const asked = () => platform.sent.filter(({ path }) => path.startsWith('getICCIDInfo')).map(({ path }) => path)
    answers['getICCIDInfo'] = { resultCode: '0', info: { iccid: 'a7', used_traffic: '20 MB', total_traffic: '100 MB' } }
    const { dialog } = await openDialog('/manage/device/7/detail#sim')
    const choice = await within(dialog).findByRole('group', { name: '这张卡是哪家运营商的？' })
    expect(asked()).toEqual([])
    fireEvent.click(within(choice).getByRole('button', { name: '中国联通' }))
    await within(dialog).findByText('20 MB / 100 MB')
    expect(asked()).toEqual([expect.stringMatching(/^getICCIDInfo\/1\//)])
  })

  it('show the monthly traffic of a SIM card of provider 0', async () => {
    storeDevice({ iccid_firm: 0 })
    answers['getICCIDInfo'] = {
      resultCode: 0,
      info: { month_traffic: 3, package_traffic: 10, open_date: '2026-01-01' },
    }
    const { dialog } = await openDialog('/manage/device/7/detail#sim')
    await within(dialog).findByText('本月流量')
    expect(within(dialog).getByText('3 / 10')).toBeTruthy()
    expect(within(dialog).getByText('2026-01-01')).toBeTruthy()
  })

  it('reject an invalid virtual script, and preview and save a valid one', async () => {
    const { dialog, location } = await openDialog('/manage/device/7/detail#shadow')
    const script = await within(dialog).findByLabelText<HTMLTextAreaElement>('虚拟脚本')
    fireEvent.change(script, { target: { value: 'window.alert(1)' } })
    expect(await within(dialog).findByRole('alert')).toBeTruthy()
    fireEvent.click(within(dialog).getByRole('button', { name: '保存' }))
    expect(put()).toEqual([])
    fireEvent.change(script, { target: { value: 'value * 0.1 + hour' } })
    expect(within(dialog).getByLabelText('试算结果').textContent).toBe('= 17')
    fireEvent.click(within(dialog).getByRole('switch'))
    fireEvent.click(within(dialog).getByRole('button', { name: '关闭' }))
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '取消' }))
    fireEvent.click(within(dialog).getByRole('button', { name: '保存' }))
    await waitFor(() => expect(put()).toHaveLength(1))
    expect(put()[0]).toMatchObject({
      path: 'godbDevice/7',
      body: { en_shadow: 1, shadow_script: { String: 'value * 0.1 + hour', Valid: true } },
    })
    expect(location.current).toBe('/manage/device/7/detail')
  })

  it('create a credential after confirmation, show it once, and revoke it', async () => {
    answers['credential'] = { credential: 'dev_once' }
    const { dialog } = await openDialog('/manage/device/7/detail#credential')
    fireEvent.click(await within(dialog).findByRole('button', { name: '生成新凭证' }))
    expect(platform.sent.some(({ method }) => method === 'POST')).toBe(false)
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '生成' }))
    const once = await screen.findByRole('alertdialog', { name: '请保存以下内容' })
    expect(within(once).getByLabelText<HTMLInputElement>('上报凭证').value).toBe('dev_once')
    expect(platform.sent.find(({ method }) => method === 'POST')?.path).toBe('godbDevice/7/credential')
    fireEvent.click(within(once).getByRole('button', { name: '我已保存' }))
    fireEvent.click(within(dialog).getByRole('button', { name: '吊销凭证' }))
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '吊销' }))
    await waitFor(() =>
      expect(platform.sent.some(({ method, path }) => method === 'DELETE' && path === 'godbDevice/7/credential')).toBe(
        true,
      ),
    )
  })
})

describe('gateway details', () => {
  it('list the devices, without links and credential tab if not permitted', async () => {
    answers['godbDeviceState'] = [state(7, '甲站', { control_state: 1 })]
    const { dialog } = await openDialog('/manage/gateway/7/detail#devices', ['3-4', '2-1'])
    const row = await within(dialog).findByRole('row', { name: /甲站/ })
    expect(row.textContent).toContain('停用')
    expect(within(row).queryByRole('link')).toBeNull()
    expect(within(dialog).queryByRole('tab', { name: '上报凭证' })).toBeNull()
  })

  it('show a load error, and load the devices on retry', async () => {
    platform.refuse = failing(({ path }) => path === 'godbDeviceState', '稍后再试')
    const { dialog } = await openDialog('/manage/gateway/7/detail#devices')
    await within(dialog).findByText('稍后再试')
    platform.refuse = usual
    fireEvent.click(within(dialog).getByRole('button', { name: '重试' }))
    await within(dialog).findByText('还没有设备接入这个网关')
  })
})

describe('credentials of selected devices', () => {
  const open = async (keys: string[] | null = null) => {
    platform.rows.set(
      'godbDevice',
      [1, 2, 3].map((id) => ({ ...sample(device, id), name: `站${id}`, sn: `100000${id}` })),
    )
    const view = await openScreen(device, '/manage/device', { keys })
    await screen.findByRole('checkbox', { name: '选择 站1' })
    fireEvent.click(screen.getByRole('checkbox', { name: '选择本页全部' }))
    return view
  }
  const renewals = () =>
    platform.sent
      .filter(({ method, path }) => method === 'POST' && path.endsWith('/credential'))
      .map(({ path }) => path)

  it('are renewed one by one after confirmation and offered as one file; failed devices stay selected', async () => {
    const files: Blob[] = []
    const written = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => (files.push(blob as Blob), 'blob:x'))
    answers['credential'] = { credential: 'dev_once' }
    platform.refuse = failing(({ path }) => path === 'godbDevice/2/credential', '不行')
    await open()
    fireEvent.click(await screen.findByRole('button', { name: '批量重置凭证' }))
    const dialog = await screen.findByRole('alertdialog', { name: '批量重置凭证' })
    expect(dialog.textContent).toContain('将为 3 条记录逐一生成新凭证')
    expect(renewals()).toEqual([])
    fireEvent.click(within(dialog).getByRole('button', { name: '生成 3 个凭证' }))
    await within(dialog).findByText('已处理 3 / 3，失败 1')
    expect(renewals()).toEqual(['godbDevice/1/credential', 'godbDevice/2/credential', 'godbDevice/3/credential'])
    fireEvent.keyDown(dialog, { key: 'Escape' })
    const lose = await screen.findByRole('alertdialog', { name: '还没有保存' })
    expect(lose.textContent).toContain('有 2 项')
    fireEvent.click(within(lose).getByRole('button', { name: '取消' }))
    fireEvent.click(await within(dialog).findByRole('button', { name: '下载凭证（2 个）' }))
    expect((await new Response(files[0]).text()).split('\r\n').slice(0, 3)).toEqual([
      expect.stringMatching(/ID,设备名称,设备编号,credential$/),
      '1,站1,1000001,dev_once',
      '3,站3,1000003,dev_once',
    ])
    fireEvent.click(within(dialog).getAllByRole('button', { name: '关闭' }).at(-1) as HTMLElement)
    await waitFor(() => expect(screen.getByRole('toolbar').textContent).toContain('已选 1 项'))
    written.mockRestore()
  })

  it('are not offered without permission to renew them', async () => {
    await open(['3-3', '3-3-4'])
    await screen.findByRole('button', { name: '批量删除' })
    expect(screen.queryByRole('button', { name: '批量重置凭证' })).toBeNull()
  })
})
