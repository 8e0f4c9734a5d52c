import { describe, expect, it } from 'vitest'
import type { Caller } from '../../resources/kit/access.ts'
import { createAreas } from '../../server/live/areas.ts'
import { modelsOf, moveLast, placeDevice, placeModel, sharing } from '../../server/live/device.ts'
import type { DeviceRow, NodeRow } from '../../server/live/load.ts'
import { gatewaysOf, isGatewayOnline, isOnline } from '../../server/live/online.ts'
import { chooseProtocol, tokenOf } from '../../server/live/protocol.ts'
import type { Model } from '../../server/live/registered.ts'
import { stateText } from '../../server/live/stateText.ts'
import type { LiveDevice } from '../../server/platform.ts'
import { CHECK_COLUMNS, type CheckRow } from '../../server/quality/checks.ts'

const area = (id: number, superid: number, project_id = 1) => ({ id, superid, project_id, build_state: 0 })

describe('createAreas', () => {
  it('below includes all sub-areas and visits a cycle once', () => {
    const areas = createAreas([area(2, 1), area(3, 2), area(4, 3), area(5, 6), area(6, 5), area(7, 99)])
    expect([...areas.below([2])].toSorted()).toEqual([2, 3, 4])
    expect([...areas.below([5])].toSorted()).toEqual([5, 6])
    expect([...areas.below([404])]).toEqual([404])
  })
  it('mayTouch allows devices of the caller’s project and managed districts only', () => {
    const areas = createAreas([area(2, 1), area(3, 2), area(4, 1)])
    const caller = (over: Partial<Caller>): Caller => ({
      id: 1,
      super_id: 5,
      project_id: 1,
      keys: new Set(),
      districts: [],
      types: [],
      ...over,
    })
    const device = { project_id: 1, district_id: 3 }
    expect(areas.mayTouch(caller({}), device)).toBe(true)
    expect(areas.mayTouch(caller({ districts: [2] }), device)).toBe(true)
    expect(areas.mayTouch(caller({ districts: [4] }), device)).toBe(false)
    expect(areas.mayTouch(caller({ project_id: 2 }), device)).toBe(false)
    expect(areas.mayTouch(caller({ project_id: null }), { ...device, project_id: 0 })).toBe(false)
    expect(areas.mayTouch(caller({ super_id: 1, project_id: null }), device)).toBe(true)
  })
})

describe('online state', () => {
  const now = 10_000_000
  const device = (over: Partial<LiveDevice>) =>
    ({ control_state: 0, over_time: 600, lastAt: now - 1000, gateway_id: 1, ...over }) as LiveDevice
  it('is true for an enabled device that sent data within its timeout', () => {
    expect(isOnline(device({}), now)).toBe(true)
    expect(isOnline(device({ lastAt: now - 600_000 }), now)).toBe(true)
    expect(isOnline(device({ lastAt: now - 600_001 }), now)).toBe(false)
    expect(isOnline(device({ lastAt: 1, over_time: 0 }), now)).toBe(true)
    expect(isOnline(device({ lastAt: null, over_time: 0 }), now)).toBe(false)
    expect(isOnline(device({ control_state: 1 }), now)).toBe(false)
  })
  it('is true for a gateway while any of its devices sends data', () => {
    const gateways = gatewaysOf([
      device({ lastAt: now - 900_000 }),
      device({ lastAt: now - 500_000 }),
      device({ gateway_id: 2, lastAt: null }),
      device({ gateway_id: 3, lastAt: now - 900_000, over_time: 1800 }),
    ])
    expect([1, 2, 3, 4].map((id) => isGatewayOnline(gateways.get(id), now))).toEqual([true, false, true, false])
    expect(isGatewayOnline(gateways.get(1), now + 200_000)).toBe(false)
  })
})

