// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetCapabilities } from '../../authProvider/capabilities.ts'
import { resourceOf } from '../../resources/index.ts'
import { openScreen, startPlatform, type FakePlatform } from './crudWorld.tsx'
import { giveElementsASize } from './elementSizes.ts'
import { answerNamed } from './namedCalls.ts'
import { openRule, rule } from './ruleWorld.tsx'

const threshold = resourceOf('alarmConfig/threshold')
let platform: FakePlatform
/** The form's code is a chunk of its own. */

beforeAll(() => import('../../src/alarms/rule/ThresholdForm.tsx'))
beforeEach(() => {
  forgetCapabilities()
  giveElementsASize()
  platform = startPlatform()
  platform.rows.set('godbProject', [{ id: 1, name: '项目一' }])
  platform.rows.set('godbDistrict', [
    { id: 4, name: '长安区', superid: 1, project_id: 1 },
    { id: 5, name: '桥西区', superid: 1, project_id: 1 },
  ])
  platform.rows.set('godbDevicetype', [
    { id: 1, name: '空气站' },
    { id: 2, name: '微站' },
    { id: 3, name: '毫克站' },
  ])
  platform.rows.set('godbDevice', [
    { id: 14, name: '微站一号', devicetype_id: 2, project_id: 1, district_id: 5 },
    { id: 11, name: '空气一号', devicetype_id: 1, project_id: 1, district_id: 4 },
    { id: 12, name: '空气二号', devicetype_id: 1, project_id: 1, district_id: 4 },
    { id: 15, name: '毫克一号', devicetype_id: 3, project_id: 1, district_id: 4 },
  ])
  const nodes = (id: number, unitname: string) => [
    { id, alias: 'PM2.5', unitname, registertype: 4 },
    { id: id + 1, alias: '温度', unitname: '℃', registertype: 4 },
  ]
  answerNamed(platform, () => ({
    capabilities: () => ({
      code: 0,
      data: { extensions: ['alarm-rules', 'alarm-pollutant', 'alarm-class', 'environment', 'environment-measures'] },
    }),
    godbNodemapByType: ({ path }) => ({
      code: 0,
      data: path.endsWith('/1') ? nodes(21, 'µg/m³') : path.endsWith('/2') ? nodes(31, 'µg/m³') : nodes(41, 'mg/m³'),
    }),
    environment: () => ({
      code: 0,
      data: {
        nodes: [
          { id: 21, pollutant: 'pm25', model: 1, unit: 'µg/m³' },
          { id: 31, pollutant: 'pm25', model: 2, unit: 'µg/m³' },
          { id: 41, pollutant: 'pm25', model: 3, unit: 'mg/m³' },
        ],
        devices: [],
        projects: [],
      },
    }),
    godbAllHistoricaldataById: () => ({ code: 0, data: [] }),
    alarmBacktest: () => ({ code: 0, data: null }),
  }))
})
afterEach(() => {
  vi.unstubAllGlobals()
})

describe('rule scope', () => {
  it('switches from a model to a pollutant measured in the node’s unit, with exceptions', async () => {
    const { dialog, choose, box, saved } = await openRule(platform, { scope: '{"model":1}' })
    await within(dialog).findByText('现有 2 台')
    await choose(/^监测指标/, 'PM2.5')
    await within(dialog).findByText('现有 3 台')
    expect((await box(/^型号/)).getAttribute('value')).toBe('')
    await choose(/^除外/, '空气二号')
    await within(dialog).findByText('现有 2 台')
    const { scope, ...more } = await saved()
    expect(JSON.parse(String(scope))).toEqual({ pollutant: 1, except: [12] })
    // The node stays; devices of its own model come first, because the form's nodes belong to that model.
    expect(more).toEqual({ device_list: '11,14' })
  })

  it('replaces a node that does not measure the pollutant', async () => {
    const { dialog, saved } = await openRule(platform, { nodemap_id: 22, scope: '{"pollutant":1,"area":5}' })
    await within(dialog).findByText('现有 1 台')
    const node = await within(dialog).findByLabelText<HTMLInputElement>(/^节点/)
    await waitFor(() => expect(node.value || node.textContent).toContain('PM2.5'))
    const { device_list, nodemap_id } = await saved()
    expect([device_list, Number(nodemap_id)]).toEqual(['14', 31])
  })

  it('includes models with other units only for class rules', async () => {
    const conditions = '{"calc":"class","rows":[]}'
    const { dialog, choose } = await openRule(platform, {
      com_oper: 1,
      params_x: 3,
      conditions,
      scope: '{"pollutant":1}',
    })
    await within(dialog).findByText('现有 4 台')
    await choose(/^附加条件|^取值/, '平均值')
    await within(dialog).findByText('现有 3 台')
    await choose(/^附加条件|^取值/, '级别')
    await within(dialog).findByText('现有 4 台')
  })
})

