import { expect, it } from 'vitest'
import { HOUR } from '../../resources/kit/zone.ts'
import { POLLUTANTS } from '../../resources/pollutants.ts'
import { createRowCache, type StationHour } from '../../server/environment/rowCache.ts'
import type { Measure } from '../../server/live/measures.ts'
import type { LiveDevice } from '../../server/platform.ts'

const NOON = 1_795_262_400_000

/** A model that measures these pollutants, as if just read. */
const modelOf = (...keys: string[]): Measure[] =>
  POLLUTANTS.flatMap((pollutant) => (keys.includes(pollutant.key) ? [{ pollutant } as Measure] : []))

/** A water station with its own means, of an hour `back` hours before the requested one. */
const station = (back: number, means: string | null, ended = NOON): StationHour => ({
  device: { id: 1 } as LiveDevice,
  medium: 'water',
  scheme: 'HJ',
  site: {},
  hour: ended - back * HOUR,
  ended,
  past: [means === null ? undefined : { text: means }],
  model: modelOf('cod'),
})

it('createRowCache keeps the last requested row, also if its newest hour is older than before', () => {
  const { rowOf } = createRowCache('Asia/Shanghai')
  const before = rowOf(station(0, null), false)
  expect(rowOf(station(0, null), false)).toBe(before)
  // Samples of two hours ago arrive late.
  const late = '{"cod":[12,60]}'
  const now = rowOf(station(2, late), false)
  expect(now).not.toBe(before)
  expect(rowOf(station(2, late), false)).toBe(now)
  // A request about the past does not change the cached row.
  const past = rowOf(station(0, '{"cod":[50,60]}', NOON - HOUR), false)
  expect(past).not.toBe(now)
  expect(rowOf(station(2, late), false)).toBe(now)
})

it('createRowCache rebuilds a row if its model measures other pollutants, not if it was reloaded', () => {
  const { rowOf } = createRowCache('Asia/Shanghai')
  const silent = (scheme: StationHour['scheme'], ...keys: string[]) =>
    rowOf({ ...station(0, null), medium: 'air', scheme, model: modelOf(...keys) }, false)
  const measures = (row: Buffer) => (JSON.parse(row.toString().slice(1)) as { measures: number }).measures
  const before = silent('EAQI', 'pm25', 'co')
  expect(silent('EAQI', 'pm25', 'co')).toBe(before)
  // As many pollutants as before, but the European index includes one more of them.
  expect([before, silent('EAQI', 'pm25', 'no2'), silent('HJ', 'pm25', 'co')].map(measures)).toEqual([1, 2, 2])
})
