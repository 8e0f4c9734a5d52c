import { escalate, nextStep, type EpisodeProgress, type Step } from '../../../resources/kit/duty/escalation.ts'
import type { Firing } from '../../../resources/kit/rule.ts'
import type { Zone } from '../../../resources/kit/zone.ts'
import { createYielder } from '../../pace.ts'
import { SEND_TYPE } from '../../send/types.ts'
import { reasonAgainst, type ChannelRow } from '../channels/rows.ts'
import { onCallAt, type EscalationRecord, type OnCall, type Person, type RosterRecord } from '../escalation/book.ts'
import { targetsOf } from '../escalation/targets.ts'
import type { Rule } from '../rules.ts'
import { sentThrough, type StormLimit, type StormMessage } from '../storm/count.ts'
import { recipientOf } from '../storm/hold.ts'
import { channelsAt } from '../watch.ts'
import { WAYS, wayProblem } from '../ways.ts'

type PolicyFields = 'name' | 'phones' | 'wechats' | 'emails' | 'channels' | 'levels' | 'tell' | 'level' | 'interval'

/** Whom a rule tells, and on which occasions. */
export interface NotificationPolicy extends Pick<Rule, PolicyFields> {
  /** Whether the end of an alarm is told. */
  back: boolean
  escalation: number | null
}

/** The records that decide who is told. */
export interface NotificationRecords {
  people: ReadonlyMap<number, Person>
  channels: ReadonlyMap<number, ChannelRow>
  rosters: ReadonlyMap<number, RosterRecord>
  escalation: EscalationRecord | null
  /** Storm limits by project, of the projects that have one. */
  storms: ReadonlyMap<number, StormLimit>
  zone: Zone
}

/** An alarm that would have fired, and its device and project. */
export interface Alarm {
  firing: Firing
  device: number
  project: number
}

interface Recipient {
  key: string
  type: number
}

/** An occasion on which an alarm is told, repeated `again` more times, one interval apart. */
interface Occasion {
  kind: StormMessage['kind']
  at: number
  rank: number
  again: number
  step?: Step
}

/** The state with the most messages: the alarm is not taken, and nothing withholds its messages. */
const UNTAKEN: EpisodeProgress = { work: 'new', lasts: true, suppressed: false, snoozed_until: null }
/** Above this number of messages storms are not simulated: storms only reduce the number. */
const MAX_MESSAGES = 100_000

/**
 * Counts the messages that alarms cost at most, up to `end` (epoch ms), if no alarm is taken and none is under
 * maintenance. Who is told of what, by which steps, and what storms hold, is decided by the code that decides it for
 * real alarms; digests count as messages. `sms` is the number of text messages among them.
 */
export async function messagesOf(
  alarms: readonly Alarm[],
  end: number,
  telling: NotificationPolicy,
  book: NotificationRecords,
): Promise<{ messages: number; sms: number }> {
  const pace = createYielder()
  const reached = reachOf(telling, book)
  const inbox = new Map<string, { type: number; limit: StormLimit; messages: StormMessage[] }>()
  let [messages, sms] = [0, 0]
  const count = (many: number, type: number): void => {
    messages += many
    if (type === SEND_TYPE.sms) sms += many
  }
  let held = 0
  for (const { firing, device, project } of alarms) {
    if (pace.isDue()) await pace.turn()
    const limit = book.storms.get(project)
    for (const { kind, at, rank, again, step } of occasionsOf(firing, end, telling, stepsFor(book, project)))
      for (const { key, type } of reached({ project, rank, at, step })) {
        held += limit ? again + 1 : 0
        count(again + 1, type)
        if (!limit || held > MAX_MESSAGES) continue
        const box = inbox.get(`${project} ${key}`) ?? { type, limit, messages: [] }
        inbox.set(`${project} ${key}`, box)
        const level = telling.levels?.[rank]?.level ?? telling.level
        for (let time = 0; time <= again; time++)
          box.messages.push({ kind, level, device, now: at + time * telling.interval })
      }
  }
  if (held > MAX_MESSAGES) return { messages, sms }
  for (const box of inbox.values()) {
    if (pace.isDue()) await pace.turn()
    const ordered = box.messages.toSorted((a, b) => a.now - b.now)
    count(sentThrough(box.limit, ordered) - ordered.length, box.type)
  }
  return { messages, sms }
}

