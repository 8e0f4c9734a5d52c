import { ECDH } from 'node:crypto'
import type { Selectable } from 'kysely'
import webpush from 'web-push'
import { send } from '../../north/send.ts'
import type { Platform } from '../../platform.ts'
import { failureReason } from '../../send/retry.ts'
import type { Storage, Tables } from '../../storage/types.ts'
import { clipText } from './clipText.ts'
import type { News } from './news.ts'
import { isFinal, shortReason } from './outcome.ts'
import { vapidKeys } from './vapid.ts'

export type Subscription = Selectable<Tables['pushsubscription']>

/**
 * Outcome of a message to one browser: taken; gone, so its subscription was deleted; or refused, for now (`later`) or
 * for good.
 */
export type Pushed = { kind: 'took' } | { kind: 'gone' } | { kind: 'refused'; reason: string; later: boolean }

/** Time to live of a message for a browser that is off, seconds: an alarm of half a day ago is no news. */
const PUSH_TTL_SECONDS = 12 * 3600
/**
 * Largest payload that every push service takes: 4096 bytes, of which the encryption needs 103 (RFC 8291 §4). A service
 * answers 413 to a larger one.
 */
const MAX_PAYLOAD_BYTES = 3993

/** Whether a subscription's keys are such as browsers make (RFC 8291): a point of P-256 and 16 bytes, in base64url. */
export function areKeys({ p256dh, auth }: Pick<Subscription, 'p256dh' | 'auth'>): boolean {
  const point = Buffer.from(p256dh, 'base64url')
  if (point.length !== 65 || Buffer.from(auth, 'base64url').length !== 16) return false
  try {
    // Throws where the bytes are not a point of the curve.
    return ECDH.convertKey(point, 'prime256v1').length > 0
  } catch {
    return false
  }
}

/**
 * Sends a message to one browser, encrypted for that browser (RFC 8291). Never throws for what the push service
 * answers.
 *
 * @param path the page of the console that a tap opens
 */
export async function pushOne(
  { storage, settings }: Pick<Platform, 'storage' | 'settings'>,
  { id, endpoint, p256dh, auth }: Subscription,
  { news, path }: { news: News; path: string },
): Promise<Pushed> {
  if (!areKeys({ p256dh, auth })) {
    await forget(storage, id)
    return { kind: 'gone' }
  }
  const { publicKey, privateKey } = await vapidKeys(storage)
  const subject = settings.publicUrl?.startsWith('https:') ? settings.publicUrl : 'mailto:alarms@platform.invalid'
  let details: webpush.RequestDetails
  try {
    details = webpush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payloadOf(news, path), {
      vapidDetails: { subject, publicKey, privateKey },
      TTL: PUSH_TTL_SECONDS,
      urgency: 'high',
    })
  } catch (error) {
    // The platform's own fault, as its keys or its address: the browser gets the message once that is corrected.
    return { kind: 'refused', reason: failureReason(error), later: true }
  }
  const outcome = await send({
    url: details.endpoint,
    body: details.body ?? '',
    headers: Object.fromEntries(
      Object.entries(details.headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
    ),
    type: null,
    allowPrivate: settings.northAllowPrivate,
  })
  if (outcome.ok) return { kind: 'took' }
  if (outcome.key === 'error.north.status' && GONE.has(Number(outcome.args['status']))) {
    await forget(storage, id)
    return { kind: 'gone' }
  }
  return { kind: 'refused', reason: shortReason(outcome), later: !isFinal(outcome) }
}

/**
 * Returns what public/sw.js shows, as JSON: title, body, the page that a tap opens, and the map behind a button. A body
 * that is too long is cut at its end.
 */
function payloadOf({ kind, title, lines, text, map, alarm }: News, path: string): string {
  const message = {
    title,
    body: [...lines.map(([label, words]) => `${label}: ${words}`), text].filter(Boolean).join('\n'),
    path,
    tag: kind === 'digest' ? 'digest' : `${alarm['rule_id']}-${alarm['device_id']}`,
    ...(map && { map }),
  }
  const whole = JSON.stringify(message)
  const over = Buffer.byteLength(whole) - MAX_PAYLOAD_BYTES
  if (over <= 0) return whole
  return JSON.stringify({ ...message, body: clipText(message.body, Buffer.byteLength(message.body) - over) })
}

/** RFC 8030 §7.3: the subscription does not exist any more. */
const GONE: ReadonlySet<number> = new Set([404, 410])

/**
 * Deletes a subscription. Where the database fails, the next message tries again: other browsers may have taken this
 * message, which must not be sent again because of that.
 */
const forget = (storage: Storage, id: number): Promise<unknown> =>
  storage.write((trx) => trx.deleteFrom('pushsubscription').where('id', '=', id).execute()).catch(() => {})
