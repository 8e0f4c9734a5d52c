// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { readStationRows } from '../../dataProvider/calls/environment.ts'
import { readDevices } from '../../dataProvider/normalise.ts'
import { readingsOf, type Quantity } from '../../src/environment/quantity.ts'
import { verdictOf } from '../../src/environment/verdict.ts'
import { DeviceStore } from '../../src/live/deviceStore.ts'
import { useFieldStations } from '../../src/monitor/map/useReadings.ts'
import { deviceRow } from './monitorWorld.tsx'

interface Station {
  /** Null: the station cannot be judged. */
  index?: number | null
  standard?: string
  placed?: boolean
  area?: number
}

/** The stations of a field for a list of devices, numbered from 1. */
function fieldOf(
  stations: readonly Station[],
  quantity: Quantity | null = 'aqi',
  areas: ReadonlySet<number> | null = null,
) {
  const store = new DeviceStore()
  const devices = stations.map(({ placed = true, area = 2 }, at) =>
    deviceRow(at + 1, {
      district_id: area,
      positional: placed ? JSON.stringify({ maplng: 114.5 + at / 100, maplat: 38 }) : '',
    }),
  )
  store.apply({ full: true, devices: readDevices(devices), removed: [], values: new Float64Array() })
  const rows = stations.map(({ index = 61, standard = 'HJ633-2026' }, at) => ({
    deviceid: at + 1,
    medium: 'air',
    standard,
    period: '1h',
    index,
    level: index === null ? null : 2,
    parts: {},
  }))
  const readings = readingsOf(readStationRows(rows).map(verdictOf), quantity ?? 'aqi')
  return renderHook(() => useFieldStations(store, { quantity, readings }, areas)).result.current
}
const many = (count: number, given: Station = {}): Station[] => Array.from({ length: count }, () => given)

it('useFieldStations returns five stations, and null for four', () => {
  expect(fieldOf(many(5))).toHaveLength(5)
  expect(fieldOf(many(4))).toBeNull()
})

it('useFieldStations ignores stations without a value, without a position or in other areas', () => {
  expect(fieldOf([...many(4), { index: null }])).toBeNull()
  expect(fieldOf([...many(4), { placed: false }])).toBeNull()
  expect(fieldOf([...many(5), { area: 3 }], 'aqi', new Set([2]))).toHaveLength(5)
  expect(fieldOf([...many(4), { area: 3 }], 'aqi', new Set([2]))).toBeNull()
})

it('useFieldStations returns null for noise, water and device states', () => {
  expect(fieldOf(many(5), 'noise')).toBeNull()
  expect(fieldOf(many(5), 'water')).toBeNull()
  expect(fieldOf(many(5), null)).toBeNull()
})

it('useFieldStations returns only stations with the most common standard', () => {
  const other = { index: 3, standard: 'EAQI-2025' }
  expect(fieldOf([...many(5), other])?.map(({ value }) => value)).toEqual(Array(5).fill(61))
  expect(fieldOf([...many(4), other])).toBeNull()
  // The standard of most stations decides, whichever comes first.
  expect(fieldOf([other, ...many(5)])?.map(({ value }) => value)).toEqual(Array(5).fill(61))
})
