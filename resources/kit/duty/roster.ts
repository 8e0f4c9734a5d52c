import { addDays, dateOf, DAY, type Zone } from '../zone.ts'

/** Somebody is replaced from a moment on until another. */
export interface Exception {
  /** Epoch ms; `until` is not part of it. */
  from: number
  until: number
  /** Who is replaced; null: whoever is on call. */
  whom: number | null
  by: number
}

/** Who takes turns, and when they change. People are contacts' ids. */
export interface Roster {
  people: readonly number[]
  /** Length of a turn, days. */
  days: number
  /** HH:mm of the handover, on the platform's clocks. */
  handover: string
  /** The day on which the first person's first turn begins, YYYY-MM-DD. */
  starts: string
  exceptions: readonly Exception[]
}

/** Who is on call, and for whom they stand in; null: for nobody. */
export interface Duty {
  person: number
  replaces: number | null
}

/** A stretch of time with the same person on call, or nobody: before the first turn. */
export interface Stretch {
  /** Epoch ms; `until` is not part of it. */
  from: number
  until: number
  duty: Duty | null
}

/** Who is on call at a moment (epoch ms); null before the first turn, and where no person takes turns. */
export function dutyAt(roster: Roster, at: number, zone: Zone): Duty | null {
  const { people } = roster
  const turn = turnAt(roster, at, zone)
  const usual = turn < 0 ? null : (people[turn % people.length] ?? null)
  const exception = exceptionAt(roster, at, (whom) => whom === null || whom === usual)
  if (exception) return { person: exception.by, replaces: usual === exception.by ? null : usual }
  return usual === null ? null : { person: usual, replaces: null }
}

/**
 * Who comes after whoever is on call at a moment (epoch ms): the first of the turns that follow whose person, or who stands in for that person at the
 * moment, is neither on call nor replaced by whoever is. An exception in place of whoever is on call replaces nobody of a later turn. Where there is
 * nobody else it is whoever is on call; null before the first turn.
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

/** Who is on call from a moment to another (epoch ms), without gaps; neighbours with the same person are one stretch. */
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

/** The exception of a moment that replaces the right person: the last word counts. */
function exceptionAt(
  { exceptions }: Roster,
  at: number,
  replaces: (whom: number | null) => boolean,
): Exception | undefined {
  return exceptions.findLast(({ from, until, whom }) => from <= at && at < until && replaces(whom))
}

const same = (a: Duty | null, b: Duty | null): boolean =>
  a === b || (a !== null && b !== null && a.person === b.person && a.replaces === b.replaces)

/** The number of the turn a moment lies in; negative before the first. */
function turnAt(roster: Roster, at: number, zone: Zone): number {
  const passed = (dateOf(zone.day(at)).getTime() - dateOf(roster.starts).getTime()) / DAY
  let turn = Math.floor(passed / roster.days)
  // The day's own handover, and clocks that change around it.
  while (begins(roster, turn, zone) > at) turn--
  while (begins(roster, turn + 1, zone) <= at) turn++
  return turn
}

/** When a turn begins: a day has 23, 24 or 25 hours, the clock shows the same. */
const begins = ({ starts, days, handover }: Roster, turn: number, zone: Zone): number =>
  zone.moment(addDays(starts, turn * days), handover)
