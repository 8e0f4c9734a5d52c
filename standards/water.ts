import type { Body, Part, Question, Standard, Verdict, Words } from './types.ts'

const CLASSES: readonly Words[] = [
  ['Ⅰ类', 'Ⅰ類', 'Class I'],
  ['Ⅱ类', 'Ⅱ類', 'Class II'],
  ['Ⅲ类', 'Ⅲ類', 'Class III'],
  ['Ⅳ类', 'Ⅳ類', 'Class IV'],
  ['Ⅴ类', 'Ⅴ類', 'Class V'],
  ['劣Ⅴ类', '劣Ⅴ類', 'Worse than class V'],
]

/** Colours of water reports: blue, light blue, green, yellow, orange, red (2011 evaluation method). */
const COLOURS = ['#0099FF', '#33CCFF', '#00CC66', '#FFFF00', '#FF9900', '#FF0000'] as const

/**
 * The target class of drinking water sources of the second grade and of most rivers; a worse class counts as exceeded.
 */
const AIM = 3

/**
 * Limits of the classes I to V. `least`: they are lower bounds. `body`: the row applies only to this water body.
 * `alone`: judged, but not part of the overall class.
 */
interface Row {
  limits: readonly [number, number, number, number, number]
  least?: true
  body?: Body
  alone?: true
}

/** GB 3838-2002 table 1, mg/L; coliforms per litre. Phosphorus has a row for rivers and one for lakes. */
const ROWS: Readonly<Record<string, readonly Row[]>> = {
  do: [{ limits: [7.5, 6, 5, 3, 2], least: true }],
  codmn: [{ limits: [2, 4, 6, 10, 15] }],
  cod: [{ limits: [15, 15, 20, 30, 40] }],
  bod5: [{ limits: [3, 3, 4, 6, 10] }],
  nh3n: [{ limits: [0.15, 0.5, 1, 1.5, 2] }],
  tp: [
    { limits: [0.02, 0.1, 0.2, 0.3, 0.4], body: 'river' },
    { limits: [0.01, 0.025, 0.05, 0.1, 0.2], body: 'lake' },
  ],
  tn: [{ limits: [0.2, 0.5, 1, 1.5, 2], body: 'lake', alone: true }],
  cu: [{ limits: [0.01, 1, 1, 1, 1] }],
  zn: [{ limits: [0.05, 1, 1, 2, 2] }],
  f: [{ limits: [1, 1, 1, 1.5, 1.5] }],
  se: [{ limits: [0.01, 0.01, 0.01, 0.02, 0.02] }],
  as: [{ limits: [0.05, 0.05, 0.05, 0.1, 0.1] }],
  hg: [{ limits: [0.00005, 0.00005, 0.0001, 0.001, 0.001] }],
  cd: [{ limits: [0.001, 0.005, 0.005, 0.005, 0.01] }],
  cr6: [{ limits: [0.01, 0.05, 0.05, 0.05, 0.1] }],
  pb: [{ limits: [0.01, 0.01, 0.05, 0.05, 0.1] }],
  cn: [{ limits: [0.005, 0.05, 0.2, 0.2, 0.2] }],
  phenol: [{ limits: [0.002, 0.002, 0.005, 0.01, 0.1] }],
  oil: [{ limits: [0.05, 0.05, 0.05, 0.5, 1] }],
  las: [{ limits: [0.2, 0.2, 0.2, 0.3, 0.3] }],
  s: [{ limits: [0.05, 0.1, 0.2, 0.5, 1] }],
  coliform: [{ limits: [200, 2000, 10_000, 20_000, 40_000], alone: true }],
}

/** pH has the same range for all classes: outside of it the water is worse than V. */
const PH = { low: 6, high: 9 } as const

const WORSE = CLASSES.length

export const WATER: Standard = {
  code: 'GB3838-2002',
  medium: 'water',
  title: [
    '地表水环境质量标准 GB 3838-2002',
    '地表水環境品質標準 GB 3838-2002',
    'Environmental quality standards for surface water, GB 3838-2002',
  ],
  since: '2002-06-01',
  until: null,
  source: 'GB 3838-2002, table 1; 地表水环境质量评价办法（试行）, 2011',
  periods: ['sample'],
  classes: CLASSES,
  colours: COLOURS,
  units: {
    ...Object.fromEntries(Object.keys(ROWS).map((key) => [key, key === 'coliform' ? '/L' : 'mg/L'])),
    ph: '',
  },
  worseLow: Object.keys(ROWS).filter((key) => ROWS[key]?.some(({ least }) => least)),
  evaluate,
}

/** Single-factor assessment: the worst parameter decides. If two classes share a limit, the better one counts. */
function evaluate({ values, body = 'river' }: Question): Verdict {
  const parts: Record<string, Part> = {}
  const missing: string[] = []
  let worst: number | null = null
  let deciding: string[] = []
  const count = (key: string, level: number): void => {
    if (worst !== null && level < worst) return
    if (level === worst) deciding.push(key)
    else deciding = [key]
    worst = level
  }
  for (const [key, rows] of Object.entries(ROWS)) {
    const row = rows.find((known) => known.body === undefined || known.body === body)
    const value = values[key] ?? null
    if (!row) continue
    if (value === null) {
      if (!row.alone) missing.push(key)
      continue
    }
    const place = row.limits.findIndex((limit) => (row.least ? value >= limit : value <= limit))
    const level = place === -1 ? WORSE : place + 1
    parts[key] = { index: null, level, limit: row.limits[AIM - 1] ?? null, exceeded: level > AIM }
    if (!row.alone) count(key, level)
  }
  const ph = values.ph ?? null
  if (ph === null) missing.push('ph')
  else {
    const outside = ph < PH.low || ph > PH.high
    parts.ph = { index: null, level: outside ? WORSE : 1, limit: ph < PH.low ? PH.low : PH.high, exceeded: outside }
    count('ph', outside ? WORSE : 1)
  }
  const level = worst as number | null
  return {
    standard: 'GB3838-2002',
    index: null,
    level,
    category: level === null ? null : (CLASSES[level - 1] ?? null),
    primary: level !== null && level > AIM ? deciding : [],
    deciding: level !== null && level > 1 ? deciding : [],
    missing,
    parts,
  }
}
