import { announces, call } from '../dataProvider/http.ts'
import { clearSession } from './session.ts'

/** Ends the token where the platform knows how to (an extension), then forgets the session in any case. */
export async function signOut(): Promise<void> {
  if (await announces('logout')) await call('POST', 'logout', { timeout: 3000 }).catch(() => {})
  clearSession()
}
