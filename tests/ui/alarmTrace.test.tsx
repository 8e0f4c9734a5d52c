// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import polyglotI18nProvider from 'ra-i18n-polyglot'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isAnnounced, forgetCapabilities } from '../../authProvider/capabilities.ts'
import { alarmTrace } from '../../dataProvider/calls/alarmTrace.ts'
import { episodeOf } from '../../dataProvider/episodes/rows.ts'
import { configureHttp } from '../../dataProvider/http.ts'
import { loadMessages } from '../../i18n/index.ts'
import { lateWords } from '../../i18n/late.ts'
import { LANGUAGES, type Language } from '../../i18n/types.ts'
import { verdicts } from '../../resources/kit/rule.ts'
import { lineOf } from '../../src/alarms/trace/line.ts'
import { stepsOf, verdictOf } from '../../src/alarms/trace/steps.ts'
import { WhyButton } from '../../src/alarms/trace/WhyButton.tsx'
import { answerCalls, openPage, type PageAnswer, type PageCall } from './pageWorld.tsx'

type Row = Record<string, unknown>

const at = Date.UTC(2026, 10, 20, 6, 3, 20)
const limit = { com_oper: 0, params_x: 115, params_y: 115 }
const trace = (given: Row = {}): Row => ({
  at,
  source: 'engine',
  verdict: 'held',
  value: 118,
  value_at: at,
  join: 'and',
  conditions: [
    { nodemap_id: 11, node_name: 'PM2.5', unitname: 'µg/m³', registertype: 4, calc: 'value', value: 118, broken: 1 },
  ],
  limits: [{ level: 2, ...limit, broken: 1, reached: 0, since: at, held: 45_000 }],
  ends: null,
  silent_at: null,
  night: 0,
  hold: 300,
  hysteresis: 0,
  no_data: 0,
  suppressed: [],
  episode: null,
  messages: [],
  ...given,
})

