import type { Insertable } from 'kysely'
import { errorText } from '../../../i18n/errors.ts'
import type { Language } from '../../../i18n/types.ts'
import type { Step, StepKind } from '../../../resources/kit/duty/escalation.ts'
import type { Registry } from '../../platform.ts'
import { PENDING } from '../../send/types.ts'
import type { Tables } from '../../storage/types.ts'
import { newsOf, type AlarmEvent, type News } from '../channels/news.ts'
import { channelRow, type ChannelBook, type ChannelManner } from '../channels/rows.ts'
import { alarmLink, contactText } from '../contactText.ts'
import { problemJson } from '../explain.ts'
import { traceOf, type EpisodeRow } from '../episodes/row.ts'
import { levelsAt } from '../watch.ts'
import type { Rule } from '../rules.ts'
import { unsentRow } from '../unsentRow.ts'
import { factsOf } from '../words.ts'
import { personOnCall } from './book.ts'
import { targetsOf, type Target, type TargetBook } from './targets.ts'

type Message = Insertable<Tables['alarmsendlog']>

/** The records needed to tell steps, besides the episodes; read once for all steps that are due. */
export interface StepBook extends TargetBook {
  channels: ChannelBook
  /** Ids of the episodes whose alarm is about silence. */
  silent: ReadonlySet<number>
}

/** The words of a step in one language. */
interface StepText {
  heart: string
  news: News
}

/** A step as the timeline shows it (docs/wire.md, `escalation`). */
export interface StepNotification {
  to: StepKind
  /** Of the roster, contact or channel; null: deleted. */
  name: string | null
  /** The person of a roster who was on call, or next; null: none. */
  person: string | null
  level: number | null
  minutes: number
  /** How many of its messages were queued for sending. */
  count: number
}

/**
 * Returns the messages of a step of an episode at a moment (epoch ms), as rows of the send log, those that cannot be
 * sent with the reason, and the step for the timeline. `value` is the episode's value now (episodes/valueNow.ts).
 */
export function stepMessages(
  registry: Registry,
  book: StepBook,
  { row, rule, step, value }: { row: EpisodeRow; rule: Rule; step: Step; value: number | null },
  now: number,
  manner: ChannelManner,
): { messages: Message[]; told: StepNotification } {
  const leveled = atLevel(rule, row.alert_level, now)
  const silent = book.silent.has(row.id)
  const minutes = Math.max(0, Math.round((now - (row.escalation_since ?? row.alarm_time)) / 60_000))
  const event: AlarmEvent = {
    kind: 'escalate',
    rule: leveled,
    deviceId: row.device_id,
    value,
    level: row.alert_level,
    since: traceOf(row.trace).since ?? row.alarm_time,
    at: now,
    silent,
  }
  const ofProject = <R extends { project_id: number | null }>(record: R | null | undefined): R | null =>
    record && record.project_id === row.project_id ? record : null
  const link = alarmLink(manner.publicUrl, row.id)
  const said = (language: Language): StepText => {
    const own = { ...manner, language }
    const facts = factsOf(registry, { rule: leveled, deviceId: row.device_id, value, silent }, now, own)
    const { device, node, value: shown, unit, rule: limit, message: text } = facts
    const args = { device, node, value: [shown, unit].filter(Boolean).join(' '), rule: limit, minutes, text }
    const heart = errorText(language, 'error.alarm.escalateFrame', args)
    return { heart, news: newsOf(registry, event, book.channels.places.get(row.device_id), own) }
  }
  const known = new Map<Language, StepText>()
  const saidIn = (language: Language): StepText => {
    const found = known.get(language) ?? said(language)
    known.set(language, found)
    return found
  }
  const base = { thresholdlog_id: row.id, device_id: row.device_id, alarm_time: now, project_id: row.project_id }
  const personRow = ({ person, way: { type, address }, problem }: Extract<Target, { kind: 'person' }>): Message => {
    const language = person.language ?? manner.language
    const { heart, news } = saidIn(language)
    return {
      ...base,
      send_name: person.name,
      send_url: address(person) ?? '',
      send_data: contactText(type, heart, news, { language, link }),
      message: JSON.stringify({ title: news.title, language, link }),
      send_ok: problem ? 0 : PENDING,
      alarm_type: type,
      explained: problem && problemJson(problem),
    }
  }
  const messages = targetsOf(book, { step, rule, project: row.project_id }).map((target): Message => {
    if (target.kind === 'person') return personRow(target)
    if (target.kind === 'channel')
      return channelRow(registry, book.channels, { channelId: target.id, event, logId: row.id }, manner)
    const text = saidIn(manner.language).heart
    const of = { logId: row.id, deviceId: row.device_id, at: now, project: row.project_id }
    return unsentRow({ ...of, name: target.name, text, way: target.type }, target.problem)
  })
  const { to, id } = step
  const roster = to === 'roster' ? ofProject(book.rosters.get(id)) : null
  const contact = to === 'contact' ? ofProject(book.people.get(id)) : null
  const channel = to === 'channel' ? ofProject(book.channels.channels.get(id)) : null
  return {
    messages,
    told: {
      to,
      name: roster?.name ?? contact?.name ?? channel?.name ?? null,
      person: ofProject(roster && personOnCall(roster, step))?.name ?? null,
      level: to === 'level' ? id : null,
      minutes,
      count: messages.filter(({ send_ok }) => send_ok === PENDING).length,
    },
  }
}

/** Returns a rule with the limit of the level that its alarm has reached, as it is in force at a moment (epoch ms). */
export function atLevel(rule: Rule, level: number | null, at: number): Rule {
  const reached = levelsAt(rule, at).find((each) => each.level === level)
  return { ...rule, level, ...(reached && { x: reached.x, y: reached.y }) }
}
