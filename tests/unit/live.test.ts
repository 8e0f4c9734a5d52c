import { describe, expect, it } from 'vitest'
import type { Caller } from '../../resources/kit/access.ts'
import { createAreas } from '../../server/live/areas.ts'
import { gatewaysOf, isGatewayOnline, isOnline } from '../../server/live/online.ts'
import { chooseProtocol, tokenOf } from '../../server/live/protocol.ts'
import type { LiveDevice } from '../../server/platform.ts'

const area = (id: number, superid: number, project_id = 1) => ({ id, superid, project_id, build_state: 0 })

describe('areas', () => {
  it('take those below along, and walk a cycle once', () => {
    const areas = createAreas([area(2, 1), area(3, 2), area(4, 3), area(5, 6), area(6, 5), area(7, 99)])
    expect([...areas.below([2])].toSorted()).toEqual([2, 3, 4])
    expect([...areas.below([5])].toSorted()).toEqual([5, 6])
    expect([...areas.below([404])]).toEqual([404])
  })
  it('let a caller touch their project, and the managed districts of it', () => {
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

describe('online', () => {
  const now = 10_000_000
  const device = (over: Partial<LiveDevice>) =>
    ({ control_state: 0, over_time: 600, lastAt: now - 1000, gateway_id: 1, ...over }) as LiveDevice
  it('is who is enabled and has spoken in time', () => {
    expect(isOnline(device({}), now)).toBe(true)
    expect(isOnline(device({ lastAt: now - 600_000 }), now)).toBe(true)
    expect(isOnline(device({ lastAt: now - 600_001 }), now)).toBe(false)
    expect(isOnline(device({ lastAt: 1, over_time: 0 }), now)).toBe(true)
    expect(isOnline(device({ lastAt: null, over_time: 0 }), now)).toBe(false)
    expect(isOnline(device({ control_state: 1 }), now)).toBe(false)
  })
  it('is a gateway while any of its devices speaks', () => {
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

describe('the subprotocol of the live feed', () => {
  it('is console.v1, with the token beside it', () => {
    expect(chooseProtocol(new Set(['console.v1', 'bearer.x']))).toBe('console.v1')
    expect(chooseProtocol(new Set(['other']))).toBe(false)
    expect(tokenOf('console.v1, bearer.a-b_c')).toBe('a-b_c')
    for (const header of [undefined, '', 'console.v1', 'console.v1, bearer.']) expect(tokenOf(header)).toBeNull()
  })
})
