import { call } from '../dataProvider/http.ts'

/** How long signing out waits for browser and platform, ms. */
const PATIENCE = 3000

/**
 * Ends the push of this browser: whoever sits here next is not told of another's alarms. Never throws. A platform that cannot be reached forgets
 * the subscription once the browser's maker says that it is gone.
 */
export const endPush = (): Promise<unknown> =>
  Promise.race([end().catch(() => {}), new Promise((resolve) => setTimeout(resolve, PATIENCE))])

async function end(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const worker = await navigator.serviceWorker.getRegistration()
  const subscription = await worker?.pushManager.getSubscription()
  if (!subscription) return
  const { endpoint } = subscription
  await Promise.allSettled([
    call('PUT', 'alarmPush', { body: { endpoint }, timeout: PATIENCE, ofSignIn: true }),
    subscription.unsubscribe(),
  ])
}
