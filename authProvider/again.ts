import { readSession } from './session.ts'

/**
 * Asks the user to sign in, over the page's content. Resolves when the same user is signed in again. Never resolves if
 * another user signs in: the page is then reloaded.
 */
export type AskToSignIn = () => Promise<void>

/** Sets what happens when the session ends; null while the page shows nothing yet that could be lost. */
export function onSessionEnd(next: AskToSignIn | null): void {
  ask = next
}

/** A promise for the end of the sign-in over the page; null while none is open. */
export const signingIn = (): Promise<unknown> | null => asking

/**
 * Waits until the user is signed in again, for a call that was refused with `token`. True at once if the user has
 * signed in again in another tab meanwhile; false if the user is not asked.
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

/**
 * Calls back when the user has signed in again and the page continues: parts that hold a token reopen their connection.
 * Returns the function that unsubscribes.
 */
export function onSignedInAgain(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Notifies the listeners when another tab has signed in as the same user, as for a sign-in on this page. */
export function announceSignIn(): void {
  for (const listener of listeners) listener()
}

let ask: AskToSignIn | null = null
let asking: Promise<boolean> | null = null
const listeners = new Set<() => void>()
