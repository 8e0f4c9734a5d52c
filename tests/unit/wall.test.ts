import { describe, expect, it } from 'vitest'
import { readStationRows } from '../../dataProvider/calls/environment.ts'
import type { PlaceRow } from '../../dataProvider/calls/placeHours.ts'
import { readEpisode, type Episode } from '../../dataProvider/episodes/rows.ts'
import { readingsOf } from '../../src/environment/quantity.ts'
import { verdictOf } from '../../src/environment/verdict.ts'
import { slidesOf } from '../../src/bigscreen/situation/slides.ts'
import { byUrgency, mediansOf } from '../../src/bigscreen/situation/urgency.ts'
import { isSunDown } from '../../src/bigscreen/stage/sun.ts'

const NOW = Date.parse('2026-11-21T12:00:00+08:00')

describe('isSunDown', () => {
  // Sunrise and sunset of Shijiazhuang and of Sydney from almanacs, some minutes before and after.
  it.each([
    ['2026-06-21T04:50:00+08:00', [114.52, 38.06], true],
    ['2026-06-21T05:10:00+08:00', [114.52, 38.06], false],
    ['2026-06-21T19:40:00+08:00', [114.52, 38.06], false],
    ['2026-06-21T19:55:00+08:00', [114.52, 38.06], true],
    ['2026-12-21T17:00:00+08:00', [114.52, 38.06], false],
    ['2026-12-21T17:15:00+08:00', [114.52, 38.06], true],
    ['2026-12-21T19:55:00+11:00', [151.21, -33.87], false],
    ['2026-12-21T20:15:00+11:00', [151.21, -33.87], true],
  ] as const)('at %s in %j is %s', (at, place, night) => expect(isSunDown(Date.parse(at), place)).toBe(night))

  it('is true all day in winter near the pole', () => {
    for (let hour = 0; hour < 24; hour++) expect(isSunDown(Date.UTC(2026, 11, 21, hour), [0, 85])).toBe(true)
  })
})

describe('urgency of alarms', () => {
  const episode = (id: number, given: object): Episode => {
    const [read] = readEpisode({ id, fired_at: NOW - id * 60_000, level: 2, ...given })
    if (!read) throw new Error('no episode')
    return read
  }
  it('orders by level, then unassigned first, then by duration, with snoozed alarms last', () => {
    const rows = [
      episode(1, { level: 3 }),
      episode(2, { level: 2, assignee_id: 7 }),
      episode(3, { level: 2 }),
      episode(4, { level: 2 }),
      episode(5, { level: 1, snoozed_until: NOW + 60_000 }),
      episode(6, { level: null }),
      episode(7, { level: 1, roster_id: 2 }),
    ]
    expect(byUrgency(rows, NOW).map(({ id }) => id)).toEqual([7, 4, 3, 2, 1, 6, 5])
    expect(byUrgency(rows, NOW + 120_000).map(({ id }) => id)[0]).toBe(5)
  })
  it('has median times to acknowledge and to close, without missing ones', () => {
    const closed = (taken: number | null, done: number | null) => ({
      fired_at: NOW,
      acknowledged_at: taken && NOW + taken,
      closed_at: done && NOW + done,
    })
    expect(mediansOf([closed(4, 50), closed(null, 40), closed(2, 60), closed(9, 10)])).toEqual({ taken: 4, closed: 50 })
    expect(mediansOf([closed(-5, null)])).toEqual({ taken: null, closed: null })
    expect(mediansOf([])).toEqual({ taken: null, closed: null })
  })
})

describe('slides of the wall', () => {
  const air = (deviceid: number, index: number | null) => ({
    deviceid,
    medium: 'air',
    standard: 'HJ633-2026',
    period: '1h',
    index,
    level: index === null ? null : Math.ceil(index / 50),
    primary: [],
    missing: [],
    parts: {},
    coverage: 1,
    at: NOW,
  })
  const readings = (rows: object[]) => readingsOf(readStationRows(rows).map(verdictOf), 'aqi')
  const area = (id: number, index: number | null, at = NOW, medium: PlaceRow['medium'] = 'air'): PlaceRow => ({
    area: id,
    device: null,
    medium,
    stations: 2,
    hours: [
      {
        at,
        standard: 'HJ633-2026',
        index,
        level: 1,
        exceeded: null,
        primary: [],
        missing: [],
        stations: 2,
        classes: [],
        worst: null,
        parts: {},
      },
    ],
  })
  it('show the eight worst judged stations, then areas by air quality, three per slide', () => {
    const stations = readings([...Array.from({ length: 10 }, (_, at) => air(at + 1, 10 * (at + 1))), air(11, null)])
    const areas = [area(1, 40), area(2, 90), area(3, null), area(4, 95, NOW, 'noise'), area(5, 99, NOW - 5 * 3_600_000)]
    const keys = slidesOf(stations, areas, NOW).map((slide) =>
      slide.map((card) => (card.kind === 'station' ? card.device : `area ${card.area}`)),
    )
    expect(keys).toEqual([
      [10, 9, 8],
      [7, 6, 5],
      [4, 3],
      ['area 2', 'area 1'],
    ])
  })
  it('rank stations and areas of each standard separately', () => {
    const standard = 'EAQI-2025'
    const areas = [area(1, 60), area(2, 126), area(3, 6)].map((row, at) => ({
      ...row,
      hours: row.hours.map((hour) => ({ ...hour, ...[{ level: 2 }, { level: 3 }, { level: 6, standard }][at] })),
    }))
    expect(slidesOf(new Map(), areas, NOW).flat()).toMatchObject([{ area: 2 }, { area: 1 }, { area: 3 }])
    const stations = readings([
      { ...air(99, 6), level: 6, standard },
      ...Array.from({ length: 10 }, (_, at) => air(at + 1, 10 * (at + 1))),
    ])
    // The worst stations of each standard have a card.
    expect(
      slidesOf(stations, [], NOW)
        .flat()
        .map((card) => card.kind === 'station' && card.device),
    ).toEqual([10, 9, 8, 7, 6, 5, 4, 99])
  })
  it('are empty if nothing is judged', () => expect(slidesOf(new Map(), [], NOW)).toEqual([]))
})
