import { describe, expect, it } from 'vitest'
import { axisLabels } from '../../src/chart/options.ts'
import { readingAt } from '../../src/chart/readout.ts'
import { dashOf, LINE_COLORS } from '../../src/chart/colors.ts'
import {
  alignedColumns,
  gapsOf,
  shiftedRange,
  silences,
  summaryOf,
  zoomedRange,
  type Line,
} from '../../src/chart/model.ts'
import { pinched } from '../../src/chart/gestures.ts'
import { placeLabel, type LabelBox } from '../../src/chart/placing.ts'
import { addDays, MINUTE, monthOf, weekOf, Zone } from '../../resources/kit/zone.ts'

const line = (times: number[], values: (number | null)[] = times.map((_, index) => index)): Line => ({
  key: 'a',
  label: 'PM2.5',
  unit: '',
  color: '--c1',
  times,
  values,
})

describe('alignedColumns', () => {
  it('keeps lines with the same timestamps unchanged', () => {
    expect(alignedColumns([line([1, 2, 3]), line([1, 2, 3], [7, 8, 9])])).toEqual([
      [1, 2, 3],
      [0, 1, 2],
      [7, 8, 9],
    ])
  })

  it('merges lines with different timestamps and fills missing values with undefined', () => {
    expect(alignedColumns([line([1, 3]), line([2, 3], [7, 8])])).toEqual([
      [1, 2, 3],
      [0, undefined, 1],
      [undefined, 7, 8],
    ])
  })

  it('inserts a null into a line when samples are missing', () => {
    const times = [0, 10, 20, 80, 90].map((minute) => minute * MINUTE)
    const [joined, values] = alignedColumns([line(times)])
    expect(joined).toHaveLength(6)
    expect(values?.[joined.indexOf(50 * MINUTE)]).toBeNull()
  })

  it('returns one empty column without lines', () => expect(alignedColumns([])).toEqual([[]]))
})

describe('gapsOf and silences', () => {
  it('gapsOf returns pauses longer than three usual intervals', () => {
    expect(gapsOf([0, 10, 20, 51, 61].map((minute) => minute * MINUTE))).toEqual([
      { from: 20 * MINUTE, to: 51 * MINUTE },
    ])
    expect(gapsOf([0, 10, 20, 49, 59].map((minute) => minute * MINUTE))).toEqual([])
  })

  it('gapsOf finds none in fewer than three samples or after a burst of seconds', () => {
    expect(gapsOf([0, 1e9])).toEqual([])
    expect(gapsOf([0, 1000, 2000, 60_000])).toEqual([])
  })

  it('gapsOf finds none between samples reduced to two per bucket', () => {
    // First and last sample of each bucket of two hours, as for a quantity that only rises; then a day without samples.
    const picked = Array.from({ length: 20 }, (_, bucket) => [bucket * 120, bucket * 120 + 105]).flat()
    const after = picked.map((minute) => minute + 2400 + 1440)
    expect(gapsOf([...picked, ...after].map((minute) => minute * MINUTE))).toEqual([
      { from: 2385 * MINUTE, to: 3840 * MINUTE },
    ])
  })

  it('silences returns the gaps common to all lines', () => {
    const one = line([0, 10, 20, 80, 90].map((minute) => minute * MINUTE))
    const other = line([0, 10, 20, 30, 40, 100].map((minute) => minute * MINUTE))
    expect(silences([one, other])).toEqual([{ from: 40 * MINUTE, to: 80 * MINUTE }])
    expect(silences([one])).toEqual([{ from: 20 * MINUTE, to: 80 * MINUTE }])
    expect(silences([])).toEqual([])
  })
})

describe('chart range', () => {
  const whole = { from: 0, to: 1_000_000 }
  it('zooms about its centre, within the whole range and to no less than 10 s', () => {
    expect(zoomedRange(whole, whole, 0.5)).toEqual({ from: 250_000, to: 750_000 })
    expect(zoomedRange({ from: 0, to: 100_000 }, whole, 4)).toEqual({ from: 0, to: 400_000 })
    expect(zoomedRange(whole, whole, 2)).toEqual(whole)
    expect(zoomedRange({ from: 500_000, to: 500_001 }, whole, 0.5)).toEqual({ from: 495_001, to: 505_001 })
  })

  it('moves no further than the end of the whole range', () =>
    expect(shiftedRange({ from: 800_000, to: 900_000 }, whole, 500_000)).toEqual({ from: 900_000, to: 1_000_000 }))

  it('keeps the times under two pinching fingers', () => {
    const range = { from: 400_000, to: 600_000 }
    expect(pinched(range, whole, [0.25, 0.75], [0, 1])).toEqual({ from: 450_000, to: 550_000 })
    expect(pinched(range, whole, [0.2, 0.6], [0.4, 0.8])).toEqual({ from: 360_000, to: 560_000 })
    expect(pinched(range, whole, [0.5, 0.5], [0.1, 0.9])).toBe(range)
  })

  it('has minimum, maximum and last value as its summary, or null without samples', () => {
    expect(summaryOf(line([1, 2, 3, 4], [9, 1, null, 5]), { from: 2, to: 4 })).toEqual({ min: 1, max: 5, last: 5 })
    expect(summaryOf(line([1]), { from: 2, to: 4 })).toBeNull()
  })
})

