// Draws the demo's city around the map's default centre: plausible streets, river, parks and blocks, not surveyed; the
// result is deterministic.
// Run: node scripts/map/city.mjs -> public/map/demo-city.json (GeoJSON; properties: kind, name, from = the smallest
// zoom at which it is shown; names = each name in Traditional Chinese and English)
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { names } from './cityNames.mjs'

const out = fileURLToPath(new URL('../../public/map/demo-city.json', import.meta.url))
const features = []
const round = (n) => Math.round(n * 1e5) / 1e5
const pair = ([x, y]) => [round(x), round(y)]
const add = (kind, type, coordinates, more = {}) =>
  features.push({ type: 'Feature', properties: { kind, ...more }, geometry: { type, coordinates } })
const line = (kind, points, more) => add(kind, 'LineString', points.map(pair), more)
const ring = (points) => [...points, points[0]].map(pair)
const area = (kind, points, more) => add(kind, 'Polygon', [ring(points)], more)
const label = (kind, name, at, from) => add(kind, 'Point', pair(at), { name, from })

/** Returns a pseudo-random number from 0 to 1, always the same for the same `n`. */
const chance = (n) => {
  const x = Math.sin(n * 127.1 + 311.7) * 43758.5453
  return x - Math.floor(x)
}
/** Returns a smooth line through points. */
const smooth = (points, steps = 8) =>
  points
    .slice(0, -1)
    .flatMap((b, i) => {
      const [a, c, d] = [points[i - 1] ?? b, points[i + 1], points[i + 2] ?? points[i + 1]]
      return Array.from({ length: steps }, (_, s) => {
        const t = s / steps
        return [0, 1].map(
          (k) =>
            0.5 *
            (2 * b[k] +
              (c[k] - a[k]) * t +
              (2 * a[k] - 5 * b[k] + 4 * c[k] - d[k]) * t * t +
              (3 * b[k] - a[k] - 3 * c[k] + d[k]) * t ** 3),
        )
      })
    })
    .concat([points.at(-1)])
const circle = ([x, y], rx, ry, wobble = 0, n = 28) =>
  Array.from({ length: n }, (_, i) => {
    const turn = (i / n) * 2 * Math.PI
    const far = 1 + wobble * (chance(i + x * 99) - 0.5)
    return [x + rx * far * Math.cos(turn), y + ry * far * Math.sin(turn)]
  })
/** Returns a wide line as a polygon. */
const band = (points, width) => {
  const side = (sign) =>
    points.map(([x, y], i) => {
      const [a, b] = [points[i - 1] ?? points[i], points[i + 1] ?? points[i]]
      const [dx, dy] = [b[0] - a[0], b[1] - a[1]]
      const size = Math.hypot(dx, dy) || 1
      const w = width * (0.8 + 0.4 * chance(i * 3 + 1))
      return [x - (sign * dy * w) / size, y + (sign * dx * w * 0.8) / size]
    })
  return [...side(1), ...side(-1).toReversed()]
}

// Water: the river in the north, a canal around the old town, a lake in the west. The river, the motorways and the
// railway continue far beyond the city, so that no line ends in the middle of a map that is zoomed out.
const river = smooth([
  [111.4, 38.56],
  [112, 38.5],
  [112.6, 38.46],
  [113.1, 38.36],
  [113.7, 38.22],
  [113.95, 38.19],
  [114.15, 38.155],
  [114.3, 38.125],
  [114.42, 38.118],
  [114.5, 38.104],
  [114.58, 38.112],
  [114.66, 38.098],
  [114.76, 38.085],
  [114.9, 38.09],
  [115.1, 38.06],
  [115.4, 38.05],
  [115.75, 38.11],
  [116.1, 38.2],
  [116.5, 38.34],
  [116.9, 38.46],
  [117.3, 38.6],
  [117.6, 38.66],
])
area('water', band(river, 0.0075))
line(
  'stream',
  river.map(([x, y]) => [x, y + 0.001]),
  { from: 12 },
)
const canal = smooth([
  [114.475, 38.068],
  [114.5, 38.074],
  [114.53, 38.063],
  [114.548, 38.04],
  [114.545, 38.012],
  [114.52, 37.997],
  [114.49, 38.0],
  [114.468, 38.018],
  [114.462, 38.044],
  [114.475, 38.068],
])
line('canal', canal, { name: '民心河', from: 12 })
line(
  'canal',
  smooth([
    [114.27, 38.115],
    [114.3, 38.095],
    [114.37, 38.085],
    [114.42, 38.094],
    [114.47, 38.088],
    [114.53, 38.094],
    [114.61, 38.087],
    [114.7, 38.075],
    [114.78, 38.085],
  ]),
  { name: '太平河', from: 12 },
)
area('water', circle([114.262, 38.118], 0.02, 0.012, 0.3), { from: 10 })
label('waterName', '滹沱河', [114.45, 38.117], 10)
label('waterName', '民心河', [114.466, 38.03], 13)

