import type { Insertable } from 'kysely'
import { errorText } from '../../../i18n/errors.ts'
import type { Language } from '../../../i18n/types.ts'
import { channel as channelResource } from '../../../resources/channel.ts'
import { contact as contactResource } from '../../../resources/contact.ts'
import type { Caller } from '../../../resources/kit/access.ts'
import { isInScope, scopeOf } from '../../crud/scope.ts'
import { invalid } from '../../errors.ts'
import type { Platform, SignedIn } from '../../platform.ts'
import { PENDING, SEND_TYPE } from '../../send/types.ts'
import type { Tables } from '../../storage/types.ts'
import { newsOf, placesOf, plainNews, type AlarmEvent, type News } from '../channels/news.ts'
import { channelLanguages, rowTo, type ChannelManner, type ChannelRow } from '../channels/rows.ts'
import { languageOfContact, newsOnOneLine } from '../contactText.ts'
import { wasDone } from '../episodes/acts.ts'
import { traceOf, type EpisodeRow } from '../episodes/row.ts'
import { valueNow } from '../episodes/valueNow.ts'
import { silentOf } from '../watching/stored.ts'
import { atLevel } from '../escalation/whom.ts'
import { ruleOf } from '../rules.ts'
import { ruleOn } from '../scope/resolve.ts'
import { ruleOfEpisode } from './ruleOfEpisode.ts'
import type { SentPicture } from './picture.ts'

/** Whom a user wants to tell, and what the user adds; its form is checked. */
export interface TellRequest {
  /** Contacts, each by one or several ways (alarmsendlog.alarm_type). */
  contacts: readonly { id: number; ways: readonly number[] }[]
  channels: readonly number[]
  note: string | null
  /** The curve, as the path of an uploaded picture. Mails carry it; other messages link to it. */
  picture: string | null
  /** Idempotency key of the act, see ACT_KEY. */
  key: string | null
}

/** Most messages of one call. */
const MAX_MESSAGES = 50

const WAYS = [
  { type: SEND_TYPE.sms, column: 'alarm_phone' },
  { type: SEND_TYPE.wechat, column: 'alarm_wechat' },
  { type: SEND_TYPE.email, column: 'alarm_email' },
] as const

interface ReachableContact {
  id: number
  name: string
  /** Addresses by way. */
  addresses: ReadonlyMap<number, string>
  language: Language | null
}

/**
 * Returns whom a caller may tell of an episode: contacts and channels of its project that the caller may see and that
 * can be reached.
 */
export async function listRecipients(
  { storage, registry }: Pick<Platform, 'storage' | 'registry'>,
  caller: Caller,
  { project_id }: Pick<EpisodeRow, 'project_id'>,
): Promise<{ contacts: ReachableContact[]; channels: ChannelRow[] }> {
  const [contacts, channels] = await Promise.all([
    storage.read.selectFrom('alarminfo').selectAll().where('project_id', '=', project_id).orderBy('id').execute(),
    storage.read
      .selectFrom('alarmchannel')
      .selectAll()
      .where('project_id', '=', project_id)
      .where('enable', '=', 1)
      .orderBy('id')
      .execute(),
  ])
  const ofContacts = scopeOf(caller, contactResource, registry)
  const ofChannels = scopeOf(caller, channelResource, registry)
  return {
    contacts: contacts
      .filter((row) => isInScope({ ...row }, ofContacts))
      .map((row) => ({
        id: row.id,
        name: row.alarm_name ?? '',
        language: languageOfContact(row.language),
        addresses: new Map(
          WAYS.flatMap(({ type, column }): [number, string][] => {
            const address = (row[column] ?? '').trim()
            return address === '' ? [] : [[type, address]]
          }),
        ),
      }))
      .filter(({ addresses }) => addresses.size > 0),
    channels: channels.filter((row) => isInScope({ ...row }, ofChannels)),
  }
}

/**
 * Writes the messages that tell of an episode, and who told whom into its timeline, in one transaction. A call with a
 * key that was used before sends nothing. Where the rule is deleted, limit and words are those that the episode keeps.
 * For an alarm that is over, the limit is the kept one too, since another may be in force by now (of the night), or
 * none was broken (silence). Throws 400 where no recipient is named, or one that the caller may not tell.
 */
