import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { slicesOf, type PieGeometry } from '../../src/chart/pie3d.ts'
import { Zone } from '../../resources/kit/zone.ts'
import { startClock, untilNextSecond } from '../../src/bigscreen/stage/clock.ts'
import { lengthOf } from '../../src/bigscreen/stage/Figure.tsx'
import { pageCount, pageOf, wrapLabel } from '../../src/bigscreen/stage/Regions.tsx'
import { regionColor, regionsOf } from '../../src/bigscreen/stage/regions.ts'
import { cardsOf, cardsOfSlide, slideCount } from '../../src/bigscreen/carousel/slides.ts'
import { stageOf } from '../../src/bigscreen/stage/stage.ts'
import { joined } from '../../src/bigscreen/carousel/useRound.ts'
import { isOld } from '../../src/bigscreen/useScreenDevices.ts'
import { allowedDays, daySpanOf, windowOf } from '../../src/bigscreen/queries/windows.ts'
import { buildTree } from '../../src/kit/areaTree/tree.ts'
import { aDevice, aNode } from '../support/devices.ts'

describe('stageOf', () => {
  it.each([
    [1366, 768, { stacked: false, scale: 768 / 1080, width: 1920, height: 1080, small: true }],
    [1920, 1080, { stacked: false, scale: 1, width: 1920, height: 1080, left: 0, top: 0, small: false }],
    [2560, 1080, { stacked: false, scale: 1, width: 2560, height: 1080, left: 0, top: 0, small: false }],
    [3840, 2160, { stacked: false, scale: 2, width: 1920, height: 1080, left: 0, top: 0, small: false }],
    [1080, 1920, { stacked: true, scale: 1, width: 1080, height: 1920, small: false }],
  ])('computes scale and size for a window of %i x %i', (width, height, expected) =>
    expect(stageOf(width, height)).toMatchObject(expected),
  )

  it('extends the stage down in a squarer window and centres it horizontally in a wider one', () => {
    expect(stageOf(1280, 1024)).toMatchObject({ scale: 1280 / 1920, width: 1920, height: 1536, left: 0, top: 0 })
    const { left, top, scale } = stageOf(1920, 1000)
    expect([left, top]).toEqual([(1920 - 1920 * scale) / 2, 0])
  })
})

describe('big screen legend', () => {
  it('has six entries per page and shows the last page if the requested one no longer exists', () => {
    const entries = Array.from({ length: 13 }, (_, at) => at)
    expect([pageCount(0), pageCount(6), pageCount(7), pageCount(13)]).toEqual([1, 1, 2, 3])
    expect(pageOf(entries, 1)).toEqual([6, 7, 8, 9, 10, 11])
    expect(pageOf(entries, 9)).toEqual([12])
    expect(pageOf(entries, -1)).toHaveLength(6)
  })

  it('wraps labels after ten characters without splitting an emoji', () => {
    expect(wrapLabel('石家庄市长安区建设大街片区')).toEqual(['石家庄市长安区建设大', '街片区'])
    expect(wrapLabel('十个字正好排满一行啊')).toEqual(['十个字正好排满一行啊'])
    expect(wrapLabel('123456789👩‍👩‍👧x')).toEqual(['123456789👩‍👩‍👧', 'x'])
    expect(wrapLabel('')).toEqual([''])
  })

  it('limits labels to two lines and ends longer ones with an ellipsis', () => {
    expect(wrapLabel('一二三四五六七八九十'.repeat(2))).toEqual(['一二三四五六七八九十', '一二三四五六七八九十'])
    expect(wrapLabel('一二三四五六七八九十'.repeat(6))).toEqual(['一二三四五六七八九十', '一二三四五六七八九…'])
  })
})

describe('big screen districts', () => {
  const areas = buildTree([
    { id: 2, name: '市', superid: 1 },
    { id: 3, name: '东区', superid: 2 },
    { id: 4, name: '西区', superid: 2 },
    { id: 5, name: '东一', superid: 3 },
    { id: 6, name: '园', superid: 1 },
  ])
  it('count the devices of their sub-areas once, sorted by count with the rest last', () => {
    const regions = regionsOf(
      areas,
      new Map([
        [2, 1],
        [3, 2],
        [4, 9],
        [5, 3],
        [6, 4],
      ]),
      21,
      '其他',
    )
    expect(regions).toEqual([
      { id: 4, name: '西区', count: 9 },
      { id: 3, name: '东区', count: 5 },
      { id: 6, name: '园', count: 4 },
      { id: 2, name: '市', count: 1 },
      { id: null, name: '其他', count: 2 },
    ])
  })

  it('have eight colours, then grey', () =>
    expect([0, 7, 8, 20].map(regionColor)).toEqual(['var(--c1)', 'var(--c8)', 'var(--big-rest)', 'var(--big-rest)']))
})

describe('slicesOf (pie chart)', () => {
  const ring: PieGeometry = { cx: 0, cy: 0, outer: [100, 50], inner: [50, 25], depth: 10 }
  it('gives each value its share and returns null for 0', () => {
    const [one, none, three] = slicesOf([1, 0, 3], ring)
    expect([one?.part, none, three?.part]).toEqual([0.25, null, 0.75])
    expect(slicesOf([], ring)).toEqual([])
    expect(slicesOf([0], ring)).toEqual([null])
  })

  it('draws a full circle in several arcs without NaN coordinates', () => {
    const [all] = slicesOf([5], ring)
    expect(all?.top.match(/A/g)).toHaveLength(6)
    expect(all?.walls.length).toBeGreaterThanOrEqual(3)
    expect(`${all?.top}${all?.walls.join('')}`).not.toContain('NaN')
  })
})

