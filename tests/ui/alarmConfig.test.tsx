// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { resourceOf } from '../../resources/index.ts'
import type { Values } from '../../resources/kit/validate.ts'
import { forgetCapabilities } from '../../authProvider/capabilities.ts'
import { openScreen, startPlatform, type FakePlatform } from './crudWorld.tsx'
import { giveElementsASize } from './elementSizes.ts'
import { answerNamed, type NamedCalls } from './namedCalls.ts'

const threshold = resourceOf('alarmConfig/threshold')
let platform: FakePlatform
/** Answers of calls that are not CRUD, by the first part of their path. */
let named: NamedCalls

// Loaded when a form or dialog opens; loaded here, so that it does not count towards a test's time.
beforeAll(() => import('../../src/alarms/rule/ThresholdForm.tsx'))
beforeEach(() => {
  forgetCapabilities()
  platform = startPlatform()
  platform.rows.set('godbProject', [{ id: 1, name: '项目一' }])
  platform.rows.set('godbDistrict', [{ id: 4, name: '长安区', superid: 1, project_id: 1 }])
  platform.rows.set('godbDevicetype', [
    { id: 1, name: '空气站' },
    { id: 2, name: '水位站' },
  ])
  platform.rows.set('godbDevice', [
    { id: 11, name: '空气一号', devicetype_id: 1, project_id: 1, district_id: 4 },
    { id: 12, name: '空气二号', devicetype_id: 1, project_id: 1, district_id: 4 },
    { id: 13, name: '水位一号', devicetype_id: 2, project_id: 1, district_id: 4 },
  ])
  named = {
    godbNodemapByType: ({ path }) => ({
      code: 0,
      data: path.endsWith('/1')
        ? [
            { id: 21, alias: 'PM2.5', unitname: 'µg/m³', registertype: 4 },
            { id: 22, alias: '风机', unitname: '', registertype: 1 },
          ]
        : [{ id: 31, alias: '水位', unitname: 'm', registertype: 4 }],
    }),
    godbAlarminfoByProId: () => ({
      code: 0,
      data: [
        {
          id: 41,
          alarm_name: '张三',
          alarm_phone: { String: '13800000000', Valid: true },
          alarm_email: null,
          alarm_wechat: null,
        },
        {
          id: 42,
          alarm_name: '李四',
          alarm_phone: null,
          alarm_email: { String: 'a@b.cn', Valid: true },
          alarm_wechat: null,
        },
      ],
    }),
    godbAllHistoricaldataById: () => ({ code: 0, data: history }),
  }
  answerNamed(platform, () => named)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

/** Two stretches above 75, one of ten minutes and one of one minute. */
const now = Date.now()
const history = Object.entries({ 0: 60, 60: 80, 360: 80, 660: 60, 1200: 90, 1260: 60 }).map(([second, value]) => ({
  nodemapid: 21,
  deviceid: 11,
  insertdate: now - 3_600_000 + Number(second) * 1000,
  historydata: String(value),
}))

const rule: Values = {
  id: 7,
  name: '规则一',
  project_id: 1,
  district_id: 4,
  device_list: '11',
  nodemap_id: 21,
  com_oper: 0,
  params_x: 75,
  params_y: null,
  hold_time: 10,
  alarm_interval: 0,
  alert_level: 3,
  enable: 1,
  alarm_msg: '超标',
  alarm_phone: { String: '', Valid: false },
  alarm_email: { String: '', Valid: false },
  alarm_wechat: { String: '', Valid: false },
  back_msg: { String: '', Valid: false },
  enable_back: 0,
  enable_ganged: 0,
}

async function openRule(change: Values = {}, form = '7') {
  platform.rows.set('godbThreshold', [{ ...rule, ...change }])
  const view = await openScreen(threshold, `/alarmConfig/threshold/${form}`)
  const dialog = await screen.findByRole('dialog')
  await within(dialog).findByLabelText(/^阈值名称/)
  return { ...view, dialog, words: () => within(dialog).getByRole('region', { name: '规则预览' }).textContent }
}

async function choose(dialog: HTMLElement, label: RegExp, option: string) {
  // The inputs come in a chunk of their own.
  const box = await within(dialog).findByRole('combobox', { name: label })
  fireEvent.mouseDown(box)
  fireEvent.click(await screen.findByRole('option', { name: option }))
}

describe('threshold form', () => {
  it('describes the rule, counts past alarms with the hold time (default 10 s), and shows Y only for ranges', async () => {
    const { dialog, words } = await openRule()
    await waitFor(() => expect(words()).toContain('当 PM2.5 大于 75 µg/m³'))
    expect(within(dialog).queryByLabelText(/^上限/)).toBeNull()
    await waitFor(() => expect(words()).toContain('1 台设备中有 1 台会触发，共 2 次'))
    const hold = within(dialog).getByLabelText<HTMLInputElement>(/^持续时间/)
    fireEvent.change(hold, { target: { value: '300' } })
    await waitFor(() => expect(words()).toContain('1 台设备中有 1 台会触发，共 1 次'))
    expect(words()).toContain('报警共持续 5 分钟，最长一次 5 分钟')
    // Other limits are judged by the data that is already loaded.
    expect(platform.sent.filter(({ path }) => path.startsWith('godbAllHistoricaldataById/')).length).toBe(1)
    fireEvent.change(hold, { target: { value: '' } })
    fireEvent.blur(hold)
    await waitFor(() => expect(hold.value).toBe('10'))
    await choose(dialog, /^触发条件/, '介于')
    fireEvent.change(await within(dialog).findByLabelText(/^上限/), { target: { value: '150' } })
    expect(words()).toContain('大于 75 µg/m³ 且小于 150 µg/m³')
  })

  it('requests the history of at most 10 devices, and lists those left out or without data', async () => {
    const ids = Array.from({ length: 13 }, (_, i) => 11 + i)
    platform.rows.set(
      'godbDevice',
      ids.map((id) => ({ id, name: `站 ${id}`, devicetype_id: 1, project_id: 1, district_id: 4 })),
    )
    named['godbAllHistoricaldataById'] = ({ path }) => ({
      code: 0,
      data: path.includes('/12/')
        ? []
        : path.includes('/13/')
          ? history
          : history.map((row) => ({ ...row, historydata: '7' })),
    })
    const { words } = await openRule({ device_list: ids.join(',') })
    await waitFor(() => expect(words()).toContain('9 台设备中有 1 台会触发，共 2 次'))
    await waitFor(() => expect(words()).toContain('站 132 次'))
    expect(words()).toContain('站 13 的过去 24 小时')
    expect(words()).toContain('另有 4 台未计算')
    expect(words()).toContain('此平台一次最多计算 10 台：站 21、站 22、站 23')
    expect(words()).toContain('这段时间没有数据：站 12')
  })

  it('has the platform backtest all devices with the form’s current values if it announces alarm-backtest', async () => {
    const fired = [{ id: 12, name: '空气二号', count: 60, episodes: [{ from: now - 7_200_000, to: null }] }]
    named['capabilities'] = () => ({ code: 0, data: { extensions: ['alarm-backtest'] } })
    platform.refuse = ({ path }) =>
      path === 'alarmBacktest'
        ? {
            status: 200,
            code: 0,
            msg: '',
            data: {
              start: now - 7 * 86_400_000,
              end: now,
              asked: 46,
              judged: 44,
              min: 1,
              max: 99,
              fired,
              left_out: [
                { id: 9, name: null, reason: 'unknown' },
                { id: 11, name: '空气一号', reason: 'cap' },
              ],
            },
          }
        : null
    const { dialog, words } = await openRule({ device_list: '11,12' })
    await waitFor(() => expect(words()).toContain('44 台设备中有 1 台会触发，共 60 次'))
    await waitFor(() => expect(words()).toMatch(/空气二号60 次.*至 仍在持续只列出前 1 次/))
    expect(words()).toMatch(/数据量过大.*：空气一号/)
    expect(words()).toContain('不存在，或不在您管理的区域内：#9')
    fireEvent.change(within(dialog).getByLabelText(/^限值/), { target: { value: '80' } })
    const span = { start: expect.any(Number) as number, end: expect.any(Number) as number }
    await waitFor(() =>
      expect(platform.sent.filter(({ path }) => path === 'alarmBacktest').map(({ body }) => body)).toEqual([
        { device_list: '11,12', nodemap_id: 21, com_oper: 0, params_x: 75, hold_time: 10, ...span },
        { device_list: '11,12', nodemap_id: 21, com_oper: 0, params_x: 80, hold_time: 10, ...span },
      ]),
    )
  })

  it('offers the four levels and the rule’s unknown level, and keeps that on save', async () => {
    const { dialog } = await openRule({ alert_level: 7 })
    const levels = within(within(dialog).getByRole('radiogroup', { name: /^报警级别/ }))
    expect(levels.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent)).toEqual([
      '紧急',
      '严重',
      '一般',
      '预警',
      '7',
    ])
    expect(levels.getByRole<HTMLInputElement>('radio', { name: '7' }).checked).toBe(true)
    fireEvent.change(within(dialog).getByLabelText(/^阈值名称/), { target: { value: '规则二' } })
    fireEvent.click(within(dialog).getByRole('button', { name: '保存' }))
    await waitFor(() => expect(platform.sent.find(({ method }) => method === 'PUT')?.body).toEqual({ name: '规则二' }))
  })

  it('shows recovery, linkage and template fields when needed; offers only writable nodes and reachable contacts', async () => {
    const { dialog } = await openRule()
    expect(within(dialog).queryByLabelText(/^恢复内容/)).toBeNull()
    fireEvent.click(within(dialog).getByLabelText(/^恢复通知/))
    await within(dialog).findByLabelText(/^恢复内容/)
    fireEvent.click(within(dialog).getByLabelText(/^联动控制/))
    await within(dialog).findByRole('combobox', { name: /^联动设备/ })
    await choose(dialog, /^联动设备/, '空气一号')
    const node = within(dialog).getByRole('combobox', { name: /^联动节点/ })
    await waitFor(() => expect(platform.sent.some(({ path }) => path === 'godbNodemapByType/1')).toBe(true))
    fireEvent.mouseDown(node)
    const fan = await screen.findByRole('option', { name: '风机' })
    expect(screen.queryByRole('option', { name: /PM2.5/ })).toBeNull()
    fireEvent.click(fan)
    await choose(dialog, /^联动值/, '开 (1)')
    expect(within(dialog).queryByText('短信模板')).toBeNull()
    const phones = within(dialog).getByRole('combobox', { name: /^短信联系人/ })
    fireEvent.mouseDown(phones)
    fireEvent.click(await screen.findByRole('option', { name: '张三' }))
    expect(screen.queryByRole('option', { name: '李四' })).toBeNull()
    await within(dialog).findByText('短信模板')
    expect(within(dialog).queryByText('微信模板')).toBeNull()
  })

  const withTexts = {
    alarm_phone: { String: '41', Valid: true },
    alarm_phone_mb: 'SMS_77',
    alarm_phone_qm: '智慧环保',
  }

  it('shows a text-valued SMS template and sends only the changed name on save', async () => {
    const { dialog } = await openRule(withTexts)
    await within(dialog).findByText('SMS_77')
    await within(dialog).findByText('智慧环保')
    fireEvent.change(within(dialog).getByLabelText(/^阈值名称/), { target: { value: '规则二' } })
    fireEvent.click(within(dialog).getByRole('button', { name: '保存' }))
    await waitFor(() => expect(platform.sent.find(({ method }) => method === 'PUT')?.body).toEqual({ name: '规则二' }))
  })

  it('clones a rule with a text-valued SMS template as a new record without an ID', async () => {
    const { dialog } = await openRule(withTexts, '7/clone')
    await within(dialog).findByText('SMS_77')
    fireEvent.click(within(dialog).getByRole('button', { name: '保存' }))
    const made = () => platform.sent.find(({ method, path }) => method === 'POST' && path === 'godbThreshold')
    const { alarm_phone_mb, alarm_phone_qm } = withTexts
    await waitFor(() => expect(made()?.body).toMatchObject({ name: '规则一', alarm_phone_mb, alarm_phone_qm }))
    expect(made()?.body).not.toHaveProperty('id')
  })

  it('removes contacts and templates of the previous project when the project changes', async () => {
    platform.rows.set('godbProject', [
      { id: 1, name: '项目一' },
      { id: 2, name: '项目二' },
    ])
    const contacts = named['godbAlarminfoByProId']
    named['godbAlarminfoByProId'] = (request) =>
      request.path.endsWith('/2') ? { code: 0, data: [] } : (contacts?.(request) ?? { code: 0, data: [] })
    const { dialog } = await openRule({ alarm_phone: { String: '41', Valid: true } })
    await within(dialog).findByText('张三')
    await choose(dialog, /^所属项目/, '项目二')
    await waitFor(() => expect(within(dialog).queryByText(/张三|#41|短信模板/)).toBeNull())
  })

  it('offers only devices of the first one’s model, and clears the node when the model changes', async () => {
    const { dialog } = await openRule()
    await within(dialog).findByText('已按首台设备的型号“空气站”过滤')
    const devices = within(within(dialog).getByRole('group', { name: /^设备/ }))
    devices.getByRole('checkbox', { name: '空气二号' })
    expect(devices.queryByRole('checkbox', { name: '水位一号' })).toBeNull()
    fireEvent.click(devices.getByRole('checkbox', { name: '空气一号' }))
    fireEvent.click(await devices.findByRole('checkbox', { name: '水位一号' }))
    await waitFor(() =>
      expect(within(dialog).getByRole<HTMLInputElement>('combobox', { name: /^节点/ }).value).toBe(''),
    )
  })

  it('selects all devices of a model in an area, and disables an area of mixed models until one is chosen', async () => {
    const { dialog } = await openRule({ device_list: '' })
    const area = await within(dialog).findByRole<HTMLInputElement>('checkbox', { name: /长安区/ })
    expect([area.disabled, area.closest('label')?.textContent]).toEqual([true, '长安区0 / 3'])
    within(dialog).getByText('只能选择同一型号的设备，请先选择型号')
    fireEvent.change(within(dialog).getByRole('combobox', { name: '产品型号' }), { target: { value: '1' } })
    expect(area.closest('label')?.textContent).toBe('长安区0 / 2')
    fireEvent.click(area)
    within(dialog).getByText('已选 2 台')
    fireEvent.click(within(dialog).getByRole('button', { name: '保存' }))
    await waitFor(() =>
      expect(platform.sent.find(({ method }) => method === 'PUT')?.body).toEqual({ device_list: '11,12' }),
    )
  })

  it('virtualizes a list of 3000 devices, finds the last one by search and selects all 111 matches at once', async () => {
    giveElementsASize()
    platform.rows.set(
      'godbDevice',
      Array.from({ length: 3000 }, (_, index) => ({
        id: 100 + index,
        name: `站 ${index}`,
        devicetype_id: 1,
        project_id: 1,
        district_id: 4,
      })),
    )
    const { dialog } = await openRule({ device_list: '' })
    const area = await within(dialog).findByRole<HTMLInputElement>('checkbox', { name: /长安区/ })
    expect(area.closest('label')?.textContent).toBe('长安区0 / 3000')
    expect(within(dialog).getAllByRole('checkbox').length).toBeLessThan(200)
    // Selects the last device, far out of view, and those with 29 in their number: 29, 290 to 299 and 2900 to 2999.
    fireEvent.change(within(dialog).getByRole('searchbox', { name: /^设备/ }), { target: { value: '站 2999' } })
    fireEvent.click(await within(dialog).findByRole('checkbox', { name: '站 2999' }))
    within(dialog).getByText('已选 1 台')
    fireEvent.change(within(dialog).getByRole('searchbox', { name: /^设备/ }), { target: { value: '站 29' } })
    fireEvent.click(await within(dialog).findByRole('button', { name: '选择符合条件的全部 111 台' }))
    within(dialog).getByText('已选 111 台')
  })

  it('shows tags of the first four selected devices, removes one by its tag and counts the others', async () => {
    platform.rows.set(
      'godbDevice',
      [11, 12, 13, 14, 15, 16].map((id) => ({ id, name: `站${id}`, devicetype_id: 1, project_id: 1, district_id: 4 })),
    )
    const { dialog } = await openRule({ device_list: '16,11,12,13,14,15' })
    const tags = await waitFor(() => {
      const found = dialog.querySelector('[data-part=tags]')
      if (!found) throw new Error('no tags')
      return found
    })
    const named = () => [...tags.children].map(({ textContent }) => textContent)
    expect(named()).toEqual(['站16', '站11', '站12', '站13', '+2'])
    fireEvent.click(tags.querySelector('svg') ?? tags)
    expect(named()).toEqual(['站11', '站12', '站13', '站14', '+1'])
    expect(within(dialog).getByRole<HTMLInputElement>('checkbox', { name: '站16' }).checked).toBe(false)
    within(dialog).getByText('已选 5 台')
  })

  it('lists a selected device that is not available to the user by its number', async () => {
    const { dialog } = await openRule({ device_list: '11,999' })
    await within(dialog).findByRole('checkbox', { name: '#999' })
  })

  it('shows the server’s message when the preview cannot be loaded, and loads it on retry', async () => {
    named['godbAllHistoricaldataById'] = () => ({ code: 500, msg: '历史库忙', data: null })
    const { dialog, words } = await openRule()
    const again = await within(dialog).findByRole('button', { name: '重试' })
    within(dialog).getByText('历史库忙')
    named['godbAllHistoricaldataById'] = () => ({ code: 0, data: history })
    fireEvent.click(again)
    await waitFor(() => expect(words()).toContain('共 2 次'))
  })
})

describe('threshold details', () => {
  it('show the first four devices, and all of them when expanded', async () => {
    const ids = [11, 12, 13, 14, 15, 16]
    platform.rows.set(
      'godbDevice',
      ids.map((id) => ({ id, name: `站 ${id}`, devicetype_id: 1, project_id: 1, district_id: 4 })),
    )
    platform.rows.set('godbThreshold', [{ ...rule, device_list: ids.join(',') }])
    await openScreen(threshold, '/alarmConfig/threshold/7/detail')
    const dialog = within(await screen.findByRole('dialog', { name: '查看详情 规则一' }))
    const more = await dialog.findByRole('button', { name: '+2' })
    expect(dialog.queryByText(/站 15/)).toBeNull()
    fireEvent.click(more)
    expect(dialog.getByText('站 16')).toBeTruthy()
    expect(more.getAttribute('aria-expanded')).toBe('true')
  })
})

describe('threshold list', () => {
  it('disables a rule in its row, and reverts the switch with the server’s message when rejected', async () => {
    platform.rows.set('godbThreshold', [rule])
    const { location, toasts } = await openScreen(threshold, '/alarmConfig/threshold')
    const enabled = await screen.findByRole<HTMLInputElement>('switch', { name: '启用: 规则一' })
    fireEvent.click(enabled)
    await waitFor(() => expect(platform.sent.find(({ method }) => method === 'PUT')?.body).toEqual({ enable: 0 }))
    expect(location.current).toBe('/alarmConfig/threshold')
    await waitFor(() => expect(enabled.getAttribute('aria-busy')).toBe('false'))
    let fields: Record<string, string> = { device_list: '所选记录不存在', enable: '其中有您无权管理的区域' }
    platform.refuse = ({ method }) =>
      method === 'PUT' ? { status: 400, code: 400, msg: '有内容需要修改', data: { fields } } : null
    fireEvent.click(enabled)
    await waitFor(() => expect(toasts).toEqual(['其中有您无权管理的区域']))
    await waitFor(() => expect(enabled.checked).toBe(true))
    // Without an open form, the message names the field that is wrong.
    fields = { device_list: '所选记录不存在' }
    fireEvent.click(enabled)
    await waitFor(() => expect(toasts.slice(1)).toEqual(['设备: 所选记录不存在']))
    await waitFor(() => expect(enabled.checked).toBe(true))
  })

  it('shows no switch without permission to edit', async () => {
    platform.rows.set('godbThreshold', [rule])
    await openScreen(threshold, '/alarmConfig/threshold', { keys: ['4-1'] })
    await screen.findByText('规则一')
    expect(screen.queryByRole('switch')).toBeNull()
  })
})
