import { call, doesNotAnswer, WireError } from '../dataProvider/http.ts'

/** What the platform supports beyond the plain calls (wire.md, Extensions). */
export interface Capabilities {
  name: string
  version: string
  extensions: ReadonlySet<string>
  /** How many entities the operator's files added; null if the platform does not say. */
  joined: number | null
  /** False if the platform did not answer, so that its capabilities are unknown. */
  known: boolean
}

/**
 * Loads the capabilities, once after sign-in. A platform that does not know the call has no extensions; if the platform
 * did not answer, the next caller asks again.
 */
export function loadCapabilities(): Promise<Capabilities> {
  loading ??= call<Partial<Record<keyof Capabilities, unknown>> | null>('GET', 'capabilities', {
    timeout: 10_000,
    ofSignIn: true,
  })
    .then(toCapabilities)
    .catch(none)
  void loading.then((answer) => {
    if (answer.known && loading) loaded = answer
  })
  return loading
}

/** The platform's last answer, for the first render of a page; undefined while it is unknown. */
export const knownCapabilities = (): Capabilities | undefined => loaded

/** Whether the platform announces an extension; null if it did not answer. */
export async function isAnnounced(extension: string): Promise<boolean | null> {
  const { extensions, known } = await loadCapabilities()
  return known ? extensions.has(extension) : null
}

/** Whether the platform may have entities from the operator's files; null if it did not answer. */
export async function announcesJoined(): Promise<boolean | null> {
  const { extensions, joined, known } = await loadCapabilities()
  return known ? extensions.has('resources') && joined !== 0 : null
}

/** Forgets the capabilities: another user signs in, or the platform is another. */
export function forgetCapabilities(): void {
  loading = null
  loaded = undefined
}

let loading: Promise<Capabilities> | null = null
let loaded: Capabilities | undefined

function toCapabilities(answer: Partial<Record<keyof Capabilities, unknown>> | null): Capabilities {
  const extensions = Array.isArray(answer?.extensions) ? answer.extensions.map(String) : []
  return {
    name: String(answer?.name ?? ''),
    version: String(answer?.version ?? ''),
    extensions: new Set(extensions),
    joined: typeof answer?.joined === 'number' ? answer.joined : null,
    known: true,
  }
}

function none(failure: unknown): Capabilities {
  // A 401 says nothing about the platform's capabilities.
  const known = !doesNotAnswer(failure) && !(failure instanceof WireError && failure.status === 401)
  if (!known) loading = null
  return { ...toCapabilities(null), known }
}
