import type { BrowserContext, Route } from 'playwright-core'

/** What a screen may be caught in besides its data: nothing there, calls that fail or never end, names as long as the fields take. */
export const STATES = ['empty', 'failing', 'loading', 'long'] as const
export type State = (typeof STATES)[number]

/** Puts the platform's answers into a state, for all pages of a context. Who is signed in and what exists stay as they are: without them there is no screen. */
export async function arrange(context: BrowserContext, state: State): Promise<void> {
  await context.route(/\/v1\/(?!godbMyInfo|capabilities|resources|verifycode|ws\b)/, answers[state])
  // Live pages then ask by polling, whose answers go through here.
  await context.routeWebSocket(/\/v1\//, (socket) => void socket.close())
}

const answers: Readonly<Record<State, (route: Route) => Promise<void>>> = {
  empty: (route) => changed(route, emptied),
  failing: (route) => route.fulfill({ status: 500, json: { code: 500, msg: 'Internal Server Error', data: null } }),
  loading: () => Promise.resolve(),
  long: (route) => changed(route, lengthened),
}

async function changed(route: Route, change: (value: unknown) => unknown): Promise<void> {
  const response = await route.fetch().catch(() => null)
  if (response === null) return route.abort()
  if (!response.headers()['content-type']?.includes('json')) return route.fulfill({ response })
  // Where the page has closed meanwhile, nobody waits for it.
  const value: unknown = await response.json().catch(() => null)
  return value === null ? route.abort().catch(() => {}) : route.fulfill({ response, json: change(value) })
}

function emptied(value: unknown): unknown {
  if (Array.isArray(value)) return []
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, name === 'total' ? 0 : emptied(part)]))
}

/** Sixty characters without a space for a line to break at, in the scripts that come. */
const LONG = '滹沱河北岸生态修复示范区地下水位与水质联合监测站二期工程Shijiazhuang-North-Bank-Station-02'.padEnd(
  60,
  '·',
)

function lengthened(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lengthened)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      typeof part === 'string' && part !== '' && /name$|^title$|address$/i.test(name) ? LONG : lengthened(part),
    ]),
  )
}
