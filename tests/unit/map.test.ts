import { readFileSync } from 'node:fs'
import type { FeatureCollection, MultiLineString } from 'geojson'
import { describe, expect, it } from 'vitest'
import { gcjToWgs, wgsToGcj, type Pair } from '../../resources/kit/datum.ts'
import { createPlaceCache } from '../../server/geocode/cache.ts'
import { nearestPlace, type NamedPlace } from '../../server/geocode/near.ts'
import { addressIn } from '../../server/geocode/service.ts'
import { policy } from '../../server/http/headers.ts'
import { readSettings } from '../../server/settings.ts'
import { pairOf, pointOf } from '../../resources/kit/types/geo.ts'
import { countConnections } from '../../src/live/deviceStatus.ts'
import { Clusters } from '../../src/map/clusters.ts'
import { conversions } from '../../src/map/datum.ts'
import { distance, distanceToLine, isInside } from '../../resources/kit/outline.ts'
import { outlineOf, knownPlace } from '../../resources/kit/places.ts'
import { devicePlace } from '../../src/map/places.ts'
import { shapeName, shapesOf } from '../../src/map/sketch/sketch.ts'
import { styles } from '../../src/map/sketch/paint.ts'
import { freeSpot } from '../../src/monitor/map/freeSpot.ts'
import { readMapParams, viewText } from '../../src/monitor/map/mapParams.ts'
import { readMode, withMode } from '../../src/monitor/modes.ts'
import { PointBuilder } from '../../src/monitor/map/points.ts'
import { aDevice } from '../support/devices.ts'

const metres = (a: Pair, b: Pair) => distance(a, b)

describe('WGS-84 and GCJ-02 conversion', () => {
  // Published pairs of the well-known transformation.
  it.each<[string, Pair, Pair]>([
    ['Tiananmen', [116.391_44, 39.907_35], [116.397_68, 39.908_75]],
    ['Shanghai', [121.426_61, 31.235_62], [121.431_11, 31.233_71]],
  ])('converts %s in both directions within 30 m', (_name, wgs, gcj) => {
    expect(metres(wgsToGcj(wgs), gcj)).toBeLessThan(30)
    expect(metres(gcjToWgs(gcj), wgs)).toBeLessThan(30)
  })
  it('round-trips within 1 cm and leaves places outside China unchanged', () => {
    for (let at = 0; at < 200; at++) {
      const place: Pair = [74 + ((at * 37) % 60), 3 + ((at * 17) % 50)]
      expect(metres(gcjToWgs(wgsToGcj(place)), place)).toBeLessThan(0.01)
    }
    expect(wgsToGcj([2.35, 48.86])).toEqual([2.35, 48.86])
    expect(gcjToWgs([-122.4, 37.8])).toEqual([-122.4, 37.8])
  })
  it('shifts markers onto GCJ-02 tiles and converts clicks back', () => {
    const { toMap, fromMap } = conversions.GCJ02
    const place: Pair = [114.519_799, 38.057_64]
    const shown = toMap(place)
    expect(metres([shown.lng, shown.lat], place)).toBeGreaterThan(300)
    expect(metres(fromMap(shown), place)).toBeLessThan(0.01)
    expect(conversions.WGS84.toMap(place)).toEqual({ lng: 114.519_799, lat: 38.057_64 })
  })
})

describe('stored coordinates', () => {
  it('reads device coordinates from numbers or strings and returns null for invalid input', () => {
    expect(devicePlace('{"maplng":"114.5","maplat":38}', 7)).toEqual([114.5, 38])
    for (const bad of [null, '', '{}', 'x', '[1,2]', '{"maplng":"","maplat":1}', '{"maplng":500,"maplat":1}'])
      expect(devicePlace(bad, 7)).toBeNull()
  })
  it('replaces a zero coordinate by the default plus (id modulo 100) / 100', () => {
    expect(devicePlace('{"maplng":0,"maplat":0}', 1234)).toEqual([114.519_799 + 0.34, 38.057_64 + 0.34])
    expect(devicePlace('{"maplng":114.5,"maplat":0}', 100)).toEqual([114.5, 38.057_64])
  })
  it('returns null from knownPlace if a coordinate is zero or unreadable', () => {
    expect(knownPlace('{"maplng":"114.5","maplat":38}')).toEqual([114.5, 38])
    for (const unset of [
      '{"maplng":0,"maplat":0}',
      '{"maplng":"0","maplat":38}',
      '{"maplng":114.5,"maplat":"0.0"}',
      null,
      'x',
    ])
      expect(knownPlace(unset)).toBeNull()
  })
  it('reads outlines from pairs or objects and skips invalid points', () => {
    expect(outlineOf('[[1,2],["3","4"],[5],null,[999,1]]')).toEqual([
      [1, 2],
      [3, 4],
    ])
    expect(outlineOf('[{"lng":1,"lat":2},{"lng":"3","lat":"4"},{"lng":5}]')).toEqual([
      [1, 2],
      [3, 4],
    ])
    for (const bad of [null, undefined, '', 'x', '{}']) expect(outlineOf(bad)).toEqual([])
  })
  it('parses coordinates from entered text and JSON', () => {
    expect(pairOf('114.5，38')).toEqual([114.5, 38])
    expect(pointOf('{"maplng":1,"maplat":2}')).toEqual([1, 2])
    expect(pointOf('')).toBeNull()
  })
})

