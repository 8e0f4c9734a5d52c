/** What sign-in stores in this browser. This file is the only reader and writer of these keys. */
export interface Session {
  token: string
  /** The caller's super_id: 1 is the super administrator. */
  superId: number
}

/**
 * Returns the stored session, or null if no user is signed in: both the login flag and a token must be there (spec 1
 * §2.1).
 */
export function readSession(): Session | null {
  const token = read(KEYS.token)
  // A full storage cannot be written but can still be read: the session kept in memory counts, unless another tab has
  // signed in or out since.
  if (kept && kept.over === token) return kept.session
  kept = null
  if (!token || read(KEYS.login) !== '1') return null
  return { token, superId: Number(read(KEYS.superId) ?? 0) }
}

export function saveSession(session: Session): void {
  kept = null
  try {
    localStorage.setItem(KEYS.token, session.token)
    localStorage.setItem(KEYS.superId, String(session.superId))
    localStorage.setItem(KEYS.login, '1')
  } catch {
    kept = { session, over: read(KEYS.token) }
  }
  markSignedIn(true)
}

export function clearSession(): void {
  kept = null
  for (const key of [...Object.values(KEYS), LEGACY_KEY]) remove(key)
  markSignedIn(false)
}

/**
 * Calls back when another tab of this browser signs out, or in as another user. Returns the function that unsubscribes.
 */
export function onSessionChange(notify: () => void): () => void {
  const listener = ({ key }: StorageEvent) => {
    if (key === null || key === KEYS.token || key === KEYS.login) notify()
  }
  window.addEventListener('storage', listener)
  return () => window.removeEventListener('storage', listener)
}

/**
 * Sets a cookie that only says that this browser has a login: the server chooses by it which files it announces for
 * preloading.
 */
export function markSignedIn(signedIn: boolean): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `signedin=${signedIn ? '1' : ''}; Path=/; SameSite=Lax; Max-Age=${signedIn ? YEAR : 0}${secure}`
}

const KEYS = { token: 'token', login: 'login', superId: 'superid' }
/**
 * Key that older consoles stored; the display screens go by key 9 (spec 1 §6). Removed with the other keys (spec 1
 * §2.1).
 */
const LEGACY_KEY = 'hmi_control'
const YEAR = 365 * 24 * 3600

/**
 * A session that the browser could not store (no room, or storage refused). It lives as long as the page. `over` is the
 * token that was stored at that moment. The session is kept as a whole: half of it combined with half of another tab's
 * would be invalid.
 */
let kept: { session: Session; over: string | null } | null = null

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function remove(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Where storage is refused, there is nothing to remove.
  }
}
