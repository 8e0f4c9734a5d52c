import { use } from 'react'
import { zoneOf, type Zone } from '../../../resources/kit/zone.ts'
import { loadSettings } from './settings.ts'

/** The platform's time zone: what a calendar day is, and what all clocks of the console show, wherever the browser is. */
export const platformZone = (): Promise<Zone> => (zone ??= loadSettings().then(({ timeZone }) => zoneOf(timeZone)))

/**
 * The same for components. Suspends until the settings are there, which main.tsx asks for beside my-info; App waits for them, so that no layer
 * that asks later is hidden for a frame: it would lose the focus.
 */
export const useZone = (): Zone => use(platformZone())

let zone: Promise<Zone> | null = null
