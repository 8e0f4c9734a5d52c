import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  dropSubscription,
  keepSubscription,
  pushEndpoints,
  pushKey,
} from '../../../dataProvider/calls/alarmChannels.ts'

/**
 * Whether this browser receives push messages for the reader: on or off; blocked by the browser's settings; or none: it
 * cannot (no push, or no service worker, as on a page without HTTPS).
 */
export type PushState = 'on' | 'off' | 'blocked' | 'none'

const KEY = ['pushState']

/** Opts this browser in to push, and out of it. The first opt-in makes the browser ask for its permission. */
export function usePush() {
  const client = useQueryClient()
  const { data: state, error, refetch } = useQuery({ queryKey: KEY, queryFn: readState, retry: false })
  const change = useMutation({
    mutationFn: (on: boolean) => (on ? optIn() : optOut()),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  })
  return { state, error, retry: () => void refetch(), change }
}

const canPush = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

async function readState(): Promise<PushState> {
  const worker = canPush() ? await navigator.serviceWorker.getRegistration() : undefined
  if (!worker) return 'none'
  if (Notification.permission === 'denied') return 'blocked'
  const subscription = await worker.pushManager.getSubscription()
  if (!subscription) return 'off'
  // The subscription may belong to a previous user of this browser, or be unknown to the platform: opting in makes it
  // the reader's.
  const endpoints = await pushEndpoints()
  return endpoints?.includes(subscription.endpoint) === false ? 'off' : 'on'
}

async function optIn(): Promise<void> {
  const worker = await navigator.serviceWorker.ready
  const applicationServerKey = await pushKey()
  const subscription = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
  await keepSubscription(subscription.toJSON())
}

async function optOut(): Promise<void> {
  const worker = await navigator.serviceWorker.ready
  const subscription = await worker.pushManager.getSubscription()
  if (!subscription) return
  // Unsubscribes at the platform first: otherwise it would send to the removed subscription until the browser's push
  // service reports it gone.
  await dropSubscription(subscription.endpoint)
  await subscription.unsubscribe()
}
