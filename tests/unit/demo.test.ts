import { describe, expect, it } from 'vitest'
import { resourceOf } from '../../resources/index.ts'
import { problemsOf } from '../../resources/kit/validate.ts'
import { projects } from '../../server/demo/areas.ts'
import { city, sendsAt } from '../../server/demo/city.ts'
import { nodes, products } from '../../server/demo/products.ts'
import { waveAt } from '../../server/demo/wave.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const NOON = Date.UTC(2026, 5, 10, 4)

describe('demo city', () => {
  it('would pass the forms', () => {
    // Pictures are drawn while the demo is filled.
    for (const project of projects) expect(problemsOf(resourceOf('permissionCenter/project'), { ...project, ico: '/upload/logo.png' })).toEqual({})
    for (const area of city.areas) expect(problemsOf(resourceOf('manage/area'), { name: area.name, superid: 1, project_id: 1 })).toEqual({})
    for (const node of nodes) expect(problemsOf(resourceOf('manage/node'), { ...node, datatype: 5, imginfo: '/upload/node.png' })).toEqual({})
    for (const product of products) {
      expect(problemsOf(resourceOf('manage/product'), { ...product })).toEqual({})
      for (const [, alias] of product.nodes) expect(problemsOf(resourceOf('manage/product/nodemap'), { devicetype_id: 1, node_id: 1, alias, nodeaddr: 1 })).toEqual({})
    }
    for (const gateway of city.gateways) expect(problemsOf(resourceOf('manage/gateway'), { ...gateway, project_id: 1 })).toEqual({})
    for (const device of city.devices) {
      const { acquisition_cycle, save_cycle, over_time } = device.product
      const row = { ...device, project_id: 1, district_id: 2, devicetype_id: 1, gateway_id: 1, issingle: 0, acquisition_cycle, save_cycle, over_time }
      expect(problemsOf(resourceOf('manage/device'), row), device.name).toEqual({})
    }
  })
  it('names everything once', () => {
    for (const names of [city.devices.map((d) => d.name), city.devices.map((d) => d.sn), city.gateways.map((g) => g.regcode), city.gateways.map((g) => g.name), nodes.map((n) => n.name)])
      expect(new Set(names).size).toBe(names.length)
    expect(new Set(products.flatMap((product) => product.nodes.map(([quantity]) => quantity)))).toEqual(new Set(nodes.map((node) => node.quantity)))
  })
  it('measures within the range of every node, at any time, and the same twice', () => {
    for (const { quantity, min_value, max_value } of nodes)
      for (let i = 0; i < 400; i++) {
        const t = NOON + i * 5.3 * HOUR
        const value = waveAt(quantity, i, t)
        expect(value, `${quantity} at ${t}`).toBeGreaterThanOrEqual(min_value)
        expect(value, `${quantity} at ${t}`).toBeLessThanOrEqual(max_value)
        expect(waveAt(quantity, i, t)).toBe(value)
      }
  })
  it('follows the day', () => {
    const mean = (quantity: Parameters<typeof waveAt>[0], hour: number): number => Array.from({ length: 20 }, (_, day) => waveAt(quantity, 3, NOON + day * DAY + (hour - 12) * HOUR)).reduce((a, b) => a + b) / 20
    expect(mean('temperature', 15)).toBeGreaterThan(mean('temperature', 3) + 4)
    expect(mean('noise', 8)).toBeGreaterThan(mean('noise', 3) + 5)
    expect(mean('lamp', 13)).toBe(0)
    expect(mean('lamp', 22)).toBe(1)
    expect(mean('light', 1)).toBe(0)
  })
  it('has devices that are off line, late and disabled', () => {
    const silent = city.devices.filter((device) => !sendsAt(device, NOON, NOON))
    expect(silent.length).toBeGreaterThan(5)
    expect(new Set(city.devices.map((device) => device.health))).toEqual(new Set(['well', 'offline', 'stale', 'disabled']))
  })
})
