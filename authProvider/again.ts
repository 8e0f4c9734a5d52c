import { readSession } from './session.ts'

/**
 * Asks whoever is at the page to sign in, over what it shows. Answers when the same user is signed in again; never where another is, for whom the page
 * is loaded anew.
 */
export type AskToSignIn = () => Promise<void>

/** What a session that has ended means from now on: null where nothing is shown yet that could be lost. */
export function onSessionEnd(next: AskToSignIn | null): void {
  ask = next
}

/** The end of the sign-in over the page; null while none is open. */
export const signingIn = (): Promise<unknown> | null => asking

/**
 * Waits until the user is signed in again, for a call that was refused with `token`. True at once where that has happened meanwhile, in another tab; false
 * where nobody is asked.
 */
export function signedInAgain(token: string | null): Promise<boolean> {
  const current = readSession()?.token ?? null
  if (asking === null && current !== null && current !== token) return Promise.resolve(true)
  if (ask === null) return Promise.resolve(false)
  asking ??= ask().then(() => {
    asking = null
    for (const listener of listeners) listener()
    return true
  })
  return asking
}

/** Calls back when the user has signed in again and the page went on: what keeps a token opens anew. Answers the function that ends it. */
export function onSignedInAgain(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Another tab has signed in as the same user: tells as a sign-in of this page would. */
export function announceSignIn(): void {
  for (const listener of listeners) listener()
}

let ask: AskToSignIn | null = null
let asking: Promise<boolean> | null = null
const listeners = new Set<() => void>()
