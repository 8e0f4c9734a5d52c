import { addDays, dateOf, DAY, type Zone } from '../zone.ts'

/** A substitution from one moment until another. */
export interface Exception {
  /** Epoch ms; `until` is exclusive. */
  from: number
  until: number
  /** The person who is replaced; null: the person on call. */
  whom: number | null
  by: number
}

/** The persons who take turns, and when the turns change. Persons are ids of contacts. */
export interface Roster {
  people: readonly number[]
  /** Length of a turn, days. */
  days: number
  /** HH:mm of the handover, in the platform's time zone. */
  handover: string
  /** The day on which the first person's first turn begins, YYYY-MM-DD. */
  starts: string
  exceptions: readonly Exception[]
}

/** The person on call, and the person they replace; null if none. */
export interface Duty {
  person: number
  replaces: number | null
}

/** A span with the same person on call; with nobody before the first turn. */
export interface Stretch {
  /** Epoch ms; `until` is exclusive. */
  from: number
  until: number
  duty: Duty | null
}

/** Returns who is on call at a moment (epoch ms); null before the first turn, and if the roster has no persons. */
export function dutyAt(roster: Roster, at: number, zone: Zone): Duty | null {
  const { people } = roster
  const turn = turnAt(roster, at, zone)
  const usual = turn < 0 ? null : (people[turn % people.length] ?? null)
  const exception = exceptionAt(roster, at, (whom) => whom === null || whom === usual)
  if (exception) return { person: exception.by, replaces: usual === exception.by ? null : usual }
  return usual === null ? null : { person: usual, replaces: null }
}

/**
 * Returns who is next after the person on call at a moment (epoch ms): goes through the following turns and takes the
 * first person, or that person's substitute at the moment, who is neither on call nor replaced by the person on call.
 * An exception for "the person on call" does not apply to persons of later turns. If there is no other person, returns
 * the person on call; null before the first turn.
 */
export function nextAt(roster: Roster, at: number, zone: Zone): number | null {
  const { people } = roster
  const [turn, duty] = [turnAt(roster, at, zone), dutyAt(roster, at, zone)]
  if (turn < 0 || !duty) return null
  const now = turn % people.length
  const next = [...people.slice(now + 1), ...people.slice(0, now)]
    .map((person) => exceptionAt(roster, at, (whom) => whom === person)?.by ?? person)
    .find((person) => person !== duty.person && person !== duty.replaces)
  return next ?? duty.person
}

/**
 * Returns who is on call between two moments (epoch ms), without gaps; adjacent stretches with the same person are
 * merged.
 */
export function stretchesOf(roster: Roster, from: number, to: number, zone: Zone): Stretch[] {
  const bounds = new Set([from, to])
  for (const exception of roster.exceptions)
    for (const at of [exception.from, exception.until]) if (at > from && at < to) bounds.add(at)
  for (let turn = turnAt(roster, from, zone) + 1, at = begins(roster, turn, zone); at < to; ) {
    if (at > from) bounds.add(at)
    at = begins(roster, ++turn, zone)
  }
  const order = [...bounds].toSorted((a, b) => a - b)
  const stretches: Stretch[] = []
  for (const [i, start] of order.slice(0, -1).entries()) {
    const [duty, until, last] = [dutyAt(roster, start, zone), order[i + 1] ?? to, stretches.at(-1)]
    if (last && same(last.duty, duty)) last.until = until
    else stretches.push({ from: start, until, duty })
  }
  return stretches
}

/** Returns the exception that applies at a moment to the given person; the last one in the list wins. */
function exceptionAt(
  { exceptions }: Roster,
  at: number,
  replaces: (whom: number | null) => boolean,
): Exception | undefined {
  return exceptions.findLast(({ from, until, whom }) => from <= at && at < until && replaces(whom))
}

const same = (a: Duty | null, b: Duty | null): boolean =>
  a === b || (a !== null && b !== null && a.person === b.person && a.replaces === b.replaces)

/** Returns the number of the turn at a moment; negative before the first. */
function turnAt(roster: Roster, at: number, zone: Zone): number {
  const passed = (dateOf(zone.day(at)).getTime() - dateOf(roster.starts).getTime()) / DAY
  let turn = Math.floor(passed / roster.days)
  // Corrects for the handover time of the day, and for clock changes around it.
  while (begins(roster, turn, zone) > at) turn--
  while (begins(roster, turn + 1, zone) <= at) turn++
  return turn
}

/** Returns when a turn begins: at the same time of day, although a day has 23, 24 or 25 hours. */
const begins = ({ starts, days, handover }: Roster, turn: number, zone: Zone): number =>
  zone.moment(addDays(starts, turn * days), handover)