let answer: (call: PageCall) => PageAnswer | Promise<PageAnswer>
let extensions: string[]
let sent: PageCall[]
beforeEach(() => {
  answer = () => ({ data: trace() })
  extensions = ['alarm-trace']
  forgetCapabilities()
  sent = answerCalls({
    'GET capabilities': () => ({ data: { name: 'x', version: '1', extensions } }),
    'GET alarmTrace': (call) => answer(call),
  })
  configureHttp({ token: () => 't', languageTag: () => 'zh-CN', onSignedOut: () => {}, announces: isAnnounced })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const asked = () => sent.filter(({ path }) => path === 'alarmTrace').map(({ query }) => query)
const Page = () => (
  <WhyButton rule={{ id: 4, name: '超标' }} device={{ id: 7, name: '甲站' }} firedAt={at - 3_600_000} />
)
const open = async () => {
  const view = await openPage(Page, '/')
  fireEvent.click(await screen.findByRole('button', { name: '为什么？' }))
  return { ...view, dialog: await screen.findByRole('dialog') }
}
const lines = () =>
  within(screen.getByRole('dialog'))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

describe('alarm explanation dialog', () => {
  it('lists one sentence per step for the time of firing, now, or a chosen time in the platform’s time zone', async () => {
    const { dialog } = await open()
    await within(dialog).findByText('未报警：已超限，持续时间未到。')
    expect(lines()).toEqual([
      expect.stringMatching(/^PM2.5 为 118(\.0)? µg\/m³，测于 .*06:03:20$/),
      expect.stringMatching(/^严重限值 > 115(\.0)? µg\/m³：.*06:03:20 起超限，已持续 45 秒，需 5 分钟$/),
    ])
    answer = () => ({
      data: trace({
        verdict: 'alarm',
        source: 'history',
        limits: [{ level: 2, ...limit, broken: 1, reached: 1, since: at, held: 300_000 }],
        suppressed: [{ reason: 'snoozed', until: at + 60_000 }],
        episode: { id: 1, fired_at: at, fired_value: 118, cleared_at: null, rule_then: { ...limit, params_x: 100 } },
        messages: [
          { id: 1, at, channel: 3, name: '王工', address: 'w@x', send_ok: 1, reason: '已发送' },
          { id: 2, at, channel: 5, name: '值班群', address: '', send_ok: 0, reason: '已暂缓' },
        ],
      }),
    })
    expect(within(dialog).getByRole('radio', { name: '触发时' }).getAttribute('aria-checked')).toBe('true')
    fireEvent.click(within(dialog).getByRole('radio', { name: '现在' }))
    await within(dialog).findByText('报警中：超限并已达到持续时间。')
    expect(lines().slice(2)).toEqual([
      expect.stringMatching(/^已暂缓至 .*06:04:20，重复和恢复不通知$/),
      expect.stringMatching(/06:03:20 触发，数值 118(\.0)? µg\/m³$/),
      expect.stringMatching(/^触发时规则是 > 100(\.0)? µg\/m³，之后改过$/),
      expect.stringMatching(/06:03:20 邮件通知 王工：已发送$/),
      expect.stringMatching(/06:03:20 渠道通知 值班群：未发送，已暂缓$/),
    ])
    fireEvent.click(within(dialog).getByRole('radio', { name: '选择时刻' }))
    const field = within(dialog).getByLabelText<HTMLInputElement>('选择时刻', { selector: 'input' })
    expect(field.value).toBe('2026-11-20T05:03')
    fireEvent.change(field, { target: { value: '2026-11-19T10:00' } })
    await waitFor(() =>
      expect(asked().at(-1)).toEqual({
        threshold_id: '4',
        device_id: '7',
        at: String(Date.UTC(2026, 10, 19, 10, 0, 59, 999)),
      }),
    )
    expect(asked().slice(0, 2)).toEqual([
      { threshold_id: '4', device_id: '7', at: String(at - 3_600_000) },
      { threshold_id: '4', device_id: '7' },
    ])
  })

  it('starts with "now" if no firing is given, and marks the decisive step as "stop"', async () => {
    const kept = { level: 2, ...limit, broken: 0, reached: 0, since: null, held: 0 }
    const suppressed = [{ reason: 'snoozed', until: at + 60_000 }]
    answer = () => ({ data: trace({ verdict: 'normal', limits: [kept, { ...kept, level: 1 }], suppressed }) })
    await openPage(() => <WhyButton rule={{ id: 4, name: '超标' }} device={{ id: 7, name: '甲站' }} />, '/')
    fireEvent.click(await screen.findByRole('button', { name: '为什么？' }))
    const tones = async () => {
      const items = await within(await screen.findByRole('dialog')).findAllByRole('listitem')
      return items.map(({ dataset }) => dataset['tone'])
    }
    // Of two limits the milder one is decisive; a snooze holds messages back, not the alarm.
    expect(await tones()).toEqual(['yes', 'stop', 'no', 'no'])
    expect(asked()[0]).toEqual({ threshold_id: '4', device_id: '7' })
    const row = { node_name: 'T', calc: 'value', value: 1, ...limit, broken: 0 }
    answer = () => ({
      data: trace({ verdict: 'conditions', conditions: [...(trace()['conditions'] as Row[]), row], limits: [] }),
    })
    fireEvent.click(screen.getByRole('radio', { name: '选择时刻' }))
    await screen.findByText('未报警：已超限，其他条件不成立。')
    expect(await tones()).toEqual(['yes', 'stop'])
  })

  it('hides the previous verdict while another moment is loading', async () => {
    const { dialog } = await open()
    const verdict = '未报警：已超限，持续时间未到。'
    await within(dialog).findByText(verdict)
    let tell = (_said: PageAnswer) => {}
    answer = () => new Promise((resolve) => (tell = resolve))
    fireEvent.click(within(dialog).getByRole('radio', { name: '现在' }))
    await waitFor(() => expect(asked()).toHaveLength(2))
    expect(within(dialog).queryByText(verdict)).toBeNull()
    tell({ data: trace() })
    await within(dialog).findByText(verdict)
  })

  it('shows the error when the trace cannot be loaded, and loads it on retry', async () => {
    answer = () => ({ code: 500, msg: '读取失败' })
    const { dialog } = await open()
    await within(dialog).findByText(/读取失败/)
    answer = () => ({ data: trace({ verdict: 'normal' }) })
    fireEvent.click(within(dialog).getByRole('button', { name: /重试/ }))
    await within(dialog).findByText('未报警：没有超限。')
  })

  it('names classes by their standard in values and limits, and shows the number if there is no standard', async () => {
    const own = { node_name: 'PM2.5', unitname: 'µg/m³', calc: 'class', standard: 'HJ633-2026', value: 4, broken: 1 }
    const row = { ...own, node_name: '噪声', standard: 'GB3096-2008', value: 2, com_oper: 1, params_x: 2, params_y: 2 }
    answer = () => ({
      data: trace({
        value: 4,
        conditions: [own, row, { ...row, standard: null, value: 3 }],
        limits: [{ level: 2, com_oper: 1, params_x: 3, params_y: 3, broken: 1, reached: 0, since: at, held: 45_000 }],
      }),
    })
    await openPage(Page, '/')
    fireEvent.click(await screen.findByRole('button', { name: '为什么？' }))
    const dialog = await screen.findByRole('dialog')
    await within(dialog).findByText(/PM2\.5 级别.*中度污染 \(4\)/)
    expect(within(dialog).getByText(/≥ 轻度污染 \(3\)/).textContent).not.toContain('µg')
    expect(within(dialog).getByText(/噪声 级别.*超标.*≥ 超标/)).toBeTruthy()
    // Without a named standard, the number of the class is shown.
    expect(within(dialog).getByText(/噪声 级别.*3.*≥ 2/)).toBeTruthy()
  })

  it('is not offered without the alarm-trace extension or without permission to view rules', async () => {
    extensions = []
    await openPage(Page, '/')
    await waitFor(() => expect(sent.some(({ path }) => path === 'capabilities')).toBe(true))
    expect(screen.queryByRole('button', { name: '为什么？' })).toBeNull()
    extensions = ['alarm-trace']
    forgetCapabilities()
    await openPage(Page, '/', ['2-3'])
    expect(screen.queryByRole('button', { name: '为什么？' })).toBeNull()
  })

  it.each(LANGUAGES)(
    'has a distinct sentence for every step, reason and verdict, in %s',
    async (language: Language) => {
      const messages = { ...(await loadMessages(language)), ...(await lateWords('trace', language)) }
      const i18n = polyglotI18nProvider(() => messages, language, [], { allowMissing: true })
      const missing: string[] = []
      const words = {
        translate: (key: string, args: Record<string, unknown> = {}) => {
          const text = i18n.translate(key, args)
          if (text === key || text.includes('%{')) missing.push(key)
          return text
        },
        time: String,
        span: String,
        level: () => 'level',
        classOf: () => null,
      }
      const reasons = 'disabled incomplete out_of_scope stopped no_node schedule maintenance snoozed no_data doubted'
        .split(' ')
        .map((reason) => ({ reason, since: at, until: at, value: 5 }))
      answer = () => ({
        data: trace({
          conditions: [
            ...(trace()['conditions'] as Row[]),
            ...[1, 0, null].map((broken) => ({
              node_name: 'T',
              calc: 'mean',
              minutes: 60,
              value: 1,
              ...limit,
              broken,
            })),
          ],
          limits: [
            { level: 2, ...limit, broken: 1, reached: 1, since: at, held: 1 },
            { level: 2, ...limit, broken: 1, reached: 0, since: at, held: 1 },
            { level: 2, ...limit, broken: 1, reached: 0, since: null, held: 0 },
            { level: 2, ...limit, broken: 0, reached: 0, since: null, held: 0 },
            { level: 2, ...limit, broken: null, reached: 0, since: null, held: 0 },
          ],
          ends: limit,
          night: 1,
          silent_at: at,
          suppressed: [...reasons, { reason: 'no_data', since: null }, { reason: 'snoozed', until: 8.64e15 }],
          episode: { id: 1, fired_at: at, fired_value: 1, cleared_at: at, rule_then: limit },
          messages: [1, 0, -1].map((send_ok) => ({ at, channel: 9, send_ok, due: null })),
        }),
      })
      const told = await alarmTrace({ threshold: 4, device: 7, at: null })
      const steps = stepsOf(told, words)
      expect(steps).toHaveLength(4 + 5 + 3 + 12 + 2 + 3)
      expect(new Set(steps.map(({ text }) => text)).size).toBe(steps.length)
      for (const verdict of [...verdicts, 'unwatched'] as const) verdictOf({ ...told, verdict }, words)
      const fired = {
        id: 1,
        level: 2,
        since: at - 1000,
        fired_at: at,
        fired_value: 1,
        limit: null,
        limit_text: 'x',
        node_name: 'T',
      }
      const line = (suppressed: boolean, join: 'and' | 'or', timeline: Row[], hold = 300) => {
        const { timeline: moments } = episodeOf({ id: 1, fired_at: at, timeline })
        const steps = lineOf({ ...fired, suppressed }, { trace: { ...told, join, hold }, moments }, saying, words)
        return steps.map(({ tone }) => tone)
      }
      const saying = { value: '1', limit: '> 0' }
      expect(line(true, 'and', [{ at, kind: 'message', send_ok: 1 }])).toEqual(['yes', 'yes', 'yes', 'stop', 'sent'])
      expect(line(false, 'or', [])).toEqual(['yes', 'yes', 'yes', 'unknown'])
      const over = line(false, 'or', [{ at, kind: 'maintenance_over' }], 1)
      expect(over).toEqual(['yes', 'yes', 'wait', 'unknown'])
      // Where a long episode's entries are left out, it is unknown whether more messages were sent before, or whether
      // there was maintenance.
      const leftOut = { at, kind: 'left_out' }
      expect(line(false, 'or', [leftOut, { at, kind: 'message', send_ok: 1 }])).toEqual(['yes', 'yes', 'sent'])
      expect(line(false, 'or', [leftOut])).toEqual(['yes', 'yes'])
      expect(missing).toEqual([])
    },
  )
})
