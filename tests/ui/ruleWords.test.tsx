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

// Their code is loaded with the form; not within a test's time.
beforeAll(() => Promise.all(LANGUAGES.flatMap((language) => [loadMessages(language), lateWords('ruleForm', language)])))
beforeEach(() => {
  platform = startPlatform()
  platform.rows.set('godbDevice', [{ id: 11, name: 'A1', devicetype_id: 1, project_id: 1, district_id: 4 }])
  platform.rows.set('alarmChannel', [
    { id: 3, name: 'Ops', project_id: 1 },
    { id: 4, name: 'Chief', project_id: 1 },
  ])
  platform.rows.set('alarmEscalation', [{ id: 6, name: 'Night', project_id: 1 }])
  const people = [41, 42, 43, 44, 45].map((id) => ({ id, alarm_name: `P${id}`, project_id: 1 }))
  answerNamed(platform, () => ({
    godbNodemapByType: () => ({ code: 0, data: [{ id: 21, alias: 'PM2.5', unitname: 'µg/m³', registertype: 4 }] }),
    godbAllAlarminfo: () => ({ code: 0, data: people }),
  }))
})
afterEach(() => {
  vi.unstubAllGlobals()
})

/** One limit over one node of one device, which tells nobody. */
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

/** What stands beside the form of a rule, as it is once all names are there. */
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
  // What suspends within an act that is not awaited is not drawn again.
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
  zhEN: 'Only record it, notify nobody.',
}

describe('whom a rule tells, in words', () => {
  it.each<[string, Values, Said]>([
    ['nobody', {}, NOBODY],
    ['nobody at any level that it has', { limits: '{"3":75,"2":115,"tell":{"1":[3]}}' }, NOBODY],
    [
      'a channel',
      { alarm_channel: '3' },
      { zhCN: '通知 Ops。只通知一次。', zhTW: '通知 Ops。僅通知一次。', zhEN: 'Notify Ops. They are notified once.' },
    ],
    [
      'people by their ways, again and again and at the end',
      { alarm_phone: '41,42', alarm_email: '41', alarm_interval: 30, enable_back: 1 },
      {
        zhCN: '通知 P41（短信、邮件）、P42（短信）。每 30 分钟重复通知一次。恢复正常后再通知一次。',
        zhTW: '通知 P41（簡訊、電子郵件）、P42（簡訊）。每 30 分鐘重複通知一次。恢復正常後再通知一次。',
        zhEN: 'Notify P41 (text message and email) and P42 (text message). They are notified every 30 min. They are notified again on recovery.',
      },
    ],
    [
      'the first of many',
      { alarm_wechat: '41,42,43,44,45' },
      {
        zhCN: '通知 P41（微信）、P42（微信）、P43（微信）等 5 个。',
        zhTW: '通知 P41（微信）、P42（微信）、P43（微信）等 5 個。',
        zhEN: 'Notify P41 (WeChat), P42 (WeChat), P43 (WeChat) and others, 5 in all.',
      },
    ],
    [
      'a level alone',
      { limits: '{"3":75,"2":115,"tell":{"2":[4]}}' },
      {
        zhCN: '级别达到 严重 时通知 Chief。级别加重时再次通知。',
        zhTW: '等級達到 嚴重 時通知 Chief。等級加重時再次通知。',
        zhEN: 'From level Severe on, notify Chief. They are notified again at a worse level.',
      },
    ],
    [
      'an escalation alone',
      { escalation_id: 6 },
      {
        zhCN: '无人接手时按升级流程 Night 通知。',
        zhTW: '無人接手時依升級流程 Night 通知。',
        zhEN: 'While nobody has it, the escalation Night says who is notified.',
      },
    ],
  ])('%s', (_name, change, said) => expectSaid(change, said))

  it('is not nobody where a channel, a level or an escalation is told', async () => {
    const found = await sayRule('zhCN', { alarm_channel: '9', escalation_id: 6 })
    await waitFor(() => expect(found()).toContain('通知 #9。只通知一次。无人接手时按升级流程 Night 通知。'))
    expect(found()).not.toContain('不通知任何人')
  })
})
