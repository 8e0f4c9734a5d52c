import type { Transaction } from 'kysely'
import type { Step } from '../../../resources/kit/duty/escalation.ts'
import { readRoster, readSteps } from '../../../resources/kit/duty/record.ts'
import { dutyAt, nextAt, type Roster } from '../../../resources/kit/duty/roster.ts'
import { parseIds } from '../../../resources/kit/access.ts'
import { zoneOf, type Zone } from '../../../resources/kit/zone.ts'
import type { Storage, Tables } from '../../storage/types.ts'
import { languageOfContact } from '../contactText.ts'
import type { Contact } from '../messages.ts'
import { chunks } from '../chunks.ts'

type Read = Storage['read'] | Transaction<Tables>

/** A contact, with the user it belongs to. */
export interface Person extends Contact {
  user_id: number | null
}

/** A roster's name, the person on call at the moment it was asked for, and the next one; null: no person. */
export interface OnCall {
  name: string
  project_id: number | null
  person: Person | null
  next: Person | null
}

export interface EscalationRecord {
  name: string
  project_id: number | null
  steps: readonly Step[]
}

/**
 * Returns escalations by id, with their steps in order; one whose steps cannot be read has none, as if it were deleted.
 */
export async function escalationsOf(
  read: Read,
  ids: readonly (number | null)[],
): Promise<ReadonlyMap<number, EscalationRecord>> {
  const found = new Map<number, EscalationRecord>()
  for (const some of chunks(known(ids)))
    for (const { id, name, project_id, steps } of await read
      .selectFrom('alarmescalation')
      .select(['id', 'name', 'project_id', 'steps'])
      .where('id', 'in', some)
      .execute())
      found.set(id, { name: name ?? '', project_id, steps: readSteps(steps) ?? [] })
  return found
}

/** A roster as in its record; `roster` null: the record makes no roster. */
export interface RosterRecord {
  name: string
  project_id: number | null
  roster: Roster | null
}

/** Returns rosters by id. */
export async function rostersOf(
  read: Read,
  ids: readonly (number | null)[],
): Promise<ReadonlyMap<number, RosterRecord>> {
  const wanted = known(ids)
  if (wanted.length === 0) return new Map()
  const rows = await read.selectFrom('alarmroster').selectAll().where('id', 'in', wanted).execute()
  return new Map(
    rows.map((row) => [row.id, { name: row.name ?? '', project_id: row.project_id, roster: readRoster({ ...row }) }]),
  )
}

/** Returns rosters by id, with the person on call at a moment (epoch ms) and the next one: two queries. */
export async function onCallOf(
  read: Read,
  ids: readonly (number | null)[],
  at: number,
  timeZone: string,
): Promise<ReadonlyMap<number, OnCall>> {
  const rosters = await rostersOf(read, ids)
  const zone = zoneOf(timeZone)
  const people = await peopleOf(
    read,
    [...rosters.values()].flatMap((record) => Object.values(turnsAt(record, at, zone))),
  )
  return new Map([...rosters].map(([id, record]) => [id, onCallAt(record, people, at, zone)]))
}

/** Returns which of some people a roster has on call at a moment (epoch ms), and which is next. */
export function onCallAt(record: RosterRecord, people: ReadonlyMap<number, Person>, at: number, zone: Zone): OnCall {
  const { person, next } = turnsAt(record, at, zone)
  const found = (id: number | null): Person | null => (id !== null && people.get(id)) || null
  return { name: record.name, project_id: record.project_id, person: found(person), next: found(next) }
}

const turnsAt = ({ roster }: RosterRecord, at: number, zone: Zone): { person: number | null; next: number | null } => ({
  person: (roster && dutyAt(roster, at, zone)?.person) ?? null,
  next: roster && nextAt(roster, at, zone),
})

/** Returns the person of a roster whom a step tells; null: none. */
export const personOnCall = ({ person, next }: OnCall, { turn }: Pick<Step, 'turn'>): Person | null =>
  turn === 1 ? next : person

/** Returns contacts by id. */
export async function peopleOf(read: Read, ids: readonly (number | null)[]): Promise<ReadonlyMap<number, Person>> {
  const people = new Map<number, Person>()
  for (const some of chunks(known(ids)))
    for (const row of await read
      .selectFrom('alarminfo')
      .select(['id', 'alarm_name', 'project_id', 'alarm_phone', 'alarm_email', 'alarm_wechat', 'language', 'user_id'])
      .where('id', 'in', some)
      .execute())
      people.set(row.id, {
        id: row.id,
        name: row.alarm_name ?? '',
        project_id: row.project_id,
        phone: row.alarm_phone,
        email: row.alarm_email,
        wechat: row.alarm_wechat,
        language: languageOfContact(row.language),
        user_id: row.user_id,
      })
  return people
}

/** Returns the ids of the records of one kind that steps name. */
export const namedBy = (steps: readonly Step[], kind: Step['to']): number[] => [
  ...new Set(steps.flatMap(({ to, id }) => (to === kind ? [id] : []))),
]

/**
 * Returns the channels that a rule tells at a level (1 urgent to 4 early warning): its own, and those of this level and
 * the milder ones.
 */
export function channelsAtLevel(
  rule: {
    channels: readonly number[]
    levels?: readonly { level: number | null }[]
    tell: ReadonlyMap<number, readonly number[]>
  },
  level: number,
): number[] {
  const more = (rule.levels ?? []).flatMap((each) =>
    (each.level ?? 0) >= level ? (rule.tell.get(each.level ?? 0) ?? []) : [],
  )
  return [...new Set([...rule.channels, ...more])]
}

const known = (ids: readonly (number | null)[]): number[] => [...new Set(ids.filter((id) => id !== null))]

export const idsIn = (text: unknown): number[] => parseIds(typeof text === 'string' ? text : null)
