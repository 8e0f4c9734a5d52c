import { errorText } from '../../i18n/errors.ts'
import { LANGUAGES, type Language } from '../../i18n/types.ts'
import { SEND_TYPE } from '../send/types.ts'
import type { News } from './channels/news.ts'
import { INBOX } from './storm/news.ts'

/** Returns the language a contact reads (alarminfo.language); null: the platform's language (ALARM_LANG). */
export const languageOfContact = (language: number | null | undefined): Language | null =>
  LANGUAGES[(language ?? 0) - 1] ?? null

/** Returns the path of the console page where an alarm is worked on; without an episode, the path of the inbox. */
export const alarmPath = (episode: number | undefined): string =>
  episode === undefined ? INBOX : `${INBOX}?detail=${episode}`

/**
 * Returns the address of the page where an alarm is worked on; null where the platform does not know its own address.
 */
export const alarmLink = (publicUrl: string | null, episode: number | undefined): string | null =>
  publicUrl === null ? null : `${publicUrl}${alarmPath(episode)}`

/**
 * Returns the text that a contact is sent by a way: the sentence, then those lines of the news (device, node, value,
 * limit, area, since) that the sentence does not contain, then the link. A text message is one line, without the map.
 *
 * @param heart the rule's own words, or the sentence around them
 */
export function contactText(
  way: number,
  heart: string,
  { lines, map }: Pick<News, 'lines' | 'map'>,
  { language, link }: { language: Language; link: string | null },
): string {
  if (way !== SEND_TYPE.sms)
    return [heart, ...lines.map(([label, words]) => `${label}: ${words}`), link, map?.url].filter(Boolean).join('\n')
  const unsaid = lines.filter(([, words]) => !heart.includes(words)).map(([label, words]) => `${label} ${words}`)
  return textMessage([heart, ...unsaid], { language, link })
}

/**
 * Returns the text message of news that has no rule's words in front: a digest, or what a user sends. Without map and
 * picture.
 */
export const newsOnOneLine = ({ title, lines, text, link }: News, language: Language): string =>
  textMessage([title, ...lines.map(([label, words]) => `${label} ${words}`), text].filter(Boolean), {
    language,
    link: link?.url ?? null,
  })

/** Joins the parts of a text message into one line, followed by the link. */
function textMessage(said: readonly string[], { language, link }: { language: Language; link: string | null }): string {
  const line = said.join(errorText(language, 'error.channel.semicolon')).replaceAll(/\s*[\r\n]+\s*/g, ' ')
  return link === null ? line : `${line} ${link}`
}
