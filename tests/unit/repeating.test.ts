import { describe, expect, it } from 'vitest'
import { friendlyOf, rruleOf } from '../../src/alarms/maintenance/friendly.ts'

/** A Tuesday. */
const START = '2026-11-24'

describe('recurrence in the form (friendlyOf, rruleOf)', () => {
  it.each([
    ['', { how: { kind: 'once' }, until: null }],
    ['FREQ=DAILY', { how: { kind: 'daily' }, until: null }],
    ['FREQ=DAILY;UNTIL=20261231', { how: { kind: 'daily' }, until: '2026-12-31' }],
    ['FREQ=WEEKLY;BYDAY=MO,WE', { how: { kind: 'weekly', days: [0, 2] }, until: null }],
    ['FREQ=MONTHLY;BYMONTHDAY=31', { how: { kind: 'monthly', day: 31 }, until: null }],
    ['FREQ=MONTHLY;BYMONTHDAY=-1;UNTIL=20270630', { how: { kind: 'monthly', day: -1 }, until: '2027-06-30' }],
  ])('reads %j and writes it unchanged', (rrule, read) => {
    expect(friendlyOf(rrule, START)).toEqual(read)
    expect(rruleOf(friendlyOf(rrule, START))).toBe(rrule)
  })

  it('takes the weekday or day of the start if the rule has none', () => {
    expect(friendlyOf('FREQ=WEEKLY', START).how).toEqual({ kind: 'weekly', days: [1] })
    expect(friendlyOf('FREQ=MONTHLY', START).how).toEqual({ kind: 'monthly', day: 24 })
  })

  it.each([
    'FREQ=DAILY;INTERVAL=2',
    'FREQ=DAILY;COUNT=3',
    'FREQ=DAILY;BYDAY=MO',
    'FREQ=WEEKLY;UNTIL=20261231T120000Z',
    'FREQ=MONTHLY;BYDAY=-1FR',
    'FREQ=MONTHLY;BYMONTHDAY=1,15',
    'FREQ=MONTHLY;BYMONTHDAY=-2',
    'FREQ=YEARLY',
    'what is this',
  ])('keeps the unsupported rule %j unchanged', (rrule) => {
    const read = friendlyOf(rrule, START)
    expect(read.how.kind).toBe('other')
    expect(rruleOf(read, rrule)).toBe(rrule)
  })
})