describe('startClock', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: 1_763_600_000_250 })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('ticks on each full second and removes its timer when stopped', () => {
    expect([untilNextSecond(0), untilNextSecond(250), untilNextSecond(999), untilNextSecond(1000)]).toEqual([
      1000, 750, 1, 1000,
    ])
    const ticks: number[] = []
    const stop = startClock(
      (now) => ticks.push(now % 1000),
      () => {},
    )
    vi.advanceTimersByTime(749)
    expect(ticks).toEqual([])
    vi.advanceTimersByTime(3_600_001)
    expect(ticks).toHaveLength(3601)
    expect(new Set(ticks)).toEqual(new Set([0]))
    stop()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('realigns to the second after late ticks and reports waking from sleep', () => {
    const ticks: number[] = []
    const woken = vi.fn()
    const stop = startClock((now) => ticks.push(now), woken)
    vi.advanceTimersByTime(1000)
    vi.setSystemTime(Date.now() + 400)
    vi.advanceTimersByTime(2000)
    expect((ticks.at(-1) ?? 1) % 1000).toBe(0)
    expect(woken).not.toHaveBeenCalled()
    vi.setSystemTime(Date.now() + 8 * 3_600_000)
    vi.advanceTimersByTime(1000)
    expect(woken).toHaveBeenCalledTimes(1)
    stop()
  })
})

describe('day spans', () => {
  const zone = new Zone('Asia/Shanghai')
  it('windowOf returns calendar days: 30 days start 29 days back', () => {
    expect(windowOf(1, '2026-11-21', zone)).toEqual({
      from: Date.parse('2026-11-21T00:00:00+08:00'),
      to: Date.parse('2026-11-22T00:00:00+08:00') - 1,
    })
    expect(windowOf(7, '2026-11-21', zone).from).toBe(Date.parse('2026-11-15T00:00:00+08:00'))
    expect(windowOf(30, '2026-11-21', zone).from).toBe(Date.parse('2026-10-23T00:00:00+08:00'))
  })

  it('allowedDays keeps the moved end, the order, at most 30 days between ends and no future day', () => {
    expect(daySpanOf(3, '2026-03-01')).toEqual({ first: '2026-02-27', last: '2026-03-01' })
    expect(daySpanOf({ first: '2026-01-01', last: '2026-01-02' }, '2026-03-01')).toEqual({
      first: '2026-01-01',
      last: '2026-01-02',
    })
    expect(allowedDays({ first: '2026-11-01', last: '2026-12-24' }, 'last', '2026-11-21')).toEqual({
      first: '2026-11-01',
      last: '2026-11-21',
    })
    expect(allowedDays({ first: '2026-09-01', last: '2026-11-21' }, 'first', '2026-11-21')).toEqual({
      first: '2026-09-01',
      last: '2026-10-01',
    })
    expect(allowedDays({ first: '2026-09-01', last: '2026-11-21' }, 'last', '2026-11-21')).toEqual({
      first: '2026-10-22',
      last: '2026-11-21',
    })
    expect(allowedDays({ first: '2026-11-20', last: '2026-11-10' }, 'first', '2026-11-21')).toEqual({
      first: '2026-11-20',
      last: '2026-11-20',
    })
  })
})

describe('joined (carousel order)', () => {
  const cards = (...ids: number[]) => ids.map((device) => ({ device, part: 0 }))
  it('keeps shown cards in place, drops missing ones and appends new ones in the wanted order', () => {
    expect(joined(cards(1, 2, 3, 4), cards(9, 3, 1, 2, 4, 5))).toEqual(cards(1, 2, 3, 4, 9, 5))
    expect(joined(cards(1, 2, 3, 4), cards(1, 3, 4, 5))).toEqual(cards(1, 3, 4, 5))
    expect(joined([], cards(2, 1))).toEqual(cards(2, 1))
    expect(
      joined(
        [{ device: 1, part: 1 }],
        [
          { device: 1, part: 0 },
          { device: 1, part: 1 },
        ],
      ),
    ).toEqual([
      { device: 1, part: 1 },
      { device: 1, part: 0 },
    ])
  })
})

describe('cardsOf', () => {
  it('puts devices in alarm first and splits a device with many values over several cards', () => {
    const nodes = (count: number) => Array.from({ length: count }, (_, at) => aNode({ id: at + 1 }))
    const cards = cardsOf([
      aDevice({ id: 1, nodes: [] }),
      aDevice({ id: 2, nodes: nodes(20) }),
      aDevice({ id: 3, nodes: nodes(9), thre_list: [1] }),
    ])
    expect(cards).toEqual([
      { device: 3, part: 0 },
      { device: 1, part: 0 },
      { device: 2, part: 0 },
      { device: 2, part: 1 },
      { device: 2, part: 2 },
    ])
    expect([slideCount(0), slideCount(4), slideCount(5)]).toEqual([1, 1, 2])
    expect(cardsOfSlide(cards, 1)).toEqual([{ device: 2, part: 2 }])
  })
})

it('isOld is true after an error or more than 60 s without a response', () => {
  expect(isOld({ updatedAt: null, error: null }, 1e12)).toBe(false)
  expect(isOld({ updatedAt: 0, error: null }, 60_000)).toBe(false)
  expect(isOld({ updatedAt: 0, error: null }, 60_001)).toBe(true)
  expect(isOld({ updatedAt: 5000, error: new Error('x') }, 5001)).toBe(true)
})

it('lengthOf returns long from 10,000 and longer from 1,000,000', () => {
  const lengths = [0, 9999, 10_000, 999_999, 1_000_000, 12_345_678].map((count) => lengthOf(count, 10_000, 1_000_000))
  expect(lengths).toEqual([undefined, undefined, 'long', 'long', 'longer', 'longer'])
})
