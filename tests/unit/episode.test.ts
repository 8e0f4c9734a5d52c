import { describe, expect, it } from 'vitest'
import {
  actOn,
  episodeActs,
  handlingOf,
  isSnoozed,
  applyLevel,
  LONGEST_SNOOZE,
  reopenIfClosed,
  UNTIL_WORSE,
  works,
  worseOf,
  type ActInput,
  type EpisodeAct,
  type Work,
  type WorkState,
} from '../../resources/kit/episode.ts'
import { areNeighbours, INCIDENT_SPAN_MS, type IncidentCandidate } from '../../resources/kit/incident.ts'

const NOW = 1_000_000
const open: WorkState = {
  work: 'new',
  assignee_id: null,
  roster_id: null,
  on_call_id: null,
  acknowledged_at: null,
  snoozed_until: null,
  snooze_level: null,
  result: null,
  closed_by: null,
  closed_at: null,
}
const states: Record<Work, WorkState> = {
  new: open,
  acknowledged: { ...open, work: 'acknowledged', assignee_id: 7, acknowledged_at: 10 },
  closed: {
    ...open,
    work: 'closed',
    assignee_id: 7,
    acknowledged_at: 10,
    result: 'handled',
    closed_by: 7,
    closed_at: 20,
  },
}
const input = (more: Partial<ActInput> = {}): ActInput => ({ me: 5, now: NOW, level: 3, worst_level: 1, ...more })
type Act = Exclude<EpisodeAct, 'undo'>

/** The state of work after each act, or why it is refused: every act in every state. */
const table: Record<Act, { input: Partial<ActInput> } & Record<Work, Work | `error.${string}`>> = {
  acknowledge: { input: {}, new: 'acknowledged', acknowledged: 'error.episode.taken', closed: 'error.episode.closed' },
  assign: { input: { user_id: 9 }, new: 'new', acknowledged: 'acknowledged', closed: 'error.episode.closed' },
  comment: { input: { note: 'x' }, new: 'new', acknowledged: 'acknowledged', closed: 'closed' },
  snooze: { input: { until: NOW + 1 }, new: 'new', acknowledged: 'acknowledged', closed: 'error.episode.closed' },
  close: { input: {}, new: 'closed', acknowledged: 'closed', closed: 'error.episode.closed' },
  reopen: { input: {}, new: 'error.episode.open', acknowledged: 'error.episode.open', closed: 'acknowledged' },
}

