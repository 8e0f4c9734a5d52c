import { use } from 'react'
import { zoneOf, type Zone } from '../../../resources/kit/zone.ts'
import { askSettings, defaults } from './settings.ts'
import { sharedValue, useSharedValue } from './sharedValue.ts'

/** Retry interval for a host that did not answer, ms. */
const ASK_INTERVAL_MS = 10_000

/**
 * Returns the platform's time zone, which defines calendar days and all clocks of the console, wherever the browser is.
 */
export const platformZone = async (): Promise<Zone> => {
  const zone = await firstZone()
  return later.get() ?? zone
}

/**
 * As platformZone, for components. Suspends until the settings are loaded, which main.tsx requests together with
 * my-info; App waits for them, so that no layer that uses the zone later is hidden for a frame and loses the focus. If
 * they failed to load, returns the default zone, and the platform's once it answers.
 */
export const useZone = (): Zone => {
  const zone = use(firstZone())
  return useSharedValue(later) ?? zone
}

const firstZone = (): Promise<Zone> => (first ??= readZone())

async function readZone(): Promise<Zone> {
  const settings = await askSettings()
  if (settings === null) setTimeout(() => void askAgain(), ASK_INTERVAL_MS)
  return zoneOf((settings ?? defaults).timeZone)
}

async function askAgain(): Promise<void> {
  const settings = await askSettings()
  if (settings === null) setTimeout(() => void askAgain(), ASK_INTERVAL_MS)
  else later.set(zoneOf(settings.timeZone))
}

let first: Promise<Zone> | null = null
const later = sharedValue<Zone | null>(null)