describe('bundled province boundaries', () => {
  const drawing = JSON.parse(readFileSync('public/map/provinces.json', 'utf8')) as FeatureCollection<MultiLineString>

  it('are one shape of the styled kind province for zooms 4 to 8', () => {
    const [shape, ...more] = shapesOf(drawing)
    expect(more).toEqual([])
    expect(shape).toMatchObject({ kind: 'province', from: 4, to: 8 })
    expect(styles).toHaveProperty('province')
  })
  it('lie within the country and include the boundary of Hebei and Shanxi', () => {
    const points = drawing.features.flatMap(({ geometry }) => geometry.coordinates.flat())
    expect(points.length).toBeGreaterThan(2000)
    expect(points.filter(([lng = 0, lat = 0]) => lng < 76 || lng > 132 || lat < 20 || lat > 54)).toEqual([])
    expect(points.some(([lng = 0, lat = 0]) => Math.abs(lng - 113.7) < 0.4 && Math.abs(lat - 38) < 0.3)).toBe(true)
  })
})

describe('map points and clusters', () => {
  const places = Array.from({ length: 40 }, (_, at) => JSON.stringify({ maplng: 114.5 + (at % 4) * 1e-4, maplat: 38 }))
  const devices = places.map((positional, at) =>
    aDevice({ id: at + 1, positional, thre_list: at < 3 ? [1] : [], online: at % 10 !== 9, disabled: at === 5 }),
  )
  const query = { areas: null, alarmsOnly: false, closedAreas: new Set<number>(), now: 0 }

  it('counts the devices of a cluster by state', () => {
    const { clusters, kinds, totals } = new PointBuilder().build(devices, query)
    const [item, ...more] = clusters.within([114, 37, 115, 39], 8)
    expect(more).toEqual([])
    expect(item).toMatchObject({ kind: 'cluster', count: 40 })
    expect(clusters.tally(item?.id ?? 0, kinds, 5)).toEqual([32, 3, 0, 5, 0])
    expect(totals).toEqual([32, 3, 0, 5, 0])
  })
  it('keeps the index when only states change and rebuilds it when a device moved', () => {
    const builder = new PointBuilder()
    const first = builder.build(devices, query)
    const changed = devices.map((device) => (device.id === 21 ? { ...device, thre_list: [9] } : device))
    const second = builder.build(changed, query)
    expect(second.clusters).toBe(first.clusters)
    expect(second.totals).toEqual([31, 4, 0, 5, 0])
    const third = builder.build(
      changed.map((device) => (device.id === 21 ? { ...device, positional: '{"maplng":1,"maplat":1}' } : device)),
      query,
    )
    expect(third.clusters).not.toBe(second.clusters)
  })
  it('counts offline and unknown devices as the device list does', () => {
    const closed = { ...query, closedAreas: new Set([7]) }
    const mixed = [
      ...devices,
      aDevice({ id: 97, positional: places[0] ?? null, district_id: 7 }),
      aDevice({ id: 96, positional: places[0] ?? null, online: null }),
    ]
    const { totals } = new PointBuilder().build(mixed, closed)
    expect(totals).toEqual([32, 3, 0, 6, 1])
    expect(countConnections(mixed, closed.closedAreas)).toEqual({ online: 35, offline: 6, unknown: 1 })
  })
  it('filters by area or alarm and counts devices with missing or unset coordinates', () => {
    const more = [
      ...devices,
      aDevice({ id: 99, positional: null }),
      aDevice({ id: 98, positional: places[0] ?? null, district_id: 5, thre_list: [1] }),
    ]
    expect(new PointBuilder().build(more, query)).toMatchObject({ unplaced: 1, unset: 0 })
    const never = aDevice({ id: 97, positional: '{"maplng":0,"maplat":0}' })
    const { unset, clusters, view } = new PointBuilder().build([...more, never], query)
    expect([unset, clusters.ids.includes(97), view.length]).toEqual([1, true, 41])
    // Where no other place is known, the map moves to their marks.
    expect(new PointBuilder().build([never], query).view).toHaveLength(1)
    expect(new PointBuilder().build(more, { ...query, areas: new Set([5]) }).clusters.ids).toEqual([98])
    expect(new PointBuilder().build(more, { ...query, alarmsOnly: true }).clusters.ids).toEqual([1, 2, 3, 98])
  })
  it('reports that no zoom splits points with identical coordinates', () => {
    const clusters = new Clusters(
      [1, 2],
      [
        [1, 1],
        [1, 1],
      ],
    )
    const [item] = clusters.within([0, 0, 2, 2], 5)
    expect(clusters.splitsAt(item?.id ?? 0)).toBeGreaterThan(20)
    expect([...clusters.membersOf(item?.id ?? 0)]).toEqual([0, 1])
  })
})

