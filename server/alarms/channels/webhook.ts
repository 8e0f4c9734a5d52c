import { createHmac } from 'node:crypto'
import { plainNews, type News } from './news.ts'

/**
 * Returns the document that a web hook is sent, and the headers that prove its sender: `X-Timestamp` (seconds) and
 * `X-Signature: sha256=` + hex of HMAC-SHA256(secret, timestamp + "." + body). Receivers should check both, and refuse
 * a timestamp older than some minutes.
 *
 * @param id id of the message, the same at each attempt
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
