import { errorText } from '../../../i18n/errors.ts'
import { labelIndex, type Language } from '../../../i18n/types.ts'
import { area as areaResource } from '../../../resources/area.ts'
import { knownPlace, mapLink } from '../../../resources/kit/places.ts'
import { topOf } from '../../../resources/kit/tree.ts'
import { threshold } from '../../../resources/threshold.ts'
import type { Registry } from '../../platform.ts'
import type { Storage } from '../../storage/types.ts'
import { alarmLink, alarmPath } from '../contactText.ts'
import type { Rule } from '../rules.ts'
import { clockText, factsOf, type MessageLocale } from '../words.ts'

/** An event as the alarm engine or the clock of an escalation knows it; times are epoch ms. */
export interface AlarmEvent {
  kind: 'fire' | 'repeat' | 'worsen' | 'escalate' | 'recover' | 'tell' | 'test'
  rule: Rule
  deviceId: number
  /** Null where what the rule judges was not known. */
  value: number | null
  /** Level of this alarm: 1 urgent to 4 early warning. */
  level: number | null
  /** When the rule began to be broken. */
  since: number
  at: number
  /** Whether the alarm is about the node's silence. */
  silent?: boolean
  /** The limit in words, where the rule is deleted or the alarm is over. */
  limit?: string
  /** Id of the alarm record; missing for a test. */
  logId?: number
}

/** Area and position of a device. */
export interface Place {
  area: string
  lng: number | null
  lat: number | null
}

/** An alarm in one language, ready for any channel; kept as JSON in alarmsendlog.message. */
export interface News {
  /** `digest`: about several alarms at once (alarms/storm). */
  kind: AlarmEvent['kind'] | 'digest'
  title: string
  /** Label and text of each line. */
  lines: readonly (readonly [string, string])[]
  /** The rule's own words. */
  text: string
  /**
   * The alarm's page, null where the platform does not know its own address; the device's position on a map, null where
   * it has none.
   */
  link: { label: string; url: string } | null
  map: { label: string; url: string } | null
  /** A picture that a user sent along: the curve. */
  picture?: { label: string; url: string }
  /**
   * Path of the alarm's page within the console, for one alarm; may be missing in messages that waited while the
   * platform was updated.
   */
  path?: string
  /** For programs: plain names and numbers, times in epoch ms. */
  alarm: Readonly<Record<string, string | number | null>>
}

/** Returns names and places of devices; two queries for any number of devices. */
export async function placesOf(
  { read }: Storage,
  registry: Registry,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Place>> {
  if (ids.length === 0) return new Map()
  const above = (id: number): number[] => {
    const path: number[] = []
    for (let area = registry.area(id); area && !path.includes(area.id); area = registry.area(area.superid))
      // The top of the tree covers everything and says nothing.
      if (area.id !== topOf(areaResource, 'superid')) path.push(area.id)
      else break
    return path
  }
  const paths = new Map(ids.map((id) => [id, above(registry.device(id)?.district_id ?? 0)]))
  const areas = [...new Set([...paths.values()].flat())]
  const [names, spots] = await Promise.all([
    areas.length === 0 ? [] : read.selectFrom('district').select(['id', 'name']).where('id', 'in', areas).execute(),
    read.selectFrom('device').select(['id', 'positional']).where('id', 'in', ids).execute(),
  ])
  const nameOf = new Map(names.map(({ id, name }) => [id, name ?? '']))
  const spotOf = new Map(spots.map(({ id, positional }) => [id, knownPlace(positional)]))
  return new Map(
    [...paths].map(([id, path]) => {
      const [lng = null, lat = null] = spotOf.get(id) ?? []
      // The two nearest areas are enough.
      const area = path
        .slice(0, 2)
        .toReversed()
        .map((area) => nameOf.get(area) ?? '')
        .filter(Boolean)
        .join(' / ')
      return [id, { area, lng, lat }]
    }),
  )
}

/** Returns what a channel is told, in a language: device, node, value, limit, area, since, and the links. */
export function newsOf(
  registry: Registry,
  event: AlarmEvent,
  place: Place | undefined,
  { timeZone, language, publicUrl }: MessageLocale & { publicUrl: string | null },
): News {
  const { kind, rule, deviceId, value, level, since, at, silent = false, logId } = event
  const facts = factsOf(registry, { rule: { ...rule, level }, deviceId, value, silent }, at, { timeZone, language })
  const limit = event.limit ?? facts.rule
  const say = (key: string, args = {}): string => errorText(language, `error.channel.${key}`, args)
  const { device, node, name, unit } = facts
  const line = (key: string, text: string): [string, string][] => (text === '' ? [] : [[say(key), text]])
  const isTest = kind === 'test'
  const url = alarmLink(publicUrl, logId)
  const map = place && place.lng !== null && place.lat !== null ? mapLink(device, [place.lng, place.lat]) : null
  return {
    kind,
    title: say(kind, { level: levelWord(level, language), device, name: isTest ? say('sample.name') : name }),
    lines: isTest
      ? line('since', clockText(at, timeZone))
      : [
          ...line('device', device),
          ...line('node', node),
          ...line('value', `${facts.value}${facts.unit === '' ? '' : ` ${facts.unit}`}`),
          ...line('limit', limit),
          ...line('area', place?.area ?? ''),
          ...line('since', clockText(since, timeZone)),
          ...(kind === 'recover' ? line('until', clockText(at, timeZone)) : []),
        ],
    text: isTest ? say('sample.text') : kind === 'recover' ? (rule.back ?? '') : facts.message,
    link: url === null ? null : { label: say('open'), url },
    map: map === null ? null : { label: say('map'), url: map },
    path: alarmPath(logId),
    alarm: {
      kind,
      device_id: deviceId,
      device,
      sn: facts.sn,
      node,
      nodemap_id: rule.nodemap_id,
      value: facts.number,
      unit,
      limit,
      rule_id: rule.id,
      rule: name,
      level,
      area: place?.area ?? '',
      lng: place?.lng ?? null,
      lat: place?.lat ?? null,
      since,
      at,
    },
  }
}

/** Returns news as plain text: for the send log and for receivers that take only text. */
export const plainNews = ({ title, lines, text, link, map, picture }: News): string =>
  [
    title,
    ...lines.map(([label, words]) => `${label}: ${words}`),
    text,
    picture && `${picture.label}: ${picture.url}`,
    link?.url,
    map?.url,
  ]
    .filter(Boolean)
    .join('\n')

const levelWord = (level: number | null, language: Language): string =>
  threshold.fields.alert_level.options.find((option) => option.value === level)?.label[labelIndex[language]] ?? ''
