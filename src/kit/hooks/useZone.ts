import { use } from 'react'
import { zoneOf, type Zone } from '../../../resources/kit/zone.ts'
import { askSettings, defaults } from './settings.ts'
import { sharedValue, useSharedValue } from './sharedValue.ts'

/** How often a host that did not answer is asked again, ms. */
const ASK_INTERVAL_MS = 10_000

/** The platform's time zone: what a calendar day is, and what all clocks of the console show, wherever the browser is. */
export const platformZone = async (): Promise<Zone> => {
  const zone = await firstZone()
  return later.get() ?? zone
}

/**
 * The same for components. Suspends until the settings are there, which main.tsx asks for beside my-info; App waits for them, so that no layer
 * that asks later is hidden for a frame: it would lose the focus. Where they did not come it is the usual one, and that of the platform once it answers.
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
