import { describe, expect, it } from 'vitest'
import { silenceFrom } from '../../server/alarms/watching/silence.ts'
import type { Rule } from '../../server/alarms/rules.ts'
import type { LiveDevice } from '../../server/platform.ts'

const MINUTE = 60_000
const NOW = 1_795_264_170_521
const NODE = 11

/** How long devices count as silent, by the time since they last sent, both in minutes; null: never. */
function silences(heard: readonly (number | null)[]): number[] {
  const devices = heard.map((minutes, id) => {
    const at = minutes === null ? null : NOW - minutes * MINUTE
    return { id, lastAt: at, nodes: new Map([[NODE, { last: at === null ? null : { value: 1, ts: at } }]]) }
  }) as unknown as LiveDevice[]
  const from = silenceFrom({ devices: () => devices, device: (id) => devices[id] }, NOW)
  const rule = { nodemap_id: NODE } as Rule
  return devices.map(({ id }) => (NOW - from({ deviceId: id, rule })) / MINUTE)
}

describe('silenceFrom', () => {
  it('counts a device as silent since its last value while others sent values', () => {
    expect(silences([0, 40])).toEqual([0, 40])
  })

  it('subtracts the silence common to all devices', () => {
    expect(silences([30, 30, 40])).toEqual([0, 0, 10])
    expect(silences([30])).toEqual([0])
  })

  it('returns no silence for a device without values or with a future timestamp', () => {
    expect(silences([null, 5])).toEqual([0, 0])
    expect(silences([-10, 5])).toEqual([0, 0])
    expect(silences([])).toEqual([])
  })
})