describe('device of the live state', () => {
  const row: DeviceRow = {
    id: 7,
    sn: '2000000007',
    sn_value: null,
    name: '空气微站 7',
    project_id: 1,
    district_id: 2,
    gateway_id: null,
    devicetype_id: 1,
    control_state: 0,
    over_time: 600,
    acquisition_cycle: 30,
    save_cycle: 5,
    site: null,
    sort_num: 0,
    positional: '{"maplng":114.5,"maplat":38.1}',
    json_data: null,
  }
  const unchecked = Object.fromEntries(CHECK_COLUMNS.map((name) => [name, null])) as unknown as CheckRow
  const node = (id: number, alias = `node ${id}`): NodeRow => ({
    ...unchecked,
    id,
    devicetype_id: 1,
    nodeaddr: id,
    alias,
    registertype: 4,
    unitname: 'µg/m³',
    min_value: 0,
    max_value: 500,
    range_factor: null,
    no_value: null,
    is_direction: null,
    read_back: null,
    node_script: null,
    pollutant: null,
    key_msg: null,
    imginfo: null,
  })
  const modelOf = (...nodes: NodeRow[]) => modelsOf(nodes).get(1) as Model
  const model = modelOf(node(1), node(2))
  let ticks = 0
  const tick = (): number => ++ticks
  const place = (over: Partial<DeviceRow> = {}, old?: ReturnType<typeof placeDevice>) =>
    placeDevice({ ...row, ...over }, model, new Map(), old, tick)
  const value = { nodemap_id: 2, value: 5, ts: 100 }

  it('creates its nodes on first access only, with the same JSON before and after', () => {
    const device = place()
    const before = String(stateText(device).bytes)
    expect(JSON.parse(before.slice(0, -1))).toMatchObject({
      id: 7,
      positional: { String: row.positional, Valid: true },
      nodestatelist: [
        { id: 1, lastdata: null },
        { id: 2, lastdata: null },
      ],
    })
    expect(device.made).toBeNull()
    expect([...device.nodes.keys()]).toEqual([1, 2])
    expect(device.nodes).toBe(device.nodes)
    placeModel(device, model, new Map(), tick)
    expect(String(stateText(device).bytes)).toBe(before)
    expect(moveLast(device, value, 200, tick)).toBe(true)
    expect(String(stateText(device).bytes)).toContain('"lastdata":{"historydata":5,"insertdate":100,"nodemapid":2}')
  })
  it('shares what records have in common, and the flags of devices of which there is nothing to say', () => {
    const share = sharing()
    const [first, second, other] = [{}, { id: 8, name: 'B' }, { id: 9, save_cycle: 7 }].map((over) =>
      placeDevice({ ...row, ...over }, model, new Map(), undefined, tick, share),
    )
    expect(second?.common).toBe(first?.common)
    expect(other?.common).toEqual({ ...first?.common, save_cycle: 7 })
    expect(other?.flags).toBe(first?.flags)
  })
  it('gets the nodes of a changed model, keeping values and calibrations', () => {
    const [asked, other] = [place(), place({ id: 8 })]
    moveLast(asked, value, 200, tick)
    const kept = asked.nodes.get(2)
    const next = modelOf(node(2, 'another name'), node(3))
    const calibrations = new Map([[8, new Map([[3, [{ since: 0, until: null, zero: 1, factor: 2 }]]])]])
    for (const device of [asked, other]) placeModel(device, next, calibrations, tick)
    expect(other.made).toBeNull()
    for (const device of [asked, other]) expect([...device.nodes.keys()]).toEqual([2, 3])
    expect(asked.nodes.get(2)).toBe(kept)
    expect(kept).toMatchObject({ alias: 'another name', last: { value: 5, ts: 100 } })
    expect(other.nodes.get(2)).toMatchObject({ alias: 'another name', last: null })
    expect([asked, other].map(({ nodes }) => nodes.get(3)?.calibrations.length)).toEqual([0, 1])
  })
  it('asks for the comparison with neighbours only of nodes that are compared', () => {
    const near = { qc_near_km: 5, qc_near_factor: 2, pollutant: 1 }
    const compared = modelOf(
      { ...node(1), ...near },
      { ...node(2), ...near },
      { ...node(3), ...near, qc_gap: 5 },
      { ...node(4), ...near, pollutant: 2 },
    )
    const device = placeDevice(row, compared, new Map(), undefined, tick)
    const asked = () => [...device.nodes.values()].map(({ checks }) => checks && [checks.near, checks.gap])
    expect(asked()).toEqual([[true, null], null, [false, 300_000], [true, null]])
    for (const positional of [null, '{"maplng":0,"maplat":0}']) {
      placeDevice({ ...row, positional }, compared, new Map(), device, tick)
      expect(asked()).toEqual([null, null, [false, 300_000], null])
    }
    placeDevice(row, compared, new Map(), device, tick)
    expect(asked()[0]).toEqual([true, null])
  })
  it('counts as changed only when its JSON changes', () => {
    const device = place()
    const { changed } = device
    place({ over_time: 60, save_cycle: -1, site: 1 }, device)
    expect(device.changed).toBe(changed)
    for (const over of [{ name: 'another' }, { positional: null }, { json_data: '{}' }, { gateway_id: 3 }]) {
      const before = device.changed
      place(over, device)
      expect(device.changed).toBeGreaterThan(before)
    }
    expect(String(stateText(device).bytes)).toContain('"gateway_id":3,')
  })
})

describe('live feed subprotocol', () => {
  it('is console.v1, with the token in a second protocol', () => {
    expect(chooseProtocol(new Set(['console.v1', 'bearer.x']))).toBe('console.v1')
    expect(chooseProtocol(new Set(['other']))).toBe(false)
    expect(tokenOf('console.v1, bearer.a-b_c')).toBe('a-b_c')
    for (const header of [undefined, '', 'console.v1', 'console.v1, bearer.']) expect(tokenOf(header)).toBeNull()
  })
})
