import { describe, expect, it, vi } from 'vitest'
import type { DeviceState } from '../../dataProvider/normalise.ts'
import { Snapshot } from '../../src/live/states/changes.ts'
import { DeviceStore } from '../../src/live/deviceStore.ts'
import { HISTORY_LENGTH } from '../../src/live/sparklines/sparklineStore.ts'
import { aDevice, aNode } from '../support/devices.ts'

const two = (): DeviceState[] =>
  [1, 2].map((id) =>
    aDevice({ id, nodes: [aNode({ id: 10, value: id, at: 1000 }), aNode({ id: 11, value: 0, at: 1000 })] }),
  )
const withValue = (id: number, value: number | null, at: number | null) =>
  two().map((device) =>
    device.id === id
      ? { ...device, nodes: device.nodes.map((node) => (node.id === 10 ? { ...node, value, at } : node)) }
      : device,
  )

function filled() {
  const frames: (() => void)[] = []
  const store = new DeviceStore((apply) => void frames.push(apply))
  const source = new Snapshot()
  store.apply(source.accept(two()))
  const drawFrame = () => frames.splice(0).forEach((apply) => apply())
  return { store, source, frames, drawFrame }
}
const message = (deviceid: number | null, t: number, values: [number, number][], sn = '') => ({
  sn,
  deviceid,
  t,
  values: values.map(([id, value]) => ({ id, value })),
})

describe('Snapshot', () => {
  it('returns everything first, then only the differences', () => {
    const source = new Snapshot()
    expect(source.accept(two())).toMatchObject({ full: true, devices: [{ id: 1 }, { id: 2 }], removed: [] })
    expect(source.accept(two())).toEqual({ full: false, devices: [], removed: [], values: new Float64Array() })
    expect([...source.accept(withValue(2, 5, 2000)).values]).toEqual([2, 10, 5, 2000])
    expect([...source.accept(withValue(2, null, null)).values]).toEqual([2, 10, Number.NaN, Number.NaN])
  })
  it('returns the whole device when more than values differ', () => {
    const changes: [keyof DeviceState, unknown][] = [
      ['online', false],
      ['name', 'new'],
      ['thre_list', [4]],
      ['alarms', '[]'],
      ['district_id', null],
      ['disabled', true],
      ['nodes', []],
    ]
    for (const [field, value] of changes) {
      const source = new Snapshot()
      source.accept(two())
      expect(
        source
          .accept(two().map((device) => (device.id === 1 ? { ...device, [field]: value } : device)))
          .devices.map(({ id }) => id),
        field,
      ).toEqual([1])
    }
  })
  it('returns removed devices', () => {
    const source = new Snapshot()
    source.accept(two())
    expect(source.accept(two().slice(1)).removed).toEqual([1])
    expect(source.accept(two()).devices.map(({ id }) => id)).toEqual([1])
  })
  it('returns everything after a response broke off, unless none of it had arrived', () => {
    const source = new Snapshot()
    source.accept(two())
    source.begin()
    expect(source.accept(two())).toMatchObject({ full: false, devices: [] })
    source.begin().take(withValue(1, 9, 3000).slice(0, 1))
    expect(source.accept(withValue(1, 9, 3000))).toMatchObject({ full: true, devices: [{ id: 1 }, { id: 2 }] })
  })
  it('compares two simultaneous responses independently', () => {
    const source = new Snapshot()
    source.accept(two())
    const [late, soon] = [source.begin(), source.begin()]
    late.take(withValue(1, 8, 3000).slice(0, 1))
    expect(soon.take(withValue(2, 9, 3000)).map(({ id }) => id)).toEqual([1, 2])
    expect(late.take(two().slice(1))).toEqual([])
    expect(soon.end()).toMatchObject({ full: true, removed: [] })
    expect(late.end()).toMatchObject({ full: false, removed: [], values: new Float64Array([1, 10, 8, 3000]) })
  })
})