// Parks.
for (const [name, x, y, rx, ry] of [
  ['植物园', 114.4276, 38.0921, 0.014, 0.009],
  ['滹沱河生态公园', 114.5632, 38.1235, 0.034, 0.007],
  ['世纪公园', 114.5412, 38.0205, 0.008, 0.006],
  ['平安公园', 114.497, 38.0345, 0.006, 0.004],
  ['体育公园', 114.585, 38.048, 0.009, 0.007],
  ['西山森林公园', 114.335, 38.045, 0.022, 0.02],
  ['龙泉湖公园', 114.43, 38.026, 0.006, 0.005],
  ['南湖公园', 114.515, 37.975, 0.012, 0.006],
  ['长安公园', 114.5155, 38.046, 0.005, 0.0035],
  ['高新湿地', 114.64, 38.03, 0.011, 0.008],
]) {
  area('park', circle([x, y], rx, ry, 0.25), { from: rx > 0.012 ? 10 : 11 })
  label('parkName', name, [x, y], rx > 0.012 ? 12 : 13)
}

// Roads: [name, points]. Rings first, then the grid.
const rounded = (x0, y0, x1, y1, r) => [
  [x0 + r, y1],
  [x1 - r, y1],
  [x1 - r * 0.3, y1 - r * 0.25],
  [x1, y1 - r],
  [x1, y0 + r],
  [x1 - r * 0.3, y0 + r * 0.25],
  [x1 - r, y0],
  [x0 + r, y0],
  [x0 + r * 0.3, y0 + r * 0.25],
  [x0, y0 + r],
  [x0, y1 - r],
  [x0 + r * 0.3, y1 - r * 0.25],
  [x0 + r, y1],
]
line('trunk', rounded(114.448, 37.988, 114.572, 38.082, 0.008), { name: '二环路', from: 9 })
line('trunk', rounded(114.385, 37.945, 114.655, 38.14, 0.02), { name: '三环路', from: 9 })
for (const [name, ...points] of [
  [
    '京港澳高速',
    [115.9, 39.9],
    [115.3, 39.55],
    [114.9, 39.15],
    [114.72, 38.75],
    [114.705, 38.4],
    [114.69, 38.2],
    [114.68, 38.05],
    [114.665, 37.85],
    [114.64, 37.5],
    [114.6, 37.2],
    [114.5, 36.6],
    [114.42, 36],
    [114.3, 35.4],
  ],
  [
    '石黄高速',
    [111.4, 37.45],
    [112, 37.62],
    [112.55, 37.82],
    [113.1, 37.88],
    [113.6, 37.93],
    [114.1, 37.965],
    [114.385, 37.985],
    [114.68, 38.0],
    [115.0, 38.01],
    [115.5, 37.98],
    [115.9, 37.96],
    [116.4, 38.08],
    [116.9, 38.24],
    [117.3, 38.35],
  ],
  [
    '张石高速',
    [114.7, 40.2],
    [114.55, 39.7],
    [114.35, 39.2],
    [114.28, 38.75],
    [114.3, 38.4],
    [114.31, 38.2],
    [114.3, 38.0],
    [114.33, 37.7],
    [114.36, 37.3],
    [114.3, 36.8],
    [114.2, 36.2],
    [114.12, 35.6],
  ],
  [
    '太行高速',
    [113.4, 40.1],
    [113.58, 39.6],
    [113.8, 39.1],
    [113.9, 38.7],
    [113.98, 38.3],
    [114.0, 38.0],
    [114.03, 37.6],
    [114.0, 37.3],
    [113.87, 36.8],
    [113.7, 36.2],
    [113.6, 35.6],
  ],
  [
    '黄石北线',
    [111.4, 38.9],
    [112, 38.8],
    [112.6, 38.7],
    [113.2, 38.52],
    [113.7, 38.42],
    [114.3, 38.38],
    [114.71, 38.36],
    [115.4, 38.33],
    [115.9, 38.38],
    [116.4, 38.54],
    [116.8, 38.75],
    [117.15, 39],
  ],
  [
    '衡井线',
    [111.4, 37.1],
    [112, 37.25],
    [112.6, 37.5],
    [113.2, 37.65],
    [113.7, 37.72],
    [114.33, 37.74],
    [114.65, 37.76],
    [115.4, 37.7],
    [115.9, 37.6],
    [116.4, 37.56],
    [117, 37.5],
    [117.5, 37.42],
  ],
])
  line('motorway', smooth(points, 6), { name, from: 6 })
