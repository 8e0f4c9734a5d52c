import { describe, expect, it } from 'vitest'
import { inbox as zhCN } from '../../i18n/zhCN/inbox.ts'
import { inbox as zhEN } from '../../i18n/zhEN/inbox.ts'
import { inbox as zhTW } from '../../i18n/zhTW/inbox.ts'
import { firedValueOf, shownValueOf } from '../../server/alarms/episodes/row.ts'
import { firingTrace } from '../../server/alarms/episodes/trace.ts'
import { storedOutcomeText, problemJson } from '../../server/alarms/explain.ts'
import type { Rule } from '../../server/alarms/rules.ts'
import { newWatch } from '../../server/alarms/watch.ts'
import { factsOf, valueWords } from '../../server/alarms/words.ts'
import type { LiveNode, Registry } from '../../server/platform.ts'
import { failedAttempt } from '../../server/send/retry.ts'

describe('valueWords', () => {
  const said = (registertype: number, node_script: string | null, value: number) =>
    (['zhCN', 'zhTW', 'zhEN'] as const).map((language) => valueWords({ registertype, node_script }, value, language))

  it('returns on or off for a switch in each language', () => {
    expect(said(1, null, 1)).toEqual(['开', '開', 'on'])
    expect(said(2, '', 0)).toEqual(['关', '關', 'off'])
  })

  it('returns the text of the node’s script', () => {
    expect(said(2, "value > 0 ? '已移位' : '正常'", 1)).toEqual(['已移位', '已移位', '已移位'])
    expect(said(4, "value > 3 ? 'high' : 'low'", 2)).toEqual(['low', 'low', 'low'])
  })

  it('returns null for a number or a failing script', () => {
    expect([
      valueWords({ registertype: 4, node_script: null }, 1, 'zhCN'),
      valueWords({ registertype: 4, node_script: 'value * 2' }, 1, 'zhCN'),
      valueWords({ registertype: 4, node_script: '(((' }, 1, 'zhCN'),
    ]).toEqual([null, null, null])
  })
})

describe('alarm before its first mean is known', () => {
  const node = { id: 5, alias: 'PM2.5', unitname: 'µg/m³', node_script: 'value / 10', registertype: 4 }
  const registry = { device: () => ({ nodes: new Map([[5, node as LiveNode]]) }) } as unknown as Registry
  const conditions = { calc: 'mean', minutes: 60, join: 'or', rows: [] }
  const rule = {
    id: 1,
    name: 'r',
    nodemap_id: 5,
    operator: 0,
    x: 75,
    y: 0,
    hold: 0,
    message: '{value}{unit}',
    conditions,
  }
  const watch = newWatch(rule as unknown as Rule, 7)

  it('has no value and no unit in its message', () => {
    const facts = factsOf(registry, watch, 0, { timeZone: 'UTC', language: 'zhEN' })
    expect(facts).toMatchObject({ raw: null, number: null, value: '—', unit: '', message: '—' })
    expect(factsOf(registry, { ...watch, value: 800 }, 0, { timeZone: 'UTC', language: 'zhEN' }).message).toBe(
      '80µg/m³',
    )
  })

  it('is recorded without a value, regardless of the column', () => {
    const row = (value: number | null) => ({
      real_value: 75,
      trace: firingTrace({ ...watch, value }, { firedAt: 0, by: 'sample' }),
    })
    expect([firedValueOf(row(null)), shownValueOf(row(null), node as LiveNode)]).toEqual([null, null])
    expect([firedValueOf(row(75)), shownValueOf(row(75), node as LiveNode)]).toEqual([75, 7.5])
    expect(firedValueOf({ real_value: 75, trace: null })).toBe(75)
  })
})

describe('failed message delivery', () => {
  const inboxes = { zhCN, zhTW, zhEN }
  const { explained: failed } = failedAttempt(new Error('HTTP 503'))

  it.each(['zhCN', 'zhTW', 'zhEN'] as const)('states only once that the message was not sent, in %s', (language) => {
    const told = [
      failed,
      { key: 'error.channel.dead', args: { count: 6, reason: problemJson(failed) } },
      { key: 'error.alarm.snoozed' },
      { key: 'error.alarm.maintenance' },
      { key: 'error.alarm.noSms' },
      { key: 'error.alarm.firedAgain' },
      { key: 'error.untold.closed' },
      { key: 'error.untold.stopped' },
    ].map((why) => inboxes[language].notSent.replace('%{reason}', storedOutcomeText(problemJson(why), language) ?? ''))
    expect(told[0]).toBe({ zhCN: '未送达：HTTP 503', zhTW: '未送達：HTTP 503', zhEN: 'Not sent: HTTP 503' }[language])
    expect(
      told
        .slice(1)
        .filter((text) =>
          /[:：].*(发送失败|傳送失敗|未发|未發|未傳|通知未|不再通知|be sent|not (sent|told))/i.test(text),
        ),
    ).toEqual([])
  })
})
