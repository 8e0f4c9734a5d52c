// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, waitFor } from '@testing-library/react'
import polyglotI18nProvider from 'ra-i18n-polyglot'
import { I18nContextProvider } from 'react-admin'
import { FormProvider, useForm } from 'react-hook-form'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadMessages } from '../../i18n/index.ts'
import { lateWords } from '../../i18n/late.ts'
import { LANGUAGES, type Language } from '../../i18n/types.ts'
import { resourceOf } from '../../resources/index.ts'
import type { Values } from '../../resources/kit/validate.ts'
import { FormInfoProvider } from '../../src/admin/fields/formContext.ts'
import { RuleWords } from '../../src/alarms/rule/RuleWords.tsx'
import { MeContext } from '../../src/kit/index.ts'
import { startPlatform, type FakePlatform } from './crudWorld.tsx'
import { answerNamed } from './namedCalls.ts'

const threshold = resourceOf('alarmConfig/threshold')
const caller = { id: 5, super_id: 1, project_id: 1, keys: new Set<string>(), districts: [], types: [] }
let platform: FakePlatform

// The texts are loaded with the form; loaded here, so that they do not count towards a test's time.
beforeAll(() => Promise.all(LANGUAGES.flatMap((language) => [loadMessages(language), lateWords('ruleForm', language)])))
beforeEach(() => {
  platform = startPlatform()
  platform.rows.set(
    'godbDevice',
    [1, 2, 3, 4, 5].map((at) => ({ id: 10 + at, name: `A${at}`, devicetype_id: 1, project_id: 1, district_id: 5 })),
  )
  platform.rows.set('godbDistrict', [
    { id: 4, name: 'City', superid: 1, project_id: 1 },
    { id: 5, name: 'North', superid: 4, project_id: 1 },
  ])
  platform.rows.set('godbDevicetype', [{ id: 1, name: 'Station' }])
  platform.rows.set('alarmChannel', [
    { id: 3, name: 'Ops', project_id: 1 },
    { id: 4, name: 'Chief', project_id: 1 },
  ])
  platform.rows.set('alarmEscalation', [{ id: 6, name: 'Night', project_id: 1 }])
  const people = [41, 42, 43, 44, 45].map((id) => ({ id, alarm_name: `P${id}`, project_id: 1 }))
  answerNamed(platform, () => ({
    capabilities: () => ({ code: 0, data: { extensions: ['environment', 'environment-measures'] } }),
    environment: () => ({
      code: 0,
      data: { nodes: [{ id: 21, pollutant: 'pm25', model: 1, unit: 'µg/m³' }], devices: [], projects: [] },
    }),
    godbNodemapByType: () => ({
      code: 0,
      data: [
        { id: 21, alias: 'PM2.5', unitname: 'µg/m³', registertype: 4 },
        { id: 22, alias: 'Temp', unitname: '℃', registertype: 4 },
        { id: 23, alias: 'Fan', unitname: '', registertype: 1 },
        { id: 24, alias: 'Depth', unitname: 'm', registertype: 4, node_script: 'value * 0.1' },
      ],
    }),
    godbAllAlarminfo: () => ({ code: 0, data: people }),
  }))
})
afterEach(() => {
  vi.unstubAllGlobals()
})

/** One limit over one node of one device, which notifies no contact. */
const rule: Values = {
  project_id: 1,
  device_list: '11',
  nodemap_id: 21,
  com_oper: 0,
  params_x: 75,
  hold_time: 10,
  alarm_interval: 0,
  alert_level: 3,
  enable_back: 0,
  enable_ganged: 0,
}

function Form({ values }: { values: Values }) {
  const form = useForm<Values>({ defaultValues: values })
  return (
    <FormProvider {...form}>
      <RuleWords />
    </FormProvider>
  )
}

/** The summary beside a rule's form, once all names are loaded. */
async function sayRule(language: Language, change: Values): Promise<() => string> {
  const messages = await loadMessages(language)
  const page = (
    <MeContext.Provider
      value={{ caller, username: 'u', nickname: 'u', userToken: '', mustChangePassword: false, wall: false }}
    >
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { networkMode: 'always' } } })}>
        <I18nContextProvider value={polyglotI18nProvider(() => messages, language)}>
          <FormInfoProvider value={{ resource: threshold, caller, record: null }}>
            <Form values={{ ...rule, ...change }} />
          </FormInfoProvider>
        </I18nContextProvider>
      </QueryClientProvider>
    </MeContext.Provider>
  )
  // A component that suspends within an act that is not awaited is not drawn again.
  const { container } = await act(() => Promise.resolve(render(page)))
  return () => [...container.querySelectorAll('p')].map(({ textContent }) => textContent).join('\n')
}