const columns = [
  ['西三庄街', 114.41, 2],
  ['友谊大街', 114.4655, 1],
  ['中华大街', 114.4805, 0],
  ['建设大街', 114.5062, 0],
  ['体育大街', 114.5285, 1],
  ['谈固大街', 114.5525, 1],
  ['天山大街', 114.601, 1],
  ['珠江大道', 114.623, 2],
  ['长江大道', 114.643, 2],
  ['维明大街', 114.4728, 2],
  ['平安大街', 114.4985, 2],
  ['青园街', 114.5165, 2],
  ['翟营大街', 114.5405, 2],
]
const rows = [
  ['北二环外路', 38.098, 2],
  ['和平路', 38.0622, 0],
  ['中山路', 38.0432, 0],
  ['裕华路', 38.0338, 0],
  ['槐安路', 38.0202, 0],
  ['塔南路', 38.0085, 2],
  ['仓丰路', 37.978, 1],
  ['新华路', 38.0528, 2],
  ['光华路', 38.071, 2],
  ['槐中路', 38.027, 2],
  ['东岗路', 38.0135, 2],
  ['南三条', 37.965, 2],
]
const KIND = ['major', 'major', 'road']
// Wide streets end at a ring road or a motorway, not in the fields.
for (const [name, x, rank] of columns)
  line(
    KIND[rank],
    [
      [x - 0.004, [37.745, 37.945, 37.945][rank]],
      [x, 37.985],
      [x + 0.001, 38.04],
      [x, 38.088 + (rank === 0 ? 0.01 : 0)],
      [x + 0.002, [38.376, 38.14, 38.1][rank]],
    ],
    { name, from: 9 + rank },
  )
for (const [name, y, rank] of rows)
  line(
    KIND[rank],
    [
      [[114.302, 114.385, 114.4][rank], y + 0.002],
      [114.45, y + 0.0005],
      [114.52, y],
      [114.6, y - 0.001],
      [114.68, y - 0.004],
    ],
    { name, from: 9 + rank },
  )
label('roadName', '中山路', [114.486, 38.0432], 13)
label('roadName', '裕华路', [114.53, 38.0338], 13)
label('roadName', '槐安路', [114.532, 38.0202], 12)
label('roadName', '和平路', [114.52, 38.0622], 13)
label('roadName', '建设大街', [114.5062, 38.006], 12)
label('roadName', '中华大街', [114.4805, 38.056], 13)
label('roadName', '南二环', [114.5, 37.988], 12)
label('roadName', '三环路', [114.655, 38.06], 12)
// The new town north of the river and the surrounding towns have their own grids.
const grid = (cx, cy, nx, ny, dx, dy, kind, from) => {
  for (let i = -nx; i <= nx; i++)
    line(
      kind,
      [
        [cx + i * dx, cy - ny * dy],
        [cx + i * dx + 0.0006, cy + ny * dy],
      ],
      { from },
    )
  for (let j = -ny; j <= ny; j++)
    line(
      kind,
      [
        [cx - nx * dx, cy + j * dy],
        [cx + nx * dx, cy + j * dy - 0.0004],
      ],
      { from },
    )
}
line(
  'major',
  [
    [114.309, 38.152],
    [114.47, 38.147],
    [114.57, 38.145],
    [114.687, 38.141],
  ],
  { name: '太行大街', from: 10 },
)
line(
  'major',
  [
    [114.572, 38.082],
    [114.5755, 38.125],
    [114.576, 38.372],
  ],
  { name: '迎旭大街', from: 10 },
)
grid(114.575, 38.152, 4, 3, 0.0105, 0.0085, 'road', 12)
for (const [x, y] of [
  [114.3133, 38.0862],
  [114.8467, 38.0219],
  [114.6483, 37.9004],
  [114.7311, 38.0412],
])
  grid(x, y, 3, 3, 0.0095, 0.0075, 'road', 11)
for (let i = 0; i < 150; i++) {
  const [x, y] = [114.455 + 0.115 * chance(i), 37.992 + 0.085 * chance(i + 500)]
  const length = 0.006 + 0.012 * chance(i + 900)
  line(
    'minor',
    i % 2
      ? [
          [x, y],
          [x + length, y + 0.0002],
        ]
      : [
          [x, y],
          [x + 0.0002, y + length * 0.8],
        ],
    { from: 13 },
  )
}

