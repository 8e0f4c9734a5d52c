import type { Datum } from '../../../resources/kit/datum.ts'
import { timeLimit } from '../timeLimit.ts'

/** Source of the base map: the operator's tiles, else the operator's PMTiles file, else the bundled drawing. */
export interface MapSettings {
  /** Address with {z}, {x}, {y}; attribution as plain text. */
  tiles: { url: string; attribution: string; datum: Datum } | null
  /** Address of a PMTiles file. */
  pmtiles: string | null
  /** Whether to draw the demo's city. */
  demoCity: boolean
}

/** Settings that the server gives the console before sign-in: GET /console-settings.json. */
export interface ConsoleSettings {
  /** Accounts of the demo, shown on the sign-in page; null without a demo. */
  demo: readonly { username: string; password: string }[] | null
  /** Minimum length of passwords in the forms. */
  passwordMin: number
  /** Alternative address of the live feed; null: /v1/ws of this host. */
  liveUrl: string | null
  /** Whether the platform requires a captcha at all. */
  captcha: boolean
  /** Whether a registration code is sent only after a captcha. */
  smsCaptcha: boolean
  /** Whether such a code goes to the outbox, because no text message service is configured. */
  smsOutbox: boolean
  /** The external editor and viewer of display screens (hmiAddress.ts); null if there is none. */
  hmiUrl: string | null
  map: MapSettings
  /** IANA name of the platform's time zone, which defines calendar days. */
  timeZone: string
}

/**
 * Loads the settings once and caches them. If the host does not answer, returns the strictest defaults, and the next
 * call tries again.
 */
export const loadSettings = async (): Promise<ConsoleSettings> => (await askSettings()) ?? defaults

/** As loadSettings; null if the host did not answer. */
export function askSettings(): Promise<ConsoleSettings | null> {
  loading ??= fetchSettings().catch(() => (loading = null))
  return loading
}

/** Settings for a host without any, or one that does not answer. */
export const defaults: ConsoleSettings = {
  demo: null,
  passwordMin: 8,
  liveUrl: null,
  captcha: true,
  smsCaptcha: false,
  smsOutbox: false,
  map: { tiles: null, pmtiles: null, demoCity: false },
  hmiUrl: null,
  timeZone: 'Asia/Shanghai',
}
let loading: Promise<ConsoleSettings | null> | null = null

/** Timeout of the request, ms. */
const ANSWER_TIMEOUT_MS = 15_000

async function fetchSettings(): Promise<ConsoleSettings> {
  const response = await fetch('/console-settings.json', {
    headers: { Accept: 'application/json' },
    signal: timeLimit(ANSWER_TIMEOUT_MS),
  })
  // A host that fails temporarily is not a host without settings.
  if (response.status >= 500) throw new Error(`settings: ${response.status}`)
  const answer: unknown = response.ok ? await response.json() : null
  return typeof answer === 'object' && answer !== null
    ? { ...defaults, ...(answer as Partial<ConsoleSettings>) }
    : defaults
}
