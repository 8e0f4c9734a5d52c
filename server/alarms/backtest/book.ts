import { zoneOf } from '../../../resources/kit/zone.ts'
import type { Platform } from '../../platform.ts'
import { readChannelBook } from '../channels/rows.ts'
import { escalationsOf, namedBy, peopleOf, rostersOf, channelsAtLevel } from '../escalation/book.ts'
import { limitsOf } from '../storm/hold.ts'
import type { NotificationPolicy, NotificationRecords } from './notificationPolicy.ts'

/**
 * Reads the records that decide whom an alarm tells. Records of another project that the caller's rule names are not
 * told (escalation/targets.ts), so that nothing of them shows.
 *
 * @param projects the projects of the devices that fired
 */
export async function readNotificationRecords(
  { storage, registry, settings }: Pick<Platform, 'storage' | 'registry' | 'settings'>,
  telling: NotificationPolicy,
  projects: readonly number[],
): Promise<NotificationRecords> {
  const { read } = storage
  const { escalation } = telling
  const found = escalation === null ? null : ((await escalationsOf(read, [escalation])).get(escalation) ?? null)
  const steps = found?.steps ?? []
  const levels = steps.flatMap(({ to, id }) => (to === 'level' ? [id] : []))
  const rosters = await rostersOf(read, namedBy(steps, 'roster'))
  const onCall = [...rosters.values()].flatMap(({ roster }) =>
    roster ? [...roster.people, ...roster.exceptions.map(({ by }) => by)] : [],
  )
  const [people, { channels }, storms] = await Promise.all([
    peopleOf(read, [...telling.phones, ...telling.wechats, ...telling.emails, ...onCall, ...namedBy(steps, 'contact')]),
    readChannelBook(storage, registry, {
      channels: [
        ...telling.channels,
        ...[...telling.tell.values()].flat(),
        ...namedBy(steps, 'channel'),
        ...levels.flatMap((level) => channelsAtLevel(telling, level)),
      ],
      devices: [],
    }),
    limitsOf(read, projects),
  ])
  return { people, channels, rosters, escalation: found, storms, zone: zoneOf(settings.timeZone) }
}
