import { describe, expect, it } from 'vitest'
import { cameraFor } from '../../resources/kit/nearest.ts'
import { distanceText } from '../../src/map/nearest.ts'

const camera = (id: number, place: [number, number] | null, district_id = 3) => ({
  id,
  name: `机位 ${id}`,
  url: '/x.mp4',
  type: 0,
  district_id,
  positional: place && JSON.stringify({ maplng: place[0], maplat: place[1] }),
})
const HERE: [number, number] = [114.5, 38]

describe('cameraFor', () => {
  const own = [camera(1, null), camera(2, [114.5, 38.02])]
  const next = camera(3, [114.5, 38.001], 4)

  it('returns the nearest camera, also of another area, with its distance', () => {
    const found = cameraFor({ own, all: [...own, next] }, HERE)
    expect([found?.id, distanceText(found?.metres ?? 0)]).toEqual([3, '111 m'])
    expect(cameraFor({ own, all: own }, HERE)?.id).toBe(2)
  })

  it('returns the first camera of the area if none is near or the alarm has no coordinates', () => {
    expect(cameraFor({ own, all: [...own, next] }, null)).toMatchObject({ id: 1, metres: null })
    const far = camera(4, [115, 38], 9)
    expect(cameraFor({ own: own.slice(0, 1), all: [far] }, HERE)).toMatchObject({ id: 1, metres: null })
    expect(cameraFor({ own: [], all: [far, camera(5, [0, 38])] }, HERE)).toBeUndefined()
  })
})