type Said = Readonly<Record<Language, string>>

const expectSaid = async (change: Values, said: Said): Promise<void> => {
  for (const language of LANGUAGES) {
    const words = await sayRule(language, change)
    await waitFor(() => expect(words()).toContain(said[language]))
  }
}

const NOBODY: Said = {
  zhCN: '只记录，不通知任何人。',
  zhTW: '僅記錄，不通知任何人。',
  zhEN: 'Only record it, notify no one.',
}

describe('recipients in the rule summary', () => {
  it.each<[string, Values, Said]>([
    ['no recipients', {}, NOBODY],
    ['recipients only for a level without a limit', { limits: '{"3":75,"2":115,"tell":{"1":[3]}}' }, NOBODY],
    [
      'a channel',
      { alarm_channel: '3' },
      { zhCN: '通知 Ops。只通知一次。', zhTW: '通知 Ops。僅通知一次。', zhEN: 'Notify Ops. They are notified once.' },
    ],
    [
      'contacts with several message types, repetition and recovery',
      { alarm_phone: '41,42', alarm_email: '41', alarm_interval: 30, enable_back: 1 },
      {
        zhCN: '通知 P41（短信、邮件）、P42（短信）。每 30 分钟重复通知一次。恢复正常后再通知一次。',
        zhTW: '通知 P41（簡訊、電子郵件）、P42（簡訊）。每 30 分鐘重複通知一次。恢復正常後再通知一次。',
        zhEN: 'Notify P41 (text message and email) and P42 (text message). They are notified every 30 min. They are notified again on recovery.',
      },
    ],
    [
      'the first three of many contacts',
      { alarm_wechat: '41,42,43,44,45' },
      {
        zhCN: '通知 P41（微信）、P42（微信）、P43（微信）等 5 个。',
        zhTW: '通知 P41（微信）、P42（微信）、P43（微信）等 5 個。',
        zhEN: 'Notify P41 (WeChat), P42 (WeChat), P43 (WeChat) and others, 5 in all.',
      },
    ],
    [
      'recipients of one level only',
      { limits: '{"3":75,"2":115,"tell":{"2":[4]}}' },
      {
        zhCN: '级别达到 严重 时通知 Chief。级别加重时再次通知。',
        zhTW: '等級達到 嚴重 時通知 Chief。等級加重時再次通知。',
        zhEN: 'From level Severe on, notify Chief. They are notified again at a worse level.',
      },
    ],
    [
      'an escalation only',
      { escalation_id: 6 },
      {
        zhCN: '无人接手时按升级流程 Night 通知。',
        zhTW: '無人接手時依升級流程 Night 通知。',
        zhEN: 'While no user has taken it, the escalation Night says who is notified.',
      },
    ],
  ])('are described in each language: %s', (_name, change, said) => expectSaid(change, said))

  it('include channel and escalation instead of nobody', async () => {
    const found = await sayRule('zhCN', { alarm_channel: '9', escalation_id: 6 })
    await waitFor(() => expect(found()).toContain('通知 #9。只通知一次。无人接手时按升级流程 Night 通知。'))
    expect(found()).not.toContain('不通知任何人')
  })
})

