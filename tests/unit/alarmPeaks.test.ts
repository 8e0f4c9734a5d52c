import { describe, expect, it } from 'vitest'
import { STATE } from '../../resources/kit/rule.ts'
import { createPeaks } from '../../server/alarms/episodes/peaks.ts'
import type { Rule } from '../../server/alarms/rules.ts'
import { newWatch, type Episode } from '../../server/alarms/watch.ts'

/** The peaks that are written for an alarm above 10 with these values, one a second. */
function written(episode: Episode, values: readonly number[]): number[] {
  const peaks: number[] = []
  const { take, flush } = createPeaks({ altered: (_watch, { peak }) => void peaks.push(peak?.value ?? NaN) })
  const rule = { nodemap_id: 1, operator: 0, x: 10, y: 0 } as unknown as Rule
  const watch = Object.assign(newWatch(rule, 1), { state: STATE.alarm, episode })
  for (const [second, value] of values.entries()) {
    take(watch, value, second * 1000)
    flush()
  }
  return peaks
}

describe('createPeaks', () => {
  it('writes only values worse than the one the alarm fired with', () => {
    expect(written({ logId: null, first: 20 }, [20, 15, 20])).toEqual([])
    expect(written({ logId: 1, first: 20 }, [20, 30, 25, 31])).toEqual([30, 31])
  })

  it('writes the first value as well when the firing value is unknown', () => {
    expect(written({ logId: 1 }, [12, 11, 13])).toEqual([12, 13])
    expect(written({ logId: null, first: null }, [12])).toEqual([12])
  })
})
