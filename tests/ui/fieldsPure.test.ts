import { describe, expect, it } from 'vitest'
import type { Row } from '../../dataProvider/rows.ts'
import { resourceOf } from '../../resources/index.ts'
import { deviceStatus } from '../../src/entities/device/cells.tsx'
import { periodProblem, saveMode, saveValue } from '../../src/entities/device/saveCycle.ts'
import { Zone } from '../../resources/kit/zone.ts'
import { formatFullTime, formatNumber, formatTime } from '../../src/admin/fields/formats.ts'
import { pointFromText, pointToText, polygonFromText, polygonToText } from '../../resources/kit/types/geo.ts'
import { readClock } from '../../src/admin/fields/controls/dayInputs.tsx'
import { nameIn } from '../../src/admin/fields/names.ts'
import { choicesOf } from '../../src/admin/fields/controls/refChoices.ts'

describe('coordinates as text', () => {
  it.each(['114.5, 38.05', '114.5，38.05', ' 114.5 38.05 ', '-1,0'])(
    'converts %s to a stored point and back',
    (typed) => {
      const stored = pointFromText(typed)
      expect(Object.keys(JSON.parse(stored) as object)).toEqual(['maplng', 'maplat'])
      expect(pointFromText(pointToText(stored))).toBe(stored)
    },
  )

  it('returns unreadable input unchanged, so that validation reports it', () => {
    for (const typed of ['114.5', 'a, b', '1,2,3', '114.5,', '{"maplng":1}']) expect(pointFromText(typed)).toBe(typed)
    expect(pointFromText('  ')).toBe('')
    expect(polygonFromText('1,2\nx')).toBe('1,2\nx')
  })

  it('converts an outline to one point per line and back', () => {
    expect(polygonToText('[[1,2],[3,4]]')).toBe('1, 2\n3, 4')
    expect(polygonFromText('1, 2\n\n3, 4\n')).toBe('[[1,2],[3,4]]')
    expect(polygonToText('broken')).toBe('broken')
    expect(polygonToText('[{"lng":1,"lat":2},{"lng":3,"lat":4}]')).toBe('1, 2\n3, 4')
  })
})

describe('number and time format', () => {
  it('groups thousands and uses a true minus sign', () => {
    expect(formatNumber(-1234.5)).toBe('−1,234.5')
    expect(formatNumber('12')).toBe('12')
    expect(formatNumber('x')).toBe('x')
  })

  it('omits today’s date and the current year', () => {
    const zone = new Zone('Asia/Shanghai')
    const at = (text: string) => Date.parse(`${text}+08:00`)
    const now = at('2026-11-20T15:00:00')
    expect(formatTime(at('2026-11-20T09:05:07'), zone, now)).toBe('09:05:07')
    expect(formatTime(at('2026-01-02T09:05:07'), zone, now)).toBe('01-02 09:05:07')
    expect(formatTime(at('2025-01-02T09:05:07') / 1000, zone, now)).toBe('2025-01-02 09:05:07')
    expect(formatFullTime(at('2026-11-20T09:05:07'), zone)).toBe('2026-11-20 09:05:07')
    expect(formatTime(0, zone, now)).toBe('0')
    expect(formatFullTime('soon', zone)).toBe('soon')
  })
})

describe('save_cycle', () => {
  it.each([
    [0, 'never'],
    [100_000_000, 'change'],
    [-1, 'always'],
    [5, 'period'],
    ['', 'period'],
    [null, 'period'],
    ['0', 'never'],
  ] as const)('%s means mode %s', (value, mode) => {
    expect(saveMode(value)).toBe(mode)
  })

  it('defaults to a period of 5 minutes', () => {
    expect(saveValue.period).toBe(5)
  })

  it.each([
    ['', undefined],
    ['1', undefined],
    ['99999999', undefined],
    ['x', undefined],
    ['0', 'error.rule.positiveInt'],
    ['-1', 'error.rule.positiveInt'],
    ['-2', 'error.rule.positiveInt'],
    ['100000000', 'error.rule.max'],
    ['200000000', 'error.rule.max'],
  ])('with a period of %j minutes yields the error %s', (typed, key) => {
    expect(periodProblem(typed)?.key).toBe(key)
  })
})

it.each([
  [{ control_state: 0, deviceisonline: 1 }, 'online'],
  [{ control_state: 0, deviceisonline: 0 }, 'offline'],
  [{ control_state: 0 }, 'unknown'],
  [{ control_state: 0, deviceisonline: null }, 'unknown'],
  [{ control_state: 1, deviceisonline: 1 }, 'disabled'],
  [{}, 'unknown'],
] as const)('deviceStatus of %o is %s', (row, status) => {
  expect(deviceStatus(row)).toBe(status)
})

describe('names in a tree', () => {
  const area = resourceOf('manage/area')
  const rows: Row[] = [
    { id: 5, name: '东区', superid: 2 },
    { id: 2, name: '城', superid: 1 },
    { id: 6, name: '一片', superid: 5 },
    { id: 8, name: '环甲', superid: 9 },
    { id: 9, name: '环乙', superid: 8 },
  ]

  it('include their parents, but not the root', () => {
    expect(nameIn('manage/area', rows, 6)).toBe('东区 / 一片')
    expect(nameIn('manage/area', rows, 2)).toBe('城')
    expect(nameIn('manage/area', rows, 77)).toBeUndefined()
  })

  it('are listed in tree order as choices, also if parents form a cycle', () => {
    const choices = choicesOf(area, rows, null)
    expect(choices.slice(0, 3).map(({ path, depth }) => [path, depth])).toEqual([
      ['城', 0],
      ['城 / 东区', 1],
      ['城 / 东区 / 一片', 2],
    ])
    expect(choices).toHaveLength(5)
  })
})

describe('day and clock conversion', () => {
  it('converts to a timestamp and back, also at daylight saving changes', () => {
    const zone = new Zone('Europe/Berlin')
    for (const [day, clock, utc] of [
      ['2026-11-21', '23:05', '2026-11-21T22:05Z'],
      ['2026-03-29', '01:59', '2026-03-29T00:59Z'],
      ['2026-10-25', '02:30', '2026-10-25T00:30Z'],
    ] as const) {
      expect(zone.moment(day, clock)).toBe(Date.parse(utc))
      expect([zone.day(Date.parse(utc)), zone.clock(Date.parse(utc), false)]).toEqual([day, clock])
    }
    expect(zone.clock(zone.moment('2026-03-29', '02:30'), false)).toBe('03:30')
  })

  it.each([
    ['9:05', '09:05'],
    ['2359', '23:59'],
    ['8：30', '08:30'],
    ['24:00', null],
    ['12:60', null],
    ['noon', null],
  ])('reads clock input %s', (typed, read) => {
    expect(readClock(typed)).toBe(read)
  })
})
