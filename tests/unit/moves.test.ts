import { beforeEach, describe, expect, it, vi } from 'vitest'
import { aDevice } from '../support/devices.ts'

const state = vi.hoisted(() => ({ deviceState: vi.fn(), devicesOfArea: vi.fn() }))
vi.mock('../../dataProvider/calls/oneDevice.ts', () => state)
const { askAreaMove, askDeviceMove } = await import('../../src/entities/device/moves.ts')

const record = { id: 7, district_id: 3, project_id: 1, superid: 2 }

describe('confirmation of a move during active alarms', () => {
  beforeEach(() => {
    state.deviceState.mockReset().mockResolvedValue(aDevice({ id: 7, thre_list: [1, 2] }))
    state.devicesOfArea
      .mockReset()
      .mockResolvedValue([
        aDevice({ id: 7, thre_list: [1, 2] }),
        aDevice({ id: 8 }),
        aDevice({ id: 9, thre_list: [1] }),
      ])
  })

  it.each([{ district_id: 4 }, { project_id: 2 }])('is required for a device with the change %o', async (change) => {
    expect(await askDeviceMove({ record, values: { ...record, ...change } })).toMatchObject({ args: { count: 2 } })
  })
  it('is required for an area with a new parent, counting the alarms of all devices below', async () => {
    expect(await askAreaMove({ record, values: { ...record, superid: 5 } })).toMatchObject({ args: { count: 3 } })
    expect(state.devicesOfArea).toHaveBeenCalledWith(7)
  })
  it('is not required without a move or without active alarms', async () => {
    expect(await askDeviceMove({ record, values: { ...record, name: 'x', district_id: '3' } })).toBeNull()
    expect(await askAreaMove({ record, values: { name: 'x' } })).toBeNull()
    expect(state.deviceState).not.toHaveBeenCalled()
    state.deviceState.mockResolvedValue(aDevice({ id: 7 }))
    expect(await askDeviceMove({ record, values: { district_id: 4 } })).toBeNull()
    state.deviceState.mockResolvedValue(null)
    expect(await askDeviceMove({ record, values: { district_id: 4 } })).toBeNull()
  })
})
