import { describe, expect, it } from 'vitest'
import {
  directionsIn,
  faultOf,
  isReadOnlySwitch,
  isSettable,
  isSwitch,
  isSwitchable,
  isWritable,
  limitsOf,
  resultantDirection,
  applyScript,
  shownNumber,
  turnOf,
  windIn,
} from '../../resources/kit/reading.ts'
import { newSignals, type SignalRule } from '../../resources/kit/rule.ts'
import { possibleRange } from '../../resources/quantities.ts'
import { evaluate, lawOf } from '../../standards/index.ts'

describe('register type', () => {
  const typesThat = (is: (node: { registertype: number | null }) => boolean) =>
    [null, 1, 2, 3, 4, 17, 18, 19].filter((registertype) => is({ registertype }))

  it('determines which nodes are switches, switchable, settable or writable', () => {
    expect(typesThat(isSwitch)).toEqual([1, 2, 17, 18])
    expect(typesThat(isReadOnlySwitch)).toEqual([2])
    expect(typesThat(isSwitchable)).toEqual([1, 17, 18])
    expect(typesThat(isSettable)).toEqual([3])
    expect(typesThat(isWritable)).toEqual([1, 3, 17, 18])
  })
})

describe('display script', () => {
  it('returns a number, text or boolean, and the value itself if the script is empty', () => {
    expect(applyScript('value * 0.1', 119)).toBeCloseTo(11.9)
    expect(applyScript("value > 0 ? 'on' : 'off'", 1)).toBe('on')
    expect(applyScript('value > 0', 1)).toBe(true)
    expect([applyScript(null, 3), applyScript('  ', 3)]).toEqual([3, 3])
  })

  it('returns null if it is invalid or its result is not finite, never the stored value', () => {
    for (const script of ['(((', 'value / 0', 'nonsense(value)', 'null'])
      expect(applyScript(script, 1), script).toBeNull()
    expect([shownNumber('(((', 1), shownNumber("'words'", 1), shownNumber('value + 1', 1)]).toEqual([null, null, 2])
  })
})

describe('measuring limits of a node', () => {
  const node = { min_value: 0, max_value: 1000, range_factor: null }
  const faults = (limits: ReturnType<typeof limitsOf>, ...values: number[]) =>
    values.map((value) => faultOf(limits, value))
  const quantity = (key_msg: string, unitname = '') => possibleRange({ pollutant: undefined, key_msg, unitname })

  it('reject no-value numbers (-999, 65535, in tenths or as a float) without any setting', () => {
    const none = [-999, -9999, -1000.99, Math.fround(-1000.99), Math.fround(-999.9), 65_535, 32_767, 6553.5, 3276.7]
    for (const value of none) expect(faultOf(limitsOf(node), value), String(value)).not.toBeNull()
    expect(faults(limitsOf({ ...node, max_value: 10_000 }), 32_767, 32_766, -99)).toEqual(['novalue', null, 'novalue'])
    expect(faults(limitsOf({ ...node, min_value: -40, max_value: 60 }), -999, 327.67, -55)).toEqual([
      'range',
      'novalue',
      null,
    ])
  })

  it('accept such numbers inside the range unless the node lists them in no_value', () => {
    const counter = { min_value: 0, max_value: 100_000, range_factor: null }
    expect(faults(limitsOf(counter), 65_535, 999, 9999)).toEqual([null, null, null])
    expect(faults(limitsOf({ ...counter, no_value: '65535, -1；0' }), 65_535, -1, 0, 65_534)).toEqual([
      'novalue',
      'novalue',
      'novalue',
      null,
    ])
  })

  it('limit a drift below 0 to 5 % of a range that starts at 0 or above, even with a large range_factor', () => {
    expect(faults(limitsOf({ ...node, range_factor: 1000 }), -50, -50.1, 400_000)).toEqual([null, 'range', null])
    expect(faults(limitsOf({ min_value: 4, max_value: 20, range_factor: null }), -0.8, -0.9)).toEqual([null, 'range'])
    expect(faults(limitsOf({ min_value: -100, max_value: 100, range_factor: null }), -900)).toEqual([null])
    expect(faults(limitsOf({ ...node, range_factor: 1 }), 0, -1)).toEqual([null, 'range'])
  })

  it('are no wider than the physical range of the quantity', () => {
    const wide = { min_value: -1000, max_value: 1000, range_factor: null }
    expect(faults(limitsOf(wide, quantity('a34004-Rtd', 'µg/m³')), -101, -5)).toEqual(['range', null])
    const percent = { min_value: 0, max_value: 100, range_factor: null }
    expect(faults(limitsOf(percent, quantity('a01002', '%')), 104, 106, -6)).toEqual([null, 'range', 'range'])
    expect(faults(limitsOf({ ...percent, max_value: 14 }, quantity('w01001')), 14.5, 15)).toEqual([null, 'range'])
    // In an unknown unit the node's own range applies.
    expect(faults(limitsOf(node, quantity('a01002', '‰')), 900)).toEqual([null])
  })

  it('apply to the displayed value if the node has a display script', () => {
    const tenths = { min_value: 0, max_value: 1000, range_factor: null, node_script: 'value * 0.1' }
    expect(faults(limitsOf(tenths, quantity('a01002', '%')), 550, 1040, 1060, -9990)).toEqual([
      null,
      null,
      'range',
      'range',
    ])
    const offset = { min_value: 0, max_value: 2000, range_factor: 2, node_script: 'value - 500' }
    expect(faults(limitsOf(offset, quantity('a21026')), 450, 300)).toEqual([null, 'range'])
  })

  it('accept any value without a range or a known quantity', () => {
    expect(faults(limitsOf({ min_value: null, max_value: null, range_factor: null }), -999, 1e9)).toEqual([null, null])
  })
})

