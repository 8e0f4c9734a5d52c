import { createHmac } from 'node:crypto'
import { plainNews, type News } from './news.ts'

/**
 * The document a web hook is sent and the headers that prove whose it is: `X-Timestamp` (seconds) and `X-Signature: sha256=` + hex of
 * HMAC-SHA256(secret, timestamp + "." + body). Receivers compare both, and refuse what is older than some minutes.
 *
 * @param id of the message, the same when it is tried again
 */
export function webhookRequest(
  news: News,
  { secret, now, id }: { secret: string | null; now: number; id: number },
): { body: string; headers: Record<string, string> } {
  const { kind, title, alarm, link, map, picture } = news
  const body = JSON.stringify({
    id,
    event: `alarm.${kind}`,
    title,
    text: plainNews(news),
    alarm,
    link: link?.url ?? null,
    map: map?.url ?? null,
    ...(picture && { picture: picture.url }),
  })
  const timestamp = String(Math.floor(now / 1000))
  return {
    body,
    headers: {
      'x-event': `alarm.${kind}`,
      'x-delivery': String(id),
      'x-timestamp': timestamp,
      ...(secret !== null && {
        'x-signature': `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`,
      }),
    },
  }
}
