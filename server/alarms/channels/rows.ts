import type { Insertable, Selectable } from 'kysely'
import { LANGUAGES, type Language } from '../../../i18n/types.ts'
import { CHANNEL_KIND } from '../../../resources/channel.ts'
import type { Registry } from '../../platform.ts'
import type { Problem } from '../../../resources/kit/rules.ts'
import { PENDING, SEND_TYPE } from '../../send/types.ts'
import type { Storage, Tables } from '../../storage/types.ts'
import { unsentRow } from '../unsentRow.ts'
import type { MessageLocale } from '../words.ts'
import { newsOf, placesOf, plainNews, type AlarmEvent, type News, type Place } from './news.ts'

export type ChannelRow = Selectable<Tables['alarmchannel']>

/** The records needed to tell channels, besides the event; read once for a whole batch of alarms. */
export interface ChannelBook {
  channels: ReadonlyMap<number, ChannelRow>
  places: ReadonlyMap<number, Place>
}

export type ChannelManner = MessageLocale & { publicUrl: string | null }

/** Reads the channels and the devices' places that some events need. */
export async function readChannelBook(
  storage: Storage,
  registry: Registry,
  { channels, devices }: { channels: readonly number[]; devices: readonly number[] },
): Promise<ChannelBook> {
  const ids = [...new Set(channels)]
  const [rows, places] = await Promise.all([
    ids.length === 0 ? [] : storage.read.selectFrom('alarmchannel').selectAll().where('id', 'in', ids).execute(),
    placesOf(storage, registry, [...new Set(devices)]),
  ])
  return { channels: new Map(rows.map((row) => [row.id, row])), places }
}

/** Returns why a channel is not told of what belongs to a project; null: it is. */
export const reasonAgainst = (channel: ChannelRow | undefined, project: number): Problem | null =>
  !channel
    ? { key: 'error.untold.channelGone' }
    : channel.project_id !== project
      ? { key: 'error.untold.channelForeign' }
      : channel.enable !== 1
        ? { key: 'error.channel.off' }
        : null

/**
 * Returns the send log row that tells one channel of an event, waiting to be sent; where the channel is deleted, turned
 * off, or another project's, the row is marked as not sent, with the reason.
 *
 * @param logId the alarm record's id
 */
export function channelRow(
  registry: Registry,
  book: ChannelBook,
  { channelId, event: happened, logId }: { channelId: number; event: AlarmEvent; logId: number },
  manner: ChannelManner,
): Insertable<Tables['alarmsendlog']> {
  const event = { ...happened, logId }
  const channel = book.channels.get(channelId)
  const project = registry.device(event.deviceId)?.project_id ?? event.rule.project_id
  const reason = reasonAgainst(channel, project)
  // Nothing of another project's channel is disclosed, and its list of results does not show what was not sent.
  const own = channel?.project_id === project ? channel : null
  const place = book.places.get(event.deviceId)
  const base = { logId, deviceId: event.deviceId, at: event.at, project }
  if (own && reason === null) return rowTo(own, newsIn(registry, place, own, event, manner), base)
  const [language = manner.language] = own ? channelLanguages(own, manner) : []
  const text = plainNews(newsOf(registry, event, place, { ...manner, language }))
  const name = own ? (own.name ?? '') : `#${channelId}`
  return {
    ...unsentRow({ ...base, name, text, way: SEND_TYPE.channel }, reason ?? { key: 'error.untold.channelGone' }),
    channel_id: own?.id ?? null,
  }
}

/** Returns the send log row that tells a channel something, waiting to be sent. */
export const rowTo = (
  channel: ChannelRow,
  news: Partial<Record<Language, News>>,
  { logId, deviceId, at, project }: { logId: number; deviceId: number; at: number; project: number },
): Insertable<Tables['alarmsendlog']> => ({
  thresholdlog_id: logId,
  device_id: deviceId,
  alarm_time: at,
  send_name: channel.name ?? '',
  send_url: hostOf(channel),
  send_data: plainNews(Object.values(news)[0] as News),
  send_ok: PENDING,
  alarm_type: SEND_TYPE.channel,
  project_id: project,
  explained: null,
  channel_id: channel.id,
  message: JSON.stringify(news),
})

/**
 * Returns a channel's news by language: one language for a robot, all for browsers, whose owners each read their own.
 */
export function newsIn(
  registry: Registry,
  place: Place | undefined,
  channel: Pick<ChannelRow, 'kind' | 'language'>,
  event: AlarmEvent,
  manner: ChannelManner,
): Partial<Record<Language, News>> {
  return Object.fromEntries(
    channelLanguages(channel, manner).map((language) => [
      language,
      newsOf(registry, event, place, { ...manner, language }),
    ]),
  )
}

/** Returns the languages of a channel's messages: its own or the platform's; for browsers all. */
export const channelLanguages = (
  { kind, language }: Pick<ChannelRow, 'kind' | 'language'>,
  manner: Pick<MessageLocale, 'language'>,
): readonly Language[] => (kind === CHANNEL_KIND.push ? LANGUAGES : [LANGUAGES[(language ?? 0) - 1] ?? manner.language])

/** Returns the host of a channel's address, without the part that grants access. */
export const hostOf = ({ url }: Pick<ChannelRow, 'url'>): string =>
  url !== null && URL.canParse(url) ? new URL(url).host : ''