/** Returns the escalation steps that an alarm of a project takes. */
const stepsFor = ({ escalation }: NotificationRecords, project: number): readonly Step[] =>
  escalation?.project_id === project ? escalation.steps : []

/**
 * Returns the occasions of one alarm: its begin, worse limits, repeats and end, and the steps that are due while it
 * lasts.
 */
function occasionsOf(
  { from, to, rank = 0, worse = [] }: Firing,
  end: number,
  { interval, back }: NotificationPolicy,
  steps: readonly Step[],
): Occasion[] {
  const until = to ?? end
  const levels = [
    { at: from, rank: worse[0]?.from ?? rank },
    ...worse.map(({ at, to: reached }) => ({ at, rank: reached })),
  ]
  const occasions = levels.map(
    (level, index): Occasion => ({ ...level, kind: index === 0 ? 'fire' : 'worsen', again: 0 }),
  )
  for (const [index, { at, rank: reached }] of interval > 0 ? levels.entries() : []) {
    const before = Math.floor((at - from) / interval)
    // A repeat due at the moment at which the alarm gets worse is told with the milder level.
    const last = Math.floor(((levels[index + 1]?.at ?? until) - from) / interval)
    if (last > before)
      occasions.push({ kind: 'repeat', at: from + (before + 1) * interval, rank: reached, again: last - before - 1 })
  }
  const rankAt = (moment: number): number => levels.findLast(({ at }) => at <= moment)?.rank ?? rank
  let progress = { step: 0, since: from }
  for (;;) {
    const next = nextStep(steps, progress, UNTAKEN)
    const verdict = next && next.dueAt <= until ? escalate(steps, progress, UNTAKEN, next.dueAt) : null
    if (!next || verdict?.do !== 'step') break
    occasions.push({ kind: 'escalate', at: next.dueAt, rank: rankAt(next.dueAt), again: 0, step: verdict.step })
    progress = verdict.next.progress
  }
  if (back && to !== null) occasions.push({ kind: 'recover', at: to, rank, again: 0 })
  return occasions
}

/** Returns the function that lists the recipients of an occasion, of those that can be reached. */
function reachOf(
  telling: NotificationPolicy,
  { people, channels, rosters, zone }: NotificationRecords,
): (occasion: { project: number; rank: number; at: number; step: Step | undefined }) => readonly Recipient[] {
  const toAddress = (type: number, send_url: string): Recipient => ({
    key: recipientOf({ alarm_type: type, send_url }),
    type,
  })
  const toChannel = (id: number, project: number): Recipient[] =>
    reasonAgainst(channels.get(id), project) === null
      ? [{ key: recipientOf({ alarm_type: SEND_TYPE.channel, channel_id: id, send_url: '' }), type: SEND_TYPE.channel }]
      : []
  const byRule = (project: number, rank: number): Recipient[] => [
    ...WAYS.flatMap((way) =>
      way.of(telling).flatMap((id) => {
        const person = people.get(id)
        return person && wayProblem(person, project, way) === null
          ? [toAddress(way.type, way.address(person) ?? '')]
          : []
      }),
    ),
    ...channelsAt(telling, rank).flatMap((id) => toChannel(id, project)),
  ]
  const byStep = (project: number, at: number, step: Step): Recipient[] => {
    const record = step.to === 'roster' ? rosters.get(step.id) : undefined
    const onCall = new Map<number, OnCall>(record ? [[step.id, onCallAt(record, people, at, zone)]] : [])
    return targetsOf({ rosters: onCall, people }, { step, rule: telling, project }).flatMap((target) => {
      if (target.kind === 'channel') return toChannel(target.id, project)
      if (target.kind === 'untold' || target.problem !== null) return []
      return [toAddress(target.way.type, target.way.address(target.person) ?? '')]
    })
  }
  const known = new Map<string, readonly Recipient[]>()
  return ({ project, rank, at, step }) => {
    // Not cached: who is on call depends on the moment.
    if (step?.to === 'roster') return byStep(project, at, step)
    const key = JSON.stringify(step ? [project, step] : [project, rank])
    const found = known.get(key) ?? (step ? byStep(project, at, step) : byRule(project, rank))
    known.set(key, found)
    return found
  }
}