describe('additional channels of a level', () => {
  it('are chosen from the project’s channels, even without permission for the channel list', async () => {
    platform.rows.set('alarmChannel', [
      { id: 4, name: '值班群', project_id: 1 },
      { id: 5, name: '外项目群', project_id: 2 },
    ])
    platform.refuse = ({ path }) => (path === 'alarmChannel' ? { status: 403, code: 403, msg: '没有权限' } : null)
    const { box } = await openRule(platform, { limits: '{"3":75,"2":115}' })
    const told = await box(/^严重 另外通知/)
    fireEvent.mouseDown(told)
    const option = await screen.findByRole('option', { name: '值班群' })
    expect(screen.queryByRole('option', { name: '外项目群' })).toBeNull()
    fireEvent.click(option)
    await waitFor(() => expect(told.textContent).toBe('值班群'))
  })

  it('include deleted channels and those of other projects so that they can be removed', async () => {
    platform.rows.set('alarmChannel', [{ id: 5, name: '外项目群', project_id: 2 }])
    const { box } = await openRule(platform, { limits: '{"3":75,"2":115,"tell":{"2":[5,9]}}' })
    const told = await box(/^严重 另外通知/)
    await waitFor(() => expect(told.textContent).toBe('外项目群, #9'))
    fireEvent.mouseDown(told)
    for (const name of ['外项目群', '#9']) fireEvent.click(await screen.findByRole('option', { name }))
    await waitFor(() => expect(told.textContent).not.toMatch(/外项目群|#9/))
  })
})

describe('recipients of a level', () => {
  const toldAt = (dialog: HTMLElement, level: string): string | undefined => {
    const row = within(dialog).getByText(level, { selector: 'tbody th' }).closest('tr')
    return row?.lastElementChild?.querySelector('p')?.textContent
  }

  it('are listed with the number of people and of those who might receive nothing', async () => {
    platform.rows.set('alarmChannel', [
      { id: 4, name: '值班群', project_id: 1, enable: 1 },
      { id: 5, name: '夜班群', project_id: 1, enable: 0 },
      { id: 6, name: '外项目群', project_id: 2, enable: 1 },
    ])
    answerNamed(platform, () => ({
      godbAllAlarminfo: () => ({
        code: 0,
        data: [
          { id: 1, alarm_name: '王秀兰', alarm_phone: '13800000000', alarm_email: '', project_id: 1 },
          { id: 2, alarm_name: '李桂英', alarm_phone: '', alarm_email: 'li@example.org', project_id: 1 },
          { id: 3, alarm_name: '张建国', alarm_phone: '13800000001', alarm_email: '', project_id: 2 },
        ],
      }),
    }))
    const { dialog } = await openRule(platform, {
      alarm_phone: { String: '1,2,3,9', Valid: true },
      alarm_email: { String: '2', Valid: true },
      limits: '{"3":75,"2":115,"1":150,"tell":{"2":[4,5],"1":[6]}}',
    })
    await waitFor(() => expect(toldAt(dialog, '一般')).toBe('2 人：王秀兰、李桂英 · 2 人可能收不到'))
    expect(toldAt(dialog, '严重')).toBe('2 人：王秀兰、李桂英 · 值班群 · 夜班群（收不到） · 2 人可能收不到')
    expect(toldAt(dialog, '紧急')).toBe(
      '2 人：王秀兰、李桂英 · 值班群 · 夜班群（收不到） · 外项目群（收不到） · 2 人可能收不到',
    )
    // A level without a limit notifies no contact.
    expect(toldAt(dialog, '预警')).toBeUndefined()
  })

  it('are shown as none when nobody is notified', async () => {
    const { dialog } = await openRule(platform, { limits: '{"3":75,"2":115}' })
    await waitFor(() => expect(toldAt(dialog, '一般')).toBe('不通知任何人'))
  })

  it('are shown as unknown when names fail to load', async () => {
    platform.refuse = ({ path }) => (path === 'alarmChannelNameList' ? { status: 500, code: 500, msg: '维护中' } : null)
    const { dialog } = await openRule(platform, { limits: '{"3":75,"2":115,"tell":{"2":[4]}}' })
    await waitFor(() => expect(toldAt(dialog, '严重')).toBe('—'))
  })
})

describe('rule on a class or index', () => {
  const announce = (...more: string[]) => {
    const extensions = ['alarm-rules', 'environment', 'environment-measures', ...more]
    answerNamed(platform, () => ({
      capabilities: () => ({ code: 0, data: { extensions } }),
      godbNodemapByType: () => ({
        code: 0,
        data: [
          { id: 21, alias: 'PM2.5', unitname: 'µg/m³', registertype: 4 },
          { id: 22, alias: '温度', unitname: '℃', registertype: 4 },
        ],
      }),
      environment: () => ({
        code: 0,
        data: { nodes: [{ id: 21, pollutant: 'pm25', model: 1, unit: 'µg/m³' }], devices: [], projects: [] },
      }),
      godbAllHistoricaldataById: () => ({ code: 0, data: [] }),
      alarmBacktest: () => ({ code: 0, data: null }),
    }))
  }

  it('selects a class by name as single limit without hysteresis and offers no index without alarm-index', async () => {
    announce('alarm-class')
    const { dialog, box, saved } = await openRule(platform, { hysteresis: 5 })
    fireEvent.mouseDown(await box(/^附加条件|^取值/))
    const ofClass = await screen.findByRole('option', { name: '级别' })
    expect(screen.queryByRole('option', { name: '指数' })).toBeNull()
    fireEvent.click(ofClass)
    const limit = await box(/^限值/)
    expect(limit.textContent).toContain('轻度污染 (3)及以上')
    expect(within(dialog).queryByRole('combobox', { name: /^触发条件/ })).toBeNull()
    fireEvent.mouseDown(limit)
    const options = (await screen.findAllByRole('option')).map(({ textContent }) => textContent)
    expect(options).toEqual([
      '良 (2)及以上',
      '轻度污染 (3)及以上',
      '中度污染 (4)及以上',
      '重度污染 (5)及以上',
      '严重污染 (6)',
    ])
    fireEvent.click(screen.getByRole('option', { name: '中度污染 (4)及以上' }))
    const { conditions, ...more } = await saved()
    expect(JSON.parse(String(conditions))).toEqual({ calc: 'class', rows: [] })
    expect(more).toMatchObject({ com_oper: 1, params_x: 4, hysteresis: 0 })
  })

  it('sets classes as limits by level and can be changed back to numbers', async () => {
    announce('alarm-class')
    const conditions = '{"calc":"class","rows":[]}'
    const { choose, box, saved } = await openRule(platform, { com_oper: 1, conditions, limits: '{"4":3,"2":4}' })
    await choose(/^严重 限值/, '重度污染 (5)及以上')
    await choose(/^附加条件|^取值/, '平均值')
    await waitFor(async () => expect((await box(/^触发条件/)).textContent).toBe('大于等于'))
    fireEvent.change(await screen.findByRole('textbox', { name: /^限值/ }), { target: { value: '80' } })
    expect(await saved()).toMatchObject({ limits: '', params_x: 80 })
  })

  it('is listed with the class name, or its number when no standard rates the node', async () => {
    announce('alarm-class')
    const ofClass = { ...rule, com_oper: 1, params_x: 3, conditions: '{"calc":"class","rows":[]}' }
    platform.rows.set('godbThreshold', [ofClass, { ...ofClass, id: 8, name: '规则二', nodemap_id: 22 }])
    await openScreen(threshold, '/alarmConfig/threshold')
    expect((await screen.findByTitle('轻度污染 (3)')).textContent).toBe('轻度污染 (3)')
    expect(screen.getAllByText('3 级')).toHaveLength(1)
  })

  it('is listed as an index', async () => {
    announce('alarm-class', 'alarm-index')
    platform.rows.set('godbThreshold', [{ ...rule, params_x: 150, conditions: '{"calc":"index","rows":[]}' }])
    await openScreen(threshold, '/alarmConfig/threshold')
    expect(await screen.findByText('指数 150')).toBeTruthy()
  })

  it('sets the index as a limit without a unit', async () => {
    announce('alarm-class', 'alarm-index')
    const { dialog, choose, saved } = await openRule(platform)
    await choose(/^附加条件|^取值/, '指数')
    const limit = await screen.findByRole<HTMLInputElement>('textbox', { name: /^限值/ })
    // 75 µg/m³ is not an index.
    await waitFor(() => expect(limit.value).toBe(''))
    fireEvent.change(limit, { target: { value: '150' } })
    await waitFor(() => expect(dialog.textContent).toContain('当 PM2.5 的指数 大于 150'))
    const { conditions, ...more } = await saved()
    expect(JSON.parse(String(conditions))).toEqual({ calc: 'index', rows: [] })
    expect(more).toMatchObject({ params_x: 150 })
  })

  it('is not offered for a node that no standard rates', async () => {
    announce('alarm-class')
    const { box } = await openRule(platform, { nodemap_id: 22 })
    fireEvent.mouseDown(await box(/^附加条件|^取值/))
    await screen.findByRole('option', { name: '平均值' })
    expect(screen.queryByRole('option', { name: '级别' })).toBeNull()
  })

  it('is not offered when the platform lacks alarm-class', async () => {
    announce()
    const { box } = await openRule(platform)
    fireEvent.mouseDown(await box(/^附加条件|^取值/))
    await screen.findByRole('option', { name: '平均值' })
    expect(screen.queryByRole('option', { name: '级别' })).toBeNull()
  })
})

describe('limits of a node with a display script', () => {
  const tenths = { node_script: { String: 'value * 0.1', Valid: true }, min_value: -400, max_value: 1000 }
  const answerNodes = (node: object) =>
    answerNamed(platform, () => ({
      capabilities: () => ({ code: 0, data: { extensions: ['alarm-rules', 'limit-scale'] } }),
      godbNodemapByType: () => ({
        code: 0,
        data: [{ id: 21, alias: '温度', unitname: '℃', registertype: 4, ...node }],
      }),
      godbAllHistoricaldataById: () => ({ code: 0, data: [] }),
      alarmBacktest: () => ({ code: 0, data: null }),
    }))

  it('show stored and displayed value and are converted on request', async () => {
    answerNodes(tenths)
    const { dialog, saved } = await openRule(platform, { params_x: 12, limit_scale: 0, hysteresis: 5 })
    const both = await within(dialog).findByRole('list', { name: '存储值与显示值' })
    expect(both.textContent).toBe('存储值 12.0 = 1.2 ℃')
    fireEvent.click(within(dialog).getByRole('button', { name: '换算为显示值' }))
    await waitFor(() => expect(within(dialog).queryByRole('list', { name: '存储值与显示值' })).toBeNull())
    expect(await saved()).toMatchObject({ limit_scale: 1, params_x: 1.2, hysteresis: 0.5 })
  })

  it('cannot be converted when the script is not monotonic, as the form states', async () => {
    answerNodes({ ...tenths, node_script: { String: 'value * value', Valid: true } })
    const { dialog } = await openRule(platform, { params_x: 12, limit_scale: 0 })
    await within(dialog).findByText(/^显示脚本不是单调的/)
    expect(within(dialog).queryByRole('button', { name: '换算为显示值' })).toBeNull()
    expect(within(dialog).getByText(/^显示脚本不是线性的/)).toBeTruthy()
  })

  it('need no conversion when the node has no display script', async () => {
    answerNodes({})
    const { dialog } = await openRule(platform, { limit_scale: 1 })
    await within(dialog).findByText('节点没有显示脚本，两者相同。')
  })

  it('are listed as displayed values with the stored value in the tooltip', async () => {
    platform.rows.set('godbNodemap', [{ id: 21, name: '温度', alias: '温度', node_id: 5, devicetype_id: 1 }])
    platform.rows.set('godbNode', [{ id: 5, name: '温度', unitname: '℃', node_script: 'value * 0.1' }])
    platform.rows.set('godbThreshold', [
      { ...rule, params_x: 12, limit_scale: 0 },
      { ...rule, id: 8, name: '规则二', params_x: 34, limit_scale: 1 },
    ])
    await openScreen(threshold, '/alarmConfig/threshold')
    const stored = await screen.findByTitle('1.2 ℃ (存储值 12)')
    expect(stored.textContent).toBe('1.2 ℃')
    expect((await screen.findByTitle('34 ℃')).textContent).toBe('34 ℃')
  })
})
