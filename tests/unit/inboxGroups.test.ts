import { describe, expect, it } from 'vitest'
import { readEpisode, type Episode } from '../../dataProvider/episodes/rows.ts'
import { groupsOf } from '../../src/alarms/inbox/groups.ts'

const NOW = 1_000_000
const episode = (id: number, given: Record<string, unknown> = {}): Episode => {
  const [read] = readEpisode({ id, fired_at: NOW, work: 'new', district_id: 3, area_name: '河岸', ...given })
  if (!read) throw new Error('no episode')
  return read
}
const told = (rows: readonly Episode[], ...rest: [Parameters<typeof groupsOf>[1], Parameters<typeof groupsOf>[3]?]) =>
  groupsOf(rows, rest[0], NOW, rest[1]).map(({ key, rows: found, count }) => [
    key,
    found.map(({ id }) => id),
    count && [count.total, count.free],
  ])

describe('inbox groups', () => {
  const rows = [episode(1, { incident: 1 }), episode(2), episode(3, { incident: 1, work: 'acknowledged' })]

  it('count their rows when the page holds all', () => {
    expect(told(rows, 'incident')).toEqual([
      ['urgent', [2], [1, 1]],
      ['incident 1', [1, 3], [2, 1]],
    ])
  })

  it('take their counts over all pages, also for an incident with one row on the page', () => {
    const counts = new Map([
      ['urgent', { total: 70, free: 60 }],
      ['incident 1', { total: 40, free: 12 }],
    ])
    expect(told(rows.slice(0, 2), 'incident', counts)).toEqual([
      ['urgent', [2], [70, 60]],
      ['incident 1', [1], [40, 12]],
    ])
    expect(told(rows.slice(0, 2), 'episode', counts)).toEqual([['urgent', [1, 2], [70, 60]]])
  })

  it('have no count when the counts are unknown', () => {
    expect(told(rows, 'episode', null)).toEqual([
      ['urgent', [1, 2], null],
      ['open', [3], null],
    ])
  })

  it('are ordered by assignee: nobody first, then users, then rosters with the person on call', () => {
    const given = { roster_id: 2, roster_name: '夜班', on_call_name: '李工' }
    const held = [
      episode(1, { ...given, work: 'closed' }),
      episode(2, { assignee_id: 9, assignee_name: '李桂英' }),
      episode(3),
      episode(4, { ...given, assignee_id: 9, assignee_name: '李桂英', on_call_now_name: '王工' }),
      episode(5, { assignee_id: 8 }),
    ]
    const counts = new Map([['nobody', { total: 70, free: 60 }]])
    expect(groupsOf(held, 'assignee', NOW, counts).map(({ key, name }) => [key, name])).toEqual([
      ['nobody', ''],
      ['user 9', '李桂英'],
      ['user 8', '#8'],
      ['roster 2', '夜班 · 王工'],
    ])
    expect(told(held, 'assignee', counts)).toEqual([
      ['nobody', [3], [70, 60]],
      ['user 9', [2], null],
      ['user 8', [5], null],
      ['roster 2', [1, 4], null],
    ])
  })

  it('separate areas with the same name', () => {
    const areas = [episode(1), episode(2, { district_id: 4 })]
    expect(told(areas, 'area', new Map([['area 4', { total: 9, free: 0 }]]))).toEqual([
      ['area 3', [1], null],
      ['area 4', [2], [9, 1]],
    ])
  })
})
