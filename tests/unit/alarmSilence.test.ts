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

describe('the silence of a device when a process begins to listen', () => {
  it('is as long as it was heard no more while others were', () => {
    expect(silences([0, 40])).toEqual([0, 40])
  })

  it('is none where none was heard: that may be the silence of the platform', () => {
    expect(silences([30, 30, 40])).toEqual([0, 0, 10])
    expect(silences([30])).toEqual([0])
  })

  it('begins with the process where nothing was ever heard of it, or its clock is ahead', () => {
    expect(silences([null, 5])).toEqual([0, 0])
    expect(silences([-10, 5])).toEqual([0, 0])
    expect(silences([])).toEqual([])
  })
})
