import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { channel } from '../../../../resources/channel.ts'
import { contact } from '../../../../resources/contact.ts'
import { escalation } from '../../../../resources/escalation.ts'
import { parseIds } from '../../../../resources/kit/access.ts'
import { numberOf, readLimits, type RuleLimits } from '../../../../resources/kit/rule.ts'
import type { Values } from '../../../../resources/kit/validate.ts'
import { useRecordNames } from './useRecordNames.ts'
import type { Speech } from './useSpeech.tsx'

/** Which field holds the contacts of which way. */
const WAYS = [
  ['alarm_phone', 'ruleForm.tell.sms'],
  ['alarm_email', 'ruleForm.tell.email'],
  ['alarm_wechat', 'ruleForm.tell.wechat'],
] as const

/**
 * Words for whom the rule in the form tells, by which ways and how often; says so where it reaches no contact or
 * channel.
 */
export function useTellWords({ say, list, few, span, strong, level }: Speech): ReactNode[] {
  const values = useWatch<Values>()
  const people = new Map<number, ReactNode[]>()
  for (const [field, way] of WAYS)
    for (const id of idsOf(values[field])) people.set(id, [...(people.get(id) ?? []), say(way)])
  const channels = idsOf(values['alarm_channel'])
  const limits = readLimits(values['limits'])
  const byLevel = limits ? toldByLevel(limits, channels) : []
  const steps = numberOf(values['escalation_id']) || null
  const contactName = useRecordNames(contact.path, [...people.keys()])
  const channelName = useRecordNames(channel.path, [...channels, ...byLevel.flatMap(({ ids }) => ids)])
  const escalationName = useRecordNames(escalation.path, steps === null ? [] : [steps])
  const namesOf = (ids: readonly number[]): ReactNode =>
    few(
      ids.map((id) => strong(channelName(id))),
      'ruleForm.tell.more',
    )
  const recipients = [
    ...[...people].map(([id, ways]) =>
      say('ruleForm.tell.person', { name: strong(contactName(id)), ways: list(ways) }),
    ),
    ...channels.map((id) => strong(channelName(id))),
  ]
  const isTold = recipients.length > 0 || byLevel.length > 0
  if (!isTold && steps === null) return [say('ruleForm.tell.nobody')]
  const minutes = Number(values['alarm_interval']) || 0
  const worsens = (limits?.levels.length ?? 0) > 1
  const sentences = [
    recipients.length > 0 && say('ruleForm.tell.tell', { names: few(recipients, 'ruleForm.tell.more') }),
    ...byLevel.map((told) => say('ruleForm.tell.level', { level: level(told.level), names: namesOf(told.ids) })),
    isTold && minutes === 0 && !worsens && say('ruleForm.tell.once'),
    isTold && minutes > 0 && say('ruleForm.tell.repeat', { span: strong(span(minutes * 60)) }),
    isTold && worsens && say('ruleForm.tell.worse'),
    isTold && Number(values['enable_back']) === 1 && say('ruleForm.tell.back'),
    steps !== null && say('ruleForm.tell.escalate', { name: strong(escalationName(steps)) }),
  ]
  return sentences.filter((sentence) => sentence !== false)
}

/** Returns the ids that a form or a record holds, without duplicates. */
const idsOf = (value: unknown): number[] => [...new Set(parseIds(String(value ?? '')))]

/**
 * Returns the channels told in addition to the rule's own, by the level from which they are told, mildest first: only
 * levels that the rule has, and each channel once (as the platform does, channelsAt of server/alarms/watch.ts).
 */
function toldByLevel({ levels, tell }: RuleLimits, channels: readonly number[]): { level: number; ids: number[] }[] {
  const known = new Set(channels)
  return levels
    .flatMap(({ level }) => level ?? [])
    .toSorted((a, b) => b - a)
    .flatMap((level) => {
      const ids = [...new Set(tell.get(level) ?? [])].filter((id) => !known.has(id))
      for (const id of ids) known.add(id)
      return ids.length > 0 ? [{ level, ids }] : []
    })
}
