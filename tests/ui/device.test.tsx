// @vitest-environment happy-dom
import { configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetCapabilities } from '../../authProvider/capabilities.ts'
import { resourceOf } from '../../resources/index.ts'
import type { Values } from '../../resources/kit/validate.ts'
import { openScreen, sample, startPlatform, type FakePlatform, type Sent } from './crudWorld.tsx'

// The 48 values make a large form: it takes its time to be drawn here.
configure({ asyncUtilTimeout: 8000 })

const device = resourceOf('manage/device')
const gateway = resourceOf('manage/gateway')
let platform: FakePlatform
/** What the platform answers to calls that are not CRUD, by their beginning. */
let answers: Record<string, unknown>
beforeEach(() => {
  platform = startPlatform()
  platform.rows.set('godbDeviceAi', [{ ...sample(resourceOf('manage/device/virtual')), amend_type: '1' }])
  forgetCapabilities()
  answers = { capabilities: { extensions: ['credential'] }, godbGatewayById: { ...sample(gateway), name: '网关七' }, godbDeviceState: [] }
  platform.refuse = special
})
afterEach(() => {
  vi.unstubAllGlobals()
})

function special({ path }: Sent) {
  const known = Object.keys(answers).find((start) => path.split('/')[0] === start || path.endsWith(`/${start}`))
  return known === undefined ? null : { status: 200, code: 0, msg: '', data: answers[known] }
}
const failing = (wanted: (request: Sent) => boolean, msg: string, data?: unknown) => (request: Sent) => (wanted(request) ? { status: 400, code: 400, msg, data } : special(request))
const state = (id: number, name: string, values: Values): Values => ({ id, name, sn: `${id}`, gateway_id: 7, deviceisonline: 0, control_state: 0, nodestatelist: [], ...values })
const put = () => platform.sent.filter(({ method }) => method === 'PUT')
const storeDevice = (values: Values) => platform.rows.set('godbDevice', [{ ...sample(device), ...values }])

async function openDialog(url: string, keys: string[] | null = null) {
  const view = await openScreen(url.startsWith('/manage/gateway') ? gateway : device, url, { keys })
  return { ...view, dialog: await screen.findByRole('dialog') }
}

describe('the menu of a device', () => {
  it('goes from details to delete', async () => {
    await openScreen(device, '/manage/device')
    fireEvent.click(await screen.findByRole('button', { name: '文本7 的更多操作' }))
    expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual(['查看详情', '修改名称', '虚拟设备配置', '删除设备'])
  })

  it('shows others what their codes say, and never the virtual device', async () => {
    await openScreen(device, '/manage/device', { keys: ['3-3', '3-3-5'] })
    fireEvent.click(await screen.findByRole('button', { name: '文本7 的更多操作' }))
    expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual(['查看详情', '修改名称'])
  })
})

