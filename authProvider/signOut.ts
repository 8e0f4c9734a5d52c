import { isAnnounced, call } from '../dataProvider/http.ts'
import { clearSession } from './session.ts'

/** How long signing out waits for the platform, ms: for its capabilities, and again for its answer. */
const WAIT_TIMEOUT_MS = 3000

/**
 * Ends the token if the platform supports it (an extension), then forgets the session in any case. A platform whose
 * capabilities are unknown is called as well.
 */
export async function signOut(): Promise<void> {
  const silence = new Promise<null>((resolve) => setTimeout(() => resolve(null), WAIT_TIMEOUT_MS))
  if ((await Promise.race([isAnnounced('logout'), silence])) !== false)
    await call('POST', 'logout', { timeout: WAIT_TIMEOUT_MS, ofSignIn: true }).catch(() => {})
  clearSession()
}
