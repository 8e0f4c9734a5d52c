import { describe, expect, it } from 'vitest'
import type { Step } from '../../resources/kit/duty/escalation.ts'
import type { Firing } from '../../resources/kit/rule.ts'
import { MINUTE, zoneOf } from '../../resources/kit/zone.ts'
import {
  messagesOf,
  type NotificationPolicy,
  type NotificationRecords,
} from '../../server/alarms/backtest/notificationPolicy.ts'
import type { Person } from '../../server/alarms/escalation/book.ts'

const START = Date.UTC(2026, 10, 20)
const at = (minute: number): number => START + minute * MINUTE

const nobody = { project_id: 1, email: null, wechat: null, language: null, user_id: null }
const person = (id: number, more: Partial<Person> = {}): [number, Person] => [
  id,
  { ...nobody, id, name: `P${id}`, phone: `1${id}`, ...more },
]

const telling: NotificationPolicy = {
  name: '',
  phones: [1],
  wechats: [],
  emails: [],
  channels: [],
  tell: new Map(),
  level: 3,
  interval: 0,
  back: false,
  escalation: null,
}

const step = (after: number, to: Step['to'], id: number, way: Step['way'] = null): Step => ({
  after,
  to,
  id,
  way,
  turn: 0,
})

const bookOf = (more: Partial<NotificationRecords> = {}): NotificationRecords => ({
  people: new Map([
    person(1),
    person(2, { email: 'two@example.com' }),
    person(3, { project_id: 2 }),
    person(4, { phone: '' }),
    person(5),
  ]),
  channels: new Map(),
  rosters: new Map(),
  escalation: null,
  storms: new Map(),
  zone: zoneOf('Asia/Shanghai'),
  ...more,
})

const escalation = (...steps: Step[]) => ({ name: 'E', project_id: 1, steps })

const count = (
  firings: readonly Firing[],
  more: Partial<NotificationPolicy> = {},
  book: Partial<NotificationRecords> = {},
) =>
  messagesOf(
    firings.map((firing, device) => ({ firing, device, project: 1 })),
    at(600),
    { ...telling, ...more },
    bookOf(book),
  )

const hour: Firing = { from: at(0), to: at(60) }

describe('messagesOf (messages of a backtested rule)', () => {
  it('counts start, repeat and end messages to recipients that can be reached', async () => {
    expect(await count([hour])).toEqual({ messages: 1, sms: 1 })
    // A contact of another project, one without an address, a missing one, and an address of another way.
    expect(await count([hour], { phones: [1, 3, 4, 9], emails: [2] })).toEqual({ messages: 2, sms: 1 })
    expect(await count([hour], { interval: 20 * MINUTE, back: true })).toEqual({ messages: 5, sms: 5 })
    const lasting = { ...hour, to: null }
    expect(await count([lasting], { interval: 60 * MINUTE, back: true })).toEqual({ messages: 11, sms: 11 })
  })

  it('counts a message at each worse level, including the channels of that level', async () => {
    const levels = [
      { level: 4, x: 1, y: 1 },
      { level: 2, x: 2, y: 2 },
    ]
    const channel = { id: 7, project_id: 1, enable: 1 }
    const channels = new Map([[7, channel]]) as unknown as NotificationRecords['channels']
    const leveled = { levels, tell: new Map([[2, [7]]]), interval: 20 * MINUTE, back: true }
    const worse: Firing = { ...hour, rank: 1, worse: [{ at: at(30), from: 0, to: 1 }] }
    // Start and a repeat at 20 min; the worse level, repeats at 40 and 60 min, and the end.
    expect(await count([worse], leveled, { channels })).toEqual({ messages: 10, sms: 6 })
    expect(await count([{ ...hour, rank: 0 }], leveled, { channels })).toEqual({ messages: 5, sms: 5 })
  })

  it('counts escalation steps due while the alarm lasts, of the same project only', async () => {
    const steps = [step(0, 'contact', 2), step(30, 'contact', 2, 3), step(90, 'level', 2)]
    const book = { escalation: escalation(...steps) }
    // The second contact counts by both ways, then by one.
    expect(await count([hour], {}, book)).toEqual({ messages: 4, sms: 2 })
    expect(await count([{ ...hour, to: at(100) }], {}, book)).toEqual({ messages: 5, sms: 3 })
    const foreign = { escalation: { ...book.escalation, project_id: 2 } }
    expect(await count([hour], {}, foreign)).toEqual({ messages: 1, sms: 1 })
  })

  it('counts a roster step for the person on call at that time, if they have a phone number', async () => {
    const roster = { people: [4, 5], days: 1, handover: '08:00', starts: '2026-11-20', exceptions: [] }
    const rosters = new Map([[6, { name: 'R', project_id: 1, roster }]])
    const book = { rosters, escalation: escalation(step(10, 'roster', 6)) }
    // The first person has no telephone; a day later it is the second person's turn.
    const later: Firing = { from: at(25 * 60), to: at(26 * 60) }
    expect(await count([hour], { phones: [] }, book)).toEqual({ messages: 0, sms: 0 })
    expect(await count([hour, later], { phones: [] }, book)).toEqual({ messages: 1, sms: 1 })
  })

  it('counts one digest instead of many messages during an alarm storm', async () => {
    const storms = new Map([[1, { count: 3, minutes: 10, urgent: true }]])
    const many = Array.from({ length: 20 }, (_, i): Firing => ({ from: at(i % 5), to: at(60) }))
    expect(await count(many)).toEqual({ messages: 20, sms: 20 })
    expect(await count(many, {}, { storms })).toEqual({ messages: 4, sms: 4 })
    // One recipient, whether the rule or a step notifies them.
    const own = { storms, escalation: escalation(step(1, 'contact', 1)) }
    expect(await count(many, {}, own)).toEqual({ messages: 4, sms: 4 })
  })
})
