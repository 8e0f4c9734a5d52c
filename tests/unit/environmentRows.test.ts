import { expect, it } from 'vitest'
import { HOUR } from '../../resources/kit/zone.ts'
import { createRowCache, type StationHour } from '../../server/environment/rowCache.ts'
import type { LiveDevice } from '../../server/platform.ts'

const NOON = 1_795_262_400_000

/** A water station with means of its own, of an hour so many before the one that is asked for. */
const station = (back: number, means: string | null, ended = NOON): StationHour => ({
  device: { id: 1 } as LiveDevice,
  medium: 'water',
  scheme: 'HJ',
  site: {},
  hour: ended - back * HOUR,
  ended,
  past: [means === null ? undefined : { text: means }],
  measured: 1,
})

it('a row is remembered of what was asked for last, also where its newest hour lies further back than before', () => {
  const { rowOf } = createRowCache('Asia/Shanghai')
  const before = rowOf(station(0, null), false)
  expect(rowOf(station(0, null), false)).toBe(before)
  // Samples of two hours ago come late.
  const late = '{"cod":[12,60]}'
  const now = rowOf(station(2, late), false)
  expect(now).not.toBe(before)
  expect(rowOf(station(2, late), false)).toBe(now)
  // Who looks at the past leaves it as it is.
  const past = rowOf(station(0, '{"cod":[50,60]}', NOON - HOUR), false)
  expect(past).not.toBe(now)
  expect(rowOf(station(2, late), false)).toBe(now)
})
