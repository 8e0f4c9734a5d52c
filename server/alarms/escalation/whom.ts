import type { Insertable } from 'kysely'
import { errorText } from '../../../i18n/errors.ts'
import type { Language } from '../../../i18n/types.ts'
import type { Step, StepKind } from '../../../resources/kit/duty/escalation.ts'
import type { Problem } from '../../../resources/kit/rules.ts'
import type { Registry } from '../../platform.ts'
import { PENDING, SEND_TYPE } from '../../send/types.ts'
import type { Tables } from '../../storage/types.ts'
import { newsOf, type AlarmEvent, type News } from '../channels/news.ts'
import { channelRow, type ChannelBook, type ChannelManner } from '../channels/rows.ts'
import { alarmLink, contactText } from '../contactText.ts'
import { problemJson } from '../explain.ts'
import { firedValueOf, traceOf, type EpisodeRow } from '../episodes/row.ts'
import { lastValueOf } from '../watch.ts'
import type { Rule } from '../rules.ts'
import { contactProblem, untoldRow } from '../untold.ts'
import { factsOf } from '../words.ts'
import { atTurn, toldAtLevel, type OnCall, type Person } from './book.ts'

type Message = Insertable<Tables['alarmsendlog']>

/** What telling takes besides the episode: read once for all steps that are due. */
export interface StepBook {
  rosters: ReadonlyMap<number, OnCall>
  people: ReadonlyMap<number, Person>
  channels: ChannelBook
}

/** A step as the timeline tells it (docs/wire.md, `escalation`). */
export interface StepTold {
  to: StepKind
  /** Of the roster, contact or channel; null: it is gone. */
  name: string | null
  /** Who was on call, or came after, of a roster; null: nobody. */
  person: string | null
  level: number | null
  minutes: number
  /** Messages that it sent on their way. */
  count: number
}