describe('map URL', () => {
  it('holds view, device and mode, and ignores invalid values', () => {
    const view = { centre: [114.5, 38.05] as const, zoom: 12 }
    expect(readMapParams(new URLSearchParams({ at: viewText(view), device: '7' }))).toMatchObject({ view, device: 7 })
    for (const at of ['', '1,2', 'a,b,c', '1,2,99', '500,2,9', '1,,9'])
      expect(readMapParams(new URLSearchParams({ at, device: '-1' }))).toMatchObject({ view: null, device: null })
    expect(readMode(new URLSearchParams('mode=map'))).toBe('map')
    expect(readMode(new URLSearchParams('mode=globe'))).toBe('list')
    expect(withMode(new URLSearchParams('area=3&mode=map'), 'list').toString()).toBe('area=3')
  })
})

describe('freeSpot (position of an area label)', () => {
  const outline: Pair[] = [
    [114, 38],
    [114.2, 38],
    [114.2, 38.1],
    [114, 38.1],
  ]
  const metres = (spot: Pair | null, mark: Pair) => (spot ? distance(spot, mark) : 0)

  it('returns the centre of the area, or a point beside it if a marker is there', () => {
    const middle: Pair = [114.1, 38.05]
    expect(metres(freeSpot(outline, []), middle)).toBeLessThan(1)
    const aside = freeSpot(outline, [middle, [115, 39]])
    expect(metres(aside, middle)).toBeGreaterThan(3000)
    expect(isInside(outline, aside ?? [0, 0])).toBe(true)
  })

  it('returns a point inside a bent outline, and null if the outline encloses nothing', () => {
    const bent: Pair[] = [
      [114, 38],
      [114.2, 38],
      [114.2, 38.02],
      [114.02, 38.02],
      [114.02, 38.2],
      [114, 38.2],
    ]
    expect(isInside(bent, freeSpot(bent, []) ?? [0, 0])).toBe(true)
    expect(freeSpot(outline.slice(0, 2), [])).toBeNull()
  })
})