export async function notifyRecipients(
  platform: Platform,
  { caller, user }: SignedIn,
  row: EpisodeRow,
  asked: TellRequest,
  now = Date.now(),
): Promise<void> {
  const { storage, registry, settings } = platform
  const known = await listRecipients(platform, caller, row)
  const contacts = asked.contacts.flatMap(({ id, ways }) => {
    const found = known.contacts.find((one) => one.id === id)
    if (!found || ways.length === 0 || !ways.every((way) => found.addresses.has(way)))
      throw invalid({ contacts: { key: 'error.rule.choice' } })
    return [...new Set(ways)].map((way) => ({ ...found, way, address: found.addresses.get(way) ?? '' }))
  })
  const channels = [...new Set(asked.channels)].map((id) => {
    const found = known.channels.find((one) => one.id === id)
    if (!found) throw invalid({ channels: { key: 'error.rule.choice' } })
    return found
  })
  const count = contacts.length + channels.length
  if (count === 0) throw invalid({ contacts: { key: 'error.rule.required' } })
  if (count > MAX_MESSAGES) throw invalid({ contacts: { key: 'error.rule.choice' } })
  const stored = await storage.read
    .selectFrom('threshold')
    .selectAll()
    .where('id', '=', row.threshold_id)
    .executeTakeFirst()
  const whole = stored ? ruleOf(stored, settings.timeZone) : null
  const rule = ruleOn(registry, whole ?? ruleOfEpisode(row, settings.timeZone), row.device_id)
  const event: AlarmEvent = {
    kind: 'tell',
    rule: atLevel(rule, row.alert_level, now),
    deviceId: row.device_id,
    value: valueNow(platform, rule, row),
    level: row.alert_level,
    since: traceOf(row.trace).since ?? row.alarm_time,
    at: now,
    silent: (await silentOf(storage, [row])).has(row.id),
    logId: row.id,
    ...((whole === null || row.is_alarm !== 1) && { limit: row.alarm_value }),
  }
  const place = (await placesOf(storage, registry, [row.device_id])).get(row.device_id)
  const manner: ChannelManner = {
    timeZone: settings.timeZone,
    language: settings.alarmLanguage,
    publicUrl: settings.publicUrl,
  }
  const sender = user.nickname || user.username || ''
  const pictureIn = (language: Language): string => errorText(language, 'error.channel.picture')
  const say = (language: Language): News => {
    const news = newsOf(registry, event, place, { ...manner, language })
    const { device_name: device, threshold_name: name } = row
    const url = asked.picture !== null && settings.publicUrl !== null ? `${settings.publicUrl}${asked.picture}` : null
    return {
      ...news,
      ...(url !== null && { picture: { label: pictureIn(language), url } }),
      title: errorText(language, 'error.channel.tell', { user: sender, device, name }),
      lines:
        asked.note === null ? news.lines : [...news.lines, [errorText(language, 'error.channel.said'), asked.note]],
    }
  }
  const base = { logId: row.id, deviceId: row.device_id, at: now, project: row.project_id }
  const messages: Insertable<Tables['alarmsendlog']>[] = [
    ...contacts.map(({ name, way, address, language }) => {
      const own = language ?? manner.language
      const news = say(own)
      const carried: SentPicture | null =
        way === SEND_TYPE.email && asked.picture !== null ? { label: pictureIn(own), path: asked.picture } : null
      return {
        thresholdlog_id: row.id,
        device_id: row.device_id,
        alarm_time: now,
        send_name: name,
        send_url: address,
        send_data: way === SEND_TYPE.sms ? newsOnOneLine(news, own) : plainNews(news),
        send_ok: PENDING,
        alarm_type: way,
        project_id: row.project_id,
        explained: null,
        message: JSON.stringify({
          title: news.title,
          link: news.link?.url ?? null,
          ...(carried && { picture: carried }),
        }),
      }
    }),
    ...channels.map((channel) => {
      const news = channelLanguages(channel, manner).map((language) => [language, say(language)] as const)
      return rowTo(channel, Object.fromEntries(news), base)
    }),
  ]
  const names = [...new Set([...contacts, ...channels].map(({ name }) => name ?? ''))].filter(Boolean)
  const { note, picture } = asked
  const data = { count, name: names.join(', '), ...(note !== null && { note }), ...(picture !== null && { picture }) }
  await storage.write(async (trx) => {
    if (await wasDone(trx, row, { userId: caller.id, act: 'tell', key: asked.key })) return
    const [noted] = await trx
      .insertInto('episodeact')
      .values({
        thresholdlog_id: row.id,
        at: now,
        kind: 'tell',
        user_id: caller.id,
        act_key: asked.key,
        data: JSON.stringify(data),
      })
      .onConflict((key) => key.doNothing())
      .returning('id')
      .execute()
    // PostgreSQL: the same call came twice at once.
    if (!noted) return
    // One by one: rows of contacts and of channels have different columns.
    for (const message of messages) await trx.insertInto('alarmsendlog').values(message).execute()
  })
  platform.alarms.deliver()
}
