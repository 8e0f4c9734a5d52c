import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { evidenceByNode } from '../../dataProvider/calls/evidenceValues.ts'
import { Zone } from '../../resources/kit/zone.ts'
import { readParams, writeParams } from '../../src/dashboard/dashboardParams.ts'
import {
  alarmWindows,
  areaShares,
  gatewayCount,
  percentText,
  pickDevice,
  shownNodes,
  topShares,
} from '../../src/dashboard/figures.ts'
import { withLatest } from '../../src/dashboard/TodayChart.tsx'
import { updates } from '../../src/app/account/updates.ts'
import { buildTree } from '../../src/kit/areaTree/tree.ts'
import { aDevice, aNode } from '../support/devices.ts'

describe('dashboard rings', () => {
  it('percentText returns 100.0 or 0.0 only for exactly all or none, and null without devices', () => {
    expect(percentText({ online: 119, offline: 9 })).toBe('93.0')
    expect(percentText({ online: 9999, offline: 1 })).toBe('99.9')
    expect(percentText({ online: 1, offline: 9999 })).toBe('0.1')
    expect([percentText({ online: 5, offline: 0 }), percentText({ online: 0, offline: 5 })]).toEqual(['100.0', '0.0'])
    expect(percentText({ online: 0, offline: 0 })).toBeNull()
  })

  it('gatewayCount counts gateways by the state their devices report', () => {
    const behind = (id: number, gateway: number | null, online: boolean | null) =>
      aDevice({ id, gateway_id: gateway, gateway_online: online })
    expect(
      gatewayCount([behind(1, 7, false), behind(2, 7, true), behind(3, 8, false), behind(4, null, null)], 3),
    ).toEqual({ online: 1, offline: 1, total: 3 })
    expect(gatewayCount([behind(1, 7, null)], 3)).toEqual({ online: 0, offline: 0, total: 3 })
    expect(gatewayCount([behind(1, 7, true), behind(2, 8, true)], 0)).toEqual({ online: 2, offline: 0, total: 2 })
  })
})

describe('alarmWindows', () => {
  it('returns the last 7, 15 and 30 calendar days in the platform’s zone, including today', () => {
    const windows = alarmWindows(new Zone('Asia/Shanghai'), '2026-11-20')
    expect(
      windows.map(({ days, from, to }) => [days, new Date(from).toISOString(), new Date(to).toISOString()]),
    ).toEqual([
      [7, '2026-11-13T16:00:00.000Z', '2026-11-20T15:59:59.999Z'],
      [15, '2026-11-05T16:00:00.000Z', '2026-11-20T15:59:59.999Z'],
      [30, '2026-10-21T16:00:00.000Z', '2026-11-20T15:59:59.999Z'],
    ])
  })

  it('includes a 25-hour day at a daylight saving change', () => {
    const [week] = alarmWindows(new Zone('Europe/Berlin'), '2026-10-27')
    expect(week && (week.to + 1 - week.from) / 3_600_000).toBe(7 * 24 + 1)
  })
})

describe('areaShares and topShares', () => {
  const areas = buildTree([
    { id: 2, name: 'City', superid: 1 },
    { id: 3, name: 'North', superid: 2 },
    { id: 4, name: 'South', superid: 2 },
    { id: 5, name: 'Harbour', superid: 4 },
    { id: 6, name: 'Empty', superid: 2 },
  ])

  it('areaShares splits the first level with several areas, includes sub-areas and counts every device', () => {
    expect(
      areaShares(
        areas,
        new Map([
          [2, 1],
          [3, 4],
          [4, 2],
          [5, 5],
        ]),
        14,
      ),
    ).toEqual([
      { area: 4, name: 'South', count: 7 },
      { area: 3, name: 'North', count: 4 },
      { area: null, name: null, count: 2 },
      { area: null, name: 'City', count: 1 },
    ])
    // The area that holds most (Town 0) is split into its sub-areas; where there are more than a few areas, none is
    // split.
    const wide = buildTree([
      ...Array.from({ length: 3 }, (_, index) => ({ id: 20 + index, name: `Town ${index}`, superid: 1 })),
      { id: 30, name: 'Mill', superid: 20 },
      { id: 31, name: 'Field', superid: 20 },
    ])
    expect(
      areaShares(
        wide,
        new Map([
          [20, 1],
          [30, 6],
          [31, 5],
          [21, 2],
          [22, 3],
        ]),
        17,
      ).map(({ name, count }) => `${name} ${count}`),
    ).toEqual(['Mill 6', 'Field 5', 'Town 2 3', 'Town 1 2', 'Town 0 1'])
    expect(
      areaShares(
        wide,
        new Map([
          [30, 3],
          [31, 3],
          [21, 4],
          [22, 5],
        ]),
        15,
      ).map(({ name }) => name),
    ).toEqual(['Town 0', 'Town 2', 'Town 1'])
    expect(areaShares([], new Map(), 3)).toEqual([{ area: null, name: null, count: 3 }])
    expect(areaShares(areas, new Map(), 0)).toEqual([])
  })

  it('topShares combines the smallest of more than eight shares into one', () => {
    const shares = Array.from({ length: 10 }, (_, index) => ({ area: index, name: `${index}`, count: 20 - index }))
    expect(topShares(shares.slice(0, 8))).toEqual({ top: shares.slice(0, 8), rest: null })
    const { top, rest } = topShares(shares)
    expect([top.length, rest]).toEqual([7, { areas: 3, count: 13 + 12 + 11 }])
  })
})