describe('geocoding', () => {
  const square = (id: number, lng: number, lat: number, side: number): NamedPlace => ({
    id,
    name: `Area ${id}`,
    superid: 1,
    project_id: 1,
    centre: null,
    outline: [
      [lng, lat],
      [lng + side, lat],
      [lng + side, lat + side],
      [lng, lat + side],
    ],
  })
  it('finds the smallest area containing the point, else the nearest area', () => {
    const places = [square(1, 114, 38, 1), square(2, 114.4, 38.4, 0.1)]
    expect(nearestPlace(places, [114.45, 38.45])).toMatchObject({ place: { id: 2 }, metres: 0 })
    expect(nearestPlace(places, [114.9, 38.1])).toMatchObject({ place: { id: 1 }, metres: 0 })
    const away = nearestPlace(places, [115.01, 38.5])
    expect(away?.place.id).toBe(1)
    expect(away?.metres).toBeGreaterThan(800)
    expect(away?.metres).toBeLessThan(900)
    expect(nearestPlace([], [1, 1])).toBeNull()
    expect(isInside(places[0]?.outline ?? [], [113, 38])).toBe(false)
    expect(
      distanceToLine(
        [
          [0, 0],
          [0, 1],
        ],
        [0.001, 0.5],
      ),
    ).toBeCloseTo(111.3, 0)
  })
  it('caches answers by place, shares pending requests and retries soon after a failure', async () => {
    let time = 0
    let asked = 0
    const cache = createPlaceCache<string>({ max: 2, keep: 1000, keepNone: 10 }, () => time)
    const ask = async () => `answer ${++asked}`
    expect(await Promise.all([cache.get(1, 2, ask), cache.get(1.000_01, 2, ask)])).toEqual(['answer 1', 'answer 1'])
    expect(await cache.get(1, 2, ask)).toBe('answer 1')
    time = 2000
    expect(await cache.get(1, 2, ask)).toBe('answer 2')
    expect(await cache.get(5, 5, () => Promise.reject(new Error('down')))).toBeNull()
    expect(await cache.get(5, 5, ask)).toBeNull()
    time += 20
    expect(await cache.get(5, 5, ask)).toBe('answer 3')
    await cache.get(6, 6, ask)
    expect(cache.size()).toBe(2)
  })
  it('reads the address from responses of common geocoding services', () => {
    expect(addressIn({ display_name: 'Yuhua Road' })).toBe('Yuhua Road')
    expect(addressIn({ status: '1', regeocode: { formatted_address: '裕华路' } })).toBe('裕华路')
    expect(addressIn({ result: { formatted_address: '槐安路' } })).toBe('槐安路')
    expect(addressIn({ features: [{ properties: { label: 'x' } }] })).toBe('x')
    for (const none of [null, 'text', {}, { result: {} }, []]) expect(addressIn(none)).toBeNull()
  })
})

describe('map settings', () => {
  const read = (environment: Record<string, string>) => readSettings(environment, null)
  it('rejects an invalid TILE_URL by name and lists the allowed values of TILE_DATUM', () => {
    expect(read({ TILE_URL: 'https://{s}.tiles.example/{z}/{x}/{y}.png', TILE_DATUM: 'GCJ02' })).toMatchObject({
      tileDatum: 'GCJ02',
    })
    for (const bad of ['tiles', 'ftp://x/{z}/{x}/{y}', 'https://x/{z}/{x}'])
      expect(() => read({ TILE_URL: bad })).toThrow(/TILE_URL/)
    expect(() => read({ TILE_DATUM: 'BD09' })).toThrow(/WGS84, GCJ02/)
  })
  it('limits img-src and connect-src of the CSP to the configured tile hosts', () => {
    const none = { liveUrl: null, tileUrl: null, pmtiles: null }
    expect(policy(none)).toContain("img-src 'self' data: blob:;")
    expect(policy({ ...none, tileUrl: 'https://{s}.tiles.example:8443/{z}/{x}/{y}.png' })).toContain(
      "img-src 'self' data: blob: https://*.tiles.example:8443;",
    )
    expect(policy({ ...none, tileUrl: 'http://tiles/{z}/{x}/{y}' })).toContain(' http://tiles;')
    expect(policy({ ...none, pmtiles: 'https://files.example/a.pmtiles' })).toContain(
      "connect-src 'self' https://files.example;",
    )
    expect(policy({ ...none, pmtiles: '/data/a.pmtiles' })).toContain("connect-src 'self';")
  })
})

it('shapeName returns the names of the demo city’s shapes in three languages', () => {
  const city = JSON.parse(readFileSync('public/map/demo-city.json', 'utf8')) as Parameters<typeof shapesOf>[0]
  const named = shapesOf(city).filter(({ name }) => name !== null)
  expect(named.length).toBeGreaterThan(60)
  for (const shape of named) expect(shapeName(shape, 'zhEN'), shape.name ?? '').toMatch(/^[\w '–-]+$/)
  const park = named.find(({ name }) => name === '滹沱河生态公园')
  expect(park && [shapeName(park, 'zhCN'), shapeName(park, 'zhTW'), shapeName(park, 'zhEN')]).toEqual([
    '滹沱河生态公园',
    '滹沱河生態公園',
    'Hutuo River Park',
  ])
  expect(shapeName({ name: 'A', names: null }, 'zhTW')).toBe('A')
})

it('shapesOf projects coordinates to the map plane', () => {
  const [shape] = shapesOf({
    type: 'FeatureCollection',
    features: [
      {
        type: 'Feature',
        properties: { kind: 'road', name: 'A', from: 9 },
        geometry: {
          type: 'LineString',
          coordinates: [
            [-180, 0],
            [180, 0],
          ],
        },
      },
    ],
  })
  expect(shape).toMatchObject({ kind: 'road', name: 'A', from: 9, to: 99, box: { x0: 0, x1: 1, y0: 0.5, y1: 0.5 } })
})
