import { errorText } from '../../../i18n/errors.ts'
import { labelIndex, type Language } from '../../../i18n/types.ts'
import { threshold } from '../../../resources/threshold.ts'
import type { Registry } from '../../platform.ts'
import type { News } from '../channels/news.ts'
import type { ChannelManner } from '../channels/rows.ts'
import { clockText } from '../words.ts'

/** The content of a digest, kept as JSON; times are epoch ms. */
export interface Digest {
  /** When the first message was held, and when the digest was made. */
  since: number
  until: number
  /** By device, those with the worst alarms first. */
  devices: readonly DigestDevice[]
}

/** The alarms of one device. */
export interface DigestDevice {
  id: number
  name: string
  /** How many of each level; key 0: without a level. */
  levels: Readonly<Record<string, number>>
  /** How many of them are over. */
  over: number
}

/** Most devices that are named. */
const NAMED = 10
/** Path of the inbox (resources/menu.ts). */
export const INBOX = '/monitor/threoldManage'

/** Returns the alarms of several devices as one message: how many, of which levels, of which devices, and the link. */
export function digestNews({ since, until, devices }: Digest, { timeZone, language, publicUrl }: ChannelManner): News {
  const say = (key: string, args = {}): string => errorText(language, `error.storm.${key}`, args)
  const levels: Record<string, number> = {}
  for (const device of devices)
    for (const [level, count] of Object.entries(device.levels)) levels[level] = (levels[level] ?? 0) + count
  const alarms = Object.values(levels).reduce((sum, count) => sum + count, 0)
  const over = devices.reduce((sum, device) => sum + device.over, 0)
  const byLevel = Object.entries(levels)
    .toSorted(([a], [b]) => (Number(a) || LAST) - (Number(b) || LAST))
    .map(([level, count]) => `${levelWord(Number(level), language) || say('noLevel')} ${count}`)
  const named = devices.slice(0, NAMED).map(({ name }) => name)
  const more = devices.length - named.length
  return {
    kind: 'digest',
    title: say('title', { count: alarms }),
    lines: [
      [say('span'), `${clockText(since, timeZone)} – ${clockText(until, timeZone)}`],
      [say('levels'), byLevel.join(say('and'))],
      [say('devices'), `${named.join(say('and'))}${more > 0 ? say('more', { count: more }) : ''}`],
      ...(over > 0 ? [[say('over'), String(over)] as const] : []),
    ],
    text: '',
    link: publicUrl === null ? null : { label: say('open'), url: `${publicUrl}${INBOX}` },
    map: null,
    alarm: {
      kind: 'digest',
      alarms,
      devices: devices.length,
      recovered: over,
      ...Object.fromEntries(Object.entries(levels).map(([level, count]) => [`level_${level}`, count])),
      since,
      at: until,
    },
  }
}

const LAST = 9

/** Returns the part of a digest about devices that a reader may see; null where there is none. */
export function seenDigest(digest: Digest, sees: (device: number) => boolean): Digest | null {
  const devices = digest.devices.filter(({ id }) => sees(id))
  return devices.length === 0 ? null : { ...digest, devices }
}

/** Returns a device's name as it is now. */
export const nameNow = (registry: Pick<Registry, 'device'>, id: number, before: string): string =>
  registry.device(id)?.name ?? before

const levelWord = (level: number, language: Language): string =>
  threshold.fields.alert_level.options.find(({ value }) => value === level)?.label[labelIndex[language]] ?? ''