describe('episode actions', () => {
  it('are all covered by the table of states', () => expect([...Object.keys(table), 'undo']).toEqual([...episodeActs]))

  for (const [act, row] of Object.entries(table) as [Act, (typeof table)[Act]][])
    it.each(works)(`${act} yields the expected state or refusal when the episode is %s`, (work) => {
      const { state, refused } = actOn(act, states[work], input(row.input))
      expect(refused?.key ?? state?.work).toBe(row[work])
    })

  it('set assignee, roster and acknowledgement time', () => {
    expect(actOn('acknowledge', open, input()).state).toMatchObject({ assignee_id: 5, acknowledged_at: NOW })
    expect(actOn('assign', open, input({ user_id: 5 })).state).toMatchObject({ work: 'acknowledged', assignee_id: 5 })
    expect(actOn('assign', open, input({ roster_id: 3 })).state).toMatchObject({ work: 'new', roster_id: 3 })
    const duty = actOn('assign', open, input({ roster_id: 3, on_call: { contact: 8, user: 5 } })).state
    expect(duty).toMatchObject({ work: 'new', roster_id: 3, on_call_id: 8, assignee_id: 5 })
    expect(actOn('acknowledge', duty ?? open, input({})).state).toMatchObject({ roster_id: null, on_call_id: null })
    expect(actOn('assign', duty ?? open, input({ user_id: 6 })).state).toMatchObject({
      roster_id: null,
      on_call_id: null,
      assignee_id: 6,
    })
    expect(actOn('assign', states.acknowledged, input()).state).toMatchObject({
      work: 'new',
      assignee_id: null,
      acknowledged_at: null,
    })
    // A person on call without a user finds the episode in no list; a console does not know that person.
    const byPhone = input({ roster_id: 3, on_call: { contact: 8, user: null } })
    expect(actOn('assign', states.acknowledged, byPhone).state).toMatchObject({
      work: 'new',
      roster_id: 3,
      assignee_id: null,
      acknowledged_at: null,
    })
    expect(actOn('assign', states.acknowledged, input({ roster_id: 3 })).state?.work).toBe('acknowledged')
    expect(actOn('assign', open, input({ user_id: 5, roster_id: 3 })).refused).toMatchObject({ field: 'roster_id' })
  })

  it('reject a comment without a note and a snooze without a valid end', () => {
    expect(actOn('comment', open, input()).refused).toMatchObject({ field: 'note' })
    expect(actOn('snooze', open, input()).refused).toMatchObject({ field: 'until' })
    for (const until of [NOW, NOW + LONGEST_SNOOZE + 1])
      expect(actOn('snooze', open, input({ until })).refused).toMatchObject({ field: 'until' })
  })

  it('snooze until a time or until the level gets worse', () => {
    const asleep = actOn('snooze', open, input({ until: NOW + 10 })).state as WorkState
    expect([isSnoozed(asleep, NOW), isSnoozed(asleep, NOW + 10)]).toEqual([true, false])
    expect(applyLevel(asleep, 1)).toBe(asleep)
    const waiting = actOn('snooze', open, input({ worse: true })).state as WorkState
    expect(waiting).toMatchObject({ snoozed_until: UNTIL_WORSE, snooze_level: 3 })
    expect(applyLevel(waiting, 3)).toBe(waiting)
    expect(applyLevel(waiting, 2)).toMatchObject({ snoozed_until: null, snooze_level: null })
    expect(actOn('close', waiting, input()).state).toMatchObject({ snoozed_until: null })
    // Without a worse level the snooze would never end.
    for (const worst_level of [3, 4, null])
      expect(actOn('snooze', open, input({ worse: true, worst_level })).refused).toMatchObject({ field: 'worse' })
    expect(actOn('snooze', open, input({ worse: true, level: null, worst_level: 4 })).state).toBeDefined()
  })

  it('reopen a closed episode as unassigned when it fires again', () => {
    // The previous assignee had finished with it: it concerns all users, as a new episode does.
    const ofRoster = { ...states.closed, roster_id: 3, on_call_id: 8 }
    for (const closed of [states.closed, ofRoster]) expect(reopenIfClosed(closed)).toEqual(open)
    expect(reopenIfClosed(states.acknowledged)).toBe(states.acknowledged)
    expect(actOn('reopen', { ...states.closed, acknowledged_at: null }, input()).state?.work).toBe('new')
  })

  it('map to unhandled, false alarm or handled in the old API', () => {
    expect([states.new, states.acknowledged, states.closed].map((state) => handlingOf(state, false))).toEqual([0, 0, 2])
    expect(handlingOf({ work: 'closed', result: 'false_alarm' }, false)).toBe(1)
    expect(handlingOf({ work: 'closed', result: '12' }, true)).toBe(1)
  })

  it.each([
    [0, 5, 9, 9],
    [1, 9, 5, 9],
    [2, 5, 5, 5],
    [3, 5, 2, 2],
    [4, 2, 5, 2],
    [5, 11, 2, 2],
    [6, 12, 14, 12],
    [7, 25, 4, 4],
    [7, 4, 27, 27],
  ] as const)('worseOf with operator %i, %i and then %i returns %i', (operator, first, second, worse) =>
    expect(worseOf({ operator, x: 10, y: 20 }, first, second)).toBe(worse),
  )
})

describe('areNeighbours (incidents)', () => {
  const one: IncidentCandidate = { project: 1, area: 2, model: 3, place: [114.5, 38], at: 0 }
  it.each<[string, Partial<IncidentCandidate>, boolean]>([
    ['the same area', { place: null }, true],
    ['another area near by', { area: 9, place: [114.52, 38.01] }, true],
    ['another area far away', { area: 9, place: [114.6, 38] }, false],
    ['another area, place unknown', { area: 9, place: null }, false],
    ['another model', { model: 4 }, false],
    ['no model', { model: null }, false],
    ['another project', { project: 2 }, false],
    ['half an hour later', { at: INCIDENT_SPAN_MS }, true],
    ['more than half an hour later', { at: INCIDENT_SPAN_MS + 1 }, false],
  ])('decides whether two episodes belong to one incident: %s', (_name, other, joined) => {
    expect(areNeighbours(one, { ...one, ...other })).toBe(joined)
    expect(areNeighbours({ ...one, ...other }, one)).toBe(joined)
  })
})
