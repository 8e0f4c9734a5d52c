import { use } from 'react'
import { loadSettings } from '../kit/settings.ts'
import { Zone } from '../../resources/kit/zone.ts'

/** The platform's time zone. Suspends until the settings are there, which the console has asked for since its first moment. */
export const useZone = (): Zone => use((zone ??= loadSettings().then(({ timeZone }) => new Zone(timeZone))))

let zone: Promise<Zone> | null = null