describe('DeviceStore', () => {
  it('applies the values of a city in slices, those in view at once, and none too late to be read', () => {
    vi.useFakeTimers()
    try {
      const city = Array.from({ length: 10_001 }, (_, at) => aDevice({ id: at + 1, nodes: [aNode({ id: 10, at: 1 })] }))
      const store = new DeviceStore(() => {})
      const source = new Snapshot()
      store.apply(source.accept(city))
      const [seen, late] = [vi.fn(), vi.fn()]
      store.subscribe(2, seen)
      const poll = (value: number) =>
        store.apply({
          full: false,
          devices: [],
          removed: [],
          values: Float64Array.from(city.flatMap(({ id }) => [id, 10, value, 1000 + value])),
        })
      const valueOf = (id: number) => store.get(id)?.nodes[0]?.value
      poll(5)
      expect(seen).toHaveBeenCalledOnce()
      expect([valueOf(2), valueOf(9000)]).toEqual([5, 1])
      // It comes into view before its value is applied.
      store.subscribe(9000, late)
      vi.runAllTimers()
      expect(late).toHaveBeenCalledOnce()
      expect([valueOf(9000), valueOf(10_001)]).toEqual([5, 5])
      poll(6)
      expect([...store.all()].every(({ nodes }) => nodes[0]?.value === 6)).toBe(true)
      poll(7)
      poll(8)
      vi.runAllTimers()
      expect([valueOf(2), valueOf(9000), valueOf(3)]).toEqual([8, 8, 8])
      expect(vi.getTimerCount()).toBe(0)
    } finally {
      vi.useRealTimers()
    }
  })
  it('knows which devices are in alarm', () => {
    const { store, source } = filled()
    const [first, second] = two()
    expect([...store.inAlarm()]).toEqual([])
    if (first && second) store.apply(source.accept([first, { ...second, thre_list: [9] }]))
    expect([...store.inAlarm()]).toEqual([2])
    if (first) store.apply(source.accept([first]))
    expect([...store.inAlarm()]).toEqual([])
  })
  it('lists nothing before the first response', () => {
    const { all, heads } = new DeviceStore(() => {}).listed()
    expect([[...all()], [...heads()]]).toEqual([[], []])
  })
  it('increments its index once after an empty response', () => {
    const store = new DeviceStore()
    const listener = vi.fn()
    store.subscribeIndex(listener)
    expect(store.index()).toBe(0)
    const nothing = new Snapshot()
    store.apply(nothing.accept([]))
    store.apply(nothing.accept([]))
    expect(store.index()).toBe(1)
    expect(listener).toHaveBeenCalledOnce()
  })
  it('recreates changed devices and keeps the others', () => {
    const { store, source } = filled()
    const [first, second] = [store.get(1), store.get(2)]
    store.apply(source.accept(withValue(2, 5, 2000)))
    expect(store.get(1)).toBe(first)
    expect(store.get(2)).not.toBe(second)
    expect(store.get(2)?.nodes[0]).toMatchObject({ value: 5, at: 2000 })
    expect(store.get(2)?.nodes[1]).toBe(second?.nodes[1])
    expect(second?.nodes[0]?.value).toBe(2)
  })
  it('notifies listeners of changed devices, and list listeners only of more than values', () => {
    const { store, source } = filled()
    const [one, other, list] = [vi.fn(), vi.fn(), vi.fn()]
    store.subscribe(1, one)
    store.subscribe(2, other)
    store.subscribeIndex(list)
    const index = store.index()
    store.apply(source.accept(withValue(2, 5, 2000)))
    expect([one, other, list].map((spy) => spy.mock.calls.length)).toEqual([0, 1, 0])
    expect(store.index()).toBe(index)
    store.apply(source.accept(two().slice(0, 1)))
    expect(list).toHaveBeenCalledTimes(1)
    expect(store.index()).toBe(index + 1)
    expect(store.get(2)).toBeUndefined()
  })
  it('does not notify a listener that unsubscribed', () => {
    const { store, source } = filled()
    const spy = vi.fn()
    store.subscribe(2, spy)()
    store.apply(source.accept(withValue(2, 5, 2000)))
    expect(spy).not.toHaveBeenCalled()
  })
  it('removes devices that are missing in a full response', () => {
    const { store } = filled()
    store.apply(new Snapshot().accept(two().slice(1)))
    expect([...store.all()].map(({ id }) => id)).toEqual([2])
  })
})

describe('DeviceStore prepared answer', () => {
  it('enters the devices of a city in slices, and tells of them when it is applied', async () => {
    const cityOf = (value: number) =>
      Array.from({ length: 10_002 }, (_, at) => aDevice({ id: at + 1, nodes: [aNode({ id: 10, value, at: value })] }))
    const store = new DeviceStore()
    const [spy, list] = [vi.fn(), vi.fn()]
    store.subscribe(2, spy)
    store.subscribeIndex(list)
    const heard = () => [spy.mock.calls.length, list.mock.calls.length, store.index()]
    const answer = (devices: DeviceState[]) => ({ full: true, devices, removed: [], values: new Float64Array() })
    const valueOf = (id: number) => store.get(id)?.nodes[0]?.value
    const first = await store.prepare(answer(cityOf(1)))
    expect([valueOf(10_001), heard()]).toEqual([1, [0, 0, 0]])
    first()
    expect([store.size(), valueOf(2), heard()]).toEqual([10_002, 1, [1, 1, 1]])
    // Another full answer, after the platform has lost what it knew of this page: device 1 is gone.
    const second = await store.prepare(answer(cityOf(2).slice(1)))
    expect([valueOf(10_001), valueOf(2), heard()]).toEqual([2, 1, [1, 1, 1]])
    second()
    expect([store.size(), store.get(1), valueOf(2), heard()]).toEqual([10_001, undefined, 2, [2, 2, 2]])
  })
})