/** Whom a step tells of an episode at a moment (epoch ms): rows of the send log, those who cannot be told with the reason, and how the timeline says it. */
export function tellStep(
  registry: Registry,
  book: StepBook,
  { row, rule, step }: { row: EpisodeRow; rule: Rule; step: Step },
  now: number,
  manner: ChannelManner,
): { messages: Message[]; told: StepTold } {
  const leveled = atLevel(rule, row.alert_level)
  const value = lastValueOf(registry, { rule: leveled, deviceId: row.device_id }) ?? firedValueOf(row)
  const minutes = Math.max(0, Math.round((now - (row.escalation_since ?? row.alarm_time)) / 60_000))
  const event: AlarmEvent = {
    kind: 'escalate',
    rule: leveled,
    deviceId: row.device_id,
    value,
    level: row.alert_level,
    since: traceOf(row.trace).since ?? row.alarm_time,
    at: now,
  }
  const ofProject = <R extends { project_id: number | null }>(record: R | null | undefined): R | null =>
    record && record.project_id === row.project_id ? record : null
  const link = alarmLink(manner.publicUrl, row.id)
  const said = (language: Language): { heart: string; news: News } => {
    const own = { ...manner, language }
    const facts = factsOf(registry, { rule: leveled, deviceId: row.device_id, value }, now, own)
    const { device, node, value: shown, unit, rule: limit, message: text } = facts
    const args = { device, node, value: [shown, unit].filter(Boolean).join(' '), rule: limit, minutes, text }
    const heart = errorText(language, 'error.alarm.escalateFrame', args)
    return { heart, news: newsOf(registry, event, book.channels.places.get(row.device_id), own) }
  }
  const base = { thresholdlog_id: row.id, device_id: row.device_id, alarm_time: now, project_id: row.project_id }
  const untold = (name: string, reason: Problem, [way] = WAYS): Message => {
    const text = said(manner.language).heart
    const told = { logId: row.id, deviceId: row.device_id, at: now, project: row.project_id, name, text }
    // Of nobody no way is known: it is the one that would have been tried first.
    return untoldRow({ ...told, way: way?.type ?? SEND_TYPE.sms }, reason)
  }
  const personRows = (person: Person | undefined, id: number, ways: readonly Way[]): Message[] => {
    const problem = contactProblem(person, row.project_id)
    if (!person || problem !== null) return problem ? [untold(`#${id}`, problem, ways)] : []
    const reached = ways.filter(({ address }) => (address(person) ?? '') !== '')
    const asked = reached.length > 0 ? reached : ways.slice(0, 1)
    const language = person.language ?? manner.language
    const { heart, news } = said(language)
    return asked.map(({ type, address }) => ({
      ...base,
      send_name: person.name,
      send_url: address(person) ?? '',
      send_data: contactText(type, heart, news, { language, link }),
      message: JSON.stringify({ title: news.title, language }),
      send_ok: reached.length > 0 ? PENDING : 0,
      alarm_type: type,
      explained: reached.length > 0 ? null : problemJson({ key: 'error.alarm.noAddress' }),
    }))
  }
  const rosterRows = (roster: OnCall | undefined, id: number, ways: readonly Way[]): Message[] => {
    if (!roster) return [untold(`#${id}`, { key: 'error.untold.rosterGone' }, ways)]
    if (roster.project_id !== row.project_id) return [untold(`#${id}`, { key: 'error.untold.rosterForeign' }, ways)]
    const person = atTurn(roster, step)
    return person
      ? personRows(person, person.id, ways)
      : [untold(roster.name, { key: 'error.episode.nobodyOnCall' }, ways)]
  }
  const levelRows = (level: number): Message[] => {
    const rows = [
      ...WAYS.flatMap((way) => way.of(rule).flatMap((each) => personRows(book.people.get(each), each, [way]))),
      ...channelRows(toldAtLevel(rule, level)),
    ]
    return rows.length > 0 ? rows : [untold(rule.name, { key: 'error.untold.nobodyAtLevel' })]
  }
  const channelRows = (ids: readonly number[]): Message[] =>
    ids.map((channelId) => channelRow(registry, book.channels, { channelId, event, logId: row.id }, manner))
  const { to, id, way } = step
  const ways = way === null ? WAYS : WAYS.filter(({ type }) => type === way)
  const roster = to === 'roster' ? ofProject(book.rosters.get(id)) : null
  const contact = to === 'contact' ? ofProject(book.people.get(id)) : null
  const channel = to === 'channel' ? ofProject(book.channels.channels.get(id)) : null
  const messages = {
    level: () => levelRows(id),
    roster: () => rosterRows(book.rosters.get(id), id, ways),
    contact: () => personRows(book.people.get(id), id, ways),
    channel: () => channelRows([id]),
  }[to]()
  return {
    messages,
    told: {
      to,
      name: roster?.name ?? contact?.name ?? channel?.name ?? null,
      person: ofProject(roster && atTurn(roster, step))?.name ?? null,
      level: to === 'level' ? id : null,
      minutes,
      count: messages.filter(({ send_ok }) => send_ok === PENDING).length,
    },
  }
}

interface Way {
  type: number
  address: (person: Person) => string | null
  /** Whom a rule tells by it. */
  of: (rule: Rule) => readonly number[]
}

const WAYS: readonly Way[] = [
  { type: SEND_TYPE.sms, address: ({ phone }) => phone, of: ({ phones }) => phones },
  { type: SEND_TYPE.wechat, address: ({ wechat }) => wechat, of: ({ wechats }) => wechats },
  { type: SEND_TYPE.email, address: ({ email }) => email, of: ({ emails }) => emails },
]

/** A rule by the limit of the level its alarm has reached. */
export function atLevel(rule: Rule, level: number | null): Rule {
  const reached = rule.levels?.find((each) => each.level === level)
  return { ...rule, level, ...(reached && { x: reached.x, y: reached.y }) }
}
