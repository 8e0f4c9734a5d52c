import { describe, expect, it, vi } from 'vitest'
import type { Caller } from '../../resources/kit/access.ts'
import { devicesOf } from '../../server/environment/stations.ts'
import type { LiveDevice, Platform } from '../../server/platform.ts'

describe('devicesOf', () => {
  const devices = [
    { id: 1, project_id: 1, district_id: 2 },
    { id: 2, project_id: 1, district_id: 3 },
    { id: 3, project_id: 2, district_id: 4 },
  ] as unknown as LiveDevice[]
  const all = vi.fn(() => devices)
  const registry = {
    devices: all,
    device: (id: number) => devices.find((one) => one.id === id),
    areasBelow: (ids: number[]) => new Set(ids),
    mayTouch: (_: Caller, { project_id }: LiveDevice) => project_id === 1,
  }
  const asked = (filter: Parameters<typeof devicesOf>[2]) =>
    devicesOf({ registry } as unknown as Platform, {} as Caller, filter).map(({ id }) => id)

  it('returns the devices visible to the caller, filtered by area or project', () => {
    expect(asked({})).toEqual([1, 2])
    expect(asked({ dis_id: '3' })).toEqual([2])
    expect(asked({ pro_id: '2' })).toEqual([])
  })

  it('finds a given device without listing all, applies the other filters and throws 404 if not visible', () => {
    all.mockClear()
    expect(asked({ deviceid: '2' })).toEqual([2])
    expect(asked({ deviceid: '2', dis_id: '3', pro_id: '1' })).toEqual([2])
    expect(asked({ deviceid: '2', dis_id: '2' })).toEqual([])
    expect(() => asked({ deviceid: '3' })).toThrow(expect.objectContaining({ code: 404 }))
    expect(all).not.toHaveBeenCalled()
  })
})