describe('dashboard device', () => {
  const online = aDevice({ id: 2, nodes: [aNode({ id: 1, value: 5 })] })
  const silent = aDevice({ id: 1, nodes: [aNode({ id: 1, value: null, at: null })] })

  it('pickDevice prefers the requested device, then the last one, one with values and the first', () => {
    expect(pickDevice([silent, online], 1, 2)).toBe(1)
    expect(pickDevice([silent, online], 99, 1)).toBe(1)
    expect(pickDevice([silent, online], null, 99)).toBe(2)
    expect(pickDevice([silent], null, null)).toBe(1)
    expect(pickDevice([], 1, 1)).toBeNull()
  })

  it('shownNodes returns five nodes in the platform’s order, always including those in alarm', () => {
    const nodes = [1, 2, 3, 4, 5, 6, 7].map((id) => aNode({ id, value: id === 2 ? null : id }))
    expect(shownNodes(nodes, new Set([7])).map(({ id }) => id)).toEqual([1, 3, 4, 5, 7])
  })

  it('withLatest appends the newest scripted value unless it is old, not a number or flagged', () => {
    const line = { key: '1', label: 'PM', unit: '', color: '--c1', times: [1000, 2000], values: [1, 2] }
    const node = aNode({ id: 1, value: 35, at: 3000, node_script: 'value * 0.1' })
    expect(withLatest(line, [node])).toMatchObject({ times: [1000, 2000, 3000], values: [1, 2, 3.5] })
    expect(withLatest(line, [{ ...node, at: 2000 }])).toBe(line)
    expect(withLatest(line, [{ ...node, id: 2 }])).toBe(line)
    expect(withLatest(line, [{ ...node, node_script: '"words"' }])).toBe(line)
    const flagged = (at: number) =>
      evidenceByNode({ flags: [{ nodemapid: 1, t: at, value: 35, flag: 4, tests: ['spike'] }] }).get(1)
    const at = 1_795_000_000_000
    const late = { ...line, times: [at, at + 1000] }
    const newest = [{ ...node, at: at + 3000 }]
    expect(withLatest(late, newest, flagged(at + 3000))).toBe(late)
    expect(withLatest(late, newest, flagged(at + 500)).times).toEqual([at, at + 1000, at + 3000])
  })
})

describe('dashboard URL parameters', () => {
  it('hold area and device, and invalid values are ignored', () => {
    expect(writeParams({ area: 3, device: 12 }).toString()).toBe('area=3&device=12')
    expect(readParams(new URLSearchParams('area=3&device=12'))).toEqual({ area: 3, device: 12 })
    expect(readParams(new URLSearchParams('area=-1&device=1e3'))).toEqual({ area: null, device: null })
  })
})

describe('update log', () => {
  it('lists the versions of CHANGELOG.md in order, starting with that of package.json', () => {
    const read = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8')
    const versions = [...read('CHANGELOG.md').matchAll(/^## v?(\d+\.\d+\.\d+)/gm)].map((match) => match[1])
    expect(updates.map(({ version }) => version)).toEqual(versions)
    expect((JSON.parse(read('package.json')) as { version: string }).version).toBe(updates[0]?.version)
  })
})