describe('negative concentration', () => {
  it('yields no index and no class in any standard', () => {
    for (const [code, values] of [
      ['HJ633-2012', { pm25: -63.9 }],
      ['HJ633-2026', { pm25: -0.1, pm10: -1 }],
      ['USAQI-2024', { pm25: -999 }],
      ['EAQI-2025', { o3: -5 }],
      ['GB3838-2002', { cod: -1 }],
    ] as const)
      expect(
        evaluate(code, { period: code.startsWith('GB') ? 'sample' : '1h', values, day: '2026-06-01' }),
        code,
      ).toMatchObject({ index: null, level: null, category: null })
    expect(
      lawOf('air', '2026-06-01').evaluate({ period: '24h', values: { so2: -1 }, day: '2026-06-01' }).parts,
    ).toEqual({})
  })
})

describe('windIn', () => {
  const row = (id: number, unitname: string, given: object = {}) => ({ id, unitname, isWater: false, ...given })
  const dust = row(1, 'µg/m³', { key_msg: 'a34004' })

  it('prefers codes to flags, and flags to units', () => {
    const speeds = [row(2, 'm/s'), row(3, 'km/h', { key_msg: 'a01007-Rtd' })]
    const directions = [row(4, '°'), row(5, 'rad', { is_direction: 1 }), row(6, '', { key_msg: 'a01008' })]
    expect(windIn([dust, ...speeds, ...directions])).toEqual({ direction: 6, speed: 3 })
    expect(windIn([...speeds, ...directions.slice(0, 2)])).toEqual({ direction: 5, speed: 3 })
    expect(windIn([dust, ...speeds.slice(0, 1), ...directions.slice(0, 1)])).toEqual({ direction: 4, speed: 2 })
  })
  it('recognizes units in different spellings', () => {
    for (const unit of ['°', 'º', 'deg', ' 度 '])
      expect(windIn([row(2, 'm/s '), row(4, unit)]), unit).toEqual({ direction: 4, speed: 2 })
    expect(windIn([row(2, 'mm/s'), row(4, '℃')])).toBeNull()
  })
  it('requires two different nodes for speed and direction', () => {
    expect([windIn([row(2, 'm/s')]), windIn([row(4, '°')]), windIn([])]).toEqual([null, null, null])
    expect(windIn([row(2, 'm/s', { is_direction: 1 })])).toBeNull()
  })
  it('ignores the flow of a river unless nodes have wind codes', () => {
    const flow = [row(2, 'm/s'), row(4, '°', { is_direction: 1 })]
    expect(windIn([...flow, row(7, 'mg/L', { isWater: true })])).toBeNull()
    expect(windIn([...flow, row(7, 'm', { key_msg: 'w00000' })])).toBeNull()
    const mast = [row(8, 'm/s', { key_msg: 'a01007' }), row(9, '°', { key_msg: 'a01008' })]
    expect(windIn([...flow, ...mast, row(7, 'mg/L', { isWater: true })])).toEqual({ direction: 9, speed: 8 })
  })
})