describe('Zone', () => {
  it('has 24-hour days without daylight saving', () => {
    const zone = new Zone('Asia/Shanghai')
    expect(zone.rangeOf('2026-11-20')).toEqual({ from: Date.UTC(2026, 10, 19, 16), to: Date.UTC(2026, 10, 20, 16) - 1 })
    expect(zone.day(Date.UTC(2026, 10, 19, 16))).toBe('2026-11-20')
    expect(zone.full(Date.UTC(2026, 10, 19, 16, 5, 9))).toBe('2026-11-20 00:05:09')
  })

  it.each([
    ['2026-03-29', 23],
    ['2026-10-25', 25],
    ['2026-06-01', 24],
  ])('has the right length of day in Berlin: %s', (day, hours) => {
    const { from, to } = new Zone('Europe/Berlin').rangeOf(day)
    expect(to + 1 - from).toBe(hours * 3_600_000)
  })

  it('starts a day without midnight at its first moment', () => {
    // Chile moves its clocks at midnight.
    const zone = new Zone('America/Santiago')
    expect(zone.full(zone.startOf('2026-09-06'))).toBe('2026-09-06 01:00:00 -03:00')
  })

  it('falls back to the local time zone for an unknown name', () => {
    const zone = new Zone('Nowhere/Land')
    expect(zone.name).toBe(new Intl.DateTimeFormat().resolvedOptions().timeZone)
    expect(zone.day(0)).toMatch(/^19(69|70)-/)
  })

  it('returns date fields in its own time for uPlot', () => {
    const fields = new Zone('Asia/Shanghai').fields(Date.UTC(2026, 10, 19, 16, 30))
    expect([fields.getFullYear(), fields.getMonth(), fields.getDate(), fields.getHours(), fields.getMinutes()]).toEqual(
      [2026, 10, 20, 0, 30],
    )
  })
})

describe('calendar helpers', () => {
  it('addDays continues into the next month', () => expect(addDays('2026-02-28', 1)).toBe('2026-03-01'))
  it('weekOf returns Monday to Sunday', () => {
    expect(weekOf('2026-11-21')).toEqual({ first: '2026-11-16', last: '2026-11-22' })
    expect(weekOf('2026-11-22')).toEqual({ first: '2026-11-16', last: '2026-11-22' })
    expect(weekOf('2026-11-16')).toEqual({ first: '2026-11-16', last: '2026-11-22' })
  })
  it('monthOf returns the first and last day, with 29 February in a leap year', () =>
    expect(monthOf('2028-02-10')).toEqual({ first: '2028-02-01', last: '2028-02-29' }))
})

describe('placeLabel (label of a limit line)', () => {
  const picture: LabelBox = { left: 50, top: 10, width: 400, height: 100 }
  const words = { width: 100, height: 18, at: 60, gap: 2 }
  const free = () => 0

  it('places the label at the right above its line, or below it at the top of the plot', () => {
    expect(placeLabel(words, picture, [], free)).toEqual({ left: 350, top: 40, width: 100, height: 18 })
    expect(placeLabel({ ...words, at: 12 }, picture, [], free)).toEqual({ left: 350, top: 14, width: 100, height: 18 })
  })

  it('moves the label below the line, to the left end or the middle to avoid curves and other labels', () => {
    const right = placeLabel(words, picture, [], free)
    expect(placeLabel(words, picture, right ? [right] : [], free)).toMatchObject({ left: 350, top: 62 })
    expect(placeLabel(words, picture, [], ({ left }) => (left === 350 ? 3 : 0))).toMatchObject({ left: 50, top: 40 })
    expect(placeLabel(words, picture, [], ({ left }) => (left === 200 ? 0 : 3))).toMatchObject({ left: 200, top: 40 })
  })

  it('covers as little of the curves as possible and returns null without room', () => {
    expect(placeLabel(words, picture, [], ({ left, top }) => (left === 50 && top === 62 ? 1 : 4))).toMatchObject({
      left: 50,
      top: 62,
    })
    expect(placeLabel({ ...words, width: 401 }, picture, [], free)).toBeNull()
    expect(placeLabel(words, picture, [picture], free)).toBeNull()
  })
})

describe('axisLabels', () => {
  it('uses the decimals of the finest label for the whole axis', () => {
    expect(
      [
        [0, 0.5, 1],
        [0, 20, 40],
        [-0.01, -0.005, 0],
        [0, 1000, 2000],
      ].map(axisLabels),
    ).toEqual([
      ['0.0', '0.5', '1.0'],
      ['0', '20', '40'],
      ['−0.010', '−0.005', '0.000'],
      ['0', '1,000', '2,000'],
    ])
  })
})

describe('dashOf', () => {
  it('returns a solid line for the first four colours and distinct dashes for the other four', () => {
    const dashes = LINE_COLORS.map((color) => dashOf(color).join(' '))
    expect(dashes.slice(0, 4)).toEqual(['', '', '', ''])
    expect(new Set(dashes.slice(4)).size).toBe(4)
    expect(dashes.slice(4)).not.toContain('')
  })
})

it('readingAt appends the notes of the values at that time', () => {
  const lines = [line([0, MINUTE], [3, 4]), { ...line([0, MINUTE], [5, null]), label: 'PM10' }]
  const words = {
    time: (at: number) => `at ${at}`,
    notes: (at: number, values: readonly (number | null)[]) => [`${at}: ${values.join('/')}`],
  }
  expect(readingAt(alignedColumns(lines), 1, lines, new Zone('UTC'), [], words)).toBe(
    'at 60000, PM2.5 4.0, PM10 —, 60000: 4/',
  )
})
