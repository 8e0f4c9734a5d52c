import type { Insertable, Selectable, Transaction } from 'kysely'
import { LANGUAGES, type Language } from '../../../i18n/types.ts'
import { CHANNEL_KIND } from '../../../resources/channel.ts'
import type { Platform } from '../../platform.ts'
import { PENDING, SEND_TYPE } from '../../send/types.ts'
import type { Tables } from '../../storage/types.ts'
import { plainNews } from '../channels/news.ts'
import { channelLanguages, hostOf, type ChannelManner } from '../channels/rows.ts'
import { newsOnOneLine } from '../contactText.ts'
import { digestNews, nameNow, type Digest, type DigestDevice } from './news.ts'

type Services = Pick<Platform, 'storage' | 'registry'> & { manner: ChannelManner }
type Storm = Selectable<Tables['alarmstorm']>
type Trx = Transaction<Tables>

/** Most storms of one call; the rest follow with the next. */
const BATCH_SIZE = 100
/** Key for alarms without a level. */
const NO_LEVEL = 0

/**
 * Makes the digests of the storms that are over, one per recipient: each in one transaction with the end of its storm,
 * so that neither a crash nor a second leader loses or doubles it. Returns how many messages were queued for sending.
 */
export async function digestDue(platform: Services, now: number): Promise<number> {
  const due = await platform.storage.read
    .selectFrom('alarmstorm')
    .select('id')
    .where('ends_at', 'is not', null)
    .where('ends_at', '<=', now)
    .orderBy('ends_at')
    .limit(BATCH_SIZE)
    .execute()
  let made = 0
  for (const { id } of due)
    made += await platform.storage.write(async (trx) => {
      const [storm] = await trx
        .deleteFrom('alarmstorm')
        .where('id', '=', id)
        .where('ends_at', '<=', now)
        .returningAll()
        .execute()
      const row = storm && (await digestRow(trx, platform, storm, now))
      if (!row) return 0
      await trx.insertInto('alarmsendlog').values(row).execute()
      return 1
    })
  return made
}

/** Returns the message that tells of the messages a storm held; null where those are deleted. */
async function digestRow(
  trx: Trx,
  { registry, manner }: Services,
  storm: Storm,
  now: number,
): Promise<Insertable<Tables['alarmsendlog']> | null> {
  const held = await trx
    .selectFrom('alarmsendlog')
    .leftJoin('thresholdlog', 'thresholdlog.id', 'alarmsendlog.thresholdlog_id')
    .select([
      'alarmsendlog.id',
      'alarmsendlog.thresholdlog_id',
      'alarmsendlog.device_id',
      'alarmsendlog.alarm_time',
      'alarmsendlog.alarm_type',
      'alarmsendlog.send_url',
      'alarmsendlog.channel_id',
      'alarmsendlog.message',
      'thresholdlog.alert_level',
      'thresholdlog.device_name',
      'thresholdlog.recovered_at',
    ])
    .where('alarmsendlog.storm_id', '=', storm.id)
    .orderBy('alarmsendlog.id')
    .execute()
  const [first] = held
  if (!first) return null
  const devices = new Map<number, { worst: number; device: DigestDevice }>()
  const alarms = new Map(held.map((row) => [row.thresholdlog_id, row]))
  for (const { device_id: id, device_name, alert_level, recovered_at } of alarms.values()) {
    const { worst, device } = devices.get(id) ?? {
      worst: LEAST,
      device: { id, name: nameNow(registry, id, device_name ?? String(id)), levels: {}, over: 0 },
    }
    const level = alert_level ?? NO_LEVEL
    devices.set(id, {
      worst: Math.min(worst, level || LEAST),
      device: {
        ...device,
        levels: { ...device.levels, [level]: (device.levels[level] ?? 0) + 1 },
        over: device.over + (recovered_at === null ? 0 : 1),
      },
    })
  }
  const digest: Digest = {
    since: held.reduce((least, { alarm_time }) => Math.min(least, alarm_time), now),
    until: now,
    devices: [...devices.values()].toSorted((a, b) => a.worst - b.worst).map(({ device }) => device),
  }
  const channel =
    first.alarm_type === SEND_TYPE.channel
      ? await trx.selectFrom('alarmchannel').selectAll().where('id', '=', first.channel_id).executeTakeFirst()
      : null
  const own = languageOf(first.message) ?? manner.language
  const languages = channel ? channelLanguages(channel, manner) : [own]
  const news = languages.map((language) => [language, digestNews(digest, { ...manner, language })] as const)
  const shown = news[0]?.[1] ?? digestNews(digest, manner)
  const message =
    channel?.kind === CHANNEL_KIND.push
      ? { digest }
      : channel
        ? Object.fromEntries(news)
        : { kind: shown.kind, title: shown.title, link: shown.link?.url ?? null }
  return {
    thresholdlog_id: first.thresholdlog_id,
    device_id: first.device_id,
    alarm_time: now,
    send_name: channel?.name ?? storm.name,
    send_url: channel ? hostOf(channel) : first.send_url,
    send_data: first.alarm_type === SEND_TYPE.sms ? newsOnOneLine(shown, own) : plainNews(shown),
    send_ok: PENDING,
    alarm_type: first.alarm_type,
    project_id: storm.project_id,
    explained: null,
    channel_id: first.channel_id,
    message: JSON.stringify(message),
  }
}

/** Returns the language of a message's contact. */
function languageOf(message: string | null): Language | undefined {
  const { language } = JSON.parse(message ?? '{}') as { language?: unknown }
  return LANGUAGES.find((each) => each === language)
}

/** Sorts behind early warning. */
const LEAST = 9
