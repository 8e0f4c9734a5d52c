import { errorText } from '../../i18n/errors.ts'
import { LANGUAGES, type Language } from '../../i18n/types.ts'
import { SEND_TYPE } from '../send/types.ts'
import type { News } from './channels/news.ts'
import { INBOX } from './storm/news.ts'

/** The language a contact reads (alarminfo.language), null: the platform's (ALARM_LANG). */
export const languageOfContact = (language: number | null | undefined): Language | null =>
  LANGUAGES[(language ?? 0) - 1] ?? null

/** Page of the console where an alarm is worked on; of one that never was, where all are. */
export const alarmPath = (episode: number | undefined): string =>
  episode === undefined ? INBOX : `${INBOX}?detail=${episode}`

/** Where an alarm is worked on; null where the platform does not know its own address. */
export const alarmLink = (publicUrl: string | null, episode: number | undefined): string | null =>
  publicUrl === null ? null : `${publicUrl}${alarmPath(episode)}`

/**
 * What a contact is told, of any way: the sentence, then what it does not say itself of device, node, value, limit, area and since, and where to look. A text
 * message is one line, without the map.
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

/** The same of what has no words of a rule in front: a digest, what a user sends; without map and picture. */
export const newsOnOneLine = ({ title, lines, text, link }: News, language: Language): string =>
  textMessage([title, ...lines.map(([label, words]) => `${label} ${words}`), text].filter(Boolean), {
    language,
    link: link?.url ?? null,
  })

/** A text message: what there is to say on one line, and where to look. */
function textMessage(said: readonly string[], { language, link }: { language: Language; link: string | null }): string {
  const line = said.join(errorText(language, 'error.channel.semicolon')).replaceAll(/\s*[\r\n]+\s*/g, ' ')
  return link === null ? line : `${line} ${link}`
}
