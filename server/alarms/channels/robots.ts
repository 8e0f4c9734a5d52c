import { createHmac } from 'node:crypto'
import { clipText } from './clipText.ts'
import type { News } from './news.ts'

/** A request in the form a robot takes. */
export interface RobotRequest {
  url: string
  body: string
}

/** What a robot answered: taken, refused for good, or busy (retried). */
export type RobotVerdict = { ok: true } | { ok: false; reason: string; later: boolean }

/** The protocol of one vendor's group robots. */
export interface Robot {
  /** @param now epoch ms, part of the signature */
  request(target: { url: string; secret: string | null }, news: News, now: number): RobotRequest
  /** @param answer the body that came with status 200 */
  verdict(answer: string): RobotVerdict
}

/**
 * https://open.dingtalk.com/document/orgapp/custom-robot-access: sign = base64(HMAC-SHA256(secret, ts + "\n" +
 * secret)), ts in ms, both in the address.
 */
export const dingtalk: Robot = {
  request({ url, secret }, news, now) {
    const target = new URL(url)
    if (secret !== null) {
      target.searchParams.set('timestamp', String(now))
      target.searchParams.set('sign', createHmac('sha256', secret).update(`${now}\n${secret}`).digest('base64'))
    }
    // This robot draws pictures; the other robots get a link to them.
    const { picture, ...others } = news
    const text = [markdown(others, '\n\n'), ...(picture ? [`![${picture.label}](${picture.url})`] : [])].join('\n\n')
    return { url: target.href, body: JSON.stringify({ msgtype: 'markdown', markdown: { title: news.title, text } }) }
  },
  verdict: (answer) => judge(answer, 'errcode', 'errmsg', new Set([-1, 130101, 410100])),
}

/**
 * https://developer.work.weixin.qq.com/document/path/91770: the key in the address is the only secret; text of at most
 * 4096 bytes.
 */
export const wecom: Robot = {
  request({ url }, news) {
    const content = markdown(news, '\n', 4096)
    return { url, body: JSON.stringify({ msgtype: 'markdown', markdown: { content } }) }
  },
  verdict: (answer) => judge(answer, 'errcode', 'errmsg', new Set([-1, 45009, 45033])),
}

/**
 * https://open.feishu.cn/document/client-docs/bot-v3/add-custom-bot: sign = base64(HMAC-SHA256(key: ts + "\n" + secret,
 * of an empty message)), ts in seconds, both in the body.
 */
export const feishu: Robot = {
  request({ url, secret }, news, now) {
    const timestamp = String(Math.floor(now / 1000))
    const signed =
      secret === null
        ? {}
        : { timestamp, sign: createHmac('sha256', `${timestamp}\n${secret}`).update('').digest('base64') }
    const lines = [
      ...news.lines.map(([label, text]) => [{ tag: 'text', text: `${label}: ${text}` }]),
      ...(news.text === '' ? [] : [[{ tag: 'text', text: news.text }]]),
      ...linksOf(news).map(({ label, url: href }) => [{ tag: 'a', text: label, href }]),
    ]
    const post = { zh_cn: { title: news.title, content: lines } }
    return { url, body: JSON.stringify({ ...signed, msg_type: 'post', content: { post } }) }
  },
  verdict: (answer) => judge(answer, 'code', 'msg', new Set([9499, 11232])),
}

/**
 * Returns headline, lines and links in the small Markdown that both DingTalk and WeCom draw; text that users wrote
 * cannot become mark-up.
 *
 * @param max most bytes of the whole: where it is too long, the text is cut at its end, and the links stay
 */
function markdown(news: News, gap: string, max = Infinity): string {
  const words = [
    `**${plain(news.title)}**`,
    ...news.lines.map(([label, said]) => `> ${label}: ${plain(said)}`),
    plain(news.text),
  ]
  const links = linksOf(news).map(({ label, url }) => `[${label}](${url})`)
  const end = links.length === 0 ? '' : `${gap}${links.join(' · ')}`
  return clipText(words.filter((part) => part !== '').join(gap), max - Buffer.byteLength(end)) + end
}

/** Returns the links: the alarm, the map, and the picture that was sent along. */
const linksOf = ({ link, map, picture }: News) => [link, map, picture].flatMap((each) => each ?? [])

/** Replaces what would turn users' text into a link or a colour; not every robot has a way to escape it. */
const plain = (text: string): string => text.replaceAll('](', '] (').replaceAll('<', '＜').replaceAll('>', '＞')

function judge(answer: string, code: string, message: string, busy: ReadonlySet<number>): RobotVerdict {
  let found: Record<string, unknown>
  try {
    found = JSON.parse(answer) as Record<string, unknown>
  } catch {
    return { ok: false, reason: 'no JSON', later: true }
  }
  // An older Feishu answers StatusCode.
  const number = Number(found?.[code] ?? found?.['StatusCode'] ?? Number.NaN)
  if (number === 0) return { ok: true }
  const words = `${number} ${String(found?.[message] ?? '')}`.trim().slice(0, 150)
  return { ok: false, reason: words, later: busy.has(number) }
}
