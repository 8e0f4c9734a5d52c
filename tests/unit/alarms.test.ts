import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { alarmRecords, alarmSheet, alarmEpisodes, handleAlarm, sendLog } from '../../dataProvider/alarms.ts'
import { rulesOf } from '../../dataProvider/calls/deviceRules.ts'
import { openAlarms } from '../../dataProvider/calls/deviceAlarms.ts'
import { configureHttp } from '../../dataProvider/http.ts'

let answer: { body: string | object; type?: string; disposition?: string }
let asked: { url: string; body: unknown }[]
beforeEach(() => {
  asked = []
  configureHttp({ token: () => 't', languageTag: () => 'zh-CN', onSignedOut: () => {} })
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    asked.push({ url, body: init.body ? JSON.parse(String(init.body)) : undefined })
    return new Response(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body), {
      headers: {
        'content-type': answer.type ?? 'text/plain',
        ...(answer.disposition && { 'content-disposition': answer.disposition }),
      },
    })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const data = (given: unknown): { body: object } => ({ body: { code: '0', msg: '', data: given } })
const seconds = 1_763_600_000
const old = {
  id: '9',
  alarm_time: String(seconds),
  threshold_name: { String: '上限', Valid: true },
  device_name: '站',
  nodemap_name: 'PM2.5',
  real_value: '86.4',
  alarm_value: '大于 75',
  alarm_msg: '超标',
  project_id: '2',
  is_alarm: '1',
  alarm_state: '0',
  explained: { String: '', Valid: false },
}
const page = { page: 1, size: 10 }

describe('alarm records in the older format', () => {
  it('are parsed from strings, seconds and wrapped values, with null for missing fields', async () => {
    answer = data({ list: [old, { ...old, id: null }, { ...old, alarm_time: '' }], total: '31' })
    const { rows, total } = await alarmRecords(page)
    expect(total).toBe(31)
    expect(rows).toEqual([
      {
        id: 9,
        at: seconds * 1000,
        threshold: '上限',
        deviceName: '站',
        nodeName: 'PM2.5',
        value: 86.4,
        unit: '',
        rule: '大于 75',
        message: '超标',
        project: 2,
        lasting: true,
        state: 0,
        explained: null,
        device: null,
        area: null,
        nodemap: null,
        level: null,
        recoveredAt: null,
        noDataSince: null,
        trace: null,
        whole: old,
      },
    ])
  })

  it('have null for an unknown condition or state', async () => {
    answer = data([
      { ...old, is_alarm: null, alarm_state: undefined },
      { ...old, is_alarm: '0', alarm_state: '7' },
    ])
    expect((await alarmRecords(page)).rows).toMatchObject([
      { lasting: null, state: null },
      { lasting: false, state: null },
    ])
    expect(await alarmEpisodes(7, { from: 0, to: 1 })).toEqual([
      { name: '上限', from: seconds * 1000, to: seconds * 1000 },
    ])
  })

  it('are empty when the list is null', async () => {
    answer = data({ list: null, total: 0 })
    expect(await alarmRecords(page)).toEqual({ rows: [], total: 0, totals: null })
    answer = data(null)
    expect(await alarmRecords(page)).toEqual({ rows: [], total: 0, totals: null })
  })

  it('are requested with times in milliseconds and states as a list', async () => {
    answer = data(null)
    await alarmRecords({ ...page, area: 3, from: 1.4, to: 2, states: [0, 2] })
    expect(asked[0]?.url).toBe(
      '/v1/godbThresholdlogByTimeOrId?page_size=10&current=1&districtid=3&starttime=1&endtime=2&types=0%2C2',
    )
  })

  it('are handled by sending the whole record back', async () => {
    answer = data(null)
    await handleAlarm({ id: 9, whole: old }, 2, '已复测')
    expect(asked[0]).toEqual({
      url: '/v1/godbThresholdlog/9',
      body: { ...old, alarm_state: 2, explained: { String: '已复测', Valid: true } },
    })
  })

  it('are joined from rows of raised and cleared alarms', async () => {
    const row = (id: number, at: number, is_alarm: number, threshold_name = '上限') => ({
      ...old,
      id,
      alarm_time: seconds + at,
      is_alarm,
      threshold_name,
    })
    answer = data({
      list: [row(4, 90, 1), row(3, 60, 0), row(2, 10, 1), row(1, 0, 1), row(5, 30, 1, '下限'), row(6, 5, 0, '别的')],
      total: 6,
    })
    const ms = (at: number) => (seconds + at) * 1000
    expect(await alarmEpisodes(7, { from: 0, to: 1 })).toEqual([
      { name: '上限', from: ms(0), to: ms(60) },
      { name: '下限', from: ms(30), to: null },
      { name: '上限', from: ms(90), to: null },
    ])
  })

  it('take their end from recovered_at', async () => {
    answer = data([{ ...old, is_alarm: 0, recovered_at: seconds + 60 }])
    expect(await alarmEpisodes(7, { from: 0, to: 1 })).toEqual([
      { name: '上限', from: seconds * 1000, to: (seconds + 60) * 1000 },
    ])
  })
})

describe('data of an alarm', () => {
  it('includes its send log: sent, failed or waiting, with any type', async () => {
    answer = data([
      { alarm_time: seconds, send_name: '值班', send_ok: '1', alarm_type: '3' },
      { id: 7, send_ok: 0 },
      { id: 8, send_ok: -1 },
    ])
    expect((await sendLog(9)).map(({ id, at, name, ok, type }) => [id, at, name, ok, type])).toEqual([
      [0, seconds * 1000, '值班', true, 3],
      [7, null, '', false, 0],
      [8, null, '', null, 0],
    ])
  })

  it('includes the rules of its device with their limits', async () => {
    const rule = { id: 1, nodemap_id: '41', params_x: '75', params_y: '90', com_oper: '0', enable: '1' }
    answer = data([
      { ...rule, calc: 'value' },
      { ...rule, com_oper: 6, limit_scale: 1, calc: 'mean' },
      { ...rule, enable: '0', params_x: 3, calc: 'class' },
      { ...rule, params_x: '' },
    ])
    const rules = await rulesOf(2)
    expect(asked.at(-1)?.url).toContain('deviceRules?device_id=2')
    expect(rules.map(({ enabled, limits, ofShown, ofClass }) => [enabled, limits, ofShown, ofClass])).toEqual([
      [true, [75], false, false],
      [true, [75, 90], true, false],
      [false, [], false, true],
      [true, [], false, false],
    ])
  })

  it('includes rules filtered by device when the platform lacks deviceRules', async () => {
    configureHttp({
      token: () => 't',
      languageTag: () => 'zh-CN',
      onSignedOut: () => {},
      announces: () => Promise.resolve(false),
    })
    const rule = { nodemap_id: 41, params_x: 75, com_oper: 0, enable: 1 }
    answer = data({
      list: [
        { ...rule, id: 1, device_list: '1, 2,x' },
        { ...rule, id: 2, device_list: '12' },
        { ...rule, id: 3, device_list: '2', conditions: '{"calc":"rate","minutes":5}' },
      ],
      total: 3,
    })
    expect((await rulesOf(2)).map(({ id, limits }) => [id, limits])).toEqual([
      [1, [75]],
      [3, []],
    ])
  })

  it('includes open alarms of its device, worst level first, then newest', async () => {
    const one = (id: number, more: object) => ({ ...old, id, alarm_time: seconds + id, alert_level: 3, ...more })
    answer = data({
      list: [one(1, {}), one(2, {}), one(3, { is_alarm: 0 }), one(4, { alarm_state: 2 }), one(5, { alert_level: 1 })],
      total: 5,
    })
    expect((await openAlarms(7)).map(({ id }) => id)).toEqual([5, 2, 1])
  })

  it('includes its sheet, while a plain-text response rejects with its message', async () => {
    answer = { body: 'PK', type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' }
    expect(await (await alarmSheet({})).text()).toBe('PK')
    expect((await alarmSheet({})).name).toBe('')
    answer = { ...answer, disposition: 'attachment; filename="log.xlsx"' }
    expect((await alarmSheet({})).name).toBe('log.xlsx')
    answer = { body: { code: 6, msg: '导出任务繁忙', data: null } }
    await expect(alarmSheet({})).rejects.toMatchObject({ message: '导出任务繁忙', status: 400 })
  })
})
