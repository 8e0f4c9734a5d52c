import { describe, expect, it } from 'vitest'
import { escalate, nextStep, type EpisodeProgress, type Step } from '../../resources/kit/duty/escalation.ts'
import { readExceptions, readRoster, readSteps } from '../../resources/kit/duty/record.ts'
import { dutyAt, nextAt, stretchesOf, type Roster } from '../../resources/kit/duty/roster.ts'
import { zoneOf } from '../../resources/kit/zone.ts'
import { rosterHook } from '../../server/hooks/roster.ts'
import type { PendingSave } from '../../server/platform/hook.ts'

const shanghai = zoneOf('Asia/Shanghai')
const berlin = zoneOf('Europe/Berlin')
const HOUR = 3_600_000

const roster = (change: Partial<Roster> = {}): Roster => ({
  people: [1, 2, 3],
  days: 7,
  handover: '08:00',
  starts: '2026-11-02',
  exceptions: [],
  ...change,
})

describe('person on call', () => {
  const weekly = roster()
  it.each([
    ['before the first turn', '2026-11-02', '07:59', null],
    ['at the first handover', '2026-11-02', '08:00', 1],
    ['in the last minute of a turn', '2026-11-09', '07:59', 1],
    ['at the second handover', '2026-11-09', '08:00', 2],
    ['in the third turn', '2026-11-16', '12:00', 3],
    ['first person again after the last', '2026-11-23', '08:00', 1],
    ['a year later', '2027-11-01', '08:00', 2],
  ])('follows the weekly roster: %s', (_name, day, clock, person) => {
    expect(dutyAt(weekly, shanghai.moment(day, clock), shanghai)?.person ?? null).toBe(person)
  })

  it('changes every day or every two days when turns are days', () => {
    const at = (days: number, day: string) =>
      dutyAt(roster({ days, handover: '20:30' }), shanghai.moment(day, '21:00'), shanghai)?.person
    expect(['2026-11-02', '2026-11-03', '2026-11-04', '2026-11-05'].map((day) => at(1, day))).toEqual([1, 2, 3, 1])
    expect(['2026-11-02', '2026-11-03', '2026-11-04', '2026-11-05'].map((day) => at(2, day))).toEqual([1, 1, 2, 2])
  })

  it('changes at local handover time, also on days of 25 and 23 hours', () => {
    const daily = roster({ days: 1, starts: '2026-10-24', handover: '02:30' })
    const handovers = (from: string, to: string) =>
      stretchesOf(daily, berlin.startOf(from), berlin.startOf(to), berlin).map(({ from: at, duty }) => [
        berlin.full(at).slice(0, 16),
        duty?.person ?? null,
      ])
    // 02:30 comes twice on 25 October: the first one counts.
    expect(handovers('2026-10-24', '2026-10-28')).toEqual([
      ['2026-10-24 00:00', null],
      ['2026-10-24 02:30', 1],
      ['2026-10-25 02:30', 2],
      ['2026-10-26 02:30', 3],
      ['2026-10-27 02:30', 1],
    ])
    const stretches = stretchesOf(daily, berlin.startOf('2026-10-25'), berlin.startOf('2026-10-27'), berlin)
    expect(stretches[1]).toMatchObject({ until: (stretches[1]?.from ?? 0) + 25 * HOUR })
    // 02:30 is skipped on 28 March: the handover is at 03:30.
    expect(handovers('2027-03-28', '2027-03-29')[1]?.[0]).toBe('2027-03-28 03:30')
    // Every moment has exactly one person, also around the clock changes.
    for (let at = berlin.startOf('2027-03-27'); at < berlin.startOf('2027-03-30'); at += HOUR / 4)
      expect(dutyAt(daily, at, berlin)).not.toBeNull()
  })

  it('is the substitute of an exception, and the last exception takes precedence', () => {
    const moment = (day: string) => shanghai.moment(day, '12:00')
    const exceptions = [
      { from: moment('2026-11-03'), until: moment('2026-11-05'), whom: null, by: 9 },
      { from: moment('2026-11-04'), until: moment('2026-11-12'), whom: 2, by: 3 },
      { from: moment('2026-11-04'), until: moment('2026-11-05'), whom: 1, by: 7 },
    ]
    const given = roster({ exceptions })
    expect(
      stretchesOf(given, shanghai.startOf('2026-11-02'), shanghai.startOf('2026-11-14'), shanghai).map(
        ({ from, duty }) => [shanghai.full(from).slice(5, 16), duty?.person ?? null, duty?.replaces ?? null],
      ),
    ).toEqual([
      ['11-02 00:00', null, null],
      ['11-02 08:00', 1, null],
      ['11-03 12:00', 9, 1],
      ['11-04 12:00', 7, 1],
      ['11-05 12:00', 1, null],
      ['11-09 08:00', 3, 2],
      ['11-12 12:00', 2, null],
    ])
    // Also before the first turn, where no person is replaced.
    const early = roster({ exceptions: [{ from: 0, until: moment('2026-11-01'), whom: null, by: 9 }] })
    expect(dutyAt(early, moment('2026-10-31'), shanghai)).toEqual({ person: 9, replaces: null })
  })

  it('is the same in stretchesOf as in dutyAt, without gaps', () => {
    const given = roster({
      days: 1,
      exceptions: [
        { from: shanghai.moment('2026-11-10', '03:20'), until: shanghai.moment('2026-11-12', '03:20'), whom: 2, by: 5 },
      ],
    })
    const [from, to] = [shanghai.startOf('2026-11-01'), shanghai.startOf('2026-11-20')]
    const stretches = stretchesOf(given, from, to, shanghai)
    expect([stretches[0]?.from, stretches.at(-1)?.until]).toEqual([from, to])
    stretches.forEach((stretch, i) => {
      expect(stretches[i + 1]?.from ?? to).toBe(stretch.until)
      for (const at of [stretch.from, stretch.until - 1]) expect(dutyAt(given, at, shanghai)).toEqual(stretch.duty)
    })
  })

  it('is read from a record by readRoster, which returns null for invalid fields', () => {
    const record = { people: '3,1', every: 2, unit: 2, handover: '08:00', starts: '2026-11-02', exceptions: '' }
    expect(readRoster(record)).toEqual({
      people: [3, 1],
      days: 14,
      handover: '08:00',
      starts: '2026-11-02',
      exceptions: [],
    })
    for (const wrong of [{ people: '' }, { every: 0 }, { every: 1.5 }, { handover: '8' }, { starts: '2026-02-30' }])
      expect(readRoster({ ...record, ...wrong })).toBeNull()
    expect(readExceptions('[{"from":5,"until":9,"by":2}]')).toEqual([{ from: 5, until: 9, whom: null, by: 2 }])
    // Starts at either end of the calendar are harmless.
    for (const starts of ['0001-01-01', '9999-12-31'])
      expect(stretchesOf({ ...roster(), starts }, 0, HOUR, shanghai)).toHaveLength(1)
  })
})

