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
}

/** Asked once and kept. A host that does not answer it gets the strictest defaults, and is asked again next time. */
export function loadSettings(): Promise<ConsoleSettings> {
  loading ??= fetchSettings().catch(() => {
    loading = null
    return defaults
  })
  return loading
}

const defaults: ConsoleSettings = { demo: null, passwordMin: 8, liveUrl: null, captcha: true }
let loading: Promise<ConsoleSettings> | null = null

async function fetchSettings(): Promise<ConsoleSettings> {
  const response = await fetch('/console-settings.json', { headers: { Accept: 'application/json' } })
  const answer: unknown = response.ok ? await response.json() : null
  return typeof answer === 'object' && answer !== null ? { ...defaults, ...(answer as Partial<ConsoleSettings>) } : defaults
}
