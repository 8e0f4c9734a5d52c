import type { Insertable } from 'kysely'
import { errorText } from '../../i18n/errors.ts'
import type { Language } from '../../i18n/types.ts'
import { PENDING, SEND_TYPE } from '../send/types.ts'
import type { Storage, Tables } from '../storage/types.ts'
import { problemJson } from './explain.ts'
import type { JournalEntry } from './journalRows.ts'
import { fill, hasPlaceholder } from './words.ts'

/** Whom an alarm may reach, and where. */
export interface Contact {
  id: number
  name: string
  project_id: number | null
  phone: string | null
  email: string | null
  wechat: string | null
}

/** The contacts that entries name, by id; one query, none when nobody is told. */
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
    .select(['id', 'alarm_name', 'project_id', 'alarm_phone', 'alarm_email', 'alarm_wechat'])
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
      },
    ]),
  )
}

/** One row of the send log for each contact and channel, waiting to be sent. Contacts of another project are passed over. */
export function alarmMessages(
  entry: JournalEntry,
  logId: number | null,
  contacts: ReadonlyMap<number, Contact>,
  language: Language,
): Insertable<Tables['alarmsendlog']>[] {
  if (logId === null) return []
  const content = contentOf(entry, language)
  const channels = [
    { ids: entry.rule.phones, type: SEND_TYPE.sms, address: (contact: Contact) => contact.phone },
    { ids: entry.rule.wechats, type: SEND_TYPE.wechat, address: (contact: Contact) => contact.wechat },
    { ids: entry.rule.emails, type: SEND_TYPE.email, address: (contact: Contact) => contact.email },
  ]
  return channels.flatMap(({ ids, type, address }) =>
    ids.flatMap((id) => {
      const contact = contacts.get(id)
      if (!contact || contact.project_id !== entry.facts.project_id) return []
      const to = address(contact) ?? ''
      return [
        {
          thresholdlog_id: logId,
          device_id: entry.deviceId,
          alarm_time: entry.at,
          send_name: contact.name,
          send_url: to,
          send_data: content,
          send_ok: to === '' ? 0 : PENDING,
          alarm_type: type,
          project_id: entry.facts.project_id,
          explained: to === '' ? problemJson({ key: 'error.alarm.noAddress' }) : null,
        },
      ]
    }),
  )
}

/** Messages leave in the platform's language (ALARM_LANG): contacts have none of their own. A text that names none of the facts gets them in front. */
function contentOf({ kind, rule, facts }: JournalEntry, language: Language): string {
  const text = kind === 'recover' ? (rule.back ?? '') : rule.message
  if (hasPlaceholder(text)) return fill(text, facts)
  const { device, node, value, unit, rule: limit } = facts
  const args = { device, node, value, unit, rule: limit, text }
  return kind === 'recover'
    ? errorText(language, 'error.alarm.recoverFrame', args)
    : errorText(language, 'error.alarm.alarmFrame', args)
}
