import { call } from '../dataProvider/http.ts'

/** How long signing out waits for the browser and the platform, ms. */
const WAIT_TIMEOUT_MS = 3000

/**
 * Ends the push subscription of this browser, so that the next user of this computer does not receive the alarms of the
 * previous one. Never throws. A platform that cannot be reached drops the subscription later, when the browser vendor's
 * push service reports it as gone.
 */
export const endPush = (): Promise<unknown> =>
  Promise.race([end().catch(() => {}), new Promise((resolve) => setTimeout(resolve, WAIT_TIMEOUT_MS))])

/**
 * Checks the push subscription of this browser when the console opens. The user's own subscription is kept and set to
 * the current language. A subscription of another user whose session has expired is ended: until then that user kept
 * receiving alarms, but the user who signs in next must not read them. Never throws; if the platform does not say whose
 * subscription it is, the subscription stays.
 */
export const keepOwnPush = (): Promise<unknown> => keepOwn().catch(() => {})

async function end(): Promise<void> {
  const subscription = await pushSubscription()
  if (!subscription) return
  const { endpoint } = subscription
  await Promise.allSettled([
    call('PUT', 'alarmPush', { body: { endpoint }, timeout: WAIT_TIMEOUT_MS, ofSignIn: true }),
    subscription.unsubscribe(),
  ])
}

async function keepOwn(): Promise<void> {
  const subscription = await pushSubscription()
  if (!subscription) return
  const { endpoint } = subscription
  const { endpoints } = await call<{ endpoints?: unknown }>('GET', 'alarmPush', { ofSignIn: true })
  if (!Array.isArray(endpoints)) return
  if (!endpoints.includes(endpoint)) await subscription.unsubscribe()
  // Renews the subscription, so that its messages are in the language of this console.
  else await call('POST', 'alarmPush', { body: { endpoint, keys: subscription.toJSON().keys }, ofSignIn: true })
}

/** Returns the push subscription of this browser; null or undefined if there is none. */
export async function pushSubscription(): Promise<PushSubscription | null | undefined> {
  const worker = 'serviceWorker' in navigator ? await navigator.serviceWorker.getRegistration() : undefined
  return worker?.pushManager.getSubscription()
}
