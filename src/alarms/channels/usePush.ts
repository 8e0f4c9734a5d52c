import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  dropSubscription,
  keepSubscription,
  pushEndpoints,
  pushKey,
} from '../../../dataProvider/calls/alarmChannels.ts'

/** Whether this browser is told of the reader's alarms: on or off; blocked by its settings, or unable to (no push, no worker: a page without HTTPS). */
export type PushState = 'on' | 'off' | 'blocked' | 'none'

const KEY = ['pushState']

/** Opting this browser in to push, and out of it. The question of the browser's own comes with the first opting in. */
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
  // It may be of whoever sat here before, or forgotten by the platform: opting in makes it the reader's.
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
  // The platform first: a subscription that is gone here would be told of until its maker says so.
  await dropSubscription(subscription.endpoint)
  await subscription.unsubscribe()
}