describe('the name of a device', () => {
  it('is changed alone, by its own call', async () => {
    const { dialog, location, toasts } = await openDialog('/manage/device/7/name', ['3-3', '3-3-5'])
    fireEvent.change(await within(dialog).findByLabelText(/^设备名称/), { target: { value: '新名称' } })
    fireEvent.click(within(dialog).getByRole('button', { name: '保存' }))
    await waitFor(() => expect(location.current).toBe('/manage/device'))
    expect(put().map(({ path, body }) => ({ path, body }))).toEqual([{ path: 'godbDeviceName/7', body: { name: '新名称', id: 7 } }])
    expect(toasts).toContain('device.renamed')
  })

  it('is checked here, and by the platform; what was typed stays', async () => {
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

  it('is nobody’s without the code, also by its address', async () => {
    const { dialog } = await openDialog('/manage/device/7/name', ['3-3', '3-3-3'])
    expect(within(dialog).queryByRole('textbox')).toBeNull()
  })
})

describe('the details of a device', () => {
  it('show its values, its gateway and its nodes', async () => {
    answers['godbDeviceState'] = [state(7, '甲站', { deviceisonline: 1 }), state(8, '乙站', {}), state(9, '别处', { gateway_id: 8 })]
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
    expect((await within(nodes).findAllByRole('columnheader')).map((head) => head.textContent)).toEqual(['ID', '节点 ID', '节点名称', '别名', '节点地址', '单位', '单位系数', '报文键名', '所属项目', '备注'])
  })

  it('have the tabs that apply, linkable', async () => {
    storeDevice({ iccid: null })
    const first = await openDialog('/manage/device/7/detail')
    await within(first.dialog).findByRole('tab', { name: '上报凭证' })
    expect(within(first.dialog).getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['设备信息', '虚拟设备', '上报凭证'])
    first.unmount()
    storeDevice({})
    const second = await openDialog('/manage/device/7/detail#sim', ['3-3'])
    expect((await within(second.dialog).findByRole('tab', { selected: true })).textContent).toBeTruthy()
    await waitFor(() => expect(within(second.dialog).getByRole('tab', { selected: true }).textContent).toBe('SIM 卡信息'))
    expect(within(second.dialog).getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['设备信息', 'SIM 卡信息'])
  })

  it('say why a SIM card could not be looked up, and try again', async () => {
    answers['getICCIDInfo'] = { resultCode: '1', resultMsg: '运营商没有回应' }
    const { dialog } = await openDialog('/manage/device/7/detail#sim')
    await within(dialog).findByText('运营商没有回应')
    answers['getICCIDInfo'] = { resultCode: '0', resultMsg: '', info: { iccid: 'a7', operator: '联通', used_traffic: '20 MB', total_traffic: '100 MB', own_word: '其他' } }
    fireEvent.click(within(dialog).getByRole('button', { name: '重试' }))
    await within(dialog).findByText('20 MB / 100 MB')
    expect(within(dialog).getByRole<HTMLProgressElement>('progressbar').value).toBe(20)
    expect(within(dialog).getByText('总流量')).toBeTruthy()
    expect(within(dialog).getByText('own_word')).toBeTruthy()
  })

  it('draw a card of firm 0 by month', async () => {
    storeDevice({ iccid_firm: 0 })
    answers['getICCIDInfo'] = { resultCode: 0, info: { month_traffic: 3, package_traffic: 10, open_date: '2026-01-01' } }
    const { dialog } = await openDialog('/manage/device/7/detail#sim')
    await within(dialog).findByText('本月流量')
    expect(within(dialog).getByText('3 / 10')).toBeTruthy()
    expect(within(dialog).getByText('2026-01-01')).toBeTruthy()
  })

  it('keep a script that is wrong from being saved, and try one that is right', async () => {
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
    expect(put()[0]).toMatchObject({ path: 'godbDevice/7', body: { en_shadow: 1, shadow_script: { String: 'value * 0.1 + hour', Valid: true } } })
    expect(location.current).toBe('/manage/device/7/detail')
  })

  it('make a credential that is shown once, after asking', async () => {
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
    await waitFor(() => expect(platform.sent.some(({ method, path }) => method === 'DELETE' && path === 'godbDevice/7/credential')).toBe(true))
  })
})

describe('a virtual rule', () => {
  const openRule = async () => {
    const opened = await openDialog('/manage/device/7/virtual/7')
    const dialog = await screen.findByRole('dialog', { name: '编辑虚拟规则' })
    await within(dialog).findByRole('group', { name: '24 小时取值曲线' })
    return { ...opened, dialog, cell: (name: string) => within(dialog).getByLabelText<HTMLInputElement>(name, { selector: 'input' }), handle: (name: string) => within(dialog).getByLabelText(name, { selector: '[role=slider]' }), undo: () => within(dialog).getByRole('button', { name: '撤销' }) }
  }

  it('is edited on its curve with the keyboard, and saved as what changed', async () => {
    const { dialog, cell, handle, location } = await openRule()
    expect(cell('8 时基准值').value).toBe('2.5')
    const eight = handle('8 时基准值')
    const before = Number(eight.getAttribute('aria-valuenow'))
    fireEvent.keyDown(eight, { key: 'ArrowUp' })
    await waitFor(() => expect(Number(cell('8 时基准值').value)).toBeGreaterThan(before))
    fireEvent.keyDown(eight, { key: 'ArrowRight' })
    expect(document.activeElement?.getAttribute('aria-label')).toBe('9 时基准值')
    fireEvent.keyDown(handle('9 时随机值'), { key: 'Home' })
    await waitFor(() => expect(cell('9 时随机值').value).toBe('0'))
    fireEvent.click(within(dialog).getByRole('button', { name: '保存' }))
    await waitFor(() => expect(location.current).toBe('/manage/device/7/virtual'))
    expect(put()[0]?.path).toBe('godbDeviceAi/7')
    expect(Object.keys(put()[0]?.body ?? {}).toSorted()).toEqual(['base_num_8', 'rand_num_9'])
  })

  it('takes back gesture by gesture', async () => {
    const { cell, handle, undo } = await openRule()
    expect(undo().getAttribute('aria-disabled')).toBe('true')
    for (let press = 0; press < 3; press++) fireEvent.keyDown(handle('0 时基准值'), { key: 'PageUp' })
    fireEvent.blur(handle('0 时基准值'))
    fireEvent.change(cell('1 时基准值'), { target: { value: '40' } })
    await waitFor(() => expect(handle('1 时基准值').getAttribute('aria-valuenow')).toBe('40'))
    fireEvent.click(undo())
    await waitFor(() => expect(cell('1 时基准值').value).toBe('2.5'))
    fireEvent.click(undo())
    await waitFor(() => expect(cell('0 时基准值').value).toBe('2.5'))
    expect(undo().getAttribute('aria-disabled')).toBe('true')
  })

  it('has tools for the whole day', async () => {
    const { dialog, cell } = await openRule()
    const all = within(dialog).getByRole('textbox', { name: '全部设为的数值' })
    fireEvent.change(all, { target: { value: '12' } })
    fireEvent.click(within(dialog).getByRole('button', { name: '设为基准值' }))
    await waitFor(() => expect(cell('23 时基准值').value).toBe('12'))
    expect(cell('23 时随机值').value).toBe('2.5')
    fireEvent.change(cell('0 时基准值'), { target: { value: '20' } })
    fireEvent.click(within(dialog).getByRole('button', { name: '推后 1 小时' }))
    await waitFor(() => expect(cell('1 时基准值').value).toBe('20'))
    fireEvent.click(within(dialog).getByRole('button', { name: '平滑' }))
    await waitFor(() => expect(cell('0 时基准值').value).toBe('14'))
  })

  it('copies the average of what the node sent, and says when it sent nothing', async () => {
    const { dialog, cell } = await openRule()
    answers['godbAllHistoricaldataById'] = []
    fireEvent.click(within(dialog).getByRole('button', { name: '取近 3 天均值' }))
    await within(dialog).findByText('这个节点最近没有历史数据')
    answers['godbAllHistoricaldataById'] = [
      { insertdate: new Date(2026, 1, 1, 5).getTime(), historydata: '30', nodemapid: 7 },
      { insertdate: new Date(2026, 1, 1, 5).getTime(), historydata: 99, nodemapid: 8 },
    ]
    fireEvent.click(within(dialog).getByRole('button', { name: '取近 3 天均值' }))
    await waitFor(() => expect(cell('17 时基准值').value).toBe('30'))
  })

  it('says which of the 48 is no number, and keeps it from being sent', async () => {
    const { dialog, cell } = await openRule()
    fireEvent.change(cell('3 时随机值'), { target: { value: 'x' } })
    fireEvent.click(within(dialog).getByRole('button', { name: '保存' }))
    await within(dialog).findByText(/^3 时随机值: /, { selector: 'p' })
    expect(cell('3 时随机值').getAttribute('aria-invalid')).toBe('true')
    expect(put()).toEqual([])
  })

  it('chooses among the nodes of the device’s model, and amends for several reasons', async () => {
    const { dialog, location } = await openRule()
    fireEvent.click(await within(dialog).findByRole('checkbox', { name: '超量程时修正' }))
    fireEvent.mouseDown(within(dialog).getByRole('combobox', { name: /^节点(?!类型)/ }))
    fireEvent.click(await screen.findByRole('option', { name: /文本7/ }))
    fireEvent.click(within(dialog).getByRole('button', { name: '保存' }))
    await waitFor(() => expect(location.current).toBe('/manage/device/7/virtual'))
    expect(put()[0]?.body).toEqual({ amend_type: '1,2' })
  })
})

describe('the details of a gateway', () => {
  it('list its devices', async () => {
    answers['godbDeviceState'] = [state(7, '甲站', { control_state: 1 })]
    const { dialog } = await openDialog('/manage/gateway/7/detail#devices', ['3-4', '2-1'])
    const row = await within(dialog).findByRole('row', { name: /甲站/ })
    expect(row.textContent).toContain('停用')
    expect(within(row).queryByRole('link')).toBeNull()
    expect(within(dialog).queryByRole('tab', { name: '上报凭证' })).toBeNull()
  })

  it('say when the list could not be read, and try again', async () => {
    platform.refuse = failing(({ path }) => path === 'godbDeviceState', '稍后再试')
    const { dialog } = await openDialog('/manage/gateway/7/detail#devices')
    await within(dialog).findByText('稍后再试')
    platform.refuse = special
    fireEvent.click(within(dialog).getByRole('button', { name: '重试' }))
    await within(dialog).findByText('还没有设备接入这个网关')
  })
})