describe('next person on call', () => {
  const noon = (day: string) => shanghai.moment(day, '12:00')
  const [from, until] = [noon('2026-11-02'), noon('2026-11-20')]
  const instead = (whom: number | null, by: number) => ({ from, until, whom, by })
  it.each<[string, Partial<Roster>, string, number | null]>([
    ['is nobody before the first turn', {}, '2026-11-01', null],
    ['is the next in order', {}, '2026-11-03', 2],
    ['is the first person during the turn of the last one', {}, '2026-11-17', 1],
    ['is the person on call if the roster has nobody else', { people: [1] }, '2026-11-03', 1],
    ['is the substitute of the next person', { exceptions: [instead(2, 9)] }, '2026-11-03', 9],
    ['is the next in order even if a substitute is on call now', { exceptions: [instead(null, 9)] }, '2026-11-03', 2],
    [
      'is the person after the next if the next is the substitute on call',
      { exceptions: [instead(1, 2)] },
      '2026-11-03',
      3,
    ],
    [
      'is the person after the next if the person on call replaces the next',
      { exceptions: [instead(2, 1)] },
      '2026-11-03',
      3,
    ],
    [
      'is the person on call if the only other person is absent',
      { people: [1, 2], exceptions: [instead(1, 2)] },
      '2026-11-03',
      2,
    ],
  ])('%s', (_name, change, day, person) => {
    expect(nextAt(roster(change), noon(day), shanghai)).toBe(person)
  })
})

