import type { Step } from '../../../resources/kit/duty/escalation.ts'
import type { Problem } from '../../../resources/kit/rules.ts'
import { SEND_TYPE } from '../../send/types.ts'
import type { Rule } from '../rules.ts'
import { contactProblem } from '../unsentRow.ts'
import { NO_ADDRESS, WAYS, wayProblem, type Way } from '../ways.ts'
import { personOnCall, channelsAtLevel, type OnCall, type Person } from './book.ts'

/** The rosters and contacts that steps name, as they were at the moment of the step. */
export interface TargetBook {
  rosters: ReadonlyMap<number, OnCall>
  people: ReadonlyMap<number, Person>
}

/**
 * One message of a step: to a person by a way (`problem`: why it cannot be sent), to a channel, or to no recipient,
 * with the reason.
 */
export type Target =
  | { kind: 'person'; person: Person; way: Way; problem: Problem | null }
  | { kind: 'channel'; id: number }
  | { kind: 'untold'; name: string; type: number; problem: Problem }

/** Returns whom a step tells of an alarm that belongs to a project. */
export function targetsOf(
  { rosters, people }: TargetBook,
  {
    step: { to, id, way, turn },
    rule,
    project,
  }: {
    step: Step
    rule: Pick<Rule, 'name' | 'phones' | 'wechats' | 'emails' | 'channels' | 'levels' | 'tell'>
    project: number
  },
): Target[] {
  const wanted = way === null ? WAYS : WAYS.filter(({ type }) => type === way)
  // Without a recipient the way is unknown: the one that would have been tried first stands in.
  const untold = (name: string, problem: Problem, [first]: readonly Way[] = WAYS): Target[] => [
    { kind: 'untold', name, type: first?.type ?? SEND_TYPE.sms, problem },
  ]
  const toPerson = (person: Person | undefined, contact: number, ways: readonly Way[]): Target[] => {
    const problem = contactProblem(person, project)
    if (!person || problem !== null) return problem ? untold(`#${contact}`, problem, ways) : []
    const reached = ways.filter((each) => wayProblem(person, project, each) === null)
    const problemOf = reached.length > 0 ? null : NO_ADDRESS
    return (reached.length > 0 ? reached : ways.slice(0, 1)).map(
      (each): Target => ({ kind: 'person', person, way: each, problem: problemOf }),
    )
  }
  const toRoster = (roster: OnCall | undefined): Target[] => {
    if (!roster) return untold(`#${id}`, { key: 'error.untold.rosterGone' }, wanted)
    if (roster.project_id !== project) return untold(`#${id}`, { key: 'error.untold.rosterForeign' }, wanted)
    const person = personOnCall(roster, { turn })
    return person
      ? toPerson(person, person.id, wanted)
      : untold(roster.name, { key: 'error.episode.nobodyOnCall' }, wanted)
  }
  const toLevel = (): Target[] => {
    const targets = [
      ...WAYS.flatMap((each) => each.of(rule).flatMap((contact) => toPerson(people.get(contact), contact, [each]))),
      ...channelsAtLevel(rule, id).map((channel): Target => ({ kind: 'channel', id: channel })),
    ]
    return targets.length > 0 ? targets : untold(rule.name, { key: 'error.untold.nobodyAtLevel' })
  }
  return {
    level: toLevel,
    roster: () => toRoster(rosters.get(id)),
    contact: () => toPerson(people.get(id), id, wanted),
    channel: (): Target[] => [{ kind: 'channel', id }],
  }[to]()
}
