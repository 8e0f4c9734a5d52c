import type { Resource } from '../resources/kit/define.ts'
import { isAnnounced, call, doesNotAnswer } from './http.ts'

/** How long the first page waits for this call, ms: a platform answers at once that it does not know a call. */
const ANSWER_TIMEOUT_MS = 3000
const KEY = 'joinedResources'

/**
 * Returns the entities that the operator's files added (wire.md, GET resources); asked for together with my-info. A
 * platform that does not announce the extension has none (`announced` may be more exact than the extension's name
 * alone). If the platform does not answer, the entities it last named in this tab are used. Never rejects. Imports no
 * definitions, because the entry module reads this file.
 */
export async function loadJoined(
  announced: Promise<boolean | null> = isAnnounced('resources'),
): Promise<readonly Resource[]> {
  const has = await Promise.race([announced, silence()])
  if (!has) return has === null ? cachedResources() : []
  try {
    const answer = await call('GET', 'resources', { query: { joined: 1 }, timeout: ANSWER_TIMEOUT_MS })
    const joined = Array.isArray(answer) ? answer.filter(isResource) : []
    keep(joined)
    return joined
  } catch (failure) {
    return doesNotAnswer(failure) ? cachedResources() : []
  }
}

/** Resolves to null when the platform has not answered within the timeout. */
const silence = (): Promise<null> => new Promise((resolve) => setTimeout(() => resolve(null), ANSWER_TIMEOUT_MS))

/** Checks the properties that every reader relies on. Further properties of a newer platform are not checked. */
function isResource(value: unknown): value is Resource {
  if (typeof value !== 'object' || value === null) return false
  const { path, api, menuKey, label, noun, fields, list, form, access, scope } = value as Record<string, unknown>
  return (
    [path, api, menuKey].every((text) => typeof text === 'string') &&
    [label, noun, list, form].every(Array.isArray) &&
    [fields, access, scope].every((part) => typeof part === 'object' && part !== null)
  )
}

function keep(joined: readonly Resource[]): void {
  try {
    if (joined.length > 0) sessionStorage.setItem(KEY, JSON.stringify(joined))
    else sessionStorage.removeItem(KEY)
  } catch {
    // If the browser refuses storage, the next page load asks the platform again.
  }
}

function cachedResources(): Resource[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isResource) : []
  } catch {
    return []
  }
}
