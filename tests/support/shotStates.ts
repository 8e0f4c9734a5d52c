import type { BrowserContext, Route } from 'playwright-core'
import { isRecord } from '../../resources/kit/record.ts'
import { isWrapped } from '../../resources/kit/wrapped.ts'

/**
 * States of a screen besides its ordinary data: no records, calls that fail or never end, names as long as the fields
 * accept.
 */
export const STATES = ['empty', 'failing', 'loading', 'long'] as const
export type State = (typeof STATES)[number]

/**
 * Puts the platform's answers into a state, for all pages of a context. Who is signed in and which entities exist stay
 * unchanged: without them there is no screen.
 */
export async function arrange(context: BrowserContext, state: State): Promise<void> {
  await context.route(/\/v1\/(?!godbMyInfo|capabilities|resources|verifycode|ws\b)/, answers[state])
  // Without a socket, live pages poll, and the answers to polls go through the routes.
  await context.routeWebSocket(/\/v1\//, (socket) => void socket.close())
}

const answers: Readonly<Record<State, (route: Route) => Promise<void>>> = {
  empty: (route) => changed(route, emptied),
  failing: (route) => route.fulfill({ status: 500, json: { code: 500, msg: 'Internal Server Error', data: null } }),
  loading: () => Promise.resolve(),
  long: (route) => changed(route, lengthened),
}

/** Calls whose answers stay as they are, since the console uses them as its texts: help, and the options of fields. */
const KEPT = /getHelpJson|godbDatadictionary/

async function changed(route: Route, change: (value: unknown) => unknown): Promise<void> {
  if (KEPT.test(route.request().url())) return route.fallback()
  const response = await route.fetch().catch(() => null)
  if (response === null) return route.abort()
  if (!response.headers()['content-type']?.includes('json')) return route.fulfill({ response })
  // The page may have closed meanwhile: then no caller waits for the answer.
  const value: unknown = await response.json().catch(() => null)
  return value === null ? route.abort().catch(() => {}) : route.fulfill({ response, json: change(value) })
}

function emptied(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return []
  if (typeof value === 'number') return COUNTS.test(name) ? 0 : value
  return isRecord(value) ? eachOf(value, emptied) : value
}

function lengthened(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((part) => lengthened(part))
  if (typeof value === 'number') return NUMBERS.test(name) ? Math.round(value * HUGE_FACTOR) : value
  // Wrapped optional text (docs/wire.md) has its text in a property named String.
  if (isRecord(value))
    return isWrapped(value) ? { ...value, String: longer(value.String, name) } : eachOf(value, lengthened)
  return typeof value === 'string' ? longer(value, name) : value
}

const eachOf = (value: Record<string, unknown>, change: (part: unknown, name: string) => unknown) =>
  Object.fromEntries(Object.entries(value).map(([name, part]) => [name, change(part, name)]))

function longer(text: string, name: string): string {
  if (text !== '' && TEXTS.test(name)) return `${text} ${LONG_NAMES.join(' ').repeat(3)}`
  if (text === '' || !NAMES.test(name) || CODES.test(name)) return text
  return `${text} ${LONG_NAMES[text.length % 2 === 0 ? 0 : 1]}`.slice(0, MAX_NAME_LENGTH)
}

const COUNTS = /total$|count$|num$/i
const NUMBERS = /total$|count$|num$|value$/i
const NAMES = /name$|title$|address$|^alias$/i
const TEXTS = /remarks?$|note$|comment$|description$/i
/** Names for which the console has texts of its own, and units. */
const CODES = /^(field|table|resource|unit)_?name$/i

/** In the first name a line may break anywhere; in the second a word fills a line. */
const LONG_NAMES = [
  '滹沱河北岸生态修复示范区地下水位与水质联合监测站二期工程（含应急备用水源地及上游来水断面、排污口与沿岸泵站）',
  'Shijiazhuang NorthBankHydroelectricTelemetryCalibrationStation',
] as const
/** Longest name that the fields accept. */
const MAX_NAME_LENGTH = 60
/** Factor for counts and measured values: about five more digits. */
const HUGE_FACTOR = 98_765
