import { DAY } from '../../../resources/kit/zone.ts'
import type { City, DemoDevice } from '../city.ts'
import { BESIDE_ROADS } from '../areas.ts'
import { nodes } from '../products.ts'
import { createScenes, strengthAt, type Scene, type Scenes } from './scenes.ts'
import { roundForInstrument, waveAt, ZONE_OFFSET_MS, type Quantity } from './wave.ts'

/**
 * The measurements of a city's devices: the curves of the weather and the effects of scenes, one function for history,
 * alarms and the simulator.
 */
export interface Meter {
  scenes: Scenes
  /** Returns the value of a device's quantity at a moment, epoch ms. */
  at(device: DemoDevice, quantity: Quantity, t: number): number
}

const ranges = new Map(nodes.map(({ quantity, min_value, max_value }) => [quantity, [min_value, max_value] as const]))

/** How much quieter the zones of GB 3096 are than the zone beside roads, dB (resources/pollutants.ts). */
const quieter = new Map([
  [2, 10],
  [3, 6],
  [4, 2],
])

export function createMeter(city: City, since: number): Meter {
  const scenes = createScenes(city, since)
  // The history reads a device's day value by value, so the scenes of the day are cached.
  const known = new Map<number, { day: number; scenes: Scene[] }>()
  const scenesAt = (device: DemoDevice, t: number): readonly Scene[] => {
    const day = Math.floor((t + ZONE_OFFSET_MS) / DAY)
    const cached = known.get(device.place)
    if (cached?.day === day) return cached.scenes
    const from = day * DAY - ZONE_OFFSET_MS
    const found = scenes.of(device, from, from + DAY)
    known.set(device.place, { day, scenes: found })
    return found
  }
  return {
    scenes,
    at(device, quantity, t) {
      let value = waveAt(quantity, device.place, t, device.river?.normal)
      if (quantity === 'noise') value -= quieter.get(device.site ?? BESIDE_ROADS) ?? 0
      for (const scene of scenesAt(device, t)) {
        const strength = strengthAt(scene, t)
        if (strength > 0) value = scene.kind.changes[quantity]?.(value, strength, device, t) ?? value
      }
      const [low, high] = ranges.get(quantity) ?? [value, value]
      return roundForInstrument(quantity, Math.min(high, Math.max(low, value)))
    },
  }
}
