import type { Values } from '../../resources/kit/validate.ts'
import { call } from '../http.ts'
import { integer, readNumber, readRecords, readText, readTime } from '../normalise.ts'

/**
 * The calls of channels that are not CRUD, and of browser push: an extension, "alarm-channels". All throw WireError.
 */

/**
 * Sends a test message to a channel; returns whether it was accepted, and the answer in words.
 *
 * @param id null for a channel that is not stored yet
 * @param values values of a form that is not saved yet; for empty secrets the stored ones count. Without values the
 * stored channel is tested
 */
export async function testChannel(id: number | null, values: Values = {}): Promise<{ ok: boolean; explained: string }> {
  const path = id === null ? 'alarmChannel/test' : `alarmChannel/${id}/test`
  const answer = await call<Values>('POST', path, { body: values, timeout: 30_000 })
  return { ok: answer['ok'] === true, explained: readText(answer['explained']) }
}

/** One message to a channel, with its outcome. */
export interface ChannelResult {
  id: number
  /** Epoch ms. */
  at: number
  text: string
  state: 'sent' | 'waiting' | 'failed'
  attempts: number
  /** Time of the next attempt, epoch ms. */
  next: number | null
  explained: string
  /** The platform gave the message up; it can be sent again. */
  again: boolean
}

/** Returns the messages of a channel, newest first. */
export async function channelResults(id: number, signal?: AbortSignal): Promise<ChannelResult[]> {
  return readRecords(await call('GET', `alarmChannel/${id}/results`, { signal })).map((row) => ({
    id: integer(row['id']) ?? 0,
    at: readTime(row['alarm_time']) ?? 0,
    text: readText(row['send_data']),
    state: row['send_ok'] === 1 ? 'sent' : row['send_ok'] === 0 ? 'failed' : 'waiting',
    attempts: readNumber(row['attempts']) ?? 0,
    next: readTime(row['next_at']),
    explained: readText(row['explained']),
    again: integer(row['again']) === 1,
  }))
}

/** Returns the platform's public key, with which browsers subscribe to push. */
export const pushKey = async (signal?: AbortSignal): Promise<string> =>
  readText((await call<Values>('GET', 'alarmPush', { signal }))['key'])

/** Returns the push endpoints of the caller's browsers; null if the platform does not send them. */
export async function pushEndpoints(): Promise<readonly string[] | null> {
  const { endpoints } = await call<Values>('GET', 'alarmPush')
  return Array.isArray(endpoints) ? endpoints.map(readText) : null
}

/** Sends this browser's subscription, as from PushSubscription.toJSON(), to the platform. */
export const keepSubscription = (subscription: PushSubscriptionJSON): Promise<unknown> =>
  call('POST', 'alarmPush', { body: { endpoint: subscription.endpoint, keys: subscription.keys } })

export const dropSubscription = (endpoint: string): Promise<unknown> => call('PUT', 'alarmPush', { body: { endpoint } })
