import { wgsToGcj, type Pair } from '../../resources/kit/datum.ts'
import type { Log } from '../log.ts'
import { answerText, failureReason } from '../send/retry.ts'

const ANSWER_TIMEOUT_MS = 4000
const MAX_CHARS = 200

/**
 * Requests the address of a place from the service that GEOCODER_URL names: {lng} and {lat} in it are filled in, or
 * {gcjlng} and {gcjlat} for a service that uses GCJ-02; its answer is JSON. Returns null where the service knows no
 * address or does not answer in 4 s.
 */
export async function askAddress(
  template: string,
  [lng, lat]: Pair,
  log: Log,
  timeout = ANSWER_TIMEOUT_MS,
): Promise<string | null> {
  const [gcjlng, gcjlat] = wgsToGcj([lng, lat])
  const values = { lng, lat, gcjlng, gcjlat }
  const address = Object.entries(values).reduce(
    (text, [name, value]) => text.replaceAll(`{${name}}`, value.toFixed(6)),
    template,
  )
  try {
    const response = await fetch(address, {
      headers: { accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(timeout),
    })
    if (!response.ok || !response.body) throw new Error(`HTTP ${response.status}`)
    const text = await answerText(response)
    if (text === null) throw new Error('the answer is too long')
    return addressIn(JSON.parse(text))
  } catch (error) {
    log.warn({ err: failureReason(error) }, 'the geocoding service failed')
    return null
  }
}

/** Returns the address in an answer, by the names that common services use, at any nesting of their wrappers. */
export function addressIn(answer: unknown, depth = 0): string | null {
  if (typeof answer !== 'object' || answer === null || depth > 3) return null
  for (const name of NAMES) {
    const value: unknown = Reflect.get(answer, name)
    if (typeof value === 'string' && value.trim() !== '') return value.trim().slice(0, MAX_CHARS)
  }
  for (const name of WRAPPERS) {
    const inner: unknown = Reflect.get(answer, name)
    const found = addressIn(Array.isArray(inner) ? inner[0] : inner, depth + 1)
    if (found !== null) return found
  }
  return null
}

const NAMES = ['formatted_address', 'display_name', 'address', 'label', 'name']
const WRAPPERS = ['regeocode', 'result', 'data', 'results', 'features', 'properties']
