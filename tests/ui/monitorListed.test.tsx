// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Snapshot } from '../../src/live/states/changes.ts'
import type { DeviceListQuery } from '../../src/live/deviceList.ts'
import { DeviceStore } from '../../src/live/deviceStore.ts'
import { useListed } from '../../src/monitor/list/useListed.ts'
import { aDevice, aNode } from '../support/devices.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const query: DeviceListQuery = {
  areas: null,
  searchHits: null,
  online: 'all',
  run: 'all',
  sort: 'name',
  closedAreas: new Set(),
}

it('useListed holds back polled changes while the pointer moves over the list and applies them when it rests', () => {
  const source = new Snapshot()
  const store = new DeviceStore()
  const poll = (...ids: number[]) =>
    act(() => store.apply(source.accept(ids.map((id) => aDevice({ id, name: `D${id}` })))))
  const area = { current: document.body.appendChild(document.createElement('div')) }
  const move = (over: Element) => over.dispatchEvent(new Event('pointermove', { bubbles: true }))
  poll(2, 3)
  move(document.body)
  const { result, rerender } = renderHook(({ asked }) => useListed(store, query, asked, area), {
    initialProps: { asked: 0 },
  })
  expect(result.current.ids).toEqual([2, 3])

  move(area.current)
  poll(1, 2, 3)
  expect(result.current.ids).toEqual([2, 3])
  expect(result.current.counts?.all).toBe(3)
  act(() => void vi.advanceTimersByTime(2000))
  move(area.current)
  act(() => void vi.advanceTimersByTime(2500))
  expect(result.current.ids).toEqual([2, 3])
  act(() => void vi.advanceTimersByTime(2000))
  expect(result.current.ids).toEqual([1, 2, 3])
  expect(vi.getTimerCount()).toBe(0)

  move(area.current)
  move(document.body)
  poll(1, 3, 0)
  rerender({ asked: 1 })
  expect(result.current.ids).toEqual([0, 1, 3])
})

it('useListed sorts stale devices first and re-sorts for newer values only on request', () => {
  const source = new Snapshot()
  const store = new DeviceStore((apply) => apply())
  const now = Date.now()
  const at = (id: number, minutes: number) =>
    aDevice({ id, nodes: [aNode({ id: 10, value: 1, at: now - minutes * 60_000 })] })
  const byDefault = { ...query, sort: 'default' } as const
  act(() => store.apply(source.accept([at(1, 0), at(2, 30), at(3, 30)])))
  const { result, rerender } = renderHook(({ asked }) => useListed(store, byDefault, asked, { current: null }), {
    initialProps: { asked: 0 },
  })
  expect(result.current.ids).toEqual([2, 3, 1])
  act(() => store.apply(source.accept([at(1, 0), at(2, 0), at(3, 30), at(4, 0)])))
  // A device that joins stands after its neighbour in the new order.
  expect(result.current.ids).toEqual([2, 4, 3, 1])
  rerender({ asked: 1 })
  expect(result.current.ids).toEqual([3, 1, 2, 4])
})

it('useListed counts alarms raised since the last sort and resets the count on re-sort', () => {
  const source = new Snapshot()
  const store = new DeviceStore()
  const poll = (...alarms: number[]) =>
    act(() =>
      store.apply(source.accept([1, 2, 3, 4].map((id) => aDevice({ id, thre_list: alarms.includes(id) ? [9] : [] })))),
    )
  poll(4)
  const byAlarm = { ...query, sort: 'default' } as const
  const { result, rerender } = renderHook(({ asked }) => useListed(store, byAlarm, asked, { current: null }), {
    initialProps: { asked: 0 },
  })
  expect(result.current).toMatchObject({ ids: [4, 1, 2, 3], newAlarms: 0 })
  poll(3, 2)
  expect(result.current).toMatchObject({ ids: [4, 1, 2, 3], newAlarms: 2 })
  poll(2)
  expect(result.current).toMatchObject({ ids: [4, 1, 2, 3], newAlarms: 1 })
  rerender({ asked: 1 })
  expect(result.current).toMatchObject({ ids: [2, 1, 3, 4], newAlarms: 0 })
})

it('useListed lists a city in slices and shows the devices that came first until then', () => {
  const [early, store] = [new DeviceStore(), new DeviceStore()]
  const [some, city] = [10, 10_001].map((length) => Array.from({ length }, (_, at) => aDevice({ id: at + 1 })))
  early.apply(new Snapshot().accept(some ?? []))
  store.apply(new Snapshot().accept(city ?? []))
  const { result, rerender } = renderHook(({ of, asked }) => useListed(of, asked, 0, { current: null }), {
    initialProps: { of: early, asked: query },
  })
  expect(result.current).toMatchObject({ ids: { length: 10 }, counts: { all: 10 } })
  rerender({ of: store, asked: query })
  // The numbers of the city are not known yet.
  expect(result.current).toMatchObject({ ids: { length: 10 }, counts: null })
  act(() => void vi.runAllTimers())
  expect(result.current).toMatchObject({ ids: { length: 10_001 }, counts: { all: 10_001 } })
  // Another question leaves the list until it is answered.
  rerender({ of: store, asked: { ...query, run: 'abnormal' } })
  expect(result.current).toMatchObject({ ids: { length: 10_001 } })
  act(() => void vi.runAllTimers())
  expect(result.current).toMatchObject({ ids: [], counts: { all: 10_001 } })
  expect(vi.getTimerCount()).toBe(0)
})