describe('rule summary', () => {
  it.each<[string, Values, Said]>([
    [
      'describes a minimal rule',
      {},
      {
        zhCN: '监视 A1。\n当 PM2.5 大于 75 µg/m³，持续 10 秒，触发 一般 报警。\n只记录，不通知任何人。',
        zhTW: '監視 A1。\n當 PM2.5 大於 75 µg/m³，持續 10 秒，觸發 一般 警報。\n僅記錄，不通知任何人。',
        zhEN: 'Watch A1.\nWhen PM2.5 is above 75 µg/m³ for 10 s, raise an alarm of level Minor.\nOnly record it, notify no one.',
      },
    ],
    [
      'shows placeholders for empty fields',
      { device_list: '', nodemap_id: '', params_x: '', hold_time: 0 },
      {
        zhCN: '当 所选节点 大于 …，触发 一般 报警。',
        zhTW: '當 所選節點 大於 …，觸發 一般 警報。',
        zhEN: 'When the chosen node is above …, raise an alarm of level Minor.',
      },
    ],
    [
      'names the first three of many devices and counts all',
      { device_list: '11,12,13,14,15' },
      {
        zhCN: '监视 A1、A2、A3 等 5 台。',
        zhTW: '監視 A1、A2、A3 等 5 台。',
        zhEN: 'Watch A1, A2, A3 and others, 5 in all.',
      },
    ],
    [
      'names the model, area path and exceptions of a scope',
      { scope: '{"model":1,"area":5,"except":[12,13]}' },
      {
        zhCN: '监视 City / North 内所有 Station 设备，包括以后新增的，A2、A3 除外。',
        zhTW: '監視 City / North 內所有 Station 裝置，包括以後新增的，A2、A3 除外。',
        zhEN: 'Watch all devices of the model Station in City / North, future ones too, except A2 and A3.',
      },
    ],
    [
      'names the pollutant of a scope over the whole project',
      { scope: '{"pollutant":1}' },
      {
        zhCN: '监视项目内所有监测 PM2.5 的设备，包括以后新增的。',
        zhTW: '監視專案內所有監測 PM2.5 的裝置，包括以後新增的。',
        zhEN: 'Watch all devices that measure PM2.5 in the project, future ones too.',
      },
    ],
    [
      'names each limit with its level, and the limits at night',
      {
        hold_time: 90,
        limits: '{"4":75,"2":115,"1":150,"night":{"from":"22:00","to":"06:00","4":60,"2":100,"1":130}}',
      },
      {
        zhCN: '当 PM2.5 大于 75 µg/m³（预警）、115 µg/m³（严重）、150 µg/m³（紧急），持续 90 秒，触发相应级别的报警。22:00 至次日 06:00 的限值为 60 µg/m³（预警）、100 µg/m³（严重）、130 µg/m³（紧急）。',
        zhTW: '當 PM2.5 大於 75 µg/m³（預警）、115 µg/m³（嚴重）、150 µg/m³（緊急），持續 90 秒，觸發相應等級的警報。22:00 至次日 06:00 的限值為 60 µg/m³（預警）、100 µg/m³（嚴重）、130 µg/m³（緊急）。',
        zhEN: 'When PM2.5 is above 75 µg/m³ (Early warning), 115 µg/m³ (Severe) or 150 µg/m³ (Urgent) for 90 s, raise an alarm of that level. From 22:00 to 06:00 the limits are 60 µg/m³ (Early warning), 100 µg/m³ (Severe) and 130 µg/m³ (Urgent).',
      },
    ],
    [
      'describes a single limit by level like a plain limit',
      { com_oper: 4, params_x: 3, alert_level: 3, limits: '{"1":5,"night":{"from":"01:00","to":"05:00","1":4}}' },
      {
        zhCN: '当 PM2.5 小于 5 µg/m³，持续 10 秒，触发 紧急 报警。01:00 至 05:00 的限值为 4 µg/m³。',
        zhTW: '當 PM2.5 小於 5 µg/m³，持續 10 秒，觸發 緊急 警報。01:00 至 05:00 的限值為 4 µg/m³。',
        zhEN: 'When PM2.5 is below 5 µg/m³ for 10 s, raise an alarm of level Urgent. From 01:00 to 05:00 the limit is 4 µg/m³.',
      },
    ],
    [
      'names mean, change and all further conditions',
      {
        conditions:
          '{"calc":"mean","minutes":60,"join":"and","rows":[{"node":22,"calc":"rate","minutes":15,"com_oper":1,"params_x":8},{"node":22,"calc":"value","com_oper":7,"params_x":30,"params_y":-5}]}',
      },
      {
        zhCN: '当 PM2.5 的 1 小时平均值 大于 75 µg/m³，且 Temp 在 15 分钟内的变化量 大于等于 8 ℃，且 Temp 小于 -5 ℃ 或大于 30 ℃，持续 10 秒，触发 一般 报警。',
        zhTW: '當 PM2.5 的 1 小時平均值 大於 75 µg/m³，且 Temp 在 15 分鐘內的變化量 大於等於 8 ℃，且 Temp 小於 -5 ℃ 或大於 30 ℃，持續 10 秒，觸發 一般 警報。',
        zhEN: 'When the mean of PM2.5 over 1 h is above 75 µg/m³, and the change of Temp within 15 min is at least 8 ℃, and Temp is below -5 ℃ or above 30 ℃, and that for 10 s, raise an alarm of level Minor.',
      },
    ],
    [
      'names the level if only a further condition holds',
      {
        hold_time: 0,
        limits: '{"3":75,"2":115}',
        conditions: '{"calc":"value","join":"or","rows":[{"node":22,"calc":"value","com_oper":5,"params_x":0}]}',
      },
      {
        zhCN: '当 PM2.5 大于 75 µg/m³（一般）、115 µg/m³（严重），或 Temp 不等于 0 ℃，触发相应级别的报警。只有附加条件成立时，触发 一般 报警。',
        zhTW: '當 PM2.5 大於 75 µg/m³（一般）、115 µg/m³（嚴重），或 Temp 不等於 0 ℃，觸發相應等級的警報。只有附加條件成立時，觸發 一般 警報。',
        zhEN: 'When PM2.5 is above 75 µg/m³ (Minor) or 115 µg/m³ (Severe), or Temp is not 0 ℃, raise an alarm of that level. Where only a further condition holds, the level is Minor.',
      },
    ],
    [
      'names classes',
      { com_oper: 1, params_x: 3, hold_time: 0, conditions: '{"calc":"class","rows":[]}' },
      {
        zhCN: '当 PM2.5 的级别达到 轻度污染 (3)，触发 一般 报警。',
        zhTW: '當 PM2.5 的級別達到 輕度污染 (3)，觸發 一般 警報。',
        zhEN: 'When the class of PM2.5 is at least Lightly polluted (3), raise an alarm of level Minor.',
      },
    ],
    [
      'shows an index without unit and a class without a name as a number',
      {
        params_x: 150,
        hold_time: 0,
        conditions: '{"calc":"index","rows":[{"node":22,"calc":"class","com_oper":1,"params_x":4}]}',
      },
      {
        zhCN: '当 PM2.5 的指数 大于 150，且 Temp 的级别达到 4 级，触发 一般 报警。',
        zhTW: '當 PM2.5 的指數 大於 150，且 Temp 的級別達到 4 級，觸發 一般 警報。',
        zhEN: 'When the index of PM2.5 is above 150, and the class of Temp is at least Class 4, raise an alarm of level Minor.',
      },
    ],
    [
      'shows a limit on the stored value with its displayed value',
      { nodemap_id: 24, params_x: 12, limit_scale: 0, hold_time: 0 },
      {
        zhCN: '当 Depth 大于 存储值 12 = 1.2 m，触发',
        zhTW: '當 Depth 大於 儲存值 12 = 1.2 m，觸發',
        zhEN: 'When Depth is above 12 stored = 1.2 m, raise',
      },
    ],
    [
      'describes missing data, schedule, hysteresis and minimum off time',
      {
        no_data: 30,
        schedule: '{"from":"20:00","to":"08:00","days":[1,2,3,4,5,7]}',
        hysteresis: 5,
        min_off: 120,
      },
      {
        zhCN: '超过 30 分钟没有数据，也触发 一般 报警。只在 周一至周五、周日 20:00 至次日 08:00 报警。数值退回限值以内 5 µg/m³ 后才算恢复。恢复后 2 分钟内再次超限，仍是同一起报警。',
        zhTW: '超過 30 分鐘沒有資料，也觸發 一般 警報。僅在 週一至週五、週日 20:00 至次日 08:00 觸發警報。數值退回限值以內 5 µg/m³ 後才算恢復。恢復後 2 分鐘內再次超限，仍是同一起警報。',
        zhEN: 'No data for 30 min is an alarm of level Minor too. It fires at these times only: Monday to Friday and Sunday, 20:00 to 08:00. It is over once the value is 5 µg/m³ back within the limit. If it fires again within 2 min, it goes on as the same alarm.',
      },
    ],
    [
      'describes the linked control',
      { enable_ganged: 1, ganged_device_id: 12, ganged_nodemap_id: 23, ganged_value: 1 },
      {
        zhCN: '不通知任何人。同时将 A2 的 Fan 设为 开。',
        zhTW: '不通知任何人。同時將 A2 的 Fan 設為 開。',
        zhEN: 'notify no one. Set Fan of A2 to On as well.',
      },
    ],
  ])('in each language: %s', (_name, change, said) => expectSaid(change, said))

  it.each([
    ['a schedule that covers all times', { schedule: '{"from":"00:00","to":"00:00","days":[1,2,3,4,5,6,7]}' }],
    ['hysteresis with the operator "equal to"', { com_oper: 2, hysteresis: 5 }],
    ['a disabled linked control', { ganged_device_id: 12, ganged_nodemap_id: 23, ganged_value: 1 }],
  ])('omits %s', async (_name, change: Values) => {
    const words = await sayRule('zhCN', change)
    await waitFor(() =>
      expect(words()).toMatch(/^监视 A1。\n当 PM2.5 [^\n]*，触发 一般 报警。\n只记录，不通知任何人。$/),
    )
  })
})