describe('wind directions', () => {
  const row = { id: 1, node_script: null, key_msg: null, is_direction: 0 }

  it('are found by code or flag, with the speed node of the same model', () => {
    const rows = [
      { ...row, id: 1, key_msg: 'a01008-Rtd' },
      { ...row, id: 2, key_msg: 'a01007' },
      { ...row, id: 3, is_direction: 1 },
      { ...row, id: 4, key_msg: 'a34004' },
    ]
    expect(directionsIn(rows)).toEqual([
      { nodemap: 1, turn: { scale: 1, offset: 0 }, speed: 2 },
      { nodemap: 3, turn: { scale: 1, offset: 0 }, speed: 2 },
    ])
    expect(directionsIn(rows.slice(2))).toMatchObject([{ nodemap: 3, speed: null }])
  })

  it('are converted to degrees by a linear display script', () => {
    expect(turnOf('value * 0.1')).toEqual({ scale: expect.closeTo(0.1), offset: 0 })
    expect(turnOf('round(value / 10) + 180')).toEqual({ scale: expect.closeTo(0.1), offset: 180 })
    for (const script of [null, '(((', "value > 180 ? 'S' : 'N'", 'value % 360'])
      expect(turnOf(script), String(script)).toEqual({ scale: 1, offset: 0 })
  })

  it('have a resultant, or null if the vectors cancel out', () => {
    expect(resultantDirection(0, -1, 1)).toBe(180)
    expect(resultantDirection(-1, 0, 1)).toBe(270)
    expect(resultantDirection(-1e-16, 1, 1)).toBe(0)
    expect(resultantDirection(1e-14, -1e-14, 60)).toBeNull()
    expect(resultantDirection(0, 0, 0)).toBeNull()
  })
})

/** The values judged for twelve samples, one every 20 s, that cycle through the given values. */
function judgedBy(calc: 'mean' | 'rate', values: readonly number[], more: Partial<SignalRule>) {
  const conditions = { calc, minutes: 3, join: 'and' as const, rows: [] }
  const signals = newSignals(1, { operator: 0, x: 0, y: 0, conditions, ...more })
  for (let at = 0; at < 12; at++) signals.take(1, values[at % values.length] ?? 0, at * 20_000)
  return signals.values(11 * 20_000, 600_000)[0]
}

describe('alarm rule over a direction', () => {
  const judged = (calc: 'mean' | 'rate', values: readonly number[], turns?: SignalRule['turns']) =>
    judgedBy(calc, values, turns ? { turns } : {})
  const turns = new Map([[1, { scale: 1, offset: 0 }]])

  it('judges the mean of the vectors, or null if they cancel out', () => {
    expect(judged('mean', [350, 10, 20], turns)).toBeCloseTo(6.6, 0)
    expect(judged('mean', [3500, 100, 200], new Map([[1, { scale: 0.1, offset: 0 }]]))).toBeCloseTo(66, -1)
    expect(judged('mean', [0, 120, 240], turns)).toBeNull()
    expect(judged('mean', [350, 10, 30])).toBe(130)
  })

  it('judges a change by the shorter way round', () => {
    const values = [0, 0, 350, 0, 0, 0, 0, 0, 0, 0, 0, 10]
    expect(judged('rate', values, turns)).toBe(20)
    expect(judged('rate', values)).toBe(-340)
  })
})

describe('alarm rule over a sound level', () => {
  const sounds = (scale: number) => ({ sounds: new Map([[1, { scale, offset: 0 }]]) })
  /** Level that is 80 dB for half of the time, and 50 dB for the rest. */
  const half = 10 * Math.log10((10 ** 8 + 10 ** 5) / 2)

  it('judges the energy mean, of stored and of displayed values', () => {
    expect(judgedBy('mean', [50, 80], sounds(1))).toBeCloseTo(half + 10 * Math.log10(10 / 9), 0)
    expect(judgedBy('mean', [65], sounds(1))).toBeCloseTo(65)
    const stored = judgedBy('mean', [500, 800], sounds(0.1)) ?? 0
    expect(stored).toBeCloseTo(10 * (judgedBy('mean', [50, 80], sounds(1)) ?? 0))
    const scripts = new Map([[1, 'value * 0.1']])
    expect(judgedBy('mean', [500, 800], { ...sounds(0.1), ofShown: true, scripts })).toBeCloseTo(stored / 10)
  })

  it('keeps a constant level exactly and limits extreme means to ±1000', () => {
    for (const level of [45.1, 55.3, 65.1, 70.2]) expect(judgedBy('mean', [level], sounds(1))).toBe(level)
    expect(judgedBy('mean', [651], sounds(0.1))).toBe(651)
    expect(judgedBy('mean', [4000], sounds(1))).toBe(1000)
    expect(judgedBy('mean', [-4000], sounds(1))).toBe(-1000)
  })

  it('judges a rate of change without energies', () => {
    expect(judgedBy('rate', [50, 80], sounds(1))).toBe(judgedBy('rate', [50, 80], {}))
  })
})
