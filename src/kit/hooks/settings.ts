import type { Datum } from '../../../resources/kit/datum.ts'
import { timeLimit } from '../timeLimit.ts'

/** What the map is drawn on: the operator's tiles, else their PMTiles file, else what the console brings along. */
export interface MapSettings {
  /** Address with {z}, {x}, {y}; attribution as plain text. */
  tiles: { url: string; attribution: string; datum: Datum } | null
  /** Address of a PMTiles file. */
  pmtiles: string | null
  /** Whether the demo's city belongs under the devices. */
  demoCity: boolean
}

/** What the server tells the console before anybody signs in: GET /console-settings.json. */
export interface ConsoleSettings {
  /** Accounts of the demo, shown on the sign-in page; null where there is no demo. */
  demo: readonly { username: string; password: string }[] | null
  /** Shortest password the forms accept. */
  passwordMin: number
  /** Another address of the live feed; null: /v1/ws of this host. */
  liveUrl: string | null
  /** Whether the platform asks for a captcha at all. */
  captcha: boolean
  /** Whether a registration's code is sent for a captcha's answer only. */
  smsCaptcha: boolean
  /** Whether such a code waits in the outbox, because no service for text messages is set up. */
  smsOutbox: boolean
  /** The external editor and viewer of display screens (hmiAddress.ts); null where there is none. */
  hmiUrl: string | null
  map: MapSettings
  /** IANA name of the platform's time zone: what a calendar day is. */
  timeZone: string
}

/** Asked once and kept. A host that does not answer it gets the strictest defaults, and is asked again next time. */
export const loadSettings = async (): Promise<ConsoleSettings> => (await askSettings()) ?? defaults

/** The same; null of a host that did not answer. */
export function askSettings(): Promise<ConsoleSettings | null> {
  loading ??= fetchSettings().catch(() => (loading = null))
  return loading
}

/** What holds where a host has none, or does not answer. */
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

/** ms. */
const ANSWER_TIMEOUT_MS = 15_000

async function fetchSettings(): Promise<ConsoleSettings> {
  const response = await fetch('/console-settings.json', {
    headers: { Accept: 'application/json' },
    signal: timeLimit(ANSWER_TIMEOUT_MS),
  })
  // One that cannot answer now is no host without them.
  if (response.status >= 500) throw new Error(`settings: ${response.status}`)
  const answer: unknown = response.ok ? await response.json() : null
  return typeof answer === 'object' && answer !== null
    ? { ...defaults, ...(answer as Partial<ConsoleSettings>) }
    : defaults
}
