import { parseIds } from '../access.ts'
import { isRecord } from '../record.ts'
import type { Problem } from '../rules.ts'
import { isDay, LATEST } from '../zone.ts'
import { isPersonal, stepKinds, stepWays, type Step } from './escalation.ts'
import type { Exception, Roster } from './roster.ts'

/** Exceptions of one roster, and steps of one escalation, at most. */
export const MAX_EXCEPTIONS = 100
export const MAX_STEPS = 20
/** Longest wait of a step: a week, in minutes. */
const MAX_WAIT_MINUTES = 10_080

/** `unit` of a roster: turns are counted in days or in weeks. */
export const TURN_UNIT = { days: 1, weeks: 2 } as const

const CLOCK = /^(?:[01]\d|2[0-3]):[0-5]\d$/

/** Returns the roster that a record's fields describe, as stored, typed or sent; null if they describe none. */
export function readRoster(fields: Readonly<Record<string, unknown>>): Roster | null {
  const people = parseIds(textOf(fields['people']))
  const [every, handover, starts] = [Number(fields['every'] ?? 0), textOf(fields['handover']), textOf(fields['starts'])]
  const days = every * (Number(fields['unit']) === TURN_UNIT.weeks ? 7 : 1)
  if (people.length === 0 || !Number.isSafeInteger(days) || days < 1) return null
  if (!CLOCK.test(handover) || !isDay(starts)) return null
  return { people, days, handover, starts, exceptions: readExceptions(fields['exceptions']) ?? [] }
}

/**
 * Reads `exceptions`: [{"from": 1795264170521, "until": 1795350570521, "whom": 3, "by": 5}]; null if the text is
 * invalid.
 */
export function readExceptions(value: unknown): Exception[] | null {
  const rows = rowsOf(value)
  const found = rows?.flatMap(({ from, until, whom = null, by, ...more }): Exception[] =>
    isMoment(from) && isMoment(until) && from < until && (whom === null || isId(whom)) && isId(by) && isEmpty(more)
      ? [{ from, until, whom, by }]
      : [],
  )
  return found && found.length === rows?.length ? found : null
}

/**
 * Reads `steps`: [{"after": 10, "roster": 3, "turn": 1, "way": 2}, {"after": 30, "level": 1}], sorted by time; null if
 * the text is invalid.
 */
export function readSteps(value: unknown): Step[] | null {
  const rows = rowsOf(value)
  const found = rows?.flatMap(({ after, way: by = null, turn = 0, ...target }): Step[] => {
    const [to, ...others] = Object.keys(target)
    const kind = stepKinds.find((each) => each === to)
    const id = kind && target[kind]
    if (!kind || others.length > 0 || !isId(id) || (kind === 'level' && id > 4)) return []
    const way = stepWays.find((each) => each === by) ?? null
    if (way !== by || (way !== null && !isPersonal(kind))) return []
    if (turn !== 0 && (turn !== 1 || kind !== 'roster')) return []
    return typeof after === 'number' && Number.isInteger(after) && after >= 0 && after <= MAX_WAIT_MINUTES
      ? [{ after, to: kind, id, way, turn }]
      : []
  })
  return found && found.length === rows?.length ? found.toSorted((a, b) => a.after - b.after) : null
}

/** Validators for the texts of rosters and escalations: rules of their definitions. */
export const dutyTexts = {
  /** A time of the day, HH:mm. */
  clock: (text: string): Problem | null => (CLOCK.test(text) ? null : { key: 'error.rule.clock' }),
  rosterExceptions: (text: string): Problem | null => {
    const found = readExceptions(text)
    return found && found.length <= MAX_EXCEPTIONS && found.every(({ whom, by }) => whom !== by)
      ? null
      : { key: 'error.rule.rosterExceptions' }
  },
  escalationSteps: (text: string): Problem | null => {
    const found = readSteps(text)
    return found && found.length > 0 && found.length <= MAX_STEPS ? null : { key: 'error.rule.escalationSteps' }
  },
} satisfies Record<string, (text: string) => Problem | null>

const isId = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value > 0

const isMoment = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= LATEST

const isEmpty = (more: object): boolean => Object.keys(more).length === 0

const textOf = (value: unknown): string =>
  Array.isArray(value) ? value.join(',') : typeof value === 'string' || typeof value === 'number' ? String(value) : ''

/** Returns the objects in a JSON array; null if the text is not an array of objects. */
function rowsOf(value: unknown): Record<string, unknown>[] | null {
  if (typeof value !== 'string' || value.trim() === '') return null
  try {
    const found: unknown = JSON.parse(value)
    return Array.isArray(found) && found.every(isRecord) ? found : null
  } catch {
    return null
  }
}
