import type { Selectable } from 'kysely'
import webpush from 'web-push'
import { send } from '../../north/send.ts'
import type { Platform } from '../../platform.ts'
import type { Storage, Tables } from '../../storage/types.ts'
import { plainNews, type News } from './news.ts'
import { isFinal, shortReason } from './outcome.ts'
import { vapidKeys } from './vapid.ts'

export type Subscription = Selectable<Tables['pushsubscription']>

/** What became of a message to one browser: taken; gone, and forgotten; or refused, for now (`later`) or for good. */
export type Pushed = { kind: 'took' } | { kind: 'gone' } | { kind: 'refused'; reason: string; later: boolean }

/** Seconds a message waits for a browser that is off: an alarm of half a day ago is no news. */
const TTL = 12 * 3600

/**
 * Sends one browser a message, encrypted for it alone (RFC 8291). Never throws for what its maker's service answers.
 *
 * @param path the page of the console that a tap opens
 */
export async function pushOne(
  { storage, settings }: Pick<Platform, 'storage' | 'settings'>,
  { id, endpoint, p256dh, auth }: Subscription,
  { news, path }: { news: News; path: string },
): Promise<Pushed> {
  const { publicKey, privateKey } = await vapidKeys(storage)
  const subject = settings.publicUrl?.startsWith('https:') ? settings.publicUrl : 'mailto:alarms@platform.invalid'
  const payload = JSON.stringify({
    title: news.title,
    body: news.lines.map(([label, text]) => `${label}: ${text}`).join('\n'),
    path,
    tag: news.kind === 'digest' ? 'digest' : `${news.alarm['rule_id']}-${news.alarm['device_id']}`,
    text: plainNews(news),
  })
  let details: webpush.RequestDetails
  try {
    details = webpush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
      vapidDetails: { subject, publicKey, privateKey },
      TTL,
      urgency: 'high',
    })
  } catch {
    // Keys that no browser can have made.
    await forget(storage, id)
    return { kind: 'gone' }
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

/** RFC 8030 §7.3: the subscription is no more. */
const GONE: ReadonlySet<number> = new Set([404, 410])

/** Where the database fails it is left to the next message: other browsers may have taken this one, which is not to be sent again for that. */
const forget = (storage: Storage, id: number): Promise<unknown> =>
  storage.write((trx) => trx.deleteFrom('pushsubscription').where('id', '=', id).execute()).catch(() => {})
