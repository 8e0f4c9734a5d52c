// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetCapabilities } from '../../authProvider/capabilities.ts'
import type { Values } from '../../resources/kit/validate.ts'
import { startPlatform, type FakePlatform } from './crudWorld.tsx'
import { answerNamed } from './namedCalls.ts'
import { openRule } from './ruleWorld.tsx'

let platform: FakePlatform

beforeAll(() => import('../../src/alarms/rule/ThresholdForm.tsx'))
beforeEach(() => {
  forgetCapabilities()
  platform = startPlatform()
  platform.rows.set('godbProject', [{ id: 1, name: '项目一' }])
  platform.rows.set('godbDistrict', [{ id: 4, name: '长安区', superid: 1, project_id: 1 }])
  platform.rows.set('godbDevicetype', [{ id: 1, name: '空气站' }])
  platform.rows.set('godbDevice', [{ id: 11, name: '空气一号', devicetype_id: 1, project_id: 1, district_id: 4 }])
  platform.rows.set('alarmChannel', [{ id: 4, name: '值班群', project_id: 1 }])
  answerNamed(platform, () => ({
    capabilities: () => ({ code: 0, data: { extensions: ['alarm-rules'] } }),
    godbNodemapByType: () => ({
      code: 0,
      data: [
        { id: 21, alias: 'PM2.5', unitname: 'µg/m³', registertype: 4 },
        { id: 22, alias: '温度', unitname: '℃', registertype: 4 },
      ],
    }),
    godbAllHistoricaldataById: () => ({ code: 0, data: [] }),
    alarmBacktest: () => ({ code: 0, data: null }),
  }))
})
afterEach(() => {
  vi.unstubAllGlobals()
})

/** Opens the editor of a rule, with the actions on its inputs. */
async function open(change: Values = {}) {
  const { dialog, saved } = await openRule(platform, change)
  const inside = within(dialog)
  const type = (name: RegExp | string, value: string) =>
    fireEvent.change(inside.getByLabelText(name), { target: { value } })
  return {
    inside,
    type,
    press: async (words: string) => fireEvent.click(await inside.findByText(words, { selector: 'button' })),
    toggle: async (name: string) => fireEvent.click(await inside.findByLabelText(name)),
    /** Saves, and returns the parsed value of a JSON field that was sent. */
    async savedJson(field: string): Promise<unknown> {
      return JSON.parse(String((await saved())[field]))
    },
    saved,
    /** Presses the save button, and expects a message at the field and no request. */
    async refused(words: string): Promise<void> {
      fireEvent.click(inside.getByText('保存', { selector: 'button' }))
      await inside.findByText(words)
      expect(platform.sent.filter(({ method }) => method === 'PUT')).toEqual([])
    },
  }
}

/** Chooses in a drop-down list, and waits until the list is gone. */
async function pick(box: HTMLElement, option: string): Promise<void> {
  fireEvent.mouseDown(box)
  fireEvent.click(await screen.findByText(option, { selector: '[role=option]' }))
  await waitFor(() => expect(document.querySelector('[role=listbox]')).toBeNull())
}

describe('rule conditions', () => {
  /** One further condition, by its position. */
  const row = (at: number) => {
    const line = screen.getAllByLabelText('移除条件')[at]?.parentElement
    if (!line) throw new Error(`no condition ${at}`)
    return within(line)
  }

  it('combine values of other nodes with AND or OR', async () => {
    const { press, savedJson } = await open()
    await press('且 / 或')
    await pick(row(0).getByLabelText('节点'), '温度')
    await pick(row(0).getByLabelText('比较'), '… < x')
    fireEvent.change(row(0).getByLabelText('限值'), { target: { value: '-5' } })
    expect(row(0).queryByLabelText('且或')).toBeNull()
    await press('且 / 或')
    await pick(row(1).getByLabelText('比较'), 'x < … < y')
    const [lower, upper] = row(1).getAllByLabelText('限值') as [HTMLElement, HTMLElement]
    fireEvent.change(lower, { target: { value: '10' } })
    fireEvent.change(upper, { target: { value: '20' } })
    expect(row(1).getByText('且')).toBeTruthy()
    await pick(row(0).getByLabelText('且或'), '或')
    expect(row(1).getByText('或')).toBeTruthy()
    expect(await savedJson('conditions')).toEqual({
      calc: 'value',
      join: 'or',
      rows: [
        { node: 22, calc: 'value', com_oper: 4, params_x: '-5' },
        { node: 21, calc: 'value', com_oper: 6, params_x: '10', params_y: '20' },
      ],
    })
  })

  it('evaluate means and changes over minutes, next to a time without data', async () => {
    const { inside, press, type, saved } = await open()
    await pick(await inside.findByLabelText('取值'), '平均值')
    expect(inside.getByLabelText<HTMLInputElement>('分钟数').value).toBe('60')
    type('分钟数', '30')
    await press('且 / 或')
    await pick(row(0).getByLabelText('取值'), '变化量')
    fireEvent.change(row(0).getByLabelText('分钟数'), { target: { value: '15分' } })
    fireEvent.change(row(0).getByLabelText('限值'), { target: { value: '8' } })
    type(/^无数据报警/, '20')
    const { conditions, ...more } = await saved()
    expect(JSON.parse(String(conditions))).toEqual({
      calc: 'mean',
      minutes: 30,
      rows: [{ node: 21, calc: 'rate', minutes: 15, com_oper: 0, params_x: '8' }],
    })
    expect(more).toEqual({ no_data: 20 })
  })

  it('are cleared when only the current value is evaluated', async () => {
    const conditions = '{"calc":"mean","minutes":30,"rows":[{"node":22,"calc":"value","com_oper":0,"params_x":30}]}'
    const { inside, toggle, saved } = await open({ conditions })
    // The nodes of the model are loaded.
    await inside.findByText('温度', { selector: '[role=combobox]' })
    await toggle('移除条件')
    await waitFor(() => expect(inside.queryByLabelText('移除条件')).toBeNull())
    await pick(inside.getByLabelText('取值'), '实时值')
    expect(inside.queryByLabelText('分钟数')).toBeNull()
    expect((await saved())['conditions']).toBe('')
  })

  it('cannot be saved without their minutes', async () => {
    const { inside, type, refused } = await open({ conditions: '{"calc":"rate","minutes":60,"rows":[]}' })
    await inside.findByLabelText('分钟数')
    type('分钟数', '')
    await refused('请填完附加条件')
  })
})

