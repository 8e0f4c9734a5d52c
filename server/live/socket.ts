import type { WebSocket } from 'ws'
import type { Platform } from '../platform.ts'
import { CLOSE, tokenOf } from './feed.ts'

/** How often an open socket's session is checked again, ms. */
const RECHECK_INTERVAL_MS = 30_000

/** Attaches a socket to the live feed when its token is valid (wire.md), and closes it when the session ends. */
export async function attachSocket(
  { sessions, feed, log }: Platform,
  socket: WebSocket,
  protocols: string | undefined,
): Promise<void> {
  const token = tokenOf(protocols)
  // Frames that arrive while the token is looked up must not be lost.
  socket.pause()
  const unread = (error: unknown): null => (log.warn({ err: error }, 'live feed: a session could not be read'), null)
  const signedIn = token === null ? null : await sessions.find(token).catch(unread)
  socket.resume()
  if (token === null || signedIn === null) return socket.close(CLOSE.signedOut)
  if (signedIn.user.changepassword === 1) return socket.close(CLOSE.forbidden)

  const account = { ...signedIn }
  feed.attach(socket, account)
  const recheck = async (): Promise<void> => {
    const now = await sessions.find(token)
    if (now === null) socket.close(CLOSE.signedOut)
    else Object.assign(account, now)
  }
  // Checks at once when the session ends or changes. An expiring session triggers no event; the timer covers that.
  const stop = sessions.watch((matches) => {
    if (matches(account)) void recheck().catch(unread)
  })
  const timer = setInterval(() => void recheck().catch(unread), RECHECK_INTERVAL_MS)
  timer.unref()
  socket.on('close', () => {
    clearInterval(timer)
    stop()
  })
}
