import type { Insertable } from 'kysely'
import { errorText } from '../../i18n/errors.ts'
import type { Language } from '../../i18n/types.ts'
import { PENDING } from '../send/types.ts'
import type { Storage, Tables } from '../storage/types.ts'
import { problemJson } from './explain.ts'
import type { News } from './channels/news.ts'
import { alarmLink, contactText, languageOfContact } from './contactText.ts'
import type { JournalEntry } from './journalRows.ts'
import { contactProblem } from './unsentRow.ts'
import { WAYS, wayProblem } from './ways.ts'
import { fill, hasPlaceholder, type Facts } from './words.ts'

/** A contact whom an alarm may reach, and by which addresses. */
export interface Contact {
  id: number
  name: string
  project_id: number | null
  phone: string | null
  email: string | null
  wechat: string | null
  /** Language the contact reads; null: the platform's. */
  language: Language | null
}

/** Returns the contacts that entries name, by id; one query, none where no contact is to be told. */
export async function contactsOf(
  { read }: Storage,
  entries: readonly JournalEntry[],
): Promise<ReadonlyMap<number, Contact>> {
  const ids = new Set(
    entries.filter(({ notify }) => notify).flatMap(({ rule }) => [...rule.phones, ...rule.emails, ...rule.wechats]),
  )
  if (ids.size === 0) return new Map()
  const rows = await read
    .selectFrom('alarminfo')
    .select(['id', 'alarm_name', 'project_id', 'alarm_phone', 'alarm_email', 'alarm_wechat', 'language'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        name: row.alarm_name ?? '',
        project_id: row.project_id,
        phone: row.alarm_phone,
        email: row.alarm_email,
        wechat: row.alarm_wechat,
        language: languageOfContact(row.language),
      },
    ]),
  )
}

/** An alarm in one language: its facts, and what else a message says. */
export interface MessageContent {
  facts: Facts
  news: Pick<News, 'title' | 'lines' | 'map'>
}

/**
 * What the messages of alarms are made with; for the past alarms of the demo (server/demo), `tell` adds almost nothing
 * to the facts.
 */
export interface MessageContext {
  language: Language
  publicUrl: string | null
  tell(entry: JournalEntry, language: Language): MessageContent
}

/**
 * Returns one row of the send log for each contact and way, in the contact's language: waiting to be sent, or marked as
 * not sent, with the reason, where the contact cannot be told.
 */
export function alarmMessages(
  entry: JournalEntry,
  logId: number,
  contacts: ReadonlyMap<number, Contact>,
  { language: own, publicUrl, tell }: MessageContext,
): Insertable<Tables['alarmsendlog']>[] {
  const told = new Map<Language, MessageContent>()
  const toldIn = (language: Language): MessageContent => {
    const known = told.get(language) ?? tell(entry, language)
    told.set(language, known)
    return known
  }
  const project = entry.facts.project_id
  const link = alarmLink(publicUrl, logId)
  return WAYS.flatMap((way) =>
    way.of(entry.rule).map((id) => {
      const found = contacts.get(id)
      const problem = contactProblem(found, project)
      const contact = found && problem === null ? found : null
      const to = (contact && way.address(contact)) ?? ''
      const language = contact?.language ?? own
      const { facts, news } = toldIn(language)
      const text = contactText(way.type, heartOf(entry, facts, language), news, { language, link })
      const reason = wayProblem(found, project, way)
      return {
        thresholdlog_id: logId,
        device_id: entry.deviceId,
        alarm_time: entry.at,
        send_name: contact?.name ?? `#${id}`,
        send_url: to,
        send_data: text,
        send_ok: reason ? 0 : PENDING,
        alarm_type: way.type,
        project_id: project,
        explained: reason && problemJson(reason),
        message: JSON.stringify({ title: news.title, language, link }),
      }
    }),
  )
}

/** Returns the rule's own words, filled in; a text that names none of the facts is framed by a sentence that does. */
function heartOf({ kind, rule }: JournalEntry, facts: Facts, language: Language): string {
  const text = kind === 'recover' ? (rule.back ?? '') : rule.message
  if (hasPlaceholder(text)) return fill(text, facts)
  const { device, node, value, unit, rule: limit } = facts
  const args = { device, node, value: [value, unit].filter(Boolean).join(' '), rule: limit, text }
  return kind === 'recover'
    ? errorText(language, 'error.alarm.recoverFrame', args)
    : errorText(language, 'error.alarm.alarmFrame', args)
}
