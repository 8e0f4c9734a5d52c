import { call, doesNotAnswer, WireError } from '../dataProvider/http.ts'

/** What the platform can do beyond the plain calls (wire.md, Extensions). */
export interface Capabilities {
  name: string
  version: string
  extensions: ReadonlySet<string>
  /** How many entities joined by files of the operator's; null where the platform does not say. */
  joined: number | null
  /** False where the platform did not answer, and nothing is known of it. */
  known: boolean
}

/** Asked once after sign-in. A platform that does not know the call has no extensions; one that did not answer is asked again next time. */
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

/** What the platform answered already, so that a page's first picture has it; undefined while it is not known. */
export const knownCapabilities = (): Capabilities | undefined => loaded

/** Whether the platform announces an extension; null where it did not answer. */
export async function announced(extension: string): Promise<boolean | null> {
  const { extensions, known } = await loadCapabilities()
  return known ? extensions.has(extension) : null
}

/** Whether it is worth asking for the entities that joined by files; null where the platform did not answer. */
export async function announcesJoined(): Promise<boolean | null> {
  const { extensions, joined, known } = await loadCapabilities()
  return known ? extensions.has('resources') && joined !== 0 : null
}

/** Forgets what is known: another user, another platform. */
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
  // Whoever is not signed in is told nothing.
  const known = !doesNotAnswer(failure) && !(failure instanceof WireError && failure.status === 401)
  if (!known) loading = null
  return { ...toCapabilities(null), known }
}
