import type { Resource } from '../resources/kit/define.ts'
import { announces, call, doesNotAnswer } from './http.ts'

/** How long the first page waits for it, in ms: what a platform says about calls it does not know, it says at once. */
const ANSWER_TIMEOUT_MS = 3000
const KEY = 'joinedResources'

/**
 * The entities that joined by files of the operator's (wire.md, GET resources), asked for beside my-info. A platform that does not announce them has
 * none (`announced` may know that better than the extension's name alone). One that did not answer had those it named before, in this tab. Never
 * rejects; imports no definitions, since the entry reads it.
 */
export async function loadJoined(
  announced: Promise<boolean | null> = announces('resources'),
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

/** A platform that says nothing for that long. */
const silence = (): Promise<null> => new Promise((resolve) => setTimeout(() => resolve(null), ANSWER_TIMEOUT_MS))

/** As much as every reader relies on. What a newer platform may say beyond it is left to the platform. */
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
    // A browser that refuses storage asks again.
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
