import { useState, type ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { platformNow } from '../../../../dataProvider/clock.ts'
import { DECIDING, readLimits, readScope, ruleFrom } from '../../../../resources/kit/rule.ts'
import type { Values } from '../../../../resources/kit/validate.ts'
import type { threshold } from '../../../../resources/threshold.ts'
import { draftOf, toAlarmRule } from '../rule.ts'
import { useIds } from '../useModel.ts'
import { RuleBacktestContext } from './BacktestContext.ts'
import { useBacktest, USUAL, type BacktestDays } from './useBacktest.ts'

/** Provides the backtest of the rule in the form to all its children. */
export function BacktestOfForm({ children }: { children: ReactNode }) {
  const values = useWatch<Values>()
  const devices = useIds('device_list')
  const [node] = useIds('nodemap_id')
  const [end] = useState(() => platformNow())
  const [days, onDays] = useState<BacktestDays>(USUAL)
  const rule = readLimits(values['limits']) ? ruleFrom(values) : toAlarmRule(draftOf(values))
  const hasDevices = readScope(values['scope']) !== null || devices.length > 0
  const asked =
    rule && node !== undefined && hasDevices
      ? { ...rule, devices, node, fields: Object.fromEntries(sent.map((name) => [name, values[name]])) }
      : null
  const answer = useBacktest(asked, end, days)
  return <RuleBacktestContext value={{ ...answer, rule, asked, end, days, onDays }}>{children}</RuleBacktestContext>
}

/** Fields that decide when the rule fires, and those that determine how many messages a firing sends. */
const sent = [
  ...DECIDING,
  'project_id',
  'alarm_phone',
  'alarm_email',
  'alarm_wechat',
  'alarm_channel',
  'alarm_interval',
  'enable_back',
  'escalation_id',
] as const satisfies readonly (keyof typeof threshold.fields)[]
