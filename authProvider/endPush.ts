import { call } from '../dataProvider/http.ts'

/** How long signing out waits for browser and platform, ms. */
const WAIT_TIMEOUT_MS = 3000

/**
 * Ends the push of this browser: whoever sits here next is not told of another's alarms. Never throws. A platform that cannot be reached forgets
 * the subscription once the browser's maker says that it is gone.
 */
export const endPush = (): Promise<unknown> =>
  Promise.race([end().catch(() => {}), new Promise((resolve) => setTimeout(resolve, WAIT_TIMEOUT_MS))])

/**
 * The push of this browser as the console opens. One's own goes on in the language of now. One that somebody else opted in to here and whose session ran out
 * is ended: for them it went on, for they may be told still; whoever signs in next in their place is not to read it. Never throws; where the platform does
 * not say whose it is, it is left.
 */
export const keepOwnPush = (): Promise<unknown> => keepOwn().catch(() => {})

async function end(): Promise<void> {
  const subscription = await subscribed()
  if (!subscription) return
  const { endpoint } = subscription
  await Promise.allSettled([
    call('PUT', 'alarmPush', { body: { endpoint }, timeout: WAIT_TIMEOUT_MS, ofSignIn: true }),
    subscription.unsubscribe(),
  ])
}

async function keepOwn(): Promise<void> {
  const subscription = await subscribed()
  if (!subscription) return
  const { endpoint } = subscription
  const { endpoints } = await call<{ endpoints?: unknown }>('GET', 'alarmPush', { ofSignIn: true })
  if (!Array.isArray(endpoints)) return
  if (!endpoints.includes(endpoint)) await subscription.unsubscribe()
  // Its messages are in the language of whoever said so last.
  else await call('POST', 'alarmPush', { body: { endpoint, keys: subscription.toJSON().keys }, ofSignIn: true })
}

/** The push that somebody opted this browser in to; null or undefined where nobody has. */
export async function subscribed(): Promise<PushSubscription | null | undefined> {
  const worker = 'serviceWorker' in navigator ? await navigator.serviceWorker.getRegistration() : undefined
  return worker?.pushManager.getSubscription()
}