describe('DeviceStore preview of an incomplete response', () => {
  it('is available by id, but not in the list', () => {
    const store = new DeviceStore()
    const [spy, list] = [vi.fn(), vi.fn()]
    store.subscribe(1, spy)
    store.subscribeIndex(list)
    const [first] = two()
    store.preview([first as DeviceState])
    expect([store.get(1), store.get(2), store.index(), store.size(), [...store.all()].length]).toEqual([
      first,
      undefined,
      0,
      0,
      0,
    ])
    expect([spy.mock.calls.length, list.mock.calls.length]).toEqual([1, 0])
    store.apply({
      full: true,
      devices: [first as DeviceState, ...two().slice(1)],
      removed: [],
      values: new Float64Array(),
    })
    expect([store.get(1), store.size()]).toEqual([first, 2])
    // The device shown has not changed: it is not drawn again.
    expect([spy.mock.calls.length, list.mock.calls.length]).toEqual([1, 1])
  })
  it('is removed when the complete response lacks the device', () => {
    const store = new DeviceStore()
    store.preview(two())
    store.apply(new Snapshot().accept(two().slice(1)))
    expect([store.get(1), store.get(2)?.id, store.size()]).toEqual([undefined, 2, 1])
  })
})

describe('DeviceStore device without subscribers', () => {
  it('has its newest values when read, and is recreated only once after 40 responses', () => {
    const { store, source } = filled()
    for (let round = 1; round <= 40; round++) store.apply(source.accept(withValue(2, round, 2000 + round)))
    const device = store.get(2)
    expect(device?.nodes[0]).toMatchObject({ value: 40, at: 2040 })
    expect(store.get(2)).toBe(device)
    expect([...store.all()].find(({ id }) => id === 2)).toBe(device)
  })
  it('keeps the newer value of feed and poll, in either order', () => {
    const { store, source, drawFrame } = filled()
    store.push([message(2, 5000, [[10, 8]])])
    drawFrame()
    store.apply(source.accept(withValue(2, 3, 4000)))
    store.push([
      message(2, 4500, [
        [10, 4],
        [11, 9],
      ]),
    ])
    drawFrame()
    expect(store.get(2)?.nodes.map(({ value, at }) => [value, at])).toEqual([
      [8, 5000],
      [9, 4500],
    ])
  })
  it('shows its newest values to a new subscriber and in the list', () => {
    const { store, source } = filled()
    store.apply(source.accept(withValue(2, 5, 2000)))
    store.subscribe(2, () => {})
    expect(store.history.of(2, 10)).toEqual([5])
    store.apply(source.accept(withValue(1, 6, 2000)))
    expect([...store.listed().all()].map(({ nodes }) => nodes[0]?.value)).toEqual([6, 5])
  })
  it('continues its history after the last subscriber left', () => {
    const { store, source } = filled()
    store.subscribe(2, () => {})()
    for (let round = 1; round <= 3; round++) store.apply(source.accept(withValue(2, 10 * round, 2000 + round)))
    expect(store.history.of(2, 10)).toEqual([2, 10, 20, 30])
    expect(store.get(2)?.nodes[0]).toMatchObject({ value: 30, at: 2003 })
  })
  it('keeps the newest values and its nodes when it changes or comes into view in between', () => {
    const { store, source } = filled()
    const shown = () => store.get(2)?.nodes.map(({ id, value, at }) => [id, value, at])
    store.apply(source.accept(withValue(2, 5, 2000)))
    const leave = store.subscribe(2, () => {})
    store.apply(source.accept(withValue(2, 6, 5000)))
    leave()
    // Older than what was seen while it was in view.
    store.apply(source.accept(withValue(2, 7, 4000)))
    expect(shown()).toEqual([
      [10, 6, 5000],
      [11, 0, 1000],
    ])
    store.apply(source.accept(withValue(2, 8, 6000)))
    const renamed = withValue(2, 8, 6000).map((device) =>
      device.id === 2 ? { ...device, nodes: [aNode({ id: 12, value: 1, at: 1000 }), ...device.nodes] } : device,
    )
    store.apply(source.accept(renamed))
    store.apply(
      source.accept(
        renamed.map((device) => ({
          ...device,
          nodes: device.nodes.map((node) => (node.id === 12 ? { ...node, value: 9, at: 7000 } : node)),
        })),
      ),
    )
    expect(shown()).toEqual([
      [12, 9, 7000],
      [10, 8, 6000],
      [11, 0, 1000],
    ])
  })
  it('drops pending values when it is removed', () => {
    const { store, source } = filled()
    store.apply(source.accept(withValue(2, 5, 2000)))
    store.apply(source.accept(two().slice(0, 1)))
    expect(store.get(2)).toBeUndefined()
    store.apply(source.accept(two()))
    expect(store.get(2)?.nodes[0]).toMatchObject({ value: 2, at: 1000 })
  })
})