// Railways and the metro.
line(
  'rail',
  smooth([
    [114.2, 35.5],
    [114.35, 36.1],
    [114.3, 36.7],
    [114.36, 37.3],
    [114.44, 37.7],
    [114.478, 37.93],
    [114.4875, 38.0],
    [114.492, 38.045],
    [114.486, 38.085],
    [114.5, 38.14],
    [114.56, 38.3],
    [114.7, 38.7],
    [115.05, 39.05],
    [115.5, 39.35],
    [116.1, 39.8],
  ]),
  { from: 8 },
)
line(
  'metro',
  [
    [114.39, 38.0425],
    [114.49, 38.0405],
    [114.5, 38.041],
    [114.61, 38.0395],
    [114.67, 38.05],
  ],
  { from: 12 },
)
line(
  'metro',
  [
    [114.489, 37.94],
    [114.49, 38.05],
    [114.52, 38.06],
    [114.55, 38.1],
    [114.58, 38.17],
  ],
  { from: 12 },
)

// Blocks, grouped by square so that a tile skips the squares outside of it.
const squares = new Map()
const towns = [
  [114.51, 38.035, 0.07, 0.055, 900],
  [114.575, 38.152, 0.04, 0.024, 130],
  [114.625, 38.04, 0.03, 0.03, 130],
  [114.3133, 38.0862, 0.028, 0.022, 90],
  [114.8467, 38.0219, 0.028, 0.022, 90],
  [114.6483, 37.9004, 0.028, 0.022, 90],
  [114.42, 38.02, 0.03, 0.05, 150],
]
towns.forEach(([cx, cy, rx, ry, count], town) => {
  for (let i = 0; i < count; i++) {
    const n = town * 2000 + i * 5
    const [x, y] = [cx + rx * 2 * (chance(n) - 0.5), cy + ry * 2 * (chance(n + 1) - 0.5)]
    const [w, h] = [0.0012 + 0.0032 * chance(n + 2), 0.0009 + 0.0022 * chance(n + 3)]
    const key = `${Math.floor(x / 0.03)},${Math.floor(y / 0.03)}`
    squares.set(key, [
      ...(squares.get(key) ?? []),
      [
        ring([
          [x, y],
          [x + w, y],
          [x + w, y + h],
          [x, y + h],
        ]),
      ],
    ])
  }
})
for (const polygons of squares.values()) add('block', 'MultiPolygon', polygons, { from: 11 })
towns.forEach(([cx, cy, rx, ry]) => area('town', circle([cx, cy], rx * 1.15, ry * 1.15, 0.22), { from: 7 }))

// Names.
for (const [name, x, y, from] of [
  ['石家庄市', 114.5148, 38.0428, 6],
  ['长安区', 114.5391, 38.053, 12],
  ['桥西区', 114.4612, 38.0044, 11],
  ['新华区', 114.458, 38.0637, 11],
  ['裕华区', 114.5417, 38.0063, 11],
  ['正定新区', 114.5704, 38.1562, 10],
  ['鹿泉区', 114.3133, 38.0962, 9],
  ['藁城区', 114.8467, 38.0319, 9],
  ['栾城区', 114.6483, 37.91, 9],
  ['高新区', 114.6287, 38.0502, 11],
  ['元氏', 114.525, 37.766, 9],
  ['灵寿', 114.38, 38.308, 9],
  ['新乐', 114.684, 38.343, 9],
  ['赵县', 114.776, 37.756, 9],
  ['无极', 114.976, 38.179, 9],
  ['井陉', 114.145, 38.032, 9],
])
  label(name === '石家庄市' ? 'cityName' : 'districtName', name, [x, y], from)

const order = [
  'town',
  'block',
  'park',
  'water',
  'stream',
  'canal',
  'minor',
  'road',
  'major',
  'trunk',
  'motorway',
  'rail',
  'metro',
]
features.sort((a, b) => ((order.indexOf(a.properties.kind) + 99) % 99) - ((order.indexOf(b.properties.kind) + 99) % 99))
const unnamed = features
  .map(({ properties }) => properties.name)
  .filter((name) => name !== undefined && !(name in names))
if (unnamed.length > 0) throw new Error(`cityNames.mjs lacks ${[...new Set(unnamed)].join(', ')}`)
writeFileSync(out, `${JSON.stringify({ type: 'FeatureCollection', names, features })}\n`)
console.log(`${features.length} features`)