describe('limits by level', () => {
  const levels = '{"3":75,"2":115,"night":{"from":"22:00","to":"06:00","3":55,"2":65},"tell":{"2":[4]}}'

  it('start with the single limit, add night limits and store the mildest as single limit', async () => {
    const { inside, toggle, type, saved } = await open()
    await toggle('按级别设多个限值')
    expect(inside.getByLabelText<HTMLInputElement>('一般 限值').value).toBe('75')
    type('严重 限值', '115')
    type('预警 限值', '60')
    await toggle('夜间另设限值')
    expect(inside.getByLabelText<HTMLInputElement>('严重 夜间限值').value).toBe('115')
    type('预警 夜间限值', '45')
    type('一般 夜间限值', '55')
    type('严重 夜间限值', '65.5')
    type('开始时间', '23:00')
    const { limits, ...more } = await saved()
    expect(JSON.parse(String(limits))).toEqual({
      4: 60,
      3: 75,
      2: 115,
      night: { from: '23:00', to: '06:00', 4: 45, 3: 55, 2: 65.5 },
    })
    expect(more).toEqual({ params_x: 60, alert_level: 4 })
  })

  it('need the same levels by night as by day, or no night limits', async () => {
    const { inside, type, toggle, refused, savedJson } = await open({ limits: levels })
    await inside.findByLabelText('严重 夜间限值')
    type('严重 夜间限值', '')
    await refused('每级限值须不同，夜间限值须与日间的级别相同并有起止时间')
    await toggle('夜间另设限值')
    expect(inside.queryByLabelText('一般 夜间限值')).toBeNull()
    expect(await savedJson('limits')).toEqual({ 3: 75, 2: 115, tell: { 2: [4] } })
  })

  it('are replaced by a single limit when switched off', async () => {
    const { inside, toggle, saved } = await open({ limits: levels })
    await inside.findByLabelText('严重 限值')
    await toggle('按级别设多个限值')
    expect((await inside.findByLabelText<HTMLInputElement>(/^限值/)).value).toBe('75')
    expect((await saved())['limits']).toBe('')
  })
})

describe('rule schedule', () => {
  it('stores weekdays and a time range across midnight', async () => {
    const { inside, toggle, press, type, savedJson } = await open()
    await toggle('只在时段内')
    type('开始时间', '22:00')
    // A half-typed time does not count as a time.
    type('结束时间', '')
    expect(inside.getByLabelText<HTMLInputElement>('结束时间').value).toBe('20:00')
    type('结束时间', '06:00')
    await press('日')
    await press('六')
    expect(await savedJson('schedule')).toEqual({ from: '22:00', to: '06:00', days: [1, 2, 3, 4, 5] })
  })

  it('omits the days when all are selected and keeps at least one', async () => {
    const { inside, press, savedJson } = await open({ schedule: '{"from":"08:00","to":"20:00","days":[3]}' })
    await press('三')
    expect(inside.getByText('三').getAttribute('aria-pressed')).toBe('true')
    for (const day of ['一', '二', '四', '五', '六', '日']) await press(day)
    expect(await savedJson('schedule')).toEqual({ from: '08:00', to: '20:00' })
  })

  it('is cleared when switched off', async () => {
    const { toggle, saved } = await open({ schedule: '{"from":"08:00","to":"20:00"}' })
    await toggle('只在时段内')
    expect((await saved())['schedule']).toBe('')
  })
})