describe('DeviceStore feed', () => {
  it('is applied once per frame with the newest value of each node', () => {
    const { store, frames, drawFrame } = filled()
    const spy = vi.fn()
    store.subscribe(1, spy)
    store.push([
      message(1, 2000, [[10, 7]]),
      message(1, 3000, [
        [10, 8],
        [11, 1],
      ]),
    ])
    store.push([message(1, 2500, [[10, 99]])])
    expect([frames.length, spy.mock.calls.length, store.get(1)?.nodes[0]?.value]).toEqual([1, 0, 1])
    drawFrame()
    expect([spy.mock.calls.length, store.get(1)?.nodes.map(({ value, at }) => [value, at])]).toEqual([
      1,
      [
        [8, 3000],
        [1, 3000],
      ],
    ])
  })
  it('ignores older values from the feed or a slower poll', () => {
    const { store, source, drawFrame } = filled()
    store.push([message(1, 5000, [[10, 8]])])
    drawFrame()
    store.push([message(1, 4000, [[10, 3]])])
    drawFrame()
    expect(store.get(1)?.nodes[0]).toMatchObject({ value: 8, at: 5000 })
    store.apply(source.accept(withValue(1, 2, 4500)))
    expect(store.get(1)?.nodes[0]).toMatchObject({ value: 8, at: 5000 })
    store.apply(source.accept(withValue(1, 2, 4600).map((device) => ({ ...device, online: false }))))
    expect(store.get(1)).toMatchObject({ online: false, nodes: [{ value: 8, at: 5000 }, { value: 0 }] })
  })
  it('finds a device by its sn and ignores unknown devices and nodes', () => {
    const { store, drawFrame } = filled()
    const before = store.get(2)
    store.push([message(null, 2000, [[10, 7]], 'sn1'), message(99, 2000, [[10, 7]]), message(2, 2000, [[77, 7]])])
    drawFrame()
    expect(store.get(1)?.nodes[0]?.value).toBe(7)
    expect(store.get(2)).toBe(before)
    expect(store.get(99)).toBeUndefined()
  })
})

describe('DeviceStore history', () => {
  it('starts with the first subscriber and keeps the last 60 samples, one entry each', () => {
    const { store, drawFrame } = filled()
    store.push([message(1, 1500, [[10, 50]])])
    drawFrame()
    expect(store.history.of(1, 10)).toEqual([])
    store.subscribe(1, () => {})
    expect(store.history.of(1, 10)).toEqual([50])
    for (let at = 1; at <= 70; at++) {
      store.push([message(1, 2000 + at, [[10, at]])])
      drawFrame()
    }
    store.push([message(1, 2070, [[10, 70]])])
    drawFrame()
    expect(store.history.of(1, 10)).toHaveLength(HISTORY_LENGTH)
    expect(store.history.of(1, 10).slice(-2)).toEqual([69, 70])
    expect(store.history.of(2, 10)).toEqual([])
  })
})

it('DeviceStore refresh of 10,000 devices recreates only the changed ones', () => {
  const many = (round: number) =>
    Array.from({ length: 10_000 }, (_, id) =>
      aDevice({
        id: id + 1,
        nodes: Array.from({ length: 8 }, (_, node) =>
          aNode({
            id: node,
            value: (id + node) % 20 === 0 ? round : 1,
            at: (id + node) % 20 === 0 ? 1000 + round : 1000,
          }),
        ),
      }),
    )
  const store = new DeviceStore(() => {})
  const source = new Snapshot()
  store.apply(source.accept(many(0)))
  const before = new Map([...store.all()].map((device) => [device.id, device]))
  const changes = source.accept(many(1))
  expect([changes.devices.length, changes.values.length / 4]).toEqual([0, 4000])
  store.apply(changes)
  expect([...store.all()].filter((device) => device !== before.get(device.id))).toHaveLength(4000)
})