describe('escalation', () => {
  const steps = readSteps('[{"after":30,"level":1},{"after":10,"roster":3},{"after":20,"contact":4}]') as Step[]
  const MINUTE = 60_000
  const open: EpisodeProgress = { work: 'new', lasts: true, suppressed: false, snoozed_until: null }

  it('sorts its steps by minutes', () => {
    expect(steps.map(({ to, id }) => [to, id])).toEqual([
      ['roster', 3],
      ['contact', 4],
      ['level', 1],
    ])
  })

  it('accepts the fields way and turn for a roster, and rejects invalid combinations', () => {
    const given = '[{"after":10,"roster":3,"turn":1,"way":2},{"after":20,"contact":4},{"after":20,"level":1}]'
    expect(readSteps(given)).toEqual([
      { after: 10, to: 'roster', id: 3, way: 2, turn: 1 },
      { after: 20, to: 'contact', id: 4, way: null, turn: 0 },
      { after: 20, to: 'level', id: 1, way: null, turn: 0 },
    ])
    for (const wrong of [
      '"roster":3,"way":4',
      '"roster":3,"way":"2"',
      '"roster":3,"turn":2',
      '"contact":4,"turn":1',
      '"channel":5,"way":1',
      '"level":1,"way":1',
      '"way":1',
    ])
      expect(readSteps(`[{"after":10,${wrong}}]`), wrong).toBeNull()
  })

  it.each<[string, Partial<EpisodeProgress>, number, ReturnType<typeof escalate>['do']]>([
    ['waits until the minutes of its step have passed', {}, 10 * MINUTE - 1, 'wait'],
    ['takes the step once its minutes have passed', {}, 10 * MINUTE, 'step'],
    ['stops when the episode is acknowledged', { work: 'acknowledged' }, 10 * MINUTE, 'stop'],
    ['stops when the episode is closed', { work: 'closed' }, 10 * MINUTE, 'stop'],
    ['stops when the alarm is over', { lasts: false }, 10 * MINUTE, 'stop'],
    ['stops under maintenance', { suppressed: true }, 10 * MINUTE, 'stop'],
    ['waits while the episode is snoozed', { snoozed_until: 90 * MINUTE }, 10 * MINUTE, 'wait'],
    ['takes the step after the snooze', { snoozed_until: 90 * MINUTE }, 90 * MINUTE, 'step'],
  ])('%s', (_name, change, now, does) => {
    expect(escalate(steps, { step: 0, since: 0 }, { ...open, ...change }, now).do).toBe(does)
  })

  it('keeps the interval between steps after a late one, and ends after the last', () => {
    const late = escalate(steps, { step: 0, since: 0 }, open, 70 * MINUTE)
    expect(late).toMatchObject({ next: { progress: { step: 1, since: 60 * MINUTE }, dueAt: 80 * MINUTE } })
    expect(escalate(steps, { step: 2, since: 0 }, open, 30 * MINUTE)).toMatchObject({
      do: 'step',
      next: { dueAt: null },
    })
    expect(escalate(steps, { step: 3, since: 0 }, open, 30 * MINUTE)).toEqual({ do: 'stop' })
    expect(escalate([], { step: 0, since: 0 }, open, 0)).toEqual({ do: 'stop' })
    expect(nextStep(steps, { step: 1, since: 0 }, { ...open, snoozed_until: 25 * MINUTE })?.dueAt).toBe(25 * MINUTE)
  })
})

it('roster validation rejects more than 100 people', async () => {
  const people = Array.from({ length: 101 }, (_, at) => at + 1).join(',')
  const saving = { row: { people, exceptions: null }, old: null } as unknown as PendingSave
  await expect(rosterHook.beforeSave?.(saving, {} as never)).rejects.toMatchObject({
    fields: { people: { args: { max: 100 } } },
  })
})
